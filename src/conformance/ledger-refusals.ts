import { eventBytesMax } from '../ledger/event-limits'
import type { LedgerStoreRunner, MakeLedgerStore } from './ledger-setting'
import { all, appendAll, at, codeOf, detailsOf, eventOf, faultOf, withStore } from './ledger-setting'

const noJson: readonly (readonly [string, unknown])[] = [
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['undefined', undefined],
  ['a function', () => 1],
  ['a symbol', Symbol('s')],
  ['a bigint', 1n],
  ['an integer beyond 2^53', 2 ** 53],
  ['a lone surrogate', 'half \ud83d'],
  ['a date', new Date(0)],
  ['__proto__', JSON.parse('{"__proto__":1}')],
  ['constructor', { constructor: 1 }],
  ['prototype', { prototype: 1 }],
]

const noEvents: readonly (readonly [string, unknown])[] = [
  ['stream', eventOf(1, '')],
  ['type', eventOf(1, 'suite/a', { type: '' })],
  ['schema', eventOf(1, 'suite/a', { schema: 0 })],
  ['schema', eventOf(1, 'suite/a', { schema: 1.5 })],
  ['id', eventOf(1, 'suite/a', { id: 'x'.repeat(513) })],
  ['id', eventOf(1, 'suite/a', { id: '\udc00' })],
  ['actor.kind', { ...eventOf(1), actor: { kind: 'robot', id: 'r' } }],
  ['at', eventOf(1, 'suite/a', { at: '2026-08-14T16:30:00+02:00' })],
  ['at', eventOf(1, 'suite/a', { at: 'yesterday' })],
  ['seq', { ...eventOf(1), seq: 9 }],
]

/** What is refused, and that nothing is written then. */
export function ledgerRefusals({ test, expect }: LedgerStoreRunner, make: MakeLedgerStore): void {
  test('a value that JSON cannot hold exactly is refused with its path, and nothing of the append is written', async () => {
    await withStore(make, async (store) => {
      for (const [name, value] of noJson) {
        const events = [eventOf(1), eventOf(2, 'suite/a', { data: { list: [1, { value }] } })]
        const { code, details } = await detailsOf(store.append(events, []))
        expect([name, code, String(details['path']).startsWith('events[1].data.list[1].value')]).toEqual([name, 'event-refused', true])
      }
      expect(await all(store)).toEqual([])
    })
  })

  test('what is no event is refused with its path', async () => {
    await withStore(make, async (store) => {
      for (const [field, event] of noEvents) {
        const { code, details } = await detailsOf(store.append([event as never], []))
        expect([code, details['path']]).toEqual(['event-refused', `events[0].${field}`])
      }
      expect(await codeOf(store.append([null as never], []))).toEqual('event-refused')
      expect(await all(store)).toEqual([])
    })
  })

  test('what is no list of events or no expectation is refused', async () => {
    await withStore(make, async (store) => {
      expect(await codeOf(store.append('events' as never, []))).toEqual('event-refused')
      for (const expected of [
        undefined,
        [null],
        [{ stream: '', version: 0 }],
        [at('suite/a', -1)],
        [at('suite/a', 0.5)],
        [{ stream: 'suite/a' }],
      ]) {
        expect(await codeOf(store.append([eventOf(1)], expected as never))).toEqual('event-refused')
      }
      expect(await all(store)).toEqual([])
    })
  })

  test('an event over 1 MiB is refused, one of just that size is recorded whole', async () => {
    await withStore(make, async (store) => {
      const [small] = await store.append([eventOf(1, 'suite/a', { data: { t: '' } })], [])
      const envelope = JSON.stringify(small).length
      const sized = (n: number, bytes: number) => eventOf(n, 'suite/a', { data: { t: 'x'.repeat(bytes - envelope) } })
      expect(await codeOf(store.append([sized(2, eventBytesMax + 1)], []))).toEqual('event-too-large')
      expect(await codeOf(store.append([eventOf(3, 'suite/a', { data: '\u20ac'.repeat(eventBytesMax / 3) })], []))).toEqual(
        'event-too-large',
      )
      await store.append([sized(4, eventBytesMax)], [])
      expect((await all(store)).map(({ id }) => id)).toEqual(['event-1', 'event-4'])
      expect(await faultOf(store)).toEqual('')
    })
  })

  test('a wrong expected version writes nothing, in no stream', async () => {
    await withStore(make, async (store) => {
      await appendAll(store, [eventOf(1)])
      const both = [eventOf(2, 'suite/b'), eventOf(3)]
      expect(await codeOf(store.append(both, [at('suite/b', 0), at('suite/a', 0)]))).toEqual('conflict')
      expect(await codeOf(store.append([eventOf(4, 'suite/b')], [at('suite/a', 0)]))).toEqual('conflict')
      expect(await codeOf(store.append([eventOf(5)], [at('suite/a', 2)]))).toEqual('conflict')
      expect((await all(store)).length).toEqual(1)
      await store.append(both, [at('suite/b', 0), at('suite/a', 1)])
      await store.append([eventOf(6)], [at('suite/a', 'any')])
      expect((await all(store)).map(({ version }) => version)).toEqual([1, 1, 2, 3])
    })
  })
}

/** The same id again. */
export function ledgerRepeats({ test, expect }: LedgerStoreRunner, make: MakeLedgerStore): void {
  test('the same id with the same content gives the first result, whatever version is expected by now', async () => {
    await withStore(make, async (store) => {
      const first = await store.append([eventOf(1)], [at('suite/a', 0)])
      await appendAll(store, [eventOf(2), eventOf(3, 'suite/b')])
      expect(await store.append([eventOf(1)], [at('suite/a', 0)])).toEqual(first)
      expect(await store.append([eventOf(1, 'suite/a', { at: '2030-01-01T00:00:00Z' })], [])).toEqual(first)
      expect((await all(store)).length).toEqual(3)
    })
  })

  test('the same append of several events gives the first results', async () => {
    await withStore(make, async (store) => {
      const events = [eventOf(1), eventOf(2, 'suite/b'), eventOf(3)]
      const first = await store.append(events, [])
      expect(await store.append(events, [at('suite/a', 0)])).toEqual(first)
      expect((await all(store)).length).toEqual(3)
    })
  })

  test('the same id at the same time is recorded once', async () => {
    await withStore(make, async (store) => {
      const results = await Promise.all(Array.from({ length: 10 }, () => store.append([eventOf(1)], [])))
      expect(new Set(results.map(([event]) => event?.hash)).size).toEqual(1)
      expect((await all(store)).length).toEqual(1)
    })
  })

  test('the same id with other content is an error, in another stream another event', async () => {
    await withStore(make, async (store) => {
      await appendAll(store, [eventOf(1)])
      const others = [{ data: { n: 2 } }, { type: 'suite.other' }, { schema: 2 }, { actor: { kind: 'human' as const, id: 'suite' } }]
      for (const other of others) expect(await codeOf(store.append([eventOf(1, 'suite/a', other)], []))).toEqual('id-reused')
      await appendAll(store, [eventOf(1, 'suite/b')])
      expect((await all(store)).map(({ stream }) => stream)).toEqual(['suite/a', 'suite/b'])
    })
  })

  test('an append of which only a part is known, or that names an id twice, is an error and writes nothing', async () => {
    await withStore(make, async (store) => {
      await appendAll(store, [eventOf(1)])
      expect(await codeOf(store.append([eventOf(1), eventOf(2)], []))).toEqual('id-reused')
      expect(await codeOf(store.append([eventOf(3), eventOf(3)], []))).toEqual('id-reused')
      expect((await all(store)).length).toEqual(1)
    })
  })
}
