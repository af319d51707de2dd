import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Corpus, Source } from '../../../src/evidence/corpus'
import { differences, nearestLine } from '../../../src/evidence/nearest'

function corpus(...sources: readonly (string | Partial<Source>)[]): Corpus {
  const given = sources.map((source) => (typeof source === 'string' ? { text: source } : source))
  return { sources: given.map((source, index) => ({ id: `s${index}`, role: 'artifact', text: '', ...source })), runs: [] }
}

function where(quote: string, ...sources: readonly (string | Partial<Source>)[]): unknown {
  const nearest = nearestLine(quote, corpus(...sources))
  return nearest === undefined ? undefined : [nearest.source, nearest.line, nearest.similarity]
}

/** Fewest edits of single units that make the quote a part of the line, by the textbook's whole table. */
function editsToPart(quote: string, line: string): number {
  const table = [Array.from({ length: line.length + 1 }, () => 0)]
  for (let i = 1; i <= quote.length; i++) {
    const above = table[i - 1] ?? []
    const row = [i]
    for (let j = 1; j <= line.length; j++) {
      const other = quote[i - 1] === line[j - 1] ? 0 : 1
      row.push(Math.min((above[j - 1] ?? 0) + other, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    table.push(row)
  }
  return Math.min(...(table[quote.length] ?? []))
}

function sharesGram(quote: string, line: string): boolean {
  for (let at = 0; at + 3 <= quote.length; at++) if (line.includes(quote.slice(at, at + 3))) return true
  return false
}

const real = 'return iat + 61 * 15;'
const quoted = 'return iat + 60 * 15;'

/** The groups of three units of a text with something between them: much of it is there, none of it in order. */
function scattered(text: string, from: number, to: number, mark: string): string {
  return Array.from({ length: to - from }, (_, at) => text.slice(from + at, from + at + 3))
    .reverse()
    .join(mark)
}

function repeated(count: number, lineOf: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${lineOf(index)}\n`).join('')
}

describe('the nearest line (R-TRI-46)', () => {
  test('is the one that takes fewest edits to become the quote, counted by the unit', () => {
    const unit = fc.constantFrom('a', 'b', 'c', 'é')
    const lineOf = fc.string({ unit, minLength: 0, maxLength: 14 })
    let found = 0
    let none = 0
    fc.assert(
      fc.property(fc.string({ unit, minLength: 3, maxLength: 10 }), fc.array(lineOf, { maxLength: 6 }), (quote, lines) => {
        const similarities = lines.map((line) => (sharesGram(quote, line) ? 1 - editsToPart(quote, line) / quote.length : 0))
        const best = Math.max(0, ...similarities)
        const nearest = nearestLine(quote, corpus(lines.join('\n')))
        if (best < 0.6) {
          none++
          expect(nearest).toBeUndefined()
          return
        }
        found++
        expect(nearest?.similarity).toBe(best)
        expect([nearest?.text, similarities[(nearest?.line ?? 0) - 1]]).toEqual([lines[(nearest?.line ?? 0) - 1], best])
      }),
      { numRuns: 500 },
    )
    expect(Math.min(found, none)).toBeGreaterThan(80)
  })

  test('three fifths of the quote have to be there', () => {
    expect(where('abcde', 'abcxy')).toEqual(['s0', 1, 0.6])
    expect(where('abcdefg', 'abcdxyz')).toBeUndefined()
    expect(where('ab', 'ab')).toBeUndefined()
    expect(where('abc', 'abc')).toEqual(['s0', 1, 1])
  })

  test('of lines equally near the first, in the first source', () => {
    expect(where('abcdefgh', 'abcdefgX\nabcdefgY')).toEqual(['s0', 1, 0.875])
    expect(where('abcdefgh', 'nothing', 'abcdefgX', 'abcdefgY')).toEqual(['s1', 1, 0.875])
  })

  test('lines are counted from 1, empty ones too, and the last needs no line end', () => {
    expect(where(quoted, `\n\n${real}`)).toMatchObject(['s0', 3, expect.any(Number)])
    expect(where(quoted, `\n${real}\n`)).toMatchObject(['s0', 2, expect.any(Number)])
    expect(where(quoted, `x\r\ny\r${real}`)).toMatchObject(['s0', 3, expect.any(Number)])
  })

  test('the longest line of a longer quote is what is looked for, white space around it aside', () => {
    for (const quote of [
      `\n${real}`,
      `if (x) {\n  ${real}\n}`,
      `${' '.repeat(99)}\n${real}`,
      `${real}\n`,
      `${real}\n short\n${'\t'.repeat(40)}}`,
    ])
      expect(where(quote, `function f() {\n  ${real}\n}`), quote).toEqual(['s0', 2, 1])
    expect(where('first of two\nother of two', 'other of two\nfirst of two')).toEqual(['s0', 2, 1])
  })

  test('of a quote 400 units are compared, of the corpus lines of up to 2,000', () => {
    const start = 'x = [' + Array.from({ length: 99 }, (_, index) => index).join(', ')
    expect(where(`${start.slice(0, 400)}${'!'.repeat(400)}`, start.padEnd(400, '.').slice(0, 400))).toMatchObject([
      's0',
      1,
      expect.any(Number),
    ])
    const padded = (length: number) => `${real}${' // and so on'.repeat(200)}`.slice(0, length)
    expect(where(quoted, padded(2000))).toMatchObject(['s0', 1, expect.any(Number)])
    expect(where(quoted, padded(2001))).toBeUndefined()
  })

  test('it is told with its path where the source has one', () => {
    expect(nearestLine('abcd', corpus('abcd'))).toEqual({ source: 's0', line: 1, text: 'abcd', similarity: 1 })
    expect(nearestLine('abcd', corpus({ text: ' abcd', path: 'p' }))).toEqual({
      source: 's0',
      path: 'p',
      line: 1,
      text: ' abcd',
      similarity: 1,
    })
  })

  test('it is found among any number of lines that have less of the quote', () => {
    const some = (mark: string) => repeated(50, (index) => scattered(quoted, 0, 9, `${mark}${index}${mark}`))
    for (const text of [`${some('~')}${real}\n`, `${real}\n${some('~')}`, `${some('~')}${real}\n${some('^')}`])
      expect(where(quoted, text)).toEqual(['s0', text.split('\n').indexOf(real) + 1, 1 - 1 / quoted.length])
  })

  test('what is repeated within a line counts once', () => {
    const again = repeated(50, (index) => `${index} ${'urn ~ '.repeat(30)}`)
    expect(where(quoted, `${again}${real}\n${again}`)).toMatchObject(['s0', 51, expect.any(Number)])
  })

  test('of lines that have as much of the quote those with the least besides come first', () => {
    const has = [...new Set(Array.from({ length: real.length - 2 }, (_, at) => real.slice(at, at + 3)))].filter((gram) =>
      quoted.includes(gram),
    )
    const asMuch = (count: number) => repeated(count, (index) => `${index}~${has.join('~')}~${index}`)
    expect(where(quoted, `${asMuch(50)}${real}`)).toMatchObject(['s0', 51, expect.any(Number)])
    expect(where(quoted, `${real}\n${asMuch(50)}`)).toMatchObject(['s0', 1, expect.any(Number)])
  })

  test('repeated lines take no place from others', () => {
    const same = `${scattered(quoted, 0, 19, '~')}\n`.repeat(60)
    expect(where(quoted, `${same}${real}`)).toMatchObject(['s0', 61, expect.any(Number)])
  })
})

describe('the lines that are weighed', () => {
  const all = (index: number) => `${scattered(quoted, 0, 19, `~${index}~`)}\n`
  const many = (count: number) => Array.from({ length: count }, (_, index) => all(index)).join('')

  test('are the 32 that have most in common with the quote', () => {
    expect(where(quoted, `${many(31)}${real}`)).toMatchObject(['s0', 32, expect.any(Number)])
    expect(where(quoted, `${many(32)}${real}`)).toBeUndefined()
    expect(where(quoted, `${real}\n${many(31)}`)).toMatchObject(['s0', 1, expect.any(Number)])
    expect(where(quoted, `${real}\n${many(32)}`)).toBeUndefined()
    expect(where(quoted, `${many(30)}${real}\nreturn 1\n${all(30)}${all(31)}`)).toBeUndefined()
    expect(where(quoted, `${many(30)}${real}\nreturn 1\n${all(30)}`)).toMatchObject(['s0', 31, expect.any(Number)])
  })

  test('of the artifact and of the other sources are different ones', () => {
    expect(where(quoted, many(40), { role: 'spec', text: real })).toMatchObject(['s1', 1, expect.any(Number)])
  })

  test('of lines shorter than the quote the shortest is not better', () => {
    expect(where('abcdefgh', 'abcdefX\nabcdef')).toMatchObject(['s0', 1, 0.75])
    expect(where('abcdefgh', 'abcdef\nabcdefX')).toMatchObject(['s0', 1, 0.75])
  })

  test('have any three units in common with the quote, of whatever kind', () => {
    // The numbers of these groups are the highest of all.
    for (const units of ['-]_', '-^?', '.=_', '-]^']) expect(where(units, units)).toEqual(['s0', 1, 1])
    expect(where('   ', '   ')).toBeUndefined()
  })

  test('a quote that begins with a line end is its longest line', () => {
    expect(where(`\n${quoted}\nand so on`, `and so on\n${quoted}`)).toEqual(['s0', 2, 1])
  })

  test('a source without a path has none in the answer', () => {
    const sources: Source[] = [{ id: 's0', role: 'artifact', text: 'abcd' }]
    expect(nearestLine('abcd', { sources, runs: [] })).toStrictEqual({ source: 's0', line: 1, text: 'abcd', similarity: 1 })
  })
})

describe('differences', () => {
  test('what is kept is as much of the text as can be kept in order', () => {
    expect(differences('short longerword', 'longerword short')).toEqual([0, 10])
    expect(differences('longerword short', 'short longerword')).toEqual([0, 16])
    expect(differences('a b c d', 'a x c y')).toEqual([2, 6])
    expect(differences('f(a, b)', 'f(b, a)')).toEqual([2, 5])
  })

  test('white space runs are one word; only white space between two differences makes them one', () => {
    expect(differences('a  b', 'a b')).toEqual([1])
    expect(differences('one two three', 'uno due three')).toEqual([0])
    expect(differences('one, two three', 'uno, due three')).toEqual([0, 5])
  })

  test('the first 1,000 units of each are compared', () => {
    const same = 'word '.repeat(200)
    expect(differences(`${same}x`, `${same}y`)).toEqual([])
    expect(differences(`${same.slice(0, 995)}xxxxx`, `${same.slice(0, 995)}yyyyy`)).toEqual([995])
    expect(differences(`${same.slice(1)}x`, `${same.slice(1)}y`)).toEqual([999])
  })
})
