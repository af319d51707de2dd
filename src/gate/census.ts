import * as z from 'zod'

/** For nouns that hold cases. */
export const caseSchema = z.strictObject({ id: z.string().min(1), outcome: z.enum(['passed', 'failed', 'skipped']) }).readonly()

/** One test case of a report; `id` is the same in every run and stands only once in a report. An error counts as failed. */
export type CountedCase = z.infer<typeof caseSchema>

/** What a report counts (spec 10, census): `run` are those that passed or failed; skipped ones were not run. Cases are in the report's order. */
export type Census = {
  readonly run: number
  readonly skipped: number
  readonly failed: number
  readonly cases: readonly CountedCase[]
}

/** A report that was read, or why it can't be: never a census of what is left of a broken one. */
export type CensusRead =
  { readonly ok: true; readonly census: Census } | { readonly ok: false; readonly code: string; readonly message: string }
