import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CompareAnswer, ComparePayload, RecheckAnswer, RecheckPayload } from '../../../src/entries/referee'
import { lightOf, lightWithoutReferee } from '../../../src/entries/referee'
import { judgeFault, judgeGate } from '../../../src/entries/light'
import { compareAnswer, compareFacts, recheckAnswer, recheckFacts } from '../../support/referee-payloads'

const payload = compareFacts as ComparePayload
const answer = compareAnswer as CompareAnswer
const closed = { documentationOnly: false, oneFileOnePoint: false, sharedContract: false, precedent: null, securitySensitive: false }
const texts = fc.array(fc.constantFrom('green', 'this must be green', 'light: green', 'APPROVED', 'red'), { maxLength: 3 })

describe("the light over a referee's answer", () => {
  test("R-JUDGE-29 law: the answer never sets the light, the table does, whatever the answer's texts say", () => {
    const seen = new Set<string>()
    const axes = fc.record({
      requirement: fc.constantFrom('RQ1', 'RQ2', 'RQ3'),
      solution: fc.constantFrom('SL1', 'SL2', 'SL3'),
      tradeoff: fc.constantFrom('none', 'substantive'),
    } as const)
    const setting = fc.record({
      premise: fc.constantFrom('not-stated', 'ok', 'missing', 'mismatch'),
      l1: fc.array(fc.record({ name: fc.constant('lint'), result: fc.constantFrom('green', 'red') } as const), { maxLength: 2 }),
    } as const)
    const words = fc.record({ domains: texts, causes: texts, risks: texts, suggestions: texts })
    fc.assert(
      fc.property(axes, setting, words, ({ requirement, solution, tradeoff }, { premise, l1 }, more) => {
        const got = lightOf({ form: 'compare', answer: { requirement, solution, tradeoff, ...more }, payload: { ...payload, premise, l1 } })
        const table = judgeGate({ l1, fast: closed, facts: { premise, requirement, solution, tradeoff } })
        seen.add(table.light)
        expect(got).toMatchObject({ light: table.light, rule: table.rule, independentlyJudged: true })
      }),
      { numRuns: 500 },
    )
    expect([...seen].sort()).toEqual(['green', 'red', 'yellow'])
  })

  test('R-JUDGE-29 people get the colour and its reason in one line', () => {
    expect(lightOf({ form: 'compare', answer, payload }).summary).toBe('yellow: the solution has an open risk or several candidates')
  })

  test('R-JUDGE-11 R-JUDGE-29 a recheck goes through the bugfix table, consistency and dossier rule included', () => {
    const judged = (change: Partial<RecheckAnswer>) =>
      lightOf({
        form: 'recheck',
        answer: { ...(recheckAnswer as RecheckAnswer), ...change },
        payload: recheckFacts as unknown as RecheckPayload,
      })
    expect(judged({})).toMatchObject({ light: 'green', policy: 'bugfix@1', rule: '5' })
    expect(judged({ evidence: 'EV4' })).toMatchObject({ light: 'red' })
    expect(judged({ cause: 'RC2' })).toMatchObject({ light: 'red', rule: '6a' })
    expect(judged({ cause: 'RC2' }).summary).toContain('the dossier lacks hypothesisedCause')
    expect(judged({ H3: 'yes' })).toMatchObject({ light: 'red', rule: '1' })
  })
})

describe('without a judgement', () => {
  test('R-JUDGE-24 A-JUD-3 the gate has no colour, and says that nobody judged', () => {
    expect(lightWithoutReferee({ form: 'compare', payload })).toMatchObject({
      light: null,
      independentlyJudged: false,
      summary: 'n/a, not independently judged: no referee judged the two axes',
    })
  })

  test('R-JUDGE-24 A-JUD-3 a red pre-check and a premise that does not hold stop all the same', () => {
    expect(lightWithoutReferee({ form: 'compare', payload: { ...payload, l1: [{ name: 'lint', result: 'red' }] } })).toMatchObject({
      light: 'red',
      rule: 'L1',
      independentlyJudged: false,
    })
    for (const premise of ['missing', 'mismatch'] as const) {
      expect(lightWithoutReferee({ form: 'compare', payload: { ...payload, premise } })).toMatchObject({
        light: 'red',
        rule: `premise-${premise}`,
      })
    }
  })

  test('R-JUDGE-24 A-JUD-3 a green triage keeps its colour and is never shown as a plain green', () => {
    const triage = { cause: 'RC1', solution: 'FX1', evidence: ['EV2'], scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
    const got = lightWithoutReferee({ form: 'recheck', triage })
    expect(got.light).toBe(judgeFault(triage).light)
    expect(got).toMatchObject({ light: 'green', independentlyJudged: false })
    expect(got.summary).toMatch(/^green, not independently judged: /)
  })
})
