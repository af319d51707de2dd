import * as z from 'zod'

const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/)

const rulingDataSchema = z.strictObject({
  rules: z.literal('consensus@1'),
  kind: z.enum(['verdict', 'synthesis', 'replacement']),
  verdict: z.enum(['SHIP', 'SHIP_WITH_CAVEATS', 'ITERATE', 'BLOCK', 'ESCALATE']).optional(),
  reasons: z.array(z.string()).optional(),
  overall: z.number().nullable().optional(),
  target: z.number().optional(),
  boundTo: z.strictObject({ artifact: z.string(), rubric: hash, standards: z.string(), panel: hash }),
  input: hash,
  ruling: hash,
})

/** A recorded ruling: its figures, and by hash all it was decided from and the whole of it. */
export type RulingData = z.infer<typeof rulingDataSchema>

/** The event type under which rulings are recorded, in its current schema version. */
export const rulingEventType = { type: 'tribunal.ruling', schema: 1, data: rulingDataSchema } as const
