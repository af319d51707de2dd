import { cohenKappa, cohenKappaTable, fleissKappa, krippendorffAlpha, wilsonInterval } from '../../../src/entries/statistics'
import type { AlphaLevel, KappaWeights, Measure, Rating } from '../../../src/entries/statistics'

type AgreementInput =
  | { readonly measure: 'krippendorff-alpha'; readonly level: AlphaLevel; readonly data: readonly (readonly Rating[])[] }
  | { readonly measure: 'fleiss-kappa'; readonly counts: readonly (readonly number[])[] }
  | {
      readonly measure: 'cohen-kappa'
      readonly weights?: KappaWeights
      readonly a: readonly Rating[]
      readonly b: readonly Rating[]
      readonly categories?: readonly (string | number)[]
    }
  | { readonly measure: 'cohen-kappa-table'; readonly weights?: KappaWeights; readonly table: readonly (readonly number[])[] }
  | { readonly measure: 'wilson'; readonly successes: number; readonly n: number }

type Numbers = { readonly [name: string]: number | string | null }

/** One row of test/vectors/agreement.jsonl. */
export type AgreementVector = { readonly id: string; readonly input: unknown; readonly expected: Numbers }

const tolerance = 1e-9

/** Runs one vector; undefined means that every expected field came out within 1e-9, else one line says what differs. */
export function runAgreementVector(row: AgreementVector): string | undefined {
  const got: Numbers | undefined = measured(row.input as AgreementInput)
  if (got === undefined) return `${row.id}: no such measure: ${JSON.stringify(row.input)}`
  const { fraction, ...expected } = row.expected
  if (Object.keys(expected).length === 0) return `${row.id}: nothing is expected`
  const fields = [...new Set([...Object.keys(expected), ...Object.keys(got)])]
  const wrong = fields.find((field) => !same(got[field], expected[field]))
  if (wrong !== undefined) return `${row.id}: ${wrong} is ${String(got[wrong])}, expected ${String(expected[wrong])}`
  if (fraction === undefined || same(got['value'], quotient(String(fraction)))) return undefined
  return `${row.id}: value is ${String(got['value'])}, expected ${String(fraction)}`
}

function measured(input: AgreementInput): Measure | { low: number; high: number } | undefined {
  switch (input.measure) {
    case 'krippendorff-alpha':
      return krippendorffAlpha(input.data, { level: input.level })
    case 'fleiss-kappa':
      return fleissKappa(input.counts)
    case 'cohen-kappa':
      return cohenKappa(input.a, input.b, {
        weights: input.weights ?? 'none',
        ...(input.categories === undefined ? {} : { categories: input.categories }),
      })
    case 'cohen-kappa-table':
      return cohenKappaTable(input.table, { weights: input.weights ?? 'none' })
    case 'wilson':
      return wilsonInterval(input.successes, input.n)
    default:
      return undefined
  }
}

function same(got: unknown, expected: unknown): boolean {
  if (typeof got === 'number' && typeof expected === 'number') return Math.abs(got - expected) <= tolerance
  return got === expected
}

function quotient(fraction: string): number {
  const [over = NaN, under = NaN] = fraction.split('/').map(Number)
  return over / under
}
