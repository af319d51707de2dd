import type { Digest } from '../canonical/digest'
import { freezeRubric } from '../consensus/rubric'
import type { Issue } from '../issues'
import { hasText } from '../text/blank'
import { planLenses } from './plan-lenses'
import type { CommandTo } from './command'
import type { SliceDecision } from './refusal'
import { record, refuse, refuseFirst } from './refusal'
import { sessionFault } from './sessions'
import type { FullSliceSetup } from './setup'
import { parseSliceSetup, skillFaults } from './setup'
import type { SliceState } from './state'

/** Puts the setup on record and, unless a plan is vetted first, freezes the rubric before any work (R-TRI-07, R-TRI-10). */
export function decideOpening(state: SliceState, { setup }: CommandTo<'open'>, digest: Digest): SliceDecision {
  if (state.phase !== 'unopened') return refuse('already-open', `the record holds ${state.version} events already`)
  const parsed = parseSliceSetup(setup ?? state.setup ?? undefined, digest)
  if (!parsed.ok) return refuse('setup-invalid', said(parsed.issues))
  const full = parsed.value
  const opened = { type: 'tribunal.opened', data: { setup: full } } as const
  return full.plan === undefined ? record(opened, freezing(full.rubric, state.rubricVersion + 1)) : record(opened)
}

/** A frozen rubric as an event. */
export function freezing(rubric: FullSliceSetup['rubric'], version: number) {
  return { type: 'tribunal.frozen', data: { rubric, version } } as const
}

/** A vote on the plan; the last one of three decides: two approvals freeze the criteria, else one refinement, else a person (R-TRI-80). */
export function decideVote(state: SliceState, command: CommandTo<'vet'>): SliceDecision {
  const { lens, session, approves, critique } = command
  if (state.phase !== 'vetting' || state.plan === null || state.rubric === null) return refuse('not-due', 'no plan is being vetted')
  const { votes, refinements } = state.plan
  const known = planLenses.some(({ id }) => id === lens) && votes.every((vote) => vote.lens !== lens)
  const faults = [
    known ? undefined : ({ code: 'unknown-lens', message: `no vote of the lens ${JSON.stringify(lens)} is due` } as const),
    sessionFault(state, session, 'vetter', true),
    approves || hasText(critique) ? undefined : ({ code: 'no-reason', message: 'whoever turns a plan down says why' } as const),
  ]
  const refused = refuseFirst(faults)
  if (refused !== undefined) return refused
  const vote = { type: 'tribunal.vetted', data: { lens, session, approves, critique } } as const
  if (votes.length + 1 < planLenses.length) return record(vote)
  const approvals = votes.filter((one) => one.approves).length + (approves ? 1 : 0)
  if (approvals * 2 > planLenses.length) return record(vote, freezing(state.rubric, state.rubricVersion + 1))
  if (refinements === 0) return record(vote)
  const nextStep = 'accept the plan as it is, give a new rubric with a new plan, or abandon the slice'
  return record(vote, { type: 'tribunal.escalated', data: { reasons: ['plan-not-approved'], nextStep } })
}

/** The one refinement, with all critiques merged; the criteria may be sharpened along with it (R-TRI-80). */
export function decideRefinement(state: SliceState, { plan, rubric }: CommandTo<'refine-plan'>, digest: Digest): SliceDecision {
  if (state.phase !== 'refining') return refuse('not-due', 'no plan waits for its refinement')
  if (!hasText(plan) || plan === state.plan?.text) return refuse('nothing-changed', 'the refined plan is the plan that was turned down')
  if (rubric === undefined) return record({ type: 'tribunal.refined', data: { plan } })
  const frozen = readRubric(state, rubric, digest)
  return frozen.ok
    ? record({ type: 'tribunal.refined', data: { plan, rubric: frozen.value } })
    : refuse('rubric-invalid', said(frozen.issues))
}

/** Freezes a rubric that comes later, by the same rules as the first. */
export function readRubric(state: SliceState, raw: unknown, digest: Digest): ReturnType<typeof freezeRubric> {
  const frozen = freezeRubric(raw, digest)
  if (!frozen.ok) return frozen
  const issues = skillFaults(frozen.value, state.setup?.orchestrationSkills ?? [])
  return issues.length === 0 ? frozen : { ok: false, issues }
}

/** Faults in one line. */
export function said(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
}
