import { systemAmbient } from '../../adapters/ambient/system'
import { gitRepositories } from '../../adapters/repository/git'
import { canonicalJson } from '../../canonical/canonical-json'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import { handsEventType } from '../../ledger/hands-event'
import type { HandsData } from '../../ledger/hands-event'
import type { LedgerStore } from '../../ports/ledger-store'
import { release } from '../../release'
import type { DriveOutcome } from '../../running/driver/drive-once'
import type { DriveLimits } from '../../running/driver/drive-ports'
import { fold } from '../../running/fold-stream'
import type { TribunalParts } from '../../running/open-tribunal'
import { assertSameSetup, tribunalOver } from '../../running/open-tribunal'
import { slice, sliceWith } from '../../tribunal/decider'
import { runNotice } from '../../tribunal/run-decider'
import type { SliceSetup } from '../../tribunal/setup'
import type { SliceState } from '../../tribunal/state'
import { tribunalParts } from '../embed/open-tribunal'
import { hang } from '../../text/columns'
import { platformDigest } from '../embed/platform-digest'
import type { FullFlags } from './flags'
import { walledModels } from './judge-folder'
import type { SliceHandsSpec } from './slice-file'
import { keptHands, parseSliceHands, placedHands } from './slice-file'
import { modelsOf } from './slice-models'
import { progressOf } from './slice-progress'
import type { Surroundings } from './terminal'
import { wellRead } from './told'

/** A slice to be driven: its setup, who carries it out, and the file or stream that a fault is told of. */
export type Driving = { readonly setup: SliceSetup; readonly hands: SliceHandsSpec; readonly from: string }

/** How a drive ended; `by` names the signal that ended it. */
export type Driven = { readonly state: SliceState; readonly outcome: DriveOutcome; readonly by?: 'SIGINT' | 'SIGTERM' }

type Place = { readonly ledger: LedgerStore; readonly folder: string; readonly here: Surroundings; readonly flags: FullFlags }

/**
 * Drives a slice to its end or to where a person is waited for, telling its steps on stderr. The hands are on record before anything is started, so that `resume` needs no
 * file. Ctrl-C and SIGTERM end what runs and append what is known; the second Ctrl-C ends at once.
 */
export async function driveSlice({ setup: given, hands: asked, from }: Driving, place: Place): Promise<Driven> {
  const { ledger, folder, here, flags } = place
  const setup: SliceSetup = { independence: 'panel', ...given }
  const stream = `slice/${setup.id}`
  const begun = await fold(ledger, slice, stream)
  assertSameSetup(sliceWith(platformDigest).initial(setup).setup, begun.setup, stream)
  const hands = await pinned(asked, setup, await handsOnRecord(ledger, folder, stream))
  const ending = new AbortController()
  const parts = await partsOf(hands, from, { folder, here, signal: ending.signal })
  const progress = progressOf(ledger, stream, begun, here, flags)
  const stopping = onSignal(
    () => ending.abort(),
    (text) => progress.notice(text),
  )
  if (begun.phase === 'unopened') here.err(`${hang('. ', runNotice).join('\n')}\n`)
  try {
    const tribunal = tribunalOver({ ...parts, ledger: progress.ledger })
    await keepHands(ledger, stream, keptHands(hands, folder))
    tribunal.on('call-retried', ({ role, because, waitMs }) =>
      progress.notice(`${role} gave no answer (${because}); asked again in ${waitMs} ms`),
    )
    tribunal.on('action-failed', ({ kind, because }) => progress.failed(kind, because))
    const { outcome } = await tribunal.run(setup)
    const by = stopping.signal()
    return { state: await fold(ledger, slice, stream), outcome, ...(by === undefined ? {} : { by }) }
  } finally {
    stopping.off()
    progress.end()
  }
}

/** What a slice is driven with but the ledger. Throws `data-invalid` for models that can't be made. */
export async function partsOf(
  hands: SliceHandsSpec,
  from: string,
  { folder, here, signal }: { readonly folder: string; readonly here: Surroundings; readonly signal?: AbortSignal },
): Promise<Omit<TribunalParts, 'ledger'>> {
  const { repository, base, commands, gate, limits } = hands
  const models = await modelsOf(hands, from, here)
  const { parts } = await tribunalParts({
    dir: folder,
    models,
    repo: repository,
    env: commands.env,
    limits: limitsOf(limits),
    ...(base === undefined ? {} : { base }),
    ...(commands.timeoutMs === undefined ? {} : { commandTimeoutMs: commands.timeoutMs }),
    ...(gate === undefined ? {} : { gate }),
    ...(signal === undefined ? {} : { signal }),
  })
  return { ...parts, hands: (state) => ({ ...parts.hands(state), models: walledModels(models, repository, state) }) }
}

/** Limits as the driver has them: a cost in millionths. */
export function limitsOf({ costMax, ...limits }: SliceHandsSpec['limits']): Partial<DriveLimits> {
  return costMax === undefined ? limits : { ...limits, costMicrosMax: Math.round(costMax * 1_000_000) }
}

/** The base stays where it was when the slice began: what the doer commits on top of it is the slice's whole work. */
async function pinned(hands: SliceHandsSpec, { existing }: SliceSetup, before: SliceHandsSpec | undefined): Promise<SliceHandsSpec> {
  if (hands.base === undefined && before?.base !== undefined) return { ...hands, base: before.base }
  if (hands.base === undefined && existing !== undefined) return hands
  const name = hands.base
  const base = await gitRepositories()(hands.repository, async ({ head, commitAt }) =>
    name === undefined ? await head() : await commitAt(name),
  )
  return { ...hands, base: base.commit }
}

/** The hands that a slice was last driven with; undefined where it never was from the command line. */
export async function handsOnRecord(ledger: LedgerStore, folder: string, stream: string): Promise<SliceHandsSpec | undefined> {
  const last = await lastHands(ledger, stream)
  if (last.kept === undefined) return undefined
  return placedHands(wellRead(`the hands of ${stream}`, parseSliceHands(last.kept)), folder)
}

type LastHands = { readonly kept: HandsData['hands'] | undefined; readonly version: number }

async function lastHands(ledger: LedgerStore, stream: string): Promise<LastHands> {
  let last: LastHands = { kept: undefined, version: 0 }
  for await (const { type, schema, data, version } of ledger.read({ stream: `drive/${stream}` })) {
    const isHands = type === handsEventType.type && schema === handsEventType.schema
    last = { kept: isHands ? (data as HandsData).hands : last.kept, version }
  }
  return last
}

const attemptsMax = 16

async function keepHands(ledger: LedgerStore, stream: string, kept: SliceHandsSpec): Promise<void> {
  const { hands } = handsEventType.data.parse({ hands: kept })
  for (let attempt = 1; ; attempt++) {
    const last = await lastHands(ledger, stream)
    if (last.kept !== undefined && canonicalJson(last.kept) === canonicalJson(hands)) return
    const beside = `drive/${stream}`
    const event = { stream: beside, type: handsEventType.type, schema: handsEventType.schema, id: systemAmbient.newId(), data: { hands } }
    try {
      await ledger.append(
        [{ ...event, actor: { kind: 'engine', id: `adjudicate@${release}` } }],
        [{ stream: beside, version: last.version }],
      )
      return
    } catch (error) {
      if (attempt >= attemptsMax || !isAdjudicateError(error) || error.code !== 'conflict') throw error
    }
  }
}

type Stopping = { readonly signal: () => 'SIGINT' | 'SIGTERM' | undefined; readonly off: () => void }

function onSignal(stop: () => void, say: (text: string) => void): Stopping {
  let got: 'SIGINT' | 'SIGTERM' | undefined
  const take = (signal: 'SIGINT' | 'SIGTERM'): void => {
    got ??= signal
    say('stopping: what runs is ended and what is known is recorded; once more ends at once')
    stop()
  }
  const names = ['SIGINT', 'SIGTERM'] as const
  for (const name of names) process.once(name, take)
  return { signal: () => got, off: () => names.forEach((name) => void process.off(name, take)) }
}

/** The slice that a person means by `S4` or `slice/S4`. Throws `usage` for what names none. */
export function streamNamed(name: string): string {
  const id = name.startsWith('slice/') ? name.slice('slice/'.length) : name
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(id))
    throw new AdjudicateError('usage', `${JSON.stringify(name)} names no slice: give its id, such as S4`, { name })
  return `slice/${id}`
}
