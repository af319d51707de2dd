import type { Repair } from '../evidence/claim'
import { hasText } from '../text/blank'
import type { Column } from './columns'
import type { DocketCard, DocketSeat } from './docket'
import type { Fix } from './ruling'
import { atMost } from './tolerance'

/** Something that a member at 3 or less names for a blocked dimension; `classified` when its repair is known and carried. */
export type Cause = {
  readonly dimension: string
  readonly member: string
  readonly from: 'claim' | 'scenario' | 'caveat'
  readonly id?: string | undefined
  /** The claim, what goes wrong in the scenario, or the caveat, in the member's words. */
  readonly text: string
  readonly repair?: Repair | undefined
  readonly fix?: string | undefined
  readonly classified: boolean
  readonly place?: Fix['place']
}

/** The causes of a blocked dimension: claims, scenarios and caveats of the members at 3 or less (C-LOCALUNANCHORED, C-REBUTTEDCAUSE). */
export function causesOf(column: Column, seats: readonly DocketSeat[]): Cause[] {
  return column.entries
    .filter((entry) => atMost(entry.score, 3))
    .flatMap((entry) => {
      const claims = entry.given.claims.filter((claim) => claim.status === 'kept' && claim.anchored)
      const own = claims.map((claim) => causeOf(column.id, entry.member, 'claim', claim, true))
      const seat = seats.find((one) => one.member === entry.member)
      return seat?.outcome.kind === 'scorecard' ? [...own, ...namedBy(seat.member, seat.outcome.card, column.id)] : own
    })
}

function namedBy(member: string, card: DocketCard, dimension: string): Cause[] {
  const here = (item: { readonly dimension?: string | undefined }): boolean => item.dimension === undefined || item.dimension === dimension
  const scenarios = card.scenarios.filter((one) => here(one) && !one.fixed && (one.status === 'verified' || one.status === 'unrebutted'))
  const caveats = card.caveats.filter(here)
  return [
    ...scenarios.map((scenario) => causeOf(dimension, member, 'scenario', { ...scenario, text: scenario.wrongBehaviour }, true)),
    ...caveats.map((caveat) => causeOf(dimension, member, 'caveat', caveat, caveat.anchored)),
  ]
}

type Named = Pick<Cause, 'id' | 'text' | 'repair' | 'fix' | 'place'>

/** A local cause carries its fix, a structural or unsafe one anchored evidence; anything else is never guessed (A-TRI-16). */
function causeOf(
  dimension: string,
  member: string,
  from: Cause['from'],
  { id, text, repair, fix, place }: Named,
  anchored: boolean,
): Cause {
  const classified = repair === 'local' ? hasText(fix) : repair !== undefined && anchored
  return { dimension, member, from, id, text, repair, fix, classified, place }
}
