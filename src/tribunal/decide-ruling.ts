import type { Digest } from '../canonical/digest'
import { hashOf } from '../canonical/digest'
import { plainCopy } from '../canonical/plain'
import { present } from './present'
import { adjudicate } from '../consensus/adjudicate'
import type { AdjudicateInput } from '../consensus/adjudicate-input'
import type { Ruling } from '../consensus/ruling'
import type { RulingData } from '../consensus/ruling-event'
import type { Seat } from '../consensus/seat'
import { synthesisReplySchema } from '../consensus/synthesis-reply'
import { shown } from '../issues'
import { parseWith } from '../parsing'
import type { CommandTo } from './command'
import { said } from './decide-opening'
import type { SliceDecision } from './refusal'
import { record, refuse, refuseFirst } from './refusal'
import { answerFault } from './sessions'
import type { PanelSeat, SliceState } from './state'
import { budgetsLeft } from './state'

/**
 * What a slice hands to `adjudicate`: its frozen rubric, every seat asked, the synthesis replies, the counters, and what the command brings. A host that keeps blobs
 * stores its canonical JSON, whose hash stands in the ruling's event, so that the ruling can be redone.
 */
export function rulingInput(state: SliceState, command: Omit<CommandTo<'adjudicate'>, 'do'>): AdjudicateInput {
  const { setup, rubric, rounds, address } = state
  const { corpus, artifact, adjudications = [], responses = [], standards, waived } = command
  const isSingle = setup?.independence === 'single-context'
  const seats = (isReplacement: boolean): Seat[] =>
    state.panel.flatMap((seat) => (seat.isReplacement === isReplacement && seat.answer !== null ? [asSeat(seat.answer, isSingle)] : []))
  const doer = state.doers.at(-1)
  const replies = state.panel.flatMap((seat) => seat.replies ?? [])
  const isAnswered = state.panel.some((seat) => seat.replies !== null)
  return present({
    rubric,
    panel: seats(false),
    replacements: state.isReplaced ? seats(true) : undefined,
    corpus,
    doer: doer === undefined ? undefined : present({ session: isSingle ? 'single-context' : doer.session, model: doer.model }),
    artifact: artifact ?? artifactOf(state, address),
    adjudications: [...adjudications, ...refutations(state)],
    responses: [...responses, ...rebuttals(state)],
    synthesis: waived === true ? 'waived' : isAnswered ? replies : undefined,
    standards,
    round: { index: Math.max(1, rounds.used), max: Math.max(1, rounds.max) },
    dispatchesLeft: budgetsLeft(state).dispatches,
    mode: setup?.mode,
    independence: setup?.independence,
    seed: setup?.seed,
  }) as AdjudicateInput
}

/** In one context every seat has the same session, so none is named; the label says so. */
function asSeat(seat: Seat, isSingle: boolean): Seat {
  if (!isSingle) return seat
  const { session: _, ...rest } = seat
  return rest
}

function artifactOf(state: SliceState, address: string | null): { address: string; digest: string } | undefined {
  const digest = state.checks.at(-1)?.digest
  return digest === undefined || address === null ? undefined : { address, digest }
}

function rebuttals({ rebuttals: given }: SliceState): unknown[] {
  return given.flatMap(({ by, way }) =>
    way.take === 'rebut' && way.scenario !== undefined
      ? [
          {
            kind: 'rebuttal',
            member: way.member,
            scenario: way.scenario,
            reason: way.reason,
            citations: way.citations,
            by: { kind: 'human', id: by.id },
          },
        ]
      : [],
  )
}

function refutations({ rebuttals: given }: SliceState): unknown[] {
  return given.flatMap(({ by, way }) =>
    way.take === 'rebut' && way.scenario === undefined
      ? [{ target: 'escalate', member: way.member, outcome: 'refuted', citations: way.citations, by: { kind: 'human', id: by.id } }]
      : [],
  )
}

/** Rules on the panel. The verdict is consensus's alone: what it refuses is refused here, and nothing is ruled. */
export function decideRuling(state: SliceState, { do: _, ...command }: CommandTo<'adjudicate'>, digest: Digest): SliceDecision {
  if (state.phase !== 'ruling') return refuse('not-due', `no ruling is due: the slice is ${state.phase}`)
  const input = rulingInput(state, command)
  const ruling = adjudicate(input, digest)
  if (ruling.kind === 'refused') return refuse('input-refused', said(ruling.issues))
  const { trace, ...kept } = ruling
  const asked = ruling.kind === 'synthesis' ? survivorsIn(trace, ruling.disputed) : []
  return record(
    { type: 'tribunal.ruling', data: dataOf(ruling, hashOf(plainCopy(input).copy, digest), hashOf(ruling, digest)) },
    { type: 'tribunal.ruled', data: { round: state.rounds.used, ruling: kept, asked } },
  )
}

function dataOf(ruling: Exclude<Ruling, { kind: 'refused' }>, input: string, hash: string): RulingData {
  const common = { rules: ruling.rules, kind: ruling.kind, boundTo: ruling.boundTo, input, ruling: hash }
  if (ruling.kind !== 'verdict') return common
  const { verdict, reasons, overall, target } = ruling
  return { ...common, verdict, reasons: [...reasons], overall, target }
}

/** The members with a surviving score on a disputed dimension, as the account lists them: only they are asked (R-TRI-55). */
function survivorsIn(trace: Ruling['trace'], disputed: readonly string[]): string[] {
  const members = trace
    .filter(({ step, at }) => step === 'survivors' && at !== undefined && disputed.includes(at))
    .flatMap(({ saw }) => (Array.isArray(saw) ? saw.map((one: { readonly member: string }) => one.member) : []))
  return [...new Set(members)].sort()
}

/** A member's part in the one synthesis round; members that stay silent maintain (R-TRI-51, R-TRI-54, R-TRI-55). */
export function decideReply(state: SliceState, { member, token, replies }: CommandTo<'reply'>, digest: Digest): SliceDecision {
  const seat = state.panel.find((one) => one.member === member)
  if (state.phase !== 'synthesis' || state.ruling?.kind !== 'synthesis')
    return refuse('not-due', `no reply is due: the slice is ${state.phase}`)
  if (seat === undefined || !state.replying.includes(member) || seat.replies !== null)
    return refuse('unknown-member', `no reply of ${shown(member)} is due`)
  const refused = refuseFirst([answerFault(seat.token, token, digest)])
  if (refused !== undefined) return refused
  const read = replies.map((reply) => parseWith(synthesisReplySchema, typeof reply === 'object' ? { member, ...reply } : reply))
  const faults = read.flatMap((one) => (one.ok ? [] : one.issues))
  if (faults.length > 0) return refuse('command-invalid', said(faults))
  const given = read.flatMap((one) => (one.ok ? [one.value] : []))
  const fault = replyFault(seat, given, state.ruling.disputed)
  if (fault !== undefined) return refuse('command-invalid', fault)
  return record({ type: 'tribunal.replied', data: { member, replies: given } })
}

function replyFault(
  seat: PanelSeat,
  given: readonly { readonly member: string; readonly dimension: string }[],
  disputed: readonly string[],
): string | undefined {
  const foreign = given.find((reply) => reply.member !== seat.member)
  if (foreign !== undefined) return `${shown(seat.member)} can't reply for ${shown(foreign.member)}`
  const frozen = given.find((reply) => !disputed.includes(reply.dimension))
  if (frozen !== undefined) return `${shown(frozen.dimension)} is not disputed, its scores are frozen`
  const twice = given.find((reply, index) => given.findIndex((one) => one.dimension === reply.dimension) !== index)
  return twice === undefined ? undefined : `two replies on ${shown(twice.dimension)}`
}
