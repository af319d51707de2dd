import type { Builder } from './builder'
import { can } from './builder'
import type { Card } from './card'
import type { DisciplineEvent } from './event'
import type { Diagnosis } from './words'
import type { DisciplineLimits } from './setup'

/** Why nobody leads: an expelled primary waits for a way on, no able builder is left, or the build was paused for a review. */
export type Pause = 'continuation' | 'no-alternate' | 'review'

/** How a packet ended; `null`: it has not ended, or not yet. */
export type PacketEnd = 'completed' | 'failed' | 'reverted'

export type Packet = {
  readonly packet: string
  readonly end: PacketEnd | null
  /** Who ended it last. */
  readonly by: string | null
  readonly size?: string
  readonly instructions?: readonly string[]
}

/** `stopped`: a counting card on it is open and it isn't completed (R-REF-09). */
export type PacketState = PacketEnd | 'stopped' | 'open'

/** A build under discipline: the fold of its events, plain data, lists in the order of the events unless said. */
export type DisciplineState = {
  /** The document in force; without `text` quotes can't be looked up. */
  readonly authority: { readonly id: string; readonly sha256: string; readonly text?: string }
  readonly limits: DisciplineLimits
  readonly primary: string
  /** In the designated order, replacements last. */
  readonly builders: readonly Builder[]
  readonly lead: string | null
  /** A person keeps the alternate: the primary leads only when nobody else can. */
  readonly isKept: boolean
  readonly pause: Pause | null
  /** The expelled primary that a way on must be found for. */
  readonly expelled: string | null
  /** The last review since that expulsion, and whether the authority was amended after it. */
  readonly review: { readonly diagnosis: Diagnosis; readonly isAmendedSince: boolean } | null
  readonly packets: readonly Packet[]
  readonly cards: readonly Card[]
  /** Every event, the whole of the evidence (R-REF-20, R-REF-25). */
  readonly record: readonly DisciplineEvent[]
}

/** The builder of that name. */
export function findBuilder({ builders }: DisciplineState, id: string): Builder | undefined {
  return builders.find((builder) => builder.id === id)
}

/** The card of that name. */
export function findCard({ cards }: DisciplineState, card: string): Card | undefined {
  return cards.find((one) => one.card === card)
}

/** The packet of that name; one that nothing was ever said about is not there. */
export function findPacket({ packets }: DisciplineState, packet: string): Packet | undefined {
  return packets.find((one) => one.packet === packet)
}

/** Stopped as long as any counting card on it is open: not corrected, amended or struck (R-REF-09, R-REF-12, D-LATESTOPS). */
export function isStopped({ cards }: DisciplineState, packet: string): boolean {
  return cards.some((card) => card.packet === packet && card.colour !== 'LATE' && card.status === 'open')
}

/** How a packet stands; a completed one stays completed whatever is found later. */
export function packetState(state: DisciplineState, packet: string): PacketState {
  const end = findPacket(state, packet)?.end ?? null
  if (end === 'completed') return end
  return isStopped(state, packet) ? 'stopped' : (end ?? 'open')
}

/** Whether a builder may lead at all: active or on probation. */
export function isAble(builder: Builder, { limits }: DisciplineState): boolean {
  return can(builder, limits, { type: 'lead' })
}

/** The first able builder: the primary, then the others in the designated order; where the alternate is kept the primary comes last. */
export function designatedLead(state: DisciplineState): string | null {
  const { primary, builders, isKept } = state
  const others = builders.filter(({ id }) => id !== primary)
  const first = builders.filter(({ id }) => id === primary)
  const order = isKept ? [...others, ...first] : [...first, ...others]
  return order.find((builder) => isAble(builder, state))?.id ?? null
}
