import { describe, expect, test } from 'vitest'
import { memoryLedger } from '../../../../src/adapters/ledger-store/memory'
import { commandModel } from '../../../../src/adapters/model/command'
import type { LedgerStore } from '../../../../src/ports/ledger-store'
import type { ModelRequest } from '../../../../src/ports/model'
import type { SliceDriver } from '../../../../src/running/driver/drive-once'
import { driveOnce } from '../../../../src/running/driver/drive-once'
import { noticeBoard } from '../../../../src/running/driver/notices'
import { fold } from '../../../../src/running/fold-stream'
import { sliceWith } from '../../../../src/tribunal/decider'
import type { World } from '../../../support/slice-world'
import { digest, judgement, report, setup, sliceWorld } from '../../../support/slice-world'

const stream = 'slice/S1'
const slice = sliceWith(digest)

function driverOf(ledger: LedgerStore, world: World, more: Partial<SliceDriver> = {}): SliceDriver {
  return { ledger, ports: { ...world.ports, hands: world.hands, digest }, setup, ...more }
}

async function typesOf(ledger: LedgerStore): Promise<string[]> {
  const found: string[] = []
  for await (const { type } of ledger.read()) found.push(type)
  return found
}

describe('a driver before a slow world', () => {
  test('a store that is slow has one append at a time before it, and nothing is begun ahead of it', async () => {
    const ledger = memoryLedger()
    let [now, most, begun] = [0, 0, 0]
    const append: LedgerStore['append'] = async (events, expected) => {
      most = Math.max(most, ++now)
      // Many turns of the loop, in which everything else would go on if it could.
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
      const recorded = await ledger.append(events, expected)
      begun += events.filter(({ type }) => type === 'action.started').length
      now--
      return recorded
    }
    const counted = (answer: (request: ModelRequest) => string) => (request: ModelRequest) => {
      asked++
      expect(asked).toBeLessThanOrEqual(begun)
      return answer(request)
    }
    let asked = 0
    const world = sliceWorld({ doer: counted(report), member: counted(judgement) })
    expect(await driveOnce(driverOf({ ...ledger, append }, world), stream)).toEqual({ kind: 'idle' })
    expect([most, asked]).toEqual([1, 8])
  })

  test('a listener that never comes to an end holds nothing up', async () => {
    const notices = noticeBoard()
    let heard = 0
    notices.on('action-done', () => {
      heard++
      return new Promise(() => undefined)
    })
    expect(await driveOnce(driverOf(memoryLedger(), sliceWorld(), { notices }), stream)).toEqual({ kind: 'idle' })
    expect(heard).toBeGreaterThan(10)
  })
})

describe('a driver that is stopped', () => {
  test('ends the agents that it started, appends what is known, and leaves a record that resumes', async () => {
    const ledger = memoryLedger()
    const world = sliceWorld()
    const ending = new AbortController()
    let ended = 0
    const agent = commandModel({ program: 'sh', args: ['-c', 'sleep 600'], id: 'doer-1' })
    const doer = {
      ...agent,
      ask: async (request: ModelRequest) => {
        const asking = agent.ask(request)
        setImmediate(() => ending.abort())
        return await asking.catch((thrown: unknown) => {
          ended++
          throw thrown
        })
      },
    }
    const hands = { ...world.hands, models: { ...world.models, doer } }
    const driver = { ...driverOf(ledger, world, { signal: ending.signal }), ports: { ...world.ports, hands, digest } }
    expect(await driveOnce(driver, stream)).toEqual({ kind: 'stopped' })
    // The call came back, which it does when the whole group of the agent is gone.
    expect(ended).toBe(1)
    expect((await typesOf(ledger)).slice(-2)).toEqual(['action.stopped', 'drive.released'])
    expect(await driveOnce(driverOf(ledger, sliceWorld()), stream)).toEqual({ kind: 'idle' })
    expect((await fold(ledger, slice, stream)).dispatches.used).toBe(2)
  })
})

describe('what an earlier start left', () => {
  async function killedAtTheCheck(ledger: LedgerStore): Promise<void> {
    const world = sliceWorld({}, { process: 'p1', dead: () => true })
    const dying: LedgerStore = {
      ...ledger,
      append: async (events, expected) => {
        if (events.some(({ type }) => type === 'tribunal.verified')) throw new Error('killed')
        return ledger.append(events, expected)
      },
    }
    await expect(driveOnce(driverOf(dying, world), stream)).rejects.toThrow('killed')
    expect(world.inspected).toHaveLength(1)
  }

  test('is asked of the hands before the action is started again, and taken for its result', async () => {
    const ledger = memoryLedger()
    await killedAtTheCheck(ledger)
    const world = sliceWorld({}, { process: 'p2', dead: () => true })
    const asked: string[] = []
    const recover: World['hands']['recover'] = async (action) => {
      asked.push(action.kind)
      if (action.kind !== 'verify-report') return undefined
      const runs = [{ command: 'npm test', exitCode: 0, output: 'of a process that had finished' }]
      return { do: 'verify', runs, resolves: true, diff: '+ what was there', digest: `tree:${action.address}` }
    }
    const hands = { ...world.hands, recover }
    expect(await driveOnce({ ...driverOf(ledger, world), ports: { ...world.ports, hands, digest } }, stream)).toEqual({ kind: 'idle' })
    expect(asked).toEqual(['verify-report'])
    // Only the second round's check was run here.
    expect(world.inspected).toHaveLength(1)
    const { checks } = await fold(ledger, slice, stream)
    expect(checks[0]?.runs[0]?.output).toBe('of a process that had finished')
  })

  test('is nothing: then it is started again', async () => {
    const ledger = memoryLedger()
    await killedAtTheCheck(ledger)
    const world = sliceWorld({}, { process: 'p2', dead: () => true })
    const hands = { ...world.hands, recover: async () => undefined }
    expect(await driveOnce({ ...driverOf(ledger, world), ports: { ...world.ports, hands, digest } }, stream)).toEqual({ kind: 'idle' })
    expect(world.inspected).toHaveLength(2)
  })
})
