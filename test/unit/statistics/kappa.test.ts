import { describe, expect, test } from 'vitest'
import type { KappaWeights, Rating } from '../../../src/entries/statistics'
import { cohenKappa, cohenKappaTable, fleissKappa } from '../../../src/entries/statistics'

const refused = (path: string): unknown => expect.objectContaining({ code: 'data-invalid', details: { path } })

function thrownBy(run: () => unknown): unknown {
  try {
    return ['returned', run()]
  } catch (thrown) {
    return thrown
  }
}

describe("Fleiss' κ", () => {
  test('by hand: two raters on four subjects', () => {
    // Pairs agree on 3 of 4 subjects; shares 5/8 and 3/8, by chance 34/64: (3/4 − 34/64) ÷ (30/64) = 7/15.
    // prettier-ignore
    expect(fleissKappa([[2, 0], [2, 0], [0, 2], [1, 1]]).value).toBeCloseTo(7 / 15, 12)
  })

  test('A-UNDEFINED each reason for having no value', () => {
    // prettier-ignore
    expect(fleissKappa([[3, 0], [3, 0]])).toEqual({ value: null, why: 'no-variation' })
    // prettier-ignore
    expect(fleissKappa([[3, 0], [1, 1]])).toEqual({ value: null, why: 'unequal-raters' })
    // prettier-ignore
    expect(fleissKappa([[1, 0], [0, 1]])).toEqual({ value: null, why: 'under-two-raters' })
    expect(fleissKappa([[0, 0]])).toEqual({ value: null, why: 'under-two-raters' })
    expect(fleissKappa([])).toEqual({ value: null, why: 'no-pairable-values' })
  })

  // prettier-ignore
  test.each([
    ['a negative count', [[2, 0], [3, -1]], 'counts[1][1]'],
    ['a broken count', [[1.5, 0.5], [2, 0]], 'counts[0][0]'],
    ['NaN', [[2, 0], [NaN, 2]], 'counts[1][0]'],
    ['a text', [[2, 0], ['2', 0]], 'counts[1][0]'],
    ['a ragged row', [[2, 0], [2]], 'counts[1].length'],
    ['a row that is no list', [[2, 0], 2], 'counts[1]'],
    ['no list', 'x', 'counts'],
  ])('refuses %s', (_, counts, path) => {
    expect(thrownBy(() => fleissKappa(counts as number[][]))).toEqual(refused(path))
  })
})

describe("Cohen's κ", () => {
  test('A-RANKS weights use ranks among the categories that occur in the kept units', () => {
    // Ranks of 1, 2, 9 are 0, 1, 2: the pair (9, 2) is one rank apart. 5 occurs only in a dropped unit.
    const a = [1, 2, 9, 9, 5]
    const b = [1, 2, 9, 2, null]
    // prettier-ignore
    expect(cohenKappa(a, b, { weights: 'linear' })).toEqual(cohenKappaTable([[1, 0, 0], [0, 1, 0], [0, 1, 1]], { weights: 'linear' }))
  })

  test('A-RANKS given categories set the ranks, also of texts', () => {
    const a = ['low', 'mid', 'high', 'high']
    const b = ['low', 'mid', 'high', 'low']
    const categories = ['low', 'mid', 'high']
    // Ranks (0,0) (1,1) (2,2) (2,0): 2 apart in 4 pairs; by chance 3 + 3 + 5 + 5 in 16.
    expect(cohenKappa(a, b, { weights: 'linear', categories }).value).toBeCloseTo(1 - 2 / 4 / (16 / 16), 12)
  })

  test('without weights every disagreement is alike, whatever the categories', () => {
    // prettier-ignore
    expect(cohenKappa(['a', 'b', 'a', 'c'], ['a', 'b', 'c', 'c']).value).toBeCloseTo(1 - (1 / 4) / (11 / 16), 12)
  })

  test('a table of shares is worth as much as one of counts', () => {
    // prettier-ignore
    expect(cohenKappaTable([[0.4, 0.1], [0.2, 0.3]]).value).toBeCloseTo(cohenKappaTable([[20, 5], [10, 15]]).value ?? NaN, 12)
  })

  test('A-UNDEFINED no variation and no pairs are null with the reason', () => {
    expect(cohenKappa([1, 1, 2], [1, 1, null])).toEqual({ value: null, why: 'no-variation' })
    expect(cohenKappa([1, null], [null, 1])).toEqual({ value: null, why: 'no-pairable-values' })
    expect(cohenKappa([], [])).toEqual({ value: null, why: 'no-pairable-values' })
    expect(cohenKappaTable([])).toEqual({ value: null, why: 'no-pairable-values' })
    // prettier-ignore
    expect(cohenKappaTable([[0, 0], [0, 0]])).toEqual({ value: null, why: 'no-pairable-values' })
  })

  test('two raters that each use one category, but not the same, are at chance', () => {
    expect(cohenKappa([1, 1], [2, 2])).toEqual({ value: 0 })
  })

  test.each([
    ['lists of different length', [1, 2], [1], {}, 'raters[1].length'],
    ['NaN', [1, NaN], [1, 2], {}, 'a[1]'],
    ['nothing', [1, 2], [1, undefined], {}, 'b[1]'],
    ['texts under weights without categories', ['x', 'y'], ['x', 'x'], { weights: 'linear' }, 'a[0]'],
    ['a value outside the categories', [1, 2], [1, 7], { categories: [1, 2] }, 'categories'],
    ['a doubled category', [1, 2], [1, 2], { categories: [1, 2, 1] }, 'categories[2]'],
    ['a category that is no number', [1, 2], [1, 2], { categories: [1, 2, NaN] }, 'categories[2]'],
    ['unknown weights', [1, 2], [1, 2], { weights: 'cubic' as KappaWeights }, 'weights'],
  ])('refuses %s', (_, a, b, options, path) => {
    expect(thrownBy(() => cohenKappa(a as Rating[], b as Rating[], options as Parameters<typeof cohenKappa>[2]))).toEqual(refused(path))
  })

  // prettier-ignore
  test.each([
    ['a table that is not square', [[1, 2]], 'table[0].length'],
    ['a ragged table', [[1, 2], [1]], 'table[1].length'],
    ['a negative cell', [[1, -1], [1, 1]], 'table[0][1]'],
    ['NaN', [[1, 1], [NaN, 1]], 'table[1][0]'],
    ['a sum beyond the largest number', [[1e308, 1e308], [1, 1]], 'table'],
  ])('refuses %s', (_, table, path) => {
    expect(thrownBy(() => cohenKappaTable(table))).toEqual(refused(path))
  })
})
