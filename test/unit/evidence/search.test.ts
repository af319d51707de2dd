import { describe, expect, test } from 'vitest'
import type { Strategy } from '../../../src/evidence/search'
import { searchFor } from '../../../src/evidence/search'

const strategies: readonly Strategy[] = ['index-of', 'skipping', 'rolling']

function all(patterns: readonly string[], text: string, strategy?: Strategy): number[][] {
  const found = patterns.map((): number[] => [])
  searchFor(patterns).in(
    text,
    (pattern, offset) => {
      found[pattern]?.push(offset)
      return true
    },
    strategy,
  )
  return found
}

describe('searching for many texts at once', () => {
  test('every occurrence is visited in order, overlapping ones too, whatever the strategy', () => {
    for (const strategy of strategies) {
      expect(all(['aa', 'aaa', 'ab'], 'aaaab', strategy)).toEqual([[0, 1, 2], [0, 1], [3]])
      expect(all(['a'.repeat(20), 'a'.repeat(21)], 'a'.repeat(22), strategy)).toEqual([
        [0, 1, 2],
        [0, 1],
      ])
      expect(all(['x', 'no'], '', strategy)).toEqual([[], []])
    }
  })

  test('places around the ends of what is loaded at once are found', () => {
    const width = 16_384
    for (const start of [0, width - 40, width - 17, width - 16, width - 15, width - 1, width, 2 * width - 20]) {
      for (const needle of ['needle', 'a needle in the hay', 'nü', 'needle 🚀 in the 🚀🚀 hay']) {
        const text = `${'.'.repeat(start)}${needle}${'.'.repeat(3 * width - start)}`
        for (const strategy of strategies)
          expect(all([needle, 'nowhere in this text'], text, strategy), `${needle} at ${start}`).toEqual([[start], []])
      }
    }
  })

  test('long texts with units beyond ASCII and lone surrogates are searched unit by unit', () => {
    const text = `${'é…中🚀 '.repeat(4000)}\ud83d then \ude80 and more${'\ud83d'.repeat(9)}`
    for (const needle of ['\ud83d then \ude80 and', '🚀 é…中🚀 é…', '\ud83d\ud83d\ud83d']) {
      for (const strategy of strategies) {
        const [found] = all([needle, 'nowhere in this text', 'nor here'], text, strategy)
        expect(found?.[0]).toBe(text.indexOf(needle))
      }
    }
  })

  test('a pattern that was given up is not visited again, in no later text either', () => {
    const search = searchFor(['one pattern', 'other pattern'])
    const seen: number[] = []
    for (const text of ['one pattern, one pattern', 'one pattern, other pattern', 'other pattern']) {
      search.in(text, (pattern) => seen.push(pattern) > 99)
    }
    expect(seen).toEqual([0, 1])
    expect(search.left()).toBe(0)
  })
})
