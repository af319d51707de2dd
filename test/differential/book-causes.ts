import { isBlank } from './book-input-faults'
import { isLow } from './book-resolution'
import { survivorsOn } from './book-scores'
import type { Entry } from './book-scores'
import type { JudgedCaveat, JudgedScenario } from './book-remarks'
import type { Repair } from './vector-shapes'

export type Cause = { readonly repair: Repair; readonly fix: string }

/** The classified causes of a blocked dimension, named by its members at 3 or less; the others say nothing (A-TRI-16). */
export function causesOf(
  dimension: string,
  entries: readonly Entry[],
  scenarios: readonly JudgedScenario[],
  caveats: readonly JudgedCaveat[],
): Cause[] {
  const low = survivorsOn(dimension, entries).filter(isLow)
  const members = low.map(({ member }) => member)
  const named = (item: { readonly dimension?: string }): boolean => item.dimension === undefined || item.dimension === dimension
  return [
    // C-LOCALUNANCHORED: a claim counts when it anchors.
    ...low.flatMap(({ claims }) => claims.filter(({ anchored }) => anchored).flatMap((claim) => classified(claim, true))),
    // C-REBUTTEDCAUSE: discarded, refuted, rebutted and fixed scenarios are no causes.
    ...scenarios
      .filter(({ status, fixed }) => (status === 'verified' || status === 'unrebutted') && !fixed)
      .filter(({ member, scenario }) => members.includes(member) && named(scenario))
      .flatMap(({ scenario }) => classified(scenario, scenario.anchored)),
    ...caveats
      .filter(({ member, caveat }) => members.includes(member) && named(caveat))
      .flatMap(({ caveat }) => classified(caveat, caveat.anchored)),
  ]
}

/** `local` with the fix, `structural` or `unsafe` with anchored evidence; anything else is unclassified. */
function classified(item: { readonly repair?: Repair; readonly fix?: string }, anchored: boolean): Cause[] {
  const { repair, fix = '' } = item
  if (repair === undefined) return []
  if (repair === 'local') return isBlank(fix) ? [] : [{ repair, fix }]
  return anchored ? [{ repair, fix }] : []
}
