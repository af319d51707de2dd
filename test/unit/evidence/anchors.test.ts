import { describe, expect, test } from 'vitest'
import type { AnchorTable } from '../../../src/evidence/anchors'
import { fileAnchors, isCrowdedIn, nextEnding } from '../../../src/evidence/anchors'
import type { GramRarity } from '../../../src/evidence/grams'
import { gramRarityIn, usualGramRarity } from '../../../src/evidence/grams'
import { eachSampledWindow, hashOfUnits, leavingFactor } from '../../../src/evidence/window-hash'

function range<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from(text, (_, index) => text.charCodeAt(index))
}

function filed(patterns: readonly string[], width: number, text = ''): AnchorTable {
  return fileAnchors(
    patterns,
    patterns.map((_, index) => index),
    width,
    text,
  )
}

/** What a window is worth: the worth of all its groups of three units, less one for each of up to four earlier anchors that are the same. */
function worth(pattern: string, width: number, last: number, rarity: GramRarity, earlier: readonly number[]): number {
  const at = unitsOf(pattern)
  let bits = 0
  for (let end = last - width + 3; end <= last; end++) bits += rarity(at[end - 2] ?? 0, at[end - 1] ?? 0, at[end] ?? 0)
  const hash = hashOfUnits(at, last, width)
  return bits - Math.min(4, earlier.filter((other) => other === hash).length)
}

function expectedAnchors(patterns: readonly string[], width: number, rarity: GramRarity): { reach: number[]; hash: number[] } {
  const hash: number[] = []
  const reach = patterns.map((pattern) => {
    const lasts = range(pattern.length - width + 1, (index) => width - 1 + index)
    const values = lasts.map((last) => worth(pattern, width, last, rarity, hash))
    const best = lasts[values.indexOf(Math.max(...values))] ?? 0
    hash.push(hashOfUnits(unitsOf(pattern), best, width))
    return best
  })
  return { reach, hash }
}

function chainOf({ heads, next }: AnchorTable, bucket: number): number[] {
  const chain: number[] = []
  for (let entry = heads[bucket] ?? -1; entry >= 0; entry = next[entry] ?? -1) chain.push(entry)
  return chain
}

const words = ['return', 'const ', '  if (', 'x', 'await next()', '"seen"', ' = ', '\n', 'aaaa', 'aaaaaaaa', '}', 'é', '     ']
const some = range(60, (index) =>
  range(3 + (index % 5), (part) => words[(index * 7 + part * part * 5 + part) % words.length] ?? '')
    .join('')
    .padEnd(16, ' the end of it')
    .concat(`${index}`),
)
const widths = [1, 2, 4, 8, 16]

describe('the anchors of a set of patterns', () => {
  test('each is the first of the windows that are rarest in any text, away from those that others chose', () => {
    const same = range(12, (index) => `  same beginning of all ${index}`)
    for (const width of widths) {
      for (const patterns of [
        some.slice(0, 40),
        same,
        range(9, (index) => 'a'.repeat(16 + index)),
        range(9, (index) => `QWERTYUIOPASDFGH${' '.repeat(index)}`),
      ]) {
        const table = filed(patterns, width, 'x'.repeat(32_767))
        const { reach, hash } = expectedAnchors(patterns, width, usualGramRarity)
        expect([width, [...table.reach]]).toEqual([width, reach])
        expect([...table.hash]).toEqual(hash)
      }
    }
  })

  test('in a text of 32,768 units or more what is rare there counts', () => {
    const text = range(2000, (index) => `"SEEN" ${index % 10} QUITE OFTEN `)
      .join('')
      .slice(0, 32_768)
    expect(text.length).toBe(32_768)
    const patterns = range(20, (index) => `"SEEN" ${index % 10} QUITE OFTEN a plain word ${index}`)
    for (const width of widths) {
      const here = expectedAnchors(patterns, width, gramRarityIn(text))
      expect([width, [...filed(patterns, width, text).reach]]).toEqual([width, here.reach])
      const anywhere = expectedAnchors(patterns, width, usualGramRarity)
      expect([...filed(patterns, width, text.slice(1)).reach]).toEqual(anywhere.reach)
      if (width === 8) expect(here.reach).not.toEqual(anywhere.reach)
    }
  })

  test('of a long pattern the first stretch of 16,384 units is looked at, wherever it stands among the members', () => {
    const long = `${' '.repeat(16_384 - 8)}RARE-ONE${' '.repeat(50)}EVEN-RARER-ONE`
    for (const patterns of [
      [long, 'a short pattern'],
      ['a short pattern', long],
    ])
      expect(filed(patterns, 8).reach[patterns.indexOf(long)]).toBe(16_383)
  })

  test('only members are filed, under their own numbers', () => {
    const table = fileAnchors(some, [3, 5, 58], 8, '')
    expect([...table.pattern]).toEqual([3, 5, 58])
    expect([...table.hash]).toEqual(expectedAnchors([some[3] ?? '', some[5] ?? '', some[58] ?? ''], 8, usualGramRarity).hash)
    expect([table.width, table.leaving]).toEqual([8, leavingFactor(8)])
  })

  test('there are at least two buckets for each, at least sixteen, and 32 bits of the filter for each bucket', () => {
    const sizes = [1, 7, 8, 9, 16, 17, 60].map((count) => {
      const { heads, filter, headShift, filterShift, next, skip } = filed(some.slice(0, count), 8)
      expect([next.length, skip.length]).toEqual([count, count])
      expect([32 - headShift, 32 - filterShift]).toEqual([Math.log2(heads.length), Math.log2(heads.length) + 5])
      expect(filter.length).toBe(heads.length)
      return heads.length
    })
    expect(sizes).toEqual([16, 16, 16, 32, 32, 64, 128])
  })

  test('each stands in the bucket of its hash, the latest first, and sets its bit and no other', () => {
    for (const width of widths) {
      const table = filed(some.slice(0, 7), width)
      const byBucket = range(table.heads.length, (bucket) =>
        [6, 5, 4, 3, 2, 1, 0].filter((entry) => (table.hash[entry] ?? 0) >>> table.headShift === bucket),
      )
      expect(byBucket.map((_, bucket) => chainOf(table, bucket))).toEqual(byBucket)
      expect([...table.skip]).toEqual([...table.next])
      const bits = new Set([...table.hash].map((hash) => hash >>> table.filterShift))
      const set = range(table.filter.length * 32, (bit) => bit).filter((bit) => ((table.filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0)
      expect(set).toEqual([...bits].sort((a, b) => a - b))
    }
  })
})

describe('crowded buckets', () => {
  const letters = (count: number): string[] => range(count, (index) => 'a'.repeat(16 + ((index * 5) % count)))
  const bucketOf = ({ hash, headShift }: AnchorTable): number => (hash[0] ?? 0) >>> headShift

  test('from eight entries on a pattern stands before those that begin with it, and where it is not they are skipped', () => {
    const ending = (index: number): string => `${'a'.repeat(16 + (index % 4))}${['b', 'bb', 'c', 'bc', 'cab'][index % 5] ?? ''}`
    const sets = [
      letters(8),
      letters(23),
      letters(23).reverse(),
      [...new Set(range(40, ending))],
      [...letters(9), ...range(9, (index) => `${'a'.repeat(17)}é${index}`)],
    ]
    let nested = 0
    for (const patterns of sets) {
      for (const width of widths) {
        const table = filed(patterns, width)
        const textOf = (entry: number): string => patterns[entry] ?? ''
        for (let bucket = 0; bucket < table.heads.length; bucket++) {
          const chain = chainOf(table, bucket)
          if (chain.length < 8) {
            expect(chain.map((entry) => table.skip[entry])).toEqual(chain.map((entry) => table.next[entry]))
            continue
          }
          expect(chain.map(textOf)).toEqual(chain.map(textOf).sort((a, b) => (a < b ? -1 : 1)))
          const after = chain.map((outer, place) => {
            const nests = (inner: number): boolean =>
              table.hash[inner] === table.hash[outer] &&
              table.reach[inner] === table.reach[outer] &&
              textOf(inner).startsWith(textOf(outer))
            return chain.slice(place + 1).find((inner) => !nests(inner)) ?? -1
          })
          expect(chain.map((entry) => table.skip[entry])).toEqual(after)
          if (after.some((to, place) => to !== (chain[place + 1] ?? -1))) nested++
        }
      }
    }
    expect(nested).toBeGreaterThan(10)
  })

  test('seven are left in the order they came in', () => {
    const seven = filed(letters(7), 16)
    expect(chainOf(seven, bucketOf(seven))).toEqual([6, 5, 4, 3, 2, 1, 0])
    const others = filed([...letters(7), 'something different', 'and one more of that'], 16)
    expect(chainOf(others, bucketOf(others)).filter((entry) => entry < 7)).toEqual([6, 5, 4, 3, 2, 1, 0])
    const eight = filed(letters(8), 16)
    expect(chainOf(eight, bucketOf(eight)).map((entry) => letters(8)[entry]?.length)).toEqual([16, 17, 18, 19, 20, 21, 22, 23])
  })
})

describe('the next place where an anchor may end', () => {
  test('is the first from there on whose hash has its bit set, or the end', () => {
    const text = some.slice(20, 50).join(' / ')
    const at = unitsOf(text)
    let stops = 0
    for (const width of widths) {
      const table = filed(some.slice(0, 20), width)
      const may = (last: number): boolean => {
        const bit = hashOfUnits(at, last, width) >>> table.filterShift
        return ((table.filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0
      }
      const lasts = range(text.length - width + 1, (index) => width - 1 + index)
      const expected = lasts.map((from) => {
        let last = from
        while (last < text.length && !may(last)) last++
        return last
      })
      expect([width, lasts.map((last) => nextEnding(table, at, last, text.length)).join()]).toEqual([width, expected.join()])
      expect([nextEnding(table, at, text.length, text.length), nextEnding(table, at, text.length + 3, text.length)]).toEqual([
        text.length,
        text.length,
      ])
      stops += new Set(expected).size
    }
    expect(stops).toBeGreaterThan(50)
  })
})

describe('a text that is crowded with the anchors chosen before', () => {
  test('costs more than one look at a pattern for each of its windows', () => {
    const a = 'a'.repeat(400)
    expect(isCrowdedIn(a, filed(['a'.repeat(16)], 16))).toBe(false)
    expect(isCrowdedIn(a, filed(['a'.repeat(16), 'a'.repeat(17)], 16))).toBe(true)
    expect(isCrowdedIn('b'.repeat(400), filed(['a'.repeat(16), 'a'.repeat(17)], 16))).toBe(false)
    const mostly = (count: number): string => `${'b'.repeat(400)}${'a'.repeat(count)}`.slice(-255)
    const three = range(3, (index) => 'a'.repeat(16 + index))
    expect([1, 90, 95, 96, 130, 255].map((count) => isCrowdedIn(mostly(count), filed(three, 16)))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ])
    expect(isCrowdedIn('', filed(three, 16))).toBe(false)
  })

  test('patterns that only share the bucket of a window are not looked at', () => {
    const hash = (char: string): number => hashOfUnits(unitsOf(char), 0, 1)
    const chars = range(400, (index) => String.fromCharCode(0x61 + index))
    const others = chars.filter((char) => char !== 'c' && hash(char) >>> 28 === hash('c') >>> 28).slice(0, 3)
    expect(others.length).toBe(3)
    expect(isCrowdedIn('c'.repeat(400), filed(others, 1))).toBe(false)
    expect(isCrowdedIn(others.join('').repeat(100), filed(others, 1))).toBe(false)
  })

  test('only patterns with the very window are looked at, whatever else is in its bucket', () => {
    const patterns = range(200, (index) => `${some[index % 60] ?? ''}${index}`)
    const table = filed(patterns, 4)
    for (const text of [...some, some.join(''), patterns[7]?.repeat(30) ?? '']) {
      let windows = 0
      let looks = 0
      eachSampledWindow(text, 4, (hash) => {
        windows++
        looks += [...table.hash].filter((other) => other === hash).length
      })
      expect([text, isCrowdedIn(text, table)]).toEqual([text, looks > windows])
    }
  })
})
