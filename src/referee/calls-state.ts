import type { RefereeFlow, RefereeForm } from './forms'
import type { RefereeEvent } from './referee-event'
import type { Delivery } from './read-answer'

/** The task that a referee is called for: its flow, and the sessions that may not judge (the main one at least). */
export type RefereeSetup = { readonly task: string; readonly flow: RefereeFlow; readonly sessions?: readonly string[] }

/** One judgement and where it stands; `missed` waits for its one re-run. */
export type Judgement = {
  readonly form: RefereeForm
  readonly payload: Readonly<Record<string, unknown>>
  readonly payloadHash: string
  readonly nonce: string | null
  readonly attempt: 1 | 2
  readonly stands: 'asked' | 'missed' | 'judged' | 'not-applicable'
  readonly disputed: boolean
}

/** The fold of a task's referee events; `calls` counts every call, re-runs too (A-JUD-4). */
export type RefereeState = {
  readonly task: string
  readonly flow: RefereeFlow
  readonly calls: number
  /** Sessions that may not judge (again): each call has a context of its own (R-JUDGE-03). */
  readonly sessions: readonly string[]
  readonly judgements: Readonly<Record<string, Judgement>>
  readonly version: number
}

/** What can be asked of the calls: to put a question, to hand in what came back, or, for a person, to dispute a judgement. */
export type RefereeCommand =
  | {
      readonly do: 'ask'
      readonly judgement: string
      readonly form: RefereeForm
      readonly facts: unknown
      readonly session: string
      readonly nonce?: string
    }
  | { readonly do: 'hand-in'; readonly judgement: string; readonly delivery: Delivery }
  | {
      readonly do: 'dispute'
      readonly judgement: string
      readonly by: { readonly kind: string; readonly id: string }
      readonly words: string
    }

/** What is due: a missed judgement is put once more, in a fresh session. */
export type RefereeAction = { readonly kind: 'ask-again'; readonly id: string; readonly judgement: string; readonly form: RefereeForm }

/** A task before its first call. */
export function initialCalls({ task, flow, sessions = [] }: RefereeSetup): RefereeState {
  return { task, flow, calls: 0, sessions, judgements: {}, version: 0 }
}

/** Folds one event; what it doesn't know leaves everything but the version as it is. */
export function evolveCalls(state: RefereeState, event: RefereeEvent): RefereeState {
  const version = state.version + 1
  switch (event.type) {
    case 'referee.asked': {
      const { judgement, form, payload, payloadHash, nonce, attempt, session } = event.data
      const asked: Judgement = { form, payload, payloadHash, nonce, attempt, stands: 'asked', disputed: false }
      return { ...withJudgement(state, judgement, asked), calls: state.calls + 1, sessions: [...state.sessions, session], version }
    }
    case 'referee.contract':
      return { ...changed(state, event.data.judgement, { stands: 'missed' }), version }
    case 'referee.judged':
      return { ...changed(state, event.data.judgement, { stands: 'judged' }), version }
    case 'referee.not-applicable':
      return { ...changed(state, event.data.judgement, { stands: 'not-applicable' }), version }
    case 'referee.disputed':
      return { ...changed(state, event.data.judgement, { disputed: true }), version }
    default:
      return { ...state, version }
  }
}

/** The judgement of that name, if it was ever asked. */
export function judgementOf({ judgements }: RefereeState, name: string): Judgement | undefined {
  return Object.hasOwn(judgements, name) ? judgements[name] : undefined
}

function changed(state: RefereeState, name: string, change: Partial<Judgement>): RefereeState {
  const judgement = judgementOf(state, name)
  return judgement === undefined ? state : withJudgement(state, name, { ...judgement, ...change })
}

function withJudgement(state: RefereeState, name: string, judgement: Judgement): RefereeState {
  return {
    ...state,
    judgements: Object.fromEntries([...Object.entries(state.judgements).filter(([key]) => key !== name), [name, judgement]]),
  }
}
