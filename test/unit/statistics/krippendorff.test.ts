import { describe, expect, test } from 'vitest'
import type { AlphaLevel, Rating } from '../../../src/entries/statistics'
import { krippendorffAlpha } from '../../../src/entries/statistics'

const refused = (path: string): unknown => expect.objectContaining({ code: 'data-invalid', details: { path } })

function thrownBy(run: () => unknown): unknown {
  try {
    return ['returned', run()]
  } catch (thrown) {
    return thrown
  }
}

describe("Krippendorff's α", () => {
  // Krippendorff 2011, "Computing Krippendorff's alpha-reliability", section C: four observers, twelve units, printed with three digits.
  const observers: Rating[][] = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
    [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
  ]
  const printed: [AlphaLevel, number][] = [
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
    ['ratio', 0.797],
  ]
  test.each(printed)('gives the published value at the %s level', (level, value) => {
    expect(krippendorffAlpha(observers, { level }).value).toBeCloseTo(value, 3)
  })

  test('by hand: units (1,1) and (1,3) at the interval level', () => {
    // n = 4, values 1,1,1,3: observed 4, expected 3 × 4 = 12, α = 1 − 3 × 4 ÷ 12.
    // prettier-ignore
    expect(krippendorffAlpha([[1, 1], [1, 3]], { level: 'interval' })).toEqual({ value: 0 })
  })

  test('by hand: two zeros agree at the ratio level', () => {
    // Units (0,0) and (1,2): observed 1/9, expected 2 + 2 + 1/9, α = 1 − 3 × (1/9) ÷ (37/9).
    // prettier-ignore
    expect(krippendorffAlpha([[0, 1], [0, 2]], { level: 'ratio' }).value).toBeCloseTo(34 / 37, 12)
  })

  test('a unit with a single value and a unit without any change nothing', () => {
    // prettier-ignore
    const small = krippendorffAlpha([[1, 2, 3], [1, 2, 4]], { level: 'ordinal' })
    // prettier-ignore
    expect(krippendorffAlpha([[1, 2, 9, 3, null], [1, 2, null, 4, null]], { level: 'ordinal' })).toEqual(small)
  })

  test('A-UNDEFINED no variation and nothing to pair are null with the reason', () => {
    // prettier-ignore
    expect(krippendorffAlpha([[2, 2], [2, null]], { level: 'interval' })).toEqual({ value: null, why: 'no-variation' })
    // prettier-ignore
    for (const data of [[], [[]], [[1, 2, 3]], [[1, null], [null, 2]]]) {
      expect(krippendorffAlpha(data, { level: 'interval' })).toEqual({ value: null, why: 'no-pairable-values' })
    }
  })

  test('very large and very small numbers still give a value', () => {
    // prettier-ignore
    const of = (scale: number): number | null => krippendorffAlpha([[scale, 2 * scale, 3 * scale], [scale, 2 * scale, 4 * scale]], { level: 'interval' }).value
    expect(of(1e307)).toBeCloseTo(of(1) ?? NaN, 12)
    expect(of(1e-300)).toBeCloseTo(of(1) ?? NaN, 12)
  })

  // prettier-ignore
  test.each([
    ['NaN', [[1, NaN], [1, 2]], 'interval', 'data[0][1]'],
    ['infinity', [[1, 2], [1, Infinity]], 'ordinal', 'data[1][1]'],
    ['nothing', [[1, undefined], [1, 2]], 'nominal', 'data[0][1]'],
    ['a list of holes', [[1, 2], Object.assign([], { length: 2 })], 'nominal', 'data[1][0]'],
    ['a text above the nominal level', [['a', 'b'], ['a', 'b']], 'ordinal', 'data[0][0]'],
    ['a negative number at the ratio level', [[1, 2], [1, -2]], 'ratio', 'data[1][1]'],
    ['a ragged row', [[1, 2], [1]], 'nominal', 'data[1].length'],
    ['a range beyond the largest number', [[1e308, 1], [-1e308, 1]], 'interval', 'data'],
    ['a ratio beyond the largest number', [[1e308, 1], [1.5e308, 1]], 'ratio', 'data'],
    ['a ratio beyond the largest number above two that are not', [[1, 2], [1, 1e308]], 'ratio', 'data'],
    ['an unknown level', [[1, 2], [1, 2]], 'circular', 'level'],
  ])('refuses %s', (_, data, level, path) => {
    expect(thrownBy(() => krippendorffAlpha(data as Rating[][], { level: level as AlphaLevel }))).toEqual(refused(path))
  })
})
