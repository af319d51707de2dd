import type { DataOf, TribunalEvent } from './event'
import { answered, convened, judgedAll, replied, ruled, seatedAgain, voided } from './evolve-panel'
import { resolved } from './evolve-resolution'
import { dispatchesBySize, roundsDefault } from './size'
import type { DispatchReason, SliceState } from './state'

/**
 * The state after an event. Total: an event of another type, or of a newer schema, changes nothing but the version, which counts every event of the stream. `since`
 * moves with the phase, so that an action keeps its id while others are done.
 */
export function evolve(state: SliceState, event: TribunalEvent & { readonly schema?: number }): SliceState {
  const counted = { ...state, version: state.version + 1 }
  if ((event.schema ?? 1) !== 1) return counted
  const after = apply(counted, event)
  return after === counted || (after.phase === state.phase && !restarts.has(event.type)) ? after : { ...after, since: counted.version }
}

/** Events that make the same phase due anew. */
const restarts: ReadonlySet<string> = new Set(['tribunal.refined', 'tribunal.ruled', 'tribunal.frozen', 'tribunal.escalated'])

function apply(state: SliceState, event: TribunalEvent): SliceState {
  switch (event.type) {
    case 'tribunal.opened':
      return state.phase === 'unopened' ? opened(state, event.data) : state
    case 'tribunal.frozen':
      return frozen(state, event.data)
    case 'tribunal.vetted':
      return vetted(state, event.data)
    case 'tribunal.refined':
      return refined(state, event.data)
    case 'tribunal.dispatched':
      return dispatched(state, event.data)
    case 'tribunal.reported':
      return reported(state, event.data)
    case 'tribunal.lost':
      return due(state, 'lost', [event.data.reason])
    case 'tribunal.verified':
      return verified(state, event.data)
    case 'tribunal.convened':
      return convened(state, event.data)
    case 'tribunal.seated':
      return seatedAgain(state, event.data)
    case 'tribunal.voided':
      return voided(state, event.data)
    case 'tribunal.answered':
      return judgedAll(answered(state, event.data))
    case 'tribunal.replied':
      return replied(state, event.data)
    case 'tribunal.ruled':
      return ruled(state, event.data)
    case 'tribunal.escalated':
      return { ...state, phase: 'asking', stuckOn: event.data.reasons, escalations: [...state.escalations, event.data] }
    case 'tribunal.resolved':
      return resolved(state, event.data)
    case 'tribunal.delivered':
      return { ...state, phase: 'delivered', deliveredOn: event.data.channel }
    case 'tribunal.acknowledged':
      return { ...state, phase: 'closed', acknowledgedBy: event.data.by }
    default:
      return state
  }
}

function opened(state: SliceState, { setup }: DataOf<'tribunal.opened'>): SliceState {
  const { plan, orchestrator, limits, size } = setup
  return {
    ...state,
    setup,
    rubric: setup.rubric,
    phase: plan === undefined ? state.phase : 'vetting',
    plan: plan === undefined ? null : { text: plan, refinements: 0, votes: [], critiques: [] },
    rounds: { used: 0, max: limits.rounds ?? roundsDefault },
    dispatches: { used: 0, max: limits.dispatches ?? dispatchesBySize[size] },
    sessions: orchestrator === undefined ? [] : [{ session: orchestrator, role: 'orchestrator' }],
  }
}

/** A version of the rubric begins: the counters start anew, sessions and tokens stay known. */
function frozen(state: SliceState, { rubric, version }: DataOf<'tribunal.frozen'>): SliceState {
  const { setup } = state
  const isFirst = version === 1
  const existing = isFirst ? setup?.existing : undefined
  return {
    ...state,
    rubric,
    rubricVersion: version,
    phase: existing === undefined ? 'dispatching' : 'verifying',
    address: existing?.address ?? state.address,
    why: 'first',
    whyReasons: [],
    triaged: [],
    rounds: { used: 0, max: setup?.limits.rounds ?? roundsDefault },
    dispatches: { used: 0, max: setup?.limits.dispatches ?? dispatchesBySize[setup?.size ?? 'M'] },
    stuckOn: [],
  }
}

function vetted(state: SliceState, data: DataOf<'tribunal.vetted'>): SliceState {
  if (state.plan === null) return state
  const votes = [...state.plan.votes, data]
  const sessions = [...state.sessions, { session: data.session, role: 'vetter' as const }]
  const isDown = votes.length === 3 && votes.filter((vote) => vote.approves).length < 2
  const critiques = isDown ? votes.flatMap(({ critique }) => (critique === '' ? [] : [critique])) : state.plan.critiques
  const phase = isDown && state.plan.refinements === 0 ? 'refining' : state.phase
  return { ...state, sessions, phase, plan: { ...state.plan, votes, critiques } }
}

function refined(state: SliceState, { plan, rubric = state.rubric ?? undefined }: DataOf<'tribunal.refined'>): SliceState {
  if (state.plan === null) return state
  const next = { ...state.plan, text: plan, refinements: state.plan.refinements + 1, votes: [] }
  return { ...state, phase: 'vetting', plan: next, rubric: rubric ?? null }
}

function dispatched(state: SliceState, data: DataOf<'tribunal.dispatched'>): SliceState {
  return {
    ...state,
    phase: 'working',
    dispatches: { ...state.dispatches, used: state.dispatches.used + 1 },
    doers: [...state.doers, { ...data, why: state.why }],
    sessions: [...state.sessions, { session: data.session, role: 'doer' }],
    tokens: [...state.tokens, data.token],
    triaged: [...state.triaged, ...(data.triage ?? [])],
  }
}

function reported(state: SliceState, data: DataOf<'tribunal.reported'>): SliceState {
  const reports = [...state.reports, data]
  const triaged = data.follows === 'blocked' ? state.triaged : []
  if (data.follows === 'verify') return { ...state, reports, triaged, phase: 'verifying', address: data.report.address.trim() }
  return due({ ...state, reports, triaged }, data.follows, data.reasons)
}

function verified(state: SliceState, data: DataOf<'tribunal.verified'>): SliceState {
  const checks = [...state.checks, data]
  if (data.follows === 'panel') return { ...state, checks, phase: 'convening' }
  return due({ ...state, checks }, data.follows, data.reasons)
}

function due(state: SliceState, why: DispatchReason, reasons: readonly string[]): SliceState {
  return { ...state, phase: 'dispatching', why, whyReasons: reasons }
}
