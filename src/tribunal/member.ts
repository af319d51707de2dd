import * as z from 'zod'
import { hasText } from '../text/blank'

const said = z.string().refine(hasText, 'a name that says something')

/** The session that the model port names; the same words as a seat's model (spec 03). */
export const modelSchema = z
  .strictObject({
    provider: z.string().exactOptional(),
    id: said,
    family: z.string().exactOptional(),
    tier: z.string().exactOptional(),
  })
  .readonly()

/** Which AI model holds a seat or does the work. */
export type SeatModel = z.infer<typeof modelSchema>

export const seatedSchema = z
  .strictObject({ member: said, lens: said, adversary: z.boolean(), session: said, token: said, model: modelSchema.exactOptional() })
  .readonly()

/** A seat as a host fills it; `token` is the secret word of its brief. In the ledger it is the hash of it: `sha256:` and 64 hex digits. */
export type Seated = z.infer<typeof seatedSchema>

/** Why a seat is dispatched again; each cause counts once for a seat. */
export const voidCauseSchema = z.enum(['malformed', 'leak', 'rubber-stamp', 'unearned-tens'])

export type VoidCause = z.infer<typeof voidCauseSchema>

export const triageSchema = z.enum(['context', 'model', 'split'])

/** What a blocked doer is met with, in this order; then a person decides (R-TRI-18). */
export type TriageStep = z.infer<typeof triageSchema>

/** The steps in their order. */
export const triageSteps: readonly TriageStep[] = triageSchema.options
