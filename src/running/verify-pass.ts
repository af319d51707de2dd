import { hash } from 'node:crypto'
import { isAdjudicateError } from '../errors'
import { genesisHash, storedLine } from '../ledger/chain'
import type { Event } from '../ledger/event'
import type { EventRegistry } from '../ledger/event-registry'
import { readEvent } from '../ledger/event-registry'
import type { Break, Ending, Verification } from '../ledger/verification'
import { breakAt, breakReasons, isWhole, legacyBreak, startVerification, verifyEnding, verifyLine } from '../ledger/verification'
import type { LedgerStore, StoredPart } from '../ports/ledger-store'

/** What stands behind the last whole batch: no part of the ledger, and cut by the next writer (`unended`: its line end is added). */
export type LedgerTail =
  | { readonly kind: 'torn'; readonly bytes: number; readonly events: number; readonly afterSeq: number; readonly message: string }
  | { readonly kind: 'blank'; readonly lines: number; readonly afterSeq: number }
  | { readonly kind: 'unended'; readonly afterSeq: number }

/** One reading of the ledger from its first record to its end or to the first break. */
export type VerifyPass = {
  readonly verification: Verification
  readonly registry: EventRegistry | undefined
  readonly expected: string | undefined
  readonly unknownTypes: Map<string, number>
  /** The types of the events of a batch that isn't whole yet, and whether they are known. */
  readonly unsettled: { readonly type: string; readonly isKnown: boolean }[]
  expectedAt: number | undefined
  known: number
  openBytes: number
  broken: Break | undefined
  tail: LedgerTail | undefined
}

/** Reads everything that is stored, or that a store without stored lines gives, once. `expected` is a hash to look out for. */
export async function verifyOnce(
  ledger: LedgerStore,
  registry: EventRegistry | undefined,
  expected: string | undefined,
): Promise<VerifyPass> {
  const { legacyLines, parts } = ledger.stored?.() ?? { legacyLines: 0, parts: asStored(ledger) }
  const pass: VerifyPass = {
    verification: startVerification({ digest: (text) => hash('sha256', text, 'hex'), legacyLines }),
    registry,
    expected,
    unknownTypes: new Map(),
    unsettled: [],
    expectedAt: expected === genesisHash ? 0 : undefined,
    known: 0,
    openBytes: 0,
    broken: undefined,
    tail: undefined,
  }
  try {
    for await (const part of parts) {
      pass.broken = judge(pass, part)
      if (pass.broken !== undefined) return pass
    }
  } catch (thrown) {
    pass.broken = asBreak(thrown)
    return pass
  }
  pass.broken = legacyBreak(pass.verification)
  return pass
}

/** A store that only gives events is taken at its word about their bytes: their canonical lines are made here. */
async function* asStored(ledger: LedgerStore): AsyncGenerator<StoredPart> {
  for await (const event of ledger.read()) yield { lines: [storedLine(event)] }
  yield { lines: [], rest: { text: '', bytes: 0 } }
}

/** Where such a store finds the break itself. */
function asBreak(thrown: unknown): Break {
  if (!isAdjudicateError(thrown) || thrown.code !== 'ledger-corrupt') throw thrown
  const { seq, reason } = thrown.details
  const known = breakReasons.find((one) => one === reason)
  if (typeof seq !== 'number' || known === undefined) throw thrown
  return { seq, reason: known, message: thrown.message }
}

function judge(pass: VerifyPass, { lines, fault, rest }: StoredPart): Break | undefined {
  const { verification } = pass
  for (const line of lines) {
    const outcome = verifyLine(verification, line)
    if (outcome.kind === 'broken') return outcome.broken
    const broken = outcome.kind === 'event' ? take(pass, outcome.event) : undefined
    if (broken !== undefined) return broken
    if (!isWhole(verification)) pass.openBytes += Buffer.byteLength(line) + 1
    else if (outcome.kind !== 'blank') pass.openBytes = 0
  }
  if (fault !== undefined) return breakAt(verification, fault.reason, fault.message)
  if (rest === undefined) return undefined
  const ending = verifyEnding(verification, rest.text)
  if (ending.kind === 'broken') return ending.broken
  pass.unsettled.length = ending.kind === 'unended' ? pass.unsettled.length : 0
  pass.tail = tailOf(ending, verification.head.seq, pass.openBytes + rest.bytes)
  return ending.kind === 'unended' && ending.event !== undefined ? take(pass, ending.event) : undefined
}

function take(pass: VerifyPass, event: Event): Break | undefined {
  const { registry, unsettled, verification } = pass
  if (event.hash === pass.expected) pass.expectedAt = event.seq
  const reading = registry === undefined ? undefined : readEvent(registry, event)
  if (reading?.kind === 'invalid') {
    const told = reading.issues.map(({ path, message }) => `${path}: ${message}`).join('; ')
    return { seq: event.seq, reason: 'schema', message: `it is no ${event.type}: ${told}` }
  }
  const isKnown = reading?.kind === 'known'
  if (isWhole(verification) && unsettled.length === 0) {
    tally(pass, event.type, isKnown)
    return undefined
  }
  unsettled.push({ type: event.type, isKnown })
  if (isWhole(verification)) for (const one of unsettled.splice(0)) tally(pass, one.type, one.isKnown)
  return undefined
}

function tally(pass: VerifyPass, type: string, isKnown: boolean): void {
  if (isKnown) pass.known++
  else pass.unknownTypes.set(type, (pass.unknownTypes.get(type) ?? 0) + 1)
}

function tailOf(ending: Ending, afterSeq: number, bytes: number): LedgerTail | undefined {
  switch (ending.kind) {
    case 'torn':
      return { kind: 'torn', bytes, events: ending.events, afterSeq, message: ending.message }
    case 'blank':
      return { kind: 'blank', lines: ending.lines, afterSeq }
    case 'unended':
      return { kind: 'unended', afterSeq }
    default:
      return undefined
  }
}
