import { describe, expect, test } from 'vitest'
import type { Expectation, LedgerFacts } from '../../../src/ledger/append-plan'
import { expectationsOf, idKey, planAppend } from '../../../src/ledger/append-plan'
import { emptyHead, genesisHash, storedLine } from '../../../src/ledger/chain'
import { draftsOf } from '../../../src/ledger/draft'
import type { Event, NewEvent } from '../../../src/ledger/event'
import { appendBytesMax, eventBytesMax } from '../../../src/ledger/event-limits'
import { linesOf, noted, parsed, time } from '../../support/ledger-events'

const recorded = linesOf([[noted(1)], [noted(2), noted(3, { stream: 'other' })]]).map(parsed)

/** What a store knows once these events are recorded. */
function factsOf(events: readonly Event[]): LedgerFacts {
  const { seq, hash } = events.at(-1) ?? emptyHead
  return {
    head: { seq, hash },
    versionOf: (stream) => events.filter((event) => event.stream === stream).length,
    eventOf: (stream, id) => events.find((event) => event.stream === stream && event.id === id),
  }
}

function plan(events: readonly NewEvent[], expected: readonly Expectation[] = [], before: readonly Event[] = [], clock = time) {
  return planAppend(draftsOf(events), expected, factsOf(before), {
    now: () => clock,
    digest: (text) => String(text.length).padStart(64, '0'),
  })
}

function writtenBy(...given: Parameters<typeof plan>): readonly Event[] {
  const planned = plan(...given)
  return planned.kind === 'write' ? planned.sealed.map(({ event }) => event) : []
}

/** The code, message and details of the error that the work throws. */
function failureOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (thrown) {
    const { code, message, details } = Object(thrown)
    return { code, message, details }
  }
}

describe('what an append expects (spec 08, Port)', () => {
  test('a wrong expected version is a conflict that names the stream and both versions', () => {
    const wrong = (version: number) => failureOf(() => plan([noted(4)], [{ stream: 'slice/S1', version }], recorded))
    expect(wrong(1)).toEqual({
      code: 'conflict',
      message: 'slice/S1 is at version 2, expected 1',
      details: { stream: 'slice/S1', expected: 1, actual: 2 },
    })
    expect(wrong(3)).toMatchObject({ code: 'conflict', details: { expected: 3, actual: 2 } })
    expect(wrong(2)).toMatchObject({ kind: 'write' })
  })

  test('every expectation is looked at, and one of any version is met by all', () => {
    const any: Expectation = { stream: 'other', version: 'any' }
    expect(writtenBy([noted(4)], [any], recorded)).toHaveLength(1)
    expect(failureOf(() => plan([noted(4)], [any, { stream: 'third', version: 1 }], recorded))).toMatchObject({
      code: 'conflict',
      details: { stream: 'third', expected: 1, actual: 0 },
    })
  })

  test('what is no expectation is refused with its path, what was found and what is wanted', () => {
    const refused = (expected: unknown) => failureOf(() => expectationsOf(expected))
    const good = { stream: 'a', version: 0 }
    expect(refused('a')).toEqual({
      code: 'event-refused',
      message: 'expect: found "a", wanted a list',
      details: { path: 'expect' },
    })
    expect(refused([good, { ...good, stream: '' }])).toEqual({
      code: 'event-refused',
      message: 'expect[1].stream: found "", wanted the name of a stream',
      details: { path: 'expect[1].stream' },
    })
    expect(refused([good, good, { ...good, version: -1 }])).toEqual({
      code: 'event-refused',
      message: "expect[2].version: found -1, wanted a count from 0, or 'any'",
      details: { path: 'expect[2].version' },
    })
    for (const stream of [7, null, undefined, ['a']]) expect(refused([{ ...good, stream }])).toMatchObject({ code: 'event-refused' })
    for (const version of [0.5, Number.NaN, 2 ** 53, '0', 'some', null, undefined, [0]])
      expect(refused([{ ...good, version }])).toMatchObject({ code: 'event-refused', details: { path: 'expect[0].version' } })
    for (const none of [null, undefined, 'a', 7]) expect(refused([none])).toMatchObject({ details: { path: 'expect[0].stream' } })
    expect(expectationsOf([good, { stream: 'b', version: 'any', more: 1 }, { stream: 'c', version: 7 }])).toEqual([
      good,
      { stream: 'b', version: 'any' },
      { stream: 'c', version: 7 },
    ])
  })
})

describe('the same id again (spec 08, Port)', () => {
  test('with the same content it gives the first results in the order asked for, whatever version is expected by now', () => {
    const [first, second, third] = recorded
    const again = [noted(3, { stream: 'other', at: '2030-01-01T00:00:00Z' }), noted(1)]
    expect(plan(again, [{ stream: 'slice/S1', version: 0 }], recorded)).toEqual({ kind: 'repeat', events: [third, first] })
    expect(plan([noted(2)], [], recorded)).toEqual({ kind: 'repeat', events: [second] })
  })

  test('with other content it is an error that names the id, its stream and the event that has it', () => {
    const others: readonly Partial<NewEvent>[] = [
      { data: { n: 7 } },
      { type: 'other' },
      { schema: 2 },
      { actor: { kind: 'human', id: 'test' } },
      { actor: { kind: 'engine', id: 'other' } },
    ]
    for (const other of others) {
      expect(
        failureOf(() => plan([noted(2, other)], [], recorded)),
        JSON.stringify(other),
      ).toEqual({
        code: 'id-reused',
        message: 'the id id-2 in slice/S1: event 2 has other content',
        details: { stream: 'slice/S1', id: 'id-2' },
      })
    }
  })

  test('an append of which only a part is known names the known id and the other', () => {
    for (const events of [
      [noted(1), noted(9)],
      [noted(9), noted(1)],
    ]) {
      expect(failureOf(() => plan(events, [], recorded))).toEqual({
        code: 'id-reused',
        message: 'the id id-1 in slice/S1: it was recorded before, but id-9 of the same append was not',
        details: { stream: 'slice/S1', id: 'id-1' },
      })
    }
  })

  test('twice in one append it is an error, in two streams it is two events', () => {
    expect(failureOf(() => plan([noted(7), noted(8), noted(7)]))).toEqual({
      code: 'id-reused',
      message: 'the id id-7 in slice/S1: it stands twice in one append',
      details: { stream: 'slice/S1', id: 'id-7' },
    })
    expect(writtenBy([noted(7), noted(7, { stream: 'other' })]).map(({ version }) => version)).toEqual([1, 1])
  })

  test('a stream and an id are told apart wherever the one ends and the other begins', () => {
    const pairs = [
      ['a', 'bc'],
      ['ab', 'c'],
      ['abc', ''],
      ['1:a', 'bc'],
      ['', '1:abc'],
    ] as const
    expect(new Set(pairs.map(([stream, id]) => idKey(stream, id))).size).toBe(pairs.length)
  })
})

describe('what an append writes (spec 08, Event)', () => {
  test('seq counts over the ledger, version in each stream, prev leads to the event before, a batch counts from 1', () => {
    const written = writtenBy([noted(4), noted(5, { stream: 'new' }), noted(6), noted(7, { stream: 'new' })], [], recorded)
    expect(written.map(({ seq, stream, version, batch }) => [seq, stream, version, batch])).toEqual([
      [4, 'slice/S1', 3, { i: 1, n: 4 }],
      [5, 'new', 1, { i: 2, n: 4 }],
      [6, 'slice/S1', 4, { i: 3, n: 4 }],
      [7, 'new', 2, { i: 4, n: 4 }],
    ])
    expect(written.map(({ prev }) => prev)).toEqual([recorded[2]?.hash, ...written.slice(0, 3).map(({ hash }) => hash)])
    const [alone] = writtenBy([noted(1)])
    expect([alone?.seq, alone?.prev, Object.hasOwn(alone ?? {}, 'batch')]).toEqual([1, genesisHash, false])
    expect(plan([])).toEqual({ kind: 'write', sealed: [] })
  })

  test('a time that is given is kept, else the clock is asked once for each event', () => {
    const own = '2026-01-02T03:04:05Z'
    expect(writtenBy([noted(1), noted(2, { at: own })]).map(({ at }) => at)).toEqual([time, own])
    expect(writtenBy([noted(2, { at: own })], [], [], 'never asked').map(({ at }) => at)).toEqual([own])
  })

  test('a clock that gives no time in UTC is refused with what it says', () => {
    for (const clock of ['today', '2026-08-14', '2026-08-14T16:30:00+02:00']) {
      expect(failureOf(() => plan([noted(1)], [], [], clock))).toEqual({
        code: 'event-refused',
        message: `the clock says "${clock}", wanted a time in UTC like 2026-08-14T16:30:00.000Z`,
        details: { path: 'at' },
      })
    }
  })

  test('a line over 1 MiB is refused with the place of its event, also where the data alone would fit', () => {
    const [small] = writtenBy([noted(1, { data: '' }), noted(2)])
    const envelope = small === undefined ? 0 : storedLine(small).length
    const sized = (bytes: number) => [noted(1, { data: 'x'.repeat(bytes - envelope) }), noted(2)]
    expect(writtenBy(sized(eventBytesMax))).toHaveLength(2)
    expect(failureOf(() => plan(sized(eventBytesMax + 1)))).toMatchObject({
      code: 'event-too-large',
      message: expect.stringMatching(/^events\[0\] takes 1048577 bytes, at most 1048576: /),
      details: { path: 'events[0]', bytes: eventBytesMax + 1, bytesMax: eventBytesMax },
    })
    const [, ...second] = sized(eventBytesMax).reverse()
    expect(failureOf(() => plan([noted(2), ...second.map((event) => ({ ...event, data: `${String(event.data)}x` }))]))).toMatchObject({
      details: { path: 'events[1]' },
    })
  })

  test('all lines of one append together take at most 64 MiB', () => {
    const large = draftsOf(Array.from({ length: 64 }, (_, index) => noted(100 + index, { data: 'x'.repeat(eventBytesMax - 1024) })))
    const planned = (length: number) => {
      const drafts = [...draftsOf([noted(1, { data: 'y'.repeat(length) })]), ...large]
      const made = planAppend(drafts, [], factsOf([]), { now: () => time, digest: () => 'f'.repeat(64) })
      return made.kind === 'write' ? made.sealed.reduce((sum, { line }) => sum + line.length, 0) : 0
    }
    const room = appendBytesMax - planned(0)
    expect(room).toBeGreaterThan(0)
    expect(planned(room)).toBe(appendBytesMax)
    expect(failureOf(() => planned(room + 1))).toEqual({
      code: 'event-too-large',
      message: `the events of one append take over ${appendBytesMax + 1} bytes, at most ${appendBytesMax}`,
      details: { bytes: appendBytesMax + 1, bytesMax: appendBytesMax },
    })
  })
})
