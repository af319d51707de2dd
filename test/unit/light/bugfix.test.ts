import { describe, expect, test } from 'vitest'
import { analyse, bugfix, bugfix2, bugfix3, diffPolicies, evaluate } from '../../../src/entries/policy'
import type { FaultPayload } from '../../../src/entries/light'
import { judgeFault, judgeGate, parseFaultPayload, parseGatePayload } from '../../../src/entries/light'

const clear = { cause: 'RC1', solution: 'FX1', evidence: 'EV1', scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
const dossier = { hypothesisedCause: 'c', supportingEvidence: ['s'], counterEvidence: ['n'], verification: 'v', rollback: 'r' }
const payload: FaultPayload = { ...clear, evidence: ['EV1'], dossier }

describe('the bugfix table', () => {
  test('R-TL-01: clear, located, determined and narrow is green', () => {
    expect(evaluate(bugfix, clear)).toMatchObject({ outcome: 'green', rule: '5' })
  })

  test.each<[string, Partial<typeof clear>, string, string]>([
    ['R-TL-11: a goal that is not unique beats everything', { H3: 'yes', H1: 'yes' }, 'red', '1'],
    ['R-TL-09: key evidence that cannot be gathered is red', { H1: 'yes', H4: 'needed-contained' }, 'red', '2'],
    ['R-TL-03: neither cause nor fix is red, before any authorization', { cause: 'RC3', solution: 'FX3', H2: 'needed' }, 'red', '3'],
    ['R-TL-10: a verification fix waits', { H2: 'needed' }, 'yellow', '4b'],
    ['R-TL-12: a contained dangerous operation waits', { H4: 'needed-contained' }, 'yellow', '4c'],
    ['R-TL-12: a severe one is red', { H4: 'needed-severe' }, 'red', '4a'],
    ['authorized, it is no obstacle', { H4: 'authorized' }, 'green', '5'],
    ['R-TL-02: a supported cause is yellow', { cause: 'RC2', scope: 'SC3' }, 'yellow', '6a'],
  ])('%s', (_, changed, outcome, rule) => {
    expect(evaluate(bugfix, { ...clear, ...changed })).toMatchObject({ outcome, rule })
  })

  test('304, 144 and 0 inversions are found in the three versions', () => {
    expect([bugfix, bugfix2, bugfix3].map((policy) => analyse(policy).inversions.length)).toEqual([304, 144, 0])
    const kinds = new Set(
      analyse(bugfix).inversions.map(({ fact, better, worse, betterRule, worseRule }) =>
        [fact, better, worse, betterRule, worseRule].join(' '),
      ),
    )
    expect(kinds.size).toBe(8)
  })

  test('bugfix@2 differs from @1 only where cause and fix are known and the scope is wide', () => {
    const groups = diffPolicies(bugfix, bugfix2)
    expect(groups.map(({ a, b }) => [a.rule, a.outcome, b.rule, b.outcome])).toEqual([['otherwise', 'red', '5x', 'yellow']])
    expect(groups[0]?.inputs.every(({ cause, solution, scope }) => cause === 'RC1' && solution === 'FX1' && scope !== 'SC1')).toBe(true)
  })

  test('a worse fact never gives a better light under bugfix@3, over the whole domain', () => {
    expect(analyse(bugfix3)).toMatchObject({ cells: 5184, dead: [], inversions: [] })
  })
})

describe('judging a fault', () => {
  test('R-TL-05: a located cause without static or runtime evidence is only supported', () => {
    expect(judgeFault({ ...payload, evidence: ['EV3'] })).toMatchObject({
      light: 'yellow',
      rule: '6a',
      demoted: { from: 'RC1', to: 'RC2' },
    })
    expect(judgeFault({ ...payload, evidence: ['EV4'] }).demoted).toMatchObject({ from: 'RC1', to: 'RC3' })
  })

  test('R-TL-07: the strongest of several kinds of evidence counts', () => {
    expect(judgeFault({ ...payload, evidence: ['EV4', 'EV2'] })).toMatchObject({ light: 'green', demoted: null })
  })

  test('R-TL-04: a yellow that can’t say how to verify is red and says so', () => {
    const judged = judgeFault({ ...payload, cause: 'RC2', dossier: { ...dossier, verification: '\u200b', counterEvidence: [' '] } })
    expect(judged).toMatchObject({ light: 'red', table: 'yellow', missing: ['counterEvidence', 'verification'] })
  })

  test('a green needs no dossier', () => {
    expect(judgeFault({ ...payload, dossier: null })).toMatchObject({ light: 'green', missing: [] })
  })

  test.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['']],
    ['no evidence at all', { ...payload, evidence: [] }, ['evidence']],
    ['evidence that is a text', { ...payload, evidence: 'EV1' }, ['evidence']],
    ['an unknown kind of evidence', { ...payload, evidence: ['EV1', 'EV9'] }, ['evidence[1]']],
    ['an axis missing', { ...payload, scope: undefined }, ['scope']],
    ['a hint that has no field', { ...payload, expected: 'green' }, ['expected']],
    ['a dossier that is a text', { ...payload, dossier: 'x' }, ['dossier']],
    ['a dossier with another field', { ...payload, dossier: { ...dossier, hint: 'x' } }, ['dossier.hint']],
    ['a dossier with a number', { ...payload, dossier: { ...dossier, rollback: 1 } }, ['dossier.rollback']],
  ])('%s is refused by its path', (_, input, paths) => {
    const parsed = parseFaultPayload(input)
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual(paths)
  })
})

describe('judging the development gate', () => {
  const facts = { premise: 'ok', requirement: 'RQ2', solution: 'SL1', tradeoff: 'none' }
  const fast = { documentationOnly: true, oneFileOnePoint: false, sharedContract: false, precedent: null, securitySensitive: false }

  test('R-GATE-07: the fast path is green, and never with a red check or a sensitive surface', () => {
    expect(judgeGate({ l1: [], fast, facts })).toMatchObject({ light: 'green', path: 'l2' })
    expect(judgeGate({ l1: [], fast: { ...fast, securitySensitive: true }, facts })).toMatchObject({ light: 'yellow', path: 'table' })
    expect(judgeGate({ l1: [{ name: 'types', result: 'red' }], fast, facts })).toMatchObject({
      light: 'red',
      path: 'l1',
      redChecks: ['types'],
    })
    expect(judgeGate({ l1: [], fast, facts: { ...facts, premise: 'mismatch' } })).toMatchObject({ light: 'red', path: 'table' })
  })

  test('R-GATE-04: a trade-off without a single reasonable answer is red: a person decides', () => {
    const open = { ...fast, documentationOnly: false }
    expect(judgeGate({ l1: [], fast: open, facts: { ...facts, tradeoff: 'substantive' } })).toMatchObject({
      light: 'red',
      rule: 'tradeoff-substantive',
    })
  })

  test.each<[string, unknown, string[]]>([
    ['a list', [], ['']],
    ['a check without a result', { l1: [{ name: 'x' }], fast, facts }, ['l1[0].result']],
    ['a check that is neither', { l1: [{ name: 'x', result: 'skipped' }], fast, facts }, ['l1[0].result']],
    ['a flag that is a text', { l1: [], fast: { ...fast, securitySensitive: 'no' }, facts }, ['fast.securitySensitive']],
    ['no premise on the fast path', { l1: [], fast, facts: {} }, ['facts.premise']],
    [
      'an axis missing beside the fast path',
      { l1: [], fast: { ...fast, documentationOnly: false }, facts: { ...facts, solution: undefined } },
      ['facts.solution'],
    ],
    ['an unknown field', { l1: [], fast, facts, light: 'green' }, ['light']],
  ])('%s is refused by its path', (_, input, paths) => {
    const parsed = parseGatePayload(input)
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual(paths)
  })

  test('on the fast path only the premise is looked at', () => {
    expect(judgeGate({ l1: [], fast, facts: { premise: 'not-stated' } })).toMatchObject({ light: 'green', rule: 'L2' })
  })
})
