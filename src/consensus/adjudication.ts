import * as z from 'zod'
import { citationSchema } from '../evidence/citation'

const authorSchema = z.preprocess(
  (author) => (author === 'orchestrator' ? { kind: 'orchestrator', id: 'orchestrator' } : author),
  z.strictObject({ kind: z.enum(['human', 'seat', 'orchestrator', 'doer', 'agent']), id: z.string().min(1) }),
)

/** Who made an adjudication or a response; a seat is named by its member. */
export type Author = z.infer<typeof authorSchema>

const shape = {
  member: z.string(),
  outcome: z.enum(['refuted', 'upheld']),
  citations: z.array(citationSchema),
  by: authorSchema,
}

export const adjudicationSchema = z.preprocess(
  targetSpelledOut,
  z.discriminatedUnion('target', [
    z.strictObject({
      ...shape,
      target: z.literal('claim'),
      dimension: z.string(),
      claim: z.union([z.int().min(0), z.string()], 'the index of a claim, from 0, or its text'),
    }),
    z.strictObject({ ...shape, target: z.literal('scenario'), scenario: z.string() }),
    z.strictObject({ ...shape, target: z.literal('escalate') }),
    z.strictObject({ ...shape, target: z.literal('spec') }),
  ]),
)

/** A claim, scenario, escalation or spec failure refuted or upheld by hand, with evidence of its own (R-TRI-45, R-TRI-50). */
export type Adjudication = z.infer<typeof adjudicationSchema>

export { authorSchema }

function targetSpelledOut(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || 'target' in input) return input
  if ('claim' in input) return { target: 'claim', ...input }
  return 'scenario' in input ? { target: 'scenario', ...input } : input
}
