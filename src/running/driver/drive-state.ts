import type { Amount, DriveEvent } from '../../ledger/drive-event'
import { noAmount } from './drive-ports'

/** An action that a driver began. `attempts` counts starts that nobody stopped on purpose; `open` while no result of the last start is known. */
export type BegunAction = {
  readonly action: string
  /** The term of its last start. */
  readonly term: number
  readonly attempts: number
  readonly status: 'open' | 'stopped' | 'done' | 'failed'
  readonly reserved: Amount
}

/** What is known of the driving of one stream: the fold of `drive/<stream>`. `term` is 0 before the first claim; `holder` is null when nobody holds it. */
export type DriveState = {
  readonly term: number
  readonly holder: string | null
  readonly until: string
  readonly actions: ReadonlyMap<string, BegunAction>
  /** Of actions that ended; those under way count at what they reserved. */
  readonly spent: Amount
}

/** Before any driver came. */
export const undriven: DriveState = { term: 0, holder: null, until: '', actions: new Map(), spent: noAmount }

/** The stream where a driver keeps what it does for a stream. */
export function driveStreamOf(stream: string): string {
  return `drive/${stream}`
}

/** Total: an event of another type, or of a newer schema, changes nothing. */
export function evolveDrive(state: DriveState, event: DriveEvent & { readonly schema?: number }): DriveState {
  if ((event.schema ?? 1) !== 1) return state
  switch (event.type) {
    case 'drive.claimed':
      return { ...state, ...event.data }
    case 'drive.released':
      return event.data.term === state.term ? { ...state, holder: null } : state
    case 'action.started': {
      const { action, term, reserved, until } = event.data
      const attempts = (state.actions.get(action)?.attempts ?? 0) + 1
      const lease = event.data.term === state.term && until > state.until ? until : state.until
      return { ...withAction(settled(state, action), { action, term, attempts, status: 'open', reserved }), until: lease }
    }
    case 'action.stopped':
      return ended(state, event.data, 'stopped', -1)
    case 'action.done':
      return ended(state, event.data, 'done', 0)
    case 'action.failed':
      return ended(state, event.data, 'failed', 0)
    default:
      return state
  }
}

/** What is spent and reserved together: nobody may take more than the limit less this. */
export function committed(state: DriveState): Amount {
  let total = state.spent
  for (const { status, reserved } of state.actions.values()) if (status === 'open') total = plus(total, reserved)
  return total
}

/** The sum of both. */
export function plus(one: Amount, other: Amount): Amount {
  return { tokens: one.tokens + other.tokens, costMicros: one.costMicros + other.costMicros }
}

/** A start without an end, of a process that died, is counted at what it had reserved. */
function settled(state: DriveState, action: string): DriveState {
  const before = state.actions.get(action)
  return before?.status === 'open' ? { ...state, spent: plus(state.spent, before.reserved) } : state
}

type Ending = { readonly action: string; readonly term: number; readonly spent: Amount }

function ended(state: DriveState, { action, term, spent }: Ending, status: BegunAction['status'], attempts: number): DriveState {
  const before = state.actions.get(action)
  // What a driver of an older term says late: a result counts, a stop or failure doesn't, and what it took is counted all the same.
  const isOver = before?.status === 'done' || before?.status === 'failed' || (status !== 'done' && term < (before?.term ?? term))
  if (isOver) return { ...state, spent: plus(state.spent, spent) }
  const after = {
    action,
    term: before?.term ?? term,
    attempts: Math.max(0, (before?.attempts ?? 0) + attempts),
    status,
    reserved: before?.reserved ?? noAmount,
  }
  return withAction({ ...state, spent: plus(state.spent, spent) }, after)
}

function withAction(state: DriveState, action: BegunAction): DriveState {
  return { ...state, actions: new Map(state.actions).set(action.action, action) }
}
