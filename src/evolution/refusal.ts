import type { Refusal } from '../ledger/decider'
import type { EvolutionEvent } from './event'

/** Every code that a command can be refused with, and the rule that it keeps. All stand in docs/reference/evolution.md. */
export const evolutionRefusals = {
  'acknowledged-only': 'R-EVO-09',
  'already-open': 'R-EVO-12',
  expired: 'R-EVO-09',
  'facts-invalid': 'R-JUDGE-28',
  'impact-not-offered': 'R-EVO-09',
  'missing-change': 'R-EVO-05',
  'missing-clause': 'R-EVO-05',
  'missing-counter-example': 'R-EVO-05',
  'missing-evidence': 'R-EVO-05',
  'missing-falsify': 'R-EVO-05',
  'missing-quote': 'R-JUDGE-13',
  'missing-rollback': 'R-EVO-05',
  'missing-signature': 'R-JUDGE-13',
  'missing-source': 'R-JUDGE-13',
  'missing-target': 'R-JUDGE-13',
  'missing-text': 'R-EVO-05',
  'missing-verdict': 'R-JUDGE-13',
  'no-change': 'R-EVO-10',
  'no-policy': 'R-JUDGE-28',
  'no-words': 'R-EVO-09',
  'not-a-person': 'R-EVO-06',
  'not-adopted': 'R-EVO-08',
  'not-open': 'R-EVO-09',
  'not-questioned': 'R-EVO-08',
  'not-recurring': 'R-EVO-04',
  'not-started': 'R-EVO-07',
  'not-the-latest': 'R-EVO-08',
  'not-yet-given': 'R-EVO-09',
  'nothing-new': 'R-EVO-10',
  'nothing-to-offer': 'R-EVO-09',
  'open-proposal': 'R-EVO-04',
  'other-digest': 'R-EVO-09',
  'other-facts': 'R-EVO-05',
  'other-judgement': 'R-JUDGE-13',
  'other-policy': 'R-EVO-05',
  'other-task': 'R-EVO-07',
  'other-workflow': 'R-EVO-11',
  'policy-not-removable': 'R-EVO-05',
  'same-signature': 'R-EVO-04',
  'signal-not-human': 'R-EVO-03',
  'too-long': 'R-EVO-09',
  'two-open-proposals': 'R-EVO-04',
  'unfit-table': 'R-EVO-07',
  'unknown-clause': 'R-EVO-05',
  'unknown-proposal': 'R-EVO-05',
} as const

export type EvolutionRefusalCode = keyof typeof evolutionRefusals

/** One reason why a command is refused. */
export type Fault = { readonly code: EvolutionRefusalCode; readonly message: string }

type One = Refusal & { readonly code: EvolutionRefusalCode }

/** The first reason by code, and every reason in `all`, sorted by code. */
export type EvolutionRefusal = One & { readonly all: readonly One[] }

/** What came of a command: the events to record, or the refusal; then nothing counts. */
export type EvolutionDecision =
  { readonly ok: true; readonly events: readonly EvolutionEvent[] } | { readonly ok: false; readonly refusal: EvolutionRefusal }

/** A decision that changes nothing. At least one fault. */
export function refuse(first: Fault, ...rest: readonly Fault[]): EvolutionDecision {
  const all = [first, ...rest].sort((a, b) => (a.code < b.code ? -1 : 1)).map(ruled)
  return { ok: false, refusal: { ...(all[0] ?? ruled(first)), all } }
}

/** The refusal where there is any fault. */
export function refusedFor(faults: readonly Fault[]): EvolutionDecision | undefined {
  const [first, ...rest] = faults
  return first === undefined ? undefined : refuse(first, ...rest)
}

function ruled({ code, message }: Fault): One {
  return { rule: evolutionRefusals[code], code, message }
}
