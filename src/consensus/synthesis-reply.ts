import * as z from 'zod'
import { claimSchema } from '../evidence/claim'
import { confidenceSchema, scoreNumberSchema } from './scorecard'

export const synthesisReplySchema = z.discriminatedUnion('action', [
  z.strictObject({
    member: z.string(),
    dimension: z.string(),
    action: z.literal('REVISE'),
    score: scoreNumberSchema,
    confidence: confidenceSchema.optional(),
    justification: z.string(),
    claims: z.array(claimSchema).optional(),
  }),
  z.strictObject({ member: z.string(), dimension: z.string(), action: z.literal('MAINTAIN'), rebuttal: z.string() }),
])

/** A member's answer in the one synthesis round: a new score with its reason, or the old one with a rebuttal (R-TRI-54). */
export type SynthesisReply = z.infer<typeof synthesisReplySchema>
