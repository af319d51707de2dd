import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import type { LedgerNotice } from '../../../src/adapters/ledger-store/file-notice'
import { isAdjudicateError } from '../../../src/errors'
import type { Head } from '../../../src/ledger/chain'
import type { Event, NewEvent } from '../../../src/ledger/event'
import type { EventRegistry } from '../../../src/ledger/event-registry'
import { eventRegistry } from '../../../src/ledger/event-registry'
import type { LedgerStore } from '../../../src/ports/ledger-store'
import { withEventTypes } from '../../../src/running/typed-ledger'
import type { LedgerVerdict } from '../../../src/running/verify-ledger'
import { verify } from '../../../src/running/verify-ledger'
import { failingLedger } from '../ledger-faults'

export type Json = Readonly<Record<string, unknown>>

/** What an append came to: the events it gave, or the error's code. */
export type Appended = { readonly events: readonly Event[]; readonly before: number } | { readonly error: string; readonly path: unknown }

/** What opening for writing came to. */
export type Opened = { readonly outcome: 'ok' | 'repaired' | 'refused'; readonly firstBad?: number; readonly reason?: unknown }

/** The ledger of a case under way, with everything that its expectations may ask for. */
export type Bench = {
  readonly folder: string
  directory: string
  readonly notices: LedgerNotice[]
  readonly handles: Map<string, LedgerStore>
  readonly appends: Appended[]
  readonly given: Json[]
  readonly relief: (() => unknown)[]
  readonly dropsUnsafe: boolean
  legacyLines: number
  registry: EventRegistry | undefined
  upgraded: { readonly schema: number; readonly rename: Readonly<Record<string, string>> } | undefined
  untouched: Buffer | undefined
  anchor: Head | undefined
  clock: string | undefined
  opened: Opened | undefined
  verdict: LedgerVerdict | undefined
  ids: number
}

export function newBench(dropsUnsafe: boolean): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'adjudicate-case-'))
  return {
    folder,
    directory: join(folder, 'ledger'),
    notices: [],
    handles: new Map(),
    appends: [],
    given: [],
    relief: [],
    dropsUnsafe,
    legacyLines: 0,
    registry: undefined,
    upgraded: undefined,
    untouched: undefined,
    anchor: undefined,
    clock: undefined,
    opened: undefined,
    verdict: undefined,
    ids: 0,
  }
}

export async function clearBench(bench: Bench): Promise<void> {
  for (const handle of bench.handles.values()) await handle.close()
  for (const relieve of bench.relief.reverse()) await relieve()
  rmSync(bench.folder, { recursive: true, force: true })
}

export function fileOf({ directory }: Bench): string {
  return join(directory, 'ledger.jsonl')
}

/** A handle of its own for each operation, as if each were another process. */
export function openHandle(bench: Bench): LedgerStore {
  const store = failingLedger(bench.directory, {
    legacyLines: bench.legacyLines,
    lockWaitMs: 400,
    now: () => bench.clock ?? new Date().toISOString(),
    onNotice: (notice) => bench.notices.push(notice),
  })
  return bench.registry === undefined ? store : withEventTypes(store, bench.registry)
}

export async function withHandle<Result>(bench: Bench, use: (store: LedgerStore) => Promise<Result>): Promise<Result> {
  const store = openHandle(bench)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** The case's event as one of the library's: `id` and `type` are the envelope's, all else is data. Values that JSON can't say are spelled `{"$nan": true}`. */
export function newEventOf(bench: Bench, { type = 'card', id = `case-${++bench.ids}`, ...data }: Json): NewEvent {
  const { schema, rename } = bench.upgraded ?? { schema: 1, rename: {} }
  const renamed = Object.fromEntries(Object.entries(data).map(([key, value]) => [rename[key] ?? key, spelledOut(value)]))
  return { stream: 'case', type: String(type), schema, actor: { kind: 'engine', id: 'case' }, id: String(id), data: renamed }
}

function spelledOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelledOut)
  if (typeof value !== 'object' || value === null) return value
  const [first, ...more] = Object.entries(value)
  if (first === undefined || more.length > 0 || !first[0].startsWith('$')) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, spelledOut(member)]))
  }
  const [name, argument] = first
  if (name === '$nan') return Number.NaN
  if (name === '$inf' || name === '$infinity') return argument === -1 || argument === '-' ? -Infinity : Infinity
  if (name === '$undefined') return undefined
  if (name === '$repeat' && Array.isArray(argument)) return String(argument[0]).repeat(Number(argument[1]))
  if (name === '$nest' || name === '$depth') return Array.from({ length: Number(argument) }).reduce<unknown>((inner) => [inner], 0)
  throw new Error(`no such value: ${name}`)
}

/** Appends through a handle and keeps what came of it; the anchor is the head after the last append that was recorded. */
export async function appendTo(bench: Bench, store: LedgerStore, event: NewEvent): Promise<void> {
  const before = (await attempt(store.head())).value?.seq ?? 0
  const { value, error } = await attempt(store.append([event], []))
  if (bench.dropsUnsafe && hasUnsafe(event.data)) {
    if (error?.code !== 'event-refused') throw new Error('an integer beyond 2^53 was not refused')
    await appendTo(bench, store, { ...event, data: withoutUnsafe(event.data) })
    return
  }
  bench.appends.push(value === undefined ? { error: error?.code ?? 'unknown', path: error?.path } : { events: value, before })
  if (value === undefined) return
  bench.given.push(Object(event.data) as Json)
  bench.anchor = await store.head()
}

/** What was given or the library's error; anything else that is thrown is a fault of the test. */
export async function attempt<Value>(
  work: Promise<Value>,
): Promise<{ readonly value?: Value; readonly error?: { readonly code: string; readonly path: unknown; readonly details: Json } }> {
  try {
    return { value: await work }
  } catch (thrown) {
    if (!isAdjudicateError(thrown)) throw thrown
    return { error: { code: thrown.code, path: thrown.details['path'], details: thrown.details } }
  }
}

function isUnsafe(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
}

function hasUnsafe(data: unknown): boolean {
  return Object.values(Object(data) as Json).some(isUnsafe)
}

/** Spec 08 refuses integers beyond 2^53; a case that is about something else goes on without them. */
function withoutUnsafe(data: unknown): Json {
  return Object.fromEntries(Object.entries(Object(data) as Json).filter(([, value]) => !isUnsafe(value)))
}

/** The type `card` in a newer version, with an upcaster that renames fields. */
export function upgradedRegistry(schema: number, rename: Readonly<Record<string, string>>): EventRegistry {
  const renamed = (data: unknown) =>
    Object.fromEntries(Object.entries(Object(data) as Json).map(([key, value]) => [rename[key] ?? key, value]))
  const wanted = Object.fromEntries(Object.values(rename).map((name) => [name, z.number()]))
  const upcasters = Array.from({ length: schema - 1 }, (_, index) => (index === schema - 2 ? renamed : (data: unknown) => data))
  return eventRegistry([{ type: 'card', schema, data: z.looseObject(wanted), upcasters }])
}

export async function verdictOf(bench: Bench, expectHead?: Head): Promise<LedgerVerdict> {
  const options = {
    ...(bench.registry === undefined ? {} : { types: bench.registry }),
    ...(expectHead === undefined ? {} : { expectHead }),
  }
  return await withHandle(bench, async (store) => await verify(store, options))
}

/** Opening for writing, which is what repairs: an append of nothing. */
export async function openedFor(bench: Bench): Promise<Opened> {
  const from = bench.notices.length
  const { error } = await withHandle(bench, async (store) => await attempt(store.append([], [])))
  if (error !== undefined)
    return { outcome: 'refused', firstBad: Number(error.details['seq']), reason: error.details['reason'] ?? error.code }
  return { outcome: bench.notices.slice(from).some(({ kind }) => kind === 'torn-tail') ? 'repaired' : 'ok' }
}

/** The events as a reader gets them; those before the break of a broken ledger. */
export async function eventsOf(bench: Bench): Promise<Event[]> {
  const events: Event[] = []
  await withHandle(bench, async (store) => {
    await attempt(
      (async () => {
        for await (const event of store.read()) events.push(event)
      })(),
    )
  })
  return events
}
