import * as z from 'zod'
import { actorSchema } from './actor'
import { cardDataSchema, evidenceSchema } from './card'
import { authoritySchema, limitsSchema } from './setup'
import { diagnosisSchema, pathSchema, reconstructionSchema } from './words'

const name = z.string().min(1)
const hash = z.string()
const lead = z.string().nullable()

const openedSchema = z
  .strictObject({ authority: authoritySchema, primary: name, alternates: z.array(name).min(1).readonly(), limits: limitsSchema })
  .readonly()
const benchedSchema = z.strictObject({ builder: name, packets: z.int().min(1), lead }).readonly()
const expelledSchema = z.strictObject({ builder: name, lead }).readonly()
const returnedSchema = z.strictObject({ builder: name, lead }).readonly()
const correctedSchema = z.strictObject({ card: name, evidence: z.array(evidenceSchema).readonly(), corpus: hash }).readonly()
const amendedSchema = z
  .strictObject({ by: actorSchema, instruction: name, sha256: name, text: z.string().exactOptional(), cards: z.array(name).readonly() })
  .readonly()
const rescindedSchema = z.strictObject({ card: name, by: actorSchema, reason: name }).readonly()
const completedSchema = z
  .strictObject({
    packet: name,
    by: name,
    size: z.string().exactOptional(),
    instructions: z.array(z.string()).readonly().exactOptional(),
  })
  .readonly()
const failedSchema = z.strictObject({ packet: name, by: name }).readonly()
const revertedSchema = z.strictObject({ packet: name }).readonly()
const rereadSchema = z.strictObject({ builder: name, sha256: name }).readonly()
const reconstructedSchema = z.strictObject({ builder: name, parts: reconstructionSchema }).readonly()
const keptSchema = z.strictObject({ by: actorSchema, lead }).readonly()
const reviewedSchema = z.strictObject({ by: actorSchema, diagnosis: diagnosisSchema }).readonly()
const continuedSchema = z.strictObject({ by: actorSchema, path: pathSchema, builder: z.string().nullable() }).readonly()

/** Every event type of discipline with its data, in its current schema version. */
export const disciplineEventTypes = [
  { type: 'discipline.opened', schema: 1, data: openedSchema },
  { type: 'discipline.card', schema: 1, data: cardDataSchema },
  { type: 'discipline.benched', schema: 1, data: benchedSchema },
  { type: 'discipline.expelled', schema: 1, data: expelledSchema },
  { type: 'discipline.corrected', schema: 1, data: correctedSchema },
  { type: 'discipline.amended', schema: 1, data: amendedSchema },
  { type: 'discipline.rescinded', schema: 1, data: rescindedSchema },
  { type: 'discipline.completed', schema: 1, data: completedSchema },
  { type: 'discipline.failed', schema: 1, data: failedSchema },
  { type: 'discipline.reverted', schema: 1, data: revertedSchema },
  { type: 'discipline.reread', schema: 1, data: rereadSchema },
  { type: 'discipline.reconstructed', schema: 1, data: reconstructedSchema },
  { type: 'discipline.returned', schema: 1, data: returnedSchema },
  { type: 'discipline.kept', schema: 1, data: keptSchema },
  { type: 'discipline.reviewed', schema: 1, data: reviewedSchema },
  { type: 'discipline.continued', schema: 1, data: continuedSchema },
] as const

type Of<Entry> = Entry extends { readonly type: infer Type; readonly data: infer Data extends z.ZodType }
  ? { readonly type: Type; readonly data: z.infer<Data> }
  : never

/** What discipline records; each has its data's schema in `disciplineEventTypes`. */
export type DisciplineEvent = Of<(typeof disciplineEventTypes)[number]>
