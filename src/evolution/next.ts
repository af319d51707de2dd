import { countedCases, isProposalDue } from './count'
import { policiesOf, proposalDigest, validOffer } from './offer'
import type { EvolutionFlag } from './case-record'
import type { Change, OfferData } from './proposal'
import { rootSignature } from './signature'
import type { EvolutionState, Proposal } from './state'

type Due =
  | { readonly kind: 'write-proposal'; readonly signature: string; readonly count: number; readonly cases: readonly string[] }
  | { readonly kind: 'offer-impact'; readonly proposal: string }
  | {
      readonly kind: 'ask-decision'
      readonly proposal: string
      readonly clause: string
      readonly change: Change
      readonly falsify: string
      readonly rollback: string
      readonly flags: readonly EvolutionFlag[]
      readonly offer: OfferData | null
      /** What an approval has to name. */
      readonly digest: string
    }
  | {
      readonly kind: 'ask-rollback'
      readonly proposal: string
      readonly clause: string
      readonly falsify: string
      readonly rollback: string
      readonly counterExamples: readonly string[]
    }

/** What is due. `id` is `kind:subject@version`, where version is the number of the event that made it due, so that doing it twice is seen. */
export type EvolutionAction = Due & { readonly id: string }

/**
 * What is due now: proposals that recurrence calls for, then for each open one the list of what it would change and after it a person's decision, then the
 * changed clauses that something new speaks against. Nothing due changes the standards by itself (R-EVO-06, R-EVO-09).
 */
export function next(state: EvolutionState): EvolutionAction[] {
  return [...proposalsDue(state), ...decisionsDue(state), ...rollbacksDue(state)]
}

function proposalsDue(state: EvolutionState): EvolutionAction[] {
  const roots = [...new Set(state.cases.map(({ signature }) => rootSignature(state.merges, signature)))]
  return roots
    .filter((root) => isProposalDue(state, root))
    .map((signature) => {
      const counted = countedCases(state, signature)
      const since = Math.max(...counted.map(({ version }) => version))
      const id = `write-proposal:${signature}@${since}`
      return { kind: 'write-proposal', id, signature, count: counted.length, cases: counted.map((one) => one.id) }
    })
}

function decisionsDue(state: EvolutionState): EvolutionAction[] {
  return state.proposals.filter(({ status }) => status === 'open').map((proposal) => decisionDue(state, proposal))
}

function decisionDue(state: EvolutionState, proposal: Proposal): EvolutionAction {
  const { id, clause, change, falsify, rollback, flags, version } = proposal
  const offer = validOffer(state, proposal) ?? null
  if (offer === null && policiesOf(state, proposal) !== undefined) {
    return { kind: 'offer-impact', id: `offer-impact:${id}@${version}.${state.versions.length}`, proposal: id }
  }
  const due = { proposal: id, clause, change, falsify, rollback, flags, offer, digest: proposalDigest(state, proposal) }
  return { kind: 'ask-decision', id: `ask-decision:${id}@${version}.${state.versions.length}`, ...due }
}

function rollbacksDue({ proposals }: EvolutionState): EvolutionAction[] {
  return proposals.flatMap(({ id, clause, falsify, rollback, counterExamples, questionedAt, status }): EvolutionAction[] => {
    if (questionedAt === null || status !== 'adopted') return []
    return [{ kind: 'ask-rollback', id: `ask-rollback:${id}@${questionedAt}`, proposal: id, clause, falsify, rollback, counterExamples }]
  })
}
