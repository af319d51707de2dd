import { describe, expect, test } from 'vitest'
import { isAdjudicateError } from '../../../src/errors'
import type { ComparePayload, RecheckPayload, ReviewPayload } from '../../../src/entries/referee'
import { answerJsonSchema, buildPayload, lightOf, lightWithoutReferee, readAnswer } from '../../../src/entries/referee'
import { judgeDelivery } from '../../../src/referee/judge-delivery'
import { approveFacts, compareAnswer, compareFacts, publishedReview, recheckAnswer, recheckFacts } from '../../support/referee-payloads'
import { reviewPayloadOf } from '../../support/translate/review-payload'

const { human_signal: signal, case_record: record } = publishedReview
const asked = (more: Partial<ReviewPayload> = {}): ReviewPayload => reviewPayloadOf(signal, more)
const delivered = (value: unknown) => ({ kind: 'answered' as const, text: JSON.stringify(value) })
const comparePayload = compareFacts as ComparePayload
const recheckPayload = recheckFacts as unknown as RecheckPayload
const red = { requirement: 'RQ3', solution: 'SL1', tradeoff: 'none', because: 'ambiguous' } as const
const silent = { human_signal: null, same_case_count: 0, action: 'none', case_record: null, proposal: null }

function review(change: object, payload = asked()): string[] {
  const read = readAnswer('review', delivered({ ...publishedReview, ...change }), payload)
  return read.kind === 'miss' ? read.faults.map(({ code, path, message }) => `${path} ${code}: ${message}`) : [read.kind]
}

describe('a review that breaks its contract is told where, what was found and what is wanted', () => {
  const recordOnly = { action: 'record', proposal: null }
  test.each<[string, object, ReviewPayload, string[]]>([
    [
      'R-JUDGE-13 it leaves out what a person said',
      silent,
      asked({ same_case_count: 0 }),
      ['human_signal signal-missing: missing: a person has spoken'],
    ],
    [
      'R-JUDGE-13 it makes up what nobody said',
      { action: 'record', proposal: null },
      asked({ human: null }),
      [
        'action proposal-due: found "record" at a count of 2, and nothing was proposed yet',
        'human_signal signal-made-up: nobody has spoken',
      ],
    ],
    [
      'R-JUDGE-13 it rewords all of it',
      { human_signal: { ...signal, target: 't', quote: 'q', verdict: 'v', signature: 's' }, case_record: null, ...recordOnly },
      asked({ same_case_count: 2, proposal_state: 'open' }),
      [
        'case_record missing-field: missing: "record" needs it',
        `human_signal.quote differs: found "q": expected ${JSON.stringify(signal.quote).slice(0, 57)}... to the letter`,
        `human_signal.signature differs: found "s": expected ${JSON.stringify(signal.signature)} to the letter`,
        'human_signal.target differs: found "t": expected "F-20261109-01" to the letter',
        'human_signal.verdict differs: found "v": expected "yellow" to the letter',
      ],
    ],
    ['R-JUDGE-16 it counts otherwise', { same_case_count: 3 }, asked(), ['same_case_count count-differs: found 3: the ledger counts 2']],
    [
      'R-JUDGE-14 its record is of another case',
      { case_record: { ...record, signature: 's', verdict: 'v', human_said: 'h', source: 'o' } },
      asked(),
      [
        `case_record.human_said differs: found "h": expected ${JSON.stringify(signal.quote).slice(0, 57)}... to the letter`,
        `case_record.signature signature-differs: found "s": the signal has ${JSON.stringify(signal.signature)}`,
        'case_record.source differs: found "o": expected "F-20261109-01" to the letter',
        'case_record.verdict differs: found "v": expected "yellow" to the letter',
      ],
    ],
    [
      'R-JUDGE-20 it does nothing beside a signal, and leaves a record and a proposal',
      { action: 'none' },
      asked(),
      [
        'action action-and-signal: found "none" beside a signal',
        'case_record leftover: "none" leaves no place for it',
        'proposal leftover: "none" leaves no place for it',
      ],
    ],
    [
      'R-JUDGE-20 it does nothing at a count',
      { ...silent, same_case_count: 1 },
      asked({ human: null, same_case_count: 1 }),
      ['action action-and-signal: found "none" at a count of 1'],
    ],
    [
      'R-JUDGE-20 it records without a signal',
      { ...recordOnly, human_signal: null, same_case_count: 1 },
      asked({ human: null, same_case_count: 1 }),
      ['action action-and-signal: found "record" without a signal'],
    ],
    [
      'R-JUDGE-20 it proposes without a signal, a record or a proposal',
      { human_signal: null, case_record: null, proposal: null },
      asked({ human: null }),
      [
        'action action-and-signal: found "propose" without a signal',
        'case_record missing-field: missing: "propose" needs it',
        'proposal missing-field: missing: "propose" needs it',
      ],
    ],
    [
      'R-JUDGE-20 it records and leaves a proposal',
      { action: 'record' },
      asked({ proposal_state: 'rejected' }),
      ['proposal leftover: "record" leaves no place for it'],
    ],
    [
      'R-JUDGE-21 it proposes at the first case',
      { same_case_count: 1 },
      asked({ same_case_count: 1 }),
      ['action proposal-early: found "propose" at a count of 1: at least 2 are needed'],
    ],
    [
      'R-JUDGE-21 it only records what is due for a proposal',
      recordOnly,
      asked(),
      ['action proposal-due: found "record" at a count of 2, and nothing was proposed yet'],
    ],
  ])('%s', (_, change, payload, faults) => {
    expect(review(change, payload)).toEqual(faults)
  })

  test('R-JUDGE-20 nothing, where nobody spoke and nothing is counted, stays nothing', () => {
    const read = readAnswer('review', delivered(silent), asked({ human: null, same_case_count: 0 }))
    expect(read).toMatchObject({ kind: 'judged', value: silent, corrections: [] })
  })
})

describe('axes that break their contract', () => {
  const faultsOf = (read: ReturnType<typeof readAnswer>): unknown => (read.kind === 'miss' ? read.faults : read.kind)

  test('A-GATE-8 R-JUDGE-23 a comparison names only known domains and keeps the axes of a red', () => {
    expect(faultsOf(readAnswer('compare', delivered({ ...compareAnswer, domains: ['session', 'billing'] }), comparePayload))).toEqual([
      { code: 'unknown-domain', path: 'domains[1]', message: 'found "billing": the payload names no such domain' },
    ])
    const answer = { ...compareAnswer, requirement: 'RQ3', solution: 'SL2', tradeoff: 'substantive' }
    expect(faultsOf(readAnswer('compare', delivered(answer), { ...comparePayload, red }))).toEqual([
      { code: 'differs', path: 'solution', message: 'found "SL2": the red was judged with "SL1"' },
      { code: 'differs', path: 'tradeoff', message: 'found "substantive": the red was judged with "none"' },
    ])
  })

  test('R-JUDGE-02 R-JUDGE-11 a recheck claims no better evidence than it was shown, and no authorization that nobody gave', () => {
    const answer = { ...recheckAnswer, evidence: 'EV1', H2: 'authorized', H4: 'authorized' }
    const none = 'found "authorized": no person has authorized it'
    expect(faultsOf(readAnswer('recheck', delivered(answer), recheckPayload))).toEqual([
      { code: 'not-authorized', path: 'H2', message: none },
      { code: 'not-authorized', path: 'H4', message: none },
      { code: 'differs', path: 'evidence', message: 'found "EV1": the best evidence shown is "EV2"' },
    ])
    const [shown] = recheckPayload.evidence
    if (shown === undefined) throw new Error('no evidence')
    for (const kinds of [['EV2', 'EV4'] as const, ['EV4', 'EV2'] as const]) {
      const payload = { ...recheckPayload, evidence: kinds.map((kind) => ({ ...shown, kind })) }
      expect(readAnswer('recheck', delivered(recheckAnswer), payload).kind).toBe('judged')
    }
    const allowed = { ...recheckPayload, authorized: { H2: true, H4: false } }
    expect(faultsOf(readAnswer('recheck', delivered({ ...recheckAnswer, H2: 'authorized', H4: 'authorized' }), allowed))).toEqual([
      { code: 'not-authorized', path: 'H4', message: none },
    ])
  })
})

describe('R-JUDGE-24 no judgement says why', () => {
  const none = { kind: 'not-applicable', independentlyJudged: false }

  test('a call that came to nothing, and one that was cut', () => {
    for (const kind of ['not-started', 'timed-out'] as const) {
      const read = readAnswer('compare', { kind, message: 'why' }, comparePayload)
      expect(read).toEqual({ ...none, reason: kind, message: 'why', faults: [], raw: null })
    }
    const cut = readAnswer('compare', { ...delivered(compareAnswer), finishReason: 'length' }, comparePayload)
    expect(cut).toEqual({
      ...none,
      reason: 'cut-at-token-limit',
      message: 'the answer was cut at the token limit',
      faults: [],
      raw: JSON.stringify(compareAnswer),
    })
    expect(readAnswer('compare', { ...delivered(compareAnswer), finishReason: 'stop' }, comparePayload).kind).toBe('judged')
  })

  test('R-JUDGE-23 a first miss is asked again, a second is none', () => {
    const bare = { kind: 'answered', text: 'red' } as const
    const faults = [{ code: 'syntax', path: '', message: expect.stringMatching(/^no JSON: /) as string }]
    expect(readAnswer('compare', bare, comparePayload)).toEqual({ kind: 'miss', faults, raw: 'red' })
    expect(readAnswer('compare', bare, comparePayload, { attempt: 2 })).toEqual({
      ...none,
      reason: 'missed-twice',
      message: 'the answer broke its contract twice',
      faults,
      raw: 'red',
    })
  })

  test('A-JUD-5 an answer over its budget is judged, and says so; suggestions on a red may be longer', () => {
    const spent = (payload: ComparePayload, tokensOut: number) =>
      readAnswer('compare', { ...delivered({ ...compareAnswer, requirement: 'RQ3', solution: 'SL1' }), tokensOut }, payload)
    const over = (payload: ComparePayload, tokensOut: number): unknown => {
      const read = spent(payload, tokensOut)
      return read.kind === 'judged' && [read.tokensOut, read.overBudget]
    }
    expect([over(comparePayload, 150), over(comparePayload, 151)]).toEqual([
      [150, false],
      [151, true],
    ])
    expect([over({ ...comparePayload, red }, 500), over({ ...comparePayload, red }, 501)]).toEqual([
      [500, false],
      [501, true],
    ])
  })
})

describe('a delivery against its payload on record', () => {
  test('R-JUDGE-29 axes that are judged get their colour, and what is not judged gets none', () => {
    expect(judgeDelivery('compare', delivered(compareAnswer), compareFacts, {}).light).toMatchObject({
      light: 'yellow',
      independentlyJudged: true,
    })
    expect(judgeDelivery('recheck', delivered(recheckAnswer), recheckFacts, {}).light).toMatchObject({
      light: 'green',
      independentlyJudged: true,
    })
    for (const [form, facts] of [
      ['compare', compareFacts],
      ['recheck', recheckFacts],
      ['approve', approveFacts],
      ['review', asked()],
    ] as const) {
      const { read, light } = judgeDelivery(form, { kind: 'answered', text: '{}' }, facts, {})
      expect([read.kind, light]).toEqual(['miss', null])
    }
  })

  test('a payload that is none of its form is no record', () => {
    let thrown: unknown
    try {
      judgeDelivery('approve', delivered({ premise: 'ok' }), { ...approveFacts, text: ' ' }, {})
    } catch (error) {
      thrown = error
    }
    expect(isAdjudicateError(thrown) && [thrown.code, thrown.message, (thrown.details['issues'] as unknown[]).length]).toEqual([
      'data-invalid',
      expect.stringMatching(/^this is no payload of the form approve: text: .*a text that says something/),
      1,
    ])
  })

  test('facts that are no object make no payload', () => {
    for (const facts of [null, 7, 'x', []]) expect(buildPayload('compare', facts)).toMatchObject({ ok: false, issues: [{ path: '' }] })
  })
})

describe('R-JUDGE-29 the colour for people', () => {
  test('says what the dossier lacks', () => {
    const answer = { ...recheckAnswer, cause: 'RC2' } as Parameters<typeof lightOf>[0]['answer']
    const judged = lightOf({ form: 'recheck', answer, payload: recheckPayload } as Parameters<typeof lightOf>[0])
    const because =
      'the cause is supported and not fully verified, and the dossier lacks hypothesisedCause, supportingEvidence, counterEvidence, verification, rollback'
    expect(judged).toEqual({ light: 'red', policy: 'bugfix@1', rule: '6a', because, independentlyJudged: true, summary: `red: ${because}` })
  })

  test('R-JUDGE-24 A-JUD-3 is none where nobody judged the axes, and says so', () => {
    expect(lightWithoutReferee({ form: 'compare', payload: comparePayload })).toEqual({
      light: null,
      policy: 'dev-gate@1',
      rule: 'n/a',
      because: 'no referee judged the two axes',
      independentlyJudged: false,
      summary: 'n/a, not independently judged: no referee judged the two axes',
    })
    const mismatch = lightWithoutReferee({ form: 'compare', payload: { ...comparePayload, premise: 'mismatch' } })
    expect(mismatch).toMatchObject({ light: 'red', rule: 'premise-mismatch', independentlyJudged: false })
    expect(mismatch.summary).toMatch(/^red, not independently judged: /)
  })
})

test('R-JUDGE-12 the schema of an answer asks for its fields and no others, and for the nonce where the call carries one', () => {
  const premise = { type: 'string', enum: ['ok', 'mismatch', 'missing'] }
  const closed = { type: 'object', additionalProperties: false }
  expect(answerJsonSchema('approve')).toMatchObject({ ...closed, properties: { premise }, required: ['premise'] })
  expect(answerJsonSchema('approve')).not.toHaveProperty('$schema')
  expect(answerJsonSchema('approve', 'n1')).toMatchObject({
    ...closed,
    properties: { nonce: { const: 'n1' }, premise },
    required: ['nonce', 'premise'],
  })
  expect(answerJsonSchema('review')).toMatchObject({ required: ['human_signal', 'same_case_count', 'action'] })
})
