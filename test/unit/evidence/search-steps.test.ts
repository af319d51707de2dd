import { describe, expect, test, vi } from 'vitest'
import type { Strategy, TextSearch } from '../../../src/evidence/search'
import { searchFor } from '../../../src/evidence/search'

const strategies: readonly Strategy[] = ['index-of', 'skipping', 'rolling']

function range<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

/** What a search did: searches by the engine, stretches loaded and multiplications, which are the steps of hashes. */
function costOf(work: () => unknown): { engine: number; loaded: number; steps: number } {
  const engine = vi.spyOn(String.prototype, 'indexOf')
  const loaded = vi.spyOn(TextEncoder.prototype, 'encodeInto')
  const steps = vi.spyOn(Math, 'imul')
  work()
  const cost = { engine: engine.mock.calls.length, loaded: loaded.mock.calls.length, steps: steps.mock.calls.length }
  for (const spy of [engine, loaded, steps]) spy.mockRestore()
  return cost
}

const always = (): boolean => true
const never = (): boolean => false
const blank = '.'.repeat(2000)

/** Patterns of `units` units that share no window and are not in `blank`. */
function distinct(count: number, units: number): string[] {
  return range(count, (index) => `${String.fromCharCode(0x4e00 + index)}${'pattern-and-more-of-it'.slice(0, units - 1)}`)
}

/** Searches a first text, so that all that is made once is made. */
function prepared(patterns: readonly string[]): TextSearch {
  const search = searchFor(patterns)
  search.in(blank, always)
  return search
}

/** Which strategy a search takes by itself, told by what it costs to look through a text that has nothing. */
function taken(search: TextSearch): string {
  const { engine, loaded, steps } = costOf(() => search.in(blank, always))
  if (engine > 0) return loaded + steps === 0 ? `index-of ${engine}` : 'mixed'
  if (loaded === 0) return 'none'
  return steps === 0 ? `skipping ${loaded}` : steps > 3000 ? `rolling ${loaded}` : 'mixed'
}

function giveUp(search: TextSearch, patterns: readonly string[], given: readonly number[]): void {
  const text = given.map((pattern) => patterns[pattern]).join(' ')
  search.in(text, (pattern) => !given.includes(pattern))
}

describe('the quickest way to search', () => {
  test('is the engine’s for up to two patterns, skipping for up to 64 of eight units or more, and else one step for each unit', () => {
    const counts = [1, 2, 3, 64, 65]
    const expected = ['index-of 1', 'index-of 2', 'skipping 1', 'skipping 1', 'rolling 9']
    for (const units of [8, 15, 16, 20])
      expect([units, counts.map((count) => taken(prepared(distinct(count, units))))]).toEqual([units, expected])
    for (const units of [1, 2, 3, 4, 7]) {
      const found = counts.map((count) => taken(prepared(distinct(count, units))))
      expect([units, found]).toEqual([units, ['index-of 1', 'index-of 2', 'rolling 1', 'rolling 1', 'rolling 9']])
    }
  })

  test('is chosen for each width apart, and nothing is done for widths that no pattern has', () => {
    expect(taken(prepared([...distinct(3, 16), ...distinct(3, 8)]))).toBe('skipping 2')
    expect(taken(prepared([...distinct(3, 1), ...distinct(3, 2), ...distinct(3, 5)]))).toBe('rolling 3')
    expect(taken(searchFor([]))).toBe('none')
    const mixed = costOf(() => prepared([...distinct(3, 16), ...distinct(2, 8)]).in(blank, always))
    expect(mixed.engine).toBe(4)
  })

  test('is the one that was asked for', () => {
    const cost = (strategy: Strategy, patterns: readonly string[]): string => {
      const search = searchFor(patterns)
      search.in(blank, always, strategy)
      const { engine, loaded, steps } = costOf(() => search.in(blank, always, strategy))
      return [engine, loaded, Math.sign(steps)].join()
    }
    expect(strategies.map((strategy) => cost(strategy, distinct(5, 16)))).toEqual(['5,0,0', '0,1,0', '0,1,1'])
    expect(strategies.map((strategy) => cost(strategy, distinct(1, 4)))).toEqual(['1,0,0', '0,1,0', '0,1,1'])
    expect(strategies.map((strategy) => cost(strategy, distinct(3, 2)))).toEqual(['3,0,0', '0,1,1', '0,1,1'])
  })

  test('once half of the patterns are given up it is chosen anew for the others', () => {
    const after = (count: number, given: number): string => {
      const patterns = distinct(count, 16)
      const search = prepared(patterns)
      giveUp(
        search,
        patterns,
        range(given, (index) => index),
      )
      expect(search.left()).toBe(count - given)
      return taken(search)
    }
    expect(after(4, 1)).toBe('skipping 1')
    expect(after(4, 2)).toBe('index-of 2')
    expect(after(5, 2)).toBe('skipping 1')
    expect(after(5, 3)).toBe('index-of 2')
    expect(after(128, 64)).toBe('mixed')
    expect(after(130, 64)).toBe('rolling 1')
    expect(after(3, 3)).toBe('none')
  })

  test('with more than 64 patterns left a text longer than all of them together is sampled for crowds of their anchors', () => {
    const loaded = (count: number, units: number, given = 0): number => {
      const patterns = distinct(count, 20)
      const search = prepared(patterns)
      giveUp(
        search,
        patterns,
        range(given, (index) => index),
      )
      return costOf(() => search.in('.'.repeat(units), always, 'rolling')).loaded
    }
    expect([loaded(65, 1300), loaded(65, 1301), loaded(64, 1281), loaded(64, 9000), loaded(65, 9000)]).toEqual([1, 1 + 5, 1, 1, 1 + 8])
    expect([loaded(70, 9000, 5), loaded(70, 9000, 6)]).toEqual([1 + 8, 1])
  })

  test('anchors are not chosen anew before half of the patterns are given up', () => {
    const patterns = distinct(40, 16)
    const search = prepared(patterns)
    giveUp(
      search,
      patterns,
      range(19, (index) => index),
    )
    expect(costOf(() => search.in(blank, always)).steps).toBe(0)
    giveUp(search, patterns, [19])
    expect(costOf(() => search.in(blank, always)).steps).toBeGreaterThan(20 * 16)
    expect(costOf(() => search.in(blank, always)).steps).toBe(0)
  })
})

describe('the end of a search', () => {
  const stretch = 16_384

  test('nothing more is loaded once every pattern is given up', () => {
    for (const strategy of ['skipping', 'rolling'] as const) {
      const patterns = distinct(5, 16)
      const begin = `${'.'.repeat(100)}${patterns.join('.')}`
      const text = begin.padEnd(3 * stretch + 500, '.')
      const filed = (): TextSearch => {
        const search = searchFor(patterns)
        search.in(blank, always, strategy)
        return search
      }
      const search = filed()
      const cost = costOf(() => search.in(text, never, strategy))
      const all = costOf(() => filed().in(begin, always, strategy))
      expect([search.left(), cost.loaded]).toEqual([0, 1])
      expect(cost.steps).toBeLessThan(all.steps)
      expect(costOf(() => search.in(text, never, strategy))).toEqual({ engine: 0, loaded: 0, steps: 0 })
      const one = filed()
      const most = costOf(() => one.in(text, (pattern) => pattern === 4, strategy))
      expect([one.left(), most.loaded]).toEqual([1, 4])
    }
  })

  test('a text that is shorter than the patterns is not loaded', () => {
    for (const strategy of ['skipping', 'rolling'] as const) {
      const search = prepared(distinct(5, 16))
      search.in(blank, always, strategy)
      expect([15, 16].map((units) => costOf(() => search.in('.'.repeat(units), always, strategy)).loaded)).toEqual([0, 1])
    }
  })

  test('a window is hashed only where it begins and ends as some anchor does', () => {
    const patterns = distinct(5, 16)
    const search = prepared(patterns)
    const [first = ''] = patterns
    const begins = first.slice(0, 3)
    const ends = first.slice(-3)
    const steps = (text: string): number => costOf(() => search.in(text, always, 'skipping')).steps
    expect([`${'.'.repeat(13)}${ends}`, `${begins}${'.'.repeat(13)}`, `..${ends}`.repeat(50)].map(steps)).toEqual([0, 0, 0])
    expect(steps(`${first.slice(5, 8)}${'.'.repeat(10)}${ends}`)).toBe(0)
    expect(steps(`${begins}${'.'.repeat(10)}${ends}`)).toBe(16)
    expect(steps(first)).toBe(16)
  })

  test('the next stretch begins where the last window looked at left off', () => {
    const loaded = (strategy: Strategy, lengths: readonly number[]): number[] => {
      const search = searchFor(distinct(5, 16))
      search.in(blank, always, strategy)
      return lengths.map((units) => costOf(() => search.in('.'.repeat(units), always, strategy)).loaded)
    }
    // One window a unit: the next stretch overlaps by a window less one unit.
    expect(loaded('rolling', [stretch, stretch + 1, 2 * stretch - 15, 2 * stretch - 14, 3 * stretch])).toEqual([1, 2, 2, 3, 4])
    // One window each 14 units, which a stretch ends none of: the next begins at 1,170 times 14.
    expect(loaded('skipping', [16_380 + 15, 16_380 + 16, 2 * 16_380 + 15, 2 * 16_380 + 16])).toEqual([1, 2, 2, 3])
  })
})

/** Every place of every pattern until each has been seen `enough` times, as a loop of the engine's searches finds them. */
function expectedIn(texts: readonly string[], patterns: readonly string[], enough: (pattern: number) => number): number[][] {
  return patterns.map((pattern, index) => {
    const found: number[] = []
    for (const text of texts) for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) found.push(at)
    return found.slice(0, enough(index))
  })
}

function foundIn(
  texts: readonly string[],
  patterns: readonly string[],
  enough: (pattern: number) => number,
  strategy?: Strategy,
): number[][] {
  const found = patterns.map((): number[] => [])
  const search = searchFor(patterns)
  for (const text of texts) search.in(text, (pattern, at) => (found[pattern]?.push(at) ?? 0) < enough(pattern), strategy)
  expect(search.left()).toBe(found.filter((places, index) => places.length < enough(index)).length)
  return found
}

describe('patterns that are given up at different times', () => {
  const families: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['one letter', ['a'.repeat(60), `${'a'.repeat(30)}b${'a'.repeat(50)}`], range(30, (index) => 'a'.repeat(16 + ((index * 7) % 30)))],
    [
      'a trunk and its branches',
      ['the trunk of all of them aaaaaaab the trunk of all of them bb', 'the trunk of all of them b, the trunk of all of them aab'],
      range(24, (index) => `the trunk of all of them ${'a'.repeat(index % 8)}${['', 'b', 'ab'][index >> 3] ?? ''}`).filter(
        (pattern, at, all) => all.indexOf(pattern) === at,
      ),
    ],
    [
      'words',
      range(3, (text) => range(40, (index) => `word${(index * (text + 2)) % 23} `).join('')),
      range(23, (index) => `word${index} `),
    ],
    [
      'all widths',
      ['abcdefghijklmnopqrstuvwxyz abcdefghijklmnopq', 'stuvwxyz'],
      range(25, (index) => 'abcdefghijklmnopqrstuvwxyz'.slice(index % 9, 10 + index)),
    ],
  ]

  test('each is visited at all its places until then and nowhere after, whatever the strategy', () => {
    for (const [name, texts, given] of families) {
      const patterns = [...new Set(given)]
      for (const enough of [() => 1, () => 99, (pattern: number) => 1 + (pattern % 3), (pattern: number) => (pattern % 2 === 0 ? 1 : 99)]) {
        const wanted = expectedIn(texts, patterns, enough)
        for (const strategy of [...strategies, undefined])
          expect([name, strategy, foundIn(texts, patterns, enough, strategy)]).toEqual([name, strategy, wanted])
      }
    }
  })

  test('one of three is not visited again while the others go on', () => {
    for (const strategy of strategies) {
      const search = searchFor(['aaaaaaaa', 'bbbbbbbb', 'cccccccc'])
      const seen: string[] = []
      for (const text of ['aaaaaaaa bbbbbbbb aaaaaaaa', 'bbbbbbbb aaaaaaaa cccccccc'])
        search.in(text, (pattern, at) => seen.push(`${pattern} ${at}`) > 0 && pattern !== 0, strategy)
      expect([strategy, seen.filter((one) => one.startsWith('0')), search.left()]).toEqual([strategy, ['0 0'], 2])
      expect([...seen].sort()).toEqual(['0 0', '1 0', '1 9', '2 18'])
    }
  })
})
