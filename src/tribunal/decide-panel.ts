import type { Digest } from '../canonical/digest'
import { shown } from '../issues'
import { hasText } from '../text/blank'
import type { CommandTo } from './command'
import { isAdversaryWeaker } from './compose-panel'
import type { Seated } from './member'
import type { Fault, SliceDecision } from './refusal'
import { record, refuse, refuseFirst } from './refusal'
import { sessionFault, tokenFault, tokenHash } from './sessions'
import type { PanelSeat, SliceState } from './state'
import { budgetsLeft } from './state'

/** Members of a panel, at least and at most (R-TRI-38). */
export const panelSize = { min: 2, max: 5 } as const

/** Seats a panel of fresh sessions, or the fresh members that a ruling asked for; never before the doer has finished (R-TRI-06). */
export function decideConvening(state: SliceState, { seats }: CommandTo<'convene'>, digest: Digest): SliceDecision {
  if (state.phase === 'dispatching' || state.phase === 'working' || state.phase === 'verifying') {
    return refuse('panel-too-early', `the slice is ${state.phase}: no verifier starts before the doer has finished and was checked`)
  }
  if (state.phase !== 'convening') return refuse('not-due', `no panel is due: the slice is ${state.phase}`)
  const isReplacement = state.ruling?.kind === 'replacement'
  if (!isReplacement && budgetsLeft(state).rounds === 0) return refuse('not-due', `all ${state.rounds.max} rounds are used`)
  const refused = refuseFirst([
    ...(isReplacement ? replacementFaults(state, seats) : panelFaults(seats)),
    ...seats.flatMap((seat, index) =>
      seatFaults(state, seat, [...(isReplacement ? state.panel : []), ...seats.slice(0, index)], digest, true),
    ),
  ])
  if (refused !== undefined) return refused
  const round = isReplacement ? state.rounds.used : state.rounds.used + 1
  return record({ type: 'tribunal.convened', data: { round, isReplacement, seats: seats.map((seat) => hashed(seat, digest)) } })
}

function hashed(seat: Seated, digest: Digest): Seated {
  return { ...seat, token: tokenHash(seat.token, digest) }
}

function panelFaults(seats: readonly Seated[]): (Fault | undefined)[] {
  const { min, max } = panelSize
  return [
    seats.length < min || seats.length > max
      ? { code: 'panel-size', message: `a panel has ${min} to ${max} members, this one ${seats.length}` }
      : undefined,
    seats.some(({ adversary }) => adversary) ? undefined : { code: 'adversary-missing', message: 'no member opposes' },
    isAdversaryWeaker(seats) ? { code: 'adversary-weaker', message: "a member's model ranks above the adversary's" } : undefined,
  ]
}

function replacementFaults({ ruling }: SliceState, seats: readonly Seated[]): (Fault | undefined)[] {
  if (ruling?.kind !== 'replacement') return []
  const fits = seats.length === ruling.count && seats.every(({ lens }) => lens === ruling.lens)
  return [
    fits ? undefined : { code: 'replacement-mismatch', message: `the ruling asks for ${ruling.count} of the lens ${shown(ruling.lens)}` },
  ]
}

type Others = readonly Pick<Seated, 'member' | 'session' | 'token'>[]

function seatFaults(state: SliceState, seat: Seated, others: Others, digest: Digest, isFresh: boolean): (Fault | undefined)[] {
  const { member, session, token } = seat
  const isSingle = state.setup?.independence === 'single-context'
  return [
    others.some((other) => other.member === member)
      ? { code: 'member-doubled', message: `${shown(member)} holds a seat of this round already` }
      : undefined,
    sessionFault(state, session, 'verifier', isFresh),
    !isSingle && others.some((other) => other.session === session && isFresh)
      ? { code: 'session-in-two-roles', message: `${shown(session)} holds two seats` }
      : undefined,
    tokenFault(state, token, digest),
    others.some((other) => other.token === token || other.token === tokenHash(token, digest))
      ? { code: 'token-used', message: 'two seats have the same token' }
      : undefined,
  ]
}

/**
 * Seats one member again, after its answer was void. A rubber stamp goes back to its own member, whose session may be the same (R-TRI-29); an adversary with unearned
 * tens is replaced under another name (R-TRI-36); for the rest the lens gets a fresh session (R-TRI-21, R-TRI-28).
 */
export function decideSeating(state: SliceState, { seat }: CommandTo<'seat'>, digest: Digest): SliceDecision {
  if (state.phase !== 'judging') return refuse('not-due', `no seat is to be filled: the slice is ${state.phase}`)
  const due = state.panel.find(({ status, lens, adversary }) => status === 'due' && lens === seat.lens && adversary === seat.adversary)
  if (due === undefined) return refuse('unknown-member', `no seat of the lens ${shown(seat.lens)} waits for a session`)
  const cause = due.voided.at(-1)
  const others = state.panel.filter((one) => one !== due)
  const mayStay = cause === 'rubber-stamp' && seat.session === due.session
  const refused = refuseFirst([
    cause === 'unearned-tens' && seat.member === due.member
      ? { code: 'member-doubled', message: `${shown(seat.member)} is to be replaced by another member` }
      : undefined,
    ...seatFaults(state, seat, others, digest, !mayStay),
    isAdversaryWeaker([...others, seat].map(planOf))
      ? { code: 'adversary-weaker', message: "a member's model ranks above the adversary's" }
      : undefined,
  ])
  if (refused !== undefined) return refused
  if (!hasText(seat.member)) return refuse('unknown-member', 'a member has a name')
  return record({ type: 'tribunal.seated', data: { instead: due.member, seat: hashed(seat, digest) } })
}

function planOf({ member, lens, adversary, model }: PanelSeat | Seated) {
  return { member, lens, adversary, ...(model === undefined ? {} : { model }) }
}
