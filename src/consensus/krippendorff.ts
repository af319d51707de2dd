import { checkRectangle, refuseData } from './data-check'
import type { Measure } from './measure'

/** How far two values are apart: nominal same or not, ordinal by ranks, interval by difference, ratio by relative difference. */
export type AlphaLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio'

/** One rater's value for one unit; null is a missing one. Texts only at the nominal level. */
export type Rating = string | number | null

type Value = string | number
type Distance = (c: number, k: number) => number

/**
 * Krippendorff's α of `data`, raters × units; units with fewer than two values are left out. Throws `data-invalid` for ragged rows,
 * numbers that aren't finite, texts above the nominal level and negative numbers at the ratio level. 03-consensus, Beside the verdict.
 */
export function krippendorffAlpha(data: readonly (readonly Rating[])[], options: { readonly level: AlphaLevel }): Measure {
  const { level } = options
  if (!['nominal', 'ordinal', 'interval', 'ratio'].includes(level))
    refuseData(['level'], level, 'nominal, ordinal, interval or ratio is wanted')
  checkRectangle(data, 'data')
  data.forEach((row, rater) => {
    for (let unit = 0; unit < row.length; unit++) checkRating(row[unit], level, ['data', rater, unit])
  })
  const width = data[0]?.length ?? 0
  const units = Array.from({ length: width }, (_, unit) => data.flatMap((row) => row[unit] ?? []))
  return alphaOfUnits(units, level)
}

/** The same from checked units, each the list of its values without gaps; for resampling. Throws `data-invalid` only for an infinite range. */
export function alphaOfUnits(units: readonly (readonly Value[])[], level: AlphaLevel): Measure {
  const pairable = units.filter((unit) => unit.length >= 2)
  if (pairable.length === 0) return { value: null, why: 'no-pairable-values' }
  const counts = new Map<Value, number>()
  for (const unit of pairable) for (const value of unit) counts.set(value, (counts.get(value) ?? 0) + 1)
  const values = [...counts.keys()].sort((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0))
  if (values.length < 2) return { value: null, why: 'no-variation' }
  const sizes = values.map((value) => counts.get(value) ?? 0)
  const distance = distanceOf(level, values, sizes)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const expected = expectedOf(sizes, distance)
  return { value: 1 - ((total - 1) * observedOf(pairable, values, distance)) / expected }
}

function observedOf(units: readonly (readonly Value[])[], values: readonly Value[], distance: Distance): number {
  const place = new Map(values.map((value, index) => [value, index]))
  let observed = 0
  for (const unit of units) {
    const places = unit.map((value) => place.get(value) ?? 0)
    let within = 0
    places.forEach((c, index) => {
      for (let other = index + 1; other < places.length; other++) within += distance(c, places[other] ?? 0)
    })
    observed += within / (unit.length - 1)
  }
  return observed
}

function expectedOf(sizes: readonly number[], distance: Distance): number {
  let expected = 0
  sizes.forEach((size, c) => {
    for (let k = c + 1; k < sizes.length; k++) expected += size * (sizes[k] ?? 0) * distance(c, k)
  })
  return expected
}

function distanceOf(level: AlphaLevel, values: readonly Value[], sizes: readonly number[]): Distance {
  if (level === 'nominal') return (c, k) => (c === k ? 0 : 1)
  if (level === 'ordinal') return rankDistance(sizes)
  return level === 'ratio' ? ratioDistance(values.map(Number)) : intervalDistance(values.map(Number))
}

function ratioDistance(numbers: readonly number[]): Distance {
  const largest = numbers.at(-1) ?? 0
  if (!Number.isFinite(largest * 2)) refuseData(['data'], largest, 'twice the largest value must be a finite number')
  return (c, k) => {
    const [one, other] = [numbers[c] ?? 0, numbers[k] ?? 0]
    return one === other ? 0 : squared((one - other) / (one + other))
  }
}

/** Differences are taken relative to the range, which leaves α as it is and keeps squares from overflowing. */
function intervalDistance(numbers: readonly number[]): Distance {
  const range = (numbers.at(-1) ?? 0) - (numbers[0] ?? 0)
  if (!Number.isFinite(range)) refuseData(['data'], range, 'the largest less the smallest value must be a finite number')
  return (c, k) => squared(((numbers[c] ?? 0) - (numbers[k] ?? 0)) / range)
}

/** The square of the number of values from one category to the other, each end counted half. */
function rankDistance(sizes: readonly number[]): Distance {
  let below = 0
  const middles = sizes.map((size) => {
    below += size
    return below - size / 2
  })
  return (c, k) => squared((middles[c] ?? 0) - (middles[k] ?? 0))
}

function squared(difference: number): number {
  return difference * difference
}

function checkRating(value: unknown, level: AlphaLevel, path: readonly PropertyKey[]): void {
  if (value === null || (typeof value === 'string' && level === 'nominal')) return
  if (typeof value === 'string') refuseData(path, value, `a text has no place at the ${level} level`)
  if (!Number.isFinite(value)) refuseData(path, value, 'a value is a finite number or a text, or null where it is missing')
  if (level === 'ratio' && Number(value) < 0) refuseData(path, value, 'the ratio level has no negative values')
}
