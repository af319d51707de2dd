import { AdjudicateError } from '../errors'
import { shown } from '../issues'
import type { Head } from '../ledger/chain'
import { hashPattern } from '../ledger/event-limits'
import type { EventRegistry } from '../ledger/event-registry'
import type { Break, BreakReason } from '../ledger/verification'
import { isSameBreak, wholeHead } from '../ledger/verification'
import type { LedgerStore } from '../ports/ledger-store'
import type { LedgerTail, VerifyPass } from './verify-pass'
import { verifyOnce } from './verify-pass'
import type { SignatureCheck, SignatureCounts } from './verify-signatures'
import { verifySignatures } from './verify-signatures'

/**
 * `expectHead` is a head kept elsewhere, as a hash or as `head()` gives it: only with one can a cut tail be seen. `types` are the known events. Without
 * `signatures` none is checked.
 */
export type VerifyOptions = { readonly expectHead?: string | Head; readonly types?: EventRegistry; readonly signatures?: SignatureCheck }

/**
 * What verification found. `head` is the hash of the last event. `known` and `unknown` count events by whether their type is among `types`: the data of
 * unknown ones is chained but not checked. `unverifiedPrefix` counts the lines of an old log, `tail` is what stands behind the last whole batch. In a
 * broken ledger `events` counts those before the break; nothing after it was judged. `signatures` is there where an event is a person's act or the
 * ledger is keyed, and they were checked.
 */
export type LedgerVerdict =
  | ({ readonly state: 'intact'; readonly events: number; readonly head: string; readonly signatures?: SignatureCounts } & KnownCounts &
      LedgerMargins)
  | ({ readonly state: 'empty' } & LedgerMargins)
  | ({
      readonly state: 'broken'
      readonly seq: number
      readonly reason: BreakReason | 'head' | 'signature'
      readonly events: number
    } & BreakDetails)

type KnownCounts = { readonly known: number; readonly unknown: number; readonly unknownTypes: Readonly<Record<string, number>> }
type LedgerMargins = { readonly unverifiedPrefix?: number; readonly tail?: LedgerTail }
type BreakDetails = { readonly message: string; readonly expected?: string; readonly actual?: string }

/**
 * Verifies a ledger from its first record: canonical bytes, hashes, chain, versions of streams, batches, and the data of known types. A missing or
 * empty ledger is `empty`, and `broken` where a head was expected; a ledger that goes on after the expected head isn't as expected either. Repairs
 * nothing. Throws `usage` for an expected head that is no hash, and what the store throws when it can't be read.
 */
export async function verify(ledger: LedgerStore, { expectHead, types, signatures }: VerifyOptions = {}): Promise<LedgerVerdict> {
  const expected = hashOfHead(expectHead)
  let before: Break | undefined
  for (;;) {
    const pass = await verifyOnce(ledger, types, expected)
    // Without a lock a writer at work can look like a break, so only one that is found twice is one.
    if (pass.broken === undefined || isSameBreak(pass.broken, before)) return await withSignatures(ledger, verdictOf(pass), signatures)
    before = pass.broken
  }
}

/** Signatures are looked at only where the chain is whole: in a broken one nothing that they could be for is certain. */
async function withSignatures(ledger: LedgerStore, verdict: LedgerVerdict, check: SignatureCheck | undefined): Promise<LedgerVerdict> {
  if (check === undefined || verdict.state !== 'intact') return verdict
  const found = await verifySignatures(ledger, check, verdict.events)
  if (found.kind === 'broken') {
    return { state: 'broken', seq: found.seq, reason: 'signature', events: found.seq - 1, message: found.message }
  }
  const { keyed, signed, byHost } = found
  return keyed || byHost > 0 ? { ...verdict, signatures: { keyed, signed, byHost } } : verdict
}

function hashOfHead(head: string | Head | undefined): string | undefined {
  if (head === undefined) return undefined
  const text = typeof head === 'string' ? head : head.hash
  const hash = text.startsWith('sha256:') ? text : `sha256:${text}`
  if (hashPattern.test(hash)) return hash
  throw new AdjudicateError('usage', `${shown(text)} is no head of a ledger: sha256: and 64 hex digits are wanted`, { expectHead: text })
}

function verdictOf(pass: VerifyPass): LedgerVerdict {
  const { verification, broken, unknownTypes, known, tail } = pass
  const { seq: events, hash: head } = wholeHead(verification)
  if (broken !== undefined) return { state: 'broken', ...broken, events: Math.min(events, broken.seq - 1) }
  const unexpected = unexpectedHead(pass)
  if (unexpected !== undefined) return { state: 'broken', ...unexpected, events }
  const prefix = verification.legacySeen
  const margins = { ...(prefix === 0 ? {} : { unverifiedPrefix: prefix }), ...(tail === undefined ? {} : { tail }) }
  if (events === 0) return { state: 'empty', ...margins }
  return { state: 'intact', events, head, known, unknown: events - known, unknownTypes: Object.fromEntries(unknownTypes), ...margins }
}

function unexpectedHead({ verification, expected, expectedAt }: VerifyPass): (BreakDetails & { seq: number; reason: 'head' }) | undefined {
  const { head } = verification
  if (expected === undefined || expected === head.hash) return undefined
  const hashes = { expected, actual: head.hash }
  if (expectedAt === undefined) {
    const message = 'the expected head is not in this ledger: its end was cut off, or it was written anew'
    return { seq: head.seq + 1, reason: 'head', message, ...hashes }
  }
  const message = `the expected head is event ${expectedAt}, after which ${head.seq - expectedAt} more were appended`
  return { seq: expectedAt + 1, reason: 'head', message, ...hashes }
}
