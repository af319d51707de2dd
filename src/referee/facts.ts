import * as z from 'zod'
import { hasText } from '../text/blank'

export const textSchema = z.string()
export const filledSchema = z.string().refine(hasText, 'a text that says something')

export const devStandardsSchema = standardsSchema('dev')
export const bugfixStandardsSchema = standardsSchema('bugfix')
export const anyStandardsSchema = z.discriminatedUnion('family', [devStandardsSchema, bugfixStandardsSchema])

/** The standards in force as a payload brings them; their version is that of the task's start (A-GATE-13). */
export type RefereeStandards = z.infer<typeof anyStandardsSchema>

function standardsSchema<Family extends 'dev' | 'bugfix'>(family: Family) {
  return z
    .strictObject({
      family: z.literal(family),
      version: filledSchema,
      clauses: z.array(z.strictObject({ id: filledSchema, text: textSchema }).readonly()).readonly(),
    })
    .readonly()
}

const similarCaseSchema = z.strictObject({ id: filledSchema, summary: textSchema, outcome: textSchema }).readonly()

/** An earlier case like this one, by its ledger id. */
export type SimilarCase = z.infer<typeof similarCaseSchema>

/** No call is given more similar cases (R-JUDGE-05). */
export const casesMax = 5

export const casesSchema = z.array(similarCaseSchema).max(casesMax).readonly().default([])

/** A pre-check of the host, by name and result (L1). */
export const preChecksSchema = z.array(z.strictObject({ name: filledSchema, result: z.enum(['green', 'red']) }).readonly()).readonly()
