import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { DisciplineCommand } from '../../discipline/command'
import { parseDisciplineCommand } from '../../discipline/command'
import { discipline } from '../../discipline/decider'
import type { DisciplineEvent } from '../../discipline/event'
import { parseDisciplineSetup } from '../../discipline/setup'
import type { DisciplineSetup, FullSetup } from '../../discipline/setup'
import type { DisciplineState } from '../../discipline/state'
import { AdjudicateError } from '../../errors'
import type { LedgerStore } from '../../ports/ledger-store'
import { fold } from '../../running/fold-stream'
import { record } from '../../running/record'
import { aboutText, buildText, cardText, changedText } from '../formats/discipline-text'
import { disciplineOnce } from './card-repeat'
import { citedIn } from './cited'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import type { FullFlags } from './flags'
import { refuseEmpty } from './flags'
import { namedArtifact } from './named-artifact'
import { askToType, refuseWithoutPerson } from './person'
import { readBytes, readJson } from './reading'
import { inLedger, refuseIfKeyed, sayRecorded } from './recorded'
import type { Surroundings } from './terminal'
import { noticeText } from './terminal'
import { tell, tellRefusal, wellRead } from './told'

/** `artifact` names a revision or a folder that evidence is looked up in, instead of a corpus that the file brings. */
export type CardOptions = FullFlags & { readonly build: string; readonly artifact?: string }

export type DoNow = DisciplineCommand['do']

/** What only a person does; the automation that runs a build has the library. Who it was is asked, never read from a file. */
const personal: ReadonlySet<string> = new Set(['amend', 'rescind', 'review', 'continue', 'keep-alternate'])

/** The name of a build's stream. */
function streamOf({ build }: CardOptions): string {
  refuseEmpty({ build })
  return `discipline/${build}`
}

/** `adjudicate card open FILE`: begins a build; `--authority` reads the document that it is held to. */
export async function cardOpen(
  file: string,
  options: CardOptions & { readonly authority?: string },
  here: Surroundings,
): Promise<ExitCode> {
  refuseEmpty({ authority: options.authority })
  const read = await readJson(here.cwd, file)
  const setup = wellRead(file, parseDisciplineSetup(await withAuthority(read, options.authority, here)), help)
  return await inLedger(here, options.ledger, async (ledger) => await carriedOut(ledger, setup, { do: 'open' }, options, here))
}

const help = 'adjudicate card --help'

async function withAuthority(input: unknown, file: string | undefined, here: Surroundings): Promise<unknown> {
  if (file === undefined || typeof input !== 'object' || input === null) return input
  if ('authority' in input)
    throw new AdjudicateError('usage', 'the file names an authority, and so does --authority: one of them', { file })
  const text = await document(file, here)
  return { ...input, authority: { id: basename(file), sha256: text.sha256, text: text.text } }
}

async function document(file: string, here: Surroundings): Promise<{ readonly sha256: string; readonly text: string }> {
  const bytes = await readBytes(here.cwd, file)
  return { sha256: `sha256:${createHash('sha256').update(bytes).digest('hex')}`, text: decoded(bytes, file) }
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    // A byte order mark is part of what is hashed, so it stays part of the text.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new AdjudicateError('data-invalid', `${file} is no UTF-8 text`, { file }, cause)
  }
}

/** `adjudicate card give|correct|... FILE`: a command from a file, without its `do`; a person's acts are asked for at the terminal. */
export async function cardDo(doNow: DoNow, file: string, options: CardOptions, here: Surroundings): Promise<ExitCode> {
  const input = await readJson(here.cwd, file)
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new AdjudicateError('data-invalid', `${file} is no JSON object`, { file })
  }
  if ('by' in input && personal.has(doNow)) {
    throw new AdjudicateError('usage', `${file} says who does it; that is asked at the terminal: leave "by" out`, { file })
  }
  return await cardAsked({ ...(await withArtifact(input, file, options, here)), do: doNow }, file, options, here)
}

/** What was done is read where it was done: a file's own corpus is its author's word for it. */
async function withArtifact(input: object, file: string, { artifact }: CardOptions, here: Surroundings): Promise<object> {
  refuseEmpty({ artifact })
  if (artifact === undefined) return input
  if ('corpus' in input) {
    throw new AdjudicateError('usage', `${file} brings a corpus, and evidence is looked up in --artifact: leave "corpus" out`, { file })
  }
  const cited = citedIn({ citations: 'evidence' in input ? input.evidence : [] })
  const read = await namedArtifact({ artifact }, cited, here, file)
  for (const notice of read?.notices ?? []) here.err(noticeText(notice))
  return { ...input, corpus: { sources: read?.sources ?? [] } }
}

/** `adjudicate card packet NAME --by BUILDER`: a packet completed. */
export async function cardPacket(packet: string, by: string, options: CardOptions, here: Surroundings): Promise<ExitCode> {
  return await cardAsked({ do: 'complete', packet, by }, packet, options, here)
}

/** `adjudicate card reread BUILDER --document FILE`: the whole document, proved by the hash of its bytes. */
export async function cardReread(builder: string, file: string, options: CardOptions, here: Surroundings): Promise<ExitCode> {
  refuseEmpty({ document: file })
  const { sha256 } = await document(file, here)
  return await cardAsked({ do: 'reread', builder, sha256 }, file, options, here)
}

async function cardAsked(
  input: Readonly<Record<string, unknown>> & { readonly do: DoNow },
  file: string,
  options: CardOptions,
  here: Surroundings,
): Promise<ExitCode> {
  return await inLedger(here, options.ledger, async (ledger) => {
    const setup = await openedSetup(ledger, options)
    if (!personal.has(input.do)) return await carriedOut(ledger, setup, wellRead(file, parseDisciplineCommand(input), help), options, here)
    // Of these only a struck card carries a signature where the ledger has keys (spec 09).
    if (input.do === 'rescind') await refuseIfKeyed(ledger)
    // Read and decided first with a name to come, so that nobody is asked for what can't be, and everybody sees what it will be.
    const wanted = wellRead(file, parseDisciplineCommand({ ...input, by: { kind: 'human', id: '-' } }), help)
    refuseWithoutPerson(here, `card ${input.do} is`)
    const state = await fold(ledger, discipline, streamOf(options), { setup })
    const decision = disciplineOnce.decide(state, wanted)
    if (!decision.ok) return tellRefusal(here, options, decision.refusal)
    here.err(aboutText(state, wanted, decision.events.reduce(discipline.evolve, state), decision.events))
    const by = await askToType(here, `card ${input.do} is`, input.do)
    return await carriedOut(ledger, setup, wellRead(file, parseDisciplineCommand({ ...input, by }), help), options, here, by)
  })
}

/** `adjudicate card state`: how a build stands; nothing is recorded. */
export async function cardState(options: CardOptions, here: Surroundings): Promise<ExitCode> {
  return await inLedger(here, options.ledger, async (ledger) => {
    const setup = await openedSetup(ledger, options)
    const state = await fold(ledger, discipline, streamOf(options), { setup })
    const { record: events, ...stands } = state
    const json = { build: options.build, ...stands, events: events.length, next: discipline.next(state) }
    return tell(here, options, exitCodes.done, json, () => buildText(options.build, state, exitCodes.done))
  })
}

/** The setup that a build's stream begins with. Throws `usage` where there is no such build. */
async function openedSetup(ledger: LedgerStore, options: CardOptions): Promise<FullSetup> {
  for await (const event of ledger.read({ stream: streamOf(options) })) return wellRead(streamOf(options), parseDisciplineSetup(event.data))
  const message = `no build ${options.build} is open in ${options.ledger}: adjudicate card open FILE begins one, --build names another`
  throw new AdjudicateError('usage', message, { build: options.build })
}

async function carriedOut(
  ledger: LedgerStore,
  setup: DisciplineSetup,
  command: DisciplineCommand,
  options: CardOptions,
  here: Surroundings,
  by?: { readonly kind: 'human'; readonly id: string },
): Promise<ExitCode> {
  const stream = streamOf(options)
  const outcome = await record(ledger, disciplineOnce, stream, command, { setup, ...(by === undefined ? {} : { actor: by }) })
  if (!outcome.ok) return tellRefusal(here, options, outcome.refusal)
  sayRecorded(here, outcome.events)
  if (outcome.events.length === 0) here.err('. this was recorded before\n')
  const state = await fold(ledger, discipline, stream, { setup })
  const events = outcome.events.map(({ type, data }) => ({ type, data }) as DisciplineEvent)
  const json = { build: options.build, events, lead: state.lead, next: discipline.next(state) }
  return tell(here, options, exitCodes.done, json, () => textOf(state, events))
}

function textOf(state: DisciplineState, events: readonly DisciplineEvent[]): string {
  const [first] = events
  if (first?.type === 'discipline.card') return cardText(state, first.data.card, exitCodes.done)
  return changedText(state, events, exitCodes.done)
}
