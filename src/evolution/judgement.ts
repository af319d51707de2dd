import * as z from 'zod'
import { nameSchema } from './actor'
import { factsSchema } from './signal'

export const judgementDataSchema = z
  .strictObject({
    card: nameSchema,
    task: nameSchema,
    standards: z.int().min(1),
    clause: nameSchema,
    policy: nameSchema,
    facts: factsSchema,
    outcome: nameSchema,
    rule: nameSchema,
  })
  .readonly()

/** A judgement by a clause's policy: it names the version of the standards that its task began under, and `policy` as `id@version`. */
export type Judgement = z.infer<typeof judgementDataSchema>
