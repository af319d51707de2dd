import type { DataOf } from './event'
import { shelved } from './evolve-panel'
import type { SliceState } from './state'
import { budgetsLeft } from './state'

/** What a person's word makes due (spec 04, loop 7). */
export function resolved(state: SliceState, data: DataOf<'tribunal.resolved'>): SliceState {
  const { way } = data
  const known = { ...state, resolutions: [...state.resolutions, data] }
  switch (way.take) {
    case 'accept':
      // An accepted plan goes on to its frozen criteria, whose event follows.
      return state.stuckOn.includes('plan-not-approved') ? known : { ...known, phase: 'delivering', ending: 'accepted', stuckOn: [] }
    case 'abandon':
      return { ...known, phase: 'delivering', ending: 'abandoned', stuckOn: [] }
    case 'rebut':
      return { ...known, phase: 'ruling', rebuttals: [...state.rebuttals, data], stuckOn: [] }
    case 'grant':
      return granted(known, way)
    case 'new-rubric':
      return shelved(known)
  }
}

/** Reasons for which a grant convenes a fresh panel on the same artifact, and no doer. */
export const panelFaults: readonly string[] = ['quorum', 'coverage', 'deadlock', 'cause-unclassified']

/** Whether a grant convenes a fresh panel on what is there; else it sends a fresh doer out. */
export function grantConvenes({ stuckOn, address }: SliceState): boolean {
  const isPanels = stuckOn.some((reason) => panelFaults.includes(reason)) || (stuckOn.length === 1 && stuckOn[0] === 'budget-rounds')
  return isPanels && address !== null
}

/** What a grant must bring so that the slice goes on at all: a fresh panel takes a round, a fresh doer a dispatch (R-TRI-72: neither stands in for the other). */
export function grantWanted(state: SliceState): 'round' | 'dispatch' | undefined {
  const left = budgetsLeft(state)
  if (grantConvenes(state)) return left.rounds === 0 ? 'round' : undefined
  return left.dispatches === 0 ? 'dispatch' : undefined
}

/** More rounds or dispatches: where the panel was at fault a fresh one judges the same artifact, else a fresh doer is due. */
function granted(state: SliceState, { rounds, dispatches }: { readonly rounds: number; readonly dispatches: number }): SliceState {
  const more = {
    ...state,
    rounds: { ...state.rounds, max: state.rounds.max + rounds },
    dispatches: { ...state.dispatches, max: state.dispatches.max + dispatches },
    stuckOn: [],
  }
  const { stuckOn } = state
  if (grantConvenes(state)) return { ...shelved(more), phase: 'convening' }
  return { ...more, phase: 'dispatching', why: 'granted', whyReasons: stuckOn }
}
