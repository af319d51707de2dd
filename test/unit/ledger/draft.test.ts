import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { AdjudicateError, isAdjudicateError } from '../../../src/errors'
import { draftsOf, refusal, utf8Length } from '../../../src/ledger/draft'
import { parseEvent, parseNewEvent } from '../../../src/ledger/event'
import { eventBytesMax, nameLengthMax } from '../../../src/ledger/event-limits'
import { eventRegistry, faultsOfNew, readEvent } from '../../../src/ledger/event-registry'
import { foldEvents, unfolded } from '../../../src/ledger/fold'
import { addId, emptyIdIndex, placesOfId } from '../../../src/ledger/id-index'
import { linesOf, noted, parsed, someLines } from '../../support/ledger-events'

/** What the work throws; a failure of the test where it throws nothing. */
function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (thrown) {
    return thrown
  }
  throw new Error('nothing was thrown')
}

function failureOf(work: () => unknown): unknown {
  const thrown = thrownBy(work)
  if (!isAdjudicateError(thrown)) throw thrown
  const { code, message, details } = thrown
  return { code, message, details }
}

function faultsOf(result: ReturnType<typeof parseEvent> | ReturnType<typeof parseNewEvent>): string[] {
  return result.ok ? [] : result.issues.map(({ path, message }) => `${path}: ${message}`)
}

describe('refused on append, with the path (spec 08)', () => {
  test('what is no list of events', () => {
    expect(failureOf(() => draftsOf('x'))).toEqual({
      code: 'event-refused',
      message: 'events: found "x", wanted a list',
      details: { path: 'events' },
    })
  })

  test('an envelope with faults: the first is the message, all are in the details, each inside its event', () => {
    const { actor: _, ...anonymous } = noted(2)
    expect(failureOf(() => draftsOf([noted(1), { ...anonymous, seq: 9 }]))).toEqual({
      code: 'event-refused',
      message: expect.stringMatching(/^events\[1\]\.actor: missing: /),
      details: {
        path: 'events[1].actor',
        issues: [
          { code: 'missing-field', path: 'events[1].actor', message: expect.any(String) },
          { code: 'unknown-field', path: 'events[1].seq', message: expect.any(String) },
        ],
      },
    })
    expect(failureOf(() => draftsOf([7]))).toMatchObject({ details: { path: 'events[0]', issues: [{ path: 'events[0]' }] } })
  })

  test('paths go on from the event as they stand in it', () => {
    const at = (path: string) => refusal([{ code: 'invalid-value', path, message: 'wrong' }], 'events[3]').message
    expect([at(''), at('[0].a'), at('data.a')]).toEqual(['events[3]: wrong', 'events[3][0].a: wrong', 'events[3].data.a: wrong'])
  })

  test('a value that JSON cannot hold exactly, with its path and its cause', () => {
    const refused = (data: unknown) => thrownBy(() => draftsOf([noted(1), noted(2, { data })]))
    expect(refused({ a: [1, Number.NaN] })).toMatchObject({
      code: 'event-refused',
      message: "JSON can't hold the number NaN exactly, at a[1] of events[1].data",
      details: { path: 'events[1].data.a[1]' },
      cause: { code: 'not-canonical' },
    })
    expect(refused([undefined])).toMatchObject({ details: { path: 'events[1].data[0]' } })
    expect(refused(2 ** 53)).toMatchObject({ details: { path: 'events[1].data' } })
  })

  test('an error of the data itself is not taken for a refusal', () => {
    for (const own of [new RangeError('of the caller'), new AdjudicateError('usage', 'of the caller')]) {
      const data = {
        get n() {
          throw own
        },
      }
      expect(thrownBy(() => draftsOf([noted(1, { data })]))).toBe(own)
    }
  })

  test('data over 1 MiB, with the place of its event', () => {
    expect(draftsOf([noted(1, { data: 'x'.repeat(eventBytesMax - 2) })])).toHaveLength(1)
    expect(failureOf(() => draftsOf([noted(1), noted(2, { data: 'x'.repeat(eventBytesMax - 1) })]))).toEqual({
      code: 'event-too-large',
      message: expect.stringContaining('events[1] takes 1048577 bytes, at most 1048576'),
      details: { path: 'events[1]', bytes: eventBytesMax + 1, bytesMax: eventBytesMax },
    })
  })

  test('bytes are counted as UTF-8 at every bound of its lengths', () => {
    const texts = ['\ud7ff', '\ue000', '\u007f', '\u0080', '\u07ff', '\u0800', '\u{10000}', 'a\u{1F600}\u00e9']
    expect(texts.map(utf8Length)).toEqual(texts.map((text) => new TextEncoder().encode(text).length))
  })
})

describe('the envelope of an event (spec 08, Event)', () => {
  const [line] = someLines(1)
  const event = parsed(line)

  test('a draft is what its author said: a time only where one was given', () => {
    const [without, withTime] = draftsOf([noted(1), noted(2, { at: '2026-01-02T03:04:05Z' })])
    expect(Object.keys(without ?? {}).sort()).toEqual(['actor', 'dataText', 'id', 'schema', 'stream', 'type'])
    expect(withTime).toEqual({ ...without, at: '2026-01-02T03:04:05Z', id: 'id-2', dataText: '{"n":2}' })
  })

  test('names hold 1 to 512 units and no half of a surrogate pair', () => {
    const named = (text: string) => ({ ...noted(1), stream: text, type: text, id: text, actor: { kind: 'system', id: text } })
    const places = ['actor.id', 'id', 'stream', 'type']
    expect(faultsOf(parseNewEvent(named('x'.repeat(nameLengthMax))))).toEqual([])
    for (const wrong of ['', 'x'.repeat(nameLengthMax + 1)])
      expect(faultsOf(parseNewEvent(named(wrong))).map((fault) => fault.split(':')[0])).toEqual(places)
    expect(faultsOf(parseNewEvent(named('half \ud83d')))).toEqual(places.map((place) => `${place}: a text without half a surrogate pair`))
  })

  test('each fault says what is wanted', () => {
    expect(faultsOf(parseNewEvent({ ...noted(1), at: 'yesterday' }))).toEqual([
      'at: found "yesterday": a time in UTC like 2026-08-14T16:30:00.000Z',
    ])
    expect(faultsOf(parseEvent({ ...event, hash: 'sha256:0', batch: { i: 3, n: 2 } }))).toEqual([
      'batch: i is at most n',
      'hash: found "sha256:0": sha256: and 64 hex digits',
    ])
  })

  test('nothing is known of it but its fields, in the actor and the batch too', () => {
    expect(faultsOf(parseEvent({ ...event, batch: { i: 2, n: 2 } }))).toEqual([])
    expect(faultsOf(parseEvent({ ...event, actor: { ...event.actor, role: 'r' }, batch: { i: 1, n: 2, of: 3 }, note: '' }))).toEqual([
      'actor.role: unknown field "role"',
      'batch.of: unknown field "of"',
      'note: unknown field "note"',
    ])
    for (const wrong of [0, 1.5, '1'])
      expect(faultsOf(parseEvent({ ...event, seq: wrong, version: wrong, schema: wrong, batch: { i: wrong, n: wrong } }))).not.toEqual([])
    expect(faultsOf(parseEvent({ ...event, batch: undefined }))).toHaveLength(1)
  })

  test('what a parsed event holds can be handed on without fear', () => {
    const result = parseEvent({ ...event, batch: { i: 1, n: 2 } })
    const value = result.ok ? result.value : event
    for (const part of [value, value.actor, value.batch]) expect(Object.isFrozen(part)).toBe(true)
    const fresh = parseNewEvent(noted(1))
    expect(fresh.ok && Object.isFrozen(fresh.value)).toBe(true)
  })
})

describe('types of events (spec 08, Event)', () => {
  const lists = eventRegistry([{ type: 'noted', schema: 1, data: z.array(z.number()) }])
  const [stored = parsed('')] = someLines(1).map(parsed)

  test('a hole in a registry is told in words', () => {
    const data = z.unknown()
    const refused = (schema: number, upcasters: readonly (() => unknown)[]) =>
      failureOf(() => eventRegistry([{ type: 'noted', schema, data, upcasters }]))
    const lift = () => 0
    for (const wrong of [0, -1, 1.5, Number.NaN])
      expect(refused(wrong, [])).toMatchObject({ message: 'invariant broken: the schema version of noted counts from 1' })
    expect(refused(2, [])).toMatchObject({ message: 'invariant broken: noted has an upcaster for each version before 2' })
    expect(refused(1, [lift])).toMatchObject({ message: 'invariant broken: noted has an upcaster for each version before 1' })
    expect(eventRegistry([{ type: 'noted', schema: 2, data, upcasters: [lift] }]).size).toBe(1)
  })

  test('a version other than the current one is refused on the way in, with both', () => {
    expect(faultsOfNew(lists, noted(1, { schema: 2 }))).toEqual([
      { code: 'invalid-value', path: 'schema', message: 'found 2: noted is written in version 1' },
    ])
  })

  test('faults of data that is a list begin with its index', () => {
    expect(readEvent(lists, { ...stored, data: [1, 'x'] })).toMatchObject({ kind: 'invalid', issues: [{ path: 'data[1]' }] })
    expect(readEvent(lists, { ...stored, data: 7 })).toMatchObject({ kind: 'invalid', issues: [{ path: 'data' }] })
  })

  test('an upcaster that throws, whatever it throws, makes the event invalid and names the versions', () => {
    const thrower = (thrown: unknown) =>
      eventRegistry([
        {
          type: 'noted',
          schema: 3,
          data: z.unknown(),
          upcasters: [
            (data) => data,
            () => {
              throw thrown
            },
          ],
        },
      ])
    for (const thrown of [new Error('no count'), 'no count']) {
      expect(readEvent(thrower(thrown), stored)).toEqual({
        kind: 'invalid',
        issues: [{ code: 'not-liftable', path: 'data', message: "version 2 can't be lifted to 3: no count" }],
      })
    }
    expect(readEvent(thrower(0), { ...stored, schema: 3 })).toMatchObject({ kind: 'known' })
  })
})

describe('folding (spec 08, Event)', () => {
  test('skipped types are counted one by one, on from where a snapshot stands', () => {
    const projection = { initial: 0, on: { noted: (sum: number) => sum + 1 } }
    const events = linesOf([[noted(1), noted(2, { type: 'x' }), noted(3, { type: 'x' }), noted(4, { type: 'y' })]]).map(parsed)
    expect(unfolded(projection)).toMatchObject({ state: 0, applied: 0, skipped: {}, head: { seq: 0 } })
    const once = foldEvents(projection, unfolded(projection), events)
    expect(once).toMatchObject({ state: 1, applied: 1, skipped: { x: 2, y: 1 } })
    expect(foldEvents(projection, once, events)).toMatchObject({ state: 2, applied: 2, skipped: { x: 4, y: 2 } })
  })
})

describe('the id index', () => {
  test('at most three quarters of its slots are used, which makes 16 to 32 bytes an event', () => {
    const index = emptyIdIndex()
    for (let used = 1; used <= 4000; used++) {
      addId(index, 's', `id-${used}`, used)
      expect(index.used).toBe(used)
      expect(used).toBeLessThanOrEqual(index.places.length * 0.75)
      expect(index.fingerprints.length).toBe(index.places.length)
      const bytesAnEvent = (index.fingerprints.byteLength + index.places.byteLength) / used
      if (used > 768) expect(bytesAnEvent).toBeLessThanOrEqual(32)
      if (used > 1) expect(bytesAnEvent).toBeGreaterThanOrEqual(16)
    }
    for (let used = 1; used <= 4000; used++) expect(placesOfId(index, 's', `id-${used}`)).toContain(used)
  })
})
