import * as z from 'zod'
import { actorSchema, attestedSchema, nameSchema, timeMsSchema } from './actor'
import { caseDataSchema } from './case-record'
import { judgementDataSchema } from './judgement'
import { offerDataSchema, proposalDataSchema } from './proposal'
import { workflowSchema } from './setup'
import { signalDataSchema, wordsSchema } from './signal'
import { clauseSchema, standardsSchema } from './standards'

const version = z.int().min(1)
const person = { by: actorSchema, words: wordsSchema, attested: attestedSchema }

const openedSchema = z.strictObject({ workflow: workflowSchema, standards: standardsSchema, clauseBudget: z.int().min(1) }).readonly()
const mergedSchema = z.strictObject({ from: nameSchema, into: nameSchema, by: actorSchema, attested: attestedSchema }).readonly()
const startedSchema = z.strictObject({ task: nameSchema, standards: version }).readonly()
const approvedSchema = z
  .strictObject({
    proposal: nameSchema,
    /** What the person was shown, by its hash: the proposal, the version in force, the list of what would change. */
    digest: nameSchema,
    ...person,
    givenAtMs: timeMsSchema,
    expiresAtMs: timeMsSchema,
    standards: version,
    clause: nameSchema,
    before: clauseSchema.nullable(),
    after: clauseSchema.nullable(),
  })
  .readonly()
const rejectedSchema = z.strictObject({ proposal: nameSchema, ...person }).readonly()
const keptSchema = z.strictObject({ proposal: nameSchema, ...person }).readonly()
const rollbackSchema = z
  .strictObject({ proposal: nameSchema, ...person, standards: version, clause: nameSchema, restored: clauseSchema.nullable() })
  .readonly()

/** The event that names the list of what a proposal would have changed, which is a blob. */
export const offeredEventType = { type: 'evolution.offered', schema: 1, data: offerDataSchema } as const

/** Every event type of rule evolution with its data, in its current schema version. */
export const evolutionEventTypes = [
  { type: 'evolution.opened', schema: 1, data: openedSchema },
  { type: 'evolution.signal', schema: 1, data: signalDataSchema },
  { type: 'evolution.case', schema: 1, data: caseDataSchema },
  { type: 'evolution.merged', schema: 1, data: mergedSchema },
  { type: 'evolution.started', schema: 1, data: startedSchema },
  { type: 'evolution.judged', schema: 1, data: judgementDataSchema },
  { type: 'evolution.proposed', schema: 1, data: proposalDataSchema },
  offeredEventType,
  { type: 'evolution.approved', schema: 1, data: approvedSchema },
  { type: 'evolution.rejected', schema: 1, data: rejectedSchema },
  { type: 'evolution.kept', schema: 1, data: keptSchema },
  { type: 'standards.rollback', schema: 1, data: rollbackSchema },
] as const

/** A person's decisions on the standards: in a keyed ledger each needs a signature (spec 09). */
export const personalEvolutionTypes = ['evolution.approved', 'evolution.rejected', 'standards.rollback'] as const

type Of<Entry> = Entry extends { readonly type: infer Type; readonly data: infer Data extends z.ZodType }
  ? { readonly type: Type; readonly data: z.infer<Data> }
  : never

/** What rule evolution records; each has its data's schema in `evolutionEventTypes`. */
export type EvolutionEvent = Of<(typeof evolutionEventTypes)[number]>

/** The data of one type of event. */
export type EvolutionData<Type extends EvolutionEvent['type']> = Extract<EvolutionEvent, { readonly type: Type }>['data']
