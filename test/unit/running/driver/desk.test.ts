import { describe, expect, test } from 'vitest'
import { memoryLedger } from '../../../../src/adapters/ledger-store/memory'
import { AdjudicateError } from '../../../../src/errors'
import type { Decider } from '../../../../src/ledger/decider'
import type { LedgerStore } from '../../../../src/ports/ledger-store'
import type { Entry } from '../../../../src/running/driver/desk'
import { deskAt } from '../../../../src/running/driver/desk'

type Added = { readonly type: 'added'; readonly data: { readonly by: string; readonly sum: number; readonly text?: string } }

/** A sum of ones: each event says what it made of the one before it. */
const sums: Decider<undefined, number, never, Added, never> = {
  initial: () => 0,
  decide: () => ({ ok: true, events: [] }),
  evolve: (_, { data }) => data.sum,
  next: () => [],
}

const stream = 'sum/1'

function given(ledger: LedgerStore = memoryLedger()) {
  let made = 0
  let appends = 0
  const counted: LedgerStore = {
    ...ledger,
    append: async (events, expected) => {
      appends++
      return await ledger.append(events, expected)
    },
  }
  const desk = deskAt({ ledger: counted, decider: sums, initial: 0, newId: () => `n${(made += 1)}` }, stream)
  return { ledger, desk, appends: () => appends }
}

const added = (by: string, sum: number, text?: string): Entry<Added> => ({
  changes: { key: by, events: [{ type: 'added', data: { by, sum, ...(text === undefined ? {} : { text }) } }] },
  drive: [],
})

const one = (by: string, text?: string) => (seen: { readonly state: number }) => [seen.state + 1, added(by, seen.state + 1, text)] as const

async function recorded(ledger: LedgerStore): Promise<unknown[]> {
  const told: unknown[] = []
  for await (const { data } of ledger.read({ stream })) told.push((data as Added['data']).by)
  return told
}

describe('appends that wait together', () => {
  test('are recorded in one append, each decided on what the ones before it leave, and each is told its own events', async () => {
    const { ledger, desk, appends } = given()
    const ends = await Promise.all(['a', 'b', 'c'].map((by) => desk.append(one(by))))
    expect(ends.map(({ value }) => value)).toEqual([1, 2, 3])
    expect(ends.map(({ events }) => events.map(({ data }) => (data as Added['data']).by))).toEqual([['a'], ['b'], ['c']])
    expect(appends()).toBe(1)
    expect(await recorded(ledger)).toEqual(['a', 'b', 'c'])
    expect((await desk.recall()).state).toBe(3)
  })

  test('are decided anew on what another writer wrote in the meantime', async () => {
    const { ledger, desk } = given()
    await desk.append(one('a'))
    await ledger.append(
      [{ stream, type: 'added', schema: 1, actor: { kind: 'engine', id: 'other' }, id: 'x', data: { by: 'x', sum: 100 } }],
      [],
    )
    const ends = await Promise.all([desk.append(one('b')), desk.append(one('c'))])
    expect(ends.map(({ value }) => value)).toEqual([101, 102])
    expect(await recorded(ledger)).toEqual(['a', 'x', 'b', 'c'])
  })

  test('that the ledger refuses, or whose decision throws, fail alone', async () => {
    const { ledger, desk } = given()
    const thrower = () => {
      throw new AdjudicateError('usage', 'no price')
    }
    const ends = await Promise.allSettled([
      desk.append(one('a')),
      desk.append(one('b', 'x'.repeat(2 * 1024 * 1024))),
      desk.append(thrower),
      desk.append(one('c')),
    ])
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(ends[1]).toMatchObject({ reason: { code: 'event-too-large' } })
    expect(ends[2]).toMatchObject({ reason: { code: 'usage' } })
    expect(await recorded(ledger)).toEqual(['a', 'c'])
    expect((await desk.see()).state).toBe(2)
  })

  test('all fail where the ledger does, and nothing is kept of them; the next one is decided on the record', async () => {
    const store = memoryLedger()
    let isBroken = true
    const { ledger, desk } = given({
      ...store,
      append: async (events, expected) => {
        if (isBroken) throw new AdjudicateError('ledger-io', 'the disk is gone')
        return await store.append(events, expected)
      },
    })
    const ends = await Promise.allSettled([desk.append(one('a')), desk.append(one('b'))])
    expect(ends).toMatchObject([{ reason: { code: 'ledger-io' } }, { reason: { code: 'ledger-io' } }])
    isBroken = false
    expect((await desk.append(one('c'))).value).toBe(1)
    expect(await recorded(ledger)).toEqual(['c'])
  })

  test('without an entry write nothing', async () => {
    const { desk, appends } = given()
    const ends = await Promise.all([desk.append(() => ['seen'] as const), desk.append(({ state }) => [state] as const)])
    expect(ends).toEqual([
      { value: 'seen', events: [] },
      { value: 0, events: [] },
    ])
    expect(appends()).toBe(0)
  })
})
