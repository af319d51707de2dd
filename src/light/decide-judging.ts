import type { Decision } from '../ledger/decider'
import { hasText } from '../text/blank'
import { payloadHash } from './authorization'
import type { FaultPayload } from './fault-payload'
import type { FaultJudgement } from './judge-fault'
import { judgeFault } from './judge-fault'
import type { GatePayload } from './judge-gate'
import { fastPathOpen, judgeGate } from './judge-gate'
import { judgedCard } from './judged-card'
import type { LightCommandTo as To } from './light-command'
import { refuse } from './light-command'
import type { FaultCard, GateCard, LightEvent } from './light-event'
import type { LightState } from './light-state'
import { knownCard, nextId } from './light-state'
import { tableFor } from './light-tables'
import { isBareAssent } from './read-authorization'

/** A fault judged by the table that is asked for or in force, with its card; nothing where it was judged so before. */
export function decideFault(state: LightState, command: To<'judge-fault'>): Decision<LightEvent> {
  const { day, payload, operation } = command
  const found = tableFor(state, 'fault', payload, command)
  if (!found.ok) return refuse(found.code, found.message)
  const { policy, name, hash, insteadOf } = found.table
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
  if (knownCard(state, payload, name, operation, hash, insteadOf) !== undefined) return { ok: true, events: [] }
  const event = faultJudged(state, payload, judgement, { day, ...given({ policyHash: hash, insteadOf, operation }) })
  return cardFault(event.data) ?? { ok: true, events: [event] }
}

/** A development gate judged likewise. */
export function decideGate(state: LightState, command: To<'judge-gate'>): Decision<LightEvent> {
  const { day, payload } = command
  const found = tableFor(state, 'gate', payload, command)
  if (!found.ok) return refuse(found.code, found.message)
  const { policy, light, rule, because, path, redChecks } = judgeGate(payload, found.table.policy)
  if (knownCard(state, payload, policy, undefined, found.table.hash) !== undefined) return { ok: true, events: [] }
  const uncited = path === 'l2' ? precedentFault(state, payload) : undefined
  if (uncited !== undefined) return uncited
  const card = nextId(
    'G',
    day,
    state.cards.map(({ card: id }) => id),
  )
  const hash = payloadHash(payload as unknown as FaultPayload)
  const named = { policy, ...given({ policyHash: found.table.hash }) }
  const data = { kind: 'gate' as const, card, ...named, payloadHash: hash, payload, light, rule, because, path, redChecks }
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

/** What goes on a fault's card beside its judgement; `policyHash` with a table that isn't a published one. */
export type CardNotes = {
  readonly day: string
  readonly policyHash?: string
  readonly insteadOf?: string
  readonly operation?: string
  readonly authorization?: string
}

/** The event of a judged fault, with the next free card of its day. */
export function faultJudged(
  state: LightState,
  payload: FaultPayload,
  judgement: FaultJudgement,
  { day, policyHash, insteadOf, ...notes }: CardNotes,
): { readonly type: 'light.judged'; readonly data: FaultCard } {
  const { policy, light, table, rule, because, facts, demoted, missing, whenAuthorized } = judgement
  const card = nextId(
    'F',
    day,
    state.cards.map((one) => one.card),
  )
  const judged = { light, table, rule, because, facts, demoted, missing, whenAuthorized }
  const by = { policy, ...given({ policyHash, insteadOf }) }
  return { type: 'light.judged', data: { kind: 'fault', card, ...by, payloadHash: payloadHash(payload), payload, ...judged, ...notes } }
}

/** The fields that have a value. */
export function given<Key extends string>(fields: Readonly<Record<Key, string | undefined>>): { readonly [key in Key]?: string } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { readonly [key in Key]?: string }
}
