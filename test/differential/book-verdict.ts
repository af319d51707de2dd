import { isBlank } from './book-input-faults'
import type { Exact } from './exact'
import type { Cause } from './book-causes'
import { rowOf } from './book-resolution'
import { cardsOf, isSettled, standingEscalations, standingSpecFailures, survivesBlocking } from './book-remarks'
import type { JudgedCaveat, JudgedScenario } from './book-remarks'
import type { Resolved, VectorInput, VectorVerdict } from './vector-shapes'

/** All that the table of verdicts looks at. `causes`: the classified causes of each blocked dimension. */
export type Findings = {
  readonly input: VectorInput
  readonly quorum: boolean
  readonly covered: boolean
  readonly dimensions: readonly Resolved[]
  readonly causes: readonly (readonly Cause[])[]
  readonly scenarios: readonly JudgedScenario[]
  readonly caveats: readonly JudgedCaveat[]
  readonly overall: Exact | undefined
  readonly target: Exact
}

type Judgement = Pick<VectorVerdict, 'verdict' | 'row' | 'reasons'>

/** 03 Verdict: the first row that applies, with all reasons of that row. */
export function rowFor(findings: Findings): Judgement {
  const rows = [row1, row2, row3, row4, row5]
  for (const [index, row] of rows.entries()) {
    const { verdict, reasons } = row(findings)
    if (reasons.length > 0) return { verdict, row: index + 1, reasons }
  }
  const { overall, target } = findings
  if (overall === undefined) throw new Error('no overall, and no row of 1 to 5 applies')
  const row = rowOf(overall, target)
  if (row === 6) return { verdict: 'SHIP', row, reasons: ['at-target'] }
  if (row === 7) return { verdict: 'SHIP_WITH_CAVEATS', row, reasons: ['caveat-band'] }
  return { verdict: 'ITERATE', row, reasons: ['below-band'] }
}

type Row = Pick<Judgement, 'verdict' | 'reasons'>

function row1({ quorum, covered, dimensions, causes }: Findings): Row {
  const reasons: string[] = []
  if (!quorum) reasons.push('quorum')
  if (!covered) reasons.push('coverage')
  if (dimensions.some(({ kind }) => kind === 'deadlock')) reasons.push('deadlock')
  if (causes.some((list) => list.length === 0)) reasons.push('cause-unclassified')
  return { verdict: 'ESCALATE', reasons }
}

function row2({ input, scenarios }: Findings): Row {
  const reasons: string[] = []
  if (scenarios.some(({ status, scenario }) => status === 'unrebutted' && scenario.class !== 'other')) {
    reasons.push('unrebutted-scenario')
  }
  if (standingEscalations(input).length > 0) reasons.push('escalate')
  return { verdict: 'ESCALATE', reasons }
}

/** A-TRI-15: unsafe is as bad as structural. */
function row3({ causes, scenarios }: Findings): Row {
  const reasons: string[] = []
  if (causes.flat().some(({ repair }) => repair !== 'local')) reasons.push('structural-cause')
  if (scenarios.some(({ status, scenario }) => status === 'verified' && scenario.repair !== 'local')) {
    reasons.push('structural-scenario')
  }
  return { verdict: 'BLOCK', reasons }
}

/** C-ROW4: every other blocked dimension. */
function row4({ causes }: Findings): Row {
  return { verdict: 'ITERATE', reasons: causes.length > 0 ? ['blocked-local'] : [] }
}

function row5({ input, scenarios, caveats }: Findings): Row {
  const reasons: string[] = []
  if (scenarios.some(({ status, fixed }) => status === 'verified' && !fixed)) reasons.push('verified-scenario')
  if (caveats.some(survivesBlocking)) reasons.push('blocking-caveat')
  if (standingSpecFailures(input).length > 0) reasons.push('spec-failure')
  return { verdict: 'ITERATE', reasons }
}

/** R-TRI-63, C-NOCAVEATS: in a build the band is an ITERATE unless every caveat is settled. */
export function afterMode(judgement: Judgement, { input, caveats }: Findings): Judgement {
  if (judgement.verdict !== 'SHIP_WITH_CAVEATS' || input.mode !== 'build') return judgement
  if (caveats.every((caveat) => isSettled(caveat, input))) return judgement
  return { ...judgement, verdict: 'ITERATE', reasons: [...judgement.reasons, 'caveats-not-settled'] }
}

/** R-TRI-70, C-ROUND0: an ITERATE with no round or no dispatch left escalates and names the budget. */
export function afterBudgets(judgement: Judgement, { input }: Findings): Judgement {
  if (judgement.verdict !== 'ITERATE') return judgement
  const spent: string[] = []
  if (input.round.index >= input.round.max) spent.push('budget-rounds')
  if (input.dispatchesLeft <= 0) spent.push('budget-dispatches')
  return spent.length === 0 ? judgement : { ...judgement, verdict: 'ESCALATE', reasons: [...judgement.reasons, ...spent] }
}

/** R-TRI-64, C-FIXLIST: fixes of local causes, verified scenarios and open caveats; none → top concerns. */
export function fixListOf({ input, causes, scenarios, caveats }: Findings): string[] {
  const fixes = [
    ...causes
      .flat()
      .filter(({ repair }) => repair === 'local')
      .map(({ fix }) => fix),
    ...scenarios.filter(({ status, fixed }) => status === 'verified' && !fixed).map(({ scenario }) => scenario.fix ?? ''),
    ...caveats.filter(({ status }) => status === 'open').map(({ caveat }) => caveat.fix ?? ''),
  ].filter((fix) => !isBlank(fix))
  const list = fixes.length > 0 ? fixes : cardsOf(input).map(({ card }) => card.topConcern)
  return [...new Set(list)]
}
