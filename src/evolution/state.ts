import type { CaseRecord } from './case-record'
import type { PastJudgement } from './impact'
import type { Judgement } from './judgement'
import type { OfferData, ProposalData } from './proposal'
import type { Workflow } from './setup'
import type { Signal } from './signal'
import type { SignatureMerge } from './signature'
import type { Clause, Standards } from './standards'

/** How a proposal stands; `adopted` stays under watch. */
export type ProposalStatus = 'open' | 'adopted' | 'rejected' | 'rolled_back'

/** A proposal as it stands now. */
export type Proposal = ProposalData & {
  readonly status: ProposalStatus
  /** The last list of what would change that was offered with it. */
  readonly offer: OfferData | null
  /** The version of the standards that it made; null until adopted. */
  readonly adoptedAs: number | null
  /** The clause as it was before it was adopted; null where it was new. */
  readonly before: Clause | null
  /** Signals against the changed clause from judgements under it, in the order of the events (R-EVO-08). */
  readonly counterExamples: readonly string[]
  /** The number of the event that made it due to look at again; null where nothing new speaks against it. */
  readonly questionedAt: number | null
  /** The number of the event that proposed it. */
  readonly version: number
}

/** A task and the version of the standards that it began under. */
export type TaskPin = { readonly task: string; readonly standards: number }

/** The standards of one workflow and all that led to them: the fold of the events, plain data, lists in the order of the events. */
export type EvolutionState = {
  readonly workflow: Workflow
  readonly clauseBudget: number
  /** Every version there ever was; the last is in force. */
  readonly versions: readonly Standards[]
  readonly signals: readonly Signal[]
  readonly cases: readonly CaseRecord[]
  readonly merges: readonly SignatureMerge[]
  readonly tasks: readonly TaskPin[]
  readonly judgements: readonly Judgement[]
  /** The lights of the same workflow, as their own stream has them. */
  readonly lights: readonly PastJudgement[]
  readonly proposals: readonly Proposal[]
  /** How many events of the record made this state; those of the lights are not counted. */
  readonly version: number
}

/** The standards in force for what begins now. */
export function standardsInForce({ versions }: EvolutionState): Standards {
  return versions.at(-1) ?? { version: 1, clauses: [] }
}

/** The standards that a task is judged by: those that were in force when it began, whatever came later (R-EVO-07); undefined for one that hasn't begun. */
export function standardsOf({ tasks, versions }: EvolutionState, task: string): Standards | undefined {
  const pin = tasks.find((one) => one.task === task)
  return pin === undefined ? undefined : versions.find(({ version }) => version === pin.standards)
}

/** The clause of that id. */
export function findClause({ clauses }: Standards, id: string): Clause | undefined {
  return clauses.find((clause) => clause.id === id)
}

/** The proposal of that id. */
export function findProposal({ proposals }: EvolutionState, id: string): Proposal | undefined {
  return proposals.find((proposal) => proposal.id === id)
}
