import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { assertFits, draftsOf, utf8Length } from '../../../src/ledger/draft'
import { eventBytesMax } from '../../../src/ledger/event-limits'
import type { EventType } from '../../../src/ledger/event-registry'
import { eventRegistry, faultsOfNew, readEvent } from '../../../src/ledger/event-registry'
import { foldEvents, unfolded } from '../../../src/ledger/fold'
import { addId, emptyIdIndex, placesOfId } from '../../../src/ledger/id-index'
import { linesOf, noted, parsed, someLines } from '../../support/ledger-events'

describe('drafts', () => {
  test('the length of a text in UTF-8', () => {
    const texts = ['', 'abc', 'caf\u00e9', '\u20ac\u0800\uffff', '\u{1F600}\u{10FFFF}', '\u007f\u0080\u07ff']
    expect(texts.map(utf8Length)).toEqual(texts.map((text) => new TextEncoder().encode(text).length))
  })

  test('just 1 MiB fits', () => {
    assertFits(eventBytesMax, 'events[0]')
    expect(() => assertFits(eventBytesMax + 1, 'events[3]')).toThrow(/^events\[3\] takes 1048577 bytes, at most 1048576: /)
  })

  test('data is written once, in canonical order, and no getter is asked twice', () => {
    let asked = 0
    const data = {
      b: 1,
      get a() {
        return ++asked
      },
    }
    expect(draftsOf([noted(1, { data })])[0]?.dataText).toBe('{"a":1,"b":1}')
    expect(asked).toBe(1)
  })
})

describe('the id index', () => {
  test('finds every event among many, hardly any other, and keeps streams apart', () => {
    const index = emptyIdIndex()
    const count = 20_000
    for (let n = 0; n < count; n++) addId(index, `s/${n % 7}`, `id-${n}`, n)
    let wrong = 0
    for (let n = 0; n < count; n++) {
      const places = placesOfId(index, `s/${n % 7}`, `id-${n}`)
      expect(places).toContain(n)
      wrong += places.length - 1 + placesOfId(index, `s/${(n + 1) % 7}`, `id-${n}`).length
    }
    expect(wrong).toBeLessThan(5)
    expect(placesOfId(index, 's', '/0id-0')).toEqual([])
    const bytesAnEvent = (index.fingerprints.byteLength + index.places.byteLength) / count
    expect(bytesAnEvent).toBeLessThanOrEqual(32)
  })

  test('the same id twice gives both places', () => {
    const index = emptyIdIndex()
    addId(index, 's', 'x', 0)
    addId(index, 's', 'x', 2 ** 52)
    expect(placesOfId(index, 's', 'x')).toEqual([0, 2 ** 52])
  })
})

describe('types of events', () => {
  const renamed: EventType = {
    type: 'noted',
    schema: 3,
    data: z.strictObject({ count: z.number(), unit: z.string() }),
    upcasters: [(data) => ({ count: (data as { n: number }).n }), (data) => ({ ...Object(data), unit: 'piece' })],
  }
  const registry = eventRegistry([renamed])
  const [event] = someLines(1).map(parsed)
  const stored = event ?? parsed('')

  test('an older version is lifted step by step, what is stored keeps its hash', () => {
    const reading = readEvent(registry, stored)
    expect(reading).toEqual({ kind: 'known', event: { ...stored, schema: 3, data: { count: 1, unit: 'piece' } } })
    const second = { ...stored, schema: 2, data: { count: 5 } }
    expect(readEvent(registry, second)).toMatchObject({ kind: 'known', event: { schema: 3, data: { count: 5, unit: 'piece' } } })
    const current = { ...stored, schema: 3, data: { count: 5, unit: 'kg' } }
    expect(readEvent(registry, current)).toEqual({ kind: 'known', event: current })
  })

  test('an unknown type, or a newer version of a known one, is kept as it is', () => {
    for (const other of [
      { ...stored, type: 'other' },
      { ...stored, schema: 4 },
      { ...stored, type: '__proto__' },
    ]) {
      expect(readEvent(registry, other)).toEqual({ kind: 'unknown', event: other })
    }
  })

  test('data that breaks its schema is told with its path, and so is an upcaster that fails', () => {
    expect(readEvent(registry, { ...stored, schema: 3, data: { count: '1', unit: 'kg', more: 1 } })).toMatchObject({
      kind: 'invalid',
      issues: [{ path: 'data.count' }, { path: 'data.more' }],
    })
    expect(readEvent(registry, { ...stored, data: null })).toMatchObject({
      kind: 'invalid',
      issues: [{ code: 'not-liftable', path: 'data' }],
    })
  })

  test('a new event is written in the current version only', () => {
    expect(faultsOfNew(registry, noted(1))).toMatchObject([{ path: 'schema' }])
    expect(faultsOfNew(registry, noted(1, { schema: 3 }))).toMatchObject([
      { path: 'data.count' },
      { path: 'data.n' },
      { path: 'data.unit' },
    ])
    expect(faultsOfNew(registry, noted(1, { schema: 3, data: 7 }))).toMatchObject([{ path: 'data' }])
    expect(faultsOfNew(registry, noted(1, { schema: 3, data: { count: 1, unit: 'kg' } }))).toEqual([])
    expect(faultsOfNew(registry, noted(1, { type: 'other' }))).toEqual([])
  })

  test('a registry with a hole in it is refused', () => {
    expect(() => eventRegistry([renamed, renamed])).toThrow('the event type noted is given once')
    expect(() => eventRegistry([{ ...renamed, upcasters: [] }])).toThrow('noted has an upcaster for each version before 3')
    expect(() => eventRegistry([{ ...renamed, schema: 0 }])).toThrow('counts from 1')
  })
})

describe('folding', () => {
  const projection = { initial: 0, on: { noted: (sum: number, { data }: { readonly data: unknown }) => sum + (data as { n: number }).n } }

  test('known types make the state, all others are counted', () => {
    const events = linesOf([[noted(1)], [noted(2, { type: 'toString' })], [noted(3)], [noted(4, { type: '__proto__' })]]).map(parsed)
    const folded = foldEvents(projection, unfolded(projection), events)
    expect([folded.state, folded.applied, Object.entries(folded.skipped)]).toEqual([
      4,
      2,
      [
        ['toString', 1],
        ['__proto__', 1],
      ],
    ])
    expect(folded.head).toEqual({ seq: 4, hash: events[3]?.hash })
  })
})
