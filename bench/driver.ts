import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileLedger } from '../src/adapters/ledger-store/file'
import { memoryBlobs } from '../src/adapters/blobs/memory'
import { memoryLedger } from '../src/adapters/ledger-store/memory'
import type { LedgerStore } from '../src/ports/ledger-store'
import { platformDigest } from '../src/faces/embed/platform-digest'
import { driveOnce } from '../src/running/driver/drive-once'
import { fold } from '../src/running/fold-stream'
import { knownEvents } from '../src/running/known-events'
import { record } from '../src/running/record'
import { withEventTypes } from '../src/running/typed-ledger'
import type { BriefFor } from '../src/tribunal/brief'
import { renderBrief } from '../src/tribunal/brief-text'
import { briefDataFor } from '../src/tribunal/brief-for'
import { sliceWith } from '../src/tribunal/decider'
import { judgement, report, setup, sliceWorld } from '../test/support/slice-world'
import { fillWithSlices, holdAll } from './slices-at-rest'
import { memoryOf } from './own-process'
import type { Measured } from './timing'
import { atMost, grouped, milliseconds } from './timing'

const slice = sliceWith(platformDigest)
const slices = 20
const rounds = 7
const approvals = 41
const atRest = 1_000

/** What the driver costs beside a bare loop, slices at rest, the way from an approval to the next action, and the brief of a long diff. */
export async function drivers(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'adjudicate-bench-'))
  try {
    return [...(await overhead(folder)), ...(await resting(folder)), await fromApproval(folder), await longBrief()]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Drives one slice to its end, two rounds with eight calls of scripted models. */
async function driven(ledger: LedgerStore, id: string): Promise<void> {
  const world = sliceWorld()
  const ports = { ...world.ports, hands: world.hands, digest: platformDigest, blobs: memoryBlobs() }
  const outcome = await driveOnce({ ledger, ports, setup: { ...setup, id } }, `slice/${id}`)
  if (outcome.kind !== 'idle') throw new Error(`the slice of the bench is ${outcome.kind}`)
}

async function overhead(folder: string): Promise<Measured[]> {
  let ours = Infinity
  let bare = Infinity
  let events = 0
  // In turns, so that a busy moment hits either side; the best of each.
  for (let round = 0; round < rounds; round++) {
    const place = join(folder, `driven-${round}`)
    const ledger = withEventTypes(fileLedger(place), knownEvents)
    const driving = async (): Promise<void> => {
      for (let number = 0; number < slices; number++) await driven(ledger, `S${number}`)
    }
    ours = Math.min(ours, await milliseconds(driving))
    await ledger.close()
    const lines = readFileSync(join(place, 'ledger.jsonl'), 'utf8').split('\n').slice(0, -1)
    events = lines.length / slices
    bare = Math.min(bare, await milliseconds(() => bareLoop(join(folder, `bare-${round}`), lines)))
  }
  const each = (ms: number): string => `${(ms / slices).toFixed(1)} ms`
  return [
    atMost(
      `a slice driven through two rounds, ${events} events`,
      each(ours),
      `the same calls and one sync for each event ${each(bare)}`,
      ours / bare,
      1.5,
    ),
  ]
}

/** The floor: the same models asked, and the same bytes written with one sync for each event. */
async function bareLoop(path: string, lines: readonly string[]): Promise<void> {
  const file = openSync(path, 'a')
  for (const line of lines) {
    writeSync(file, `${line}\n`)
    fdatasyncSync(file)
  }
  for (let number = 0; number < slices; number++) {
    for (let call = 0; call < 8; call++) {
      const request = { role: 'quality', idempotencyKey: '', brief: '|||SCORECARD:abcdef|||\n|||DOER_REPORT:abcdef|||\naddress: bbbbbbb2' }
      await Promise.resolve(call % 4 === 0 ? report(request) : judgement(request))
    }
  }
  closeSync(file)
}

/** Slices that wait for a person, all in one ledger and all held: the memory of a process that starts on it, and how long that takes. */
async function resting(folder: string): Promise<Measured[]> {
  const place = join(folder, 'resting')
  const events = await fillWithSlices(place, atRest)
  const megabytes = memoryOf('resting', place) / 1_000_000
  const ms = await milliseconds(() => holdAll(place))
  return [
    atMost(
      `${grouped(atRest)} slices at rest in one process, ${grouped(events)} events`,
      `${megabytes.toFixed(0)} MB`,
      '',
      megabytes,
      60,
      'MB',
    ),
    {
      what: 'start: opening their ledger and bringing each to where it stands',
      value: `${grouped(ms)} ms`,
      beside: '',
      ratio: null,
      aim: '',
      met: null,
    },
  ]
}

/** From the call that records a person's word to the next call of a model. */
async function fromApproval(folder: string): Promise<Measured> {
  const ledger = withEventTypes(fileLedger(join(folder, 'approved')), knownEvents)
  const times: number[] = []
  for (let number = 0; number < approvals; number++) {
    const id = `A${number}`
    const stream = `slice/${id}`
    const silent = sliceWorld({ doer: () => 'nothing that can be read' })
    const ports = { ...silent.ports, hands: silent.hands, digest: platformDigest, blobs: memoryBlobs() }
    await driveOnce({ ledger, ports, setup: { ...setup, id, limits: { dispatches: 1 } } }, stream)
    let asked = 0
    const world = sliceWorld({
      doer: (request) => {
        asked ||= performance.now()
        return report(request)
      },
    })
    const start = performance.now()
    const way = { take: 'grant', dispatches: 2 } as const
    const told = await record(ledger, slice, stream, { do: 'resolve', by: { kind: 'human', id: 'ana' }, way })
    if (!told.ok) throw new Error(told.refusal.message)
    await driveOnce({ ledger, ports: { ...world.ports, hands: world.hands, digest: platformDigest, blobs: memoryBlobs() } }, stream)
    times.push(asked - start)
  }
  await ledger.close()
  const p50 = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity
  return atMost('from an approval to the next call, p50', `${p50.toFixed(1)} ms`, '', p50, 5, 'ms')
}

/** A member's brief with a diff of 5 MB, beside copying its text once. */
async function longBrief(): Promise<Measured> {
  const ledger = memoryLedger()
  await driven(ledger, 'S1')
  const state = await fold(ledger, slice, 'slice/S1')
  const diff = '+ a line of work that goes on and on\n'.repeat(135_000)
  const data = { ...briefDataFor('verifier', state), diff } as BriefFor<'verifier'>
  const ours = await milliseconds(() => Buffer.byteLength(renderBrief(data, { nonce: 'abcdef123456' })), 9)
  const copy = await milliseconds(() => Buffer.from(diff).toString('utf8').length, 9)
  return {
    what: 'a brief with a diff of 5 MB',
    value: `${ours.toFixed(1)} ms`,
    beside: `the diff copied to bytes and back ${copy.toFixed(1)} ms`,
    ratio: ours / copy,
    aim: '',
    met: null,
  }
}
