import type { Decision } from '../ledger/decider'
import type { TribunalEvent } from './event'

/** Every code that a command to a slice can be refused with, and the rule that it keeps. All stand in docs/reference/tribunal.md. */
export const tribunalRefusals = {
  'adversary-missing': 'R-TRI-30',
  'adversary-weaker': 'R-TRI-35',
  'already-open': 'R-TRI-07',
  'command-invalid': 'R-TRI-27',
  'doer-not-fresh': 'R-TRI-73',
  'input-refused': 'R-TRI-27',
  'member-doubled': 'R-TRI-03',
  'model-changed': 'R-TRI-17',
  'no-concern': 'R-TRI-16',
  'no-context': 'R-TRI-17',
  'no-evidence': 'R-TRI-50',
  'no-reason': 'R-TRI-85',
  'no-session': 'R-TRI-03',
  'no-token': 'R-TRI-03',
  'not-a-person': 'R-TRI-63',
  'not-due': 'R-TRI-74',
  'not-the-requester': 'R-TRI-78',
  'nothing-changed': 'R-TRI-18',
  'orchestrator-session': 'R-TRI-04',
  'other-channel': 'R-TRI-78',
  'other-rubric': 'R-TRI-07',
  'other-session': 'R-TRI-03',
  'panel-size': 'R-TRI-38',
  'panel-too-early': 'R-TRI-06',
  'replacement-mismatch': 'R-TRI-49',
  'rubric-invalid': 'R-TRI-10',
  'run-missing': 'R-TRI-79',
  'session-in-two-roles': 'R-TRI-03',
  'setup-invalid': 'R-TRI-07',
  'token-used': 'R-TRI-03',
  'triage-order': 'R-TRI-18',
  'unknown-lens': 'R-TRI-80',
  'unknown-member': 'R-TRI-03',
  'unknown-scenario': 'R-TRI-33',
  'verifier-seen': 'R-TRI-70',
  'way-closed': 'R-TRI-74',
  'work-not-done': 'R-TRI-78',
  'wrong-token': 'R-TRI-03',
} as const

export type TribunalRefusalCode = keyof typeof tribunalRefusals

/** Events to record, or the refusal; then nothing counts. */
export type SliceDecision = Decision<TribunalEvent>

/** A decision that changes nothing. */
export function refuse(code: TribunalRefusalCode, message: string): SliceDecision {
  return { ok: false, refusal: { rule: tribunalRefusals[code], code, message } }
}

/** A reason to refuse, before it is one. */
export type Fault = { readonly code: TribunalRefusalCode; readonly message: string }

/** Refuses by the first fault; undefined without any. */
export function refuseFirst(faults: readonly (Fault | undefined)[]): SliceDecision | undefined {
  const first = faults.find((fault) => fault !== undefined)
  return first === undefined ? undefined : refuse(first.code, first.message)
}

/** A decision to record these. */
export function record(...events: readonly TribunalEvent[]): SliceDecision {
  return { ok: true, events }
}
