import { hash } from 'node:crypto'
import { AdjudicateError } from '../../errors'
import { expectationsOf, idKey, planAppend } from '../../ledger/append-plan'
import type { Expectation } from '../../ledger/append-plan'
import type { Head, Sealed } from '../../ledger/chain'
import { emptyHead } from '../../ledger/chain'
import { draftsOf } from '../../ledger/draft'
import type { Event, NewEvent } from '../../ledger/event'
import type { LedgerStore, ReadOptions, StoredPart } from '../../ports/ledger-store'

/** `now` gives the time of events that bring none; the system's clock unless said. */
export type MemoryLedgerOptions = { readonly now?: () => string }

type Kept = {
  readonly lines: string[]
  /** The seqs of each stream's events in order: the version of an event is its place among them. */
  readonly streams: Map<string, number[]>
  readonly seqs: Map<string, number>
  head: Head
  closed: boolean
}

/** A ledger for tests and embedding: kept in this process only, so that its appends are as durable as the process. */
export function memoryLedger(options: MemoryLedgerOptions = {}): LedgerStore {
  const now = options.now ?? (() => new Date().toISOString())
  const kept: Kept = { lines: [], streams: new Map(), seqs: new Map(), head: emptyHead, closed: false }
  return {
    append: async (events, expect) => append(kept, events, expect, now),
    read: (which = {}) => read(kept, which),
    head: async () => {
      assertOpen(kept)
      return kept.head
    },
    close: async () => {
      kept.closed = true
    },
    stored: () => ({ legacyLines: 0, parts: stored(kept) }),
  }
}

function append(kept: Kept, events: readonly NewEvent[], expect: readonly Expectation[], now: () => string): readonly Event[] {
  assertOpen(kept)
  const facts = {
    head: kept.head,
    versionOf: (stream: string) => kept.streams.get(stream)?.length ?? 0,
    eventOf: (stream: string, id: string) => eventAt(kept, kept.seqs.get(idKey(stream, id))),
  }
  const plan = planAppend(draftsOf(events), expectationsOf(expect), facts, { now, digest: (text) => hash('sha256', text, 'hex') })
  if (plan.kind === 'repeat') return plan.events
  for (const one of plan.sealed) keep(kept, one)
  return plan.sealed.map(({ event }) => event)
}

function keep(kept: Kept, { event, line }: Sealed): void {
  kept.lines.push(line)
  const seqs = kept.streams.get(event.stream)
  if (seqs === undefined) kept.streams.set(event.stream, [event.seq])
  else seqs.push(event.seq)
  kept.seqs.set(idKey(event.stream, event.id), event.seq)
  kept.head = { seq: event.seq, hash: event.hash }
}

/** Parsed anew each time, so that no reader can change what is recorded. */
function eventAt({ lines }: Kept, seq: number | undefined): Event | undefined {
  const line = seq === undefined ? undefined : lines[seq - 1]
  return line === undefined ? undefined : (JSON.parse(line) as Event)
}

async function* read(kept: Kept, { stream, fromSeq = 1, toSeq = Infinity, types }: ReadOptions): AsyncGenerator<Event> {
  assertOpen(kept)
  const last = Math.min(toSeq, kept.head.seq)
  for (const seq of stream === undefined ? allSeqs(fromSeq, last) : (kept.streams.get(stream) ?? []).slice()) {
    if (seq > last) return
    if (seq < fromSeq) continue
    const event = eventAt(kept, seq)
    if (event !== undefined && (types === undefined || types.includes(event.type))) yield event
  }
}

function* allSeqs(from: number, to: number): Generator<number> {
  for (let seq = Math.max(1, from); seq <= to; seq++) yield seq
}

async function* stored(kept: Kept): AsyncGenerator<StoredPart> {
  assertOpen(kept)
  yield { lines: kept.lines.slice(), rest: { text: '', bytes: 0 } }
}

function assertOpen({ closed }: Kept): void {
  if (closed) throw new AdjudicateError('ledger-closed', 'the ledger has been closed')
}
