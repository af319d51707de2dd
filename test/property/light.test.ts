import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Authorization, FaultPayload, Light } from '../../src/entries/light'
import {
  authorize,
  bugfix,
  bugfix2,
  bugfix3,
  devGate,
  dossierFields,
  judgeFault,
  judgeGate,
  lights,
  parseFaultPayload,
  payloadHash,
  whatFollows,
} from '../../src/entries/light'
import type { Facts } from '../../src/entries/policy'
import { analyse, evaluate, explain } from '../../src/entries/policy'
import { buildPayload } from '../../src/entries/referee'
import { compareFacts } from '../support/referee-payloads'
import { bugfixByTheBook, devGateByTheBook, wholeDomain } from '../differential/light-rulebook'

const domain = wholeDomain(bugfix)
const dossier = { hypothesisedCause: 'c', supportingEvidence: 's', counterEvidence: 'n', verification: 'v', rollback: 'r' }
const worse = (a: Light, b: Light): Light => (lights.indexOf(a) > lights.indexOf(b) ? a : b)

function payloadOf({ cause, solution, evidence, scope, H1, H2, H3, H4 }: Facts, written: FaultPayload['dossier'] = dossier): FaultPayload {
  const text = (value: unknown): string => String(value)
  return {
    cause: text(cause),
    solution: text(solution),
    evidence: [text(evidence)],
    scope: text(scope),
    H1: text(H1),
    H2: text(H2),
    H3: text(H3),
    H4: text(H4),
    ...(written === undefined ? {} : { dossier: written }),
  }
}

describe('the bugfix table over its whole domain', () => {
  test.each([
    [1, bugfix],
    [2, bugfix2],
    [3, bugfix3],
  ] as const)('R-TL-13: bugfix@%i says what the rules say in words', (version, policy) => {
    expect(domain).toHaveLength(5184)
    const differing = domain.filter((facts) => evaluate(policy, facts).outcome !== bugfixByTheBook(version, facts))
    expect(differing).toEqual([])
    expect(new Set(domain.map((facts) => evaluate(policy, facts).outcome))).toEqual(new Set(lights))
  })

  test('R-TL-09, R-TL-11: H3 and then H1 beat everything', () => {
    for (const policy of [bugfix, bugfix2, bugfix3]) {
      const ofRule = (rule: string): Facts[] => domain.filter((facts) => evaluate(policy, facts).rule === rule)
      expect(ofRule('1')).toEqual(domain.filter(({ H3 }) => H3 === 'yes'))
      expect(ofRule('2')).toEqual(domain.filter(({ H1, H3 }) => H1 === 'yes' && H3 === 'no'))
      expect(new Set([...ofRule('1'), ...ofRule('2')].map((facts) => evaluate(policy, facts).outcome))).toEqual(new Set(['red']))
    }
  })

  test('R-TL-14: evidence is in no rule, and without H facts the 27 cells are as enumerated', () => {
    const evidence = bugfix.facts['evidence'] ?? []
    expect(evidence).toHaveLength(4)
    const looking = domain.filter((facts) =>
      evidence.some((other) => evaluate(bugfix, { ...facts, evidence: other }).rule !== evaluate(bugfix, facts).rule),
    )
    expect(looking).toEqual([])
    const atRest = domain.filter(({ evidence: kind, H1, H2, H3, H4 }) => kind === 'EV1' && [H1, H2, H3, H4].every((fact) => fact === 'no'))
    const count = (light: Light): number => atRest.filter((facts) => evaluate(bugfix, facts).outcome === light).length
    expect([count('green'), count('yellow'), count('red')]).toEqual([1, 18, 8])
  })

  test('a worse fact never gives a better light under bugfix@3', () => {
    let compared = 0
    const lifted: unknown[] = []
    for (const facts of domain) {
      for (const [fact, values] of Object.entries(bugfix3.facts)) {
        for (const value of values.slice(values.indexOf(facts[fact] ?? '') + 1)) {
          compared += 1
          const [better, other] = [evaluate(bugfix3, facts), evaluate(bugfix3, { ...facts, [fact]: value })]
          if (lights.indexOf(other.outcome) < lights.indexOf(better.outcome)) lifted.push({ facts, fact, value })
        }
      }
    }
    expect(compared).toBeGreaterThan(30_000)
    expect(lifted).toEqual([])
    expect(analyse(bugfix3).inversions).toEqual([])
  })
})

describe('an authorization', () => {
  const grants = ['attempt-hypothesis', 'observe-this-version', 'verification-fix', 'dangerous-operation'] as const

  function outcomesOf(facts: Facts, policy: typeof bugfix, tried: readonly (typeof grants)[number][] = grants) {
    const payload = payloadOf(facts)
    const judgement = judgeFault(payload, policy)
    const judged = { card: 'F-20261128-01', payload, judgement, operation: 'drop the table' }
    const given = {
      id: 'a1',
      card: judged.card,
      payloadHash: payloadHash(payload),
      by: { kind: 'human', id: 'owner' },
      givenAtMs: 0,
    } as const
    return tried.map((grant) => {
      const authorization: Authorization =
        grant === 'dangerous-operation' ? { ...given, grant, operation: 'drop the table' } : { ...given, grant }
      return { before: judgement, outcome: authorize(judged, authorization, { nowMs: 1, used: [], policy }) }
    })
  }

  // Evidence is in no rule: the strongest stands for all four, so that every cell of the table is met.
  const inputs = domain.filter(({ evidence }) => evidence === 'EV1')

  test.each([bugfix, bugfix2, bugfix3])('R-TL-20, R-TL-03: never lifts a red, over the whole domain of $id@$version', (policy) => {
    let reds = 0
    // Rules 1 and 2 are the same in all three versions.
    const tried = policy === bugfix ? inputs : inputs.filter(({ H1, H3 }) => H1 === 'no' && H3 === 'no')
    for (const [index, facts] of tried.entries()) {
      // Every grant is tried over the domain, one at each cell: explaining a red walks the whole domain again.
      for (const { before, outcome } of outcomesOf(facts, policy, [grants[index % grants.length] ?? 'attempt-hypothesis'])) {
        if (before.light !== 'red') continue
        reds += 1
        expect(outcome).toMatchObject({
          kind: 'refused',
          code: 'red-cannot-be-authorized',
          message: expect.stringContaining('judged anew'),
        })
      }
    }
    expect(reds).toBeGreaterThan(policy === bugfix ? 1000 : 100)
  })

  test('R-TL-10, R-TL-12: one for H2 or H4 is judged anew, and what rule 4 masked comes out', () => {
    const met = { anew: 0, nowRed: 0, goesOn: 0 }
    for (const facts of inputs.filter((one) => evaluate(bugfix, one).outcome !== 'red')) {
      for (const { before, outcome } of outcomesOf(facts, bugfix)) {
        if (outcome.kind === 'go-on') {
          met.goesOn += 1
          expect(before.light).toBe('yellow')
          expect(whatFollows(before.light, 'bugfix').stops).toBe(true)
        }
        if (outcome.kind !== 'judged-anew') continue
        met.anew += 1
        expect(outcome.judgement).toEqual(judgeFault(outcome.payload))
        if (outcome.judgement.light === 'red') met.nowRed += 1
      }
    }
    expect(Math.min(...Object.values(met))).toBeGreaterThan(5)
  })

  test('R-TL-20: every way out of red is a fact that changed, and the case is judged anew with it', () => {
    let ways = 0
    for (const facts of inputs.filter(({ H1, H3 }) => H1 === 'no' && H3 === 'no')) {
      const { outcome, waysOut } = explain(bugfix, facts)
      if (outcome !== 'red') continue
      for (const [wanted, changes] of Object.entries(waysOut)) {
        for (const change of changes ?? []) {
          ways += 1
          expect(evaluate(bugfix, { ...facts, ...change }).outcome).toBe(wanted)
        }
      }
    }
    expect(ways).toBeGreaterThan(200)
  })
})

test('R-TL-04: a dossier only ever makes a yellow red, and a fault is never judged better than its table', () => {
  let turnedRed = 0
  fc.assert(
    fc.property(fc.constantFrom(...domain), fc.subarray([...dossierFields]), fc.constantFrom('', ' ', '\u200b'), (facts, gone, blank) => {
      const written = { ...dossier, ...Object.fromEntries(gone.map((field) => [field, blank])) }
      const judged = judgeFault(payloadOf(facts, written))
      expect(judged.light).toBe(judged.table === 'yellow' && gone.length > 0 ? 'red' : judged.table)
      expect(judged.missing).toEqual(judged.table === 'yellow' ? dossierFields.filter((field) => gone.includes(field)) : [])
      expect(worse(judged.light, judged.table)).toBe(judged.light)
      if (judged.light !== judged.table) turnedRed += 1
    }),
    { numRuns: 500 },
  )
  expect(turnedRed).toBeGreaterThan(10)
})

test('R-TL-22: a fault has no premise: the premise check is no part of its light', () => {
  expect(Object.keys(bugfix.facts)).not.toContain('premise')
  const parsed = parseFaultPayload({ ...payloadOf(domain[0] ?? {}), premise: 'ok' })
  expect(parsed).toMatchObject({ ok: false, issues: [{ code: 'unknown-fact', path: 'premise' }] })
})

test('R-TL-21: the two lights share their colours and no fact', () => {
  expect(bugfix.outcomes).toEqual(devGate.outcomes)
  const shared = Object.keys(devGate.facts).filter((fact) => fact in bugfix.facts && fact !== 'solution')
  expect(shared).toEqual([])
  const codes = new Set(bugfix.facts['solution'])
  expect(devGate.facts['solution']?.filter((code) => codes.has(code))).toEqual([])
})

describe('the development gate over its whole domain', () => {
  const gateDomain = wholeDomain(devGate)
  const noFastPath = { documentationOnly: false, oneFileOnePoint: false, sharedContract: false, precedent: null, securitySensitive: false }

  test('R-GATE-02, R-GATE-10: it says what the rules say in words', () => {
    expect(gateDomain).toHaveLength(72)
    expect(gateDomain.filter((facts) => evaluate(devGate, facts).outcome !== devGateByTheBook(facts))).toEqual([])
  })

  test('R-GATE-01: either axis alone can hold the light back', () => {
    const clear = { premise: 'ok', requirement: 'RQ1', solution: 'SL1', tradeoff: 'none' }
    const lightOf = (change: Facts): Light => evaluate(devGate, { ...clear, ...change }).outcome
    expect(lightOf({})).toBe('green')
    expect(['RQ1', 'RQ2', 'RQ3'].map((requirement) => lightOf({ requirement }))).toEqual(['green', 'yellow', 'red'])
    expect(['SL1', 'SL2', 'SL3'].map((solution) => lightOf({ solution }))).toEqual(['green', 'yellow', 'red'])
  })

  test('R-GATE-05: a request that says nothing of old behaviour is judged as if there were no premise', () => {
    for (const facts of gateDomain) {
      const [unsaid, fine] = [
        { ...facts, premise: 'not-stated' },
        { ...facts, premise: 'ok' },
      ].map((one) => evaluate(devGate, one))
      expect([unsaid?.outcome, unsaid?.rule]).toEqual([fine?.outcome, fine?.rule])
      expect(unsaid?.rule).not.toMatch(/^premise/)
    }
  })

  test('R-GATE-08: off the fast path no light comes without both axes compared', () => {
    for (const facts of gateDomain) {
      expect(judgeGate({ l1: [], fast: noFastPath, facts })).toMatchObject({ path: 'table', light: devGateByTheBook(facts) })
      for (const axis of ['requirement', 'solution', 'tradeoff']) {
        const { [axis]: _, ...rest } = facts
        expect(() => judgeGate({ l1: [], fast: noFastPath, facts: rest })).toThrow(axis)
      }
    }
  })

  test('R-GATE-06: what is compared is what steps 0 to 2 put out, and a comparison without them is no payload', () => {
    const built = buildPayload('compare', { ...compareFacts, implementation: 'all of the code' })
    expect(built).toMatchObject({ ok: true, value: { payload: { steps: compareFacts.steps }, dropped: ['implementation'] } })
    expect(compareFacts.steps.map(({ step }) => step.slice(0, 1))).toEqual(['0', '1', '2'])
    const { steps: _, ...without } = compareFacts
    expect(buildPayload('compare', without)).toMatchObject({ ok: false, issues: [{ path: 'steps' }] })
  })

  test('a worse axis never gives a better light', () => {
    expect(analyse(devGate)).toMatchObject({ dead: [], inversions: [] })
  })
})
