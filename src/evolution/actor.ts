import * as z from 'zod'
import { actorKinds, nameLengthMax } from '../ledger/event-limits'
import { hasText } from '../text/blank'

/** A name that says something, within the ledger's limit for names. */
export const nameSchema = z.string().max(nameLengthMax).refine(hasText, 'a text that says something')

export const actorSchema = z.strictObject({ kind: z.enum(actorKinds), id: nameSchema }).readonly()

/** Who asks. Whether the kind is proved is another matter: `attested` of the event says what stands behind it. */
export type EvolutionActor = z.infer<typeof actorSchema>

export const attestedSchema = z.enum(['host', 'signature'])

/** What stands behind the kind of an actor: the host's word alone, or a signature that `verify` checks (spec 09). */
export type Attested = z.infer<typeof attestedSchema>

/** Milliseconds since 1970 in UTC, up to the year 9999. */
export const timeMsSchema = z.int().min(0).max(253_402_300_799_999)
