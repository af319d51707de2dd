import type { Digest } from '../canonical/digest'
import { shown } from '../issues'
import { hasText } from '../text/blank'
import type { CommandTo } from './command'
import { freezing, readRubric, said } from './decide-opening'
import { grantWanted } from './evolve-resolution'
import type { SliceDecision } from './refusal'
import { record, refuse } from './refusal'
import type { ResolutionWay } from './resolution-way'
import { resolutionWays } from './resolution-way'
import type { SliceState } from './state'

/** The ways that are open to a person now: without a panel's ruling there is nothing to rebut, before the criteria are frozen nothing to grant. */
export function waysOpen(state: SliceState): ResolutionWay['take'][] {
  const isPlan = state.stuckOn.includes('plan-not-approved')
  const canRebut = state.ruling?.kind === 'verdict' && state.panel.length > 0
  return resolutionWays.filter((way) => {
    if (way === 'rebut') return canRebut
    if (way === 'grant') return !isPlan
    return way !== 'accept' || isPlan || state.address !== null
  })
}

/** A person's word on a slice that stands still (R-TRI-74, R-TRI-63); nobody else's counts. */
export function decideResolution(state: SliceState, { by, way }: CommandTo<'resolve'>, digest: Digest): SliceDecision {
  if (state.phase !== 'asking') return refuse('not-due', `nobody was asked: the slice is ${state.phase}`)
  if (by.kind !== 'human') return refuse('not-a-person', `${shown(by.id)} is no person (${by.kind}); only a person resolves a slice`)
  if (!waysOpen(state).includes(way.take))
    return refuse('way-closed', `${way.take} is not open here; open are ${waysOpen(state).join(', ')}`)
  const fault = faultOf(state, way)
  if (fault !== undefined) return fault
  const resolved = { type: 'tribunal.resolved', data: { by, way } } as const
  if (way.take === 'new-rubric') {
    const rubric = readRubric(state, way.rubric, digest)
    if (!rubric.ok) return refuse('rubric-invalid', said(rubric.issues))
    return record({ ...resolved, data: { by, way: { ...way, rubric: rubric.value } } }, freezing(rubric.value, state.rubricVersion + 1))
  }
  const isPlan = way.take === 'accept' && state.stuckOn.includes('plan-not-approved')
  return isPlan && state.rubric !== null ? record(resolved, freezing(state.rubric, state.rubricVersion + 1)) : record(resolved)
}

function faultOf(state: SliceState, way: ResolutionWay): SliceDecision | undefined {
  switch (way.take) {
    case 'accept':
    case 'abandon':
      return hasText(way.reason) ? undefined : refuse('no-reason', `to ${way.take} takes a reason`)
    case 'grant':
      return grantFault(state, way)
    case 'rebut':
      return rebuttalFault(state, way)
    case 'new-rubric':
      return undefined
  }
}

/** Nothing is recorded that would leave the slice standing where it stands. */
function grantFault(state: SliceState, { rounds, dispatches }: Extract<ResolutionWay, { take: 'grant' }>): SliceDecision | undefined {
  if (rounds + dispatches === 0) return refuse('nothing-changed', 'a grant of nothing changes nothing')
  const wanted = grantWanted(state)
  if (wanted === 'dispatch' && dispatches === 0) {
    const message = `all ${state.dispatches.max} doer dispatches are used, and a fresh doer is what comes next: grant a dispatch`
    return refuse('nothing-changed', message)
  }
  if (wanted === 'round' && rounds === 0) {
    return refuse('nothing-changed', `all ${state.rounds.max} rounds are used, and a fresh panel is what comes next: grant a round`)
  }
  return undefined
}

function rebuttalFault(state: SliceState, way: Extract<ResolutionWay, { take: 'rebut' }>): SliceDecision | undefined {
  if (!hasText(way.reason)) return refuse('no-reason', 'a rebuttal says why')
  if (way.citations.length === 0) return refuse('no-evidence', 'a rebuttal brings evidence of its own')
  const card = state.panel.find(({ member }) => member === way.member)?.answer
  if (card?.outcome !== 'scorecard') return refuse('unknown-member', `${shown(way.member)} gave no scorecard`)
  const isKnown = way.scenario === undefined ? card.escalate !== undefined : card.scenarios.some(({ id }) => id === way.scenario)
  return isKnown
    ? undefined
    : refuse(
        'unknown-scenario',
        `${shown(way.member)} named no ${way.scenario === undefined ? 'concern to escalate' : shown(way.scenario)}`,
      )
}
