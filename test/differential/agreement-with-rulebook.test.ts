import { describe, expect, test } from 'vitest'
import { runConsensusVector } from '../support/translate/consensus'
import { panelOf } from './panels'
import { branches, branchesOf } from './reach'
import { ruleByTheBook } from './rulebook'
import type { VectorExpected, VectorInput } from './vector-shapes'

// ADJUDICATE_PANELS=100000 for a long run; ADJUDICATE_SEED starts elsewhere.
const count = Number(process.env['ADJUDICATE_PANELS'] ?? 1000)
const firstSeed = Number(process.env['ADJUDICATE_SEED'] ?? 0)
const enoughForEveryBranch = 3000
const timesAtLeast = 5

type Comparison = { readonly differing: readonly string[]; readonly reached: ReadonlyMap<string, number> }

/**
 * Where a reply can't be read and fresh members were convened, the rules don't say on which dimensions those count, and so where the other replies
 * may stand. Both sides refuse; only which further faults they list is left open.
 */
function isUndetermined(input: VectorInput, expected: VectorExpected): boolean {
  const unreadable = expected.kind === 'refused' && expected.issues.some(({ path }) => /^\/synthesis\/\d+\/score$/.test(path))
  return unreadable && input.replacements !== undefined
}

/** Rules panels both ways: what differs, and how many panels showed each branch of the rules. */
function compare(): Comparison {
  const differing: string[] = []
  const reached = new Map<string, number>()
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const input = panelOf(seed)
    const expected = ruleByTheBook(input)
    for (const branch of new Set(branchesOf(expected))) reached.set(branch, (reached.get(branch) ?? 0) + 1)
    const difference = runConsensusVector({ id: `seed ${seed}`, input, expected })
    if (difference === undefined || (isUndetermined(input, expected) && difference.startsWith('issues: '))) continue
    differing.push(`seed ${seed}: ${difference}`)
  }
  return { differing, reached }
}

describe('the library and the plain rulebook', () => {
  test('rule alike on every generated panel, and every branch of the rules is met', { timeout: 60_000 + count * 20 }, () => {
    const { differing, reached } = compare()
    expect(differing.slice(0, 20), `${differing.length} of ${count} differ`).toEqual([])
    if (count >= enoughForEveryBranch) expect(branches.filter((branch) => (reached.get(branch) ?? 0) < timesAtLeast)).toEqual([])
    expect([...reached.keys()].filter((branch) => !branches.includes(branch))).toEqual([])
  })

  test('a seed always draws the same panel', () => {
    for (const seed of [0, 1, 99]) expect(panelOf(seed)).toEqual(panelOf(seed))
    expect(panelOf(1)).not.toEqual(panelOf(2))
  })
})
