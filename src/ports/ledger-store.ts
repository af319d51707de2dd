import type { Expectation } from '../ledger/append-plan'
import type { Head } from '../ledger/chain'
import type { Event, NewEvent } from '../ledger/event'

/** Which events to read: those of one stream, from and up to a seq (both included), of some types. All of them where nothing is said. */
export type ReadOptions = {
  readonly stream?: string
  readonly fromSeq?: number
  readonly toSeq?: number
  readonly types?: readonly string[]
}

/**
 * The append-only record (spec 08). Every store keeps these rules, and `ledgerStoreConformance` shows it:
 * an append that resolves is durable, all of its events or none; a wrong expected version is the error `conflict`; the same id again gives the first
 * result, or `id-reused` where the content differs; what JSON can't hold exactly is `event-refused`, what is over 1 MiB `event-too-large`; reading
 * is in order, in memory that doesn't grow with the ledger, and stops at a broken record with `ledger-corrupt`; after `close` everything is `ledger-closed`.
 */
export type LedgerStore = {
  /** Streams that `expect` doesn't name are taken at any version. Also throws `ledger-locked`, `ledger-readonly`, `ledger-io`. */
  readonly append: (events: readonly NewEvent[], expect: readonly Expectation[]) => Promise<readonly Event[]>
  /** What the ledger holds when reading begins; an incomplete batch at the end isn't yet in it. */
  readonly read: (options?: ReadOptions) => AsyncIterable<Event>
  /** Seq 0 and the genesis hash for an empty ledger. */
  readonly head: () => Promise<Head>
  /** Waits for the appends under way. Closing twice is no fault. */
  readonly close: () => Promise<void>
  /** What is stored, unjudged, for verification; a store without it is verified by its events, where bytes can't be. */
  readonly stored?: () => StoredLedger
}

/** The stored lines as they stand. The first `legacyLines` are an old log without hashes that the ledger was begun on. */
export type StoredLedger = { readonly legacyLines: number; readonly parts: AsyncIterable<StoredPart> }

/** A portion of lines without their line ends. The last part has a `fault` after its lines or the `rest` after the last line end. */
export type StoredPart = {
  readonly lines: readonly string[]
  readonly fault?: StoredFault
  readonly rest?: StoredRest
}

/** A line that can't be given as text. */
export type StoredFault = { readonly reason: 'not-utf8' | 'too-long'; readonly message: string }

/** The bytes after the last line end: the text is undefined where they are no UTF-8, or more than any record. */
export type StoredRest = { readonly text: string | undefined; readonly bytes: number }
