import { AdjudicateError } from '../../errors'
import { lightsByStandards } from '../../evolution/lights-by-standards'
import type { Parsed } from '../../issues'
import type { FaultPayload } from '../../light/fault-payload'
import { parseFaultPayload } from '../../light/fault-payload'
import type { GatePayload } from '../../light/judge-gate'
import { parseGatePayload } from '../../light/judge-gate'
import type { AuthorizationData, FaultCard, GateCard } from '../../light/light-event'
import { grants } from '../../light/light-event'
import type { LightCommand } from '../../light/light-command'
import { judgedCard } from '../../light/judged-card'
import { lightRecord, lightStreams } from '../../light/light-record'
import type { LightState } from '../../light/light-state'
import { knownCard, saidBefore } from '../../light/light-state'
import { policyOf, tableFor } from '../../light/light-tables'
import type { Grant } from '../../light/read-authorization'
import { whatFollows } from '../../light/what-follows'
import { fold } from '../../running/fold-stream'
import { record } from '../../running/record'
import type { LedgerStore } from '../../ports/ledger-store'
import { printable } from '../../text/printable'
import { authorizedText } from '../formats/authorized-text'
import { bewares, waysOut } from '../formats/light-ways'
import type { Followed } from '../formats/light-text'
import { lightText } from '../formats/light-text'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import type { FullFlags } from './flags'
import { refuseEmpty } from './flags'
import type { Person } from './person'
import { askWords } from './person'
import { readJson } from './reading'
import { inLedger, nowOf, refuseIfKeyed, sayRecorded } from './recorded'
import type { Surroundings } from './terminal'
import { tell, tellRefusal, wellRead } from './told'

export type LightOptions = FullFlags & { readonly policy?: string; readonly operation?: string; readonly use?: string }

const lights = { fault: lightsByStandards('fault'), gate: lightsByStandards('gate') } as const

type Payload = { readonly kind: 'fault'; readonly payload: FaultPayload } | { readonly kind: 'gate'; readonly payload: GatePayload }

/** `adjudicate light FILE`: judges a fault or a development gate and records it with a card; the same payload again is the same card. */
export async function lightCommand(file: string, options: LightOptions, here: Surroundings): Promise<ExitCode> {
  const read = await readPayload(file, options, here)
  const [stream, decider] = [lightStreams[read.kind], lights[read.kind]]
  return await inLedger(here, options.ledger, async (ledger) => {
    const judged = await record(ledger, decider, stream, judging(read, options, here))
    if (!judged.ok) return tellRefusal(here, options, judged.refusal)
    const state = await fold(ledger, decider, stream)
    const card = cardOf(state, read, options)
    if (judged.events.length > 0) sayRecorded(here, judged.events)
    else here.err(`. ${card.card} was given for this payload before\n`)
    if (options.use === undefined) return tellCard(card, exitOfLight(card), options, here, { file, state })
    return await useOf(ledger, options.use, card, options, here)
  })
}

async function useOf(
  ledger: LedgerStore,
  use: string,
  card: FaultCard | GateCard,
  options: LightOptions,
  here: Surroundings,
): Promise<ExitCode> {
  if (card.kind === 'gate')
    throw new AdjudicateError('usage', '--use goes with a fault; the development gate needs no authorization', { use })
  const command: LightCommand = { do: 'use', card: card.card, authorization: use, payload: card.payload, nowMs: nowOf(here).nowMs }
  const used = await record(ledger, lights.fault, lightStreams.fault, command)
  if (!used.ok) return tellRefusal(here, options, used.refusal)
  sayRecorded(here, used.events)
  return tellCard(card, exitCodes.done, options, here, { used: use, state: await fold(ledger, lights.fault, lightStreams.fault) })
}

/** `adjudicate light explain FILE or CARD`: the same page without a new record; what isn't on record has the id `-`. */
export async function lightExplainCommand(file: string, options: LightOptions, here: Surroundings): Promise<ExitCode> {
  return await inLedger(here, options.ledger, async (ledger) => {
    if (/^[FG]-\d{8}-\d{2,}$/.test(file)) {
      const kind = file.startsWith('F') ? 'fault' : 'gate'
      const state = await fold(ledger, lights[kind], lightStreams[kind])
      const card = state.cards.find((one) => one.card === file)
      if (card !== undefined) return tellCard(card, exitOfLight(card), options, here, { state })
      throw new AdjudicateError('usage', `no card is called ${file} in ${options.ledger}`, { card: file })
    }
    const read = await readPayload(file, options, here)
    const state = await fold(ledger, lights[read.kind], lightStreams[read.kind])
    const decision = lights[read.kind].decide(state, judging(read, options, here))
    if (!decision.ok) return tellRefusal(here, options, decision.refusal)
    const judged = decision.events.find((event) => event.type === 'light.judged')?.data
    // Judged before: the card is on record.
    const card = judged === undefined ? cardOf(state, read, options) : { ...judged, card: '-' }
    return tellCard(card, exitOfLight(card), options, here, { file, state })
  })
}

function tellCard(
  card: FaultCard | GateCard,
  exit: ExitCode,
  options: FullFlags,
  here: Surroundings,
  { state, ...extra }: { readonly file?: string; readonly used?: string; readonly state: LightState },
): ExitCode {
  const policy = policyOf(card, state.adopted)
  const { payload, ...rest } = card
  const json = { ...rest, follows: whatFollows(card.light, card.kind === 'fault' ? 'bugfix' : 'dev'), payload }
  const ways = { waysOut: waysOut(card, policy), beware: bewares(card, policy) }
  const used = extra.used === undefined ? {} : { used: extra.used }
  const made = judgedCard(card)
  const written = made.kind === 'written' ? { lightCard: made.card, lacks: [] } : { lightCard: null, lacks: made.lacks }
  const since = followed(card, state, nowOf(here).nowMs)
  return tell(here, options, exit, { ...json, ...written, ...ways, ...used, ...since }, () =>
    lightText(card, policy, { exit, ...extra, ...since }),
  )
}

function followed({ card, payloadHash }: FaultCard | GateCard, { uses, authorizations }: LightState, nowMs: number): Followed {
  const anew = uses.find((use) => use.card === card && use.anew !== undefined)?.anew
  if (anew !== undefined) return { anew }
  const used = new Set(uses.map(({ authorization }) => authorization))
  const open = authorizations.find(
    (one) => one.card === card && one.payloadHash === payloadHash && !used.has(one.id) && nowMs < one.expiresAtMs,
  )
  return open === undefined ? {} : { given: open.id }
}

/** By what the flow lets happen: 0 go on, 3 waits for a person, 1 stop (R-GATE-03, R-TL-02, R-TL-03); never 0 by a table that isn't in force. */
function exitOfLight(card: FaultCard | GateCard): ExitCode {
  const { light, kind } = card
  const { next } = whatFollows(light, kind === 'fault' ? 'bugfix' : 'dev')
  if (next === 'stop') return exitCodes.notDone
  return next === 'wait-for-authorization' || (card.kind === 'fault' && card.insteadOf !== undefined) ? exitCodes.waits : exitCodes.done
}

async function readPayload(file: string, { policy, operation }: LightOptions, here: Surroundings): Promise<Payload> {
  refuseEmpty({ policy, operation })
  const input = await readJson(here.cwd, file)
  const isGate = typeof input === 'object' && input !== null && ('l1' in input || 'fast' in input)
  if (!isGate) return { kind: 'fault', payload: sound(file, parseFaultPayload(input)) }
  if (policy !== undefined || operation !== undefined) {
    throw new AdjudicateError('usage', `${file} is a development gate: --policy and --operation go with a fault`, { file })
  }
  return { kind: 'gate', payload: sound(file, parseGatePayload(input)) }
}

function sound<T>(file: string, parsed: Parsed<T>): T {
  return wellRead(file, parsed, 'adjudicate light --help')
}

function judging(read: Payload, { policy, operation }: LightOptions, here: Surroundings): LightCommand {
  const { day } = nowOf(here)
  const asked = { ...(policy === undefined ? {} : { policy }), ...(operation === undefined ? {} : { operation }) }
  if (read.kind === 'gate') return { do: 'judge-gate', day, payload: read.payload }
  return { do: 'judge-fault', day, payload: read.payload, ...asked }
}

function cardOf(state: LightState, { kind, payload }: Payload, options: LightOptions): FaultCard | GateCard {
  const found = tableFor(state, kind, payload, options)
  const card = found.ok
    ? knownCard(state, payload, found.table.name, options.operation, found.table.hash, found.table.insteadOf)
    : undefined
  if (card === undefined) throw new AdjudicateError('internal', 'a recorded judgement has its card', {})
  return card
}

export type AuthorizeOptions = FullFlags & { readonly grant: string; readonly operation?: string }

/** `adjudicate authorize CARD --grant G`: a person at the terminal, in their own words; exit by what then may happen (R-TL-19). */
export async function authorizeCommand(id: string, options: AuthorizeOptions, here: Surroundings): Promise<ExitCode> {
  const { grant, operation } = options
  refuseEmpty({ operation })
  if (!isGrant(grant)) throw new AdjudicateError('usage', `--grant ${printable(grant)} is none of ${grants.join(', ')}`, { grant })
  return await inLedger(here, options.ledger, async (ledger) => {
    await refuseIfKeyed(ledger)
    const kind = id.startsWith('G-') ? 'gate' : 'fault'
    const state = await fold(ledger, lights[kind], lightStreams[kind])
    const card = state.cards.find((one) => one.card === id)
    if (card?.kind === 'gate') return tellGate(card, grant, state, options, here)
    if (card !== undefined && here.ask !== undefined) here.err(lightText(card, policyOf(card, state.adopted), { exit: exitOfLight(card) }))
    const question = grant === 'dangerous-operation' ? 'Type the name of the operation' : 'In your own words, what do you authorize'
    const { by, words } = await askWords(here, 'authorizing is', question)
    const asked = { card: id, grant, by, words, ...(operation === undefined ? {} : { operation }) }
    const outcome = await record(ledger, lights.fault, lightStreams.fault, { do: 'authorize', ...asked, ...nowOf(here) }, { actor: by })
    if (!outcome.ok) return tellRefusal(here, options, outcome.refusal)
    sayRecorded(here, outcome.events)
    const data = outcome.events.map((event) => event.data)
    const anew = data[1] as FaultCard | undefined
    if (anew !== undefined) return tellCard(anew, exitOfLight(anew), options, here, { state })
    const authorization = (data[0] as AuthorizationData | undefined) ?? (await givenBefore(ledger, asked, nowOf(here).nowMs))
    if (outcome.events.length === 0) here.err(`. ${authorization.id} was given in these words before and is not used yet\n`)
    return tell(here, options, exitCodes.done, { authorization }, () => authorizedText(authorization, exitCodes.done))
  })
}

/** Refused before anybody is asked: no words of a person lift a gate. */
function tellGate(card: GateCard, grant: Grant, state: LightState, options: FullFlags, here: Surroundings): ExitCode {
  const command = { do: 'authorize', card: card.card, grant, by: { kind: 'human', id: '-' }, words: grant, ...nowOf(here) } as const
  const decided = lightRecord.decide(state, command)
  if (decided.ok) throw new AdjudicateError('internal', 'a gate is never authorized', {})
  return tellRefusal(here, options, decided.refusal)
}

type Asked = { readonly card: string; readonly grant: Grant; readonly by: Person; readonly words: string; readonly operation?: string }

async function givenBefore(ledger: LedgerStore, { card: id, words, ...said }: Asked, nowMs: number): Promise<AuthorizationData> {
  const state = await fold(ledger, lights.fault, lightStreams.fault)
  const payloadHash = state.cards.find((one) => one.card === id)?.payloadHash ?? ''
  const before = saidBefore(state, { card: id, payloadHash, ...said, text: words, attested: 'host', givenAtMs: nowMs })
  if (before === undefined) throw new AdjudicateError('internal', 'words that authorize nothing new have authorized before', {})
  return before
}

function isGrant(text: string): text is Grant {
  return (grants as readonly string[]).includes(text)
}
