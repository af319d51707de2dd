import type { CaseData, CaseRecord, CaseStatus } from './case-record'
import type { EvolutionData, EvolutionEvent } from './event'
import { initialState, settledClause } from './initial'
import type { FaultCard, GateCard } from '../light/light-event'
import type { PastJudgement } from './impact'
import type { Signal } from './signal'
import { rootSignature } from './signature'
import type { Clause } from './standards'
import type { EvolutionState, Proposal } from './state'
import { findProposal, standardsInForce } from './state'

/** A light as its own stream records it. */
export type LightJudged = { readonly type: 'light.judged'; readonly data: FaultCard | GateCard }

/** The state after an event. Total: an event of another type, or of a newer schema, leaves the state as it is. Nothing that was there is taken away. */
export function evolve(state: EvolutionState, event: (EvolutionEvent | LightJudged) & { readonly schema?: number }): EvolutionState {
  if ((event.schema ?? 1) !== 1) return state
  if (event.type === 'light.judged') return withLight(state, event.data)
  const applied = apply(state, event)
  return applied === undefined ? state : { ...applied, version: state.version + 1 }
}

/** A gate that its table was not asked for has no facts to try again. */
function withLight(state: EvolutionState, card: FaultCard | GateCard): EvolutionState {
  if (card.kind !== (state.workflow === 'bugfix' ? 'fault' : 'gate') || (card.kind === 'gate' && card.path !== 'table')) return state
  const facts = card.kind === 'fault' ? card.facts : card.payload.facts
  const light: PastJudgement = { card: card.card, facts, policy: card.policy }
  return { ...state, lights: [...state.lights, light] }
}

function apply(state: EvolutionState, event: EvolutionEvent): EvolutionState | undefined {
  switch (event.type) {
    case 'evolution.opened':
      return state.version > 0 ? undefined : { ...initialState(event.data), lights: state.lights }
    case 'evolution.signal':
      return withSignal(state, event.data)
    case 'evolution.case':
      return withCase(state, event.data)
    case 'evolution.merged':
      return { ...state, merges: [...state.merges, { from: event.data.from, into: event.data.into }] }
    case 'evolution.started':
      return { ...state, tasks: [...state.tasks, event.data] }
    case 'evolution.judged':
      return { ...state, judgements: [...state.judgements, event.data] }
    case 'evolution.proposed':
      return withProposal(state, event.data)
    case 'evolution.offered':
      return withEach(state, event.data.proposal, { offer: event.data })
    case 'evolution.approved':
      return withApproval(state, event.data)
    case 'evolution.rejected':
      return settled(withEach(state, event.data.proposal, { status: 'rejected' }), event.data.proposal, 'rejected')
    case 'evolution.kept':
      return withEach(state, event.data.proposal, { questionedAt: null })
    case 'standards.rollback':
      return withRollback(state, event.data)
    default:
      return undefined
  }
}

/** A signal shows that its task had begun, so it is pinned where nobody said so: the case behind a change is never judged by it (R-EVO-07). */
function withSignal(state: EvolutionState, signal: Signal): EvolutionState {
  const signals = [...state.signals, signal]
  if (state.tasks.some(({ task }) => task === signal.source)) return { ...state, signals }
  return { ...state, signals, tasks: [...state.tasks, { task: signal.source, standards: standardsInForce(state).version }] }
}

function withCase(state: EvolutionState, data: CaseData): EvolutionState {
  const version = state.version + 1
  const questioned = new Set(data.counters.map(({ proposal }) => proposal))
  return {
    ...state,
    cases: [...state.cases, { ...data, proposal: null, version }],
    proposals: state.proposals.map((proposal) =>
      questioned.has(proposal.id)
        ? { ...proposal, counterExamples: [...proposal.counterExamples, data.of], questionedAt: version }
        : proposal,
    ),
  }
}

function withProposal(state: EvolutionState, data: EvolutionData<'evolution.proposed'>): EvolutionState {
  const fresh = { status: 'open', offer: null, adoptedAs: null, before: null, counterExamples: [], questionedAt: null } as const
  const proposals = [...state.proposals, { ...data, ...fresh, version: state.version + 1 }]
  return settled({ ...state, proposals }, data.id, 'proposed')
}

function withApproval(state: EvolutionState, data: EvolutionData<'evolution.approved'>): EvolutionState {
  const { proposal, standards, clause, before, after } = data
  const changed = withEach(state, proposal, { status: 'adopted', adoptedAs: standards, before })
  return settled(withClause(changed, standards, clause, after), proposal, 'adopted')
}

function withRollback(state: EvolutionState, data: EvolutionData<'standards.rollback'>): EvolutionState {
  const { proposal, standards, clause, restored } = data
  const changed = withEach(state, proposal, { status: 'rolled_back', questionedAt: null })
  return settled(withClause(changed, standards, clause, restored), proposal, 'rolled_back')
}

/** A new version of the standards in which one clause is another, new or gone. */
function withClause(state: EvolutionState, version: number, id: string, clause: Clause | null): EvolutionState {
  const { clauses } = standardsInForce(state)
  const entry = clause === null ? [] : [settledClause(clause)]
  const known = clauses.some((one) => one.id === id)
  const changed = known ? clauses.flatMap((one) => (one.id === id ? entry : [one])) : [...clauses, ...entry]
  return { ...state, versions: [...state.versions, { version, clauses: changed }] }
}

function withEach(state: EvolutionState, id: string, change: Partial<Proposal>): EvolutionState {
  return { ...state, proposals: state.proposals.map((proposal) => (proposal.id === id ? { ...proposal, ...change } : proposal)) }
}

/** What becomes of a proposal becomes of the cases of its signature that nobody has decided yet; a rollback takes along those that it was adopted for. */
function settled(state: EvolutionState, id: string, status: Exclude<CaseStatus, 'observing'>): EvolutionState {
  const proposal = findProposal(state, id)
  if (proposal === undefined) return state
  const root = rootSignature(state.merges, proposal.signature)
  const isOpen = (one: CaseRecord): boolean => one.status === 'observing' || one.status === 'proposed'
  const isTouched = (one: CaseRecord): boolean =>
    status === 'rolled_back' ? one.proposal === id : isOpen(one) && rootSignature(state.merges, one.signature) === root
  return { ...state, cases: state.cases.map((one) => (isTouched(one) ? { ...one, status, proposal: id } : one)) }
}
