import * as z from 'zod'
import { variantSchema } from './canary-pair'

const name = z.string().min(1).max(200)

export const judgementSchema = z
  .strictObject({
    /** A lens of the panel, or `panel` for its ruling. */
    member: name,
    pair: name,
    variant: variantSchema,
    said: z.enum(['passes', 'objects', 'abstained']),
    /** An objection that says where the fault is (`pointsAtFault`), the panel's where at least half of the members that object do; of a clean twin always false. */
    atFault: z.boolean(),
    /** Why there was no answer. */
    because: z.string().exactOptional(),
  })
  .readonly()

/** What one judge, or the panel by its ruling, made of one variant of a pair. */
export type CanaryJudgement = z.infer<typeof judgementSchema>

/** The name under which the panel's own judgements stand beside its members'. */
export const panelName = 'panel'
