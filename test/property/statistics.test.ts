import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AlphaLevel, KappaWeights, Rating } from '../../src/entries/statistics'
import { cohenKappa, cohenKappaTable, fleissKappa, krippendorffAlpha } from '../../src/entries/statistics'

const levels: readonly AlphaLevel[] = ['nominal', 'ordinal', 'interval', 'ratio']
const everyWeights: readonly KappaWeights[] = ['none', 'linear', 'quadratic']

const rating = fc.option(fc.integer({ min: 1, max: 5 }), { freq: 4, nil: null })
const ratings: fc.Arbitrary<(number | null)[][]> = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 8 }))
  .chain(([raters, units]) => fc.array(fc.array(rating, { minLength: units, maxLength: units }), { minLength: raters, maxLength: raters }))

const twoLists = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 20 })
  .map((pairs) => ({ a: pairs.map(([a]) => a), b: pairs.map(([, b]) => b) }))

const close = (found: number | null, wanted: number | null): boolean =>
  found === null || wanted === null ? found === wanted : Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))

/** The order that sorting by `keys` gives; a permutation drawn with the data. */
const reordered = <T>(items: readonly T[], keys: readonly number[]): T[] =>
  // prettier-ignore
  items.map((item, index) => ({ item, key: keys[index % keys.length] ?? 0 })).sort((x, y) => x.key - y.key).map(({ item }) => item)

const keys = fc.array(fc.integer(), { minLength: 1, maxLength: 8 })

/** α from its definition, over all ordered pairs of values; slow, and written apart from the library. */
function plainAlpha(data: readonly (readonly (number | null)[])[], level: AlphaLevel): number | null {
  const width = data[0]?.length ?? 0
  const units = Array.from({ length: width }, (_, unit) => data.flatMap((row) => row[unit] ?? [])).filter((unit) => unit.length > 1)
  const all = units.flat()
  const apart = (c: number, k: number): number => {
    if (level === 'nominal') return c === k ? 0 : 1
    if (level === 'interval') return (c - k) ** 2
    if (level === 'ratio') return ((c - k) / (c + k)) ** 2
    const between = all.filter((v) => v >= Math.min(c, k) && v <= Math.max(c, k)).length
    return c === k ? 0 : (between - all.filter((v) => v === c || v === k).length / 2) ** 2
  }
  const pairs = (values: readonly number[]): number =>
    values.flatMap((c, i) => values.map((k, j) => (i === j ? 0 : apart(c, k)))).reduce((sum, d) => sum + d, 0)
  const observed = units.map((unit) => pairs(unit) / (unit.length - 1)).reduce((sum, d) => sum + d, 0) / all.length
  const expected = pairs(all) / (all.length * (all.length - 1))
  return all.length === 0 || expected === 0 ? null : 1 - observed / expected
}

describe("Krippendorff's α", () => {
  test('equals its definition on every level, gaps included', () => {
    let [valued, missing] = [0, 0]
    fc.assert(
      fc.property(ratings, (data) => {
        for (const level of levels) {
          const { value } = krippendorffAlpha(data, { level })
          expect(close(value, plainAlpha(data, level))).toBe(true)
          if (value === null) missing++
          else valued++
        }
      }),
      { numRuns: 150 },
    )
    expect(Math.min(valued, missing)).toBeGreaterThan(0)
  })

  test('is the same for raters and units in any order', () => {
    let valued = 0
    fc.assert(
      fc.property(ratings, keys, keys, (data, raterKeys, unitKeys) => {
        for (const level of levels) {
          const { value } = krippendorffAlpha(data, { level })
          const shuffled = reordered(data, raterKeys).map((row) => reordered(row, unitKeys))
          expect(close(krippendorffAlpha(shuffled, { level }).value, value)).toBe(true)
          if (value !== null) valued++
        }
      }),
      { numRuns: 100 },
    )
    expect(valued).toBeGreaterThan(0)
  })

  test('is exactly 1 when raters agree and vary, null when they never vary, and at most 1 otherwise', () => {
    let [perfect, flat] = [0, 0]
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 2, max: 5 }),
        ratings,
        (row, raters, data) => {
          const varies = new Set(row).size > 1
          for (const level of levels) {
            const agreed = krippendorffAlpha(Array<number[]>(raters).fill(row), { level })
            expect(agreed).toEqual(varies ? { value: 1 } : { value: null, why: 'no-variation' })
            expect(krippendorffAlpha(data, { level }).value ?? 0).toBeLessThanOrEqual(1)
          }
          if (varies) perfect++
          else flat++
        },
      ),
      { numRuns: 100 },
    )
    expect(Math.min(perfect, flat)).toBeGreaterThan(0)
  })

  test('interval α is the same on any scale, ordinal α for any increasing names, nominal α for any names', () => {
    let valued = 0
    fc.assert(
      fc.property(ratings, fc.integer({ min: -50, max: 50 }), fc.integer({ min: 1, max: 20 }), (data, shift, factor) => {
        const mapped = <T extends Rating>(to: (value: number) => T): (T | null)[][] =>
          data.map((row) => row.map((value) => (value === null ? null : to(value))))
        const value = krippendorffAlpha(data, { level: 'interval' }).value
        expect(
          close(
            krippendorffAlpha(
              mapped((v) => v * factor + shift),
              { level: 'interval' },
            ).value,
            value,
          ),
        ).toBe(true)
        const ordinal = krippendorffAlpha(data, { level: 'ordinal' }).value
        expect(
          close(
            krippendorffAlpha(
              mapped((v) => v ** 3 + shift),
              { level: 'ordinal' },
            ).value,
            ordinal,
          ),
        ).toBe(true)
        const nominal = krippendorffAlpha(data, { level: 'nominal' }).value
        expect(
          close(
            krippendorffAlpha(
              mapped((v) => `v${v}`),
              { level: 'nominal' },
            ).value,
            nominal,
          ),
        ).toBe(true)
        if (value !== null) valued++
      }),
      { numRuns: 100 },
    )
    expect(valued).toBeGreaterThan(0)
  })
})

describe('the κ coefficients', () => {
  test("Cohen's κ of two lists is that of their table, and the same with the raters exchanged", () => {
    let valued = 0
    const categories = [1, 2, 3, 4]
    fc.assert(
      fc.property(twoLists, ({ a, b }) => {
        const table = categories.map((row) =>
          categories.map((column) => a.filter((value, unit) => value === row && b[unit] === column).length),
        )
        for (const weights of everyWeights) {
          const found = cohenKappa(a, b, { weights, categories })
          expect(found).toEqual(cohenKappaTable(table, { weights }))
          expect(close(cohenKappa(b, a, { weights, categories }).value, found.value)).toBe(true)
          expect(found.value ?? 0).toBeLessThanOrEqual(1)
          if (found.value !== null) valued++
        }
      }),
      { numRuns: 150 },
    )
    expect(valued).toBeGreaterThan(0)
  })

  test('with two categories the three weightings are one', () => {
    let valued = 0
    fc.assert(
      fc.property(fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20)), ([p, q, r, s]) => {
        // prettier-ignore
        const values = everyWeights.map((weights) => cohenKappaTable([[p, q], [r, s]], { weights }).value)
        expect(values.every((value) => close(value, values[0] ?? null))).toBe(true)
        if (values[0] !== null) valued++
      }),
      { numRuns: 100 },
    )
    expect(valued).toBeGreaterThan(0)
  })

  test("Fleiss' κ of two raters is the κ of the pooled shares, and nominal α corrected for the sample's size", () => {
    let valued = 0
    fc.assert(
      fc.property(twoLists, ({ a, b }) => {
        const counts = a.map((value, unit) => [1, 2, 3, 4].map((category) => Number(value === category) + Number(b[unit] === category)))
        const agreed = a.filter((value, unit) => value === b[unit]).length / a.length
        const byChance = [1, 2, 3, 4]
          .map((c) => ([...a, ...b].filter((value) => value === c).length / (2 * a.length)) ** 2)
          .reduce((x, y) => x + y)
        const { value } = fleissKappa(counts)
        expect(close(value, byChance === 1 ? null : (agreed - byChance) / (1 - byChance))).toBe(true)
        const n = 2 * a.length
        expect(close(krippendorffAlpha([a, b], { level: 'nominal' }).value, value === null ? null : value + (1 - value) / n)).toBe(true)
        if (value !== null) valued++
      }),
      { numRuns: 150 },
    )
    expect(valued).toBeGreaterThan(0)
  })
})
