import { atLeast, atMost, above, exact } from './exact'
import type { Issue, Score, Scorecard, Seat, VectorInput } from './vector-shapes'

/** 03 “refused as input”: every fault of rubric, seats, scorecards and adjudications, in no order. */
export function inputFaults(input: VectorInput): Issue[] {
  return [
    ...rubricFaults(input),
    ...panelFaults(input),
    ...seatFaults('/panel', input.panel, input),
    ...seatFaults('/replacements', input.replacements ?? [], input),
    ...identityFaults(input),
    ...adjudicationFaults(input),
  ]
}

/** 03 Rubric. */
function rubricFaults({ rubric }: VectorInput): Issue[] {
  const issues: Issue[] = []
  if (rubric.criteria.length === 0) issues.push({ code: 'rubric-no-criterion', path: '/rubric/criteria' })
  if (rubric.dimensions.length === 0) issues.push({ code: 'rubric-no-dimension', path: '/rubric/dimensions' })
  rubric.dimensions.forEach(({ id, weight }, index) => {
    const before = rubric.dimensions.slice(0, index)
    if (before.some((other) => other.id === id)) {
      issues.push({ code: 'rubric-duplicate-dimension', path: `/rubric/dimensions/${index}/id` })
    }
    if (!isNumber(weight) || weight <= 0) issues.push({ code: 'rubric-weight', path: `/rubric/dimensions/${index}/weight` })
  })
  const { target } = rubric
  if (!isNumber(target) || target <= 0 || above(exact(target), exact(1))) issues.push({ code: 'rubric-target', path: '/rubric/target' })
  return issues
}

/** A-TRI-23: under two seats, no adversary. */
function panelFaults({ panel }: VectorInput): Issue[] {
  const issues: Issue[] = []
  if (panel.length < 2) issues.push({ code: 'under-two-seats', path: '/panel' })
  if (!panel.some((seat) => seat.adversary)) issues.push({ code: 'no-adversary', path: '/panel' })
  return issues
}

/** R-TRI-03: one session or member in two seats, a seat whose session is the doer's. */
function identityFaults(input: VectorInput): Issue[] {
  const issues: Issue[] = []
  const seats = [
    ...input.panel.map((seat, index) => ({ seat, path: `/panel/${index}` })),
    ...(input.replacements ?? []).map((seat, index) => ({ seat, path: `/replacements/${index}` })),
  ]
  seats.forEach(({ seat, path }, index) => {
    const before = seats.slice(0, index).map((other) => other.seat)
    if (before.some(({ member }) => member === seat.member)) issues.push({ code: 'member-twice', path: `${path}/member` })
    if (before.some(({ session }) => session === seat.session)) issues.push({ code: 'session-twice', path: `${path}/session` })
    if (seat.session === input.doer?.session) issues.push({ code: 'doer-session', path: `${path}/session` })
  })
  return issues
}

function seatFaults(list: string, seats: readonly Seat[], input: VectorInput): Issue[] {
  return seats.flatMap(({ outcome }, index) =>
    outcome.kind === 'scorecard' ? scorecardFaults(`${list}/${index}/outcome/scorecard`, outcome.scorecard, input) : [],
  )
}

const scorecardFields = ['scores', 'coverage', 'topConcern', 'scenarios', 'caveats', 'specCompliance', 'recommendation', 'escalate']
const scoreFields = ['dimension', 'score', 'confidence', 'standing', 'claims', 'reason']

/** R-TRI-27, R-TRI-28: out of shape is malformed. */
function scorecardFaults(path: string, card: Scorecard, { rubric }: VectorInput): Issue[] {
  const issues = unknownFields(path, card, scorecardFields)
  if (!['SHIP', 'SHIP_WITH_CAVEATS', 'ITERATE', 'BLOCK'].includes(String(card.recommendation))) {
    issues.push({ code: 'recommendation', path: `${path}/recommendation` })
  }
  const known = [...new Set(rubric.dimensions.map(({ id }) => id))]
  for (const id of known) {
    if (!card.scores.some(({ dimension }) => dimension === id)) issues.push({ code: 'dimension-missing', path: `${path}/scores` })
  }
  card.scores.forEach((score, index) => {
    const here = `${path}/scores/${index}`
    const before = card.scores.slice(0, index)
    if (!known.includes(score.dimension)) issues.push({ code: 'dimension-unknown', path: `${here}/dimension` })
    if (before.some(({ dimension }) => dimension === score.dimension)) {
      issues.push({ code: 'dimension-doubled', path: `${here}/dimension` })
    }
    issues.push(...scoreFaults(here, score))
  })
  return issues
}

/** R-TRI-22, R-TRI-27: a score and a confidence, or null with a reason. */
function scoreFaults(path: string, score: Score): Issue[] {
  const issues = unknownFields(path, score, scoreFields)
  if (score.score === null) {
    if (isBlank(score.reason)) issues.push({ code: 'null-without-reason', path: `${path}/reason` })
    return issues
  }
  issues.push(...numberFaults(`${path}/score`, score.score))
  const { confidence } = score
  if (!isNumber(confidence)) issues.push({ code: 'confidence-not-a-number', path: `${path}/confidence` })
  else if (!within(confidence, 0, 1)) issues.push({ code: 'confidence-out-of-range', path: `${path}/confidence` })
  return issues
}

/** “Scores are finite numbers in [1, 10].” */
export function numberFaults(path: string, score: unknown): Issue[] {
  if (!isNumber(score)) return [{ code: 'score-not-a-number', path }]
  return within(score, 1, 10) ? [] : [{ code: 'score-out-of-range', path }]
}

/** 02: an adjudication without an anchoring citation of its own is refused. */
function adjudicationFaults({ adjudications }: VectorInput): Issue[] {
  return adjudications.flatMap(({ anchored }, index) =>
    anchored ? [] : [{ code: 'adjudication-unanchored', path: `/adjudications/${index}/citations` }],
  )
}

function unknownFields(path: string, item: object, known: readonly string[]): Issue[] {
  return Object.keys(item)
    .filter((key) => !known.includes(key))
    .map((key) => ({ code: 'unknown-field', path: `${path}/${key}` }))
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function within(value: number, low: number, high: number): boolean {
  return atLeast(exact(value), exact(low)) && atMost(exact(value), exact(high))
}

export function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}
