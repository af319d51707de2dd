import { checkCount, checkRectangle, refuseData } from './data-check'
import type { Rating } from './krippendorff'
import type { Measure } from './measure'

/** How disagreements weigh: all alike, by the distance of their categories' ranks, or by its square (15-fine-print A-RANKS). */
export type KappaWeights = 'none' | 'linear' | 'quadratic'

/** Fleiss' κ of `counts`, subjects × categories, each cell the number of raters that chose it. Throws `data-invalid` for ragged rows and bad counts. */
export function fleissKappa(counts: readonly (readonly number[])[]): Measure {
  checkRectangle(counts, 'counts')
  counts.forEach((row, subject) => {
    for (let category = 0; category < row.length; category++) checkCount(row[category], ['counts', subject, category])
  })
  return fleissOfCounts(counts)
}

/** The same from checked counts; for resampling. */
export function fleissOfCounts(counts: readonly (readonly number[])[]): Measure {
  const sums = counts.map(sumOf)
  const raters = sums[0]
  if (raters === undefined) return { value: null, why: 'no-pairable-values' }
  if (sums.some((sum) => sum !== raters)) return { value: null, why: 'unequal-raters' }
  if (raters < 2) return { value: null, why: 'under-two-raters' }
  const shares = columnSums(counts).map((sum) => sum / (raters * counts.length))
  if (shares.filter((share) => share > 0).length < 2) return { value: null, why: 'no-variation' }
  const agreeing = counts.map((row) => sumOf(row.map((count) => count * (count - 1))) / (raters * (raters - 1)))
  const observed = sumOf(agreeing) / counts.length
  const byChance = sumOf(shares.map((share) => share * share))
  return { value: (observed - byChance) / (1 - byChance) }
}

/**
 * Cohen's κ of two raters' values for the same units, in the same order; a unit that either left out (null) is dropped. Weights use
 * ranks in `categories`, without it in the values of the kept units, ascending. Throws `data-invalid` for lists of different length,
 * values that aren't among the categories, and texts under weights without `categories`, since they have no order of their own.
 */
export function cohenKappa(
  a: readonly Rating[],
  b: readonly Rating[],
  options: { readonly weights?: KappaWeights; readonly categories?: readonly (string | number)[] } = {},
): Measure {
  const weights = options.weights ?? 'none'
  checkRectangle([a, b], 'raters')
  const unordered = weights !== 'none' && options.categories === undefined
  checkRatings(a, 'a', unordered)
  checkRatings(b, 'b', unordered)
  const pairs = a.flatMap((value, unit) => pairOf(value, b[unit] ?? null))
  const categories =
    options.categories ?? [...new Set(pairs.flat())].sort((x, y) => (typeof x === 'number' && typeof y === 'number' ? x - y : 0))
  checkCategories(categories)
  if (options.categories !== undefined) checkAmong([...a, ...b], categories)
  return cohenKappaTable(tableOf(pairs, categories), { weights })
}

/**
 * Cohen's κ of a square table, rows one rater's categories and columns the other's in the same order; cells are counts or shares.
 * Throws `data-invalid` for a table that isn't square and cells that are negative or not finite.
 */
export function cohenKappaTable(table: readonly (readonly number[])[], options: { readonly weights?: KappaWeights } = {}): Measure {
  const weights = options.weights ?? 'none'
  if (!['none', 'linear', 'quadratic'].includes(weights)) refuseData(['weights'], weights, 'none, linear or quadratic is wanted')
  checkTable(table)
  return kappaOfTable(table, weights)
}

/** The same from a checked table; for resampling. */
export function kappaOfTable(table: readonly (readonly number[])[], weights: KappaWeights): Measure {
  const total = sumOf(table.map(sumOf))
  if (total === 0) return { value: null, why: 'no-pairable-values' }
  if (!Number.isFinite(total)) refuseData(['table'], total, 'the sum of the cells must be a finite number')
  const shares = table.map((row) => row.map((cell) => cell / total))
  const rows = shares.map(sumOf)
  const columns = columnSums(shares)
  let observed = 0
  let expected = 0
  rows.forEach((row, i) => {
    columns.forEach((column, j) => {
      const weight = weightOf(i - j, weights)
      observed += weight * (shares[i]?.[j] ?? 0)
      expected += weight * row * column
    })
  })
  return expected === 0 ? { value: null, why: 'no-variation' } : { value: 1 - observed / expected }
}

/** Counts pairs into a square table in the order of `categories`; a pair outside them is left out. */
export function tableOf(pairs: readonly (readonly [Value, Value])[], categories: readonly Value[]): number[][] {
  const place = new Map(categories.map((category, index) => [category, index]))
  const table = categories.map(() => categories.map(() => 0))
  for (const [a, b] of pairs) {
    const row = table[place.get(a) ?? -1]
    const column = place.get(b)
    if (row !== undefined && column !== undefined) row[column] = (row[column] ?? 0) + 1
  }
  return table
}

type Value = string | number

function pairOf(a: Rating, b: Rating): [Value, Value][] {
  return a === null || b === null ? [] : [[a, b]]
}

function weightOf(distance: number, weights: KappaWeights): number {
  if (weights === 'none') return distance === 0 ? 0 : 1
  return weights === 'linear' ? Math.abs(distance) : distance * distance
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function columnSums(rows: readonly (readonly number[])[]): number[] {
  return (rows[0] ?? []).map((_, column) => sumOf(rows.map((row) => row[column] ?? 0)))
}

function checkTable(table: readonly (readonly number[])[]): void {
  checkRectangle(table, 'table')
  if (table.length !== (table[0]?.length ?? 0))
    refuseData(['table', 0, 'length'], table[0]?.length, `a square table has as many columns as rows, here ${table.length}`)
  table.forEach((row, i) => {
    for (let j = 0; j < row.length; j++) {
      const cell = row[j]
      if (!Number.isFinite(cell) || Number(cell) < 0) refuseData(['table', i, j], cell, 'a cell is a finite number of 0 or more')
    }
  })
}

function checkRatings(ratings: readonly Rating[], name: string, ordered: boolean): void {
  for (let unit = 0; unit < ratings.length; unit++) {
    const value: unknown = ratings[unit]
    if (value === null) continue
    if (typeof value === 'string' && ordered) refuseData([name, unit], value, 'texts have no order: weights need `categories`')
    if (typeof value !== 'string' && !Number.isFinite(value))
      refuseData([name, unit], value, 'a value is a finite number or a text, or null where it is missing')
  }
}

function checkCategories(categories: readonly Value[]): void {
  categories.forEach((category, index) => {
    if (typeof category !== 'string' && !Number.isFinite(category))
      refuseData(['categories', index], category, 'a category is a finite number or a text')
    if (categories.indexOf(category) !== index) refuseData(['categories', index], category, 'a category stands once')
  })
}

function checkAmong(ratings: readonly Rating[], categories: readonly Value[]): void {
  const stranger = ratings.find((rating) => rating !== null && !categories.includes(rating))
  if (stranger !== undefined) refuseData(['categories'], categories, `the value ${String(stranger)} is not among them`)
}
