import { assert, isAdjudicateError } from '../../errors'
import type { Decided, Refusal } from '../../ledger/decider'
import type { Amount, DriveEvent } from '../../ledger/drive-event'
import type { Event } from '../../ledger/event'
import type { Desk, Entry, Seen } from './desk'
import type { DriveLimits, DrivePorts } from './drive-ports'
import { later, noAmount } from './drive-ports'
import { committed, plus } from './drive-state'
import type { DueAction, Failure, Protocol } from './protocol'
import { inBrief } from './protocol'

/** An action under way: under which term and as which attempt it was started. */
export type Begun<Action> = { readonly action: Action; readonly term: number; readonly attempt: number }

type Parts<State, Command, Change extends Decided, Action extends DueAction> = {
  readonly desk: Desk<State, Change>
  readonly protocol: Protocol<State, Command, Change, Action>
  readonly limits: DriveLimits
  readonly ports: Pick<DrivePorts, 'clock'>
}

export type LimitReached = { readonly limit: 'tokens' | 'cost'; readonly max: number; readonly wanted: number }

/** `lost`: another driver holds the stream; `gone`: it isn't due any more; `worn-out`: it was started as often as it may be. */
export type Start<State> =
  | { readonly kind: 'started'; readonly attempt: number; readonly state: State; readonly reserved: Amount }
  | { readonly kind: 'lost' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'worn-out'; readonly attempt: number }
  | ({ readonly kind: 'limit' } & LimitReached)

/** Puts the start on record before anything is started, and reserves what it may take; what starts nothing outside leaves no record of its start. */
export async function recordStart<State, Command, Change extends Decided, Action extends DueAction>(
  { desk, protocol, limits, ports }: Parts<State, Command, Change, Action>,
  action: Action,
  term: number,
): Promise<Start<State>> {
  const { value } = await desk.append((seen): readonly [Start<State>, Entry<Change>?] => {
    const { state, drive } = seen
    if (drive.term !== term) return [{ kind: 'lost' }]
    if (!isDue(protocol, seen, action)) return [{ kind: 'gone' }]
    const before = drive.actions.get(action.id)
    // What failed or was refused and is due all the same begins anew: somebody asked again.
    const attempt = before?.status === 'open' || before?.status === 'stopped' ? before.attempts + 1 : 1
    if (attempt > limits.retries + 1) return [{ kind: 'worn-out', attempt: attempt - 1 }]
    const reserved = protocol.reserve(action, state)
    if (reserved === undefined) return [{ kind: 'started', attempt, state, reserved: noAmount }]
    // A start that left no result was maybe paid for: it counts at what it had reserved, and so does this one.
    const reached = limitReached(limits, plus(committed(drive), reserved))
    if (reached !== undefined) return [{ kind: 'limit', ...reached }]
    const until = later(ports.clock.now(), limits.leaseMs + timeoutOf(limits, action.kind))
    const data = { action: action.id, kind: action.kind, term, attempt, reserved, until }
    return [{ kind: 'started', attempt, state, reserved }, { drive: [{ type: 'action.started', data }] }]
  })
  return value
}

function limitReached({ tokensMax, costMicrosMax }: DriveLimits, wanted: Amount): LimitReached | undefined {
  if (tokensMax !== undefined && wanted.tokens > tokensMax) return { limit: 'tokens', max: tokensMax, wanted: wanted.tokens }
  if (costMicrosMax !== undefined && wanted.costMicros > costMicrosMax)
    return { limit: 'cost', max: costMicrosMax, wanted: wanted.costMicros }
  return undefined
}

/** How long an action of a kind may take. */
export function timeoutOf({ timeoutMs, timeoutMsByKind }: DriveLimits, kind: string): number {
  return Object.hasOwn(timeoutMsByKind, kind) ? (timeoutMsByKind[kind] ?? timeoutMs) : timeoutMs
}

function isDue<State, Command, Change extends Decided, Action extends DueAction>(
  { decider }: Protocol<State, Command, Change, Action>,
  { state }: Seen<State>,
  action: Action,
): boolean {
  return decider.next(state).some(({ id }) => id === action.id)
}

export type Finish = {
  readonly outcome: 'recorded' | 'refused' | 'late' | 'failed'
  readonly because?: string
  readonly isStillDue: boolean
  readonly events: readonly Event[]
}

/**
 * Decides a result on the state as it is now, whoever wrote in the meantime, and appends its events together with the word that the action is done. A result that
 * comes second is `late`, one that the protocol refuses while the action is due, or that no event can hold, is `failed`, and the protocol is told what it can be told.
 */
export async function recordResult<State, Command, Change extends Decided, Action extends DueAction>(
  parts: Parts<State, Command, Change, Action>,
  begun: Begun<Action>,
  command: Command,
  spent: Amount,
): Promise<Finish> {
  const { desk, protocol } = parts
  const { action, term, attempt } = begun
  const named = { action: action.id, term, attempt, spent }
  const deciding = (seen: Seen<State>): readonly [Omit<Finish, 'events'>, Entry<Change>] => {
    const isStillDue = isDue(protocol, seen, action)
    if (!isStillDue) {
      const outcome = seen.drive.actions.get(action.id)?.status === 'done' ? 'late' : 'refused'
      const because = 'it is not due any more'
      return [{ outcome, because, isStillDue }, { drive: [{ type: 'action.done', data: { ...named, outcome, because } }] }]
    }
    const decision = protocol.decider.decide(seen.state, command)
    if (!decision.ok) return failing(protocol, seen, action, { because: said(decision.refusal), cause: 'broken' }, named)
    const drive: DriveEvent[] = [{ type: 'action.done', data: { ...named, outcome: 'recorded' } }]
    return [
      { outcome: 'recorded', isStillDue: false },
      { changes: { key: action.id, events: decision.events }, drive },
    ]
  }
  try {
    const { value, events } = await desk.append(deciding)
    return { ...value, events }
  } catch (thrown) {
    // Said again it would be refused again: the action has failed, not the ledger.
    if (!isUnrecordable(thrown)) throw thrown
    return recordFailure(parts, begun, { because: inBrief(thrown.message), cause: 'unrecordable' }, spent)
  }
}

function isUnrecordable(thrown: unknown): thrown is Error {
  return isAdjudicateError(thrown) && (thrown.code === 'event-too-large' || thrown.code === 'event-refused')
}

/** Records that an action can't be carried out, together with what the protocol makes of that. */
export async function recordFailure<State, Command, Change extends Decided, Action extends DueAction>(
  { desk, protocol }: Parts<State, Command, Change, Action>,
  { action, term, attempt }: Begun<Action>,
  failure: Failure,
  spent: Amount = noAmount,
): Promise<Finish> {
  const named = { action: action.id, term, attempt, spent }
  const { value, events } = await desk.append((seen): readonly [Omit<Finish, 'events'>, Entry<Change>] => {
    if (isDue(protocol, seen, action)) return failing(protocol, seen, action, failure, named)
    const { because } = failure
    const done = { type: 'action.done' as const, data: { ...named, outcome: 'refused' as const, because } }
    return [{ outcome: 'refused', because, isStillDue: false }, { drive: [done] }]
  })
  return { ...value, events }
}

type Named = { readonly action: string; readonly term: number; readonly attempt: number; readonly spent: Amount }

function failing<State, Command, Change extends Decided, Action extends DueAction>(
  { decider, givenUp }: Protocol<State, Command, Change, Action>,
  { state }: Seen<State>,
  action: Action,
  failure: Failure,
  named: Named,
): readonly [Omit<Finish, 'events'>, Entry<Change>] {
  const { because } = failure
  const drive: DriveEvent[] = [{ type: 'action.failed', data: { ...named, because } }]
  const command = givenUp(action, failure)
  const decision = command === undefined ? undefined : decider.decide(state, command)
  if (decision?.ok !== true) return [{ outcome: 'failed', because, isStillDue: true }, { drive }]
  assert(decision.events.length > 0, 'to give an action up changes something')
  return [
    { outcome: 'failed', because, isStillDue: false },
    { changes: { key: action.id, events: decision.events }, drive },
  ]
}

/** Records that an action was ended on purpose: it may be started again as if it never had been. */
export async function recordStop<State, Command, Change extends Decided, Action extends DueAction>(
  { desk }: Parts<State, Command, Change, Action>,
  { action, term, attempt }: Begun<Action>,
  spent: Amount,
): Promise<void> {
  await desk.append(() => [undefined, { drive: [{ type: 'action.stopped', data: { action: action.id, term, attempt, spent } }] }])
}

function said({ rule, code, message }: Refusal): string {
  return `${code} (${rule}): ${message}`
}
