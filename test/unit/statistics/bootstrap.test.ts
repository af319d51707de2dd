import { describe, expect, test } from 'vitest'
import { checkedOptions } from '../../../src/consensus/bootstrap'
import { drawsFrom } from '../../../src/consensus/random'
import { bootstrapInterval } from '../../../src/entries/statistics'

const mean = (units: readonly number[]): number => units.reduce((sum, unit) => sum + unit, 0) / units.length

// The expected numbers come from a separate program written from the published definitions of both generators.
describe('the random draws', () => {
  test.each([
    [0, [3737715805, 2584255861, 2876756834, 3286328325, 1553311962, 1625202774]],
    [7, [1801096769, 1554325924, 2992800842, 3588980540, 2077056966, 1036808551]],
    [-1, [477689756, 2493998634, 555695776, 607808419, 61340979, 301466976]],
    [2 ** 53 - 1, [1233166643, 1287031142, 661813442, 2960669951, 2601079046, 1036114921]],
  ])('of seed %d are those of xoshiro128** seeded by SplitMix64', (seed, words) => {
    const draws = drawsFrom(seed)
    expect(words.map(() => draws.next32())).toEqual(words)
  })

  test('stay below their bound and reach every number below it', () => {
    const draws = drawsFrom(1)
    const drawn = Array.from({ length: 500 }, () => draws.below(7))
    expect([...new Set(drawn)].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(draws.below(1)).toBe(0)
    expect(drawsFrom(0).below(2 ** 32)).toBe(3737715805)
  })

  test('a bound just over half of the words draws again instead of favouring the low numbers', () => {
    // The first four words of seed 0 lie at or above 2^31 + 1 and are skipped; the fifth is the draw.
    expect(drawsFrom(0).below(2 ** 31 + 1)).toBe(1553311962)
  })

  test.each([0.5, NaN, Infinity, 2 ** 53])('refuse the seed %d', (seed) => {
    expect(() => drawsFrom(seed)).toThrow(expect.objectContaining({ code: 'data-invalid', details: { path: 'seed' } }))
  })

  test.each([0, -1, 1.5, NaN, 2 ** 32 + 1])('refuse the bound %d', (bound) => {
    expect(() => drawsFrom(0).below(bound)).toThrow(expect.objectContaining({ code: 'data-invalid', details: { path: 'n' } }))
  })
})

describe('the bootstrap interval', () => {
  test('of a mean, from eleven resamples, is the one computed separately', () => {
    // Sorted means of the resamples: 3.2 3.8 4.2 4.4 4.4 4.4 4.4 4.8 5.2 6.0 6.6.
    const units = [1, 2, 3, 4, 10]
    const wide = bootstrapInterval(units, mean, { seed: 7, resamples: 11, level: 0.8 })
    expect(wide).toEqual({ low: expect.closeTo(3.8, 9), high: expect.closeTo(6, 9), resamples: 11, defined: 11 })
    expect(bootstrapInterval(units, mean, { seed: 7, resamples: 11 }).low).toBeCloseTo(3.35, 9)
  })

  test('holds 1000 resamples unless told otherwise', () => {
    expect(bootstrapInterval([1, 2], mean, { seed: 0 }).resamples).toBe(1000)
  })

  test('takes from 1 to 100,000 resamples', () => {
    expect(bootstrapInterval([3, 3], mean, { seed: 0, resamples: 1 })).toMatchObject({ low: 3, high: 3, defined: 1 })
    expect(checkedOptions({ seed: 0, resamples: 100_000 })).toEqual({ seed: 0, resamples: 100_000, level: 0.95 })
  })

  test('needs two units', () => {
    expect(bootstrapInterval([1], mean, { seed: 0 })).toEqual({
      low: null,
      high: null,
      why: 'under-two-units',
      resamples: 1000,
      defined: 0,
    })
  })

  test('leaves out resamples without a value, and is none when they are half or more', () => {
    let calls = 0
    const every = (n: number) => (): number | null => (calls++ % n === 0 ? 5 : null)
    const rarely = bootstrapInterval([1, 2], every(2), { seed: 0, resamples: 10 })
    expect(rarely).toEqual({ low: null, high: null, why: 'mostly-undefined', resamples: 10, defined: 5 })
    calls = 0
    const mostly = bootstrapInterval([1, 2], () => (calls++ % 5 === 0 ? null : 5), { seed: 0, resamples: 10 })
    expect(mostly).toEqual({ low: 5, high: 5, resamples: 10, defined: 8 })
  })

  test.each([
    ['a statistic that is NaN', { seed: 0 }, () => NaN, 'statistic'],
    ['no resample', { seed: 0, resamples: 0 }, mean, 'resamples'],
    ['half a resample', { seed: 0, resamples: 1.5 }, mean, 'resamples'],
    ['too many resamples', { seed: 0, resamples: 100_001 }, mean, 'resamples'],
    ['a level of 0', { seed: 0, level: 0 }, mean, 'level'],
    ['a level of 1', { seed: 0, level: 1 }, mean, 'level'],
    ['a level that is NaN', { seed: 0, level: NaN }, mean, 'level'],
    ['a broken seed', { seed: NaN }, mean, 'seed'],
  ])('refuses %s', (_, options, statistic, path) => {
    expect(() => bootstrapInterval([1, 2, 3], statistic, options)).toThrow(
      expect.objectContaining({ code: 'data-invalid', details: { path } }),
    )
  })
})
