import { present } from './present'
import type { Convergence } from '../consensus/convergence'
import { convergence } from '../consensus/convergence'
import { findingsOf } from '../consensus/finding'
import type { Dissent, Verdict } from '../consensus/ruling'
import type { KeptVerdict } from './ruled'
import type { Ending, PanelSeat, Round, SliceState } from './state'
import { lastVerdict } from './state'

/** How a host labels a run whose roles all ran in one context (R-TRI-81). */
export const singleContextLabel = 'single-context (no independence)'

/** One caveat and what became of it; none is left out (R-TRI-78). */
export type ClosingCaveat = {
  readonly member: string
  readonly id: string
  readonly text: string
  readonly status: 'fixed' | 'deferred' | 'open'
  readonly reason?: string
}

/** One round: who recommended what, and what came of it (R-TRI-76). */
export type ClosingRound = {
  readonly index: number
  readonly rubric: string
  readonly recommendations: readonly {
    readonly member: string
    readonly lens: string
    readonly said: string
    readonly warnings: readonly string[]
    /** Why the seat stayed empty, as the host or the session put it; empty for a scorecard. */
    readonly because: readonly string[]
  }[]
  readonly verdict: Verdict | null
  readonly overall: number | null
  readonly dissents: readonly Dissent[]
  readonly caveats: readonly ClosingCaveat[]
}

/** What the requester gets: the verdict, dissents word for word, caveats with their ends, budgets used, the label of independence. */
export type ClosingReport = {
  readonly slice: string
  readonly rubric: string
  readonly address: string | null
  readonly ending: Ending | null
  readonly verdict: Verdict | null
  readonly overall: number | null
  readonly target: number | null
  readonly reasons: readonly string[]
  readonly warnings: readonly string[]
  readonly rounds: { readonly used: number; readonly max: number; readonly each: readonly ClosingRound[] }
  readonly dispatches: { readonly used: number; readonly max: number }
  readonly independence: string
  readonly convergence: Convergence
  readonly observations: readonly string[]
  /** What sent the work back before any panel saw it. */
  readonly setbacks: readonly string[]
  readonly skillsNotLoaded: readonly string[]
  readonly decisions: readonly { readonly by: string; readonly took: string; readonly reason?: string }[]
}

/** The report on a slice as it stands; on one that runs it is an interim one, whose `ending` is null (R-TRI-76, R-TRI-78). */
export function closingReport(state: SliceState): ClosingReport {
  const { setup, rubric, rounds, dispatches, reports, checks } = state
  const verdict = lastVerdict(state)
  const each = roundsOf(state)
  return {
    slice: setup?.id ?? '',
    rubric: rubric?.hash ?? '',
    address: state.address,
    ending: state.ending,
    verdict: verdict?.verdict ?? null,
    overall: verdict?.overall ?? null,
    target: rubric?.target ?? null,
    reasons: verdict?.reasons ?? [],
    warnings: [...new Set([...(verdict?.warnings ?? []), ...each.flatMap(warningsOf)])],
    rounds: { used: rounds.used, max: rounds.max, each: each.map(closed) },
    dispatches,
    independence: setup?.independence === 'single-context' ? singleContextLabel : (setup?.independence ?? 'unstated'),
    convergence: convergence(
      each.map(({ seats }) => findingsOf(seats.flatMap(({ answer }) => (answer?.outcome === 'scorecard' ? [answer] : [])))),
    ),
    observations: reports.flatMap(({ report }) => report.concerns.flatMap(({ about, text }) => (about === 'observation' ? [text] : []))),
    setbacks: [
      ...reports.flatMap(({ follows, reasons }) => (follows === 'verify' ? [] : reasons)),
      ...checks.flatMap(({ reasons }) => reasons),
    ],
    skillsNotLoaded: [...new Set(reports.flatMap(({ report }) => report.skillsNotLoaded))],
    decisions: state.resolutions.map(({ by, way }) =>
      present({ by: by.id, took: way.take, reason: 'reason' in way ? way.reason : undefined }),
    ),
  }
}

function roundsOf({ history, panel, ruling, rounds, rubric }: SliceState): Round[] {
  if (panel.length === 0) return [...history]
  const verdict = ruling?.kind === 'verdict' ? ruling : null
  return [...history, { index: rounds.used, rubric: rubric?.hash ?? '', seats: panel, verdict }]
}

function warningsOf({ seats }: Round): string[] {
  return seats.flatMap(({ member, warnings }) => warnings.map((warning) => `${warning}: ${member}`))
}

function closed({ index, rubric, seats, verdict }: Round): ClosingRound {
  return {
    index,
    rubric,
    recommendations: seats.map(({ member, lens, answer, warnings }) => ({
      member,
      lens,
      said: saidBy(answer),
      warnings,
      because: faultsOf(answer),
    })),
    verdict: verdict?.verdict ?? null,
    overall: verdict?.overall ?? null,
    dissents: verdict?.dissents ?? [],
    caveats: (verdict?.caveats ?? []).map(caveatOf),
  }
}

function saidBy(answer: PanelSeat['answer']): string {
  if (answer === null) return 'no answer yet'
  return answer.outcome === 'scorecard' ? answer.recommendation : `abstained: ${answer.reason}`
}

function faultsOf(answer: PanelSeat['answer']): string[] {
  return answer?.outcome === 'abstained'
    ? (answer.issues ?? []).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    : []
}

function caveatOf({ member, id, text, status, reason }: KeptVerdict['caveats'][number]): ClosingCaveat {
  return present({ member, id, text, status, reason })
}
