import * as z from 'zod'
import { nameSchema } from './actor'
import { factsSchema, signalKinds, wordsSchema } from './signal'

export const caseStatuses = ['observing', 'proposed', 'adopted', 'rejected', 'rolled_back'] as const

export const evolutionFlags = ['count-mismatch', 'rule-budget'] as const

export const flagsSchema = z.array(z.enum(evolutionFlags)).readonly()

/** The fields of a case record (R-JUDGE-14), with what the count came to and what it calls for (R-JUDGE-16, R-JUDGE-19). */
export const caseDataSchema = z
  .strictObject({
    id: z.string().regex(/^C-\d{8}-\d{2,}$/),
    signature: nameSchema,
    verdict: wordsSchema,
    human_said: wordsSchema,
    cause: z.string(),
    signal: z.enum(signalKinds),
    source: nameSchema,
    status: z.literal('observing'),
    of: nameSchema,
    target: nameSchema,
    facts: factsSchema.exactOptional(),
    /** Under which version of the standards its card was judged, or the one in force when the signal came. */
    standards: z.int().min(1),
    same_case_count: z.int().min(1),
    action: z.enum(['record', 'propose']),
    flags: flagsSchema,
    /** The changed clauses that this signal speaks against, each with the condition under which it was to be given up. */
    counters: z.array(z.strictObject({ proposal: nameSchema, clause: nameSchema, falsify: z.string() }).readonly()).readonly(),
  })
  .readonly()

/** A case as it was recorded; `of` names the signal. */
export type CaseData = z.infer<typeof caseDataSchema>

/** How a case stands. */
export type CaseStatus = (typeof caseStatuses)[number]

/** What a person should know before they decide: the reported count is not the ledger's, or the standards have grown long. */
export type EvolutionFlag = (typeof evolutionFlags)[number]

/** A case record as it stands now: `proposal` is the one that it was last part of, `version` the number of the event that recorded it. */
export type CaseRecord = Omit<CaseData, 'status'> & {
  readonly status: CaseStatus
  readonly proposal: string | null
  readonly version: number
}
