import { AdjudicateError } from '../../errors'
import type { BlobStore } from '../../ports/blobs'
import type { Brief } from '../../tribunal/brief'
import type { KeptText } from '../../tribunal/kept-text'
import { lackedBy, wholeBrief } from '../../tribunal/whole-brief'

/** A text of at most this many bytes stands in its event; a longer one goes into a blob. */
export const inlineBytesMax = 65_536

/** Where long texts are kept; without it they stay in their events, which hold 1 MiB at most. */
export type TextStore = Pick<BlobStore, 'put' | 'get'>

/** A text as the ledger is to keep it: a long one is durable as a blob when this resolves. Throws what the store throws. */
export async function keptText(text: KeptText, texts: TextStore | undefined): Promise<KeptText> {
  if (typeof text !== 'string' || texts === undefined) return text
  const bytes = new TextEncoder().encode(text).length
  return bytes <= inlineBytesMax ? text : { blob: await texts.put(text), bytes }
}

/** The brief with whatever stands in a blob put in. Throws `blob-missing` where that was purged or there is no store, and what the store throws. */
export async function filledBrief(brief: Brief, texts: TextStore | undefined): Promise<Brief> {
  const lacked = lackedBy(brief)
  if (lacked === undefined) return brief
  const bytes = await texts?.get(lacked.blob)
  if (bytes === undefined) {
    const why = texts === undefined ? 'these hands have no blobs' : 'it was purged, or is in another store'
    throw new AdjudicateError('blob-missing', `the diff of the brief stands in ${lacked.blob}: ${why}`, { address: lacked.blob })
  }
  return wholeBrief(brief, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
}
