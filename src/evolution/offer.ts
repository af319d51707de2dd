import { hashOf } from '../canonical/digest'
import type { Policy } from '../policy/policy'
import type { Impact } from './impact'
import { impact } from './impact'
import type { OfferData } from './proposal'
import type { EvolutionState, Proposal } from './state'
import { findClause, standardsInForce } from './state'

/** The tables that a proposal would exchange; undefined where it changes no table that is in force, so that there is nothing to try past cases on. */
export function policiesOf(
  state: EvolutionState,
  { clause, change }: Proposal,
): { readonly from: Policy; readonly to: Policy } | undefined {
  const from = findClause(standardsInForce(state), clause)?.policy
  return from === undefined || change.kind !== 'policy' ? undefined : { from, to: change.policy }
}

/**
 * What an open proposal would have changed, tried on every judgement that the ledger holds, those of this record and the lights of its workflow: what a
 * person is shown before they decide. Undefined where no table in force is changed.
 */
export function impactOf(state: EvolutionState, proposal: Proposal): Impact | undefined {
  const policies = policiesOf(state, proposal)
  if (policies === undefined) return undefined
  const { judgements, lights, signals } = state
  return impact({ judgements: [...judgements, ...lights], signals }, policies.from, policies.to)
}

/** What taking an adopted change of a table back would change, tried likewise; undefined where no table stands against another. */
export function takenBack(state: EvolutionState, { clause, before }: Proposal): Impact | undefined {
  const [from, to] = [findClause(standardsInForce(state), clause)?.policy, before?.policy]
  if (from === undefined || to === undefined) return undefined
  const { judgements, lights, signals } = state
  return impact({ judgements: [...judgements, ...lights], signals }, from, to)
}

/** The list of what would change that still holds: made against the version in force; undefined where none was offered, or the standards moved on since. */
export function validOffer(state: EvolutionState, { offer }: Proposal): OfferData | undefined {
  return offer !== null && offer.standards === standardsInForce(state).version ? offer : undefined
}

/** The list in figures, as it is recorded. */
export function offerOf(state: EvolutionState, proposal: string, list: Impact): OfferData {
  return {
    proposal,
    standards: standardsInForce(state).version,
    policies: { from: list.policies.fromHash, to: list.policies.toHash },
    impact: hashOf(list),
    judged: list.judged,
    notJudged: list.notJudged.length,
    flips: list.flips.length,
    signals: list.flips.reduce((sum, { signals }) => sum + signals.length, 0),
    cells: { all: list.cells.all, changed: list.cells.changed },
    inversions: { gained: list.inversions.gained.length, lost: list.inversions.lost.length },
  }
}

/** What an approval is bound to: all of the proposal, the version in force, and the list that was offered (R-EVO-09). */
export function proposalDigest(state: EvolutionState, proposal: Proposal): string {
  const { id, signature, clause, change, evidence, counter_example, falsify, rollback } = proposal
  return hashOf({
    proposal: { id, signature, clause, change, evidence, counter_example, falsify, rollback },
    standards: standardsInForce(state).version,
    impact: validOffer(state, proposal)?.impact ?? null,
  })
}
