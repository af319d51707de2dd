import { afterAll, describe, expect, test } from 'vitest'
import { fileLedger } from '../../src/adapters/ledger-store/file'
import { memoryLedger } from '../../src/adapters/ledger-store/memory'
import type { MakeLedgerStore } from '../../src/conformance/ledger-store'
import { ledgerStoreConformance } from '../../src/conformance/ledger-store'
import type { Event } from '../../src/ledger/event'
import type { LedgerStore } from '../../src/ports/ledger-store'
import { directoryOf, removeEverything } from '../support/ledger-faults'

afterAll(removeEverything)

type Options = Parameters<typeof ledgerStoreConformance>[2]

/** The names of the suite's tests that fail for a store. */
async function failuresOf(make: MakeLedgerStore, options: Options = {}): Promise<string[]> {
  const tests: (readonly [string, () => Promise<void>])[] = []
  ledgerStoreConformance({ describe: (_, body) => body(), test: (name, body) => void tests.push([name, body]), expect }, make, options)
  expect(tests.length).toBeGreaterThan(20)
  const failed: string[] = []
  for (const [name, body] of tests) {
    try {
      await body()
    } catch {
      failed.push(name)
    }
  }
  return failed
}

async function* mapped(events: AsyncIterable<Event>, change: (event: Event) => Event): AsyncGenerator<Event> {
  for await (const event of events) yield change(event)
}

/** Stores that break one rule each. */
const flawed: Readonly<Record<string, (store: LedgerStore) => Partial<LedgerStore>>> = {
  'takes any version': (store) => ({
    append: async (events, wanted) =>
      await store.append(
        events,
        wanted.map(({ stream }) => ({ stream, version: 'any' as const })),
      ),
  }),
  'writes a batch event by event': (store) => ({
    append: async (events, wanted) => {
      const recorded: Event[] = []
      for (const event of events) recorded.push(...(await store.append([event], recorded.length === 0 ? wanted : [])))
      return recorded
    },
  }),
  'loses all but the first event': (store) => ({ append: async (events, wanted) => await store.append(events.slice(0, 1), wanted) }),
  'records a repeat again': (store) => {
    let n = 0
    return {
      append: async (events, wanted) =>
        await store.append(
          events.map((event) => ({ ...event, id: `${event.id}#${++n}` })),
          wanted,
        ),
    }
  },
  'writes null for NaN': (store) => ({
    append: async (events, wanted) => {
      const text = JSON.stringify(events)
      return await store.append(text === undefined ? [] : (JSON.parse(text) as typeof events), wanted)
    },
  }),
  'normalises texts': (store) => ({
    append: async (events, wanted) =>
      await store.append(
        events.map((event) => ({ ...event, stream: event.stream.normalize('NFC') })),
        wanted,
      ),
  }),
  'reads everything whatever is asked': (store) => ({ read: () => store.read() }),
  'reads the last first': (store) => ({
    read: async function* (which) {
      const events: Event[] = []
      for await (const event of store.read(which)) events.unshift(event)
      yield* events
    },
  }),
  'counts versions over the ledger': (store) => ({
    read: (which) => mapped(store.read(which), (event) => ({ ...event, version: event.seq })),
  }),
  'hands out what it keeps': (store) => {
    const kept = new Map<number, Event>()
    return {
      read: (which) =>
        mapped(store.read(which), (event) => {
          kept.set(event.seq, kept.get(event.seq) ?? event)
          return kept.get(event.seq) ?? event
        }),
    }
  },
  'has an old head': () => ({ head: async () => ({ seq: 0, hash: `sha256:${'0'.repeat(64)}` }) }),
  'stays open': () => ({ close: async () => undefined }),
  'asks its own clock': (store) => ({
    append: async (events, wanted) =>
      await store.append(
        events.map((event) => ({ at: '2001-01-01T00:00:00Z', ...event })),
        wanted,
      ),
  }),
}

describe('the conformance suite', () => {
  test('passes the memory ledger', async () => {
    expect(await failuresOf(({ now }) => memoryLedger({ now }), { faults: ['clock-back'] })).toEqual([])
  })

  for (const [name, flaw] of Object.entries(flawed)) {
    test(`finds a store that ${name}`, async () => {
      const make: MakeLedgerStore = ({ now }) => {
        const store = memoryLedger({ now })
        return { ...store, ...flaw(store) }
      }
      expect((await failuresOf(make)).length).toBeGreaterThan(0)
    })
  }

  test('needs no injector for a killed writer and two writers, and says where it does need one', async () => {
    const make: MakeLedgerStore = ({ place, now }) => fileLedger(directoryOf(place), { now })
    const failures = await failuresOf(make, { faults: ['kill', 'two-writers', 'full-disk'], kills: 3 })
    expect(failures).toEqual(['a full disk refuses appends with ledger-io, can be read, and the ledger goes on when it is over'])
  })

  test('finds a store whose second handle is another ledger', async () => {
    const failures = await failuresOf(({ now }) => memoryLedger({ now }), { faults: ['kill', 'two-writers'] })
    expect(failures.length).toBeGreaterThanOrEqual(3)
  })
})
