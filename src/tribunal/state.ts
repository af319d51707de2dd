import type { FrozenRubric } from '../consensus/rubric'
import type { Seat } from '../consensus/seat'
import type { SynthesisReply } from '../consensus/synthesis-reply'
import type { DataOf } from './event'
import type { SeatModel, TriageStep, VoidCause } from './member'
import type { KeptRuling, KeptVerdict } from './ruled'
import type { FullSliceSetup } from './setup'

/** Where a slice stands; each says what is due (`next`). */
export type Phase =
  | 'unopened'
  | 'vetting'
  | 'refining'
  | 'dispatching'
  | 'working'
  | 'verifying'
  | 'convening'
  | 'judging'
  | 'ruling'
  | 'synthesis'
  | 'asking'
  | 'delivering'
  | 'delivered'
  | 'closed'

/** Why a doer is dispatched. */
export type DispatchReason = 'first' | 'iterate' | 'materialise' | 'context' | 'concerns' | 'blocked' | 'redo' | 'lost' | 'granted'

/** A doer dispatched, with what it was given beside the slice's text. */
export type Dispatch = DataOf<'tribunal.dispatched'> & { readonly why: DispatchReason }

/** A seat of the round: `due` waits for a session, `asked` for an answer. `since` is the version that made it so. */
export type PanelSeat = {
  readonly member: string
  readonly lens: string
  readonly adversary: boolean
  readonly session: string
  readonly token: string
  readonly model: SeatModel | undefined
  readonly isReplacement: boolean
  readonly status: 'asked' | 'due' | 'answered'
  readonly since: number
  /** Causes for which it was dispatched again. */
  readonly voided: readonly VoidCause[]
  /** What it answered, once it did. */
  readonly answer: Seat | null
  readonly replies: readonly SynthesisReply[] | null
  readonly warnings: readonly string[]
}

/** One panel round that is over, or the one that runs (`verdict` null). */
export type Round = {
  readonly index: number
  readonly rubric: string
  readonly seats: readonly PanelSeat[]
  readonly verdict: KeptVerdict | null
}

/** A session with the role that it once took. */
export type KnownSession = { readonly session: string; readonly role: 'orchestrator' | 'doer' | 'verifier' | 'vetter' }

export type Vote = DataOf<'tribunal.vetted'>

/** How the slice ended: by a verdict, or as a person chose. */
export type Ending = 'shipped' | 'accepted' | 'abandoned'

/** A slice: the fold of its events, plain data, lists in the order of the events. */
export type SliceState = {
  /** Events so far: the version of the stream. */
  readonly version: number
  /** The version that made due what is due now. */
  readonly since: number
  readonly phase: Phase
  readonly setup: FullSliceSetup | null
  readonly rubric: FrozenRubric | null
  readonly rubricVersion: number
  readonly plan: {
    readonly text: string
    readonly refinements: number
    readonly votes: readonly Vote[]
    readonly critiques: readonly string[]
  } | null
  /** Two counters, never mixed (R-TRI-72). */
  readonly rounds: { readonly used: number; readonly max: number }
  readonly dispatches: { readonly used: number; readonly max: number }
  readonly sessions: readonly KnownSession[]
  /** Hashes of every token ever given out. */
  readonly tokens: readonly string[]
  readonly why: DispatchReason
  readonly whyReasons: readonly string[]
  /** Steps of the triage taken or passed over since the doer was last not blocked (R-TRI-18). */
  readonly triaged: readonly TriageStep[]
  readonly doers: readonly Dispatch[]
  readonly reports: readonly DataOf<'tribunal.reported'>[]
  readonly checks: readonly DataOf<'tribunal.verified'>[]
  readonly address: string | null
  readonly panel: readonly PanelSeat[]
  readonly ruling: KeptRuling | null
  /** The members asked in the synthesis round. */
  readonly replying: readonly string[]
  readonly isReplaced: boolean
  readonly history: readonly Round[]
  /** Rebuttals of persons, counted at the next ruling. */
  readonly rebuttals: readonly DataOf<'tribunal.resolved'>[]
  /** Why a person is asked: the reasons of the ruling or of the escalation; empty when nobody is. */
  readonly stuckOn: readonly string[]
  readonly escalations: readonly DataOf<'tribunal.escalated'>[]
  readonly resolutions: readonly DataOf<'tribunal.resolved'>[]
  readonly ending: Ending | null
  readonly deliveredOn: string | null
  readonly acknowledgedBy: string | null
}

/** The last verdict of the slice, whether its round is over or not. */
export function lastVerdict({ ruling, history }: SliceState): KeptVerdict | undefined {
  if (ruling?.kind === 'verdict') return ruling
  return history.findLast(({ verdict }) => verdict !== null)?.verdict ?? undefined
}

/** What is left of both budgets; never below 0. */
export function budgetsLeft({ rounds, dispatches }: SliceState): { readonly rounds: number; readonly dispatches: number } {
  return { rounds: Math.max(0, rounds.max - rounds.used), dispatches: Math.max(0, dispatches.max - dispatches.used) }
}

/** The stream of a slice; `slice/?` before it is opened. */
export function streamOf({ setup }: SliceState): string {
  return `slice/${setup?.id ?? '?'}`
}
