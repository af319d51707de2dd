import type { Decider, Decision, Refusal } from '../ledger/decider'
import { shown } from '../issues'
import { hasText } from '../text/blank'
import { buildPayload } from './build-payload'
import type { Judgement, RefereeAction, RefereeCommand, RefereeSetup, RefereeState } from './calls-state'
import { evolveCalls, initialCalls, judgementOf } from './calls-state'
import { callsMax, flowAsks } from './forms'
import { judgeDelivery } from './judge-delivery'
import type { RefereeEvent } from './referee-event'

type Asked = Extract<RefereeCommand, { do: 'ask' }>
type HandedIn = Extract<RefereeCommand, { do: 'hand-in' }>
type Disputed = Extract<RefereeCommand, { do: 'dispute' }>

/**
 * The referee's calls for one task as a decider over `referee/<task>`: four calls at most (R-JUDGE-26), each in a session of its own (R-JUDGE-03), one re-run of
 * what missed its contract (R-JUDGE-23), and one event for every judgement with all that it rests on (R-JUDGE-27).
 */
export const refereeCalls: Decider<RefereeSetup, RefereeState, RefereeCommand, RefereeEvent, RefereeAction> = {
  initial: initialCalls,
  decide,
  evolve: evolveCalls,
  next,
}

function decide(state: RefereeState, command: RefereeCommand): Decision<RefereeEvent> {
  switch (command.do) {
    case 'ask':
      return ask(state, command)
    case 'hand-in':
      return handIn(state, command)
    case 'dispute':
      return dispute(state, command)
  }
}

function ask(state: RefereeState, { judgement, form, facts, session, nonce }: Asked): Decision<RefereeEvent> {
  const before = judgementOf(state, judgement)
  const refusal = refusalToAsk(state, before, { form, session })
  if (refusal !== undefined) return { ok: false, refusal }
  const built = buildPayload(form, facts)
  if (!built.ok) {
    const [first] = built.issues
    return refused('R-JUDGE-07', 'payload', `these facts make no payload: ${first?.path ?? ''}: ${first?.message ?? ''}`)
  }
  const { payload, hash, tokensIn, overBudget, cut, dropped } = built.value
  if ('standards' in payload && payload.standards.family !== flowAsks(state.flow).family) {
    return refused('R-JUDGE-04', 'standards', `the flow ${state.flow} goes by the standards of ${flowAsks(state.flow).family}`)
  }
  if (before !== undefined && before.payloadHash !== hash) {
    return refused('R-JUDGE-23', 'payload-changed', `the re-run of ${shown(judgement)} has another payload than its first call`)
  }
  const data = {
    judgement,
    form,
    attempt: before === undefined ? (1 as const) : (2 as const),
    session,
    nonce: nonce ?? null,
    payload: { ...payload },
    payloadHash: hash,
    tokensIn,
    overBudget,
    cut,
    dropped,
  }
  return { ok: true, events: [{ type: 'referee.asked', data }] }
}

function refusalToAsk(
  { calls, flow, sessions }: RefereeState,
  before: Judgement | undefined,
  { form, session }: Pick<Asked, 'form' | 'session'>,
): Refusal | undefined {
  if (calls >= callsMax)
    return { rule: 'R-JUDGE-26', code: 'calls-used-up', message: `this task has had ${calls} calls, at most ${callsMax}` }
  if (!flowAsks(flow).forms.includes(form)) {
    return { rule: 'R-JUDGE-11', code: 'form', message: `the flow ${flow} does not ask ${form}` }
  }
  if (!hasText(session) || sessions.includes(session)) {
    return { rule: 'R-JUDGE-03', code: 'session', message: `found the session ${shown(session)}: each call has a fresh one` }
  }
  if (before !== undefined && (before.stands !== 'missed' || before.attempt !== 1 || before.form !== form)) {
    return {
      rule: 'R-JUDGE-23',
      code: 'asked-before',
      message: `this judgement stands as ${before.stands}: only a first miss is asked again`,
    }
  }
  return undefined
}

function handIn(state: RefereeState, { judgement, delivery }: HandedIn): Decision<RefereeEvent> {
  const asked = judgementOf(state, judgement)
  if (asked?.stands !== 'asked') return refused('R-JUDGE-27', 'not-asked', `no call is open for ${shown(judgement)}`)
  const { form, payload, payloadHash, attempt, nonce } = asked
  const { read, light } = judgeDelivery(form, delivery, payload, { attempt, ...(nonce !== null && { nonce }) })
  const head = { judgement, form }
  switch (read.kind) {
    case 'judged': {
      const { value, corrections, tokensOut, overBudget, independentlyJudged } = read
      const raw = delivery.kind === 'answered' ? delivery.text : ''
      const colour = light === null ? null : { light: light.light, policy: light.policy, rule: light.rule, because: light.because }
      const answered = { raw, answer: { ...value }, corrections, tokensOut, overBudget, light: colour, independentlyJudged }
      return recorded({ type: 'referee.judged', data: { rules: 'referee@1', ...head, attempt, nonce, payload, payloadHash, ...answered } })
    }
    case 'miss': {
      const miss = missOf(head, attempt, read.faults, read.raw)
      // Without a call left there is no re-run to wait for.
      return state.calls < callsMax
        ? recorded(miss)
        : recorded(miss, noJudgement({ ...head, payloadHash }, 'calls-used-up', 'no call is left for a re-run', read.raw))
    }
    case 'not-applicable': {
      const none = noJudgement({ ...head, payloadHash }, read.reason, read.message, read.raw)
      return read.reason === 'missed-twice' ? recorded(missOf(head, attempt, read.faults, read.raw ?? ''), none) : recorded(none)
    }
  }
}

type DataOf<Type extends RefereeEvent['type']> = Extract<RefereeEvent, { type: Type }>['data']
type Head = Pick<DataOf<'referee.contract'>, 'judgement' | 'form'>

function missOf(head: Head, attempt: 1 | 2, faults: DataOf<'referee.contract'>['faults'], raw: string): RefereeEvent {
  return { type: 'referee.contract', data: { ...head, attempt, referee_contract: 'miss', faults, raw } }
}

function noJudgement(
  head: Head & { payloadHash: string },
  reason: DataOf<'referee.not-applicable'>['reason'],
  message: string,
  raw: string | null,
): RefereeEvent {
  return { type: 'referee.not-applicable', data: { ...head, reason, message, raw, independentlyJudged: false } }
}

function dispute(state: RefereeState, { judgement, by, words }: Disputed): Decision<RefereeEvent> {
  if (judgementOf(state, judgement)?.stands !== 'judged')
    return refused('R-JUDGE-31', 'not-judged', `there is no judgement ${shown(judgement)}`)
  if (by.kind !== 'human' || !hasText(by.id))
    return refused('R-JUDGE-31', 'not-a-person', `found ${shown(by.kind)}: a person disputes a judgement`)
  if (!hasText(words)) return refused('R-JUDGE-31', 'no-words', 'a dispute is in words')
  return recorded({ type: 'referee.disputed', data: { judgement, by: { kind: 'human', id: by.id }, words } })
}

function next({ judgements, calls, task, version }: RefereeState): readonly RefereeAction[] {
  if (calls >= callsMax) return []
  return Object.entries(judgements).flatMap(([judgement, { form, stands }]): RefereeAction[] =>
    stands === 'missed' ? [{ kind: 'ask-again', id: `referee/${task}@${version}:${judgement}`, judgement, form }] : [],
  )
}

function recorded(...events: RefereeEvent[]): Decision<RefereeEvent> {
  return { ok: true, events }
}

function refused(rule: string, code: string, message: string): Decision<RefereeEvent> {
  return { ok: false, refusal: { rule, code, message } }
}
