import { AdjudicateError } from '../errors'
import type { Decider, Decision } from '../ledger/decider'
import type { Policy } from '../policy/policy'
import { hasText } from '../text/blank'
import { authorizationLastsMs, authorize, payloadHash } from './authorization'
import type { Light } from './bugfix'
import { bugfix } from './bugfix'
import { devGate } from './dev-gate'
import type { FaultPayload } from './fault-payload'
import type { FaultJudgement } from './judge-fault'
import { judgeFault } from './judge-fault'
import type { GatePayload } from './judge-gate'
import { fastPathOpen, judgeGate } from './judge-gate'
import { judgedCard } from './judged-card'
import type { LightCommand, LightRefusalCode } from './light-command'
import { lightRefusalRules } from './light-command'
import type { AuthorizationData, AuthorizationUse, FaultCard, GateCard, LightEvent } from './light-event'
import { lightPolicyNamed } from './light-policies'
import type { Grant } from './read-authorization'
import { isBareAssent, readAuthorization } from './read-authorization'

/** The lights of one flow on record; lists in the order of the events. */
export type LightState = {
  readonly cards: readonly (FaultCard | GateCard)[]
  readonly authorizations: readonly AuthorizationData[]
  readonly uses: readonly AuthorizationUse[]
}

/** The record of the lights of one flow as a decider: cards get their ids here, and an authorization counts once. */
export const lightRecord: Decider<undefined, LightState, LightCommand, LightEvent, never> = { initial, decide, evolve, next: () => [] }

/** The streams of the two lights, which never mix (R-TL-21). */
export const lightStreams = { fault: 'light/faults', gate: 'light/gates' } as const

function initial(): LightState {
  return { cards: [], authorizations: [], uses: [] }
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

type To<Do extends LightCommand['do']> = Extract<LightCommand, { readonly do: Do }>

/** The card of a payload that was judged before; the same payload under the same table, about the same operation if any, is the same case. */
export function knownCard(state: LightState, payload: unknown, policy: string, operation?: string): FaultCard | GateCard | undefined {
  const hash = payloadHash(payload as FaultPayload)
  return state.cards.find(
    (card) => card.payloadHash === hash && card.policy === policy && (card.kind === 'gate' || card.operation === operation),
  )
}

function decideFault(state: LightState, { day, payload, policy: name = 'bugfix@1', operation }: To<'judge-fault'>): Decision<LightEvent> {
  const policy = lightPolicyNamed(name)
  if (policy === undefined) return refuse('unknown-policy', `no table of the bugfix light is called ${name}`)
  const judgement = judgeFault(payload, policy)
  if (operation !== undefined && (!hasText(operation) || isBareAssent(operation))) {
    return refuse(
      'operation-not-named',
      `${JSON.stringify(operation)} names no operation: a person authorizes one by its name, and assent is none`,
    )
  }
  // First, known or not: a card that an authorization made let its case go on once, and is no licence for the next file that says the same.
  const claimed = (['H2', 'H4'] as const).filter((check) => payload[check] === 'authorized')
  if (claimed.length > 0) {
    const message = `${claimed.join(' and ')} says authorized, and a file authorizes nothing: say what is needed, have it judged, then a person authorizes the card`
    return refuse('authorization-not-given', message)
  }
  if (knownCard(state, payload, name, operation) !== undefined) return { ok: true, events: [] }
  const event = faultJudged(state, day, payload, judgement, operation)
  return cardFault(event.data) ?? { ok: true, events: [event] }
}

function decideGate(state: LightState, { day, payload }: To<'judge-gate'>): Decision<LightEvent> {
  const { policy, light, rule, because, path, redChecks } = judgeGate(payload)
  if (knownCard(state, payload, policy) !== undefined) return { ok: true, events: [] }
  const uncited = path === 'l2' ? precedentFault(state, payload) : undefined
  if (uncited !== undefined) return uncited
  const card = nextId(
    'G',
    day,
    state.cards.map(({ card: id }) => id),
  )
  const hash = payloadHash(payload as unknown as FaultPayload)
  const data = { kind: 'gate' as const, card, policy, payloadHash: hash, payload, light, rule, because, path, redChecks }
  return cardFault(data) ?? { ok: true, events: [{ type: 'light.judged', data }] }
}

/** What is cited as a precedent is a green on record here, not a name that the payload makes up (R-GATE-07). */
function precedentFault({ cards }: LightState, payload: GatePayload): Decision<LightEvent> | undefined {
  const { precedent } = payload.fast
  if (fastPathOpen({ ...payload, fast: { ...payload.fast, precedent: null } })) return undefined
  const cited = cards.find(({ card }) => card === precedent)
  if (cited?.kind === 'gate' && cited.light === 'green') return undefined
  const stands = cited === undefined ? 'not on record here' : cited.light
  return refuse(
    'unknown-precedent',
    `the fast path cites ${JSON.stringify(precedent)}, which is ${stands}: a precedent is the id of a green gate`,
  )
}

/** A payload that writes its card writes the whole of it (R-TL-16, R-TL-17, R-TL-18); one that writes none is judged all the same. */
function cardFault(judged: FaultCard | GateCard): Decision<LightEvent> | undefined {
  const made = judgedCard(judged)
  if (judged.payload.card === undefined || made.kind === 'written') return undefined
  const { light, policy, rule } = judged
  const message = `this is ${light} by ${policy} rule ${rule}, and the payload's card leaves empty what a ${light} card states: ${made.lacks.join(', ')}`
  return refuse('card-incomplete', message)
}

function faultJudged(
  state: LightState,
  day: string,
  payload: FaultPayload,
  judgement: FaultJudgement,
  operation?: string,
  authorization?: string,
): { readonly type: 'light.judged'; readonly data: FaultCard } {
  const { policy, light, table, rule, because, facts, demoted, missing, whenAuthorized } = judgement
  const data: FaultCard = {
    kind: 'fault',
    card: nextId(
      'F',
      day,
      state.cards.map(({ card }) => card),
    ),
    policy,
    payloadHash: payloadHash(payload),
    payload,
    light,
    table,
    rule,
    because,
    facts,
    demoted,
    missing,
    whenAuthorized,
    ...(operation === undefined ? {} : { operation }),
    ...(authorization === undefined ? {} : { authorization }),
  }
  return { type: 'light.judged', data }
}

function decideAuthorization(state: LightState, command: To<'authorize'>): Decision<LightEvent> {
  const { card: id, grant, operation, by, words, attested = 'host', nowMs, day } = command
  const card = state.cards.find((one) => one.card === id)
  if (card === undefined) return refuse('unknown-card', `no card is called ${id}`)
  if (card.kind === 'gate') return refuse('nothing-to-authorize', 'the development gate stops at red alone, and a red is not authorized')
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
  const policy = policyOf(card)
  const outcome = authorize(judgedOf(card), given, { nowMs, used: [], policy })
  if (outcome.kind === 'refused') return refuse(outcome.code, outcome.message)
  if (!saysSo(words, grant, operation)) {
    return refuse('acknowledged-only', `these words say that the card was read, and do not grant ${grant}`)
  }
  if (outcome.kind === 'go-on') return { ok: true, events: [{ type: 'light.authorized', data: given }] }
  const known = knownCard(state, outcome.payload, card.policy, card.operation)
  if (known !== undefined) return refuse('already-used', `${id} was authorized and judged anew before, as ${known.card}`)
  const anew = faultJudged(state, day, outcome.payload, outcome.judgement, card.operation, given.id)
  const use: AuthorizationUse = { authorization: given.id, card: id, action: 'judged-anew', anew: anew.data.card }
  return { ok: true, events: [{ type: 'light.authorized', data: given }, anew, { type: 'light.authorization-used', data: use }] }
}

/** The words must say what the option says: the operation by its name, the grant by its name, or a sentence that grants it (R-TL-19). */
function saysSo(words: string, grant: Grant, operation: string | undefined): boolean {
  if (grant === 'dangerous-operation') return operation !== undefined && words.trim() === operation.trim()
  if (words.trim() === grant) return true
  const read = readAuthorization(words)
  return read.kind === 'grant' && read.grant === grant
}

function decideUse(state: LightState, { card: id, authorization, payload, nowMs }: To<'use'>): Decision<LightEvent> {
  const given = state.authorizations.find((one) => one.id === authorization)
  const card = state.cards.find((one) => one.card === id)
  if (given === undefined) return refuse('unknown-authorization', `no authorization is called ${authorization}`)
  if (card?.kind !== 'fault') return refuse('unknown-card', `no card of a fault is called ${id}`)
  const used = state.uses.map((use) => use.authorization)
  const outcome = authorize({ ...judgedOf(card), payload }, given, { nowMs, used, policy: policyOf(card) })
  if (outcome.kind === 'refused') return refuse(outcome.code, outcome.message)
  if (outcome.kind === 'judged-anew') return refuse('already-used', `${authorization} was used when ${given.card} was judged anew`)
  return { ok: true, events: [{ type: 'light.authorization-used', data: { authorization, card: card.card, action: outcome.action } }] }
}

function judgedOf(card: FaultCard) {
  const { card: id, payload, operation, policy, light, table, rule, because, facts, demoted, missing, whenAuthorized } = card
  const judgement: FaultJudgement = { policy, light, table, rule, because, facts, demoted, missing, whenAuthorized }
  return { card: id, payload, judgement, ...(operation === undefined ? {} : { operation }) }
}

/** The table that a card was judged by. Throws `data-invalid` for one that this release doesn't know. */
export function policyOf({ kind, policy, card }: FaultCard | GateCard): Policy<Light> {
  const known = lightPolicyNamed(policy)
  if (known !== undefined && known.id === (kind === 'fault' ? bugfix.id : devGate.id)) return known
  throw new AdjudicateError('data-invalid', `${card} was judged by ${policy}, which this release does not know`, { card, policy })
}

function nextId(letter: 'F' | 'G' | 'A', day: string, taken: readonly string[]): string {
  const start = `${letter}-${day}-`
  const numbers = taken.filter((id) => id.startsWith(start)).map((id) => Number(id.slice(start.length)))
  return `${start}${String(Math.max(0, ...numbers) + 1).padStart(2, '0')}`
}

function refuse(code: LightRefusalCode, message: string): Decision<LightEvent> {
  return { ok: false, refusal: { rule: lightRefusalRules[code], code, message } }
}
