import { describe, expect, test } from 'vitest'
import type { JudgedData, RefereeCommand, RefereeEvent, RefereeState } from '../../../src/entries/referee'
import { recomputeJudgement, refereeCalls } from '../../../src/entries/referee'
import { refereeEventTypes } from '../../../src/referee/referee-event'
import { approveFacts, compareAnswer, compareFacts, recheckAnswer, recheckFacts } from '../../support/referee-payloads'

type Ask = Extract<RefereeCommand, { do: 'ask' }>

const setup = { task: 't1', flow: 'dev', sessions: ['main'] } as const
const ask = (session: string, more: Partial<Ask> = {}): Ask => ({
  do: 'ask',
  judgement: 'gate',
  form: 'compare',
  facts: compareFacts,
  session,
  ...more,
})
const handIn = (text: string, judgement = 'gate'): RefereeCommand => ({ do: 'hand-in', judgement, delivery: { kind: 'answered', text } })
const good = JSON.stringify(compareAnswer)

function run(
  commands: readonly RefereeCommand[],
  start: RefereeState = refereeCalls.initial(setup),
): { state: RefereeState; events: RefereeEvent[] } {
  let state = start
  const events: RefereeEvent[] = []
  for (const command of commands) {
    const decision = refereeCalls.decide(state, command)
    if (!decision.ok) throw new Error(JSON.stringify(decision.refusal))
    for (const event of decision.events) {
      const known = refereeEventTypes.find(({ type }) => type === event.type)
      expect(known?.data.safeParse(event.data).error, event.type).toBeUndefined()
      state = refereeCalls.evolve(state, event)
      events.push(event)
    }
  }
  return { state, events }
}

function refusal(command: RefereeCommand, before: readonly RefereeCommand[] = [], start?: RefereeState) {
  const decision = refereeCalls.decide(run(before, start).state, command)
  return decision.ok ? 'allowed' : `${decision.refusal.rule} ${decision.refusal.code}`
}

describe('the calls of a task', () => {
  test('R-JUDGE-27 a judgement is one event with what was seen, what was judged and why', () => {
    const { events } = run([ask('s1'), handIn(good)])
    expect(events.map(({ type }) => type)).toEqual(['referee.asked', 'referee.judged'])
    expect(events[1]?.data).toMatchObject({
      payload: compareFacts,
      raw: good,
      answer: compareAnswer,
      light: { light: 'yellow', policy: 'dev-gate@1', rule: 'solution-risk' },
      independentlyJudged: true,
    })
  })

  test('R-JUDGE-28 R-JUDGE-31 it is worked out again from its record, and a record that was changed does not agree', () => {
    const judged = run([ask('s1', { nonce: 'k3f9' }), handIn(JSON.stringify({ nonce: 'k3f9', ...compareAnswer }))]).events[1]
    if (judged?.type !== 'referee.judged') throw new Error('not judged')
    const data: JudgedData = judged.data
    expect(recomputeJudgement(data)).toEqual([])
    expect(recomputeJudgement({ ...data, light: { light: 'green', policy: 'dev-gate@1', rule: 'otherwise', because: '' } })).toEqual([
      'light',
    ])
    expect(recomputeJudgement({ ...data, answer: { ...data.answer, solution: 'SL1' } })).toEqual(['answer'])
    expect(recomputeJudgement({ ...data, raw: 'no' })).toEqual(['answer'])
    expect(recomputeJudgement({ ...data, payload: { ...data.payload, premise: 'not-stated' } })).toEqual(['payloadHash'])
  })

  test('R-JUDGE-11 bugfix rechecks: the fault light follows from the axes', () => {
    const { events } = run(
      [ask('s1', { form: 'recheck', facts: recheckFacts }), handIn(JSON.stringify(recheckAnswer))],
      refereeCalls.initial({ task: 't1', flow: 'bugfix' }),
    )
    expect(events[1]?.data).toMatchObject({ light: { light: 'green', policy: 'bugfix@1', rule: '5' } })
  })

  test('R-JUDGE-23 a miss is on record with faults and raw text, asked once more, and then n/a', () => {
    const missed = run([ask('s1'), handIn('I think green')])
    expect(missed.events[1]).toMatchObject({
      type: 'referee.contract',
      data: { referee_contract: 'miss', raw: 'I think green', faults: [{ code: 'syntax' }] },
    })
    expect(refereeCalls.next(missed.state)).toEqual([{ kind: 'ask-again', id: 'referee/t1@2:gate', judgement: 'gate', form: 'compare' }])
    const again = run([ask('s2'), handIn('still green')], missed.state)
    expect(again.events.map(({ type }) => type)).toEqual(['referee.asked', 'referee.contract', 'referee.not-applicable'])
    expect(again.events[2]?.data).toMatchObject({ reason: 'missed-twice', independentlyJudged: false })
    expect(refereeCalls.next(again.state)).toEqual([])
    expect(refusal(ask('s3'), [], again.state)).toBe('R-JUDGE-23 asked-before')
  })

  test('R-JUDGE-23 a re-run after a miss is judged like a first call, on the same payload only', () => {
    const missed = run([ask('s1'), handIn('no')]).state
    expect(run([ask('s2'), handIn(good)], missed).events[1]).toMatchObject({ type: 'referee.judged', data: { attempt: 2 } })
    expect(refusal(ask('s2', { facts: { ...compareFacts, l1: [] } }), [], missed)).toBe('R-JUDGE-23 payload-changed')
  })

  test('R-JUDGE-24 what did not start or timed out is n/a and not asked again', () => {
    for (const kind of ['not-started', 'timed-out'] as const) {
      const { state, events } = run([ask('s1'), { do: 'hand-in', judgement: 'gate', delivery: { kind, message: 'why' } }])
      expect(events[1]).toMatchObject({ type: 'referee.not-applicable', data: { reason: kind, independentlyJudged: false, raw: null } })
      expect(refereeCalls.next(state)).toEqual([])
    }
  })

  test('R-JUDGE-26 A-JUD-4 the fifth call is refused, and re-runs count', () => {
    const approve = (judgement: string, session: string): RefereeCommand =>
      ask(session, { judgement, form: 'approve', facts: approveFacts })
    const three = [approve('a', 's1'), handIn('{"premise":"ok"}', 'a'), ask('s2'), handIn('no'), ask('s3'), handIn(good)]
    expect(refusal(approve('b', 's4'), three)).toBe('allowed')
    const four = [...three, approve('b', 's4')]
    expect(refusal(approve('c', 's5'), four)).toBe('R-JUDGE-26 calls-used-up')
    const last = run([...four, handIn('no', 'b')])
    expect(last.events.at(-1)).toMatchObject({ type: 'referee.not-applicable', data: { judgement: 'b', reason: 'calls-used-up' } })
    expect(refereeCalls.next(last.state)).toEqual([])
  })

  test('R-JUDGE-03 neither the main session nor one that was used before judges', () => {
    expect(refusal(ask('main'))).toBe('R-JUDGE-03 session')
    expect(refusal(ask(' '))).toBe('R-JUDGE-03 session')
    expect(refusal(ask('s1', { judgement: 'other' }), [ask('s1'), handIn(good)])).toBe('R-JUDGE-03 session')
  })

  test('R-JUDGE-04 R-JUDGE-11 a flow asks its own forms by its own standards', () => {
    expect(refusal(ask('s1', { form: 'recheck', facts: recheckFacts }))).toBe('R-JUDGE-11 form')
    expect(refusal(ask('s1'), [], refereeCalls.initial({ task: 't1', flow: 'bugfix' }))).toBe('R-JUDGE-11 form')
    const review = {
      standards: recheckFacts.standards,
      card: { id: 'F-20261109-01', text: 'x' },
      human: null,
      same_case_count: 0,
      proposal_state: 'none',
      ids: { case_record: 'C-20261109-01', proposal: 'P-20261109-01' },
    }
    expect(refusal(ask('s1', { form: 'review', facts: review }))).toBe('R-JUDGE-04 standards')
    expect(refusal(ask('s1', { form: 'review', facts: review }), [], refereeCalls.initial({ task: 't1', flow: 'bugfix' }))).toBe('allowed')
  })

  test('R-JUDGE-07 facts that make no payload are refused; what was left out of the others is on record', () => {
    expect(refusal(ask('s1', { facts: {} }))).toBe('R-JUDGE-07 payload')
    expect(run([ask('s1', { facts: { ...compareFacts, history: [] } })]).events[0]?.data).toMatchObject({
      dropped: ['history'],
      cut: [],
      overBudget: false,
    })
  })

  test('nothing is handed in that was not asked, nor twice', () => {
    expect(refusal(handIn(good))).toBe('R-JUDGE-27 not-asked')
    expect(refusal(handIn(good, '__proto__'))).toBe('R-JUDGE-27 not-asked')
    expect(refusal(handIn(good), [ask('s1'), handIn(good)])).toBe('R-JUDGE-27 not-asked')
    expect(refusal(ask('s2'), [ask('s1')])).toBe('R-JUDGE-23 asked-before')
  })

  test('R-JUDGE-31 a person, and nobody else, disputes a judgement; it stays on record', () => {
    const judged = [ask('s1'), handIn(good)]
    const dispute = (kind: string, words = 'there are two ways'): RefereeCommand => ({
      do: 'dispute',
      judgement: 'gate',
      by: { kind, id: 'ada' },
      words,
    })
    const { state, events } = run([...judged, dispute('human')])
    expect(events.at(-1)).toMatchObject({ type: 'referee.disputed', data: { by: { kind: 'human', id: 'ada' } } })
    expect(state.judgements['gate']).toMatchObject({ stands: 'judged', disputed: true })
    expect(refusal(dispute('agent'), judged)).toBe('R-JUDGE-31 not-a-person')
    expect(refusal(dispute('human', ''), judged)).toBe('R-JUDGE-31 no-words')
    expect(refusal(dispute('human'))).toBe('R-JUDGE-31 not-judged')
  })
})
