import { describe, expect, test, vi } from 'vitest'
import { patternMatcher } from '../../../src/evidence/pattern-match'
import { hashOf } from '../../../src/evidence/prefix-hash'

/** How often a text was compared at once and how often a unit of one was read. */
function costOf(work: () => unknown): { compared: number; read: number } {
  const compared = vi.spyOn(String.prototype, 'startsWith')
  const read = vi.spyOn(String.prototype, 'charCodeAt')
  work()
  const cost = { compared: compared.mock.calls.length, read: read.mock.calls.length }
  compared.mockRestore()
  read.mockRestore()
  return cost
}

/** A run of one letter with another in its midst, so that nothing is told by either end. */
const apart = (length: number): string => `${'a'.repeat(length >> 1)}b${'a'.repeat(length - (length >> 1) - 1)}`

describe('whether a pattern stands at a place', () => {
  test('it does where all its units are, whatever its length and what of it is known to agree', () => {
    const text = `${'ab'.repeat(200)}c${'ab'.repeat(300)}`
    for (const length of [1, 2, 3, 255, 256, 257, 600]) {
      const wanted = text.slice(text.length - length)
      const others = [`b${wanted.slice(1)}`, `${wanted.slice(0, -1)}x`, apart(length)]
      const patterns = [wanted, ...others]
      const matcher = patternMatcher(patterns, text)
      const places = [
        -5,
        -1,
        0,
        1,
        2,
        399,
        400,
        401,
        402,
        500,
        text.length - length,
        text.length - length + 1,
        text.length,
        text.length + 5,
      ]
      for (const at of places) {
        patterns.forEach((pattern, index) => {
          const expected = at >= 0 && text.slice(at, at + length) === pattern
          const shared = [...pattern].findIndex((_, unit) => text[at + unit] !== pattern[unit])
          const known = shared < 0 ? length : shared
          for (const agreed of [0, known >> 1, Math.max(0, known - 1)])
            expect([length, at, index, agreed, matcher.matches(index, at, at < 0 ? 0 : agreed)]).toEqual([
              length,
              at,
              index,
              agreed,
              expected,
            ])
        })
      }
    }
  })

  test('nothing stands before the beginning of a text', () => {
    const matcher = patternMatcher(['aaa', 'a'.repeat(300)], 'a'.repeat(1000))
    expect([matcher.matches(0, -1, 0), matcher.matches(0, 0, 0), matcher.matches(1, -1, 0), matcher.matches(1, 0, 0)]).toEqual([
      false,
      true,
      false,
      true,
    ])
  })

  test('where the last unit is another one, nothing more is read', () => {
    const matcher = patternMatcher(['aaab', `${'a'.repeat(299)}b`], 'a'.repeat(1000))
    expect(costOf(() => matcher.matches(0, 5, 0))).toEqual({ compared: 0, read: 2 })
    expect(costOf(() => matcher.matches(1, 5, 200))).toEqual({ compared: 0, read: 2 })
  })

  test('a short pattern is compared at once, and from what is known to agree unit by unit', () => {
    const matcher = patternMatcher([apart(255)], `${apart(255)}${'a'.repeat(1000)}`)
    expect(costOf(() => matcher.matches(0, 0, 0))).toEqual({ compared: 1, read: 2 })
    expect(costOf(() => matcher.matches(0, 0, 1))).toEqual({ compared: 0, read: 2 + 2 * 254 })
    expect(costOf(() => matcher.matches(0, 0, 250))).toEqual({ compared: 0, read: 2 + 2 * 5 })
    expect(costOf(() => matcher.matches(0, 400, 120))).toEqual({ compared: 0, read: 2 + 2 * 8 })
    expect([matcher.matches(0, 0, 120), matcher.matches(0, 400, 120)]).toEqual([true, false])
  })

  test('a long pattern is read unit by unit when fewer than 256 of them are not known to agree', () => {
    const matcher = patternMatcher([apart(300)], `${apart(300)}${'a'.repeat(1000)}`)
    expect(costOf(() => matcher.matches(0, 0, 0))).toEqual({ compared: 1, read: 2 })
    expect(costOf(() => matcher.matches(0, 0, 44))).toEqual({ compared: 1, read: 2 })
    expect(costOf(() => matcher.matches(0, 0, 45))).toEqual({ compared: 0, read: 2 + 2 * 255 })
  })

  test('when long patterns failed for more units than the text has, hashes are compared first', () => {
    const compared = (patternUnits: number, textUnits: number, times: number): number => {
      const matcher = patternMatcher([apart(patternUnits)], 'a'.repeat(textUnits))
      return costOf(() => {
        for (let time = 0; time < times; time++) expect(matcher.matches(0, time, 0)).toBe(false)
      }).compared
    }
    expect(compared(300, 1000, 50)).toBe(4)
    expect(compared(300, 900, 50)).toBe(4)
    expect(compared(300, 899, 50)).toBe(3)
    expect(compared(256, 1000, 50)).toBe(4)
    expect(compared(255, 1000, 50)).toBe(50)
  })

  test('by hashes too a pattern is found where it stands, and each pattern has its own', () => {
    const text = `${'a'.repeat(900)}${apart(300)}${'a'.repeat(400)}`
    const other = `${'a'.repeat(100)}b${'a'.repeat(199)}`
    const matcher = patternMatcher([apart(300), other], text)
    for (let at = 0; at < 20; at++) expect([matcher.matches(0, at, 0), matcher.matches(1, at, 0)]).toEqual([false, false])
    expect([899, 900, 901].map((at) => matcher.matches(0, at, 0))).toEqual([false, true, false])
    expect([949, 950, 951].map((at) => matcher.matches(1, at, 0))).toEqual([false, true, false])
  })

  test('the hash of a pattern is worked out once', () => {
    const matcher = patternMatcher([apart(300)], 'a'.repeat(900))
    const read = Array.from({ length: 12 }, (_, at) => costOf(() => matcher.matches(0, at * 8, 0)).read)
    expect(read.slice(0, 4)).toEqual([2, 2, 2, 2])
    expect(read[4]).toBeGreaterThan(1200)
    expect(Math.max(...read.slice(5))).toBeLessThan(20)
  })

  test('texts with the same hash are told apart', () => {
    const [one, other] = [
      [0x4e00, 0x4e00, 0x4e00 + 23_854],
      [0x4e00 + 103, 0x4e00 + 181, 0x4e00],
    ].map((units) => `${'a'.repeat(100)}${String.fromCharCode(...units)}${'a'.repeat(200)}`)
    expect(one).not.toBe(other)
    expect(hashOf(one ?? '')).toBe(hashOf(other ?? ''))
    const text = `${'a'.repeat(600)}${one}`
    const matcher = patternMatcher([one ?? '', other ?? ''], text)
    for (let at = 0; at < 20; at++) expect(matcher.matches(1, at, 0)).toBe(false)
    expect([matcher.matches(0, 600, 0), matcher.matches(1, 600, 0)]).toEqual([true, false])
  })
})
