import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileLedger } from '../src/adapters/ledger-store/file'
import type { NewEvent } from '../src/ledger/event'
import type { LedgerStore } from '../src/ports/ledger-store'
import { verify } from '../src/running/verify-ledger'
import { memoryOf } from './own-process'
import type { Measured } from './timing'
import { atLeast, atMost, grouped, milliseconds } from './timing'

const events = 1_000_000
const fewEvents = 100_000
const appends = 100
const appendsTogether = 3200
const rounds = 10
const callers = 64

function eventOf(index: number): NewEvent {
  return {
    stream: `slice/S${index % 97}`,
    type: 'bench.event',
    schema: 1,
    actor: { kind: 'engine', id: 'bench' },
    id: `e${index}`,
    data: { member: 'quality', dimension: 'correctness', score: 8, note: `the ${index}th of many` },
  }
}

const anywhere = (index: number): { stream: string; version: 'any' }[] => [{ stream: `slice/S${index % 97}`, version: 'any' }]

/** Durable appends beside a bare write and fdatasync, and verifying a million events beside JSON.parse and SHA-256 of the same bytes. */
export async function ledgers(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'adjudicate-bench-'))
  try {
    return [...(await appending(folder)), ...(await verifying(folder))]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function appending(folder: string): Promise<Measured[]> {
  const ledger = fileLedger(join(folder, 'single'))
  await ledger.append([eventOf(0)], anywhere(0))
  let next = 1
  const line = readFileSync(join(folder, 'single/ledger.jsonl'), 'utf8')
  let single = Infinity
  let bare = Infinity
  let together = Infinity
  // In turns, so that a busy moment hits either side; the best of each.
  for (let round = 0; round < rounds; round++) {
    const one = async (): Promise<void> => {
      for (const last = next + appends; next < last; next++) await ledger.append([eventOf(next)], anywhere(next))
    }
    single = Math.min(single, await milliseconds(one))
    bare = Math.min(bare, await milliseconds(() => bareWrites(join(folder, 'bare'), line)))
    const many = async (): Promise<void> => {
      next = await manyCallers(ledger, next, next + appendsTogether)
    }
    together = Math.min(together, await milliseconds(many))
  }
  await ledger.close()
  const perSecond = (count: number, ms: number): number => (count / ms) * 1000
  const many = perSecond(appendsTogether, together)
  const alone = perSecond(appends, single)
  return [
    atLeast(
      'durable appends, one at a time',
      `${grouped(perSecond(appends, single))} a second`,
      `bare write and fdatasync ${grouped(perSecond(appends, bare))} a second`,
      bare / single,
      0.5,
    ),
    atLeast(
      `durable appends, ${callers} callers`,
      `${grouped(many)} a second`,
      `one at a time ${grouped(alone)} a second`,
      many / alone,
      8,
    ),
    atLeast(
      'the same',
      `${grouped(many)} a second`,
      `bare ${grouped(perSecond(appends, bare))} a second`,
      many / perSecond(appends, bare),
      8,
    ),
  ]
}

function bareWrites(path: string, line: string): void {
  const file = openSync(path, 'a')
  for (let index = 0; index < appends; index++) {
    writeSync(file, line)
    fdatasyncSync(file)
  }
  closeSync(file)
}

async function manyCallers(ledger: LedgerStore, first: number, end: number): Promise<number> {
  let next = first
  const caller = async (): Promise<void> => {
    for (let index = next++; index < end; index = next++) await ledger.append([eventOf(index)], anywhere(index))
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return end
}

async function verifying(folder: string): Promise<Measured[]> {
  const place = join(folder, 'large')
  await fill(place, events)
  await fill(join(folder, 'few'), fewEvents)
  const reopened = fileLedger(place)
  let state = ''
  const ours = await milliseconds(async () => {
    state = (await verify(reopened)).state
  })
  await reopened.close()
  if (state !== 'intact') throw new Error(`the bench's own ledger is ${state}`)
  const memory = memoryOf('verify', place)
  const memoryOfFew = memoryOf('verify', join(folder, 'few'))
  const floor = await milliseconds(() => parsedAndHashed(join(place, 'ledger.jsonl')))
  return [
    atMost(
      `reading and verifying ${grouped(events)} events`,
      `${grouped(ours)} ms`,
      `JSON.parse and SHA-256 ${grouped(floor)} ms`,
      ours / floor,
      2.5,
    ),
    atMost(
      'memory while it does, in a process of its own',
      `${memory >> 20} MB`,
      `${grouped(fewEvents)} events ${memoryOfFew >> 20} MB`,
      memory / memoryOfFew,
      2,
    ),
  ]
}

async function fill(place: string, count: number): Promise<void> {
  const ledger = fileLedger(place)
  for (let start = 0; start < count; start += 1000) {
    await ledger.append(
      Array.from({ length: 1000 }, (_, index) => eventOf(start + index)),
      [],
    )
  }
  await ledger.close()
}

/** The floor: every line parsed and hashed, nothing compared. Lines are cut from one buffer, as cheaply as can be. */
function parsedAndHashed(path: string): number {
  const bytes = readFileSync(path)
  let count = 0
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start)
    const line = bytes.subarray(start, end)
    JSON.parse(line.toString('utf8'))
    createHash('sha256').update(line).digest()
    count++
    start = end + 1
  }
  return count
}
