import { describe, expect, test } from 'vitest'
import { memoryLedger } from '../../../../src/adapters/ledger-store/memory'
import type { LedgerStore } from '../../../../src/ports/ledger-store'
import { driveOnce } from '../../../../src/running/driver/drive-once'
import { fold } from '../../../../src/running/fold-stream'
import { sliceWith } from '../../../../src/tribunal/decider'
import { closingReport } from '../../../../src/tribunal/closing-report'
import { digest, judgement, report, setup, sliceWorld } from '../../../support/slice-world'

const stream = 'slice/S1'
const slice = sliceWith(digest)

/** Ends its process, so to speak, at the n-th append: `before` it is written, or `after` it was, when nobody hears of it. */
function dyingLedger(ledger: LedgerStore, at: number, when: 'before' | 'after'): LedgerStore & { appends(): number } {
  let appends = 0
  return {
    ...ledger,
    appends: () => appends,
    append: async (events, expected) => {
      appends++
      // Whoever is dead writes nothing any more.
      if (appends > at || (appends === at && when === 'before')) throw new Error('killed')
      const recorded = await ledger.append(events, expected)
      if (appends === at) throw new Error('killed')
      return recorded
    },
  }
}

/** Fails when a model is asked for what has a result. */
function watching(ledger: LedgerStore): { readonly ledger: LedgerStore; readonly done: Set<string>; readonly twice: string[] } {
  const done = new Set<string>()
  const append: LedgerStore['append'] = async (events, expected) => {
    const recorded = await ledger.append(events, expected)
    for (const { type, data } of recorded) if (type === 'action.done') done.add((data as { action: string }).action)
    return recorded
  }
  return { ledger: { ...ledger, append }, done, twice: [] }
}

async function run(ledger: LedgerStore, name: string, watched: ReturnType<typeof watching>) {
  const noted =
    <T extends { readonly idempotencyKey: string }>(answer: (request: T) => string) =>
    (request: T): string => {
      if (watched.done.has(request.idempotencyKey)) watched.twice.push(request.idempotencyKey)
      return answer(request)
    }
  const world = sliceWorld({ doer: noted(report), member: noted(judgement) }, { process: name, dead: () => true })
  return { world, outcome: await driveOnce({ ledger, ports: { ...world.ports, hands: world.hands, digest }, setup }, stream) }
}

async function undisturbed() {
  const watched = watching(memoryLedger())
  const counting = dyingLedger(watched.ledger, Infinity, 'before')
  await run(counting, 'p0', watched)
  return { appends: counting.appends(), report: closingReport(await fold(watched.ledger, slice, stream)) }
}

describe('a driver that is killed and called again', () => {
  test('ends, killed at whatever append, with the report of the undisturbed run, and starts nothing again that has a result', async () => {
    const whole = await undisturbed()
    expect(whole.report.verdict).toBe('SHIP')
    expect(whole.report.rounds.used).toBe(2)
    expect(whole.report.dispatches.used).toBe(2)
    expect(whole.appends).toBeGreaterThan(20)
    let resumed = 0
    for (let at = 1; at <= whole.appends; at++) {
      // Before one append the ledger is as after the last one, but for what the driver had under way.
      for (const when of at % 4 === 0 ? (['before', 'after'] as const) : (['after'] as const)) {
        const watched = watching(memoryLedger())
        await expect(run(dyingLedger(watched.ledger, at, when), 'p1', watched)).rejects.toThrow('killed')
        const again = await run(watched.ledger, 'p2', watched)
        if (again.world.asked.length > 0) resumed++
        expect(again.outcome, `${when} append ${at}`).toEqual({ kind: 'idle' })
        const state = await fold(watched.ledger, slice, stream)
        expect(comparable(closingReport(state)), `${when} append ${at}`).toEqual(comparable(whole.report))
        expect(watched.twice, `${when} append ${at}`).toEqual([])
      }
    }
    expect(resumed).toBeGreaterThan(20)
  }, 60_000)
})

/** All that doesn't hold the names of sessions. */
function comparable({ rounds, ...rest }: ReturnType<typeof closingReport>): unknown {
  return { ...rest, rounds: { ...rounds, each: rounds.each.map(({ dissents: _, ...round }) => round) } }
}
