import { AdjudicateError } from '../../errors'
import type { Event } from '../../ledger/event'
import type { LedgerStore } from '../../ports/ledger-store'
import type { DriveOutcome } from '../../running/driver/drive-once'
import { fold } from '../../running/fold-stream'
import { closingReport } from '../../tribunal/closing-report'
import { slice } from '../../tribunal/decider'
import type { TribunalEvent } from '../../tribunal/event'
import type { SliceState } from '../../tribunal/state'
import { printable } from '../../text/printable'
import { sliceListText, sliceText, waitsForPerson } from '../formats/slice-text'
import { nextWays } from '../formats/slice-ways'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import type { FullFlags } from './flags'
import { inLedger } from './recorded'
import type { Driven } from './slice-driving'
import { driveSlice, handsOnRecord, streamNamed } from './slice-driving'
import { readSlice } from './slice-reading'
import type { ToldRuling } from './slice-rulings'
import { rulingsOf } from './slice-rulings'
import type { Surroundings } from './terminal'
import { tell } from './told'

export type StatusOptions = FullFlags & { readonly rulings: boolean }

/** `adjudicate run SLICE.json`: drives a slice from where its record stands; nothing is started and nothing recorded for a file with a fault. */
export async function runCommand(file: string, flags: FullFlags, here: Surroundings): Promise<ExitCode> {
  const { setup, hands } = await readSlice(file, here)
  return await inLedger(here, flags.ledger, async (ledger, folder) => {
    return tellDriven(await driveSlice({ setup, hands, from: file }, { ledger, folder, here, flags }), flags, here)
  })
}

/** `adjudicate resume S4`: goes on with the hands that are on record; without an id with the one slice that isn't at its end. */
export async function resumeCommand(name: string | undefined, flags: FullFlags, here: Surroundings): Promise<ExitCode> {
  return await inLedger(here, flags.ledger, async (ledger, folder) => {
    return await resumed(name === undefined ? await onlyOpen(ledger, flags) : streamNamed(name), { ledger, folder }, flags, here)
  })
}

/** Drives a slice that is on record. Throws `usage` where there is none, or where only another host knows who carries it out. */
export async function resumed(
  stream: string,
  { ledger, folder }: { readonly ledger: LedgerStore; readonly folder: string },
  flags: FullFlags,
  here: Surroundings,
): Promise<ExitCode> {
  const state = await knownSlice(ledger, stream, flags)
  if (state.phase === 'closed') return tellDriven({ state, outcome: { kind: 'idle' } }, flags, here)
  const hands = await handsOnRecord(ledger, folder, stream)
  if (hands === undefined) {
    throw new AdjudicateError('usage', `nothing on record says who carries out ${stream}: adjudicate run its file`, { stream })
  }
  const { setup } = state
  if (setup === null) throw new AdjudicateError('internal', 'a slice that is on record has its setup', { stream })
  return tellDriven(await driveSlice({ setup, hands, from: stream }, { ledger, folder, here, flags }), flags, here)
}

/** The state of a slice that is on record; throws `usage` where there is none. */
export async function knownSlice(ledger: LedgerStore, stream: string, { ledger: folder }: FullFlags): Promise<SliceState> {
  const state = await fold(ledger, slice, stream)
  if (state.setup !== null) return state
  throw new AdjudicateError('usage', `no ${stream} is on record in ${folder}: adjudicate status lists those that are`, { stream })
}

async function onlyOpen(ledger: LedgerStore, { ledger: folder }: FullFlags): Promise<string> {
  const open = (await allSlices(ledger)).filter(({ phase }) => phase !== 'closed').flatMap(({ setup }) => setup?.id ?? [])
  const [only] = open
  if (only !== undefined && open.length === 1) return `slice/${only}`
  const why =
    only === undefined ? `no slice in ${folder} is unfinished` : `${open.length} slices are unfinished: ${open.join(', ')}; name one`
  throw new AdjudicateError('usage', why, { open })
}

/** `adjudicate status`: every slice of the ledger, or one whole, with its rulings where they are asked for; nothing is recorded. */
export async function statusCommand(name: string | undefined, options: StatusOptions, here: Surroundings): Promise<ExitCode> {
  const { rulings, ...flags } = options
  if (rulings && name === undefined) throw new AdjudicateError('usage', '--rulings goes with the id of a slice', {})
  return await inLedger(here, flags.ledger, async (ledger, folder) => {
    if (name !== undefined) {
      const stream = streamNamed(name)
      const state = await knownSlice(ledger, stream, flags)
      return tellSlice({ state, ...(rulings ? { rulings: await rulingsOf(ledger, folder, stream) } : {}) }, exitOf(state), flags, here)
    }
    const states = await allSlices(ledger)
    // Nothing on record is not the same as all done.
    if (states.length === 0) throw new AdjudicateError('usage', `no slice is on record in ${folder}`, { ledger: folder })
    const exits = states.map((state) => exitOf(state))
    const exit = exits.includes(exitCodes.waits) ? exitCodes.waits : exits.includes(exitCodes.notDone) ? exitCodes.notDone : exitCodes.done
    const slices = states.map((state) => jsonOf(state))
    return tell(here, flags, exit, { slices }, () => sliceListText(states, exit))
  })
}

/** Every slice of a ledger, in the order of their first events. */
async function allSlices(ledger: LedgerStore): Promise<SliceState[]> {
  const states = new Map<string, SliceState>()
  for await (const event of ledger.read()) {
    if (!event.stream.startsWith('slice/')) continue
    const before = states.get(event.stream) ?? slice.initial(undefined)
    states.set(event.stream, slice.evolve(before, event as Event & TribunalEvent))
  }
  return [...states.values()].filter(({ setup }) => setup !== null)
}

function tellDriven({ state, outcome, by }: Driven, flags: FullFlags, here: Surroundings): ExitCode {
  const interrupted = by === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated
  const exit = outcome.kind === 'stopped' && by !== undefined ? interrupted : exitOf(state, outcome)
  return tellSlice({ state, outcome }, exit, flags, here)
}

/** What is told of a slice: its state, why the driver went, and its rulings where they were asked for. */
type Told = { readonly state: SliceState; readonly outcome?: DriveOutcome; readonly rulings?: readonly ToldRuling[] }

/** Prints where a slice stands, as a page or as one document. */
export function tellSlice({ state, outcome, rulings }: Told, exit: ExitCode, flags: FullFlags, here: Surroundings): ExitCode {
  const made = rulings === undefined ? {} : { rulings: rulings.map(({ seq, ruling }) => ({ seq, ruling: ruling ?? null })) }
  const pages = (rulings ?? []).map(({ seq, page }) => `\n${page ?? `! purged   the ruling of event ${seq} is kept by its hash alone\n`}`)
  const json = { ...jsonOf(state, outcome), outcome: outcome ?? null, ...made }
  return tell(here, flags, exit, json, () => `${sliceText({ state, outcome, exit })}${pages.join('')}`)
}

function jsonOf(state: SliceState, outcome?: DriveOutcome): object {
  const { phase, stuckOn, why, whyReasons } = state
  const due = slice.next(state).map(({ id, kind }) => ({ id, kind }))
  const isSentOut = phase === 'dispatching'
  return {
    phase,
    due,
    waitsForPerson: waitsForPerson(state),
    stuckOn,
    why: isSentOut ? why : null,
    reasons: isSentOut ? whyReasons : [],
    report: closingReport(state),
    next: nextWays({ state, outcome }).map(printable),
  }
}

/**
 * How a slice stands as an exit code: 0 shipped, or accepted by a person, and handed over; 3 a person is waited for, or a limit is reached, or another process drives it;
 * 2 something outside failed; 1 not shipped.
 */
export function exitOf(state: SliceState, outcome?: DriveOutcome): ExitCode {
  if (waitsForPerson(state)) return exitCodes.waits
  if (state.phase === 'closed') return state.ending === 'abandoned' ? exitCodes.notDone : exitCodes.done
  if (outcome?.kind === 'limit' || outcome?.kind === 'held') return exitCodes.waits
  return outcome?.kind === 'stuck' ? exitCodes.usage : exitCodes.notDone
}
