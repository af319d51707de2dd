import type { ReviewPayload } from '../../../src/referee/review'

type Said = { readonly target: string; readonly quote: string; readonly verdict: string; readonly signature: string }

/** A retrospective's payload around what a person said, at its second occurrence. */
export function reviewPayloadOf({ target, quote, verdict, signature }: Said, more: Partial<ReviewPayload> = {}): ReviewPayload {
  return {
    standards: { family: 'dev', version: 'v8', clauses: [{ id: 'K1', text: 'Copy states only what was verified.' }] },
    card: { id: target, text: 'green: documentation or copy only' },
    human: { quote, verdict, evidence: [], signature },
    same_case_count: 2,
    proposal_state: 'none',
    ids: { case_record: 'C-20261109-01', proposal: 'P-20261109-01' },
    cases: [],
    ...more,
  }
}
