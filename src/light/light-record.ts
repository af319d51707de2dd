import type { Decider, Decision } from '../ledger/decider'
import { authorizationLastsMs, authorize } from './authorization'
import { decideFault, decideGate, faultJudged, given as present } from './decide-judging'
import type { FaultJudgement } from './judge-fault'
import type { LightCommand, LightCommandTo as To } from './light-command'
import { refuse } from './light-command'
import type { AuthorizationData, AuthorizationUse, FaultCard, GateCard, LightEvent } from './light-event'
import type { LightState } from './light-state'
import { knownCard, nextId, saidBefore } from './light-state'
import { policyOf } from './light-tables'
import type { Grant } from './read-authorization'
import { grantsIt, wordingOf } from './read-authorization'

/** The record of the lights of one flow as a decider: cards get their ids here, and an authorization counts once. */
export const lightRecord: Decider<undefined, LightState, LightCommand, LightEvent, never> = { initial, decide, evolve, next: () => [] }

/** The streams of the two lights, which never mix (R-TL-21). */
export const lightStreams = { fault: 'light/faults', gate: 'light/gates' } as const

function initial(): LightState {
  return { cards: [], authorizations: [], uses: [], adopted: [] }
}

function evolve(state: LightState, event: LightEvent): LightState {
  switch (event.type) {
    case 'light.judged':
      return { ...state, cards: [...state.cards, event.data] }
    case 'light.authorized':
      return { ...state, authorizations: [...state.authorizations, event.data] }
    case 'light.authorization-used':
      return { ...state, uses: [...state.uses, event.data] }
    default:
      return state
  }
}

function decide(state: LightState, command: LightCommand): Decision<LightEvent> {
  switch (command.do) {
    case 'judge-fault':
      return decideFault(state, command)
    case 'judge-gate':
      return decideGate(state, command)
    case 'authorize':
      return decideAuthorization(state, command)
    case 'use':
      return decideUse(state, command)
  }
}

function decideAuthorization(state: LightState, command: To<'authorize'>): Decision<LightEvent> {
  const { card: id, grant, operation, by, words, attested = 'host', nowMs, day } = command
  const card = state.cards.find((one) => one.card === id)
  if (card === undefined) return refuse('unknown-card', `no card is called ${id}`)
  if (card.kind === 'gate') return refuse('nothing-to-authorize', gateRefused(card))
  const tried = notInForce(card)
  if (tried !== undefined) return tried
  const given: AuthorizationData = {
    id: nextId(
      'A',
      day,
      state.authorizations.map((one) => one.id),
    ),
    card: id,
    payloadHash: card.payloadHash,
    grant,
    ...(operation === undefined ? {} : { operation }),
    by,
    text: words,
    attested,
    givenAtMs: nowMs,
    expiresAtMs: nowMs + authorizationLastsMs,
  }
  const policy = policyOf(card, state.adopted)
  const outcome = authorize(judgedOf(card), given, { nowMs, used: [], policy })
  if (outcome.kind === 'refused') return refuse(outcome.code, outcome.message)
  if (!saysSo(words, grant, operation)) {
    const wording = grant === 'dangerous-operation' ? (operation ?? 'the name of the operation') : wordingOf(grant)
    return refuse('acknowledged-only', `these words say that the card was read, and do not grant ${grant}; "${wording}" would`)
  }
  if (saidBefore(state, given) !== undefined) return { ok: true, events: [] }
  if (outcome.kind === 'go-on') return { ok: true, events: [{ type: 'light.authorized', data: given }] }
  const known = knownCard(state, outcome.payload, card.policy, card.operation, card.policyHash)
  if (known !== undefined) return refuse('already-used', `${id} was authorized and judged anew before, as ${known.card}`)
  const notes = { day, ...present({ policyHash: card.policyHash, operation: card.operation }), authorization: given.id }
  const anew = faultJudged(state, outcome.payload, outcome.judgement, notes)
  const use: AuthorizationUse = { authorization: given.id, card: id, action: 'judged-anew', anew: anew.data.card }
  return { ok: true, events: [{ type: 'light.authorized', data: given }, anew, { type: 'light.authorization-used', data: use }] }
}

/** A table that somebody chose shows what it would say; only the one that the standards hold lets work go on (R-EVO-06, R-EVO-07). */
function notInForce({ card, policy, insteadOf }: FaultCard): Decision<LightEvent> | undefined {
  if (insteadOf === undefined) return undefined
  return refuse(
    'not-in-force',
    `${card} was judged by ${policy}, not by the table in force (${insteadOf}): judge the file without --policy`,
  )
}

function gateRefused({ card, light }: GateCard): string {
  const helps = light === 'red' ? `change what is red and judge the file anew: adjudicate light FILE` : `a ${light} gate goes on by itself`
  return `${card} is a development gate, and gates are not authorized: ${helps}`
}

/** The words must say what the option says: the operation by its name, the grant by its name, or a sentence that grants it (R-TL-19). */
function saysSo(words: string, grant: Grant, operation: string | undefined): boolean {
  if (grant === 'dangerous-operation') return operation !== undefined && words.trim() === operation.trim()
  return grantsIt(words, grant)
}

function decideUse(state: LightState, { card: id, authorization, payload, nowMs }: To<'use'>): Decision<LightEvent> {
  const given = state.authorizations.find((one) => one.id === authorization)
  const card = state.cards.find((one) => one.card === id)
  if (given === undefined) return refuse('unknown-authorization', `no authorization is called ${authorization}`)
  if (card?.kind !== 'fault') return refuse('unknown-card', `no card of a fault is called ${id}`)
  const tried = notInForce(card)
  if (tried !== undefined) return tried
  const used = state.uses.map((use) => use.authorization)
  const outcome = authorize({ ...judgedOf(card), payload }, given, { nowMs, used, policy: policyOf(card, state.adopted) })
  if (outcome.kind === 'refused') return refuse(outcome.code, outcome.message)
  if (outcome.kind === 'judged-anew') return refuse('already-used', `${authorization} was used when ${given.card} was judged anew`)
  return { ok: true, events: [{ type: 'light.authorization-used', data: { authorization, card: card.card, action: outcome.action } }] }
}

function judgedOf(card: FaultCard) {
  const { card: id, payload, operation, policy, light, table, rule, because, facts, demoted, missing, whenAuthorized } = card
  const judgement: FaultJudgement = { policy, light, table, rule, because, facts, demoted, missing, whenAuthorized }
  return { card: id, payload, judgement, ...(operation === undefined ? {} : { operation }) }
}
