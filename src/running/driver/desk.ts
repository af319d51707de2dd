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

/**
 * One stream and what is kept beside it, read and written together. `append` shows the state to `decide` as far as it is known, appends what it says at exactly that
 * state, and reads on and asks again when another writer was faster; without an entry nothing is written. Appends of one desk come one after the other. `see` reads on, `recall`
 * gives what is known, which may lag behind other writers but never behind this desk.
 */
export type Desk<State, Change extends Decided> = {
  readonly see: () => Promise<Seen<State>>
  readonly recall: () => Promise<Seen<State>>
  append<Value>(
    decide: (seen: Seen<State>) => readonly [Value, Entry<Change>?],
  ): Promise<{ readonly value: Value; readonly events: readonly Event[] }>
}

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
  const append: Desk<State, Change>['append'] = async (decide) => {
    for (let attempt = 1; ; attempt++) {
      const [value, entry] = decide(attempt === 1 ? await recall() : await refresh())
      const events = entry === undefined ? [] : newEvents(entry)
      if (events.length === 0) return { value, events: [] }
      const expected = [
        { stream, version: main.version },
        { stream: beside, version: drive.version },
      ]
      try {
        const appended = await ledger.append(events, expected)
        take(appended)
        return { value, events: appended }
      } catch (thrown) {
        if (attempt >= attemptsMax || !isOvertaken(thrown)) throw thrown
      }
    }
  }
  const inTurn = oneAfterTheOther()
  return { see: () => inTurn(refresh), recall: () => inTurn(recall), append: (decide) => inTurn(() => append(decide)) }
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

function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    // The next one waits for the end of this one, however it ends; who asked for it is told.
    last = mine.catch(() => undefined)
    return mine
  }
}
