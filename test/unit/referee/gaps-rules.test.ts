import { describe, expect, test } from 'vitest'
import type { ComparePayload, Delivery, RefereeCommand, RefereeEvent, RefereeState } from '../../../src/entries/referee'
import { readAnswer, refereeCalls } from '../../../src/entries/referee'
import { compareAnswer, compareFacts } from '../../support/referee-payloads'

const payload = compareFacts as ComparePayload
const good = JSON.stringify(compareAnswer)
const read = (text: string, attempt: 1 | 2 = 1) => readAnswer('compare', { kind: 'answered', text }, payload, { attempt })

function run(...commands: readonly RefereeCommand[]): { state: RefereeState; events: RefereeEvent[] } {
  let state = refereeCalls.initial({ task: 't1', flow: 'dev', sessions: ['main'] })
  const events: RefereeEvent[] = []
  for (const command of commands) {
    const decision = refereeCalls.decide(state, command)
    if (!decision.ok) throw new Error(JSON.stringify(decision.refusal))
    events.push(...decision.events)
    state = decision.events.reduce((before, event) => refereeCalls.evolve(before, event), state)
  }
  return { state, events }
}

const ask = (session: string): RefereeCommand => ({ do: 'ask', judgement: 'gate', form: 'compare', facts: compareFacts, session })
const handIn = (text: string): RefereeCommand => ({ do: 'hand-in', judgement: 'gate', delivery: { kind: 'answered', text } })

describe('A-JUD-1 an answer out of contract is first a miss, then mended without loss or asked once more, and n/a after that', () => {
  const { tradeoff: _, ...short } = compareAnswer
  const bad = JSON.stringify(short)

  test('what is mended without loss is no miss and costs no call', () => {
    const { state, events } = run(ask('s1'), handIn(`\`\`\`json\n${good}\n\`\`\``))
    expect(events.at(-1)).toMatchObject({ type: 'referee.judged', data: { answer: compareAnswer, corrections: ['fence'] } })
    expect([state.calls, refereeCalls.next(state)]).toEqual([1, []])
  })

  test('a miss is asked once more, and a sound second answer counts', () => {
    const missed = run(ask('s1'), handIn(bad))
    expect(missed.events.at(-1)).toMatchObject({ type: 'referee.contract', data: { referee_contract: 'miss', raw: bad, attempt: 1 } })
    expect(refereeCalls.next(missed.state)).toMatchObject([{ kind: 'ask-again', judgement: 'gate' }])
    const again = run(ask('s1'), handIn(bad), ask('s2'), handIn(good))
    expect(again.events.at(-1)).toMatchObject({ type: 'referee.judged', data: { attempt: 2 } })
  })

  test('a second miss is n/a, and nothing is asked a third time', () => {
    const { state, events } = run(ask('s1'), handIn(bad), ask('s2'), handIn(bad))
    expect(events.slice(-2)).toMatchObject([
      { type: 'referee.contract', data: { attempt: 2, raw: bad } },
      { type: 'referee.not-applicable', data: { reason: 'missed-twice', independentlyJudged: false } },
    ])
    expect(refereeCalls.next(state)).toEqual([])
    const third = refereeCalls.decide(state, ask('s3'))
    expect(third.ok || third.refusal.code).toBe('asked-before')
  })
})

describe('A-JUD-2 mending touches fences, trailing commas and white space, and keeps the raw text', () => {
  test.each<[string, string, string[]]>([
    ['a fence', `\`\`\`json\n${good}\n\`\`\``, ['fence']],
    ['a trailing comma', good.replace(/\}$/, ',}'), ['trailing-comma']],
    ['white space', `\n\t ${JSON.stringify(compareAnswer, null, 4)} \r\n`, []],
    ['a fence, a comma and blanks', `  \`\`\`\n${good.replace(/\}$/, ', }')}\n\`\`\`\n`, ['fence', 'trailing-comma']],
  ])('%s', (_, text, corrections) => {
    expect(read(text)).toMatchObject({ kind: 'judged', value: compareAnswer, corrections })
    expect(run(ask('s1'), handIn(text)).events.at(-1)).toMatchObject({ data: { raw: text, answer: compareAnswer } })
  })

  const { requirement, ...without } = compareAnswer
  test.each<[string, string]>([
    ['a missing field', JSON.stringify(without)],
    ['a renamed field', JSON.stringify({ ...without, Requirement: requirement })],
    ['a field of almost that name', JSON.stringify({ ...without, requirement_axis: requirement })],
    ['an extra field', JSON.stringify({ ...compareAnswer, confidence: 0.9 })],
    ['a value in other letters', JSON.stringify({ ...compareAnswer, requirement: 'rq1' })],
    ['a field that stands there twice', good.replace('{', '{"requirement":"RQ3",')],
    ['a comment', good.replace('{', '{/* sure */')],
    ['single quotes', good.replaceAll('"', "'")],
    ['words around it', `Here you are: ${good}`],
  ])('%s is beyond it', (_, text) => {
    expect(read(text)).toMatchObject({ kind: 'miss', raw: text })
    const twice = read(text, 2)
    expect(twice).toMatchObject({ kind: 'not-applicable', reason: 'missed-twice', independentlyJudged: false, raw: text })
    expect('value' in twice).toBe(false)
  })
})

test('A-TL-14 A-GATE-1 a referee answers with the codes of the axes, and neither a colour nor a letter of attribution is one', () => {
  const faults = (change: Readonly<Record<string, unknown>>) => {
    const delivery: Delivery = { kind: 'answered', text: JSON.stringify({ ...compareAnswer, ...change }) }
    const found = readAnswer('compare', delivery, payload)
    return found.kind === 'miss' ? found.faults.map(({ path }) => path) : []
  }
  expect(faults({})).toEqual([])
  for (const field of ['light', 'colour', 'attribution']) expect(faults({ [field]: 'A' })).toEqual([field])
  for (const letter of ['A', 'B', 'C', 'green']) {
    expect(faults({ requirement: letter, solution: letter })).toEqual(['requirement', 'solution'])
  }
})
