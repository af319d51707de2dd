import type { Builder } from './builder'
import { step } from './builder'
import type { Card, CardData, CardStatus } from './card'
import type { DisciplineEvent } from './event'
import { initialState } from './initial'
import type { MachineEvent } from './machine'
import type { DisciplineState, Packet } from './state'
import { designatedLead } from './state'

type DataOf<Type extends DisciplineEvent['type']> = Extract<DisciplineEvent, { readonly type: Type }>['data']

/**
 * The state after an event. Total: an event of another type, or of a newer schema, leaves the state as it is. What follows from an event (bench,
 * return, expulsion, lead, pause) follows here from the chart; the events that tell of it are only recorded.
 */
export function evolve(state: DisciplineState, event: DisciplineEvent & { readonly schema?: number }): DisciplineState {
  if ((event.schema ?? 1) !== 1) return state
  const applied = apply(state, event)
  if (applied === undefined) return state
  const { type, data } = event
  return settled({ ...applied, record: [...applied.record, { type, data } as DisciplineEvent] })
}

function apply(state: DisciplineState, event: DisciplineEvent): DisciplineState | undefined {
  switch (event.type) {
    case 'discipline.opened':
      return state.record.length > 0 ? undefined : initialState(event.data)
    case 'discipline.card':
      return withCard(state, event.data)
    case 'discipline.corrected':
      return withStatus(state, [event.data.card], 'corrected')
    case 'discipline.amended':
      return withAmendment(state, event.data)
    case 'discipline.rescinded':
      return withoutCard(state, event.data.card)
    case 'discipline.completed':
      return allStep(withPacket(state, { ...event.data, end: 'completed' }), { type: 'packetDone', packet: event.data.packet })
    case 'discipline.failed':
      return withPacket(state, { ...event.data, end: 'failed' })
    case 'discipline.reverted':
      return allStep(withPacket(state, { ...event.data, end: 'reverted' }), { type: 'packetTakenOff', packet: event.data.packet })
    case 'discipline.reread':
      return oneSteps(state, event.data.builder, { type: 'reread' })
    case 'discipline.reconstructed':
      return oneSteps(state, event.data.builder, { type: 'reconstruct' })
    case 'discipline.kept':
      return { ...state, isKept: true }
    case 'discipline.reviewed':
      return { ...state, review: { diagnosis: event.data.diagnosis, isAmendedSince: false } }
    case 'discipline.continued':
      return continued(state, event.data)
    case 'discipline.benched':
    case 'discipline.expelled':
    case 'discipline.returned':
      return state
    default:
      return undefined
  }
}

/** Who leads now, and whether the build stands still for want of a lead. */
function settled(state: DisciplineState): DisciplineState {
  const isWaiting = state.pause === 'continuation' || state.pause === 'review'
  const lead = isWaiting ? null : designatedLead(state)
  const builders = state.builders.map((builder) => (builder.id === lead && !builder.hasLed ? { ...builder, hasLed: true } : builder))
  return { ...state, builders, lead, pause: isWaiting ? state.pause : lead === null ? 'no-alternate' : null }
}

function withCard(state: DisciplineState, data: CardData): DisciplineState {
  const card: Card = { ...data, status: 'open', version: state.record.length + 1 }
  const known = withPacket(state, { packet: data.packet })
  const carded = oneSteps({ ...known, cards: [...known.cards, card] }, data.builder, { type: data.cycle === 'none' ? 'lateCard' : 'card' })
  const isExpelled = carded.builders.some(({ id, state: now }) => id === data.builder && now === 'expelled')
  if (!isExpelled || data.builder !== state.primary || state.expelled === data.builder) return carded
  return { ...carded, pause: 'continuation', expelled: data.builder, review: null }
}

function withStatus(state: DisciplineState, names: readonly string[], status: CardStatus): DisciplineState {
  return { ...state, cards: state.cards.map((card) => (names.includes(card.card) ? { ...card, status } : card)) }
}

function withAmendment(state: DisciplineState, { sha256, text, cards }: DataOf<'discipline.amended'>): DisciplineState {
  const authority = { id: state.authority.id, sha256, ...(text === undefined ? {} : { text }) }
  const review = state.review === null ? null : { ...state.review, isAmendedSince: true }
  return allStep(withStatus({ ...state, authority, review }, cards, 'amended'), { type: 'amended' })
}

/** A struck card leaves the count of the cycle that it belongs to, if that cycle still runs; no bench and no expulsion is undone (D-RESCINDFREES). */
function withoutCard(state: DisciplineState, name: string): DisciplineState {
  const card = state.cards.find((one) => one.card === name)
  const builder = state.builders.find(({ id }) => id === card?.builder)
  const struck = withStatus(state, [name], 'rescinded')
  if (card === undefined || builder === undefined || card.cycle !== cycleOf(builder)) return struck
  return oneSteps(struck, builder.id, { type: 'strike' })
}

/** The cycle whose cards a builder's count counts. */
export function cycleOf({ state }: Builder): 'initial' | 'probation' {
  return state === 'active' || state === 'benched' ? 'initial' : 'probation'
}

function continued(state: DisciplineState, { path, builder }: DataOf<'discipline.continued'>): DisciplineState {
  if (path === 'pause' || builder === null) return { ...state, pause: 'review' }
  const isKnown = state.builders.some(({ id }) => id === builder)
  const builders = isKnown ? state.builders : [...state.builders, ...initialState({ ...state, primary: builder, alternates: [] }).builders]
  return { ...state, builders, primary: builder, isKept: false, pause: null, expelled: null }
}

function withPacket(state: DisciplineState, change: Partial<Packet> & { readonly packet: string }): DisciplineState {
  const before = state.packets.find(({ packet }) => packet === change.packet)
  if (before === undefined) return { ...state, packets: [...state.packets, { end: null, by: null, ...change }] }
  return { ...state, packets: state.packets.map((packet) => (packet === before ? { ...packet, ...change } : packet)) }
}

function oneSteps(state: DisciplineState, id: string, event: MachineEvent): DisciplineState {
  return { ...state, builders: state.builders.map((builder) => (builder.id === id ? step(builder, state.limits, event) : builder)) }
}

function allStep(state: DisciplineState, event: MachineEvent): DisciplineState {
  return { ...state, builders: state.builders.map((builder) => step(builder, state.limits, event)) }
}
