import type { DocketSeat } from './docket'
import type { Reason, SeatCount, Warning } from './ruling'

/** Counts the seats asked, those that answered and the abstentions by reason; those that gave nothing stay in the count. */
export function countSeats(seats: readonly DocketSeat[]): SeatCount {
  const abstained: { [reason: string]: number } = {}
  let answered = 0
  for (const { outcome } of seats) {
    if (outcome.kind === 'scorecard') answered++
    else abstained[outcome.reason] = (abstained[outcome.reason] ?? 0) + 1
  }
  return { asked: seats.length, answered, abstained }
}

/** More than half of the seats, at least two, and an adversary among them (spec 03). */
export function hasQuorum(seats: readonly DocketSeat[], count: SeatCount): boolean {
  const opposed = seats.some((seat) => seat.adversary && seat.outcome.kind === 'scorecard')
  return count.answered >= 2 && count.answered * 2 > count.asked && opposed
}

/** Whether each changed file was shown whole to an adversary or a quality member; unknown when no seat says what it saw. */
export function coverageOf(seats: readonly DocketSeat[], changedFiles: readonly string[]): 'met' | 'unmet' | 'unknown' {
  const seen = new Set<string>()
  let told = false
  for (const { outcome, adversary, lens } of seats) {
    if (outcome.kind !== 'scorecard' || outcome.card.coverage === undefined) continue
    told = true
    if (!adversary && lens !== 'quality') continue
    const parts = new Set(outcome.card.coverage.filter(({ bytes, of }) => bytes < of).map(({ path }) => path))
    for (const { path } of outcome.card.coverage) if (!parts.has(path)) seen.add(path)
  }
  if (!told) return 'unknown'
  return changedFiles.every((path) => seen.has(path)) ? 'met' : 'unmet'
}

/** Why nothing more is dispatched for this panel: the first half of verdict row 1 (C-SETTLEDLATE). */
export function shortfalls(quorum: boolean, coverage: 'met' | 'unmet' | 'unknown'): Reason[] {
  return [...(quorum ? [] : (['quorum'] as const)), ...(coverage === 'unmet' ? (['coverage'] as const) : [])]
}

/** Unknown coverage is said, never taken for met. */
export function coverageWarnings(coverage: 'met' | 'unmet' | 'unknown'): Warning[] {
  return coverage === 'unknown' ? ['coverage-unknown'] : []
}
