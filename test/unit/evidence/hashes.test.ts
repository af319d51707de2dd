import { describe, expect, test, vi } from 'vitest'
import { gramOf, gramRarityIn, usualGramRarity } from '../../../src/evidence/grams'
import { hashOf, powerOf, prefixHashOf } from '../../../src/evidence/prefix-hash'
import { eachSampledWindow, hashOfUnits, leavingFactor, rolled } from '../../../src/evidence/window-hash'

/** A text without repetition that one would notice. */
function mixed(length: number): string {
  return Array.from({ length }, (_, index) => String.fromCharCode(0x21 + ((index * index * 7 + index * 13) % 0x300))).join('')
}

function unitsOf(text: string): Uint16Array {
  return Uint16Array.from(text, (_, index) => text.charCodeAt(index))
}

const low32 = (value: bigint): number => Number(BigInt.asIntN(32, value))

describe('hashes of windows', () => {
  test('a window’s hash weighs each unit with a power of an odd number, the last unit with the first power', () => {
    const base = 0x9e3779b1n
    const units = unitsOf(mixed(40))
    for (const width of [1, 2, 4, 8, 16]) {
      for (const last of [width - 1, width, 39]) {
        let sum = 0n
        for (let back = 0; back < width; back++) sum += BigInt(units[last - back] ?? 0) * base ** BigInt(back + 1)
        expect([width, last, hashOfUnits(units, last, width)]).toEqual([width, last, low32(sum)])
      }
      expect(leavingFactor(width)).toBe(low32(base ** BigInt(width)))
    }
  })

  test('a rolled hash is the hash of the window one unit on', () => {
    const units = unitsOf(mixed(200))
    for (const width of [1, 2, 4, 8, 16]) {
      const lasts = Array.from({ length: 200 - width }, (_, index) => width - 1 + index)
      const next = lasts.map((last) =>
        rolled(hashOfUnits(units, last, width), units[last + 1] ?? 0, units[last + 1 - width] ?? 0, leavingFactor(width)),
      )
      expect(next.join()).toBe(lasts.map((last) => hashOfUnits(units, last + 1, width)).join())
    }
  })

  test('of a long text eight evenly spread stretches of 256 windows are sampled, of a short one each window once', () => {
    const sampled = (text: string, width: number): string => {
      const hashes: number[] = []
      eachSampledWindow(text, width, (hash) => hashes.push(hash))
      return hashes.join()
    }
    const windowsOf = (text: string, width: number, from: number, to: number): number[] =>
      Array.from({ length: to - from }, (_, index) =>
        hashOfUnits(unitsOf(text.slice(from + index, from + index + width)), width - 1, width),
      )
    for (const width of [1, 16]) {
      const span = 255 + width
      for (const length of [width, width + 1, span - 1, span])
        expect(sampled(mixed(length), width)).toBe(windowsOf(mixed(length), width, 0, length - width + 1).join())
      for (const [length, blocks] of [
        [span + 1, 2],
        [span * 3, 3],
        [span * 8, 8],
        [span * 8 + 1, 8],
        [span * 11 + 5, 8],
      ] as const) {
        const text = mixed(length)
        const starts = Array.from({ length: blocks }, (_, block) => Math.floor(((length - span) * block) / (blocks - 1)))
        expect(sampled(text, width)).toBe(starts.flatMap((start) => windowsOf(text, width, start, start + 256)).join())
      }
    }
    expect(sampled(mixed(15), 16)).toBe('')
    expect(sampled('', 1)).toBe('')
  })
})

describe('hashes of prefixes', () => {
  test('a slice has the hash that its text has alone', () => {
    for (const length of [0, 1, 7, 8, 9, 16, 35]) {
      const text = mixed(length)
      const prefixes = prefixHashOf(text)
      for (let start = 0; start <= length; start++) {
        for (let units = 0; start + units <= length; units++) {
          const slice = text.slice(start, start + units)
          expect([slice, prefixes.slice(start, units, powerOf(units))]).toEqual([slice, hashOf(slice)])
        }
      }
    }
  })

  test('a text’s hash weighs each unit with a power of an odd number, the last unit with none', () => {
    const base = 0x01000193n
    for (const text of ['', 'a', 'ab', mixed(50)]) {
      const sum = [...unitsOf(text)].reduce((total, unit) => total * base + BigInt(unit), 0n)
      expect(hashOf(text)).toBe(low32(sum))
    }
    for (const exponent of [0, 1, 2, 3, 4, 5, 6, 7, 31, 100, 1023]) expect(powerOf(exponent)).toBe(low32(base ** BigInt(exponent)))
  })

  test('texts that differ in one unit or in their order differ', () => {
    const text = mixed(64)
    const others = Array.from({ length: 64 }, (_, at) => `${text.slice(0, at)}\uffff${text.slice(at + 1)}`)
    expect(new Set([text, ...others, [...text].reverse().join('')].map(hashOf)).size).toBe(66)
  })

  test('a slice takes no more than a few dozen steps, however long it is', () => {
    const text = mixed(3000)
    const prefixes = prefixHashOf(text)
    const power = powerOf(2900)
    const reads = vi.spyOn(String.prototype, 'charCodeAt')
    prefixes.slice(50, 2900, power)
    const count = reads.mock.calls.length
    reads.mockRestore()
    expect(count).toBeLessThanOrEqual(14)
  })
})

describe('groups of three units', () => {
  test('each unit has a part in the number of its group', () => {
    expect(gramOf(0x61, 0x62, 0x63)).toBe((0x61 * 1024) ^ (0x62 * 32) ^ 0x63)
    const sample = Array.from('abcdefgh')
    const grams = sample.flatMap((a) => sample.flatMap((b) => sample.map((c) => gramOf(a.charCodeAt(0), b.charCodeAt(0), c.charCodeAt(0)))))
    expect(new Set(grams.map((gram) => gram % 8192)).size).toBe(512)
  })

  test('a group is worth a bit less for each doubling of what was counted of it', () => {
    const worth = (text: string): number => gramRarityIn(text)(0x61, 0x62, 0x63)
    const times = (count: number): string => 'abc'.padEnd(9, '\u0001').repeat(count)
    expect(['', 'ab', 'abc', 'xabc', 'abcx'].map(worth)).toEqual([13, 13, 12, 12, 12])
    expect([1, 2, 3, 6, 7, 14, 15, 100].map((count) => worth(times(count)))).toEqual([12, 12, 11, 11, 10, 10, 9, 7])
    expect(gramRarityIn('a'.repeat(1024))(0x61, 0x61, 0x61)).toBe(13 - 9)
    expect(gramRarityIn('a'.repeat(1026))(0x61, 0x61, 0x61)).toBe(13 - 10)
  })

  test('of a long text eight evenly spread stretches of 1,024 units are counted', () => {
    const counted = (length: number, at: number): boolean => {
      const text = `${' '.repeat(at)}abc${' '.repeat(length - at - 3)}`
      return gramRarityIn(text)(0x61, 0x62, 0x63) === 12
    }
    for (const [length, blocks] of [
      [1500, 2],
      [2049, 3],
      [8 * 1024, 8],
      [8 * 1024 + 1, 8],
      [40_000, 8],
    ] as const) {
      const starts = Array.from({ length: blocks }, (_, block) => Math.floor(((length - 1024) * block) / (blocks - 1)))
      const places = starts
        .flatMap((start) => [start - 1, start, start + 1, start + 1021, start + 1022])
        .filter((at) => at >= 0 && at <= length - 3)
      const within = (at: number): boolean => starts.some((start) => at >= start && at + 3 <= start + 1024)
      expect(places.map((at) => [at, counted(length, at)])).toEqual(places.map((at) => [at, within(at)]))
    }
    expect([counted(1024, 0), counted(1024, 1021), counted(500, 497)]).toEqual([true, true, true])
  })

  test('without a count runs are worth nothing, blanks nothing, small letters three, all else four', () => {
    const worth = (text: string): number => usualGramRarity(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2))
    expect(['aaa', '   ', '}}}', 'aab', 'abb', 'aba', ' a ', '  !', '\t\n '].map(worth)).toEqual([0, 0, 0, 9, 9, 9, 3, 4, 0])
    expect(['az`', 'az{', 'azA', '\u001f a', '\u0020 a', '\u0021 a'].map(worth)).toEqual([10, 10, 10, 3, 3, 7])
    expect(['a b', 'z b', '` b', '{ b', 'é b'].map(worth)).toEqual([6, 6, 7, 7, 7])
  })
})
