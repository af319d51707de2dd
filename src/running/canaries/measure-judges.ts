import type { Digest } from '../../canonical/digest'
import type { BootstrapOptions } from '../../consensus/bootstrap'
import { AdjudicateError } from '../../errors'
import type { BlobStore } from '../../ports/blobs'
import type { LedgerStore } from '../../ports/ledger-store'
import type { CanaryJudgement } from '../../tribunal/canaries/canary-judgement'
import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { canarySetHash } from '../../tribunal/canaries/canary-pair'
import type { CanaryItem } from '../../tribunal/canaries/canary-slice'
import { canaryAddress, canaryCorpus, canaryDiff, canaryItems, canarySetup } from '../../tribunal/canaries/canary-slice'
import type { JudgesReport, JudgesThresholds } from '../../tribunal/canaries/judges-report'
import { judgesReport } from '../../tribunal/canaries/judges-report'
import { itemJudgements } from '../../tribunal/canaries/read-judgement'
import { composePanel } from '../../tribunal/compose-panel'
import { sliceWith } from '../../tribunal/decider'
import { lastVerdict } from '../../tribunal/state'
import type { DriveOutcome } from '../driver/drive-once'
import type { DriveLimits, DrivePorts } from '../driver/drive-ports'
import type { Hands, Models } from '../driver/hands'
import { fold } from '../fold-stream'
import { tribunalOver } from '../open-tribunal'
import type { CallCounter, SittingLimits } from './counted-model'
import { callCounter } from './counted-model'
import { begin, recordMeasured } from './judges-record'

/** The judges: others than the adversary take the lenses in turn, as in any tribunal. */
export type Judges = Pick<Models, 'panel' | 'adversary'>

/** How far a sitting is, in variants. */
export type JudgesProgress = { readonly done: number; readonly of: number }

export type MeasureOptions = {
  readonly pairs: readonly CanaryPair[]
  readonly judges: Judges
  /** Names the run; called again with the same name it goes on where it stood, over the same pairs with the same seed and judges. */
  readonly run: string
  /** Of the order of the variants and of every interval. */
  readonly seed: number
  readonly thresholds?: JudgesThresholds
  /** Variants at once; 2. */
  readonly sideBySideMax?: number
  readonly sitting?: SittingLimits
  /** Of each variant's slice. */
  readonly limits?: Partial<DriveLimits>
  readonly bootstrap?: Omit<BootstrapOptions, 'seed'>
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: JudgesProgress) => void
}

/** `record` gets what the run was and came to; `slices` every dispatch and answer, and is what a run goes on from. `secretOf` as in `Hands`. */
export type MeasureParts = {
  readonly record: LedgerStore
  readonly slices: LedgerStore
  readonly blobs?: BlobStore
  readonly ports: DrivePorts
  readonly secretOf: Hands['secretOf']
  readonly digest: Digest
}

type Reached = { readonly item: CanaryItem; readonly judgements: readonly CanaryJudgement[] }

/**
 * Sends both variants of every pair through the panel, each as a slice of its own whose members aren't told what it is, and counts what they made of them. A judge that
 * fails or answers out of contract has abstained. Stopped by the signal or a limit, it records what is known, which is never a pass. Throws `usage` for no pairs, a run that was
 * begun otherwise and a model without a price under a cost limit; `data-invalid` for thresholds that are no shares; what the ledgers throw.
 */
export async function measureJudgesOver(options: MeasureOptions, parts: MeasureParts): Promise<JudgesReport> {
  const { pairs, judges, run, seed, thresholds = {}, bootstrap } = options
  if (pairs.length === 0) throw new AdjudicateError('usage', 'no pairs are given: nothing would be measured', {})
  const about = { run, set: canarySetHash(pairs, parts.digest), seed, models: modelsOf(judges) }
  // Thresholds are looked at before anybody is asked.
  judgesReport({ ...about, pairs: 0, unjudged: 0, stoppedBy: '' }, [], thresholds, bootstrap)
  await begin(parts.record, { ...about, pairs: pairs.map(({ id }) => id).sort() })
  const { reached, stoppedBy } = await judgeAll(options, parts)
  const unjudged = pairs.length * 2 - reached.length
  const judgements = reached.flatMap((one) => one.judgements).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  const report = judgesReport({ ...about, pairs: pairs.length, unjudged, stoppedBy }, judgements, thresholds, bootstrap)
  await recordMeasured(parts.record, report, parts.digest)
  return report
}

function orderOf({ pair, variant, member }: CanaryJudgement): string {
  return JSON.stringify([pair, variant, member])
}

/** Which model holds which lens, as the driver seats them. */
function modelsOf({ panel, adversary }: Judges): JudgesReport['models'] {
  const others = composePanel({}).filter((seat) => !seat.adversary)
  return composePanel({}).map((seat) => {
    const place = others.findIndex(({ lens }) => lens === seat.lens)
    const model = seat.adversary ? adversary : (panel[place % Math.max(1, panel.length)] ?? adversary)
    return { member: seat.lens, model: model.id, ...(model.provider === undefined ? {} : { provider: model.provider }) }
  })
}

async function judgeAll(
  options: MeasureOptions,
  parts: MeasureParts,
): Promise<{ readonly reached: readonly Reached[]; readonly stoppedBy: string }> {
  const { pairs, seed, sideBySideMax = 2, sitting = {}, signal, onProgress } = options
  const items = canaryItems(pairs, seed)
  const ending = new AbortController()
  const end = (): void => ending.abort()
  const counter = callCounter(sitting, end)
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted === true) end()
  const reached: Reached[] = []
  const faults: unknown[] = []
  const left: string[] = []
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (ending.signal.aborted) return
      try {
        const came = await judgeItem(item, options, parts, counter, ending.signal)
        if (typeof came === 'string') left.push(came)
        else reached.push({ item, judgements: came })
        onProgress?.({ done: reached.length, of: items.length })
      } catch (fault) {
        faults.push(fault)
        end()
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.max(1, Math.min(sideBySideMax, items.length)) }, worker))
  } finally {
    signal?.removeEventListener('abort', end)
  }
  if (faults.length > 0) throw faults[0]
  const stoppedBy = signal?.aborted === true ? 'the run was stopped' : (counter.spent() ?? left[0] ?? '')
  return { reached, stoppedBy: reached.length === items.length ? '' : stoppedBy }
}

/** The judgements of one variant, or why it was not judged to the end. */
async function judgeItem(
  item: CanaryItem,
  options: MeasureOptions,
  parts: MeasureParts,
  counter: CallCounter,
  signal: AbortSignal,
): Promise<readonly CanaryJudgement[] | string> {
  const { run, seed, limits } = options
  const { slices, blobs, ports, digest } = parts
  const setup = canarySetup(item, run, seed, digest)
  const tribunal = tribunalOver({
    ledger: slices,
    ports,
    digest,
    hands: () => handsFor(item, options, parts, counter),
    signal,
    ...(blobs === undefined ? {} : { blobs }),
    ...(limits === undefined ? {} : { limits }),
  })
  const { outcome } = await tribunal.run(setup)
  const open = openWords(outcome)
  if (open !== undefined) return open
  const state = await fold(slices, sliceWith(digest), `slice/${setup.id}`)
  const seats = state.panel.filter(({ isReplacement }) => !isReplacement)
  return itemJudgements(item, seats, lastVerdict(state), stuckWords(outcome))
}

function handsFor(
  item: CanaryItem,
  { judges }: MeasureOptions,
  { ports, secretOf, digest }: MeasureParts,
  { counted }: CallCounter,
): Hands {
  const address = canaryAddress(item, digest)
  const adversary = counted(judges.adversary)
  return {
    // The work exists already, so that no doer is ever dispatched.
    models: { doer: adversary, panel: judges.panel.map(counted), adversary },
    newSession: () => `session-${ports.newId()}`,
    secretOf,
    inspect: () => Promise.resolve({ runs: [], resolves: true, diff: canaryDiff(item), files: [item.pair.path], digest: address }),
    evidence: () => Promise.resolve({ corpus: canaryCorpus(item), artifact: { address, digest: address } }),
  }
}

/** Why a slice is still to be judged; undefined where it has come to its end, or to a person, who isn't asked here. */
function openWords(outcome: DriveOutcome): string | undefined {
  switch (outcome.kind) {
    case 'idle':
    case 'waiting':
    case 'stuck':
      return undefined
    case 'held':
      return `another process holds a variant until ${outcome.until}`
    case 'stopped':
      return 'the run was stopped'
    case 'limit':
      return "a limit of the variant's slice is reached"
  }
}

function stuckWords(outcome: DriveOutcome): string {
  return outcome.kind === 'stuck' ? `not carried out: ${outcome.problems.map(({ because }) => because).join('; ')}` : 'no verdict was given'
}
