import * as z from 'zod'
import { hashPattern } from '../ledger/event-limits'
import { actorSchema, nameSchema } from './actor'
import { flagsSchema } from './case-record'
import { wordsSchema } from './signal'
import { policySchema } from './standards'

/** `text` keeps a clause's policy, `policy` keeps its text unless given; an unknown clause is added. */
export const changeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: wordsSchema }).readonly(),
  z.strictObject({ kind: z.literal('policy'), policy: policySchema, text: wordsSchema.exactOptional() }).readonly(),
  z.strictObject({ kind: z.literal('removal') }).readonly(),
])

export const proposalDataSchema = z
  .strictObject({
    id: z.string().regex(/^P-\d{8}-\d{2,}$/),
    signature: nameSchema,
    clause: nameSchema,
    change: changeSchema,
    evidence: z.array(wordsSchema).min(1).readonly(),
    counter_example: wordsSchema,
    falsify: wordsSchema,
    rollback: wordsSchema,
    cases: z.array(nameSchema).min(1).readonly(),
    same_case_count: z.int().min(2),
    by: actorSchema,
    flags: flagsSchema,
  })
  .readonly()

/** How one clause would change. */
export type Change = z.infer<typeof changeSchema>

/** A proposal as it was recorded (R-JUDGE-15), all of its parts given. */
export type ProposalData = z.infer<typeof proposalDataSchema>

const count = z.int().min(0)

export const offerDataSchema = z
  .strictObject({
    proposal: nameSchema,
    /** The version that the list was made against; another version in force makes it stale. */
    standards: z.int().min(1),
    policies: z.strictObject({ from: z.string().regex(hashPattern), to: z.string().regex(hashPattern) }).readonly(),
    /** The hash of the whole list's canonical JSON, which is its address as a blob. */
    impact: z.string().regex(hashPattern),
    judged: count,
    notJudged: count,
    flips: count,
    signals: count,
    cells: z.strictObject({ all: count, changed: count }).readonly(),
    inversions: z.strictObject({ gained: count, lost: count }).readonly(),
  })
  .readonly()

/** That the list of what would change was offered, in figures, with the whole list by its hash. */
export type OfferData = z.infer<typeof offerDataSchema>
