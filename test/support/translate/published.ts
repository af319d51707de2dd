import { cohenKappa, cohenKappaTable, fleissKappa, krippendorffAlpha } from '../../../src/entries/statistics'
import type { AlphaLevel, KappaWeights, Measure, Rating } from '../../../src/entries/statistics'
import { faultOfReferenceTable } from './reference-table'

type PublishedInput =
  | { readonly metric: 'krippendorff_alpha'; readonly data: readonly (readonly Rating[])[]; readonly level: AlphaLevel }
  | { readonly metric: 'fleiss_kappa'; readonly data: readonly (readonly number[])[] }
  | {
      readonly metric: 'cohen_kappa'
      readonly data: readonly [readonly Rating[], readonly Rating[]]
      readonly weights?: KappaWeights | null
    }
  | { readonly metric: 'cohen_kappa_table'; readonly data: readonly (readonly number[])[]; readonly weights?: KappaWeights | null }
  | { readonly metric: 'reference-table'; readonly name: string }

/** One row of test/cases/published.jsonl: a published figure and how exactly it was printed, or a table kept as data. */
export type PublishedCase = { readonly id: string; readonly input: unknown; readonly expected: { readonly [field: string]: unknown } }

/** Runs one case; undefined is a pass, else one line says what differs. A metric that isn't known here never passes. */
export function runPublishedCase(row: PublishedCase): string | undefined {
  const input = row.input as PublishedInput
  const fault = input.metric === 'reference-table' ? faultOfReferenceTable(input, row.expected) : faultOfFigure(input, row.expected)
  return fault === undefined ? undefined : `${row.id}: ${fault}`
}

function faultOfFigure(
  input: Exclude<PublishedInput, { metric: 'reference-table' }>,
  expected: PublishedCase['expected'],
): string | undefined {
  const got = measured(input)
  if (got === undefined) return `no such metric: ${JSON.stringify(input)}`
  const { value, tol = 1e-9, why } = expected
  if (value === null)
    return got.value === null && (why === undefined || why === got.why) ? undefined : `found ${JSON.stringify(got)}, expected no value`
  if (typeof value !== 'number' || typeof tol !== 'number')
    return `a number with its tolerance is expected, found ${JSON.stringify(expected)}`
  if (got.value === null) return `no value (${got.why}), expected ${value}`
  return Math.abs(got.value - value) <= tol ? undefined : `value is ${got.value}, expected ${value} within ${tol}`
}

function measured(input: Exclude<PublishedInput, { metric: 'reference-table' }>): Measure | undefined {
  switch (input.metric) {
    case 'krippendorff_alpha':
      return krippendorffAlpha(input.data, { level: input.level })
    case 'fleiss_kappa':
      return fleissKappa(input.data)
    case 'cohen_kappa':
      return input.data.length === 2 ? cohenKappa(input.data[0], input.data[1], { weights: input.weights ?? 'none' }) : undefined
    case 'cohen_kappa_table':
      return cohenKappaTable(input.data, { weights: input.weights ?? 'none' })
    default:
      return undefined
  }
}
