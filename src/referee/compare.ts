import * as z from 'zod'
import { casesSchema, devStandardsSchema, filledSchema, preChecksSchema, textSchema } from './facts'

const requirement = z.enum(['RQ1', 'RQ2', 'RQ3'])
const solution = z.enum(['SL1', 'SL2', 'SL3'])
const tradeoff = z.enum(['none', 'substantive'])
const texts = z.array(filledSchema).readonly()

export const comparePayloadSchema = z
  .strictObject({
    standards: devStandardsSchema,
    steps: z.array(z.strictObject({ step: filledSchema, output: textSchema }).readonly()).readonly(),
    capabilities: z.array(z.strictObject({ domain: filledSchema, candidates: texts }).readonly()).readonly(),
    l1: preChecksSchema,
    premise: z.enum(['not-stated', 'ok', 'missing', 'mismatch']),
    cases: casesSchema,
    red: z.strictObject({ requirement, solution, tradeoff, because: filledSchema }).readonly().exactOptional(),
  })
  .readonly()

/** What the development gate's comparison is made from (R-JUDGE-09). With `red` the same judgement is asked for suggestions on how to leave red. */
export type ComparePayload = z.infer<typeof comparePayloadSchema>

export const compareAnswerSchema = z
  .strictObject({ requirement, solution, tradeoff, domains: texts, causes: texts, risks: texts, suggestions: texts })
  .readonly()

/** Both axes with what they rest on; it holds no colour (R-JUDGE-09, R-JUDGE-29). */
export type CompareAnswer = z.infer<typeof compareAnswerSchema>
