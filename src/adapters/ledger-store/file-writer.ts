import { readSync } from 'node:fs'
import { dirname } from 'node:path'
import { assert } from '../../errors'
import type { Expectation, LedgerFacts } from '../../ledger/append-plan'
import { idKey, planAppend } from '../../ledger/append-plan'
import type { Draft, Sealed } from '../../ledger/chain'
import type { Event } from '../../ledger/event'
import { eventBytesMax } from '../../ledger/event-limits'
import { placesOfId } from '../../ledger/id-index'
import { readStoredLine } from '../../ledger/stored-line'
import { advance } from '../../ledger/verification'
import type { Disk, FileMark } from './file-disk'
import { isSameFile, makeDirectory, markOfOpen, syncDirectory, writeAll, writeFailure } from './file-disk'
import type { FileLock } from './file-lock'
import { acquireLock, releaseLock } from './file-lock'
import type { OnNotice } from './file-notice'
import { corrupt, nodeDigest } from './file-read'
import { repairTail } from './file-repair'
import type { KnownFile, Tail } from './file-tail'
import { catchUp, noteEvent } from './file-tail'

/** One append that waits for its turn. */
export type Request = { readonly drafts: readonly Draft[]; readonly expected: readonly Expectation[] }

/** What came of it. */
export type Answer = { readonly ok: true; readonly events: readonly Event[] } | { readonly ok: false; readonly error: unknown }

/** The writing side of an open ledger. */
export type Writer = {
  readonly known: KnownFile
  readonly lock: FileLock
  readonly disk: Disk
  readonly now: () => string
  readonly onNotice: OnNotice
  open: { readonly descriptor: number; readonly mark: FileMark } | undefined
}

/**
 * Carries out some appends under one lock, with one write and one sync for all of them. Each is planned on the ledger as the ones before it leave it;
 * none is answered before the sync, not even with a conflict, since what it conflicts with must be there to stay. Throws what fails them all.
 */
export async function commit(writer: Writer, requests: readonly Request[]): Promise<readonly Answer[]> {
  const { known, lock, disk } = writer
  try {
    if (writer.open === undefined) await makeDirectory(disk, dirname(known.path))
    await acquireLock(lock)
  } catch (thrown) {
    throw writeFailure(thrown, known.path)
  }
  try {
    const { tail, descriptor } = await openedForWriting(writer)
    await repairTail({ path: known.path, descriptor, disk, onNotice: writer.onNotice }, tail)
    const { answers, sealed, repeats } = planAll(writer, requests, tail, descriptor)
    if (sealed.length > 0) await write(writer, descriptor, tail, sealed)
    // A repeated event may be one that its writer was killed over before its sync.
    else if (repeats) await disk.sync(descriptor)
    return answers
  } catch (thrown) {
    throw writeFailure(thrown, known.path)
  } finally {
    releaseLock(lock)
  }
}

/** Closes the file. */
export function closeWriter(writer: Writer): void {
  if (writer.open !== undefined) writer.disk.close(writer.open.descriptor)
  writer.open = undefined
}

/** What is known of the file, brought up to now, and that same file open for appending; it is made where there is none. */
async function openedForWriting(writer: Writer): Promise<{ readonly tail: Tail; readonly descriptor: number }> {
  const { known, disk } = writer
  const tail = await catchUp(known, 'writer')
  if (writer.open !== undefined && isSameFile(writer.open.mark, tail.mark)) return { tail, descriptor: writer.open.descriptor }
  closeWriter(writer)
  const descriptor = disk.open(known.path, 'a+')
  writer.open = { descriptor, mark: markOfOpen(descriptor) }
  if (writer.open.mark.size === 0) await syncDirectory(disk, dirname(known.path))
  return { tail: await catchUp(known, 'writer'), descriptor }
}

type Planned = { readonly answers: readonly Answer[]; readonly sealed: readonly Sealed[]; readonly repeats: boolean }

function planAll(writer: Writer, requests: readonly Request[], tail: Tail, descriptor: number): Planned {
  const versions = new Map<string, number>()
  const events = new Map<string, Event>()
  const sealed: Sealed[] = []
  let repeats = false
  const answers = requests.map(({ drafts, expected }): Answer => {
    const facts: LedgerFacts = {
      head: sealed.at(-1)?.event ?? tail.verification.head,
      versionOf: (stream) => versions.get(stream) ?? tail.verification.versions.get(stream) ?? 0,
      eventOf: (stream, id) => events.get(idKey(stream, id)) ?? storedEvent(writer.known.path, tail, descriptor, stream, id),
    }
    try {
      const plan = planAppend(drafts, expected, facts, { now: writer.now, digest: nodeDigest })
      if (plan.kind === 'repeat') {
        repeats = true
        return { ok: true, events: plan.events }
      }
      for (const one of plan.sealed) {
        versions.set(one.event.stream, one.event.version)
        events.set(idKey(one.event.stream, one.event.id), one.event)
        sealed.push(one)
      }
      return { ok: true, events: plan.sealed.map(({ event }) => event) }
    } catch (error) {
      return { ok: false, error }
    }
  })
  return { answers, sealed, repeats }
}

/** The index only says where it may be: what stands there decides. */
function storedEvent(path: string, tail: Tail, descriptor: number, stream: string, id: string): Event | undefined {
  assert(tail.ids !== undefined, 'a writer knows where the ids stand')
  for (const place of placesOfId(tail.ids, stream, id)) {
    const reading = readStoredLine(lineAt(descriptor, place), nodeDigest)
    if (!reading.ok) {
      const { reason, message } = reading
      throw corrupt(path, { seq: tail.verification.head.seq, reason, message: `the record at byte ${place}: ${message}` })
    }
    if (reading.event.stream === stream && reading.event.id === id) return reading.event
  }
  return undefined
}

function lineAt(descriptor: number, place: number): string {
  for (let length = 4096; ; length *= 4) {
    const bytes = Buffer.allocUnsafe(length)
    const got = readSync(descriptor, bytes, 0, length, place)
    const end = bytes.subarray(0, got).indexOf(10)
    if (end >= 0) return bytes.toString('utf8', 0, end)
    if (got < length || length > eventBytesMax) return bytes.toString('utf8', 0, got)
  }
}

async function write(writer: Writer, descriptor: number, tail: Tail, sealed: readonly Sealed[]): Promise<void> {
  const { known, disk, onNotice } = writer
  const first = tail.lacksLineEnd ? '\n' : ''
  const bytes = Buffer.from(`${first}${sealed.map(({ line }) => line).join('\n')}\n`)
  try {
    writeAll(disk, descriptor, bytes)
    await disk.sync(descriptor)
  } catch (thrown) {
    throw await undone(writer, descriptor, tail.offset, thrown)
  }
  const afterSeq = tail.verification.head.seq
  let start = tail.offset + first.length
  for (const { event, line } of sealed) {
    noteEvent(tail, event, start)
    advance(tail.verification, event)
    start += Buffer.byteLength(line) + 1
  }
  tail.mark = markOfOpen(descriptor)
  tail.offset = start
  tail.lacksLineEnd = false
  tail.ending = { kind: 'whole' }
  known.seen = tail.verification.head
  if (first !== '') {
    onNotice({ kind: 'line-end-added', afterSeq, message: `the line end that event ${afterSeq} lacked was added` })
  }
}

/**
 * Takes a failed write back before the lock is given up. Where that fails too, the next writer finds a torn tail to cut, or whole records that count:
 * then nobody can say yet whether the append is recorded, and asking again with the same ids tells.
 */
async function undone({ known, disk }: Writer, descriptor: number, offset: number, thrown: unknown): Promise<unknown> {
  try {
    disk.truncate(known.path, offset)
    await disk.sync(descriptor)
    return writeFailure(thrown, known.path)
  } catch (second) {
    return writeFailure(thrown, known.path, 'unknown', second)
  }
}
