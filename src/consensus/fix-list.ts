import { defined } from '../canonical/plain'
import type { Cause } from './causes'
import { hasText } from '../text/blank'
import type { Entry, Matrix } from './columns'
import type { DocketClaim, DocketSeat } from './docket'
import type { Fix, RuledCaveat, RuledScenario } from './ruling'

type Ranked = Fix & { readonly severity: number }

/**
 * What to do next: the fixes of local causes, verified scenarios and open caveats, worst first; where none is listed, each
 * member's top concern stands in, so that the list is never empty (C-FIXLIST, R-TRI-64, R-TRI-84).
 */
export function fixListOf(
  causes: readonly Cause[],
  scenarios: readonly RuledScenario[],
  caveats: readonly RuledCaveat[],
  seats: readonly DocketSeat[],
): Fix[] {
  const listed = [
    ...causes
      .filter((cause) => cause.classified && cause.repair === 'local')
      .flatMap((cause) => fixOf(cause, cause.from, severityOf(cause.repair))),
    ...scenarios
      .filter((scenario) => scenario.status === 'verified' && !scenario.fixed)
      .flatMap((scenario) => fixOf(scenario, 'scenario', severityOf(scenario.repair, scenario.class))),
    ...caveats
      .filter((caveat) => caveat.status === 'open')
      .flatMap((caveat) => fixOf(caveat, 'caveat', severityOf(caveat.repair, caveat.class))),
  ]
  return listed.length > 0 ? unique(listed) : topConcerns(seats)
}

/** Surviving claims of a score that lost another one: they are followed up even when the verdict passes (R-TRI-47). */
export function followUpsOf(matrix: Matrix): Fix[] {
  return matrix.columns.flatMap(({ id, entries }) =>
    entries
      .filter((entry) => entry.given.claims.some((claim) => claim.status === 'refuted'))
      .flatMap((entry) => entry.given.claims.filter((claim) => claim.status === 'kept').map((claim) => followUpOf(entry, id, claim))),
  )
}

function followUpOf({ member }: Entry, dimension: string, { fix, text, repair, place }: DocketClaim): Fix {
  return defined({ fix: hasText(fix) ? fix : text, from: 'claim', member, dimension, repair, place })
}

type Fixable = Omit<Fix, 'from' | 'fix'> & { readonly fix?: string | undefined }

function fixOf({ fix, member, id, dimension, repair, place }: Fixable, from: Fix['from'], severity: number): Ranked[] {
  return hasText(fix) ? [defined({ fix, from, member, id, dimension, repair, place, severity })] : []
}

function severityOf(repair: Fix['repair'], defect: RuledScenario['class'] = 'other'): number {
  const reach = repair === 'unsafe' ? 3 : repair === 'structural' ? 2 : 0
  return reach + (defect === 'safety' ? 2 : defect === 'correctness' ? 1 : 0)
}

/** The same fix of the same finding stands once, wherever it was listed first. */
function unique(listed: readonly Ranked[]): Fix[] {
  const sorted = [...listed].sort((a, b) => b.severity - a.severity)
  const seen = new Set<string>()
  return sorted.flatMap(({ severity: _, ...fix }) => {
    const key = JSON.stringify([fix.fix, fix.from, fix.member, fix.id])
    if (seen.has(key)) return []
    seen.add(key)
    return [fix]
  })
}

function topConcerns(seats: readonly DocketSeat[]): Fix[] {
  return seats.flatMap(({ member, outcome }) =>
    outcome.kind === 'scorecard' ? [{ fix: outcome.card.topConcern, from: 'top-concern' as const, member }] : [],
  )
}
