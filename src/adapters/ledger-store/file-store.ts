import { existsSync, realpathSync } from 'node:fs'
import { join, resolve as absolute } from 'node:path'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { Expectation } from '../../ledger/append-plan'
import { expectationsOf } from '../../ledger/append-plan'
import type { Head } from '../../ledger/chain'
import { emptyHead } from '../../ledger/chain'
import { draftsOf } from '../../ledger/draft'
import type { Event, NewEvent } from '../../ledger/event'
import type { LedgerStore, ReadOptions, StoredPart } from '../../ports/ledger-store'
import type { Disk } from './file-disk'
import { throwReadFailure } from './file-disk'
import type { Surroundings } from './file-holder'
import { fileLock, retireLock } from './file-lock'
import type { LedgerNotice, OnNotice } from './file-notice'
import type { Stretch } from './file-places'
import { stretchFor } from './file-places'
import { readFile } from './file-read'
import { scanFile } from './file-scan'
import { catchUp } from './file-tail'
import type { Request, Writer } from './file-writer'
import { closeWriter, commit } from './file-writer'

/** How a file ledger is opened. `legacyLines` is how many lines of an old log without hashes stand before the first event: they stay unverified. */
export type FileLedgerOptions = {
  /** How long an append waits for a lock that is another's. */
  readonly lockWaitMs?: number
  /** The time of events that bring none; the system's clock unless said. It may go back. */
  readonly now?: () => string
  readonly onNotice?: OnNotice
  readonly legacyLines?: number
}

/** What a file ledger stands on, so that tests can make it fail. */
export type Ground = { readonly disk: Disk; readonly here: Surroundings }

type Waiting = Request & { readonly resolve: (events: readonly Event[]) => void; readonly reject: (reason: unknown) => void }

type Open = {
  readonly writer: Writer
  readonly queue: Waiting[]
  readonly notices: LedgerNotice[]
  readonly onNotice: OnNotice
  busy: Promise<unknown>
  draining: Promise<void> | undefined
  retirement: NodeJS.Timeout | undefined
  usedAtMs: number
  hasRead: boolean
  closed: boolean
}

const groupRequestsMax = 1024
const groupCharactersMax = 8_388_608
const retireAfterMs = 200

/** A ledger in one JSONL file, `ledger.jsonl`, of the directory. Nothing is created or read before it is used. */
export function openFileLedger(directory: string, options: FileLedgerOptions, { disk, here }: Ground): LedgerStore {
  const path = pathOfLedger(directory)
  const { lockWaitMs = 10_000, now = () => new Date().toISOString(), legacyLines = 0, onNotice = () => undefined } = options
  const notices: LedgerNotice[] = []
  const noted: OnNotice = (notice) => notices.push(notice)
  const lock = fileLock(path, { disk, here, waitMs: lockWaitMs, onNotice: noted })
  const known = { path, legacyLines, tail: undefined, seen: emptyHead }
  const writer: Writer = { known, lock, disk, now, onNotice: noted, open: undefined }
  const open: Open = {
    writer,
    queue: [],
    notices,
    onNotice,
    busy: Promise.resolve(),
    draining: undefined,
    retirement: undefined,
    usedAtMs: 0,
    hasRead: false,
    closed: false,
  }
  return {
    append: async (events, expect) => await append(open, events, expect),
    read: (which = {}) => readFile({ path, legacyLines, begin: async (asked) => await whatToRead(open, asked) }, which),
    head: async () => await head(open),
    close: async () => await close(open),
    stored: () => ({ legacyLines, parts: stored(open) }),
  }
}

/** A link to a ledger elsewhere is followed, since the lock must stand where every writer of that file looks for it. */
function pathOfLedger(directory: string): string {
  const path = join(absolute(directory), 'ledger.jsonl')
  return existsSync(path) ? realpathSync(path) : path
}

async function append(open: Open, events: readonly NewEvent[], expect: readonly Expectation[]): Promise<readonly Event[]> {
  assertOpen(open)
  const drafts = draftsOf(events)
  const expected = expectationsOf(expect)
  return await new Promise((resolve, reject) => {
    open.queue.push({ drafts, expected, resolve, reject })
    open.draining ??= drain(open)
  })
}

/** Appends that come in while one group is written make up the next: the sync is shared, and nobody waits for company. */
async function drain(open: Open): Promise<void> {
  await everyoneHasActed()
  while (open.queue.length > 0) {
    const group = nextGroup(open.queue)
    await answer(open, group)
    tell(open)
    await everyoneHasActed()
  }
  open.draining = undefined
  open.usedAtMs = performance.now()
  open.retirement ??= setTimeout(() => retireWhenIdle(open), retireAfterMs).unref()
}

/** What only an appending ledger needs beside its file is put away when nothing has been appended for a while. */
function retireWhenIdle(open: Open): void {
  const isIdle = open.draining === undefined && performance.now() - open.usedAtMs >= retireAfterMs
  open.retirement = isIdle ? undefined : setTimeout(() => retireWhenIdle(open), retireAfterMs).unref()
  if (isIdle) retire(open)
}

/** Whoever appends in the same turn, or again as soon as answered, is in the next group: a tick comes after all promises that are due. */
async function everyoneHasActed(): Promise<void> {
  await new Promise<void>((done) => process.nextTick(done))
}

function nextGroup(queue: Waiting[]): Waiting[] {
  let characters = 0
  const fits = queue.findIndex(({ drafts }, index) => {
    for (const { dataText } of drafts) characters += dataText.length
    return index > 0 && (index >= groupRequestsMax || characters > groupCharactersMax)
  })
  return queue.splice(0, fits < 0 ? queue.length : fits)
}

async function answer(open: Open, group: readonly Waiting[]): Promise<void> {
  try {
    const answers = await oneAtATime(open, async () => await commit(open.writer, group))
    for (const [index, { resolve, reject }] of group.entries()) {
      const its = answers[index]
      if (its?.ok === true) resolve(its.events)
      else reject(its?.error)
    }
  } catch (thrown) {
    for (const { reject } of group) reject(thrown)
  }
}

/** What is known of the file is changed by one user at a time. */
async function oneAtATime<Result>(open: Open, use: () => Promise<Result>): Promise<Result> {
  const before = open.busy
  const result = before.then(use)
  open.busy = result.catch(() => undefined)
  return await result
}

/** Each in its own turn, so that a listener that throws harms neither the ledger nor the other notices. */
function tell({ notices, onNotice }: Open): void {
  for (const notice of notices.splice(0)) queueMicrotask(() => onNotice(notice))
}

function retire(open: Open): void {
  try {
    retireLock(open.writer.lock)
  } catch (cause) {
    const path = open.writer.lock.own
    open.notices.push({ kind: 'lock-not-released', path, cause, message: `${path} could not be removed` })
    tell(open)
  }
}

/** Who reads once reads the file from its first byte; who reads again only what has changed, and the stretch where the events asked for stand. */
async function whatToRead(open: Open, which: ReadOptions): Promise<Stretch | 'all'> {
  assertOpen(open)
  const { known } = open.writer
  const isFirst = known.tail === undefined && !open.hasRead
  open.hasRead = true
  if (isFirst) return 'all'
  return await oneAtATime(open, async () => {
    try {
      const { places, verification, mark } = await catchUp(known, 'reader')
      return stretchFor(places, which, verification.head.seq, mark)
    } catch (thrown) {
      // Reading all of it gives the events before the break, and tells it if it still is one.
      if (isAdjudicateError(thrown) && thrown.code === 'ledger-corrupt') return 'all'
      throwReadFailure(thrown, known.path)
    }
  })
}

/** Without the lock a writer at work can look like a break, so only one that is found twice is one. */
async function head(open: Open): Promise<Head> {
  assertOpen(open)
  const { known } = open.writer
  return await oneAtATime(open, async () => {
    let before = ''
    for (;;) {
      try {
        return (await catchUp(known, 'reader')).verification.head
      } catch (thrown) {
        if (!isAdjudicateError(thrown) || thrown.code !== 'ledger-corrupt' || thrown.message === before)
          throwReadFailure(thrown, known.path)
        before = thrown.message
      }
    }
  })
}

async function close(open: Open): Promise<void> {
  open.closed = true
  await open.draining
  await open.busy
  clearTimeout(open.retirement)
  retire(open)
  closeWriter(open.writer)
}

async function* stored(open: Open): AsyncGenerator<StoredPart> {
  assertOpen(open)
  const { path } = open.writer.known
  try {
    yield* scanFile(path, 0)
  } catch (thrown) {
    throwReadFailure(thrown, path)
  }
}

function assertOpen({ closed, writer }: Open): void {
  if (closed) throw new AdjudicateError('ledger-closed', `the ledger ${writer.known.path} has been closed`)
}
