import type { Seat } from '../consensus/seat'
import type { PanelSeat, SliceState } from './state'

/** Texts that no verifier may see: how the doer thinks and rates its work, and what earlier panels wrote (R-TRI-20). */
export function secretsOf(state: SliceState): string[] {
  return [
    ...state.reports.flatMap(({ report }) => [report.reasoning ?? '', report.diffSummary, ...report.concerns.map(({ text }) => text)]),
    ...ruledSeats(state).flatMap(({ answer }) => viewsOf(answer)),
  ].filter((text) => text !== '')
}

/**
 * The same for one member, with what the others of its round wrote. Where the host vouches that the members are walled sessions of their own (`panel`), nobody could
 * have seen that, and two who chance upon the same words are left alone.
 */
export function keptFrom(state: SliceState, member: string): string[] {
  if (state.setup?.independence === 'panel') return secretsOf(state)
  return [...secretsOf(state), ...state.panel.filter((seat) => seat.member !== member).flatMap(({ answer }) => viewsOf(answer))]
}

/** Texts that every verifier is shown, as far as the record holds them itself: what stands in them is no leak. */
export function shownTo(state: SliceState): string[] {
  const { setup, rubric } = state
  const check = state.checks.at(-1)
  return [
    setup?.spec ?? '',
    ...(rubric?.criteria ?? []).map(({ text }) => text),
    ...(setup?.references ?? []).map(({ text }) => text),
    ...risksOf(state),
    ...(typeof check?.diff === 'string' ? [check.diff] : []),
    ...(check?.runs ?? []).map(({ output }) => output),
    setup?.existing?.request ?? '',
  ]
}

/** Known risks of a round: those of the setup, and the earlier rounds' findings without score, verdict or name (R-TRI-73, A-TRI-25). */
export function risksOf(state: SliceState): string[] {
  const found = ruledSeats(state).flatMap(({ answer }) => findingsOf(answer))
  return [...new Set([...(state.setup?.risks ?? []), ...found])]
}

/** The seats of rounds that are over, whose panel may still stand there. */
function ruledSeats({ history, panel, ruling }: SliceState): PanelSeat[] {
  return [...history.flatMap(({ seats }) => seats), ...(ruling?.kind === 'verdict' ? panel : [])]
}

function findingsOf(answer: Seat | null): string[] {
  if (answer?.outcome !== 'scorecard') return []
  return [...answer.scenarios.map(({ input, wrongBehaviour }) => `${input}: ${wrongBehaviour}`), ...answer.caveats.map(({ text }) => text)]
}

function viewsOf(answer: Seat | null): string[] {
  if (answer?.outcome !== 'scorecard') return []
  return [answer.topConcern, ...answer.scores.map((score) => (score.score === null ? score.reason : score.rationale))]
}
