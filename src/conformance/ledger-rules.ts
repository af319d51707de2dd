import { emptyHead } from '../ledger/chain'
import type { NewEvent } from '../ledger/event'
import type { LedgerStoreRunner, MakeLedgerStore } from './ledger-setting'
import { all, appendAll, at, codeOf, detailsOf, eventOf, faultOf, newPlace, steadyClock, timeAt, withStore } from './ledger-setting'

/** Appending, and the chain that it makes. */
export function ledgerAppends({ test, expect }: LedgerStoreRunner, make: MakeLedgerStore): void {
  test('an empty ledger has no events and ends at the genesis', async () => {
    await withStore(make, async (store) => {
      expect(await all(store)).toEqual([])
      expect(await store.head()).toEqual(emptyHead)
    })
  })

  test('an event is given back as recorded, and read back the same', async () => {
    await withStore(make, async (store) => {
      const [event] = await store.append([eventOf(1)], [at('suite/a', 0)])
      const { seq, version, at: time, prev, hash, ...rest } = event ?? { seq: 0, version: 0, at: '', prev: '', hash: '' }
      expect([seq, version, time, prev]).toEqual([1, 1, timeAt(0), emptyHead.hash])
      expect(rest).toEqual(eventOf(1))
      expect(await all(store)).toEqual([event])
      expect(await store.head()).toEqual({ seq: 1, hash })
      expect(await faultOf(store)).toEqual('')
    })
  })

  test('a time that is given is kept', async () => {
    await withStore(make, async (store) => {
      const [event] = await store.append([eventOf(1, 'suite/a', { at: '2020-02-29T23:59:59.123456Z' })], [])
      expect(event?.at).toEqual('2020-02-29T23:59:59.123456Z')
    })
  })

  test('one append may span streams; its events are numbered as a batch, each stream counts for itself', async () => {
    await withStore(make, async (store) => {
      await store.append([eventOf(1, 'suite/b')], [])
      const streams = ['suite/a', 'suite/b', 'suite/a']
      const events = await store.append(
        streams.map((stream, index) => eventOf(index + 2, stream)),
        [at('suite/a', 0), at('suite/b', 1)],
      )
      expect(events.map(({ seq, version, batch }) => [seq, version, batch])).toEqual([
        [2, 1, { i: 1, n: 3 }],
        [3, 2, { i: 2, n: 3 }],
        [4, 2, { i: 3, n: 3 }],
      ])
      expect(await faultOf(store)).toEqual('')
    })
  })

  test('an append of nothing only asks for the versions', async () => {
    await withStore(make, async (store) => {
      expect(await store.append([], [at('suite/a', 0)])).toEqual([])
      expect(await codeOf(store.append([], [at('suite/a', 1)]))).toEqual('conflict')
      expect(await store.head()).toEqual(emptyHead)
    })
  })
}

/** Reading, and that what is read is what was appended. */
export function ledgerReads({ test, expect }: LedgerStoreRunner, make: MakeLedgerStore): void {
  test('reading can be narrowed to a stream, a range and types, in the order of the ledger', async () => {
    await withStore(make, async (store) => {
      const streams = ['suite/a', 'suite/b']
      await appendAll(
        store,
        Array.from({ length: 12 }, (_, n) => eventOf(n, streams[n % 2], { type: `suite.t${n % 3}` })),
      )
      const seqs = async (which: Parameters<typeof store.read>[0]) => (await all(store, which)).map(({ seq }) => seq)
      expect(await seqs({ stream: 'suite/b' })).toEqual([2, 4, 6, 8, 10, 12])
      expect(await seqs({ fromSeq: 5, toSeq: 7 })).toEqual([5, 6, 7])
      expect(await seqs({ types: ['suite.t0'] })).toEqual([1, 4, 7, 10])
      expect(await seqs({ stream: 'suite/a', types: ['suite.t0', 'suite.t2'], fromSeq: 2, toSeq: 9 })).toEqual([3, 7, 9])
      expect(await seqs({ fromSeq: 13 })).toEqual([])
      expect(await seqs({ fromSeq: 6, toSeq: 5 })).toEqual([])
      expect(await seqs({ stream: 'suite/none' })).toEqual([])
      expect(await seqs({ types: [] })).toEqual([])
    })
  })

  test('a reader may stop early and others go on', async () => {
    await withStore(make, async (store) => {
      await appendAll(
        store,
        [1, 2, 3].map((n) => eventOf(n)),
      )
      for await (const event of store.read()) {
        expect(event.seq).toEqual(1)
        break
      }
      expect((await all(store)).length).toEqual(3)
    })
  })

  test('neither who appends nor who reads can change what is recorded', async () => {
    await withStore(make, async (store) => {
      const data = { list: [1, 2] }
      const appending = store.append([eventOf(1, 'suite/a', { data })], [])
      data.list.push(3)
      await appending
      for (const event of await all(store)) Object.assign(Object(event.data), { list: [] })
      expect((await all(store)).map((event) => event.data)).toEqual([{ list: [1, 2] }])
    })
  })

  test('texts are kept apart to the last code point', async () => {
    const texts = ['caf\u00e9', 'cafe\u0301', '\u{1F600}', '\u2028\u0000\u007f"\\/', '\ufeff', '']
    await withStore(make, async (store) => {
      await appendAll(
        store,
        texts.map((text, n) => eventOf(n, `suite/${text}.`, { data: { [`key ${text}`]: text } })),
      )
      expect((await all(store)).map(({ data }) => data)).toEqual(texts.map((text) => ({ [`key ${text}`]: text })))
      expect((await all(store, { stream: 'suite/cafe\u0301.' })).map(({ seq }) => seq)).toEqual([2])
      expect(await faultOf(store)).toEqual('')
    })
  })
}

/** Many appends at once, and closing. */
export function ledgerCrowds({ test, expect }: LedgerStoreRunner, make: MakeLedgerStore): void {
  test('closing waits for appends under way; then everything is closed', async () => {
    const store = await make({ place: newPlace(), now: steadyClock() })
    const appending = store.append([eventOf(1)], [])
    await store.close()
    expect((await appending).map(({ seq }) => seq)).toEqual([1])
    await store.close()
    const work = [store.append([eventOf(2)], []), store.head(), all(store)]
    expect(await Promise.all(work.map(codeOf))).toEqual(['ledger-closed', 'ledger-closed', 'ledger-closed'])
  })

  test('many appends at once make one chain, in the order in which they were called', async () => {
    await withStore(make, async (store) => {
      const events: NewEvent[] = Array.from({ length: 100 }, (_, n) => eventOf(n, `suite/${n % 7}`))
      const recorded = await Promise.all(events.map((event) => store.append([event], [])))
      expect(recorded.flat().map(({ id }) => id)).toEqual(events.map(({ id }) => id))
      expect((await all(store)).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
      expect(await faultOf(store)).toEqual('')
    })
  })

  test('of many appends at once on one version exactly one is recorded', async () => {
    await withStore(make, async (store) => {
      const rivals = Array.from({ length: 20 }, (_, n) => codeOf(store.append([eventOf(n)], [at('suite/a', 0)])))
      const codes = await Promise.all(rivals)
      expect(codes.filter((code) => code === 'conflict').length).toEqual(19)
      expect((await all(store)).length).toEqual(1)
    })
  })

  test('a conflict tells the actual version', async () => {
    await withStore(make, async (store) => {
      await appendAll(store, [eventOf(1), eventOf(2)])
      const { code, details } = await detailsOf(store.append([eventOf(3)], [at('suite/a', 1)]))
      expect([code, details['stream'], details['expected'], details['actual']]).toEqual(['conflict', 'suite/a', 1, 2])
    })
  })
}
