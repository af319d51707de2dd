import type { NewEvent } from '../ledger/event'
import type { LedgerStore } from '../ports/ledger-store'
import type { LedgerStoreRunner, MakeLedgerStore } from './ledger-setting'
import { all, appendAll, at, codeOf, eventOf, faultOf, newPlace, steadyClock, timeAt, withStore } from './ledger-setting'

/** What may befall a ledger. All but `clock-back` need a store that gives a second handle for the same place. */
export type LedgerFault = 'kill' | 'two-writers' | 'full-disk' | 'read-only' | 'failing-write' | 'clock-back'

/** Takes a fault away again; the store must then go on. */
export type Relief = () => Promise<void> | void

/**
 * How faults are brought about from outside the store. Without `kill` a handle is left alone in mid-append, without `processes` two handles of this
 * process append; the other faults can only be injected.
 */
export type LedgerInjectors = {
  /** Starts a process that appends to the place, batches of `batch` events with ids of its own, and kills it without warning. Gives the ids of the events whose append had resolved. */
  readonly kill?: (place: string, round: number) => Promise<readonly string[]>
  /** Starts so many processes at once, each of which appends so many events one by one. Gives the ids of all events whose append resolved. */
  readonly processes?: (place: string, many: { readonly processes: number; readonly appendsEach: number }) => Promise<readonly string[]>
  readonly fullDisk?: (place: string) => Promise<Relief> | Relief
  readonly readOnly?: (place: string) => Promise<Relief> | Relief
  /** The next write to the place fails after `bytes` bytes; -1: all bytes are written and then the sync fails. */
  readonly failWrite?: (place: string, bytes: number) => Promise<Relief> | Relief
}

/** How often a writer is killed; the time it takes grows with it. */
export type LedgerFaultOptions = { readonly inject?: LedgerInjectors; readonly kills?: number }

type Suite = {
  readonly runner: LedgerStoreRunner
  readonly make: MakeLedgerStore
  readonly inject: LedgerInjectors
  readonly kills: number
}

/** The tests of one fault. */
export function ledgerFault(fault: LedgerFault, runner: LedgerStoreRunner, make: MakeLedgerStore, options: LedgerFaultOptions): void {
  const suite: Suite = { runner, make, inject: options.inject ?? {}, kills: options.kills ?? 20 }
  const tests: Readonly<Record<LedgerFault, (suite: Suite) => void>> = {
    kill: killedWriter,
    'two-writers': twoWriters,
    'full-disk': (given) => refusesAndGoesOn(given, 'a full disk', 'ledger-io', given.inject.fullDisk),
    'read-only': (given) => refusesAndGoesOn(given, 'a read-only place', 'ledger-readonly', given.inject.readOnly),
    'failing-write': failingWrite,
    'clock-back': clockBack,
  }
  tests[fault](suite)
}

function killedWriter({ runner: { test, expect }, make, inject, kills }: Suite): void {
  test(`a writer killed ${inject.kill === undefined ? 'while it appends' : `${kills} times`}: all that was confirmed is there, whole batches only`, async () => {
    const place = newPlace()
    const kill = inject.kill ?? ((where: string, round: number) => leftAlone(make, where, round))
    const confirmed: string[] = []
    for (let round = 1; round <= kills; round++) {
      confirmed.push(...(await kill(place, round)))
      await withStore(
        make,
        async (store) => {
          // A reader comes first: it must cope with what the dead writer left.
          expect(await faultOf(store)).toEqual('')
          const [after] = await store.append([eventOf(round, 'suite/after')], [at('suite/after', round - 1)])
          expect(after?.version).toEqual(round)
          const ids = new Set((await all(store)).map(({ id }) => id))
          expect(confirmed.filter((id) => !ids.has(id))).toEqual([])
          expect(await faultOf(store)).toEqual('')
        },
        { place },
      )
    }
  })
}

/** A stand-in for a killed process: nobody waits for its appends, and another handle goes to work at once. */
async function leftAlone(make: MakeLedgerStore, place: string, round: number): Promise<readonly string[]> {
  const store = await make({ place, now: steadyClock() })
  const appends = Array.from({ length: 5 }, (_, n) =>
    store.append(
      [1, 2, 3].map((i) => eventOf(i, `suite/${round}`, { id: `${round}/${n}/${i}` })),
      [],
    ),
  )
  const first = await Promise.race(appends)
  void Promise.all(appends).then(() => store.close())
  return first.map(({ id }) => id)
}

function twoWriters({ runner: { test, expect }, make, inject }: Suite): void {
  test('a second handle sees what the first appended, before it appends itself', async () => {
    await withTwo(make, async (one, two) => {
      await appendAll(one, [eventOf(1), eventOf(2)])
      await two.append([eventOf(3)], [at('suite/a', 2)])
      expect(await codeOf(one.append([eventOf(4)], [at('suite/a', 2)]))).toEqual('conflict')
      await one.append([eventOf(5)], [at('suite/a', 3)])
      expect(await two.append([eventOf(1)], [at('suite/a', 0)])).toEqual(await one.append([eventOf(1)], []))
      expect([(await one.head()).seq, (await two.head()).seq]).toEqual([4, 4])
      expect((await all(two)).map(({ id }) => id)).toEqual(['event-1', 'event-2', 'event-3', 'event-5'])
      expect([await faultOf(one), await faultOf(two)]).toEqual(['', ''])
    })
  })

  test('two handles appending at once lose and double nothing', async () => {
    await withTwo(make, async (one, two) => {
      const appends = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? one : two).append([eventOf(n, `suite/${n % 5}`)], []))
      const ids = (await Promise.all(appends)).flat().map(({ id }) => id)
      expect(new Set((await all(one)).map(({ id }) => id))).toEqual(new Set(ids))
      expect((await all(two)).length).toEqual(60)
      expect(await faultOf(two)).toEqual('')
    })
  })

  test('a handle that is closed leaves a place for the next one', async () => {
    const place = newPlace()
    for (let n = 1; n <= 3; n++) {
      await withStore(make, async (store) => expect((await store.append([eventOf(n)], []))[0]?.seq).toEqual(n), { place })
    }
  })

  const { processes } = inject
  if (processes === undefined) return
  test('processes appending at once make one chain: none lost, none doubled', async () => {
    const place = newPlace()
    const ids = await processes(place, { processes: 4, appendsEach: 25 })
    await withStore(
      make,
      async (store) => {
        expect(ids.length).toEqual(100)
        expect(new Set((await all(store)).map(({ id }) => id))).toEqual(new Set(ids))
        expect(await faultOf(store)).toEqual('')
      },
      { place },
    )
  })
}

async function withTwo(make: MakeLedgerStore, use: (one: LedgerStore, two: LedgerStore) => Promise<void>): Promise<void> {
  const place = newPlace()
  await withStore(make, async (one) => await withStore(make, async (two) => await use(one, two), { place }), { place })
}

function refusesAndGoesOn(
  { runner: { test, expect }, make }: Suite,
  name: string,
  code: string,
  inject: LedgerInjectors['fullDisk'],
): void {
  test(`${name} refuses appends with ${code}, can be read, and the ledger goes on when it is over`, async () => {
    expect(typeof inject).toEqual('function')
    const place = newPlace()
    await withStore(make, async (store) => await appendAll(store, [eventOf(1), eventOf(2)]), { place })
    const relieve = await inject?.(place)
    try {
      await withStore(
        make,
        async (store) => {
          const big: NewEvent = eventOf(3, 'suite/a', { data: { t: 'x'.repeat(900_000) } })
          for (let tries = 0; tries < 3; tries++) expect(await codeOf(store.append([big], []))).toEqual(code)
          expect((await all(store)).length).toEqual(2)
          expect(await faultOf(store)).toEqual('')
          await relieve?.()
          await store.append([big], [at('suite/a', 2)])
          expect(await faultOf(store)).toEqual('')
        },
        { place },
      )
    } finally {
      await relieve?.()
    }
  })
}

function failingWrite({ runner: { test, expect }, make, inject }: Suite): void {
  for (const bytes of [0, 10, 700, -1]) {
    test(`a write that fails ${bytes < 0 ? 'in its sync' : `after ${bytes} bytes`} is not recorded, and the next append chains to what was there`, async () => {
      expect(typeof inject.failWrite).toEqual('function')
      const place = newPlace()
      await withStore(
        make,
        async (store) => {
          await appendAll(store, [eventOf(1), eventOf(2)])
          const relieve = await inject.failWrite?.(place, bytes)
          const failing = await Promise.all([codeOf(store.append([eventOf(3), eventOf(4)], [])), codeOf(store.append([eventOf(5)], []))])
          expect(failing).toEqual(['ledger-io', 'ledger-io'])
          await relieve?.()
          expect((await all(store)).length).toEqual(2)
          await store.append([eventOf(6)], [at('suite/a', 2)])
          await withStore(
            make,
            async (other) => expect((await all(other)).map(({ id }) => id)).toEqual(['event-1', 'event-2', 'event-6']),
            { place },
          )
          expect(await faultOf(store)).toEqual('')
          expect((await store.append([eventOf(3), eventOf(4)], []))[0]?.seq).toEqual(4)
        },
        { place },
      )
    })
  }
}

function clockBack({ runner: { test, expect }, make }: Suite): void {
  test('a clock that goes back changes nothing but the times', async () => {
    const seconds = [60, 30, 59, 0]
    let asked = 0
    await withStore(
      make,
      async (store) => {
        const recorded = await appendAll(
          store,
          seconds.map((_, n) => eventOf(n)),
        )
        expect(recorded.map((event) => event.at)).toEqual(seconds.map(timeAt))
        await appendAll(store, [eventOf(9, 'suite/a', { at: timeAt(-5) })])
        expect((await all(store)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
        expect(await faultOf(store)).toEqual('')
      },
      { now: () => timeAt(seconds[asked++] ?? 0) },
    )
  })
}
