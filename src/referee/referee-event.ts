import * as z from 'zod'
import { hashPattern } from '../ledger/event-limits'
import { refereeForms } from './forms'

const name = z.string().min(1)
const form = z.enum(refereeForms)
const attempt = z.union([z.literal(1), z.literal(2)])
const issue = z.strictObject({ code: z.string(), path: z.string(), message: z.string() })
const hash = z.string().regex(hashPattern)
const payload = z.record(z.string(), z.unknown())

const askedSchema = z.strictObject({
  judgement: name,
  form,
  attempt,
  session: name,
  nonce: name.nullable(),
  payload,
  payloadHash: hash,
  tokensIn: z.int().min(0),
  overBudget: z.boolean(),
  cut: z.array(z.strictObject({ path: z.string(), because: z.string() })).readonly(),
  dropped: z.array(z.string()).readonly(),
})

const contractSchema = z.strictObject({
  judgement: name,
  form,
  attempt,
  referee_contract: z.literal('miss'),
  faults: z.array(issue).readonly(),
  raw: z.string(),
})

const lightSchema = z.strictObject({ light: z.enum(['green', 'yellow', 'red']).nullable(), policy: name, rule: name, because: z.string() })

const judgedSchema = z.strictObject({
  rules: z.literal('referee@1'),
  judgement: name,
  form,
  attempt,
  nonce: name.nullable(),
  payload,
  payloadHash: hash,
  raw: z.string(),
  answer: z.record(z.string(), z.unknown()),
  corrections: z.array(z.string()).readonly(),
  tokensOut: z.int().min(0),
  overBudget: z.boolean(),
  light: lightSchema.nullable(),
  independentlyJudged: z.literal(true),
})

const notApplicableSchema = z.strictObject({
  judgement: name,
  form,
  reason: z.enum(['not-started', 'timed-out', 'cut-at-token-limit', 'not-finished', 'missed-twice', 'calls-used-up']),
  message: z.string(),
  payloadHash: hash,
  raw: z.string().nullable(),
  independentlyJudged: z.literal(false),
})

const disputedSchema = z.strictObject({ judgement: name, by: z.strictObject({ kind: z.literal('human'), id: name }), words: name })

/** Every event type of the referee's calls with its data, in its current schema version (R-JUDGE-23, R-JUDGE-27). */
export const refereeEventTypes = [
  { type: 'referee.asked', schema: 1, data: askedSchema },
  { type: 'referee.contract', schema: 1, data: contractSchema },
  { type: 'referee.judged', schema: 1, data: judgedSchema },
  { type: 'referee.not-applicable', schema: 1, data: notApplicableSchema },
  { type: 'referee.disputed', schema: 1, data: disputedSchema },
] as const

type Of<Entry> = Entry extends { readonly type: infer Type; readonly data: infer Data extends z.ZodType }
  ? { readonly type: Type; readonly data: z.infer<Data> }
  : never

/** What the calls of one task leave on record. */
export type RefereeEvent = Of<(typeof refereeEventTypes)[number]>

/** A recorded judgement: what was seen, what was answered, and the rule behind its colour. */
export type JudgedData = z.infer<typeof judgedSchema>
