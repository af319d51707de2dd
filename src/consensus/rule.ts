import type { Digest } from '../canonical/digest'
import { assert } from '../errors'
import type { Issue } from '../issues'
import { sortIssues } from '../issues'
import { hasText } from '../text/blank'
import { causesOf } from './causes'
import type { Column, Matrix } from './columns'
import { byMember, dissentOf, matrixOf } from './columns'
import type { Docket, DocketReply, DocketSeat } from './docket'
import { escalationOf } from './escalation'
import { fixListOf, followUpsOf } from './fix-list'
import { countSeats, coverageOf, coverageWarnings, hasQuorum, shortfalls } from './quorum'
import { replacementFor, withReplacements } from './replacement'
import type { Resolution } from './resolution'
import { deadlocked, resolve } from './resolution'
import type {
  Decision,
  DimensionRuling,
  Dissent,
  Reason,
  RuledCaveat,
  RuledScenario,
  TraceStep,
  Trigger,
  VerdictDecision,
  Warning,
} from './ruling'
import type { NamedReply } from './synthesis'
import { applyReplies, rationalesOf, replyNameFaults, replyPlaceFaults } from './synthesis'
import { traceExcluded, traceOverall, traceResolution, traceSeats, traceTriggers, traceVerdict } from './trace'
import { disputedBy, triggersOf } from './triggers'
import { discardedBy, warningsOf } from './remarks'
import { verdictRow, withHost } from './verdict'

const rules = 'consensus@1'

/**
 * The bare mathematics of a panel (spec 03, order of work): triggers, synthesis, replacement, resolution, verdict. Total,
 * deterministic, independent of the order of seats. `digest`, a SHA-256 in hex, only orders the rationales of a synthesis request; it is handed in so
 * that the mathematics carries no hash library.
 */
export function rule(docket: Docket, digest: Digest): Decision {
  const seats = [...docket.panel].sort(byMember)
  const count = countSeats(seats)
  const coverage = coverageOf(seats, docket.changedFiles)
  const short = shortfalls(hasQuorum(seats, count), coverage)
  const { replies, first, triggers, disputed } = firstRound(docket, seats)
  const trace: TraceStep[] = []
  traceExcluded(trace, first.excluded)
  traceSeats(trace, count, coverage)
  traceTriggers(trace, triggers, first)

  const faults = replies === undefined || replies.length === 0 ? [] : replyFaults(docket, replies)
  if (faults.length > 0) return { kind: 'refused', rules, issues: faults, trace }
  if (disputed.length > 0 && replies === undefined && short.length === 0) {
    return { kind: 'synthesis', rules, disputed, triggers, rationales: rationalesOf(first.columns, disputed, docket.seed, digest), trace }
  }

  const answered = applyReplies(first, replies ?? [])
  traceExcluded(trace, answered.excluded.slice(first.excluded.length))
  const settled = settle(docket, seats, answered, short.length > 0)
  if (settled.kind === 'replacement') return { kind: 'replacement', rules, ...settled.request, trace }
  const waived = docket.synthesis === 'waived' && disputed.length > 0
  const warnings: Warning[] = [
    ...coverageWarnings(coverage),
    ...(waived ? (['synthesis-waived'] as const) : []),
    ...(replies?.length === 0 && !waived && disputed.length > 0 ? (['synthesis-unanswered'] as const) : []),
    ...warningsOf(docket, [...seats, ...(docket.replacements ?? [])]),
  ]
  const asked = first.columns.filter(({ id }) => disputed.includes(id)).reduce((sum, { entries }) => sum + entries.length, 0)
  return concluded({ docket, seats, short, triggers, disputed, asked, count, warnings, ...settled, trace })
}

type FirstRound = {
  readonly replies: readonly DocketReply[] | undefined
  readonly first: Matrix
  readonly triggers: readonly Trigger[]
  readonly disputed: readonly string[]
}

function firstRound(docket: Docket, seats: readonly DocketSeat[]): FirstRound {
  const replies = docket.synthesis === 'waived' ? [] : docket.synthesis
  const first = joined(docket, matrixOf(docket.rubric.dimensions, seats), replies ?? [])
  const triggers = triggersOf(first.columns, docket.rubric.target)
  return { replies, first, triggers, disputed: disputedBy(triggers, first.columns) }
}

/** Every fault of replies to this docket: who makes them, twice, and where; sorted by path (R-TRI-55). */
export function replyFaults(docket: Docket, replies: readonly (NamedReply | undefined)[]): Issue[] {
  const seats = [...docket.panel].sort(byMember)
  const members = new Set([...seats, ...(docket.replacements ?? [])].map((seat) => seat.member))
  const { first, disputed } = firstRound(docket, seats)
  return sortIssues([...replyNameFaults(replies, members), ...replyPlaceFaults(replies, members, first.columns, disputed)])
}

/** Fresh members join the dimensions that are undecided without them, before the triggers look (C-REPLALL). */
function joined(docket: Docket, matrix: Matrix, replies: readonly DocketReply[]): Matrix {
  if (docket.replacements === undefined) return matrix
  const alone = applyReplies(matrix, replies).columns.filter((column) => column.entries.length < 2)
  return withReplacements(matrix, new Set(alone.map((column) => column.id)), [...docket.replacements].sort(byMember))
}

type Settled = { readonly kind: 'settled'; readonly matrix: Matrix; readonly resolutions: readonly Resolution[] }
type Due = { readonly kind: 'replacement'; readonly request: ReturnType<typeof replacementFor> }

/** Resolves every dimension, asking once for fresh members where too few scores survive (R-TRI-49, C-REPLFIRST). */
function settle(docket: Docket, seats: readonly DocketSeat[], matrix: Matrix, final: boolean): Settled | Due {
  const resolutions = matrix.columns.map(resolve)
  const undecided = matrix.columns.filter((column) => column.entries.length < 2)
  if (undecided.length > 0 && docket.replacements !== undefined) {
    const stuck = resolutions.map((resolution) => (resolution.ruling.kind === 'undecided' ? deadlocked(resolution) : resolution))
    return { kind: 'settled', matrix, resolutions: stuck }
  }
  if (undecided.length === 0 || final || resolutions.some(({ ruling }) => ruling.kind === 'deadlock'))
    return { kind: 'settled', matrix, resolutions }
  return { kind: 'replacement', request: replacementFor(undecided, seats) }
}

type Case = {
  readonly docket: Docket
  readonly seats: readonly DocketSeat[]
  readonly short: readonly Reason[]
  readonly triggers: readonly Trigger[]
  readonly disputed: readonly string[]
  readonly asked: number
  readonly count: VerdictDecision['seats']
  readonly warnings: readonly Warning[]
  readonly matrix: Matrix
  readonly resolutions: readonly Resolution[]
  readonly trace: TraceStep[]
}

function concluded(it: Case): VerdictDecision {
  const { docket, matrix, resolutions, trace } = it
  const everyone = [...it.seats, ...(docket.replacements ?? [])].sort(byMember)
  const dimensions = resolutions.map(({ ruling }) => ruling)
  const scenarios = scenariosOf(everyone)
  const caveats = caveatsOf(everyone)
  const causes = matrix.columns.flatMap((column, index) => (dimensions[index]?.blocked === true ? causesOf(column, everyone) : []))
  const overall = overallOf(dimensions)
  const cards = everyone.flatMap(({ outcome }) => (outcome.kind === 'scorecard' ? [outcome.card] : []))
  const found = {
    shortfalls: it.short,
    dimensions,
    causes,
    scenarios,
    caveats,
    escalates: cards.some((card) => card.escalate !== undefined && !card.escalate.refuted),
    specFails: cards.some((card) => card.spec?.status === 'failed'),
    overall,
    target: docket.rubric.target,
  }
  const table = verdictRow(found)
  const { verdict, reasons, row } = withHost(table, caveats, docket)
  assert(overall !== null || row === 1, 'a verdict without an overall escalates')
  traceResolution(trace, dimensions)
  traceOverall(trace, dimensions, overall)
  traceVerdict(trace, table, { verdict, reasons, row }, docket)
  const stuck = verdict === 'ESCALATE'
  const goesBack = table.verdict === 'ITERATE' || reasons.includes('caveats-not-settled')
  const listed = goesBack ? fixListOf(causes, scenarios, caveats, everyone) : []
  return {
    kind: 'verdict',
    rules,
    verdict,
    row,
    reasons,
    overall,
    target: docket.rubric.target,
    dimensions,
    triggers: it.triggers,
    disputed: it.disputed,
    ...(typeof docket.synthesis === 'object' ? { replies: { asked: it.asked, given: docket.synthesis.length } } : {}),
    seats: it.count,
    dissents: dissentsOf(resolutions, matrix),
    caveats,
    scenarios,
    discarded: discardedBy(everyone),
    fixList: listed,
    followUps: followUpsOf(matrix),
    unclassified: causes
      .filter((cause) => !cause.classified)
      .map(({ dimension, member, from, id, text }) => ({ dimension, member, from, ...(id === undefined ? {} : { id }), text })),
    adjudications: docket.adjudications,
    warnings: it.warnings,
    ...(stuck ? { escalation: escalationOf(docket, everyone, { ...found, reasons, disputed: it.disputed }) } : {}),
    independence: docket.independence,
    round: docket.round,
    dispatchesLeft: docket.dispatchesLeft,
    trace,
  }
}

/** Σ consensus ÷ 10 × weight; null unless every dimension has a consensus (R-TRI-59). */
function overallOf(dimensions: readonly DimensionRuling[]): number | null {
  let sum = 0
  for (const { part } of dimensions) {
    if (part === null) return null
    sum += part
  }
  return sum
}

function dissentsOf(resolutions: readonly Resolution[], matrix: Matrix): Dissent[] {
  const order = new Map(matrix.columns.map((column: Column, index) => [column.id, index]))
  const logged = resolutions.flatMap(({ dissenters }) => dissenters.map((entry) => dissentOf(entry.member, entry.given, 'logged')))
  return [...logged, ...matrix.excluded].sort((a, b) => (order.get(a.dimension) ?? 0) - (order.get(b.dimension) ?? 0) || byMember(a, b))
}

function scenariosOf(seats: readonly DocketSeat[]): RuledScenario[] {
  return seats.flatMap(({ member, outcome }) =>
    outcome.kind === 'scorecard' ? outcome.card.scenarios.map((scenario) => ({ member, ...scenario })) : [],
  )
}

/** A caveat blocks when it asserts a correctness or safety defect, or has neither a fix nor a reasoned deferral (R-TRI-68). */
function caveatsOf(seats: readonly DocketSeat[]): RuledCaveat[] {
  return seats.flatMap(({ member, outcome }) =>
    outcome.kind === 'scorecard'
      ? outcome.card.caveats.map((caveat) => ({
          member,
          ...caveat,
          blocking: caveat.class !== 'other' || !(hasText(caveat.fix) || caveat.status === 'deferred'),
        }))
      : [],
  )
}
