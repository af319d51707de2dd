import * as z from 'zod'
import type { FrozenRubric } from '../consensus/rubric'
import type { rulingEventType } from '../consensus/ruling-event'
import { seatSchema } from '../consensus/seat'
import { synthesisReplySchema } from '../consensus/synthesis-reply'
import { keptTextSchema } from './kept-text'
import { modelSchema, seatedSchema, triageSchema, voidCauseSchema } from './member'
import { reportSchema, runSchema } from './report'
import { actorSchema, waySchema } from './resolution-way'
import { keptRulingSchema } from './ruled'
import type { FullSliceSetup } from './setup'

const name = z.string().min(1)
const reasons = z.array(name).readonly()
const issueSchema = z.strictObject({ code: z.string(), path: z.string(), message: z.string() }).readonly()

function holding(...keys: readonly string[]): (input: unknown) => boolean {
  return (input) => typeof input === 'object' && input !== null && keys.every((key) => key in input)
}

const rubricSchema = z.custom<FrozenRubric>(holding('criteria', 'dimensions', 'target', 'hash'), 'a frozen rubric')
const openedSchema = z
  .strictObject({ setup: z.custom<FullSliceSetup>(holding('id', 'spec', 'rubric', 'size', 'mode'), 'a setup read before') })
  .readonly()
const frozenSchema = z.strictObject({ rubric: rubricSchema, version: z.int().min(1) }).readonly()
const vettedSchema = z.strictObject({ lens: name, session: name, approves: z.boolean(), critique: z.string() }).readonly()
const refinedSchema = z.strictObject({ plan: name, rubric: rubricSchema.exactOptional() }).readonly()
const dispatchedSchema = z
  .strictObject({
    number: z.int().min(1),
    session: name,
    token: name,
    model: modelSchema.exactOptional(),
    context: z.string().exactOptional(),
    part: z.string().exactOptional(),
    passedOver: z
      .array(z.strictObject({ step: triageSchema, because: name }).readonly())
      .readonly()
      .exactOptional(),
    /** Steps of the triage that this dispatch takes or passes over. */
    triage: z.array(triageSchema).readonly().exactOptional(),
  })
  .readonly()

/** What a report leads to: a check of it, another dispatch for one of four reasons, or a person. */
export const followsSchema = z.enum(['verify', 'materialise', 'context', 'concerns', 'blocked', 'redo'])

const reportedSchema = z.strictObject({ report: reportSchema, follows: followsSchema, reasons }).readonly()
const lostSchema = z.strictObject({ reason: name }).readonly()
const verifiedSchema = z
  .strictObject({
    runs: z.array(runSchema).readonly(),
    diff: keptTextSchema,
    files: z.array(z.string()).readonly().exactOptional(),
    digest: z.string().exactOptional(),
    follows: z.enum(['panel', 'materialise', 'redo']),
    reasons,
  })
  .readonly()
const convenedSchema = z
  .strictObject({ round: z.int().min(1), isReplacement: z.boolean(), seats: z.array(seatedSchema).readonly() })
  .readonly()
const reseatedSchema = z.strictObject({ instead: name, seat: seatedSchema }).readonly()
const voidedSchema = z.strictObject({ member: name, cause: voidCauseSchema, issues: z.array(issueSchema).readonly() }).readonly()
const answeredSchema = z.strictObject({ member: name, seat: seatSchema, warnings: reasons }).readonly()
const repliedSchema = z.strictObject({ member: name, replies: z.array(synthesisReplySchema).readonly() }).readonly()
/** `asked`: the members whose scores survive on what is disputed; empty unless the ruling asks for synthesis. */
const ruledSchema = z.strictObject({ round: z.int().min(1), ruling: keptRulingSchema, asked: z.array(name).readonly() }).readonly()
const escalatedSchema = z.strictObject({ reasons, nextStep: z.string() }).readonly()
const resolvedSchema = z.strictObject({ by: actorSchema, way: waySchema }).readonly()

/** The check of a report, whose diff may stand in a blob. */
export const verifiedEventType = { type: 'tribunal.verified', schema: 1, data: verifiedSchema } as const

/** Every event type of a slice with its data, in its current schema version; a ruling's own type is consensus's. */
export const tribunalEventTypes = [
  { type: 'tribunal.opened', schema: 1, data: openedSchema },
  { type: 'tribunal.frozen', schema: 1, data: frozenSchema },
  { type: 'tribunal.vetted', schema: 1, data: vettedSchema },
  { type: 'tribunal.refined', schema: 1, data: refinedSchema },
  { type: 'tribunal.dispatched', schema: 1, data: dispatchedSchema },
  { type: 'tribunal.reported', schema: 1, data: reportedSchema },
  { type: 'tribunal.lost', schema: 1, data: lostSchema },
  verifiedEventType,
  { type: 'tribunal.convened', schema: 1, data: convenedSchema },
  { type: 'tribunal.seated', schema: 1, data: reseatedSchema },
  { type: 'tribunal.voided', schema: 1, data: voidedSchema },
  { type: 'tribunal.answered', schema: 1, data: answeredSchema },
  { type: 'tribunal.replied', schema: 1, data: repliedSchema },
  { type: 'tribunal.ruled', schema: 1, data: ruledSchema },
  { type: 'tribunal.escalated', schema: 1, data: escalatedSchema },
  { type: 'tribunal.resolved', schema: 1, data: resolvedSchema },
  { type: 'tribunal.delivered', schema: 1, data: z.strictObject({ channel: name }).readonly() },
  { type: 'tribunal.acknowledged', schema: 1, data: z.strictObject({ by: name }).readonly() },
] as const

type Of<Entry> = Entry extends { readonly type: infer Type; readonly data: infer Data extends z.ZodType }
  ? { readonly type: Type; readonly data: z.infer<Data> }
  : never

/** What a slice records, in the words of `tribunalEventTypes`. */
export type TribunalEvent = Of<(typeof tribunalEventTypes)[number] | typeof rulingEventType>

/** The data of one type of event. */
export type DataOf<Type extends TribunalEvent['type']> = Extract<TribunalEvent, { readonly type: Type }>['data']
