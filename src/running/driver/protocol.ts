import type { Decided, Decider } from '../../ledger/decider'
import type { Amount } from '../../ledger/drive-event'
import type { Event } from '../../ledger/event'

/** What every protocol's actions have: an id that is made of what made them due, and a kind. */
export type DueAction = { readonly id: string; readonly kind: string }

/** What an action is carried out with. `attempt` is over 1 where an earlier start left no result, so that the adapter is asked for one first. */
export type Work = {
  readonly signal: AbortSignal
  readonly attempt: number
  /** Whether the signal is the action's own time, which is over, and not the end of the driver. */
  readonly isLate: () => boolean
  /** Adds what a call took to what is recorded with the result. */
  readonly spend: (amount: Amount) => void
}

/** Why an action came to nothing. `late`: its time was over; `unrecordable`: what came of it can't stand in the ledger; `broken`: anything else. */
export type Failure = { readonly because: string; readonly cause: 'late' | 'unrecordable' | 'broken' }

const becauseLengthMax = 2_000

/** Foreign words as a reason in an event: without half characters, which no ledger holds, and of 2,000 code units at most. */
export function inBrief(message: string): string {
  const whole = message.toWellFormed()
  return whole.length <= becauseLengthMax ? whole : `${whole.slice(0, becauseLengthMax).toWellFormed()} (cut from ${whole.length})`
}

/** A protocol with the hands that carry out its actions: all that the driver needs to know of it. */
export type Protocol<State, Command, Change extends Decided, Action extends DueAction> = {
  readonly decider: Decider<never, State, Command, Change, Action>
  readonly initial: State
  /** Nobody here can do it: it waits for a person, a signal or another process. */
  readonly waits: (action: Action) => boolean
  /** What it may take at most; undefined where it starts nothing outside. Throws `usage` where the limits can't be kept with it. */
  readonly reserve: (action: Action, state: State) => Amount | undefined
  readonly carryOut: (action: Action, state: State, work: Work) => Promise<Command>
  /** What the protocol is told when an action can't be carried out; without a command the driver stands still. */
  readonly givenUp: (action: Action, failure: Failure) => Command | undefined
  /** Told of events after they were appended. */
  readonly recorded: (stream: string, events: readonly Event[]) => void
}
