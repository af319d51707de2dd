import type { DocketScore, DocketSeat } from './docket'
import type { Dissent } from './ruling'

/** One surviving score of a dimension. */
export type Entry = {
  readonly member: string
  readonly adversary: boolean
  readonly lens: string
  readonly score: number
  readonly confidence: number
  readonly given: DocketScore
}

/** A dimension with the scores that survive on it, in the order of the members' ids. */
export type Column = { readonly id: string; readonly weight: number; readonly entries: readonly Entry[] }

/** The matrix of scores: what counts, and what was taken out before the sum (R-TRI-47, R-TRI-48). */
export type Matrix = { readonly columns: readonly Column[]; readonly excluded: readonly Dissent[] }

type Dimension = { readonly id: string; readonly weight: number }

/** Orders by code units, so that the order of seats given never matters (A-TRI-19, R-TRI-53). */
export function byMember(a: { readonly member: string }, b: { readonly member: string }): number {
  return a.member < b.member ? -1 : a.member > b.member ? 1 : 0
}

/** Sorts the seats' scores into columns; refuted and unanchored ones leave the sum and stay on record. */
export function matrixOf(dimensions: readonly Dimension[], seats: readonly DocketSeat[]): Matrix {
  const excluded: Dissent[] = []
  const columns = dimensions.map((dimension): Column => {
    const entries: Entry[] = []
    for (const seat of seats) {
      const given = scoreOn(seat, dimension.id)
      if (given === undefined) continue
      if (given.standing === 'stands') entries.push(entryOf(seat, given))
      else excluded.push(dissentOf(seat.member, given, given.standing))
    }
    return { id: dimension.id, weight: dimension.weight, entries }
  })
  return { columns, excluded }
}

/** A surviving score with the seat it came from. */
export function entryOf({ member, adversary, lens }: DocketSeat, given: DocketScore): Entry {
  return { member, adversary, lens, score: given.score, confidence: given.confidence, given }
}

/** A score kept word for word beside the sum. */
export function dissentOf(member: string, given: DocketScore, status: Dissent['status']): Dissent {
  return { member, dimension: given.dimension, score: given.score, rationale: given.rationale, claims: given.claims, status }
}

/** The seat's score on a dimension; undefined when the seat abstained, wholly or on it. */
export function scoreOn(seat: DocketSeat, dimension: string): DocketScore | undefined {
  if (seat.outcome.kind !== 'scorecard') return undefined
  return seat.outcome.card.scores.find((score) => score.dimension === dimension)
}
