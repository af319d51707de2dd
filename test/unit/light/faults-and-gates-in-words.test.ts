import { describe, expect, test } from 'vitest'
import { isAdjudicateError } from '../../../src/errors'
import type { FastPath, FaultPayload, GatePayload } from '../../../src/entries/light'
import { bugfix2, composeLight, fastPathOpen, judgeFault, judgeGate, parseFaultPayload, parseGatePayload } from '../../../src/entries/light'

const clear = { cause: 'RC1', solution: 'FX1', scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
const fault: FaultPayload = { ...clear, evidence: ['EV1'] }
const facts = { premise: 'ok', requirement: 'RQ1', solution: 'SL1', tradeoff: 'none' }
const closed: FastPath = {
  documentationOnly: false,
  oneFileOnePoint: false,
  sharedContract: false,
  precedent: null,
  securitySensitive: false,
}
const gate: GatePayload = { l1: [], fast: closed, facts }
const kinds = '"EV1", "EV2", "EV3", "EV4"'

function thrownBy(run: () => unknown): { code: string; message: string; details: unknown } {
  try {
    run()
  } catch (error) {
    if (!isAdjudicateError(error)) throw error
    return { code: error.code, message: error.message, details: error.details }
  }
  throw new Error('nothing was thrown')
}

describe('what is wrong with a fault is named with what was found', () => {
  test.each<[unknown, string, string, string]>([
    [null, 'invalid-value', '', "found null: expected a fault's payload"],
    [[], 'invalid-value', '', "found []: expected a fault's payload"],
    [{ ...clear }, 'missing-fact', 'evidence', `missing: expected a list of ${kinds}`],
    [{ ...clear, evidence: 'EV1' }, 'invalid-value', 'evidence', `found "EV1": expected a list of ${kinds}`],
    [{ ...clear, evidence: [] }, 'missing-fact', 'evidence', `no evidence at all: expected one of ${kinds}`],
    [{ ...clear, evidence: ['EV1', 'EV9'] }, 'unknown-value', 'evidence[1]', `found "EV9": expected one of ${kinds}`],
    [{ ...fault, dossier: 'x' }, 'invalid-value', 'dossier', 'found "x": expected a dossier'],
    [{ ...fault, dossier: [] }, 'invalid-value', 'dossier', 'found []: expected a dossier'],
    [{ ...fault, dossier: { hint: 'x' } }, 'unknown-field', 'dossier.hint', 'unknown field "hint"'],
    [
      { ...fault, dossier: { rollback: ['x', 1] } },
      'invalid-value',
      'dossier.rollback',
      'found ["x",1]: expected a text or a list of texts',
    ],
  ])('%j', (input, code, path, message) => {
    expect(parseFaultPayload(input)).toEqual({ ok: false, issues: [{ code, path, message }] })
  })

  test('a dossier may be absent, null, and hold blanks; it is judged, not refused', () => {
    for (const dossier of [undefined, null, {}, { rollback: null, verification: [null, 'v'] }]) {
      expect(parseFaultPayload(dossier === undefined ? fault : { ...fault, dossier }).ok).toBe(true)
    }
  })

  test('judging one throws the first fault in words and all of them as data', () => {
    const issues = [{ code: 'missing-fact', path: 'evidence', message: `no evidence at all: expected one of ${kinds}` }]
    expect(thrownBy(() => judgeFault({ ...fault, evidence: [] }))).toEqual({
      code: 'facts-invalid',
      message: `this fault can't be judged: evidence: no evidence at all: expected one of ${kinds}`,
      details: { issues },
    })
  })
})

describe('judging a fault', () => {
  test('R-TL-05 R-TL-07 a cause that claims more than its evidence carries is taken down, with the reason of the first step', () => {
    const located = 'a located cause needs runtime or static evidence'
    expect(judgeFault({ ...fault, evidence: ['EV3'] }).demoted).toEqual({ from: 'RC1', to: 'RC2', because: located })
    expect(judgeFault({ ...fault, evidence: ['EV4'] }).demoted).toEqual({ from: 'RC1', to: 'RC3', because: located })
    expect(judgeFault({ ...fault, cause: 'RC2', evidence: ['EV4'] }).demoted).toEqual({
      from: 'RC2',
      to: 'RC3',
      because: 'a supported cause needs more than inference',
    })
    expect(judgeFault({ ...fault, cause: 'RC3', evidence: ['EV4'] }).demoted).toBeNull()
  })

  test('R-TL-10 R-TL-12 what the light would be once authorized is told only where something waits', () => {
    const dossier = { hypothesisedCause: 'c', supportingEvidence: 's', counterEvidence: 'n', verification: 'v', rollback: 'r' }
    const waiting = (change: Partial<FaultPayload>) => judgeFault({ ...fault, dossier, ...change })
    expect(waiting({}).whenAuthorized).toBeNull()
    expect(waiting({ H2: 'authorized', H4: 'authorized' }).whenAuthorized).toBeNull()
    expect(waiting({ H2: 'needed' })).toMatchObject({ light: 'yellow', rule: '4b', whenAuthorized: 'green' })
    expect(waiting({ H4: 'needed-contained' })).toMatchObject({ light: 'yellow', rule: '4c', whenAuthorized: 'green' })
    expect(waiting({ H4: 'needed-severe' })).toMatchObject({ light: 'red', rule: '4a', whenAuthorized: null })
    expect(waiting({ H2: 'needed', cause: 'RC3' })).toMatchObject({ light: 'yellow', whenAuthorized: 'red' })
  })

  test('R-TL-13 the bare table knows neither demotion nor dossier', () => {
    const bare = { ...clear, evidence: 'EV4' }
    expect(composeLight(bare)).toMatchObject({ outcome: 'green', rule: '5' })
    expect(composeLight({ ...bare, scope: 'SC2' }).outcome).toBe('red')
    expect(composeLight({ ...bare, scope: 'SC2' }, bugfix2)).toMatchObject({ outcome: 'yellow', rule: '5x' })
  })
})

describe("what is wrong with a gate's payload is named with what was found", () => {
  test.each<[unknown, string, string, string]>([
    [null, 'invalid-value', '', 'found null: expected a gate payload'],
    [[], 'invalid-value', '', 'found []: expected a gate payload'],
    ['x', 'invalid-value', '', 'found "x": expected a gate payload'],
    [{ ...gate, light: 'green' }, 'unknown-field', 'light', 'unknown field "light"'],
    [{ ...gate, l1: {} }, 'invalid-value', 'l1', 'found {}: expected a list of pre-checks'],
    [{ fast: closed, facts }, 'missing-field', 'l1', 'found nothing: expected a list of pre-checks'],
    [{ ...gate, l1: [null] }, 'invalid-value', 'l1[0]', 'found null: expected a name and a result'],
    [{ ...gate, l1: [{ name: ' ', result: 'red' }] }, 'invalid-value', 'l1[0].name', 'found " ": expected a name'],
    [{ ...gate, l1: [{ name: 7, result: 'red' }] }, 'invalid-value', 'l1[0].name', 'found 7: expected a name'],
    [{ ...gate, l1: [{ name: 'x' }] }, 'missing-field', 'l1[0].result', 'found nothing: expected green or red'],
    [{ ...gate, fast: [] }, 'invalid-value', 'fast', 'found []: expected what the fast path is decided from'],
    [{ ...gate, fast: { ...closed, sharedContract: 'no' } }, 'invalid-value', 'fast.sharedContract', 'found "no": expected true or false'],
    [
      { ...gate, fast: { ...closed, precedent: 3 } },
      'invalid-value',
      'fast.precedent',
      'found 3: expected the ledger id of a case, or null',
    ],
    [{ l1: [], fast: closed }, 'missing-field', 'facts', 'found nothing: expected the facts of the two axes'],
    [{ ...gate, facts: null }, 'invalid-value', 'facts', 'found null: expected the facts of the two axes'],
  ])('%j', (input, code, path, message) => {
    expect(parseGatePayload(input)).toEqual({ ok: false, issues: [{ code, path, message }] })
  })

  test('judging one throws the first fault in words and all of them as data', () => {
    const thrown = thrownBy(() => judgeGate({ ...gate, l1: [{ name: '', result: 'red' }] }))
    expect(thrown).toEqual({
      code: 'facts-invalid',
      message: 'this gate can\'t be judged: l1[0].name: found "": expected a name',
      details: { issues: [{ code: 'invalid-value', path: 'l1[0].name', message: 'found "": expected a name' }] },
    })
  })

  test('R-GATE-07 facts may be absent where they decide nothing; a wrong one is refused all the same, and so is a premise that is not there', () => {
    const red = { ...gate, l1: [{ name: 'types', result: 'red' as const }], facts: { premise: 'ok' } }
    const fast = { ...gate, fast: { ...closed, documentationOnly: true }, facts: { premise: 'ok' } }
    expect(judgeGate(red)).toMatchObject({ light: 'red', path: 'l1' })
    expect(judgeGate(fast)).toMatchObject({ light: 'green', path: 'l2' })
    const paths = (payload: unknown) => {
      const parsed = parseGatePayload(payload)
      return parsed.ok ? [] : parsed.issues.map(({ path }) => path)
    }
    expect(paths({ ...gate, l1: [{ name: 'types', result: 'green' }], facts: { premise: 'ok' } })).toEqual([
      'facts.requirement',
      'facts.solution',
      'facts.tradeoff',
    ])
    for (const payload of [red, fast]) {
      expect(paths({ ...payload, facts: {} })).toEqual(['facts.premise'])
      expect(paths({ ...payload, facts: { premise: 'ok', requirement: 'RQ9' } })).toEqual(['facts.requirement'])
    }
  })
})

describe('R-GATE-07 the fast path', () => {
  test.each<[Partial<FastPath>, string]>([
    [{ documentationOnly: true }, 'documentation or copy only'],
    [{ documentationOnly: true, sharedContract: true }, 'documentation or copy only'],
    [{ oneFileOnePoint: true }, 'one file, one point'],
    [{ precedent: 'case-7' }, 'a precedent: case-7'],
    [{ precedent: 'case-7', oneFileOnePoint: true, sharedContract: true }, 'a precedent: case-7'],
  ])('is open for %j and says why', (change, because) => {
    expect(judgeGate({ ...gate, fast: { ...closed, ...change } })).toEqual({
      policy: 'dev-gate@1',
      light: 'green',
      rule: 'L2',
      because,
      path: 'l2',
      redChecks: [],
    })
  })

  test('is closed for one point of a shared contract, a blank precedent, a red check, a sensitive surface and a premise that does not hold', () => {
    const open = { ...closed, documentationOnly: true }
    const isOpen = (change: Partial<GatePayload>): boolean => fastPathOpen({ ...gate, fast: open, ...change })
    expect(isOpen({ l1: [{ name: 'types', result: 'green' }] })).toBe(true)
    expect(isOpen({ fast: { ...closed, oneFileOnePoint: true, sharedContract: true } })).toBe(false)
    expect(isOpen({ fast: { ...closed, precedent: ' ' } })).toBe(false)
    expect(isOpen({ l1: [{ name: 'types', result: 'red' }] })).toBe(false)
    expect(isOpen({ fast: { ...open, securitySensitive: true } })).toBe(false)
    expect(isOpen({ facts: { ...facts, premise: 'missing' } })).toBe(false)
    expect(isOpen({ facts: { ...facts, premise: 'mismatch' } })).toBe(false)
    expect(isOpen({ facts: { ...facts, premise: 'not-stated' } })).toBe(true)
  })

  test('a red check is red before anything else, and every one of them is named', () => {
    const l1 = [
      { name: 'types', result: 'red' },
      { name: 'lint', result: 'green' },
      { name: 'build', result: 'red' },
    ] as const
    expect(judgeGate({ ...gate, l1 })).toEqual({
      policy: 'dev-gate@1',
      light: 'red',
      rule: 'L1',
      because: 'red before anything else: types, build',
      path: 'l1',
      redChecks: ['types', 'build'],
    })
  })
})
