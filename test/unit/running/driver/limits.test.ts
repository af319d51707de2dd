import { describe, expect, test } from 'vitest'
import { memoryLedger } from '../../../../src/adapters/ledger-store/memory'
import { modelFailed } from '../../../../src/ports/model-failure'
import type { Model, ModelAnswer, ModelRequest } from '../../../../src/ports/model'
import type { LedgerStore } from '../../../../src/ports/ledger-store'
import type { SliceDriver } from '../../../../src/running/driver/drive-once'
import { driveOnce } from '../../../../src/running/driver/drive-once'
import { fold } from '../../../../src/running/fold-stream'
import { tribunalOver } from '../../../../src/running/open-tribunal'
import { sliceWith } from '../../../../src/tribunal/decider'
import type { World } from '../../../support/slice-world'
import { digest, judgement, report, setup, sliceWorld } from '../../../support/slice-world'

const stream = 'slice/S1'
const slice = sliceWith(digest)
const prices = Object.fromEntries(
  ['doer-1', 'panel-1', 'panel-2', 'adversary-1'].map((id) => [id, { inputPerMillion: 3, outputPerMillion: 15 }]),
)

function driverOf(ledger: LedgerStore, world: World, more: Partial<SliceDriver> = {}): SliceDriver {
  return { ledger, ports: { ...world.ports, hands: world.hands, digest }, setup, ...more }
}

async function eventsOf(ledger: LedgerStore, type: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for await (const event of ledger.read({ types: [type] })) found.push(event.data as Record<string, unknown>)
  return found
}

/** A model that answers only when it is told to, and heeds its signal or doesn't. */
function slowModel(model: Model, heeds: boolean): { readonly model: Model; readonly begun: Promise<void> } {
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ask = ({ signal }: ModelRequest): Promise<ModelAnswer> =>
    new Promise((_, reject) => {
      if (heeds) signal?.addEventListener('abort', () => reject(modelFailed('stopped', 'the call was stopped')))
      begin()
    })
  return { model: { ...model, ask }, begun }
}

describe('limits of a driver', () => {
  test('tokens: a call is not begun that could go beyond, whatever is left of the run', async () => {
    const ledger = memoryLedger()
    const world = sliceWorld()
    const limits = { tokensMax: 20_000, outputTokensMax: 4_000 }
    const outcome = await driveOnce(driverOf(ledger, world, { limits }), stream)
    expect(outcome).toMatchObject({ kind: 'limit', limit: 'tokens', max: 20_000 })
    // The scripts don't say what they took, so each counts as what it had reserved.
    expect(world.asked.length).toBeGreaterThan(1)
    expect(world.asked.length).toBeLessThan(5)
    const spent = (await eventsOf(ledger, 'action.done')).map((data) => (data['spent'] as { tokens: number }).tokens)
    expect(spent.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(20_000)
    expect(await driveOnce(driverOf(ledger, world, { limits: { tokensMax: 200_000, outputTokensMax: 4_000 } }), stream)).toEqual({
      kind: 'idle',
    })
  })

  test('tokens: a count that is none, below nothing or no number, gives nothing back: the call counts as what it had reserved', async () => {
    for (const inputTokens of [-1_000_000, Number.NaN, Infinity]) {
      const ledger = memoryLedger()
      const usage = { inputTokens, outputTokens: 5 }
      const world = sliceWorld({
        doer: (request) => ({ text: report(request), usage }),
        member: (request) => ({ text: judgement(request), usage }),
      })
      const outcome = await driveOnce(driverOf(ledger, world, { limits: { tokensMax: 20_000, outputTokensMax: 4_000 } }), stream)
      expect(outcome, String(inputTokens)).toMatchObject({ kind: 'limit', limit: 'tokens' })
      const spent = (await eventsOf(ledger, 'action.done')).map((data) => (data['spent'] as { tokens: number }).tokens)
      expect(spent.some((tokens) => tokens > 4_000)).toBe(true)
      expect(spent.every((tokens) => tokens >= 0)).toBe(true)
    }
  })

  test('cost: what the provider says is counted, by the price table', async () => {
    const ledger = memoryLedger()
    const usage = { inputTokens: 1_000, outputTokens: 200 }
    const world = sliceWorld({
      doer: (request) => ({ text: report(request), usage }),
      member: (request) => ({ text: judgement(request), usage }),
    })
    const outcome = await driveOnce(driverOf(ledger, world, { limits: { prices, costMicrosMax: 10_000_000 } }), stream)
    expect(outcome).toEqual({ kind: 'idle' })
    const spent = (await eventsOf(ledger, 'action.done')).map((data) => data['spent'] as { tokens: number; costMicros: number })
    expect(spent.filter(({ tokens }) => tokens > 0)).toEqual(Array.from({ length: 8 }, () => ({ tokens: 1_200, costMicros: 6_000 })))
    expect(await driveOnce(driverOf(memoryLedger(), sliceWorld(), { limits: { prices, costMicrosMax: 1_000 } }), stream)).toMatchObject({
      kind: 'limit',
      limit: 'cost',
    })
  })

  test('a model without a price is refused under a limit of cost, before anything is begun', async () => {
    const world = sliceWorld()
    const limits = { prices: { 'doer-1': prices['doer-1'] ?? { inputPerMillion: 1, outputPerMillion: 1 } }, costMicrosMax: 1_000_000 }
    const parts = { ledger: memoryLedger(), ports: world.ports, hands: () => world.hands, digest, limits }
    expect(() => tribunalOver(parts)).toThrow('"panel-1" has no price')
    await expect(driveOnce(driverOf(memoryLedger(), world, { limits: { ...limits, prices: {} } }), stream)).rejects.toThrow(
      '"doer-1" has no price',
    )
    expect(world.asked).toEqual([])
  })

  test.each([true, false])('time: a member over its time abstains for timeout, also where it heeds no signal (%s)', async (heeds) => {
    const ledger = memoryLedger()
    const world = sliceWorld()
    const slow = slowModel(world.models.adversary, heeds)
    const grace: (() => void)[] = []
    const clock = {
      ...world.ports.clock,
      after: (ms: number, call: () => void) => (ms <= 2_000 ? (grace.push(call), () => undefined) : world.ports.clock.after(ms, call)),
    }
    const hands = { ...world.hands, models: { ...world.models, adversary: slow.model } }
    const driving = driveOnce({ ...driverOf(ledger, world), ports: { ...world.ports, clock, hands, digest } }, stream)
    await slow.begun
    // The others have answered by now, or answer while nobody waits; the slow one's deadline is the last that is set.
    for (const [, call] of world.deadlines) call()
    if (!heeds) for (const call of grace) call()
    await driving
    const state = await fold(ledger, slice, stream)
    const seats = [...state.history.flatMap((round) => round.seats), ...state.panel]
    const reason = seats.find(({ lens }) => lens === 'adversary')?.answer
    expect(reason).toMatchObject({ outcome: 'abstained', reason: 'timeout' })
    expect(state.ending).toBeNull()
  })

  test('an AbortSignal stops the calls and leaves a ledger that resumes; a stop uses up no try', async () => {
    const ledger = memoryLedger()
    for (let time = 0; time < 4; time++) {
      const world = sliceWorld({}, { process: `p${time}` })
      const slow = slowModel(world.models.doer, true)
      const ending = new AbortController()
      const hands = { ...world.hands, models: { ...world.models, doer: slow.model } }
      const driving = driveOnce({ ...driverOf(ledger, world, { signal: ending.signal }), ports: { ...world.ports, hands, digest } }, stream)
      await slow.begun
      ending.abort()
      expect(await driving).toEqual({ kind: 'stopped' })
    }
    expect(await eventsOf(ledger, 'action.stopped')).toHaveLength(4)
    expect(await eventsOf(ledger, 'drive.released')).toHaveLength(4)
    const world = sliceWorld()
    expect(await driveOnce(driverOf(ledger, world), stream)).toEqual({ kind: 'idle' })
    const state = await fold(ledger, slice, stream)
    expect([state.ending, state.dispatches.used, state.rounds.used]).toEqual(['shipped', 2, 2])
  })

  test('an action that never leaves a result is started again twice, then failed, and the protocol decides', async () => {
    const ledger = memoryLedger()
    const started = async (): Promise<void> => {
      const world = sliceWorld({}, { process: `p${Math.random()}`, dead: () => true })
      const dying: LedgerStore = {
        ...ledger,
        append: async (events, expected) => {
          const isResult = events.some(
            ({ type, data }) => type === 'action.done' && (data as { action: string }).action.includes('await-report'),
          )
          if (isResult) throw new Error('killed')
          return ledger.append(events, expected)
        },
      }
      await driveOnce(driverOf(dying, world), stream)
    }
    for (let time = 0; time < 3; time++) await expect(started()).rejects.toThrow('killed')
    const starts = await eventsOf(ledger, 'action.started')
    expect(starts.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    const world = sliceWorld({}, { dead: () => true })
    expect(await driveOnce(driverOf(ledger, world), stream)).toEqual({ kind: 'idle' })
    expect(await eventsOf(ledger, 'action.failed')).toMatchObject([{ because: 'it was started 3 times and left no result', attempt: 3 }])
    // The lost dispatch stays counted.
    expect((await fold(ledger, slice, stream)).dispatches.used).toBe(3)
  })

  test('an answer that an earlier start left is recovered, and the model is not asked again', async () => {
    const ledger = memoryLedger()
    const dead = (): boolean => true
    const first = sliceWorld({}, { process: 'p1', dead })
    const dying: LedgerStore = {
      ...ledger,
      append: async (events, expected) => {
        if (events.some(({ type }) => type === 'tribunal.reported')) throw new Error('killed')
        return ledger.append(events, expected)
      },
    }
    await expect(driveOnce(driverOf(dying, first), stream)).rejects.toThrow('killed')
    const world = sliceWorld({}, { process: 'p2', dead })
    const recovered: string[] = []
    const nonce = world.hands.secretOf(`nonce of ${first.asked[0] ?? ''}`)
    const doer = {
      ...world.models.doer,
      recover: async (key: string): Promise<ModelAnswer> => {
        recovered.push(key)
        const text = report({ role: 'doer', idempotencyKey: key, brief: `|||DOER_REPORT:${nonce}|||` })
        return { text, usage: { inputTokens: 5, outputTokens: 5 }, finishReason: 'stop', model: { id: 'doer-1' } }
      },
    }
    const hands = { ...world.hands, models: { ...world.models, doer } }
    expect(await driveOnce({ ...driverOf(ledger, world), ports: { ...world.ports, hands, digest } }, stream)).toEqual({ kind: 'idle' })
    expect(recovered).toEqual([first.asked[0]])
    expect(world.asked).toHaveLength(7)
  })

  test('no more than four at once, and as few as one is told', async () => {
    for (const concurrency of [1, 2, 4]) {
      let now = 0
      let most = 0
      const counted = (model: Model): Model => ({
        ...model,
        ask: async (request) => {
          most = Math.max(most, ++now)
          await Promise.resolve()
          const answer = await model.ask(request)
          now--
          return answer
        },
      })
      const world = sliceWorld()
      const models = {
        doer: counted(world.models.doer),
        panel: world.models.panel.map(counted),
        adversary: counted(world.models.adversary),
      }
      const hands = { ...world.hands, models }
      const driver = { ...driverOf(memoryLedger(), world, { limits: { concurrency } }), ports: { ...world.ports, hands, digest } }
      expect(await driveOnce(driver, stream)).toEqual({ kind: 'idle' })
      expect(most).toBeLessThanOrEqual(concurrency)
      expect(most).toBeGreaterThanOrEqual(1)
    }
  })
})

describe('a tribunal', () => {
  test('runs to the closing report, and called again gives the same without doing anything', async () => {
    const ledger = memoryLedger()
    const world = sliceWorld()
    const { deliver: _, acknowledge: __, ...hands } = world.hands
    const tribunal = tribunalOver({ ledger, ports: world.ports, hands: () => hands, digest })
    const rulings: string[] = []
    tribunal.on('ruling', ({ slice: id, ruling }) => rulings.push(`${id} ${ruling.verdict}`))
    const closing = await tribunal.run(setup)
    expect(closing).toMatchObject({ slice: 'S1', verdict: 'SHIP', ending: 'shipped', outcome: { kind: 'idle' } })
    expect(rulings).toEqual(['S1 ITERATE', 'S1 SHIP'])
    const length = (await ledger.head()).seq
    expect(await tribunal.run(setup)).toEqual(closing)
    expect((await ledger.head()).seq).toBe(length)
    await expect(tribunal.run({ ...setup, spec: 'something else' })).rejects.toThrow('another setup')
  })

  test('R-TRI-78 where somebody else asked, the report waits to be delivered', async () => {
    const world = sliceWorld()
    const { deliver: _, acknowledge: __, ...hands } = world.hands
    const tribunal = tribunalOver({ ledger: memoryLedger(), ports: world.ports, hands: () => hands, digest })
    const closing = await tribunal.run({ ...setup, requester: { id: 'ana', channel: 'pull request 7' } })
    expect(closing.outcome).toMatchObject({ kind: 'waiting', actions: [{ kind: 'deliver' }] })
  })
})
