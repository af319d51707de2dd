import * as z from 'zod'
import { citationSchema } from '../evidence/citation'

export const actorSchema = z.strictObject({ kind: z.enum(['human', 'agent', 'engine', 'system']), id: z.string().min(1) }).readonly()

const count = z.int().min(0).max(99)

export const waySchema = z.discriminatedUnion('take', [
  z.strictObject({ take: z.literal('accept'), reason: z.string() }).readonly(),
  z.strictObject({ take: z.literal('grant'), rounds: count.default(0), dispatches: count.default(0) }).readonly(),
  z
    .strictObject({
      take: z.literal('rebut'),
      member: z.string(),
      /** The scenario of that member; without it the member's `escalate` is refuted. */
      scenario: z.string().exactOptional(),
      reason: z.string(),
      citations: z.array(citationSchema).readonly(),
    })
    .readonly(),
  z.strictObject({ take: z.literal('new-rubric'), rubric: z.unknown() }).readonly(),
  z.strictObject({ take: z.literal('abandon'), reason: z.string() }).readonly(),
])

/** How a person resolves a slice that stands still. */
export type ResolutionWay = z.output<typeof waySchema>

/** The five ways, in the order in which they are offered. */
export const resolutionWays = ['accept', 'grant', 'rebut', 'new-rubric', 'abandon'] as const
