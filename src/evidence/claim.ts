import * as z from 'zod'
import { citationSchema } from './citation'

export const repairSchema = z.enum(['local', 'structural', 'unsafe'])

/** How far a defect reaches: `local` has a listable fix, `structural` and `unsafe` can lead to BLOCK (R-TRI-64, R-TRI-65). */
export type Repair = z.infer<typeof repairSchema>

export const claimSchema = z.strictObject({
  text: z.string(),
  citations: z.array(citationSchema).default([]),
  loadBearing: z.boolean().default(true),
  repair: repairSchema.optional(),
  fix: z.string().optional(),
})

/** One sentence that a score rests on, with its evidence; without citations it is evidence-free and discarded (R-TRI-25). */
export type Claim = z.infer<typeof claimSchema>
