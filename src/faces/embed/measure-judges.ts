import { join, resolve } from 'node:path'
import { systemAmbient } from '../../adapters/ambient/system'
import { fileLedger } from '../../adapters/ledger-store/file'
import { canaryPairs } from '../../conformance/canaries/canary-pairs'
import { AdjudicateError } from '../../errors'
import type { LedgerStore } from '../../ports/ledger-store'
import { begunWith } from '../../running/canaries/judges-record'
import type { MeasureOptions } from '../../running/canaries/measure-judges'
import { measureJudgesOver } from '../../running/canaries/measure-judges'
import { knownEvents } from '../../running/known-events'
import { withEventTypes } from '../../running/typed-ledger'
import type { CanaryPair } from '../../tribunal/canaries/canary-pair'
import { parseCanaryPairs } from '../../tribunal/canaries/canary-pair'
import { pickPairs } from '../../tribunal/canaries/canary-slice'
import type { JudgesReport } from '../../tribunal/canaries/judges-report'
import { slice } from '../../tribunal/decider'
import { tribunalParts } from './open-tribunal'
import { platformDigest } from './platform-digest'

type Asked = {
  /** Pairs of your own; the published set unless given. */
  readonly pairs?: readonly CanaryPair[]
  /** So many of them, picked by the seed; all unless set. */
  readonly pairsMax?: number
  /** Goes on with a run that is on record, or names a new one; a fresh name unless set. */
  readonly run?: string
  /** A fresh one unless set, or that of the run that goes on. */
  readonly seed?: number
}

export type MeasureJudgesOptions = Omit<MeasureOptions, 'pairs' | 'run' | 'seed'> & Asked

/** A run as it will be carried out; every choice that was left open is made. */
export type PlannedRun = { readonly run: string; readonly seed: number; readonly pairs: readonly CanaryPair[] }

/**
 * Measures judges with pairs of faulty and clean code (spec 14, Testing kit). `dir` is the folder of the record, as of `openTribunal`; every dispatch and answer stands in
 * a ledger of its own under `canaries/<run>`, from which a run that was stopped goes on. Throws as `measureJudgesOver`, and `usage` for a name that is no name of a run.
 */
export async function measureJudges({ dir, ...options }: MeasureJudgesOptions & { readonly dir: string }): Promise<JudgesReport> {
  if (dir.trim() === '') throw new AdjudicateError('usage', 'measuring judges needs a folder, found an empty name', {})
  const folder = resolve(dir)
  const record = withEventTypes(fileLedger(folder), knownEvents)
  try {
    const planned = await planRun(record, options)
    const slices = withEventTypes(fileLedger(slicesFolder(folder, planned.run)), knownEvents)
    try {
      return await measureIn({ record, slices, folder }, planned, options)
    } finally {
      await slices.close()
    }
  } finally {
    await record.close()
  }
}

/** Where a run's own ledger is kept. */
export function slicesFolder(folder: string, run: string): string {
  return join(folder, 'canaries', run)
}

/** Makes the choices of a run, or takes over those that it was begun with. Throws `usage` for a bad name, and where the set on record isn't at hand. */
export async function planRun(record: LedgerStore, { pairs: given, pairsMax, run, seed }: Asked): Promise<PlannedRun> {
  const all = checkedPairs(given ?? canaryPairs)
  if (run !== undefined && !/^[A-Za-z0-9][A-Za-z0-9-]{0,59}$/.test(run))
    throw new AdjudicateError('usage', `${JSON.stringify(run)} names no run: letters, digits and hyphens, at most 60`, { run })
  const begun = run === undefined ? undefined : await begunWith(record, run)
  if (begun === undefined) {
    const drawn = seed ?? Number.parseInt(platformDigest(systemAmbient.newNonce()).slice(0, 12), 16)
    return { run: run ?? freshName(), seed: drawn, pairs: pairsMax === undefined ? all : pickPairs(all, pairsMax, drawn) }
  }
  const pairs = all.filter(({ id }) => begun.pairs.includes(id))
  const chosen = pairsMax === undefined ? pairs : pickPairs(all, pairsMax, seed ?? begun.seed)
  return { run: begun.run, seed: seed ?? begun.seed, pairs: chosen }
}

function checkedPairs(pairs: readonly CanaryPair[]): readonly CanaryPair[] {
  const parsed = parseCanaryPairs(pairs)
  if (parsed.ok) return parsed.value
  const words = parsed.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
  throw new AdjudicateError('data-invalid', `these are no pairs: ${words}`, { issues: parsed.issues })
}

function freshName(): string {
  return `judges-${systemAmbient.now().slice(0, 10)}-${platformDigest(systemAmbient.newId()).slice(0, 8)}`
}

type Ledgers = { readonly record: LedgerStore; readonly slices: LedgerStore; readonly folder: string }

/** Carries a planned run out on this machine, between ledgers that are open. */
export async function measureIn(
  { record, slices, folder }: Ledgers,
  planned: PlannedRun,
  options: MeasureJudgesOptions,
): Promise<JudgesReport> {
  const { judges } = options
  const dir = slicesFolder(folder, planned.run)
  const { parts } = await tribunalParts({ dir, models: { doer: judges.adversary, ...judges } })
  const { ports, digest, blobs, hands } = parts
  const { secretOf } = hands(slice.initial(undefined))
  return measureJudgesOver(
    { ...options, ...planned },
    { record, slices, ports, digest, secretOf, ...(blobs === undefined ? {} : { blobs }) },
  )
}
