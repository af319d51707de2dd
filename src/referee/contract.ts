import * as z from 'zod'
import type { Issue } from '../issues'
import type { ApproveAnswer, ApprovePayload } from './approve'
import { approveAnswerSchema, approvePayloadSchema } from './approve'
import { compareFaults, recheckFaults } from './axes-contract'
import type { CompareAnswer, ComparePayload } from './compare'
import { compareAnswerSchema, comparePayloadSchema } from './compare'
import type { RefereeForm } from './forms'
import type { RecheckAnswer, RecheckPayload } from './recheck'
import { recheckAnswerSchema, recheckPayloadSchema } from './recheck'
import type { ReviewAnswer, ReviewPayload } from './review'
import { reviewAnswerSchema, reviewPayloadSchema } from './review'
import { reviewFaults } from './review-contract'

/** The payload of each form: fixed fields, and no other can travel (R-JUDGE-06, R-JUDGE-07). */
export type RefereePayloads = {
  readonly approve: ApprovePayload
  readonly compare: ComparePayload
  readonly recheck: RecheckPayload
  readonly review: ReviewPayload
}

/** The answer that each form must give. */
export type RefereeAnswers = {
  readonly approve: ApproveAnswer
  readonly compare: CompareAnswer
  readonly recheck: RecheckAnswer
  readonly review: ReviewAnswer
}

/** The contract of one form: what goes in, what must come out, and where an answer of the right shape still breaks with its payload. */
export type Contract<Form extends RefereeForm> = {
  readonly payload: z.ZodType<RefereePayloads[Form]>
  readonly answer: z.ZodType<RefereeAnswers[Form]>
  readonly faults: (answer: RefereeAnswers[Form], payload: RefereePayloads[Form]) => Issue[]
  /** Puts in what only the ledger may say. */
  readonly settled: (answer: RefereeAnswers[Form], payload: RefereePayloads[Form]) => RefereeAnswers[Form]
}

/** All contracts, by form (R-JUDGE-12). */
export const contracts: { readonly [Form in RefereeForm]: Contract<Form> } = {
  approve: { payload: approvePayloadSchema, answer: approveAnswerSchema, faults: () => [], settled: (answer) => answer },
  compare: { payload: comparePayloadSchema, answer: compareAnswerSchema, faults: compareFaults, settled: (answer) => answer },
  recheck: { payload: recheckPayloadSchema, answer: recheckAnswerSchema, faults: recheckFaults, settled: (answer) => answer },
  review: { payload: reviewPayloadSchema, answer: reviewAnswerSchema, faults: reviewFaults, settled: withLedgerIds },
}

/** Ids are given out by the ledger (A-JUD-15): whatever a model writes there, these stand. */
function withLedgerIds(answer: ReviewAnswer, { ids }: ReviewPayload): ReviewAnswer {
  const { case_record: record, proposal } = answer
  return {
    ...answer,
    case_record: record === null ? null : { ...record, id: ids.case_record },
    proposal: proposal === null ? null : { ...proposal, id: ids.proposal },
  }
}

/** The JSON Schema of a form's answer, for models that can be held to one; with `nonce` a field of that name must repeat it. */
export function answerJsonSchema(form: RefereeForm, nonce?: string): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(contracts[form].answer, { io: 'input' })
  if (nonce === undefined) return schema
  return {
    ...schema,
    properties: { nonce: { const: nonce }, ...schema.properties },
    required: ['nonce', ...(schema.required ?? [])],
  }
}
