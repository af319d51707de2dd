import type { Head } from '../../ledger/chain'
import type { Event } from '../../ledger/event'
import type { IdIndex } from '../../ledger/id-index'
import { addId, emptyIdIndex } from '../../ledger/id-index'
import type { Break, Ending, Verification } from '../../ledger/verification'
import { breakAt, isWhole, legacyBreak, startVerification, verifyEnding, verifyLine } from '../../ledger/verification'
import type { FileMark } from './file-disk'
import { isSameFile, markOf, noFile } from './file-disk'
import { corrupt, nodeDigest } from './file-read'
import type { ScannedPart } from './file-scan'
import type { Places } from './file-places'
import { noPlaces, notePlace } from './file-places'
import { scanFile } from './file-scan'

/**
 * What an open ledger knows of its file: all of it has been verified once, only what others append is read again. `offset` is where the last whole
 * batch ends, `lacksLineEnd` that its line end isn't there yet, `ending` what stands behind it. `ids` grows with every event: only writers need it.
 */
export type Tail = {
  readonly verification: Verification
  readonly ids: IdIndex | undefined
  readonly places: Places
  mark: FileMark
  offset: number
  lacksLineEnd: boolean
  ending: Ending
}

/** The tail, once known, and the last head that was: a file that doesn't hold that event any more isn't gone on with. */
export type KnownFile = { readonly path: string; readonly legacyLines: number; tail: Tail | undefined; seen: Head }

/**
 * Brings what is known up to the file as it is now; throws `ledger-corrupt` where the file is broken or no longer holds what was seen in it under the
 * lock. Who only reads holds no lock: then the last events may be those of a writer whose sync fails yet, and who then takes them back.
 */
export async function catchUp(known: KnownFile, who: 'writer' | 'reader'): Promise<Tail> {
  const needsIds = who === 'writer' && known.tail?.ids === undefined
  const tail = (needsIds ? undefined : await readOn(known)) ?? (await readAnew(known, needsIds || known.tail?.ids !== undefined))
  known.tail = tail
  if (who === 'writer') known.seen = tail.verification.head
  return tail
}

/** Events of a batch that isn't whole yet, each with the byte where it begins. */
type Noted = { readonly event: Pick<Event, 'seq' | 'stream' | 'id' | 'prev' | 'batch'>; readonly start: number }

async function readOn({ path, tail }: KnownFile): Promise<Tail | undefined> {
  if (tail === undefined || tail.verification.broken !== undefined) return undefined
  const mark = markOf(path)
  if (!isSameFile(mark, tail.mark) || mark.size < tail.offset) return undefined
  // As long as before, yet changed: cut back and written on, perhaps.
  if (mark.size === tail.offset) return mark.changedMs === tail.mark.changedMs ? tail : undefined
  const noted: Noted[] = []
  for await (const part of scanFile(path, tail.offset)) {
    if (!isSameFile(part.mark, tail.mark)) return undefined
    // A break is left to a reading of the whole file: this one may have begun in the middle of a line.
    if (take(tail, part, noted) !== undefined) return undefined
    tail.mark = part.mark
  }
  return tail
}

async function readAnew({ path, legacyLines, seen }: KnownFile, withIds: boolean): Promise<Tail> {
  const verification = startVerification({ digest: nodeDigest, legacyLines })
  const ids = withIds ? emptyIdIndex() : undefined
  const tail: Tail = { verification, ids, places: noPlaces(), mark: noFile, offset: 0, lacksLineEnd: false, ending: { kind: 'whole' } }
  const noted: Noted[] = []
  for await (const part of scanFile(path, 0)) {
    tail.mark = part.mark
    const broken = take(tail, part, noted, seen)
    if (broken !== undefined) throw corrupt(path, broken)
  }
  const broken = legacyBreak(verification)
  if (broken !== undefined) throw corrupt(path, broken)
  const { seq } = verification.head
  if (seq >= seen.seq) return tail
  const message = `the ledger ends at event ${seq}, though event ${seen.seq} had been read in it`
  throw corrupt(path, { seq: seq + 1, reason: 'gap', message, expected: seen.hash })
}

function take(tail: Tail, { lines, starts, end, fault, rest }: ScannedPart, noted: Noted[], seen?: Head): Break | undefined {
  const { verification } = tail
  for (const [index, line] of lines.entries()) {
    const start = starts[index] ?? end
    const next = starts[index + 1] ?? end
    const broken = takeLine(tail, line, { start, next }, noted, seen)
    if (broken !== undefined) return broken
  }
  if (fault !== undefined) return breakAt(verification, fault.reason, fault.message)
  if (rest === undefined) return undefined
  if (tail.lacksLineEnd && rest.bytes > 0) return breakAt(verification, 'not-json', 'the last record goes on')
  const ending = verifyEnding(verification, rest.text)
  tail.ending = ending
  if (ending.kind === 'broken') return ending.broken
  if (ending.kind !== 'unended') return undefined
  tail.lacksLineEnd = true
  const after = end + rest.bytes
  if (ending.event !== undefined) return takeEvent(tail, ending.event, { start: end, next: after }, noted, seen)
  tail.offset = after
  return undefined
}

type Span = { readonly start: number; readonly next: number }

function takeLine(tail: Tail, line: string, { start, next }: Span, noted: Noted[], seen: Head | undefined): Break | undefined {
  const { verification } = tail
  if (tail.lacksLineEnd) {
    // The line end that was missing is all that may come first.
    if (line !== '') return breakAt(verification, 'not-json', 'the last record goes on')
    tail.lacksLineEnd = false
    tail.offset = next
    return undefined
  }
  const outcome = verifyLine(verification, line)
  if (outcome.kind === 'broken') return outcome.broken
  if (outcome.kind === 'legacy') tail.offset = next
  return outcome.kind === 'event' ? takeEvent(tail, outcome.event, { start, next }, noted, seen) : undefined
}

function takeEvent(tail: Tail, event: Event, { start, next }: Span, noted: Noted[], seen: Head | undefined): Break | undefined {
  const { seq, hash, stream, id, prev, batch } = event
  if (seq === seen?.seq && hash !== seen.hash) {
    return { seq, reason: 'fork', message: 'another ledger has taken its place', expected: seen.hash, actual: hash }
  }
  noted.push({ event: { seq, stream, id, prev, ...(batch === undefined ? {} : { batch }) }, start })
  if (!isWhole(tail.verification)) return undefined
  for (const one of noted) noteEvent(tail, one.event, one.start)
  noted.length = 0
  tail.offset = next
  return undefined
}

/** Takes an event of a whole batch into what is known of where events stand. */
export function noteEvent({ ids, places }: Tail, event: Noted['event'], start: number): void {
  if (ids !== undefined) addId(ids, event.stream, event.id, start)
  notePlace(places, event, start)
}
