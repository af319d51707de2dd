import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nodeDigest } from '../../src/adapters/ledger-store/file-read'
import { canonicalJson } from '../../src/canonical/canonical-json'
import { storedLine } from '../../src/ledger/chain'
import type { Event, NewEvent } from '../../src/ledger/event'
import { foldEvents, unfolded } from '../../src/ledger/fold'
import { readStoredLine } from '../../src/ledger/stored-line'
import { startVerification, verifyEnding, verifyLine } from '../../src/ledger/verification'
import { linesOf, parsed } from '../support/ledger-events'

const forbidden = new Set(['__proto__', 'constructor', 'prototype'])
const key = fc.string({ unit: 'grapheme', maxLength: 6 }).filter((text) => !forbidden.has(text))
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value))
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom('"', 'a\\b', '\n\t', '\u0001\u007f', '/\u2028'))
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1),
    number,
    fc.integer(),
    text,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(key, fc.nat({ max: 20 }).map(String)), tie('json'), { maxKeys: 5 }),
  ),
}))

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
const newEvent = fc.record({
  stream: fc.constantFrom('a', 'b', 'caf\u00e9'),
  type: fc.oneof(fc.constantFrom('noted', 'other'), name),
  schema: fc.integer({ min: 1, max: 3 }),
  actor: fc.record({ kind: fc.constantFrom('human', 'agent', 'engine', 'system'), id: name }),
  data: json,
})
const appends = fc
  .array(fc.array(newEvent, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  .map((all) => all.map((events, i): NewEvent[] => events.map((event, j) => ({ ...event, id: `${i}/${j}` }))))

/** Whether the lines are a whole ledger; how many events are in it where they are. */
function judged(
  lines: readonly string[],
  rest = '',
): { readonly events: number; readonly head: string; readonly ending: string } | 'broken' {
  const verification = startVerification({ digest: nodeDigest })
  for (const line of lines) if (verifyLine(verification, line).kind === 'broken') return 'broken'
  const ending = verifyEnding(verification, rest)
  return ending.kind === 'broken' ? 'broken' : { events: verification.head.seq, head: verification.head.hash, ending: ending.kind }
}

/** The rule in the words of the specification, with somebody else's canonical JSON. */
function isRightBySpecification(line: string): boolean {
  try {
    const event = JSON.parse(line) as Event
    const { hash, ...content } = event
    return (
      canonicalize(event) === line &&
      hash ===
        `sha256:${createHash('sha256')
          .update(String(canonicalize(content)))
          .digest('hex')}`
    )
  } catch {
    return false
  }
}

describe('canonical JSON', () => {
  test('agrees with another implementation on all JSON', () => {
    let escaped = 0
    fc.assert(
      fc.property(json, (value) => {
        const written = canonicalJson(value)
        expect(written).toBe(canonicalize(value))
        if (written.includes('\\')) escaped++
      }),
      { numRuns: 300 },
    )
    expect(escaped).toBeGreaterThan(0)
  })
})

describe('every ledger', () => {
  test('that is written by the rules is whole, line by line canonical', () => {
    fc.assert(
      fc.property(appends, (all) => {
        const lines = linesOf(all)
        expect(lines.every(isRightBySpecification)).toBe(true)
        expect(lines.map((line) => storedLine(parsed(line)))).toEqual(lines)
        expect(judged(lines)).toMatchObject({ events: all.flat().length, ending: 'whole' })
      }),
      { numRuns: 150 },
    )
  })

  test('in which lines were edited, removed, inserted or swapped is found out; with the head also where only its end was cut', () => {
    const reached = { edit: 0, remove: 0, insert: 0, swap: 0, cut: 0 }
    const tampering = fc.record({
      kind: fc.constantFrom('edit', 'remove', 'insert', 'swap'),
      one: fc.nat(),
      other: fc.nat(),
      at: fc.nat(),
      mask: fc.integer({ min: 1, max: 127 }),
    })
    fc.assert(
      fc.property(appends, tampering, (all, { kind, one, other, at, mask }) => {
        const lines = linesOf(all)
        const [a, b] = [one % lines.length, other % lines.length]
        const line = lines[a] ?? ''
        const place = at % line.length
        const edited = line.slice(0, place) + String.fromCharCode(line.charCodeAt(place) ^ mask) + line.slice(place + 1)
        const changed = {
          edit: () => lines.with(a, edited),
          remove: () => lines.toSpliced(a, 1),
          insert: () => lines.toSpliced(b, 0, line),
          swap: () => lines.with(a, lines[b] ?? '').with(b, line),
        }[kind]()
        fc.pre(a !== b || kind !== 'swap')
        // A text may hold a line end after an edit; a file would then have two lines.
        const found = judged(changed.flatMap((piece) => piece.split('\n')))
        const head = parsed(lines.at(-1)).hash
        if (found === 'broken') reached[kind]++
        else {
          expect(kind).toBe('remove')
          expect(found.head).not.toBe(head)
          reached.cut++
        }
      }),
      { numRuns: 800 },
    )
    for (const count of Object.values(reached)) expect(count).toBeGreaterThan(10)
  })

  test('cut at any byte is read up to its last whole batch', () => {
    const reached = { torn: 0, unended: 0, whole: 0 }
    fc.assert(
      fc.property(appends, fc.nat(), fc.constantFrom('anywhere', 'before a line end', 'behind one'), (all, at, where) => {
        const lines = linesOf(all)
        const whole = lines.map((line) => `${line}\n`).join('')
        const upToLine = lines.slice(0, 1 + (at % lines.length)).join('\n').length
        const length = where === 'anywhere' ? at % (whole.length + 1) : upToLine + (where === 'behind one' ? 1 : 0)
        const cut = whole.slice(0, length)
        const pieces = cut.split('\n')
        const found = judged(pieces.slice(0, -1), pieces.at(-1))
        // The ends of batches, each with and without its line end.
        const ends: { readonly length: number; readonly events: number }[] = [{ length: 0, events: 0 }]
        let end = 0
        lines.forEach((line, index) => {
          const { batch, seq } = parsed(line)
          end += line.length + (index === 0 ? 0 : 1)
          if (batch === undefined || batch.i === batch.n) ends.push({ length: end, events: seq })
        })
        expect(found).toMatchObject({ events: ends.findLast((one) => one.length <= cut.length)?.events })
        if (found !== 'broken' && found.ending in reached) reached[found.ending as keyof typeof reached]++
      }),
      { numRuns: 400 },
    )
    for (const count of Object.values(reached)) expect(count).toBeGreaterThan(10)
  })
})

describe('a line', () => {
  test('is right exactly where the specification says so, also with a hash made over its new spelling', () => {
    const reached = { right: 0, wrong: 0, resealedRight: 0 }
    const edits = fc.array(
      fc.record({
        at: fc.nat(),
        cut: fc.integer({ min: 0, max: 2 }),
        put: fc.constantFrom('', ' ', '0', '1', '"', '\\', 'e1', ',', '}', 'a', '.0', '\\u0061', '-'),
      }),
      { maxLength: 2 },
    )
    const member = /"hash":"sha256:[0-9a-f]{64}",/
    fc.assert(
      fc.property(appends, edits, fc.boolean(), (all, changes, reseals) => {
        let line = linesOf(all)[0] ?? ''
        for (const { at, cut, put } of changes) {
          const place = at % line.length
          line = line.slice(0, place) + put + line.slice(place + cut)
        }
        if (reseals) line = line.replace(member, `"hash":"sha256:${nodeDigest(line.replace(member, ''))}",`)
        const { ok } = readStoredLine(line, nodeDigest)
        // What is right for the specification may still be no event: a field of a wrong type, say. What we take is always right.
        if (ok) expect(isRightBySpecification(line)).toBe(true)
        else if (changes.length === 0) expect(ok).toBe(true)
        if (ok && reseals && changes.length > 0) reached.resealedRight++
        reached[ok ? 'right' : 'wrong']++
      }),
      { numRuns: 1500 },
    )
    expect(reached.right).toBeGreaterThan(100)
    expect(reached.wrong).toBeGreaterThan(100)
    expect(reached.resealedRight).toBeGreaterThan(0)
  })
})

describe('folding', () => {
  test('in any portions gives what folding at once gives', () => {
    const projection = {
      initial: '',
      on: {
        noted: (state: string, { seq }: Event) => `${state}${seq};`,
        other: (state: string, { version }: Event) => `(${state}${version})`,
      },
    }
    let skipped = 0
    fc.assert(
      fc.property(appends, fc.array(fc.nat({ max: 8 }), { maxLength: 8 }), (all, sizes) => {
        const events = linesOf(all).map(parsed)
        const atOnce = foldEvents(projection, unfolded(projection), events)
        let folded = unfolded(projection)
        let from = 0
        for (const size of [...sizes, events.length]) {
          folded = foldEvents(projection, folded, events.slice(from, from + size))
          from += size
        }
        expect(folded).toEqual(atOnce)
        expect(atOnce.applied + Object.values(atOnce.skipped).reduce((sum, count) => sum + count, 0)).toBe(events.length)
        skipped += Object.keys(atOnce.skipped).length
      }),
      { numRuns: 200 },
    )
    expect(skipped).toBeGreaterThan(0)
  })
})
