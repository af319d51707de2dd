import type { Digest } from '../canonical/digest'
import { canonicalJson } from '../canonical/canonical-json'
import type { BatchMark, Event, NewEvent } from './event'

/** The `prev` of the first event: 64 zeros. */
export const genesisHash = `sha256:${'0'.repeat(64)}`

/** Where a ledger ends; an empty one ends at seq 0 with the genesis hash. */
export type Head = { readonly seq: number; readonly hash: string }

/** The head of a ledger without events. */
export const emptyHead: Head = { seq: 0, hash: genesisHash }

/** A new event whose data has been written as canonical JSON, once, when it was handed in. */
export type Draft = Omit<NewEvent, 'data'> & { readonly dataText: string }

/** What the ledger adds to a draft. */
export type Place = {
  readonly seq: number
  readonly version: number
  readonly at: string
  readonly batch?: BatchMark
  readonly prev: string
}

/** An event with the line that stores it, without the line end. */
export type Sealed = { readonly event: Event; readonly line: string }

type Quote = (text: string) => string

/** How long `,"hash":"sha256:…",` is. All of it but one comma is the part of a line that its hash doesn't cover. */
export const hashMemberLength = 82

/** The canonical text before the data: the keys of an envelope always stand in the order of RFC 8785, so it is spelled out here. */
export function textBeforeData({ actor, at, batch }: Pick<Event, 'actor' | 'at' | 'batch'>, quote: Quote): string {
  const mark = batch === undefined ? '' : `"batch":{"i":${batch.i},"n":${batch.n}},`
  return `{"actor":{"id":${quote(actor.id)},"kind":"${actor.kind}"},"at":"${at}",${mark}"data":`
}

/** The canonical text after the hash. */
export function textAfterHash(event: Pick<Event, 'id' | 'prev' | 'schema' | 'seq' | 'stream' | 'type' | 'version'>, quote: Quote): string {
  const { id, prev, schema, seq, stream, type, version } = event
  const named = `"id":${quote(id)},"prev":"${prev}","schema":${schema},"seq":${seq},`
  return `${named}"stream":${quote(stream)},"type":${quote(type)},"version":${version}}`
}

/** Chains a draft to its predecessor: the hash is that of the canonical JSON without `hash` (spec 08). */
export function seal(draft: Draft, place: Place, digest: Digest): Sealed {
  const { dataText, stream, type, schema, actor, id } = draft
  const data: unknown = JSON.parse(dataText)
  const unsealed = { actor, ...place, data, id, schema, stream, type }
  const before = `${textBeforeData(unsealed, JSON.stringify)}${dataText},`
  const after = textAfterHash(unsealed, JSON.stringify)
  const hash = `sha256:${digest(before + after)}`
  return { event: { ...unsealed, hash }, line: `${before}"hash":"${hash}",${after}` }
}

/** The line that stores an event, without the line end. Throws `not-canonical` for data that JSON can't hold exactly. */
export function storedLine(event: Event): string {
  return `${unhashed(event)}"hash":"${event.hash}",${textAfterHash(event, JSON.stringify)}`
}

/** The hash that an event should carry, whatever it does carry. Throws `not-canonical`. */
export function hashOfEvent(event: Event, digest: Digest): string {
  return `sha256:${digest(unhashed(event) + textAfterHash(event, JSON.stringify))}`
}

function unhashed(event: Event): string {
  return `${textBeforeData(event, JSON.stringify)}${canonicalJson(event.data)},`
}
