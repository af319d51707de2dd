import type { Digest } from '../canonical/digest'
import { sha256Hex } from '../canonical/digest'
import { assert } from '../errors'
import type { Head } from './chain'
import { emptyHead, genesisHash } from './chain'
import type { BatchMark, Event } from './event'
import type { LineFault } from './line-fault'
import { lineFaults } from './line-fault'
import { readStoredLine } from './stored-line'

/**
 * Why a record is no part of the ledger. `gap`: one or more events are missing before it; `duplicate`: it stands here for the second time; `fork`: it
 * was chained to an event that already has a successor; `unlinked`: it was chained to something that isn't here; `version`: its stream counts
 * otherwise; `batch`: the events of an append don't stand together; `schema`: its data isn't what its type says (asked by `verify`).
 */
export type BreakReason = (typeof breakReasons)[number]

/** All the reasons: those of a line by itself first. */
export const breakReasons = [...lineFaults, 'blank-line', 'gap', 'duplicate', 'fork', 'unlinked', 'version', 'batch', 'schema'] as const

/** The first break: `seq` is the one that the record at this place should have. Nothing after it has been judged. */
export type Break = {
  readonly seq: number
  readonly reason: BreakReason
  readonly message: string
  readonly expected?: string
  readonly actual?: string
}

/** Whether two readings found the same break. */
export function isSameBreak(a: Break, b: Break | undefined): boolean {
  return b !== undefined && a.seq === b.seq && a.reason === b.reason && a.message === b.message && a.actual === b.actual
}

/** A verification under way: a fold over lines that grows with the number of streams, never with that of events. */
export type Verification = {
  readonly digest: Digest
  readonly legacyLines: number
  readonly versions: Map<string, number>
  readonly recentHashes: string[]
  legacySeen: number
  blankLines: number
  head: Head
  openBatch: OpenBatch | undefined
  broken: Break | undefined
}

type OpenBatch = { readonly n: number; next: number; readonly before: Head; readonly versionsBefore: Map<string, number> }

/** What a line turned out to be. The event of a batch counts only once `isWhole`. */
export type LineOutcome =
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'legacy' }
  | { readonly kind: 'blank' }
  | { readonly kind: 'broken'; readonly broken: Break }

/**
 * What stands after the last line end. `unended`: a last record that lacks only its line end; `torn`: a crash in mid-write, with the number of whole
 * records of an incomplete batch in it; `blank`: line ends and nothing else.
 */
export type Ending =
  | { readonly kind: 'whole' }
  | { readonly kind: 'blank'; readonly lines: number }
  | { readonly kind: 'unended'; readonly event?: Event }
  | { readonly kind: 'torn'; readonly events: number; readonly message: string }
  | { readonly kind: 'broken'; readonly broken: Break }

// A fork or a repeat of an older event than this is still found; only which of the two it is can't be told any more.
const recentMax = 1024

/** Begins at the genesis. The first `legacyLines` lines are an old unhashed log: counted, never judged and no part of the chain. */
export function startVerification(options: { readonly digest?: Digest; readonly legacyLines?: number } = {}): Verification {
  return {
    digest: options.digest ?? sha256Hex,
    legacyLines: options.legacyLines ?? 0,
    versions: new Map(),
    recentHashes: [],
    legacySeen: 0,
    blankLines: 0,
    head: emptyHead,
    openBatch: undefined,
    broken: undefined,
  }
}

/** Takes the next line (without its line end) into the verification. Not to be called after a break. */
export function verifyLine(verification: Verification, line: string): LineOutcome {
  assert(verification.broken === undefined, 'nothing is judged after a break')
  if (verification.legacySeen < verification.legacyLines) {
    verification.legacySeen++
    return { kind: 'legacy' }
  }
  if (line === '') {
    verification.blankLines++
    return { kind: 'blank' }
  }
  const seq = verification.head.seq + 1
  if (verification.blankLines > 0) return broke(verification, { seq, reason: 'blank-line', message: 'a blank line stands before it' })
  const reading = readStoredLine(line, verification.digest)
  if (!reading.ok) return broke(verification, asBreak(seq, reading))
  const found = misplacement(verification, reading.event) ?? unevenBatch(verification, reading.event)
  if (found !== undefined) return broke(verification, found)
  advance(verification, reading.event)
  return { kind: 'event', event: reading.event }
}

/** Takes an event that is known to be right, as its writer does, into the verification. */
export function advance(verification: Verification, { seq, hash, stream, version, batch }: Event): void {
  const { openBatch, versions } = verification
  if (batch !== undefined && batch.i < batch.n) {
    const batchNow = openBatch ?? { n: batch.n, next: 1, before: verification.head, versionsBefore: new Map<string, number>() }
    if (!batchNow.versionsBefore.has(stream)) batchNow.versionsBefore.set(stream, version - 1)
    batchNow.next++
    verification.openBatch = batchNow
  } else {
    verification.openBatch = undefined
  }
  versions.set(stream, version)
  verification.recentHashes[seq % recentMax] = hash
  verification.head = { seq, hash }
}

/** Whether the last event read ends its batch: only then do the events of that batch count. */
export function isWhole(verification: Verification): boolean {
  return verification.openBatch === undefined
}

/** Where the ledger stands after the last whole batch. */
export function wholeHead(verification: Verification): Head {
  return verification.openBatch?.before ?? verification.head
}

/** Records a break that was found around the lines: bytes that are no UTF-8, a line beyond the limit. It is said to be at the next event. */
export function breakAt(verification: Verification, reason: BreakReason, message: string): Break {
  const broken: Break = { seq: verification.head.seq + 1, reason, message }
  verification.broken = broken
  return broken
}

/** The break of a ledger whose old log holds fewer lines than it was begun on: whatever came next would be taken for a part of that log. */
export function legacyBreak({ legacySeen, legacyLines }: Verification): Break | undefined {
  if (legacySeen === legacyLines) return undefined
  return { seq: 1, reason: 'gap', message: `the old log before event 1 has ${legacySeen} of ${legacyLines} lines` }
}

/**
 * Judges the bytes after the last line end, '' if there are none, undefined if they are no UTF-8 or beyond any limit. The verification then
 * stands after the last whole batch again, so that it can go on from there. A record that a crash could not have left so is a break.
 */
export function verifyEnding(verification: Verification, rest: string | undefined): Ending {
  const ending = endingOf(verification, rest)
  if (ending.kind !== 'broken') discardOpenBatch(verification)
  verification.blankLines = 0
  return ending
}

function endingOf(verification: Verification, rest: string | undefined): Ending {
  if (rest === '') {
    if (verification.openBatch !== undefined) return torn(verification, 'a batch is incomplete')
    return verification.blankLines === 0 ? { kind: 'whole' } : { kind: 'blank', lines: verification.blankLines }
  }
  if (rest === undefined) return torn(verification, 'the last record is unreadable')
  if (verification.legacySeen >= verification.legacyLines) {
    const reading = readStoredLine(rest, verification.digest)
    if (!reading.ok && cutShort.has(reading.reason)) return torn(verification, 'the last record is incomplete')
  }
  const outcome = verifyLine(verification, rest)
  if (outcome.kind === 'broken') return outcome
  if (!isWhole(verification)) return torn(verification, 'a batch is incomplete')
  return outcome.kind === 'event' ? { kind: 'unended', event: outcome.event } : { kind: 'unended' }
}

// No prefix of a record is a record, so whatever parses as one wasn't left by a crash.
const cutShort: ReadonlySet<LineFault> = new Set<LineFault>(['not-json', 'envelope', 'not-utf8', 'too-long'])

function torn(verification: Verification, message: string): Ending {
  return { kind: 'torn', events: verification.head.seq - wholeHead(verification).seq, message }
}

function discardOpenBatch(verification: Verification): void {
  const { openBatch, versions } = verification
  if (openBatch === undefined) return
  for (const [stream, version] of openBatch.versionsBefore) {
    if (version === 0) versions.delete(stream)
    else versions.set(stream, version)
  }
  verification.head = openBatch.before
  verification.openBatch = undefined
}

function broke(verification: Verification, broken: Break): LineOutcome {
  verification.broken = broken
  return { kind: 'broken', broken }
}

function asBreak(seq: number, { reason, message, expected, actual }: Omit<Break, 'seq'>): Break {
  return { seq, reason, message, ...(expected === undefined ? {} : { expected }), ...(actual === undefined ? {} : { actual }) }
}

function misplacement(verification: Verification, event: Event): Break | undefined {
  const { head, versions } = verification
  const seq = head.seq + 1
  if (event.seq === seq && event.prev === head.hash) {
    const version = (versions.get(event.stream) ?? 0) + 1
    if (event.version === version) return undefined
    const message = `version ${event.version} of ${event.stream} stands where version ${version} belongs`
    return { seq, reason: 'version', message }
  }
  if (event.seq > seq) return { seq, reason: 'gap', message: `event ${event.seq} stands where event ${seq} belongs` }
  const links = { expected: head.hash, actual: event.prev }
  if (event.seq < seq) {
    // A place that a later event has taken over can't hold this one's hash.
    if (verification.recentHashes[event.seq % recentMax] === event.hash)
      return { seq, reason: 'duplicate', message: `event ${event.seq} stands here again` }
    return { seq, reason: 'fork', message: `another event ${event.seq} stands here: the chain branches before it`, ...links }
  }
  const branches = event.prev === genesisHash || verification.recentHashes.includes(event.prev)
  if (branches) return { seq, reason: 'fork', message: 'it is chained to an event that already has a successor', ...links }
  return { seq, reason: 'unlinked', message: 'it is chained to an event that is not in this ledger', ...links }
}

function unevenBatch({ head, openBatch }: Verification, { batch }: Event): Break | undefined {
  if (openBatch === undefined) return batch === undefined || batch.i === 1 ? undefined : uneven(head, `begins with ${told(batch)}`)
  if (batch !== undefined && batch.n === openBatch.n && batch.i === openBatch.next) return undefined
  return uneven(head, `of ${openBatch.n} is followed by ${told(batch)} after ${openBatch.next - 1}`)
}

function uneven(head: Head, what: string): Break {
  return { seq: head.seq + 1, reason: 'batch', message: `a batch ${what}` }
}

function told(batch: BatchMark | undefined): string {
  return batch === undefined ? 'an event without a batch' : `event ${batch.i} of ${batch.n}`
}
