import * as z from 'zod'
import { citationSchema } from '../evidence/citation'
import { authorSchema } from './adjudication'

export const responseSchema = z
  .strictObject({
    kind: z.enum(['rebuttal', 'fixed', 'deferred', 'accepted']),
    member: z.string(),
    scenario: z.string().optional(),
    caveat: z.string().optional(),
    spec: z.literal(true).optional(),
    reason: z.string().optional(),
    citations: z.array(citationSchema).default([]),
    by: authorSchema.optional(),
  })
  .superRefine((response, context) => {
    const targets = [response.scenario, response.caveat, response.spec].filter((target) => target !== undefined)
    if (targets.length === 1) return
    const message = `a response answers one scenario, caveat or spec failure, this one ${targets.length}`
    context.addIssue({ code: 'custom', path: [], message, params: { code: 'response-target' } })
  })

/** An answer to a scenario, caveat or spec failure; `accepted` counts only by a person (R-TRI-33, R-TRI-63, R-TRI-85). */
export type Response = z.infer<typeof responseSchema>
