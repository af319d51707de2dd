import * as z from 'zod'
import { anyStandardsSchema, casesSchema, filledSchema, textSchema } from './facts'

const dayId = (letter: string) => z.string().regex(new RegExp(`^${letter}-\\d{8}-\\d{2,}$`), `${letter}-YYYYMMDD-NN`)
const texts = z.array(filledSchema).readonly()

const humanSchema = z.strictObject({ quote: filledSchema, verdict: filledSchema, evidence: texts, signature: filledSchema }).readonly()

export const reviewPayloadSchema = z
  .strictObject({
    standards: anyStandardsSchema,
    card: z.strictObject({ id: filledSchema, text: textSchema }).readonly(),
    human: humanSchema.nullable(),
    same_case_count: z.int().min(0),
    proposal_state: z.enum(['none', 'open', 'rejected']),
    ids: z.strictObject({ case_record: dayId('C'), proposal: dayId('P') }).readonly(),
    cases: casesSchema,
  })
  .readonly()

/**
 * What a retrospective is made from (R-JUDGE-10): the card, the person's exact words with conclusion and evidence, the ledger's count of the signature with
 * this signal included, what became of its last proposal, and the ids that the ledger gives out. `human` is null where nobody objected.
 */
export type ReviewPayload = z.infer<typeof reviewPayloadSchema>

const humanSignalSchema = z
  .strictObject({ target: filledSchema, quote: filledSchema, verdict: filledSchema, evidence: texts, signature: filledSchema })
  .readonly()

const caseRecordSchema = z
  .strictObject({
    id: filledSchema,
    signature: filledSchema,
    verdict: filledSchema,
    human_said: filledSchema,
    cause: filledSchema,
    signal: z.enum(['human_interruption', 'human_correction', 'human_negative_feedback']),
    source: filledSchema,
    status: z.enum(['observing', 'proposed']),
  })
  .readonly()

const proposalSchema = z
  .strictObject({
    id: filledSchema,
    clause: filledSchema,
    change: filledSchema,
    evidence: z.array(filledSchema).min(1, 'at least one piece of evidence').readonly(),
    counter_example: filledSchema,
    falsify: filledSchema,
    rollback: filledSchema,
  })
  .readonly()

export const reviewAnswerSchema = z
  .strictObject({
    human_signal: humanSignalSchema.nullable(),
    same_case_count: z.int().min(0, 'a whole number, 0 or more'),
    action: z.enum(['none', 'record', 'propose']),
    case_record: caseRecordSchema.nullable().default(null),
    proposal: proposalSchema.nullable().default(null),
  })
  .readonly()

/** What a retrospective records and proposes (R-JUDGE-13 to R-JUDGE-15); null, or absent, where there is nothing of the kind. */
export type ReviewAnswer = z.infer<typeof reviewAnswerSchema>
