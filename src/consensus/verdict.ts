import type { Cause } from './causes'
import type { DimensionRuling, Reason, RuledCaveat, RuledScenario, Verdict } from './ruling'
import { atLeast } from './tolerance'

/** What the verdict table looks at. */
export type Findings = {
  readonly shortfalls: readonly Reason[]
  readonly dimensions: readonly DimensionRuling[]
  readonly causes: readonly Pick<Cause, 'dimension' | 'repair' | 'classified'>[]
  readonly scenarios: readonly RuledScenario[]
  readonly caveats: readonly RuledCaveat[]
  readonly escalates: boolean
  readonly specFails: boolean
  readonly overall: number | null
  readonly target: number
}

export type Row = { readonly row: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8; readonly verdict: Verdict; readonly reasons: readonly Reason[] }

/** The verdict table: the first row that applies, with every reason of that row (R-TRI-62 to R-TRI-66, A-TRI-19). */
export function verdictRow(findings: Findings): Row {
  const blocked = findings.dimensions.filter((dimension) => dimension.blocked)
  const waits = [...findings.shortfalls, ...undecidedReasons(findings, blocked)]
  if (waits.length > 0) return { row: 1, verdict: 'ESCALATE', reasons: waits }
  const opposed = oppositionReasons(findings)
  if (opposed.length > 0) return { row: 2, verdict: 'ESCALATE', reasons: opposed }
  const structural = structuralReasons(findings)
  if (structural.length > 0) return { row: 3, verdict: 'BLOCK', reasons: structural }
  if (blocked.length > 0) return { row: 4, verdict: 'ITERATE', reasons: ['blocked-local'] }
  const open = openReasons(findings)
  if (open.length > 0) return { row: 5, verdict: 'ITERATE', reasons: open }
  return byOverall(findings)
}

/** A target is met within the tolerance; below the band of 0.10 the work goes back (R-TRI-62, R-TRI-63). */
function byOverall({ overall, target }: Findings): Row {
  if (overall !== null && atLeast(overall, target)) return { row: 6, verdict: 'SHIP', reasons: ['at-target'] }
  if (overall !== null && atLeast(overall, target - 0.1)) return { row: 7, verdict: 'SHIP_WITH_CAVEATS', reasons: ['caveat-band'] }
  return { row: 8, verdict: 'ITERATE', reasons: ['below-band'] }
}

function undecidedReasons({ dimensions, causes }: Findings, blocked: readonly DimensionRuling[]): Reason[] {
  const reasons: Reason[] = []
  if (dimensions.some((dimension) => dimension.kind === 'deadlock')) reasons.push('deadlock')
  if (blocked.some(({ id }) => !causes.some((cause) => cause.dimension === id && cause.classified))) reasons.push('cause-unclassified')
  return reasons
}

function oppositionReasons({ scenarios, escalates }: Findings): Reason[] {
  const reasons: Reason[] = []
  if (scenarios.some((scenario) => scenario.status === 'unrebutted' && scenario.class !== 'other')) reasons.push('unrebutted-scenario')
  if (escalates) reasons.push('escalate')
  return reasons
}

function structuralReasons({ causes, scenarios }: Findings): Reason[] {
  const reasons: Reason[] = []
  if (causes.some((cause) => cause.classified && cause.repair !== 'local')) reasons.push('structural-cause')
  const deep = scenarios.some((scenario) => scenario.status === 'verified' && scenario.repair !== 'local')
  if (deep) reasons.push('structural-scenario')
  return reasons
}

function openReasons({ scenarios, caveats, specFails }: Findings): Reason[] {
  const reasons: Reason[] = []
  if (scenarios.some((scenario) => scenario.status === 'verified' && !scenario.fixed)) reasons.push('verified-scenario')
  if (caveats.some((caveat) => caveat.blocking && caveat.status !== 'fixed')) reasons.push('blocking-caveat')
  if (specFails) reasons.push('spec-failure')
  return reasons
}

type Host = {
  readonly mode: 'build' | 'final'
  readonly round: { readonly index: number; readonly max: number }
  readonly dispatchesLeft: number
}

/** Build mode and the two budgets, after the table: both can only make a verdict stricter (R-TRI-63, R-TRI-70, C-NOCAVEATS). */
export function withHost({ row, verdict, reasons }: Row, caveats: readonly RuledCaveat[], host: Host): Row {
  const unsettled = caveats.some((caveat) => caveat.status === 'open' && !caveat.accepted)
  const goesBack = verdict === 'SHIP_WITH_CAVEATS' && host.mode === 'build' && unsettled
  const inBuild: Row = goesBack ? { row, verdict: 'ITERATE', reasons: [...reasons, 'caveats-not-settled'] } : { row, verdict, reasons }
  if (inBuild.verdict !== 'ITERATE') return inBuild
  const spent: Reason[] = []
  if (host.round.index >= host.round.max) spent.push('budget-rounds')
  if (host.dispatchesLeft <= 0) spent.push('budget-dispatches')
  return spent.length === 0 ? inBuild : { row, verdict: 'ESCALATE', reasons: [...inBuild.reasons, ...spent] }
}
