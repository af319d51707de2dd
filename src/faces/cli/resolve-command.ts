import { AdjudicateError } from '../../errors'
import type { Event } from '../../ledger/event'
import type { LedgerStore } from '../../ports/ledger-store'
import { handle } from '../../running/driver/handle'
import { record } from '../../running/record'
import type { RecordOutcome } from '../../running/record'
import { fold } from '../../running/fold-stream'
import { printable } from '../../text/printable'
import { closingReport } from '../../tribunal/closing-report'
import { renderClosingReport } from '../../tribunal/closing-text'
import type { SliceCommandInput } from '../../tribunal/command'
import type { SliceDecider } from '../../tribunal/decider'
import { slice, sliceWith } from '../../tribunal/decider'
import type { SliceState } from '../../tribunal/state'
import { platformDigest } from '../embed/platform-digest'
import { sliceText } from '../formats/slice-text'
import { nextWays } from '../formats/slice-ways'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import type { FullFlags } from './flags'
import type { Person } from './person'
import { askToType, askWords } from './person'
import { inLedger, refuseIfKeyed, sayRecorded } from './recorded'
import type { WayAsked } from './resolve-ways'
import { commandOf, supplyOf, takesWords } from './resolve-ways'
import { exitOf, knownSlice, resumed, tellSlice } from './slice-command'
import { handsOnRecord, partsOf, streamNamed } from './slice-driving'
import type { Surroundings } from './terminal'
import { tellRefusal } from './told'

export type ResolveOptions = FullFlags & { readonly goOn: boolean }

type At = { readonly ledger: LedgerStore; readonly folder: string; readonly stream: string; readonly here: Surroundings }

/** `adjudicate resolve S4 WAY`: a person's word on a slice that waits for one, at the terminal (R-TRI-63, R-TRI-74); with `--continue` the slice is driven on at once. */
export async function resolveCommand(name: string, asked: WayAsked, options: ResolveOptions, here: Surroundings): Promise<ExitCode> {
  const stream = streamNamed(name)
  return await inLedger(here, options.ledger, async (ledger, folder) => {
    await refuseIfKeyed(ledger)
    const at = { ledger, folder, stream, here }
    const state = await knownSlice(ledger, stream, options)
    const early = await refusedBeforehand(asked, state, here)
    if (early !== undefined) return tellRefusal(here, options, early, nextWays({ state }))
    if (here.ask !== undefined) here.err(sliceText({ state, exit: exitOf(state) }))
    const { by, words } = await wordsOf(asked, here)
    const recorded = await recordWay(asked, state, by, words, at)
    if (!recorded.ok) return tellRefusal(here, options, recorded.refusal, nextWays({ state }))
    sayRecorded(here, recorded.events)
    if (options.goOn) return await resumed(stream, { ledger, folder }, options, here)
    return tellSlice({ state: await fold(ledger, slice, stream) }, exitCodes.done, options, here)
  })
}

/** Nobody is asked for a word that would be refused anyhow. */
async function refusedBeforehand(asked: WayAsked, state: SliceState, here: Surroundings) {
  const refusal = (message: string) => ({ rule: 'R-TRI-74', code: 'not-due', message })
  if (asked.way === 'context' || asked.way === 'model' || asked.way === 'split') {
    const isDue = state.phase === 'dispatching' && (state.why === 'blocked' || (state.why === 'context' && asked.way === 'context'))
    return isDue
      ? undefined
      : refusal(`no doer waits for ${asked.way === 'context' ? 'context' : `another ${asked.way}`}: the slice is ${state.phase}`)
  }
  const command = await commandOf(asked, state, { kind: 'human', id: '-' }, asked.reason ?? 'a reason', here)
  const decision = slice.decide(state, command)
  return decision.ok ? undefined : decision.refusal
}

async function wordsOf(asked: WayAsked, here: Surroundings): Promise<{ readonly by: Person; readonly words: string }> {
  const { way, reason } = asked
  const act = `to ${way === 'new-rubric' ? 'give a new rubric' : way} is`
  if (!takesWords(asked)) return { by: await askToType(here, act, way), words: reason ?? '' }
  if (reason !== undefined) return { by: await askToType(here, act, way), words: reason }
  const questions: { readonly [other in WayAsked['way']]?: string } = {
    context: 'What the doer lacks, in your own words',
    split: 'The smaller part that the doer is given',
  }
  return await askWords(here, act, questions[way] ?? `In your own words, why do you ${way}`)
}

async function recordWay(asked: WayAsked, state: SliceState, by: Person, words: string, at: At): Promise<RecordOutcome> {
  const { ledger, stream, here } = at
  const supply = await supplyOf(asked, state, words, here)
  const command = supply === undefined ? await commandOf(asked, state, by, words, here) : await dispatchWith(supply, state, at)
  return await record(ledger, asShown(state), stream, command, { actor: by })
}

/** A person's word is about what they were shown: on a slice that has moved on it counts for nothing. */
function asShown({ version }: SliceState): SliceDecider {
  const decider = sliceWith(platformDigest)
  return {
    ...decider,
    decide: (state, command) => {
      if (state.version === version) return decider.decide(state, command)
      return {
        ok: false,
        refusal: { rule: 'R-TRI-74', code: 'not-due', message: 'the slice moved on while you were asked: look at it again' },
      }
    },
  }
}

async function dispatchWith(
  supply: NonNullable<Awaited<ReturnType<typeof supplyOf>>>,
  state: SliceState,
  at: At,
): Promise<SliceCommandInput> {
  const { ledger, folder, stream, here } = at
  const hands = await handsOnRecord(ledger, folder, stream)
  const action = slice.next(state).find(({ kind }) => kind === 'dispatch-doer')
  if (hands === undefined || action === undefined) {
    throw new AdjudicateError('usage', `nothing on record says who carries out ${stream}: adjudicate run its file`, { stream })
  }
  const parts = await partsOf(hands, stream, { folder, here })
  return await handle(action, { ...parts.hands(state), supply: () => Promise.resolve(supply) })
}

/** `adjudicate approve S4`: a person hands the closing report over, and whoever asked for the slice says that they have it (R-TRI-78). */
export async function approveSliceCommand(name: string, flags: FullFlags, here: Surroundings): Promise<ExitCode> {
  const stream = streamNamed(name)
  return await inLedger(here, flags.ledger, async (ledger) => {
    await refuseIfKeyed(ledger)
    const state = await knownSlice(ledger, stream, flags)
    const requester = state.setup?.requester
    const isDue = state.phase === 'delivering' || state.phase === 'delivered'
    if (requester === undefined || !isDue) {
      const message = isDue
        ? 'nobody else asked for it: to go on hands it over'
        : `there is nothing to hand over: the slice is ${state.phase}`
      return tellRefusal(here, flags, { rule: 'R-TRI-78', code: 'not-due', message }, nextWays({ state }))
    }
    if (here.ask !== undefined) here.err(reportText(state))
    const isOut = state.phase === 'delivered'
    if (here.ask !== undefined && !isOut) here.err(`the report goes to ${printable(requester.id)} over ${printable(requester.channel)}\n`)
    const by = await askToType(here, isOut ? 'to acknowledge is' : 'to hand over is', isOut ? 'received' : 'delivered')
    const events: Event[] = []
    const commands: SliceCommandInput[] = [
      ...(isOut ? [] : [{ do: 'delivered', channel: requester.channel } as const]),
      ...(isOut || by.id === requester.id ? [{ do: 'acknowledge', by: by.id } as const] : []),
    ]
    for (const command of commands) {
      const recorded = await record(ledger, slice, stream, command, { actor: by })
      if (!recorded.ok) return tellRefusal(here, flags, recorded.refusal, nextWays({ state }))
      events.push(...recorded.events)
    }
    sayRecorded(here, events)
    const after = await fold(ledger, slice, stream)
    return tellSlice({ state: after }, exitOf(after), flags, here)
  })
}

function reportText(state: SliceState): string {
  return `${renderClosingReport(closingReport(state)).split('\n').map(printable).join('\n')}\n`
}
