import type { CaseRecord } from './case-record'
import { rootSignature } from './signature'
import type { EvolutionState, Proposal } from './state'

/** From so many cases of one signature on a proposal is due (R-EVO-04). */
export const recurringFrom = 2

/** The cases of a signature, whatever became of them. */
export function casesOf({ cases, merges }: EvolutionState, signature: string): CaseRecord[] {
  const root = rootSignature(merges, signature)
  return cases.filter((one) => rootSignature(merges, one.signature) === root)
}

/**
 * The cases that count for a signature, in the order of the events: neither their target nor their task was counted before. What a person rejected or
 * rolled back is no longer counted, so the count starts anew.
 */
export function countedCases(state: EvolutionState, signature: string): CaseRecord[] {
  const targets = new Set<string>()
  const sources = new Set<string>()
  return casesOf(state, signature).filter(({ status, target, source }) => {
    if (status === 'rejected' || status === 'rolled_back' || targets.has(target) || sources.has(source)) return false
    targets.add(target)
    sources.add(source)
    return true
  })
}

/** How many distinct targets have that signature, the latest included (R-JUDGE-16). The ledger's count, whatever anybody reports. */
export function sameCaseCount(state: EvolutionState, signature: string): number {
  return countedCases(state, signature).length
}

/** The open proposal for a signature, of which there is at most one. */
export function openProposalFor({ proposals, merges }: EvolutionState, signature: string): Proposal | undefined {
  const root = rootSignature(merges, signature)
  return proposals.find((proposal) => proposal.status === 'open' && rootSignature(merges, proposal.signature) === root)
}

/** Whether a proposal is due: it recurred, none is open, and since the last decision something new was counted (R-EVO-04, R-EVO-10). */
export function isProposalDue(state: EvolutionState, signature: string): boolean {
  if (openProposalFor(state, signature) !== undefined) return false
  const counted = countedCases(state, signature)
  return counted.length >= recurringFrom && counted.some(({ status }) => status === 'observing')
}
