import { isAdjudicateError } from '../../errors'
import type { Decided, Decider } from '../../ledger/decider'
import type { DriveEvent } from '../../ledger/drive-event'
import type { Actor, Event, NewEvent } from '../../ledger/event'
import type { LedgerStore } from '../../ports/ledger-store'
import { release } from '../../release'
import type { StreamState } from '../fold-stream'
import { foldOn } from '../fold-stream'
import type { DriveState } from './drive-state'
import { driveStreamOf, evolveDrive, undriven } from './drive-state'

/** What a driver sees of a stream: the protocol's state, and what drivers did for it. */
export type Seen<State> = { readonly state: State; readonly drive: DriveState }

/** What is to be appended: the protocol's events under the key of their action, and the driver's own, all or none. */
export type Entry<Change extends Decided> = {
  readonly changes?: { readonly key: string; readonly events: readonly Change[] }
  readonly drive: readonly DriveEvent[]
}

/** Says what to append to a state, if anything, and what the caller is told; asked again on a newer state when another writer was faster. */
type Decide<State, Change extends Decided, Value> = (seen: Seen<State>) => readonly [Value, Entry<Change>?]

type Appended<Value> = { readonly value: Value; readonly events: readonly Event[] }

/**
 * One stream and what is kept beside it, read and written together. `append` shows the state to `decide` as far as it is known, appends what it says at exactly that
 * state, and reads on and asks again when another writer was faster; without an entry nothing is written. What waits to be appended is decided one after the other, each
 * on what the ones before it leave, and recorded together. `see` reads on, `recall` gives what is known, which may lag behind other writers but never behind this desk.
 */
export type Desk<State, Change extends Decided> = {
  readonly see: () => Promise<Seen<State>>
  readonly recall: () => Promise<Seen<State>>
  append<Value>(decide: Decide<State, Change, Value>): Promise<Appended<Value>>
}

/** An append that waits for its turn. */
type Request<State, Change extends Decided> = {
  readonly decide: Decide<State, Change, unknown>
  readonly resolve: (appended: Appended<unknown>) => void
  readonly reject: (thrown: unknown) => void
}

/** What a request came to on a state: a decision that threw is its own and nobody else's failure. */
type Planned = { readonly value?: unknown; readonly error?: { readonly thrown: unknown }; readonly events: readonly NewEvent[] }

type DeskParts<Setup, State, Command, Change extends Decided, Action> = {
  readonly ledger: LedgerStore
  readonly decider: Decider<Setup, State, Command, Change, Action>
  readonly initial: State
  readonly newId: () => string
}

const driving: Decider<undefined, DriveState, never, DriveEvent, never> = {
  initial: () => undriven,
  decide: () => ({ ok: true, events: [] }),
  evolve: evolveDrive,
  next: () => [],
}

const engine: Actor = { kind: 'engine', id: `adjudicate@${release}` }
const attemptsMax = 64

/** Opens a desk at a stream; reads nothing yet. */
export function deskAt<Setup, State, Command, Change extends Decided, Action>(
  { ledger, decider, initial, newId }: DeskParts<Setup, State, Command, Change, Action>,
  stream: string,
): Desk<State, Change> {
  const beside = driveStreamOf(stream)
  let main: StreamState<State> = { state: initial, version: 0, seq: 0 }
  let drive: StreamState<DriveState> = { state: undriven, version: 0, seq: 0 }
  let isRead = false
  const seen = (): Seen<State> => ({ state: main.state, drive: drive.state })
  const refresh = async (): Promise<Seen<State>> => {
    main = await foldOn(ledger, decider, stream, main)
    drive = await foldOn(ledger, driving, beside, drive)
    isRead = true
    return seen()
  }
  const recall = async (): Promise<Seen<State>> => (isRead ? seen() : await refresh())
  // What was appended at exactly the state known follows on it without another reading of the ledger.
  const take = (events: readonly Event[]): void => {
    const [own, other] = [events.filter((event) => event.stream === stream), events.filter((event) => event.stream === beside)]
    isRead = follows(own, main.version) && follows(other, drive.version)
    if (!isRead) return
    const seq = events.at(-1)?.seq ?? 0
    main = { ...foldedOn(decider, main, own), seq }
    drive = { ...foldedOn(driving, drive, other), seq }
  }
  const newEvents = ({ changes, drive: own }: Entry<Change>): NewEvent[] => [
    ...(changes?.events ?? []).map(({ type, schema = 1, data }, index): NewEvent => {
      return { stream, type, schema, actor: engine, id: `${changes?.key ?? ''}/${index + 1}`, data }
    }),
    ...own.map(({ type, data }): NewEvent => ({ stream: beside, type, schema: 1, actor: engine, id: newId(), data })),
  ]
  const planAll = (requests: readonly Request<State, Change>[]): readonly Planned[] => {
    let after = seen()
    return requests.map(({ decide }, index) => {
      try {
        const [value, entry] = decide(after)
        if (entry !== undefined && index < requests.length - 1) after = seenAfter(decider, after, entry)
        return { value, events: entry === undefined ? [] : newEvents(entry) }
      } catch (thrown) {
        return { error: { thrown }, events: [] }
      }
    })
  }
  const appendAll = async (requests: readonly Request<State, Change>[]): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      await (attempt === 1 ? recall() : refresh())
      const planned = planAll(requests)
      const events = planned.flatMap((one) => one.events)
      const expected = [
        { stream, version: main.version },
        { stream: beside, version: drive.version },
      ]
      try {
        const appended = events.length === 0 ? [] : await ledger.append(events, expected)
        if (events.length > 0) take(appended)
        return answerAll(requests, planned, appended)
      } catch (thrown) {
        if (attempt >= attemptsMax || !isOvertaken(thrown)) throw thrown
      }
    }
  }
  const inTurn = oneAfterTheOther()
  return { see: () => inTurn(refresh), recall: () => inTurn(recall), append: gathering(inTurn, appendAll) }
}

/** Appends wait for their turn, and whoever's turn comes first takes along all that wait by then. */
function gathering<State, Change extends Decided>(
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  appendAll: (requests: readonly Request<State, Change>[]) => Promise<void>,
): Desk<State, Change>['append'] {
  const waiting: Request<State, Change>[] = []
  const appendWaiting = async (): Promise<void> => {
    const requests = waiting.splice(0)
    try {
      if (requests.length > 0) await appendAll(requests)
    } catch (thrown) {
      // What the ledger refuses of one of them doesn't fail the others.
      const alone = requests.length > 1 && isRefused(thrown) ? requests : []
      for (const one of alone) await appendAll([one]).catch(one.reject)
      if (alone.length === 0) for (const { reject } of requests) reject(thrown)
    }
  }
  return <Value>(decide: Decide<State, Change, Value>) =>
    new Promise<Appended<Value>>((resolve, reject) => {
      waiting.push({ decide, resolve: (appended) => resolve(appended as Appended<Value>), reject })
      void inTurn(appendWaiting)
    })
}

/** The state that an entry leaves, before it is recorded. */
function seenAfter<Setup, State, Command, Change extends Decided, Action>(
  decider: Decider<Setup, State, Command, Change, Action>,
  { state, drive }: Seen<State>,
  entry: Entry<Change>,
): Seen<State> {
  return {
    state: (entry.changes?.events ?? []).reduce((before, event) => decider.evolve(before, event), state),
    drive: entry.drive.reduce(evolveDrive, drive),
  }
}

function answerAll<State, Change extends Decided>(
  requests: readonly Request<State, Change>[],
  planned: readonly Planned[],
  appended: readonly Event[],
): void {
  let from = 0
  for (const [index, { resolve, reject }] of requests.entries()) {
    const { value, error, events = [] } = planned[index] ?? {}
    if (error === undefined) resolve({ value, events: appended.slice(from, from + events.length) })
    else reject(error.thrown)
    from += events.length
  }
}

/** Whether these are the next events of their stream, not those of an earlier append that was repeated. */
function follows(events: readonly Event[], version: number): boolean {
  return events.every((event, index) => event.version === version + index + 1)
}

function foldedOn<Setup, State, Command, Change extends Decided, Action>(
  decider: Decider<Setup, State, Command, Change, Action>,
  { state, version }: StreamState<State>,
  events: readonly Event[],
): Omit<StreamState<State>, 'seq'> {
  return {
    state: events.reduce((before, event) => decider.evolve(before, event as Event & Change), state),
    version: version + events.length,
  }
}

/** `id-reused`: another driver recorded a result of the same action; reading on finds it. */
function isOvertaken(thrown: unknown): boolean {
  return isAdjudicateError(thrown) && (thrown.code === 'conflict' || thrown.code === 'id-reused')
}

/** The ledger can't hold what was to be appended, and has kept none of it. */
function isRefused(thrown: unknown): boolean {
  return isAdjudicateError(thrown) && (thrown.code === 'event-too-large' || thrown.code === 'event-refused')
}

function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    // The next one waits for the end of this one, however it ends; who asked for it is told.
    last = mine.catch(() => undefined)
    return mine
  }
}
