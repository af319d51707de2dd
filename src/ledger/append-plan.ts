import type { Digest } from '../canonical/digest'
import { canonicalJson } from '../canonical/canonical-json'
import { AdjudicateError } from '../errors'
import { shown } from '../issues'
import type { Draft, Head, Sealed } from './chain'
import { seal } from './chain'
import { assertFits, utf8Length } from './draft'
import type { Event } from './event'
import { appendBytesMax, timePattern } from './event-limits'

/** What an append expects of a stream: the version of its last event (0: there is none yet), or any. */
export type Expectation = { readonly stream: string; readonly version: number | 'any' }

/** What the store knows of the ledger when an append's turn comes: the versions of the streams it names, the events that carry its ids. */
export type LedgerFacts = {
  readonly head: Head
  readonly versionOf: (stream: string) => number
  readonly eventOf: (stream: string, id: string) => Event | undefined
}

/** `repeat`: all was recorded before with the same content, so that nothing is written; `write`: these lines, in this order, all or none. */
export type AppendPlan =
  { readonly kind: 'repeat'; readonly events: readonly Event[] } | { readonly kind: 'write'; readonly sealed: readonly Sealed[] }

/**
 * Decides what an append does (spec 08, Port), for every store alike. An id that is known comes before the expected versions, since a retry after a
 * lost answer expects an old one. Throws `id-reused` (known id, other content, or only a part of the append known), `conflict` with the actual
 * version, `event-too-large`.
 */
export function planAppend(
  drafts: readonly Draft[],
  expected: readonly Expectation[],
  facts: LedgerFacts,
  { now, digest }: { readonly now: () => string; readonly digest: Digest },
): AppendPlan {
  const repeated = recordedBefore(drafts, facts)
  if (repeated !== undefined) return { kind: 'repeat', events: repeated }
  for (const expectation of expected) assertMet(expectation, facts)
  return { kind: 'write', sealed: sealAll(drafts, facts, now, digest) }
}

/** One text for a stream and an id, different for different pairs. */
export function idKey(stream: string, id: string): string {
  return `${stream.length}:${stream}${id}`
}

function recordedBefore(drafts: readonly Draft[], { eventOf }: LedgerFacts): Event[] | undefined {
  const seen = new Set<string>()
  const known: Event[] = []
  for (const draft of drafts) {
    const { stream, id } = draft
    if (seen.has(idKey(stream, id))) throw reused(draft, 'it stands twice in one append')
    seen.add(idKey(stream, id))
    const event = eventOf(stream, id)
    if (event === undefined) continue
    if (contentOf(draft, draft.dataText) !== contentOf(event, canonicalJson(event.data)))
      throw reused(draft, `event ${event.seq} has other content`)
    known.push(event)
  }
  if (known.length === 0) return undefined
  const fresh = drafts.find(({ stream, id }) => eventOf(stream, id) === undefined)
  if (fresh === undefined) return known
  const [first] = known
  throw reused(first ?? fresh, `it was recorded before, but ${fresh.id} of the same append was not`)
}

/** What makes two events the same: all that their author said, less the time. */
function contentOf({ type, schema, actor }: Pick<Event, 'type' | 'schema' | 'actor'>, dataText: string): string {
  return JSON.stringify([type, schema, actor.kind, actor.id, dataText])
}

function reused({ stream, id }: Pick<Event, 'stream' | 'id'>, why: string): AdjudicateError {
  return new AdjudicateError('id-reused', `the id ${id} in ${stream}: ${why}`, { stream, id })
}

/** Reads what a caller expects; throws `event-refused` with the path of an expectation that is none. */
export function expectationsOf(expected: unknown): Expectation[] {
  if (!Array.isArray(expected)) throw noExpectation('expect', expected, 'a list')
  return expected.map((one: unknown, index) => {
    const { stream, version }: { readonly stream?: unknown; readonly version?: unknown } = Object(one)
    if (typeof stream !== 'string' || stream === '') throw noExpectation(`expect[${index}].stream`, stream, 'the name of a stream')
    const isCount = typeof version === 'number' && Number.isSafeInteger(version) && version >= 0
    if (version === 'any' || isCount) return { stream, version }
    throw noExpectation(`expect[${index}].version`, version, "a count from 0, or 'any'")
  })
}

function noExpectation(path: string, found: unknown, wanted: string): AdjudicateError {
  return new AdjudicateError('event-refused', `${path}: found ${shown(found)}, wanted ${wanted}`, { path })
}

function assertMet({ stream, version }: Expectation, { versionOf }: LedgerFacts): void {
  const actual = versionOf(stream)
  if (version === 'any' || actual === version) return
  throw new AdjudicateError('conflict', `${stream} is at version ${actual}, expected ${version}`, { stream, expected: version, actual })
}

function sealAll(drafts: readonly Draft[], { head, versionOf }: LedgerFacts, now: () => string, digest: Digest): Sealed[] {
  const versions = new Map<string, number>()
  const sealed: Sealed[] = []
  let { seq, hash } = head
  let bytes = 0
  for (const [index, draft] of drafts.entries()) {
    const version = (versions.get(draft.stream) ?? versionOf(draft.stream)) + 1
    const batch = drafts.length === 1 ? {} : { batch: { i: index + 1, n: drafts.length } }
    const one = seal(draft, { seq: seq + 1, version, at: draft.at ?? timeOf(now()), prev: hash, ...batch }, digest)
    const lineBytes = utf8Length(one.line)
    assertFits(lineBytes, `events[${index}]`)
    bytes += lineBytes
    if (bytes > appendBytesMax) throw tooMuch(bytes)
    versions.set(draft.stream, version)
    seq = one.event.seq
    hash = one.event.hash
    sealed.push(one)
  }
  return sealed
}

function timeOf(clock: string): string {
  if (timePattern.test(clock)) return clock
  throw new AdjudicateError('event-refused', `the clock says ${shown(clock)}, wanted a time in UTC like 2026-08-14T16:30:00.000Z`, {
    path: 'at',
  })
}

function tooMuch(bytes: number): AdjudicateError {
  const message = `the events of one append take over ${bytes} bytes, at most ${appendBytesMax}`
  return new AdjudicateError('event-too-large', message, { bytes, bytesMax: appendBytesMax })
}
