import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { ComparePayload, ReadAnswer, RecheckPayload, ReviewPayload } from '../../../src/entries/referee'
import { answerJsonSchema, readAnswer, refereeForms } from '../../../src/entries/referee'
import { compareAnswer, compareFacts, publishedReview, recheckAnswer, recheckFacts } from '../../support/referee-payloads'
import { reviewPayloadOf } from '../../support/translate/review-payload'

const { target, quote, verdict, signature } = publishedReview.human_signal
const asked = (more: Partial<ReviewPayload> = {}): ReviewPayload => reviewPayloadOf({ target, quote, verdict, signature }, more)
const text = (value: unknown) => ({ kind: 'answered' as const, text: JSON.stringify(value) })
const review = (answer: unknown, payload = asked()) => readAnswer('review', text(answer), payload)
const codes = (read: ReadAnswer): string[] => (read.kind === 'miss' ? read.faults.map(({ code, path }) => `${path}: ${code}`) : [read.kind])

const comparePayload = compareFacts as ComparePayload
const recheckPayload = recheckFacts as unknown as RecheckPayload
const compare = (answer: unknown, payload = comparePayload) => readAnswer('compare', text(answer), payload)

const recordOnly = { ...publishedReview, same_case_count: 1, action: 'record', proposal: null }
const nothing = { human_signal: null, same_case_count: 0, action: 'none', case_record: null, proposal: null }

describe('review', () => {
  test('R-JUDGE-10 R-JUDGE-13 R-JUDGE-14 R-JUDGE-15 the published example is in contract, word for word and within its budget', () => {
    const read = review(publishedReview)
    expect(read).toMatchObject({ kind: 'judged', independentlyJudged: true, value: publishedReview, corrections: [], overBudget: false })
  })

  test("A-JUD-15 ids are the ledger's, whatever the model wrote", () => {
    const read = review(publishedReview, asked({ ids: { case_record: 'C-20261109-07', proposal: 'P-20261109-03' } }))
    expect(read).toMatchObject({
      kind: 'judged',
      corrections: ['ledger-ids'],
      value: { case_record: { id: 'C-20261109-07' }, proposal: { id: 'P-20261109-03' } },
    })
  })

  test.each<[string, unknown, string]>([
    [
      'R-JUDGE-13 a quote that is reworded',
      with_({ human_signal: { ...publishedReview.human_signal, quote: 'The copy is wrong' } }),
      'human_signal.quote: differs',
    ],
    [
      'R-JUDGE-13 a verdict that is changed',
      with_({ human_signal: { ...publishedReview.human_signal, verdict: 'green' } }),
      'human_signal.verdict: differs',
    ],
    [
      'R-JUDGE-17 evidence that is no list',
      with_({ human_signal: { ...publishedReview.human_signal, evidence: 'x' } }),
      'human_signal.evidence: invalid-value',
    ],
    ['R-JUDGE-17 a signal that is a text', with_({ human_signal: 'x' }), 'human_signal: invalid-value'],
    ['R-JUDGE-18 a negative count', with_({ same_case_count: -2 }), 'same_case_count: invalid-value'],
    ['R-JUDGE-18 a broken count', with_({ same_case_count: 2.5 }), 'same_case_count: invalid-value'],
    ['R-JUDGE-18 a count in words', with_({ same_case_count: '2' }), 'same_case_count: invalid-value'],
    ["R-JUDGE-16 A-JUD-9 a count that is not the ledger's", with_({ same_case_count: 3 }), 'same_case_count: count-differs'],
    ['R-JUDGE-19 an action of its own', with_({ action: 'escalate' }), 'action: invalid-value'],
    ['R-JUDGE-20 a proposal without a case', with_({ case_record: undefined }), 'case_record: missing-field'],
    ['R-JUDGE-21 a proposal without a proposal', with_({ proposal: null }), 'proposal: missing-field'],
    [
      'R-JUDGE-14 a record under another signature',
      with_({ case_record: { ...publishedReview.case_record, signature: 'other' } }),
      'case_record.signature: signature-differs',
    ],
    [
      'R-JUDGE-14 a record of other words',
      with_({ case_record: { ...publishedReview.case_record, human_said: 'other' } }),
      'case_record.human_said: differs',
    ],
    [
      'A-JUD-13 a case that is adopted at once',
      with_({ case_record: { ...publishedReview.case_record, status: 'adopted' } }),
      'case_record.status: invalid-value',
    ],
    ['R-JUDGE-22 an extra field', with_({ confidence: 1 }), 'confidence: unknown-field'],
    ['A-JUD-10 none beside a signal', with_({ action: 'none', case_record: null, proposal: null }), 'action: action-and-signal'],
    ['A-JUD-10 none beside a proposal', with_({ action: 'none' }), 'proposal: leftover'],
    ['A-JUD-7 a record where a proposal is due', with_({ action: 'record', proposal: null }), 'action: proposal-due'],
    ['a record with a proposal', with_({ action: 'record' }), 'proposal: leftover'],
    ['no signal where a person has spoken', { ...nothing }, 'human_signal: signal-missing'],
  ])('%s is a miss', (_, answer, fault) => {
    expect(codes(review(answer))).toContain(fault)
  })

  test.each(['clause', 'change', 'counter_example', 'falsify', 'rollback'])(
    'R-JUDGE-21 A-JUD-6 a proposal with a blank %s is a miss',
    (field) => {
      expect(codes(review(with_({ proposal: { ...publishedReview.proposal, [field]: ' \u200b' } })))).toEqual([
        `proposal.${field}: invalid-value`,
      ])
    },
  )

  test('R-JUDGE-21 A-JUD-6 so is one without evidence, and one at a count of 1', () => {
    expect(codes(review(with_({ proposal: { ...publishedReview.proposal, evidence: [] } })))).toEqual(['proposal.evidence: invalid-value'])
    expect(codes(review({ ...publishedReview, same_case_count: 1 }, asked({ same_case_count: 1 })))).toEqual(['action: proposal-early'])
  })

  test('R-JUDGE-22 an alias is a miss twice over: the field is missing, the alias unknown', () => {
    const { case_record: record, ...rest } = publishedReview
    const { human_said: said, ...fields } = record
    expect(codes(review({ ...rest, case_record: { ...fields, humanSaid: said } }))).toEqual([
      'case_record.humanSaid: unknown-field',
      'case_record.human_said: missing-field',
    ])
  })

  test('A-JUD-7 a record is in contract at a count of 1, and at 2 with an open or rejected proposal', () => {
    expect(review(recordOnly, asked({ same_case_count: 1 })).kind).toBe('judged')
    for (const state of ['open', 'rejected'] as const) {
      expect(review({ ...recordOnly, same_case_count: 2 }, asked({ proposal_state: state })).kind).toBe('judged')
    }
  })

  test('nobody spoke: none is in contract, a signal would be made up', () => {
    const silent = asked({ human: null, same_case_count: 0 })
    expect(review(nothing, silent).kind).toBe('judged')
    expect(review({ human_signal: null, same_case_count: 0, action: 'none' }, silent).kind).toBe('judged')
    expect(codes(review(recordOnly, asked({ human: null, same_case_count: 1 })))).toContain('human_signal: signal-made-up')
  })
})

function with_(change: Readonly<Record<string, unknown>>): unknown {
  return { ...publishedReview, ...change }
}

describe('approve, compare, recheck', () => {
  test.each(['ok', 'mismatch', 'missing'])('R-JUDGE-08 approve answers with the premise %s', (premise) => {
    const payload = { text: 'x', as_is: 'y', source: 'z' }
    expect(readAnswer('approve', text({ premise }), payload)).toMatchObject({ kind: 'judged', value: { premise } })
    expect(readAnswer('approve', text({ premise: premise.toUpperCase() }), payload).kind).toBe('miss')
  })

  test('R-JUDGE-09 compare answers with both axes, domains, causes, risks and suggestions', () => {
    expect(compare(compareAnswer)).toMatchObject({ kind: 'judged', value: compareAnswer })
    for (const field of Object.keys(compareAnswer)) {
      expect(codes(compare({ ...compareAnswer, [field]: undefined })), field).toEqual([`${field}: missing-field`])
    }
  })

  test('A-GATE-8 a domain that was not given is a miss', () => {
    expect(codes(compare({ ...compareAnswer, domains: ['session', 'billing'] }))).toEqual(['domains[1]: unknown-domain'])
  })

  test('R-JUDGE-02 R-JUDGE-29 a colour, an edit or a tool call has no place in an answer', () => {
    for (const field of ['light', 'colour', 'edits', 'tool_calls', 'final']) {
      expect(codes(compare({ ...compareAnswer, [field]: 'green' }))).toEqual([`${field}: unknown-field`])
    }
  })

  test('asked for suggestions on a red, the axes stay as they were', () => {
    const red = { requirement: 'RQ3', solution: 'SL1', tradeoff: 'none', because: 'ambiguous' } as const
    const payload = { ...comparePayload, red }
    expect(compare({ ...compareAnswer, requirement: 'RQ3', solution: 'SL1', suggestions: ['say which device'] }, payload).kind).toBe(
      'judged',
    )
    expect(codes(compare({ ...compareAnswer, requirement: 'RQ1', solution: 'SL1' }, payload))).toEqual(['requirement: differs'])
  })

  test('R-JUDGE-11 a recheck answers the four axes and the four checks', () => {
    const recheck = (answer: unknown, payload = recheckPayload) => readAnswer('recheck', text(answer), payload)
    expect(recheck(recheckAnswer)).toMatchObject({ kind: 'judged', value: recheckAnswer })
    for (const field of ['cause', 'solution', 'evidence', 'scope', 'H1', 'H2', 'H3', 'H4']) {
      expect(codes(recheck({ ...recheckAnswer, [field]: undefined })), field).toEqual([`${field}: missing-field`])
    }
    expect(codes(recheck({ ...recheckAnswer, evidence: 'EV1' }))).toEqual(['evidence: differs'])
    expect(codes(recheck({ ...recheckAnswer, H4: 'authorized' }))).toEqual(['H4: not-authorized'])
    expect(recheck({ ...recheckAnswer, H4: 'authorized' }, { ...recheckPayload, authorized: { H2: false, H4: true } }).kind).toBe('judged')
  })
})

describe('an answer that is off', () => {
  const json = JSON.stringify(compareAnswer)
  const read = (raw: string, options = {}) => readAnswer('compare', { kind: 'answered', text: raw }, comparePayload, options)

  test.each<[string, string, string[]]>([
    ['a fence', `\`\`\`json\n${json}\n\`\`\``, ['fence']],
    ['a trailing comma', json.replace(/\}$/, ',}'), ['trailing-comma']],
    ['white space', `\n\n  ${json}\n`, []],
  ])('R-JUDGE-23 %s is put right, and that is told', (_, raw, corrections) => {
    expect(read(raw)).toMatchObject({ kind: 'judged', value: compareAnswer, corrections })
  })

  test.each<[string, string, string]>([
    ['prose before it', `Here you are: ${json}`, 'syntax'],
    ['prose after it', `${json}\nHope this helps.`, 'syntax'],
    ['two objects', `${json}\n${json}`, 'syntax'],
    ['a field said twice', json.replace('{', '{"solution":"SL1",'), 'duplicate-key'],
    ['nothing', '', 'empty'],
    ['a list', `[${json}]`, 'not-an-object'],
    ['an object inside a text', JSON.stringify(json), 'not-an-object'],
  ])('R-JUDGE-12 %s is a miss, with the raw text', (_, raw, code) => {
    expect(read(raw)).toMatchObject({ kind: 'miss', faults: [{ code }], raw })
  })

  test('R-JUDGE-23 R-JUDGE-24 a second miss is n/a, with the faults and the raw text', () => {
    expect(read('no', { attempt: 2 })).toMatchObject({
      kind: 'not-applicable',
      independentlyJudged: false,
      reason: 'missed-twice',
      raw: 'no',
      faults: [{ code: 'syntax' }],
    })
  })

  test('R-JUDGE-24 not started, timed out and cut off are n/a, whole as the text may be', () => {
    expect(readAnswer('compare', { kind: 'not-started', message: 'no key' }, comparePayload)).toMatchObject({
      kind: 'not-applicable',
      independentlyJudged: false,
      reason: 'not-started',
    })
    expect(readAnswer('compare', { kind: 'timed-out', message: '30 s' }, comparePayload)).toMatchObject({
      kind: 'not-applicable',
      reason: 'timed-out',
    })
    expect(readAnswer('compare', { kind: 'answered', text: json, finishReason: 'length' }, comparePayload)).toMatchObject({
      kind: 'not-applicable',
      reason: 'cut-at-token-limit',
      raw: json,
    })
  })

  test("A-JUD-5 an answer over its budget is judged and says so, by the provider's count where there is one", () => {
    expect(readAnswer('compare', { kind: 'answered', text: json, tokensOut: 151 }, comparePayload)).toMatchObject({
      kind: 'judged',
      tokensOut: 151,
      overBudget: true,
    })
    expect(readAnswer('compare', { kind: 'answered', text: json, tokensOut: 150 }, comparePayload)).toMatchObject({ overBudget: false })
    expect(read(JSON.stringify({ ...compareAnswer, risks: ['x'.repeat(700)] }))).toMatchObject({ kind: 'judged', overBudget: true })
  })

  test('a call with a nonce counts only an answer that repeats it', () => {
    expect(read(JSON.stringify({ nonce: 'k3f9', ...compareAnswer }), { nonce: 'k3f9' })).toMatchObject({
      kind: 'judged',
      value: compareAnswer,
    })
    expect(read(json, { nonce: 'k3f9' })).toMatchObject({ kind: 'miss', faults: [{ code: 'wrong-nonce' }] })
  })
})

test('R-JUDGE-12 each form has a JSON schema that its answers keep and others break', () => {
  const answers = { approve: { premise: 'ok' }, compare: compareAnswer, recheck: recheckAnswer, review: publishedReview }
  for (const form of refereeForms) {
    const valid = new Ajv2020({ strict: false }).compile(answerJsonSchema(form, 'k3f9'))
    expect(valid({ nonce: 'k3f9', ...answers[form] }), form).toBe(true)
    expect(valid(answers[form]), form).toBe(false)
    expect(valid({ nonce: 'k3f9', ...answers[form], light: 'green' }), form).toBe(false)
    expect(new Ajv2020({ strict: false }).compile(answerJsonSchema(form))(answers[form]), form).toBe(true)
  }
})
