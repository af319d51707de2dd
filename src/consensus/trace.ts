import type { Matrix } from './columns'
import type { Docket } from './docket'
import type { DimensionRuling, Dissent, SeatCount, TraceStep, Trigger } from './ruling'
import type { Row } from './verdict'

// Every step holds plain data, so that the account can be written out, compared and redone with a pencil.

const triggerRules = {
  spread: 'R-TRI-40',
  'pass-fail-split': 'R-TRI-41',
  'opposition-veto': 'R-TRI-42',
  'confidence-divergence': 'R-TRI-43',
} as const

const resolutionRules = {
  converged: 'R-TRI-56',
  majority: 'R-TRI-57',
  median: 'R-TRI-57',
  deadlock: 'R-TRI-58',
  undecided: 'R-TRI-49',
} as const

const rowRules = ['', 'R-TRI-66', 'R-TRI-33', 'R-TRI-65', 'R-TRI-64', 'R-TRI-64', 'R-TRI-62', 'R-TRI-63', 'R-TRI-64'] as const

/** Scores that left the sum, each with what became of its claims; also those revised or brought by fresh members. */
export function traceExcluded(trace: TraceStep[], excluded: readonly Dissent[]): void {
  for (const { member, dimension, score, status, claims } of excluded) {
    const saw = { member, score, claims: claims.map(({ status: kept, anchored }) => ({ status: kept, anchored })) }
    trace.push({ rule: status === 'refuted' ? 'R-TRI-47' : 'R-TRI-24', step: 'evidence', at: dimension, saw, gave: status })
  }
}

/** Who was asked and who answered. */
export function traceSeats(trace: TraceStep[], count: SeatCount, coverage: 'met' | 'unmet' | 'unknown'): void {
  trace.push({ rule: 'C-SETTLEDLATE', step: 'seats', saw: count, gave: { coverage } })
}

/** The survivors of each dimension and what the four triggers made of them. */
export function traceTriggers(trace: TraceStep[], triggers: readonly Trigger[], { columns }: Matrix): void {
  for (const { id, entries } of columns) {
    const saw = entries.map(({ member, score, confidence }) => ({ member, score, confidence }))
    const gave = triggers.filter((trigger) => trigger.dimensions.includes(id)).map((trigger) => trigger.id)
    trace.push({ rule: 'R-TRI-48', step: 'survivors', at: id, saw, gave })
  }
  for (const { id, fired, dimensions } of triggers)
    trace.push({ rule: triggerRules[id], step: id, saw: 'survivors', gave: { fired, dimensions } })
}

/** How each dimension came to its consensus. */
export function traceResolution(trace: TraceStep[], dimensions: readonly DimensionRuling[]): void {
  for (const { id, kind, scores, consensus, blocked } of dimensions) {
    trace.push({ rule: resolutionRules[kind], step: 'consensus', at: id, saw: scores, gave: { kind, consensus, blocked } })
  }
}

/** One step for each part and one for their sum: the steps add up to the overall. */
export function traceOverall(trace: TraceStep[], dimensions: readonly DimensionRuling[], overall: number | null): void {
  for (const { id, consensus, weight, part } of dimensions) {
    trace.push({ rule: 'R-TRI-59', step: 'part', at: id, saw: { consensus, weight }, gave: part })
  }
  trace.push({ rule: 'R-TRI-59', step: 'overall', saw: dimensions.map(({ part }) => part), gave: overall })
}

/** The row of the table that applied, and what build mode and budgets made of it. */
export function traceVerdict(trace: TraceStep[], table: Row, final: Row, { rubric, mode, round, dispatchesLeft }: Docket): void {
  trace.push({ rule: rowRules[table.row], step: 'row', saw: { target: rubric.target, row: table.row }, gave: table })
  if (final.reasons.includes('caveats-not-settled')) {
    trace.push({ rule: 'R-TRI-63', step: 'build', saw: { mode }, gave: 'caveats-not-settled' })
  }
  const spent = final.reasons.some((reason) => reason === 'budget-rounds' || reason === 'budget-dispatches')
  const { verdict, reasons } = final
  if (spent) trace.push({ rule: 'R-TRI-70', step: 'budgets', saw: { mode, round, dispatchesLeft }, gave: { verdict, reasons } })
}
