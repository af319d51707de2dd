import { describe, expect, test } from 'vitest'
import { briefDataFor, briefFor, briefSecrets, checkBrief, planLenses } from '../../../src/entries/tribunal'
import type { SliceSetup } from '../../../src/entries/tribunal'
import type { Script } from '../../support/slice-play'
import { card, Play, report, token } from '../../support/slice-play'
import { quote } from '../../support/consensus-input'

const nonce = 'n0nceN0nce'
const reports =
  (more: object): Script =>
  (due) =>
    due.kind === 'await-report'
      ? ({ do: 'report', session: due.session, token: token(due.session), report: report({ ...more }) } as never)
      : undefined

describe('A-TRI-21 doer dispatches are 3, 5, 7 and 9 for S, M, L and XL, and each one counts', () => {
  test.each([
    ['S', 3],
    ['M', 5],
    ['L', 7],
    ['XL', 9],
  ] as const)('a slice of size %s asks a person after %i doers that all needed context', (size, dispatches) => {
    const play = new Play({ size }).until('ask-person', reports({ status: 'NEEDS_CONTEXT', needs: 'which clock?' }))
    expect(play.kinds.filter((kind) => kind === 'dispatch-doer')).toHaveLength(dispatches)
    expect(play.state).toMatchObject({
      dispatches: { used: dispatches, max: dispatches },
      stuckOn: ['budget-dispatches'],
      rounds: { used: 0 },
    })
  })

  test('a slice of no stated size has those of M', () => {
    expect(new Play().state.dispatches.max).toBe(5)
  })
})

describe('what a second panel is told', () => {
  const claims = [{ text: 'the count is wrong', citations: [quote()], repair: 'local', fix: 'count before allowing' }]
  const found = card(
    { correctness: { score: 5, claims }, clarity: { score: 5, claims } },
    {
      topConcern: 'the last request of a window slips through unseen by anybody',
      recommendation: 'ITERATE',
      scenarios: [{ id: 's1', input: 'two clients at once', wrongBehaviour: 'both are let in', class: 'correctness', repair: 'local' }],
    },
  )
  const script: Script = (due) =>
    due.kind === 'judge' ? { do: 'scorecard', member: due.member, token: token(due.session), answer: found } : undefined
  const corpus = { artifact: { 'src/limiter.ts': 'const left = limit - used(client)\n' } }

  function second(change: Partial<SliceSetup> = {}) {
    const play = new Play({ risks: ['the clock'], ...change }).until('adjudicate', script)
    play.do({ do: 'adjudicate', corpus })
    return play.until('convene-panel', script).state
  }

  test('A-TRI-25 earlier findings are its risks, stripped of scores, verdicts and names', () => {
    const state = second()
    expect(state.why).toBe('iterate')
    expect(state.panel.map(({ answer }) => answer?.outcome)).toEqual(['scorecard', 'scorecard', 'scorecard'])
    for (const role of ['verifier', 'adversary'] as const) {
      const brief = briefDataFor(role, state)
      expect('risks' in brief && brief.risks).toEqual(['the clock', 'two clients at once: both are let in'])
      expect(checkBrief(brief, role, briefSecrets(state))).toEqual([])
      const text = briefFor(role, state, { nonce })
      expect(text).toContain('two clients at once: both are let in')
      for (const kept of ['ITERATE', 'slips through unseen', ...state.panel.map(({ session }) => session)]) {
        expect(JSON.stringify(brief), kept).not.toContain(kept)
      }
    }
  })

  test('A-TRI-26 members see the target, and never how the earlier round fared against it', () => {
    const first = new Play({ risks: ['the clock'] }).until('convene-panel').state
    const state = second()
    for (const role of ['verifier', 'adversary'] as const) {
      const [before, after] = [briefDataFor(role, first), briefDataFor(role, state)]
      expect([before, after].map((brief) => 'target' in brief && brief.target)).toEqual([0.8, 0.8])
      // But for its budget and its risks the second brief is the first one, so no result can stand in it.
      const told = Object.entries(after).filter(([field]) => field !== 'budget' && field !== 'risks')
      expect(before).toMatchObject(Object.fromEntries(told))
      expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort())
      for (const field of ['overall', 'verdict', 'targetHistory', 'history', 'previousScores']) {
        expect(checkBrief({ ...after, [field]: 0.5 }, role), field).toMatchObject([{ code: 'forbidden-field', path: field }])
      }
      expect(checkBrief({ ...after, risks: ['the last panel scored it 5'] }, role)).toMatchObject([{ code: 'earlier-score' }])
    }
  })
})

test('A-TRI-28 plan vetting needs more than half of its lenses', () => {
  const vetted = (approvals: readonly boolean[]) => {
    const play = new Play({ plan: 'first the clock, then the count' })
    for (const [index, approves] of approvals.entries()) {
      const { lens } = play.due('vet-plan')
      play.do({ do: 'vet', lens, session: `v${index}`, approves, critique: 'too vague' })
    }
    return play.state.phase
  }
  expect(planLenses).toHaveLength(3)
  expect(
    [
      [true, true, true],
      [true, false, true],
      [false, true, false],
      [false, false, false],
    ].map(vetted),
  ).toEqual(['dispatching', 'dispatching', 'refining', 'refining'])
  expect(vetted([true, true])).toBe('vetting')
})
