import { hash } from 'node:crypto'
import type { Digest } from '../../canonical/digest'
import { AdjudicateError } from '../../errors'
import type { Head } from '../../ledger/chain'
import { emptyHead } from '../../ledger/chain'
import type { Event } from '../../ledger/event'
import { readStoredLine } from '../../ledger/stored-line'
import type { Break, Verification } from '../../ledger/verification'
import { breakAt, isSameBreak, isWhole, startVerification, verifyEnding, verifyLine } from '../../ledger/verification'
import type { ReadOptions } from '../../ports/ledger-store'
import { isSameFile, throwReadFailure } from './file-disk'
import type { Stretch } from './file-places'
import type { ScannedPart } from './file-scan'
import { scanFile } from './file-scan'

/** SHA-256 by the platform, several times as fast as the built-in one. */
export const nodeDigest: Digest = (text) => hash('sha256', text, 'hex')

/** What a record found broken is thrown as: `ledger-corrupt` with the details of the break. */
export function corrupt(path: string, broken: Break): AdjudicateError {
  const { seq, reason, message } = broken
  return new AdjudicateError('ledger-corrupt', `${path} is broken at event ${seq} (${reason}): ${message}`, { path, ...broken })
}

/**
 * The file to read. `begin` is called when reading begins and may throw; it says what is known of where the events asked for stand: `all` of the file
 * has to be read where nothing is.
 */
export type Readable = {
  readonly path: string
  readonly legacyLines: number
  readonly begin: (which: ReadOptions) => Promise<Stretch | 'all'>
}

/**
 * Reads and verifies without a lock, and gives the events that are asked for: from the first line on, or a stretch of a file that has been verified.
 * Throws `ledger-corrupt` at the first break, after the events before it.
 */
export async function* readFile({ path, legacyLines, begin }: Readable, which: ReadOptions): AsyncGenerator<Event> {
  const known = await begin(which)
  const { fromSeq = 1, toSeq = Infinity, stream, types } = which
  if (toSeq < fromSeq) return
  const isWanted = ({ seq, stream: its, type }: Event) =>
    seq >= fromSeq && seq <= toSeq && (stream === undefined || its === stream) && (types === undefined || types.includes(type))
  if (known === undefined) return
  const given: Given = { head: emptyHead }
  try {
    if (known !== 'all') for await (const events of stretched(path, known, given)) yield* events.filter(isWanted)
    if (known !== 'all' && given.head.seq === known.to) return
    for await (const events of verified(path, legacyLines, toSeq, given)) yield* events.filter(isWanted)
  } catch (thrown) {
    throwReadFailure(thrown, path)
  }
}

/** The last event that has been given, or passed over on the way. */
type Given = { head: Head }

/**
 * The events of a stretch, each proved by its own hash and by the one before it. Where the file isn't what it was when the stretch was known it ends
 * before the last of them: then all of the file is read, which finds the break if there is one.
 */
async function* stretched(path: string, { start, to, mark }: Exclude<Stretch, undefined>, given: Given): AsyncGenerator<readonly Event[]> {
  let head = start.before
  for await (const part of scanFile(path, start.offset)) {
    if (!isSameFile(part.mark, mark)) return
    const events: Event[] = []
    const last = part.rest?.text ?? ''
    for (const line of last === '' ? part.lines : [last]) {
      const reading = readStoredLine(line, nodeDigest)
      if (!reading.ok || reading.event.seq !== head.seq + 1 || reading.event.prev !== head.hash) break
      head = reading.event
      events.push(reading.event)
      if (head.seq === to) break
    }
    given.head = events.at(-1) ?? given.head
    yield events
    if (events.length < part.lines.length || head.seq === to) return
  }
}

/**
 * Whole batches in order, some portion at a time. A writer that cuts a torn tail and writes in its place while this reads makes a line of two halves
 * look broken; so only a break that is found twice, the same, is one.
 */
async function* verified(path: string, legacyLines: number, toSeq: number, given: Given): AsyncGenerator<readonly Event[]> {
  let before: Break | undefined
  for (;;) {
    const pass: Pass = { verification: startVerification({ digest: nodeDigest, legacyLines }), open: [] }
    for await (const part of scanFile(path, 0)) {
      const whole = wholeBatches(pass, part)
      assertStillThere(path, given.head, whole)
      const fresh = whole.filter(({ seq }) => seq > given.head.seq)
      given.head = fresh.at(-1) ?? given.head
      yield fresh
      if (given.head.seq >= toSeq) return
      if (pass.verification.broken !== undefined) break
    }
    const { broken } = pass.verification
    if (broken === undefined) return
    if (isSameBreak(broken, before)) throw corrupt(path, broken)
    before = broken
  }
}

/** One reading from the start, with the events of a batch that isn't whole yet. */
type Pass = { readonly verification: Verification; readonly open: Event[] }

function wholeBatches({ verification, open }: Pass, { lines, fault, rest }: ScannedPart): Event[] {
  const whole: Event[] = []
  const take = (event: Event) => {
    if (isWhole(verification) && open.length === 0) whole.push(event)
    else open.push(event)
    if (isWhole(verification) && open.length > 0) whole.push(...open.splice(0))
  }
  for (const line of lines) {
    const outcome = verifyLine(verification, line)
    if (outcome.kind === 'broken') return whole
    if (outcome.kind === 'event') take(outcome.event)
  }
  if (fault !== undefined) breakAt(verification, fault.reason, fault.message)
  else if (rest !== undefined) {
    const ending = verifyEnding(verification, rest.text)
    if (ending.kind === 'unended' && ending.event !== undefined) take(ending.event)
  }
  return whole
}

/** A reader that begins again must not go on in another ledger that has taken the place of the one it was in. */
function assertStillThere(path: string, given: Head, events: readonly Event[]): void {
  const found = events.find(({ seq }) => seq === given.seq)
  if (found === undefined || found.hash === given.hash) return
  throw corrupt(path, {
    seq: found.seq,
    reason: 'fork',
    message: 'another ledger has taken its place',
    expected: given.hash,
    actual: found.hash,
  })
}
