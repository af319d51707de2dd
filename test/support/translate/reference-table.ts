import { wilsonInterval } from '../../../src/entries/statistics'

type Numbers = { readonly [column: string]: number }

/** Names of tables whose figures are coefficients, which may be negative; every other share is a rate. */
const coefficient = /kappa|alpha|correlation|spearman|kendall|pearson/i

/** Half of the last digit, twice: three rates printed with three digits still sum to 1 within this. */
const rounding = 0.005

/**
 * A reference table holds published figures, not an input. What can be checked is that it contradicts neither itself nor the statistics:
 * rates and counts in their ranges, a rate with its n inside its own Wilson interval, shares of a whole that sum to 1, examples =
 * models × articles, and a `verified` note that says something. The first fault, or undefined.
 */
export function faultOfReferenceTable(
  input: { readonly name: unknown },
  expected: { readonly [field: string]: unknown },
): string | undefined {
  const { rows, verified } = expected
  if (typeof input.name !== 'string' || input.name === '') return 'a reference table has a name'
  if ('verified' in expected && (typeof verified !== 'string' || verified === ''))
    return `verified says how far, found ${JSON.stringify(verified)}`
  if (!isRecord(rows) || Object.keys(rows).length === 0) return 'a reference table has rows'
  return faultWithin(rows, input.name, coefficient.test(input.name) ? -1 : 0) ?? faultOfProduct(rows) ?? faultOfWholes(rows)
}

function faultWithin(value: unknown, at: string, least: number): string | undefined {
  if (typeof value === 'number') return faultOfNumber(value, at, least)
  if (typeof value === 'string') return value === '' ? `${at} is empty` : undefined
  if (Array.isArray(value)) return faultOfList(value, at, least)
  if (!isRecord(value)) return `${at} is ${JSON.stringify(value)}`
  if (Object.keys(value).length === 0) return `${at} is empty`
  return firstFault(Object.entries(value).map(([key, inner]) => faultWithin(inner, `${at}.${key}`, least)))
}

function faultOfNumber(value: number, at: string, least: number): string | undefined {
  if (Number.isSafeInteger(value) && value >= 0) return undefined
  return value >= least && value <= 1 ? undefined : `${at} is ${value}: neither a count nor a share from ${least} to 1`
}

function faultOfList(list: readonly unknown[], at: string, least: number): string | undefined {
  if (list.length === 0) return `${at} is empty`
  if (list.every((item) => typeof item === 'string')) return new Set(list).size === list.length ? undefined : `${at} names something twice`
  const [share, n] = list
  if (list.length === 2 && typeof share === 'number' && typeof n === 'number') return faultOfShare(share, n, at, least)
  return firstFault(list.map((item, index) => faultWithin(item, `${at}[${index}]`, least)))
}

/** A pair is a rate, or a number of cases, out of n. */
function faultOfShare(share: number, n: number, at: string, least: number): string | undefined {
  if (!Number.isSafeInteger(n) || n < 1) return `${at} has n ${n}: a positive whole number is wanted`
  if (least < 0) return faultOfNumber(share, at, least)
  const rate = share > 1 && Number.isSafeInteger(share) ? share / n : share
  if (!(rate >= 0 && rate <= 1)) return `${at} has the rate ${rate}, outside 0 to 1`
  const { low, high } = wilsonInterval(Math.round(rate * n), n)
  return rate >= low - rounding && rate <= high + rounding ? undefined : `${at} has a rate outside its own interval [${low}, ${high}]`
}

function faultOfProduct(rows: { readonly [row: string]: unknown }): string | undefined {
  const { models, articles, examples } = rows
  if (typeof models !== 'number' || typeof articles !== 'number' || typeof examples !== 'number') return undefined
  return models * articles === examples ? undefined : `${models} models × ${articles} articles are not ${examples} examples`
}

/** A table most of whose rows sum to 1 divides a whole, so all of its rows do. */
function faultOfWholes(rows: { readonly [row: string]: unknown }): string | undefined {
  const shares = Object.entries(rows).flatMap(([name, row]) => (isShares(row) ? [{ name, sum: sumOf(row) }] : []))
  const odd = shares.filter(({ sum }) => Math.abs(sum - 1) > rounding)
  const [first] = odd
  return first === undefined || odd.length * 2 >= shares.length ? undefined : `the shares of ${first.name} sum to ${first.sum}, not to 1`
}

function isShares(row: unknown): row is Numbers {
  return (
    isRecord(row) &&
    Object.values(row).length > 1 &&
    Object.values(row).every((share) => typeof share === 'number' && share >= 0 && share <= 1)
  )
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sumOf(row: Numbers): number {
  return Object.values(row).reduce((sum, share) => sum + share, 0)
}

function firstFault(faults: readonly (string | undefined)[]): string | undefined {
  return faults.find((fault) => fault !== undefined)
}
