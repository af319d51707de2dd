import { describe, expect, test } from 'vitest'
import { memoryBlobs } from '../../../../src/adapters/blobs/memory'
import { memoryLedger } from '../../../../src/adapters/ledger-store/memory'
import type { BlobStore } from '../../../../src/ports/blobs'
import type { LedgerStore } from '../../../../src/ports/ledger-store'
import type { ModelRequest } from '../../../../src/ports/model'
import type { SliceDriver } from '../../../../src/running/driver/drive-once'
import { driveOnce } from '../../../../src/running/driver/drive-once'
import { fold } from '../../../../src/running/fold-stream'
import { knownEvents } from '../../../../src/running/known-events'
import { withEventTypes } from '../../../../src/running/typed-ledger'
import { verifyBlobs } from '../../../../src/running/verify-blobs'
import { briefFor, checkLeak, slice as plainSlice } from '../../../../src/entries/tribunal'
import { sliceWith } from '../../../../src/tribunal/decider'
import type { SliceState } from '../../../../src/tribunal/state'
import type { World } from '../../../support/slice-world'
import { blockOf, digest, judgement, nonceIn, report, scorecard, setup, sliceWorld } from '../../../support/slice-world'

const stream = 'slice/S1'
const slice = sliceWith(digest)
const mark = 'the very last line of a long diff that nobody may cut'
const long = `${'+ a line of work that goes on and on\n'.repeat(135_000)}+ ${mark}\n`

function typed(): LedgerStore {
  return withEventTypes(memoryLedger(), knownEvents)
}

/** A world whose diffs are long. */
function longWorld(answers: Parameters<typeof sliceWorld>[0] = {}, diff = long): World {
  const world = sliceWorld(answers)
  const inspect: World['hands']['inspect'] = async (action) => ({ ...(await world.hands.inspect(action)), diff })
  return { ...world, hands: { ...world.hands, inspect } }
}

function driverOf(ledger: LedgerStore, blobs: BlobStore, world: World, more: Partial<SliceDriver> = {}): SliceDriver {
  return { ledger, ports: { ...world.ports, hands: world.hands, digest, blobs }, setup, ...more }
}

function answersOf({ panel }: SliceState): unknown[] {
  return panel.map(({ answer }) => (answer?.outcome === 'abstained' ? answer.reason : answer?.outcome))
}

describe('a diff of five megabytes', () => {
  test('goes through a whole slice: every member is shown all of it, the ledger holds its address, and a replay gives the same state', async () => {
    expect(long.length).toBeGreaterThan(5_000_000 - 100_000)
    const [ledger, blobs] = [typed(), memoryBlobs()]
    let whole = 0
    const reading = (request: ModelRequest): string => {
      if (request.brief.includes(long)) whole++
      return judgement(request)
    }
    expect(await driveOnce(driverOf(ledger, blobs, longWorld({ member: reading })), stream)).toEqual({ kind: 'idle' })
    const state = await fold(ledger, slice, stream)
    expect([state.ending, whole]).toEqual(['shipped', 6])
    const kept = { blob: `sha256:${digest(long)}`, bytes: long.length }
    expect(state.checks.map(({ diff }) => diff)).toEqual([kept, kept])
    let longest = 0
    for await (const event of ledger.read()) longest = Math.max(longest, JSON.stringify(event).length)
    expect(longest).toBeLessThan(65_536)
    expect(await fold(ledger, plainSlice, stream)).toEqual(state)
    expect(await verifyBlobs(ledger, blobs)).toMatchObject({ named: 6, missing: 0, altered: 0 })
    const purged = { ...blobs, get: async (address: string) => (address === kept.blob ? undefined : blobs.get(address)) }
    expect(await verifyBlobs(ledger, purged)).toMatchObject({ named: 6, missing: 2 })
  })

  test('spec 13: a model that it does not fit is never asked, its seat abstains for truncated-input, and nothing ships', async () => {
    const [ledger, blobs] = [typed(), memoryBlobs()]
    const world = longWorld()
    const limits = { inputTokensMax: { 'panel-1': 200_000, 'panel-2': 200_000, 'adversary-1': 200_000 }, tokensMax: 400_000 }
    expect(await driveOnce(driverOf(ledger, blobs, world, { limits }), stream)).toMatchObject({ kind: 'waiting' })
    const state = await fold(ledger, slice, stream)
    expect(answersOf(state)).toEqual(Array(3).fill('truncated-input'))
    expect(world.asked).toHaveLength(1)
    expect(state.ruling).toMatchObject({ verdict: 'ESCALATE' })
    expect(state.ending).toBeNull()
  })

  test('one member with a small window abstains, by what the model says of itself, and the others are asked', async () => {
    const [ledger, blobs] = [typed(), memoryBlobs()]
    const world = longWorld()
    const [one, two] = world.models.panel
    const hands = { ...world.hands, models: { ...world.models, panel: [{ ...one, inputTokensMax: 100_000 }, two] as never } }
    await driveOnce(driverOf(ledger, blobs, { ...world, hands }), stream)
    const state = await fold(ledger, slice, stream)
    const seats = [...state.history.flatMap((round) => round.seats), ...state.panel]
    const reasons = seats.map(({ lens, answer }) => (answer?.outcome === 'abstained' ? `${lens}: ${answer.reason}` : lens))
    expect(reasons.slice(0, 3)).toEqual(['adversary', 'quality: truncated-input', 'fitness'])
  })

  test('a blob that was purged is no empty diff: the members are not asked, and abstain', async () => {
    const [ledger, blobs] = [typed(), memoryBlobs()]
    const world = longWorld()
    await driveOnce(driverOf(ledger, { ...blobs, get: async () => undefined }, world), stream)
    const state = await fold(ledger, slice, stream)
    expect(answersOf(state)).toEqual(Array(3).fill('infrastructure'))
    expect(world.asked).toHaveLength(1)
    expect(() => briefFor('verifier', state, { nonce: 'abcdef123456' })).toThrow('put it into the brief first')
  })

  test('R-TRI-21 words that a member has from the diff in the blob are no leak', async () => {
    const [ledger, blobs] = [typed(), memoryBlobs()]
    const answers = {
      doer: (request: ModelRequest) => report(request).replace('because I say so', mark),
      member: (request: ModelRequest) =>
        judgement(request).replaceAll('it never closes', mark).replaceAll('it closes after the limit', mark),
    }
    const world = longWorld(answers, long.slice(-200_000))
    expect(await driveOnce(driverOf(ledger, blobs, world), stream)).toEqual({ kind: 'idle' })
    const state = await fold(ledger, slice, stream)
    expect([...state.history.flatMap((round) => round.seats), ...state.panel].flatMap(({ voided }) => voided)).toEqual([])
    const card = scorecard('quality', 'aaaaaaa1') as never
    expect(checkLeak({ ...(card as object), topConcern: mark } as never, [mark], [])).toHaveLength(1)
    expect(checkLeak({ ...(card as object), topConcern: mark } as never, [mark], ['nothing of the kind', long.slice(-200_000)])).toEqual([])
  })

  test('without a store for it the diff is refused by the ledger, and the driver says so and stands still', async () => {
    const ledger = typed()
    const world = longWorld()
    const outcome = await driveOnce({ ledger, ports: { ...world.ports, hands: world.hands, digest }, setup }, stream)
    expect(outcome).toMatchObject({ kind: 'stuck', problems: [{ kind: 'verify-report' }] })
    expect(JSON.stringify(outcome)).toContain('at most 1048576')
  })
})

describe('an answer that no event can hold', () => {
  const oversized = (request: ModelRequest): string =>
    blockOf('SCORECARD', nonceIn(request.brief, 'SCORECARD'), {
      ...(scorecard(request.role, 'aaaaaaa1') as object),
      topConcern: 'x'.repeat(1_100_000),
    })
  const halved = (request: ModelRequest): string => judgement(request).replace('it never closes', 'it never closes \\ud800')
  test.each([
    ['over 1 MiB', oversized],
    ['with half a character', halved],
  ])('is out of contract: %s', async (_, member) => {
    const ledger = typed()
    const outcome = await driveOnce(driverOf(ledger, memoryBlobs(), sliceWorld({ member })), stream)
    expect(outcome).toMatchObject({ kind: 'waiting', actions: [{ kind: 'ask-person' }] })
    const state = await fold(ledger, slice, stream)
    expect(answersOf(state)).toEqual(Array(3).fill('out-of-contract'))
    // Once afresh for the lens, then the seat stands as abstained.
    expect(state.panel.every(({ voided }) => voided.join() === 'malformed')).toBe(true)
  })

  test('of a doer loses the doer, and the next one goes on', async () => {
    const ledger = typed()
    const world = sliceWorld({
      doer: (request, call) => (call === 0 ? report(request).replace('because I say so', 'y'.repeat(1_100_000)) : report(request)),
    })
    expect(await driveOnce(driverOf(ledger, memoryBlobs(), world), stream)).toEqual({ kind: 'idle' })
    const state = await fold(ledger, slice, stream)
    expect([state.ending, state.dispatches.used]).toEqual(['shipped', 3])
  })

  test('of whatever length, a reason on record is short and whole', async () => {
    const ledger = typed()
    const world = sliceWorld()
    const broken = { ...world.hands, inspect: () => Promise.reject(new Error(`\ud800${'z'.repeat(3_000_000)}`)) }
    const outcome = await driveOnce(driverOf(ledger, memoryBlobs(), { ...world, hands: broken }), stream)
    expect(outcome.kind).toBe('stuck')
    expect(JSON.stringify(outcome).length).toBeLessThan(5_000)
  })
})
