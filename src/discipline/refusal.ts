import type { Refusal } from '../ledger/decider'
import type { DisciplineEvent } from './event'

/** Every code that a command can be refused with, and the rule that it keeps. All stand in docs/reference/discipline.md. */
export const refusalRules = {
  'already-completed': 'R-REF-18',
  'already-open': 'R-REF-01',
  'already-rescinded': 'R-REF-20',
  'authority-unchanged': 'R-REF-12',
  'benched-builder': 'R-REF-14',
  'build-paused': 'R-REF-26',
  'card-not-open': 'R-REF-12',
  'corpus-invalid': 'R-REF-08',
  'diagnosis-open': 'R-REF-30',
  duplicate: 'R-REF-11',
  'expelled-builder': 'R-REF-24',
  'instruction-too-short': 'R-REF-08',
  'known-builder': 'R-REF-26',
  'known-card': 'R-REF-25',
  'missing-completedWork': 'R-REF-17',
  'missing-constraints': 'R-REF-17',
  'missing-currentPosition': 'R-REF-17',
  'missing-objective': 'R-REF-17',
  'missing-prohibitedChanges': 'R-REF-17',
  'missing-remainingConditions': 'R-REF-17',
  'never-led': 'R-REF-40',
  'no-anchored-evidence': 'R-REF-08',
  'no-backup': 'R-REF-26',
  'no-builder': 'R-REF-08',
  'no-correction': 'R-REF-10',
  'no-instruction': 'R-REF-08',
  'no-packet': 'R-REF-09',
  'no-reason': 'R-REF-20',
  'not-a-person': 'R-REF-19',
  'not-a-violation': 'R-REF-06',
  'not-authorized': 'R-REF-26',
  'not-benched': 'R-REF-16',
  'not-completed': 'R-REF-18',
  'not-the-lead': 'R-REF-15',
  'not-the-owner': 'R-REF-12',
  'nothing-changed': 'R-REF-12',
  'nothing-to-choose': 'R-REF-26',
  'nothing-to-keep': 'R-REF-19',
  'packet-stopped': 'R-REF-09',
  'prompt-not-rewritten': 'R-REF-29',
  'quote-not-in-authority': 'R-REF-08',
  'review-required': 'R-REF-27',
  'shows-the-breach': 'R-REF-12',
  'unknown-builder': 'R-REF-40',
  'unknown-card': 'R-REF-25',
  'unknown-diagnosis': 'R-REF-37',
  'wrong-document': 'R-REF-16',
} as const

export type RefusalCode = keyof typeof refusalRules

/** One reason why a command is refused. */
export type Fault = { readonly code: RefusalCode; readonly message: string }

/** The first reason by code, and every reason in `all`, sorted by code. */
export type DisciplineRefusal = Refusal & {
  readonly code: RefusalCode
  readonly all: readonly (Refusal & { readonly code: RefusalCode })[]
}

/** What came of a command: the events to record, or the refusal; then nothing counts. */
export type DisciplineDecision =
  { readonly ok: true; readonly events: readonly DisciplineEvent[] } | { readonly ok: false; readonly refusal: DisciplineRefusal }

/** A decision that changes nothing. At least one fault. */
export function refuse(first: Fault, ...rest: readonly Fault[]): DisciplineDecision {
  const all = [first, ...rest]
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map(({ code, message }) => ({ rule: refusalRules[code], code, message }))
  const { rule, code, message } = all[0] ?? { rule: refusalRules[first.code], ...first }
  return { ok: false, refusal: { rule, code, message, all } }
}
