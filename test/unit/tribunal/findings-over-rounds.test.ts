import { describe, expect, test } from 'vitest'
import { memoryLedger } from '../../../src/adapters/ledger-store/memory'
import type { Closing } from '../../../src/running/open-tribunal'
import { tribunalOver } from '../../../src/running/open-tribunal'
import { renderClosingReport } from '../../../src/tribunal/closing-text'
import { blockOf, digest, nonceIn, report, scorecard, setup, sliceWorld } from '../../support/slice-world'

type Defect = { readonly id: string; readonly quote: string }

/** Three rounds on work that never gets better, judged by members who name these defects, round by round. */
async function run(defects: readonly (readonly Defect[])[]): Promise<Closing> {
  const world = sliceWorld({
    doer: (request) => report(request).replace('bbbbbbb2', 'aaaaaaa1'),
    member: ({ brief, role }) => {
      const round = Number(/Round (\d)/.exec(brief)?.[1])
      const caveats = (defects[round - 1] ?? []).map(({ id, quote }) => {
        return {
          id,
          text: `${id} in the words of round ${round}`,
          class: 'correctness',
          citations: [{ kind: 'quote', text: quote }],
          fix: 'close it',
        }
      })
      return blockOf('SCORECARD', nonceIn(brief, 'SCORECARD'), {
        ...(scorecard(role, 'aaaaaaa1') as object),
        caveats: role === 'fitness' ? caveats : [],
      })
    },
  })
  return tribunalOver({ ledger: memoryLedger(), ports: world.ports, hands: () => world.hands, digest }).run(setup)
}

const open = 'export const open = true'
const limit = 'export const limit = 5'

describe('findings from round to round', () => {
  test('R-TRI-70 a run that only renames what it finds is called not-converging, and its findings renamed', async () => {
    const closing = await run([
      [{ id: 'never-closes', quote: open }],
      [{ id: 'open-gate', quote: `  Export CONST  open = true ` }],
      [{ id: 'x', quote: open }],
    ])
    expect(closing.rounds.each).toHaveLength(3)
    const [first, second, third] = closing.convergence.rounds
    expect(first?.fresh).toHaveLength(1)
    for (const round of [second, third]) expect(round).toMatchObject({ fixed: [], still: first?.fresh, fresh: [], renamed: first?.fresh })
    expect(closing.convergence.warnings).toEqual(['not-converging'])
    const text = renderClosingReport(closing)
    expect(text).toContain('- not-converging\n')
    expect(text).toContain(
      '- round 2: 0 fixed, 1 still there, 0 new, 1 of these renamed\n- round 3: 0 fixed, 1 still there, 0 new, 1 of these renamed\n',
    )
  })

  test('the same names from fresh members are no renaming', async () => {
    const same = [{ id: 'never-closes', quote: open }]
    const closing = await run([same, same, same])
    expect(closing.convergence.rounds.map(({ renamed }) => renamed)).toEqual([[], [], []])
    expect(closing.convergence.warnings).toEqual(['not-converging'])
    expect(renderClosingReport(closing)).toContain('- round 2: 0 fixed, 1 still there, 0 new\n')
  })

  test('what is fixed, new and back again is told apart, and a run that gets on is not warned of', async () => {
    const [a, b] = [
      { id: 'a', quote: open },
      { id: 'b', quote: limit },
    ]
    const closing = await run([[a], [b], [a]])
    expect(closing.convergence.warnings).toEqual([])
    const text = renderClosingReport(closing)
    expect(text).toContain('- round 2: 1 fixed, 0 still there, 1 new\n- round 3: 1 fixed, 0 still there, 0 new, 1 back again\n')
    expect(text).not.toContain('not-converging')
  })

  test('a slice of one round has nothing to compare', async () => {
    const world = sliceWorld({ doer: (request) => report(request).replace('aaaaaaa1', 'bbbbbbb2') })
    const closing = await tribunalOver({ ledger: memoryLedger(), ports: world.ports, hands: () => world.hands, digest }).run(setup)
    expect(closing.verdict).toBe('SHIP')
    expect(renderClosingReport(closing)).not.toContain('Findings from round to round')
  })
})
