import type { DataOf } from './event'
import type { Seated } from './member'
import type { PanelSeat, SliceState } from './state'

/** A new round puts the last one into the history; replacements join the panel that runs. */
export function convened(state: SliceState, { round, isReplacement, seats }: DataOf<'tribunal.convened'>): SliceState {
  const asked = seats.map((seat) => seatOf(seat, state.version, isReplacement))
  const known = {
    ...state,
    phase: 'judging' as const,
    sessions: [...state.sessions, ...seats.map(({ session }) => ({ session, role: 'verifier' as const }))],
    tokens: [...state.tokens, ...seats.map(({ token }) => token)],
  }
  if (isReplacement) return { ...known, panel: [...state.panel, ...asked], isReplaced: true }
  return { ...shelved(known), panel: asked, rounds: { ...state.rounds, used: round } }
}

/** Puts the round that ran into the history; what was said on it stays there word for word. */
export function shelved(state: SliceState): SliceState {
  const { panel, ruling, rounds, rubric } = state
  const empty = { ...state, panel: [], ruling: null, replying: [], isReplaced: false, rebuttals: [] }
  if (panel.length === 0) return empty
  const verdict = ruling?.kind === 'verdict' ? ruling : null
  return { ...empty, history: [...state.history, { index: rounds.used, rubric: rubric?.hash ?? '', seats: panel, verdict }] }
}

function seatOf(seat: Seated, since: number, isReplacement: boolean): PanelSeat {
  const { member, lens, adversary, session, token, model } = seat
  const open = { status: 'asked', answer: null, replies: null, voided: [], warnings: [] } as const
  return { member, lens, adversary, session, token, model, isReplacement, since, ...open }
}

/** A seat filled again after its answer was void; for what it was void stays on record. */
export function seatedAgain(state: SliceState, { instead, seat }: DataOf<'tribunal.seated'>): SliceState {
  return {
    ...state,
    panel: state.panel.map((one) =>
      one.member === instead ? { ...seatOf(seat, state.version, one.isReplacement), voided: one.voided } : one,
    ),
    sessions: [...state.sessions, { session: seat.session, role: 'verifier' }],
    tokens: [...state.tokens, seat.token],
  }
}

/** The answer counts for nothing and the seat waits for a session. */
export function voided(state: SliceState, { member, cause }: DataOf<'tribunal.voided'>): SliceState {
  return changed(state, member, (seat) => ({ ...seat, status: 'due', since: state.version, voided: [...seat.voided, cause] }))
}

/** A member's answer, scorecard or abstention. */
export function answered(state: SliceState, { member, seat, warnings }: DataOf<'tribunal.answered'>): SliceState {
  return changed(state, member, (one) => ({ ...one, status: 'answered', answer: seat, warnings }))
}

/** Once every seat has answered, a ruling is due. */
export function judgedAll(state: SliceState): SliceState {
  const isDone = state.phase === 'judging' && state.panel.every(({ status }) => status === 'answered')
  return isDone ? { ...state, phase: 'ruling' } : state
}

/** One member's replies; after the last of them the ruling is due again. */
export function replied(state: SliceState, { member, replies }: DataOf<'tribunal.replied'>): SliceState {
  const after = changed(state, member, (seat) => ({ ...seat, replies }))
  const isDone = after.panel.every((seat) => !after.replying.includes(seat.member) || seat.replies !== null)
  return isDone ? { ...after, phase: 'ruling' } : after
}

/** What a ruling makes due. A caveat verdict ends a build's slice, where every caveat is settled; else a person accepts it (R-TRI-63, R-TRI-74). */
export function ruled(state: SliceState, { ruling, asked }: DataOf<'tribunal.ruled'>): SliceState {
  const known = { ...state, ruling }
  if (ruling.kind === 'synthesis') return { ...known, phase: 'synthesis', replying: asked }
  if (ruling.kind === 'replacement') return { ...known, phase: 'convening' }
  const { verdict, reasons } = ruling
  const isShipped = verdict === 'SHIP' || (verdict === 'SHIP_WITH_CAVEATS' && state.setup?.mode === 'build')
  if (isShipped) return { ...known, phase: 'delivering', ending: 'shipped' }
  if (verdict === 'ITERATE') return { ...known, phase: 'dispatching', why: 'iterate', whyReasons: reasons }
  return { ...known, phase: 'asking', stuckOn: reasons }
}

function changed(state: SliceState, member: string, change: (seat: PanelSeat) => PanelSeat): SliceState {
  return { ...state, panel: state.panel.map((seat) => (seat.member === member ? change(seat) : seat)) }
}
