import type { Expectation } from '../ledger/append-plan'
import { emptyHead, hashOfEvent, storedLine } from '../ledger/chain'
import { sha256Hex } from '../canonical/digest'
import type { Event, NewEvent } from '../ledger/event'
import { isWhole, startVerification, verifyLine } from '../ledger/verification'
import type { LedgerStore, ReadOptions } from '../ports/ledger-store'

/** What the suite needs of a test runner; `describe`, `test` and `expect` of vitest, jest or bun fit. */
export type LedgerStoreRunner = {
  readonly describe: (name: string, body: () => void) => void
  readonly test: (name: string, body: () => Promise<void>) => void
  readonly expect: (actual: unknown) => { toEqual(wanted: unknown): void }
}

/** `place` names the data: the same place twice means two handles on the same data. `now` is the clock that the store is to use. */
export type LedgerSetting = { readonly place: string; readonly now: () => string }

/** Gives a store for a setting. One that ignores the place gives an empty store each time, and only keeps the rules that need no second handle. */
export type MakeLedgerStore = (setting: LedgerSetting) => LedgerStore | Promise<LedgerStore>

let places = 0

/** A place that no test has used. */
export function newPlace(): string {
  places++
  return `place-${places}`
}

/** A clock that goes on by a second each time it is asked. */
export function steadyClock(): () => string {
  let second = 0
  return () => timeAt(second++)
}

/** A time, some seconds after a fixed one. */
export function timeAt(second: number): string {
  return new Date(Date.UTC(2026, 7, 14, 16, 30, second)).toISOString()
}

/** A new event of the suite: different in id and data for each n. */
export function eventOf(n: number, stream = 'suite/a', more: Partial<NewEvent> = {}): NewEvent {
  return { stream, type: 'suite.noted', schema: 1, actor: { kind: 'system', id: 'suite' }, id: `event-${n}`, data: { n }, ...more }
}

/** Opens a store on a place of its own, or on one that is given, uses it and closes it. */
export async function withStore<Result>(
  make: MakeLedgerStore,
  use: (store: LedgerStore) => Promise<Result>,
  setting: Partial<LedgerSetting> = {},
): Promise<Result> {
  const store = await make({ place: newPlace(), now: steadyClock(), ...setting })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Appends one event after another, at any version. */
export async function appendAll(store: LedgerStore, events: readonly NewEvent[]): Promise<Event[]> {
  const recorded: Event[] = []
  for (const event of events) recorded.push(...(await store.append([event], [])))
  return recorded
}

/** All events that are read, in order. */
export async function all(store: LedgerStore, which?: ReadOptions): Promise<Event[]> {
  const events: Event[] = []
  for await (const event of store.read(which)) events.push(event)
  return events
}

/** The error code that an append, or anything else, fails with; what it gave where it doesn't fail. */
export async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return (await detailsOf(work)).code
}

/** The code and the details of a failure. */
export async function detailsOf(
  work: Promise<unknown>,
): Promise<{ readonly code: unknown; readonly details: Readonly<Record<string, unknown>> }> {
  try {
    return { code: { resolved: await work }, details: {} }
  } catch (thrown) {
    if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return { code: thrown, details: {} }
    const details = 'details' in thrown && typeof thrown.details === 'object' ? { ...thrown.details } : {}
    return { code: thrown.code, details }
  }
}

/** What is wrong with a store as a ledger, read from outside: '' where it is one chain that ends at its head and loses or doubles nothing. */
export async function faultOf(store: LedgerStore): Promise<string> {
  const verification = startVerification()
  const ids = new Set<string>()
  let last = emptyHead
  for await (const event of store.read()) {
    if (hashOfEvent(event, sha256Hex) !== event.hash) return `event ${event.seq} doesn't carry its own hash`
    const outcome = verifyLine(verification, storedLine(event))
    if (outcome.kind !== 'event') return `event ${event.seq} breaks the chain: ${JSON.stringify(outcome)}`
    const name = JSON.stringify([event.stream, event.id])
    if (ids.has(name)) return `${name} stands twice`
    ids.add(name)
    last = { seq: event.seq, hash: event.hash }
  }
  if (!isWhole(verification)) return 'the last batch is incomplete'
  const head = await store.head()
  return head.seq === last.seq && head.hash === last.hash
    ? ''
    : `the head is ${JSON.stringify(head)}, the last event ${JSON.stringify(last)}`
}

/** An expectation, spelled short. */
export function at(stream: string, version: number | 'any'): Expectation {
  return { stream, version }
}
