import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Citation } from '../../../src/evidence/citation'
import type { Corpus } from '../../../src/evidence/corpus'
import type * as GramsModule from '../../../src/evidence/grams'
import { locateAll } from '../../../src/evidence/locate'
import type * as PatternMatch from '../../../src/evidence/pattern-match'
import type { Strategy } from '../../../src/evidence/search'
import { searchFor } from '../../../src/evidence/search'
import type * as UnitsModule from '../../../src/evidence/units'

// Time is no evidence in a test run; how much of the texts is read and how often a quote is compared is.
const work = vi.hoisted(() => ({ unitsRead: 0, comparisons: 0, agreed: [0], grams: 0 }))

vi.mock('../../../src/evidence/units', async (importOriginal) => {
  const real = await importOriginal<typeof UnitsModule>()
  return {
    ...real,
    loadUnits: (units: UnitsModule.Units, text: string, from: number) => {
      real.loadUnits(units, text, from)
      work.unitsRead += units.count
    },
  }
})

vi.mock('../../../src/evidence/pattern-match', async (importOriginal) => {
  const real = await importOriginal<typeof PatternMatch>()
  return {
    ...real,
    patternMatcher: (patterns: readonly string[], text: string): PatternMatch.PatternMatcher => {
      const matcher = real.patternMatcher(patterns, text)
      return {
        matches: (pattern, start, agreed) => {
          work.comparisons++
          work.agreed.push(agreed)
          return matcher.matches(pattern, start, agreed)
        },
      }
    },
  }
})

vi.mock('../../../src/evidence/grams', async (importOriginal) => {
  const real = await importOriginal<typeof GramsModule>()
  return {
    ...real,
    gramOf: (first: number, second: number, third: number): number => {
      work.grams++
      return real.gramOf(first, second, third)
    },
  }
})

beforeEach(() => {
  work.unitsRead = 0
  work.comparisons = 0
  work.agreed = []
  work.grams = 0
})

const quote = (text: string): Citation => ({ kind: 'quote', text })

function artifact(...texts: readonly string[]): Corpus {
  return { sources: texts.map((text, index) => ({ id: `s${index}`, role: 'artifact', path: `f${index}`, text })), runs: [] }
}

function outcomes(citations: readonly Citation[], corpus: Corpus): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of locateAll(citations, corpus)) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

function range<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

describe('the cost of looking citations up (spec 02, Cost)', () => {
  const texts = range(10, (source) =>
    range(600, (line) => `  const name${line}of${source} = call(${line * 7}, 'value ${line}')\n`).join(''),
  )
  const size = texts.join('').length

  test('R-TRI-26: one pass over the corpus for all citations, not one for each', () => {
    const found = (count: number): Citation[] => range(count, (index) => quote(`name${index % 600}of${index % 10} = call(`))
    const read = [100, 3000].map((count) => {
      work.unitsRead = 0
      const citations = found(count)
      expect(outcomes(citations, artifact(...texts))).toEqual({ found: count })
      return work.unitsRead - new Set(citations.map((citation) => JSON.stringify(citation))).size * 25
    })
    for (const units of read) expect(units).toBeLessThan(size * 1.5)
  })

  test('R-TRI-26: quotes that are not there cost one more pass over the folded corpus', () => {
    for (const count of [100, 3000]) {
      work.unitsRead = 0
      expect(
        outcomes(
          range(count, (index) => quote(`name${index}of  nothing = nowhere`)),
          artifact(...texts),
        ),
      ).toEqual({ missing: count })
      const ofQuotes = count * 40 * 6
      expect(work.unitsRead).toBeGreaterThan(size)
      expect(work.unitsRead).toBeLessThan(size * 3.5 + ofQuotes)
    }
  })

  test('repetitive texts and quotes that share all they begin with stay linear', () => {
    const a = (count: number): string => 'a'.repeat(count)
    const families: readonly (readonly [string, string, (index: number) => string, Record<string, number>])[] = [
      ['growing quotes of one letter', a(60_000), (index) => a(8 + index), { found: 400 }],
      [
        'growing quotes, runs too short for half of them',
        `${a(500)}\n`.repeat(120),
        (index) => a(301 + index),
        { found: 200, missing: 200 },
      ],
      ['growing quotes that end in another letter', `${a(500)}b`.repeat(120), (index) => `${a(501 + index)}b`, { missing: 400 }],
      ['growing quotes that begin with another letter', `${a(500)}b`.repeat(120), (index) => `b${a(501 + index)}`, { missing: 400 }],
      ['the same beginning, another end', a(60_000), (index) => `${a(30)}${index}${a(30)}`, { missing: 400 }],
      [
        'the same beginning that is everywhere',
        'import { name } from '.repeat(3000),
        (index) => `import { name } from ${index}`,
        { missing: 400 },
      ],
    ]
    for (const [name, text, make, expected] of families) {
      work.comparisons = 0
      expect(
        outcomes(
          range(400, (index) => quote(make(index))),
          artifact(text),
        ),
        name,
      ).toEqual(expected)
      expect(work.comparisons, name).toBeLessThan(text.length * 4)
    }
  })

  test('equal quotes are looked for once', () => {
    const text = range(5000, (index) => `line ${index} of the text\n`).join('')
    expect(
      outcomes(
        range(1000, () => quote(text)),
        artifact(text),
      ),
    ).toEqual({ found: 1000 })
    expect(work.comparisons).toBeLessThan(10)
    const lines = range(2000, (index): Citation => ({ kind: 'line', file: 'f0', line: index + 1, text: 'line 77 of the text' }))
    expect(outcomes(lines, artifact(text))).toEqual({ found: 1, drifted: 1999 })
    expect(work.comparisons).toBeLessThan(20)
  })

  test('a later text that is full of the anchors chosen before is searched with others', () => {
    const lineOf = (index: number): string => ` which is line number ${index} of the first text\n`
    const usual = range(3000, (index) => lineOf(index % 100)).join('')
    const period = 'abcdefghijklmnopqrst'
    const quotes = range(100, (index) => quote(`${period.repeat(15)}${lineOf(index)}${period.repeat(15)}`))
    expect(outcomes(quotes, artifact(usual, period.repeat(6000)))).toEqual({ missing: 100 })
    expect(work.comparisons).toBeLessThan(20_000)
  })
})

describe('the cost of one search', () => {
  const strategies: readonly Strategy[] = ['skipping', 'rolling']
  /** Small letters without a pattern to them, others for each seed. */
  function letters(seed: number, count: number, first = 0x61, kinds = 26): string {
    let state = seed * 7919 + 17
    return range(count, () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return String.fromCharCode(first + ((state >> 8) % kinds))
    }).join('')
  }

  test('only patterns whose anchor stands at a place are compared there', () => {
    const patterns = range(60, (index) => letters(index, 20))
    for (const strategy of strategies) {
      work.comparisons = 0
      const seen: number[] = []
      searchFor(patterns).in(patterns.join('.'), (pattern) => seen.push(pattern) > 0, strategy)
      expect(seen).toEqual(range(60, (index) => index))
      expect(work.comparisons).toBe(60)
    }
  })

  test('what a pattern has in common with one that is there is not compared again, with any other it is', () => {
    const trunk = 'QWERTYUIOPASDFGH'
    const patterns = [...range(8, (index) => trunk + '\u001f'.repeat(index)), `${trunk} \u001f`]
    for (const strategy of strategies) {
      work.agreed = []
      const seen: number[] = []
      searchFor(patterns).in(trunk + '\u001f'.repeat(8), (pattern) => seen.push(pattern) > 0, strategy)
      expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
      expect(work.agreed).toEqual([0, 16, 17, 18, 19, 20, 21, 22, 0])
    }
  })

  test('skipping looks at one place for each window less two units where nothing of the patterns is', () => {
    for (const [units, width] of [
      [16, 16],
      [30, 16],
      [8, 8],
      [11, 8],
    ] as const) {
      const search = searchFor(range(3, (index) => letters(index, units)))
      const text = '.'.repeat(5000)
      work.grams = 0
      search.in(text, () => true, 'skipping')
      const looks = Math.ceil((5000 - width + 1) / (width - 2))
      expect([units, work.grams]).toEqual([units, looks + 3 * (width - 2)])
      work.grams = 0
      search.in(text, () => true, 'skipping')
      expect([units, work.grams]).toEqual([units, looks])
    }
  })

  test('with many patterns chance makes skipping little slower', () => {
    const patterns = range(64, (index) => letters(index, 16))
    const text = letters(99, 20_000, 0x4e00, 5000)
    const search = searchFor(patterns)
    search.in(text, () => true, 'skipping')
    work.grams = 0
    search.in(text, () => true, 'skipping')
    const least = Math.ceil((text.length - 15) / 14)
    expect(work.grams).toBeGreaterThan(least)
    expect(work.grams).toBeLessThan(least * 1.08)
  })
})
