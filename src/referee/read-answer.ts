import type { Correction } from '../blocks/strict-json'
import { readBareBlock } from '../blocks/verdict-block'
import { canonicalJson } from '../canonical/canonical-json'
import type { Issue } from '../issues'
import { shown, sortIssues } from '../issues'
import { parseWith } from '../parsing'
import type { RefereeAnswers, RefereePayloads } from './contract'
import { contracts } from './contract'
import type { RefereeForm } from './forms'
import { budgetOf, estimateTokens } from './forms'

/** What came back from one call. Of `finishReason` only `stop` says that it had finished, and `length` that it was cut at the token limit; `tokensOut` is the provider's own count, where it gives one. */
export type Delivery =
  | { readonly kind: 'answered'; readonly text: string; readonly finishReason?: string; readonly tokensOut?: number }
  | { readonly kind: 'not-started'; readonly message: string }
  | { readonly kind: 'timed-out'; readonly message: string }

/** Why there is no judgement (R-JUDGE-24). */
export type NotApplicableReason = 'not-started' | 'timed-out' | 'cut-at-token-limit' | 'not-finished' | 'missed-twice' | 'calls-used-up'

/** What an answer comes to. Only `judged` carries an answer on, and no other kind ever says that somebody judged. */
export type ReadAnswer<Form extends RefereeForm = RefereeForm> =
  | {
      readonly kind: 'judged'
      readonly independentlyJudged: true
      readonly value: RefereeAnswers[Form]
      /** What was put right in its form; `ledger-ids` where the model's ids gave way to the ledger's. */
      readonly corrections: readonly (Correction | 'ledger-ids')[]
      readonly tokensOut: number
      /** Longer than its form allows (A-JUD-5): on record, and no fault. */
      readonly overBudget: boolean
    }
  | { readonly kind: 'miss'; readonly faults: readonly Issue[]; readonly raw: string }
  | {
      readonly kind: 'not-applicable'
      readonly independentlyJudged: false
      readonly reason: NotApplicableReason
      readonly message: string
      readonly faults: readonly Issue[]
      readonly raw: string | null
    }

/** Which attempt at the judgement this is (1, or 2 for the one re-run), and the nonce that a field of the answer must repeat where the call carried one. */
export type ReadOptions = { readonly attempt?: 1 | 2; readonly nonce?: string }

/**
 * Holds a delivery to the contract of its form (R-JUDGE-12 to R-JUDGE-24): one bare JSON object, each field as it is named, in keeping with the payload. The
 * first miss is asked again; the second is `not-applicable`. Nothing is ever filled in for the referee.
 */
export function readAnswer<Form extends RefereeForm>(
  form: Form,
  delivery: Delivery,
  payload: RefereePayloads[Form],
  { attempt = 1, nonce }: ReadOptions = {},
): ReadAnswer<Form> {
  if (delivery.kind !== 'answered') return notApplicable(delivery.kind, delivery.message, [], null)
  const { text: raw, finishReason, tokensOut } = delivery
  if (finishReason === 'length') return notApplicable('cut-at-token-limit', 'the answer was cut at the token limit', [], raw)
  if (finishReason !== undefined && finishReason !== 'stop') {
    return notApplicable('not-finished', `the model ended with ${shown(finishReason)}: only "stop" says that it had finished`, [], raw)
  }
  const block = readBareBlock(raw, nonce)
  if (block.kind === 'fault') return missed([{ code: block.fault, path: '', message: block.message }], raw, attempt)
  const { answer, faults: against, settled } = contracts[form]
  const parsed = parseWith(answer, block.value)
  if (!parsed.ok) return missed(parsed.issues, raw, attempt)
  const faults = against(parsed.value, payload)
  if (faults.length > 0) return missed(sortIssues(faults), raw, attempt)
  const value = settled(parsed.value, payload)
  const spent = tokensOut ?? estimateTokens(raw)
  return {
    kind: 'judged',
    independentlyJudged: true,
    value,
    corrections: canonicalJson(value) === canonicalJson(parsed.value) ? block.corrections : [...block.corrections, 'ledger-ids'],
    tokensOut: spent,
    overBudget: spent > budgetOf(form, 'red' in payload).tokensOutMax,
  }
}

function missed(faults: readonly Issue[], raw: string, attempt: 1 | 2): Exclude<ReadAnswer, { kind: 'judged' }> {
  return attempt === 1 ? { kind: 'miss', faults, raw } : notApplicable('missed-twice', 'the answer broke its contract twice', faults, raw)
}

function notApplicable(
  reason: NotApplicableReason,
  message: string,
  faults: readonly Issue[],
  raw: string | null,
): Extract<ReadAnswer, { kind: 'not-applicable' }> {
  return { kind: 'not-applicable', independentlyJudged: false, reason, message, faults, raw }
}
