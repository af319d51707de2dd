import { describe, expect, test } from 'vitest'
import { memoryLedger } from '../../../src/adapters/ledger-store/memory'
import { discipline } from '../../../src/discipline/decider'
import type { Actor, NewEvent } from '../../../src/ledger/event'
import { knownEvents } from '../../../src/running/known-events'
import { record } from '../../../src/running/record'
import { withEventTypes } from '../../../src/running/typed-ledger'
import { card, setup } from '../../support/discipline-build'
import { failureOf } from '../../support/ledger-events'

const ann = { kind: 'human', id: 'Ann' } as const
const bob = { kind: 'human', id: 'Bob' } as const
const agent = { kind: 'agent', id: 'Ann' } as const
const engine = { kind: 'engine', id: 'adjudicate' } as const
const stream = 'discipline/main'
const strike = { do: 'rescind', card: 'k1', by: ann, reason: 'misread' } as const

async function carded() {
  const ledger = withEventTypes(memoryLedger(), knownEvents)
  await record(ledger, discipline, stream, { do: 'open' }, { setup })
  await record(ledger, discipline, stream, card('p1'), { setup })
  return ledger
}

function said(by: unknown, actor: Actor, type = 'host.decided'): NewEvent {
  return { stream: 'host', type, schema: 1, actor, id: 'x', data: { by } }
}

describe('who an event is of and who it says did it', () => {
  test('nobody records what another did: both are named, and nothing is recorded', async () => {
    const ledger = await carded()
    for (const actor of [bob, agent, { kind: 'system', id: 'cron' } as const]) {
      const failure = await failureOf(record(ledger, discipline, stream, strike, { setup, actor }))
      expect(failure).toMatchObject({ code: 'event-refused', path: 'events[0].data.by' })
      expect(failure).toMatchObject({
        message: expect.stringContaining(`"Ann" (human) is said to have done it, and the event is of "${actor.id}"`),
      })
    }
    expect((await ledger.head()).seq).toBe(2)
  })

  test('who acts is whom the command names, unless it is said; the engine keeps what a host tells it', async () => {
    for (const [options, actor] of [
      [{ setup }, ann],
      [{ setup, actor: ann }, ann],
      [{ setup, actor: engine }, engine],
    ] as const) {
      const outcome = await record(await carded(), discipline, stream, strike, options)
      expect(outcome.ok && outcome.events.map((event) => event.actor)).toEqual([actor])
    }
  })

  test('a ledger with types refuses it whichever way it comes, also of a type that it does not know', async () => {
    const ledger = withEventTypes(memoryLedger(), knownEvents)
    expect(await failureOf(ledger.append([said(ann, ann), said(ann, bob)], []))).toMatchObject({
      code: 'event-refused',
      path: 'events[1].data.by',
    })
    for (const type of ['tribunal.acknowledged', 'run.acknowledged'])
      expect(await failureOf(ledger.append([said('Ann', bob, type)], []))).toMatchObject({ code: 'event-refused' })
    expect((await ledger.head()).seq).toBe(0)
    // A bare name elsewhere is written about: who completed a packet is told by whoever saw it.
    const told = [said('codex', bob, 'host.completed'), said('Ann', ann, 'run.acknowledged'), said({ kind: 'pope', id: 'x' }, bob)]
    await ledger.append(
      told.map((event, index) => ({ ...event, id: `x${index}` })),
      [],
    )
    expect((await ledger.head()).seq).toBe(3)
  })
})
