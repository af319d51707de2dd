import type { Column, Matrix } from './columns'
import { byMember, dissentOf, entryOf, scoreOn } from './columns'
import type { DocketSeat } from './docket'
import type { Dissent, ReplacementDecision } from './ruling'

/** What a replacement ruling asks for, without its account. */
export type ReplacementRequest = Pick<ReplacementDecision, 'dimensions' | 'lens' | 'count' | 'reason'>

/**
 * Asks for fresh members where fewer than two scores survive (R-TRI-49, C-NONELEFT): `count` is what lifts the emptiest
 * dimension to two; `lens` is that of the seat missing on the first, the adversary's before others (C-REPLLENS).
 */
export function replacementFor(undecided: readonly Column[], seats: readonly DocketSeat[]): ReplacementRequest {
  const fewest = Math.min(...undecided.map((column) => column.entries.length))
  const first = undecided[0]
  const missing = seats.filter((seat) => first?.entries.every((entry) => entry.member !== seat.member))
  const seat = missing.find((one) => one.adversary) ?? missing[0]
  return {
    dimensions: undecided.map((column) => column.id),
    lens: seat?.lens ?? 'adversary',
    count: 2 - fewest,
    reason: fewest === 0 ? 'no-survivor' : 'single-survivor',
  }
}

/** Adds the fresh members' scores to the undecided dimensions, and to no other (C-REPLALL). */
export function withReplacements(matrix: Matrix, undecided: ReadonlySet<string>, replacements: readonly DocketSeat[]): Matrix {
  const excluded: Dissent[] = [...matrix.excluded]
  const columns = matrix.columns.map((column): Column => {
    if (!undecided.has(column.id)) return column
    const entries = [...column.entries]
    for (const seat of replacements) {
      const given = scoreOn(seat, column.id)
      if (given === undefined) continue
      if (given.standing === 'stands') entries.push(entryOf(seat, given))
      else excluded.push(dissentOf(seat.member, given, given.standing))
    }
    return { ...column, entries: entries.sort(byMember) }
  })
  return { columns, excluded }
}
