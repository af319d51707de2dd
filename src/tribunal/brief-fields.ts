import { present } from './present'
import type { BriefFor, Feedback } from './brief'
import { risksOf } from './kept-from'
import { planLenses } from './plan-lenses'
import type { KeptVerdict } from './ruled'
import type { PanelSeat, SliceState } from './state'
import { budgetsLeft, lastVerdict } from './state'

/** Where an adversary looks (R-TRI-31). */
export const attackVectors = [
  'assumptions that nobody stated',
  'elaborate design that buries bugs',
  'constraints that were left out',
  'drift that is likely as the work goes on',
  'holes in the specification',
  'parts that break when they are put together',
] as const

function budgetOf(state: SliceState, round: number) {
  const left = budgetsLeft(state)
  return { round, roundsMax: state.rounds.max, roundsLeft: left.rounds, dispatchesLeft: left.dispatches }
}

function frozenFields({ rubric }: SliceState) {
  return { rubric: rubric?.hash ?? '', criteria: rubric?.criteria ?? [], commands: rubric?.commands ?? [], skills: rubric?.skills ?? [] }
}

/** A doer's brief: the slice's whole text, the frozen criteria, what sent the work back, both budgets (R-TRI-11, R-TRI-71). */
export function doerBrief(state: SliceState): BriefFor<'doer'> {
  const { setup, plan, why, whyReasons, doers } = state
  const verdict = lastVerdict(state)
  const isWorking = state.phase === 'working'
  const last = doers.at(-1)
  const goesBack = why === 'iterate' || (verdict !== undefined && state.panel.length > 0) || why === 'granted'
  return present({
    role: 'doer' as const,
    ...frozenFields(state),
    budget: budgetOf(state, Math.max(1, Math.min(state.rounds.max, state.rounds.used + 1))),
    spec: setup?.spec ?? '',
    plan: plan?.text,
    references: setup?.references ?? [],
    why: isWorking ? (last?.why ?? why) : why,
    reasons: whyReasons,
    contexts: doers.flatMap(({ context }) => (context === undefined ? [] : [context])),
    part: last?.part,
    feedback: goesBack && verdict !== undefined ? feedbackOf(state, verdict) : undefined,
  })
}

/** What the last panel gives back: every top concern, the scenarios word for word, scores by dimension, the fix list (R-TRI-73). No names. */
export function feedbackOf(state: SliceState, verdict: KeptVerdict): Feedback {
  const seats = state.panel.length > 0 ? state.panel : (state.history.at(-1)?.seats ?? [])
  const cards = seats.flatMap(({ answer }) => (answer?.outcome === 'scorecard' ? [answer] : []))
  const fix = (one: KeptVerdict['fixList'][number]) => present({ fix: one.fix, dimension: one.dimension, id: one.id, repair: one.repair })
  return {
    topConcerns: cards.map(({ topConcern }) => topConcern),
    scenarios: cards.flatMap(({ scenarios }) =>
      scenarios.map(({ id, input, wrongBehaviour, class: kind, repair }) => ({ id, input, wrongBehaviour, class: kind, repair })),
    ),
    scores: verdict.dimensions.map(({ id, consensus, scores }) => ({ dimension: id, consensus, scores: scores.map(({ score }) => score) })),
    fixList: verdict.fixList.map(fix),
    followUps: verdict.followUps.map(fix),
  }
}

/** A panel member's brief: exactly the fields of spec 04, loop 5; earlier findings come as known risks, without scores or names (R-TRI-19, R-TRI-73). */
export function memberBrief(
  state: SliceState,
  { lens, adversary }: Pick<PanelSeat, 'lens' | 'adversary'>,
): BriefFor<'verifier'> | BriefFor<'adversary'> {
  const { setup, rubric, address, checks, phase } = state
  const round = phase === 'convening' && state.ruling?.kind !== 'replacement' ? state.rounds.used + 1 : state.rounds.used
  const fields = {
    ...frozenFields(state),
    budget: budgetOf(state, round),
    dimensions: (rubric?.dimensions ?? []).map(({ id, weight, criteria }) => ({ id, weight, criteria })),
    target: rubric?.target ?? 0,
    address: address ?? '',
    diff: checks.at(-1)?.diff ?? '',
    references: setup?.references ?? [],
    risks: risksOf(state),
    lens,
  }
  return adversary ? { role: 'adversary', ...fields, attacks: attackVectors } : { role: 'verifier', ...fields }
}

/** One member's part of the synthesis round: unlabelled rationales on what is disputed (R-TRI-53). */
export function synthesisBrief(state: SliceState): BriefFor<'synthesis'> {
  const ruling = state.ruling?.kind === 'synthesis' ? state.ruling : undefined
  const disputed = (ruling?.disputed ?? []).map((dimension) => ({
    dimension,
    rationales: (ruling?.rationales[dimension] ?? []).map(({ label, text }) => ({ label, text })),
  }))
  return { role: 'synthesis', rubric: state.rubric?.hash ?? '', budget: budgetOf(state, state.rounds.used), disputed }
}

/** A plan lens' brief: the slice, the plan, what it would freeze. */
export function planBrief(state: SliceState, lens: string): BriefFor<'plan-lens'> {
  const { rubric: _, ...frozen } = frozenFields(state)
  const asks = planLenses.find(({ id }) => id === lens)?.asks ?? ''
  return { role: 'plan-lens', lens, asks, spec: state.setup?.spec ?? '', plan: state.plan?.text ?? '', ...frozen }
}
