import { AdjudicateError } from '../errors'
import { pathOf, shown } from '../issues'

/** Throws `data-invalid`: a statistic over broken data would look like a finding. `details` holds the path. */
export function refuseData(path: readonly PropertyKey[], found: unknown, wanted: string): never {
  const at = pathOf(path)
  throw new AdjudicateError('data-invalid', `${at} is ${shown(found)}: ${wanted}`, { path: at })
}

/** Passes a whole number from 0 to 2^53 − 1, else throws `data-invalid`. */
export function checkCount(value: unknown, path: readonly PropertyKey[]): void {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    refuseData(path, value, 'a count is a whole number of 0 or more')
}

/** Passes a rectangular list of rows, else throws `data-invalid` naming the first row of another length. */
export function checkRectangle(rows: readonly (readonly unknown[])[], name: string): void {
  if (!Array.isArray(rows)) refuseData([name], rows, 'a list of rows is wanted')
  rows.forEach((row, index) => {
    if (!Array.isArray(row)) refuseData([name, index], row, 'a row is a list')
    if (row.length !== rows[0]?.length)
      refuseData([name, index, 'length'], row.length, `row 0 has length ${rows[0]?.length}, all rows must match`)
  })
}

/** Passes a name that isn't empty, else throws `data-invalid`. */
export function checkName(value: unknown, path: readonly PropertyKey[]): void {
  if (typeof value !== 'string' || value === '') refuseData(path, value, 'a text that is not empty is wanted')
}

/** Passes a finite number, or null for a missing one, else throws `data-invalid`. */
export function checkScore(value: unknown, path: readonly PropertyKey[]): void {
  if (value !== null && !Number.isFinite(value)) refuseData(path, value, 'a score is a finite number, or null where it is missing')
}
