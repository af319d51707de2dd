import { describe, expect, test } from 'vitest'
import type { RefereeCommand, RefereeState } from '../../../src/entries/referee'
import { recomputeJudgement, refereeCalls } from '../../../src/entries/referee'
import { approveFacts, compareAnswer, compareFacts, recheckFacts } from '../../support/referee-payloads'

type Ask = Extract<RefereeCommand, { do: 'ask' }>

const start = refereeCalls.initial({ task: 't1', flow: 'dev', sessions: ['main'] })
const ask = (session: string, more: Partial<Ask> = {}): Ask => ({
  do: 'ask',
  judgement: 'gate',
  form: 'compare',
  facts: compareFacts,
  session,
  ...more,
})
const handIn = (text: string, judgement = 'gate'): RefereeCommand => ({ do: 'hand-in', judgement, delivery: { kind: 'answered', text } })
const dispute = (more: object = {}): RefereeCommand => ({
  do: 'dispute',
  judgement: 'gate',
  by: { kind: 'human', id: 'ada' },
  words: 'No.',
  ...more,
})
const good = JSON.stringify(compareAnswer)

function after(...commands: readonly RefereeCommand[]): RefereeState {
  return commands.reduce((state, command) => {
    const decision = refereeCalls.decide(state, command)
    if (!decision.ok) throw new Error(JSON.stringify(decision.refusal))
    return decision.events.reduce<RefereeState>((before, event) => refereeCalls.evolve(before, event), state)
  }, start)
}

function said(state: RefereeState, command: RefereeCommand): string {
  const decision = refereeCalls.decide(state, command)
  return decision.ok ? 'allowed' : `${decision.refusal.rule} ${decision.refusal.code}: ${decision.refusal.message}`
}

const missed = after(ask('s1'), handIn('{}'))
const others = ['a', 'b', 'c'].map((judgement, index) => ask(`o${index}`, { judgement }))

describe('a call that is refused says by which rule and why', () => {
  test.each<[RefereeState, RefereeCommand, string]>([
    [after(ask('s1'), ...others), ask('s9', { judgement: 'z' }), 'R-JUDGE-26 calls-used-up: this task has had 4 calls, at most 4'],
    [start, ask('s1', { form: 'recheck', facts: recheckFacts }), 'R-JUDGE-11 form: the flow dev does not ask recheck'],
    [start, ask('main'), 'R-JUDGE-03 session: found the session "main": each call has a fresh one'],
    [start, ask(' '), 'R-JUDGE-03 session: found the session " ": each call has a fresh one'],
    [missed, ask('s1'), 'R-JUDGE-03 session: found the session "s1": each call has a fresh one'],
    [after(ask('s1')), ask('s2'), 'R-JUDGE-23 asked-before: this judgement stands as asked: only a first miss is asked again'],
    [
      after(ask('s1'), handIn(good)),
      ask('s2'),
      'R-JUDGE-23 asked-before: this judgement stands as judged: only a first miss is asked again',
    ],
    [
      missed,
      ask('s2', { form: 'approve', facts: approveFacts }),
      'R-JUDGE-23 asked-before: this judgement stands as missed: only a first miss is asked again',
    ],
    [
      missed,
      ask('s2', { facts: { ...compareFacts, premise: 'missing' } }),
      'R-JUDGE-23 payload-changed: the re-run of "gate" has another payload than its first call',
    ],
    [start, handIn(good), 'R-JUDGE-27 not-asked: no call is open for "gate"'],
    [missed, handIn(good), 'R-JUDGE-27 not-asked: no call is open for "gate"'],
    [after(ask('s1')), dispute(), 'R-JUDGE-31 not-judged: there is no judgement "gate"'],
    [
      after(ask('s1'), handIn(good)),
      dispute({ by: { kind: 'agent', id: 'x' } }),
      'R-JUDGE-31 not-a-person: found "agent": a person disputes a judgement',
    ],
    [after(ask('s1'), handIn(good)), dispute({ words: ' ' }), 'R-JUDGE-31 no-words: a dispute is in words'],
  ])('%#', (state, command, message) => {
    expect(said(state, command)).toBe(message)
  })

  test('R-JUDGE-07 facts that make no payload are told by their first fault', () => {
    expect(said(start, ask('s1', { facts: { ...compareFacts, premise: 'fine' } }))).toMatch(
      /^R-JUDGE-07 payload: these facts make no payload: premise: .*not-stated/,
    )
  })

  test('R-JUDGE-04 each flow goes by its own standards', () => {
    const standards = { ...compareFacts.standards, family: 'bugfix' }
    const facts = {
      standards,
      card: { id: 'c', text: '' },
      human: null,
      same_case_count: 0,
      proposal_state: 'none',
      ids: { case_record: 'C-20261109-01', proposal: 'P-20261109-01' },
    }
    expect(said(start, ask('s1', { form: 'review', facts }))).toBe('R-JUDGE-04 standards: the flow dev goes by the standards of dev')
  })
})

describe('the calls on record', () => {
  test('begin with none, and each judgement stands for itself', () => {
    expect(refereeCalls.initial({ task: 't1', flow: 'bugfix' })).toEqual({
      task: 't1',
      flow: 'bugfix',
      calls: 0,
      sessions: [],
      judgements: {},
      version: 0,
    })
    const two = after(ask('s1'), handIn(good), ask('s2', { judgement: 'second' }), handIn('{}', 'second'), dispute())
    expect(Object.fromEntries(Object.entries(two.judgements).map(([name, { stands, disputed }]) => [name, [stands, disputed]]))).toEqual({
      gate: ['judged', true],
      second: ['missed', false],
    })
    expect([two.calls, two.sessions]).toEqual([2, ['main', 's1', 's2']])
  })

  test('an event that is of no known type or judgement changes nothing but the version', () => {
    const other = { type: 'referee.other', data: {} } as never
    expect(refereeCalls.evolve(missed, other)).toEqual({ ...missed, version: missed.version + 1 })
    const stray = { type: 'referee.not-applicable', data: { judgement: 'z' } } as never
    expect(refereeCalls.evolve(missed, stray)).toEqual({ ...missed, version: missed.version + 1 })
  })

  test('R-JUDGE-23 a second miss is on record, with what came, and is no judgement', () => {
    const decision = refereeCalls.decide(after(ask('s1'), handIn('{}'), ask('s2')), handIn('not it'))
    expect(decision.ok && decision.events).toMatchObject([
      { type: 'referee.contract', data: { attempt: 2, raw: 'not it' } },
      { type: 'referee.not-applicable', data: { reason: 'missed-twice', raw: 'not it', independentlyJudged: false } },
    ])
    expect(after(ask('s1'), handIn('{}'), ask('s2'), handIn('not it')).judgements['gate']?.stands).toBe('not-applicable')
  })

  test('R-JUDGE-26 a miss of the fourth call has no re-run, and a miss before it has none either once the calls are used up', () => {
    const full = after(...others, ask('s1'))
    const decision = refereeCalls.decide(full, handIn('{}'))
    expect(decision.ok && decision.events[1]).toMatchObject({
      data: { reason: 'calls-used-up', message: 'no call is left for a re-run', raw: '{}' },
    })
    expect(refereeCalls.next(missed)).toEqual([{ kind: 'ask-again', id: 'referee/t1@2:gate', judgement: 'gate', form: 'compare' }])
    expect(
      refereeCalls.next(
        others.reduce<RefereeState>((state, command) => {
          const asked = refereeCalls.decide(state, command)
          return asked.ok ? asked.events.reduce<RefereeState>((before, event) => refereeCalls.evolve(before, event), state) : state
        }, missed),
      ),
    ).toEqual([])
  })

  test('R-JUDGE-28 an answer that was put without a nonce is worked out again without one, colour or none', () => {
    for (const [form, facts, answer] of [
      ['compare', compareFacts, compareAnswer],
      ['approve', approveFacts, { premise: 'ok' }],
    ] as const) {
      const decision = refereeCalls.decide(after(ask('s1', { form, facts })), handIn(JSON.stringify(answer)))
      const [event] = decision.ok ? decision.events : []
      if (event?.type !== 'referee.judged') throw new Error('not judged')
      expect([event.data.nonce, event.data.light === null]).toEqual([null, form === 'approve'])
      expect(recomputeJudgement(event.data)).toEqual([])
      expect(recomputeJudgement({ ...event.data, overBudget: true })).toEqual(['overBudget'])
    }
  })
})
