import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JudgesReport, JudgesThresholds } from '../../tribunal/canaries/judges-report'
import type { JudgesProgress } from '../../running/canaries/measure-judges'
import { measureIn, planRun, slicesFolder } from '../embed/measure-judges'
import { judgesText } from '../formats/judges-text'
import type { ExitCode } from './exit-codes'
import { exitCodes } from './exit-codes'
import type { FullFlags } from './flags'
import { readPanel } from './panel-file'
import { inLedger } from './recorded'
import type { Surroundings } from './terminal'
import { dressed, wantsColour } from './terminal'

export type JudgesCommandOptions = FullFlags & {
  readonly thresholds: JudgesThresholds
  readonly pairsMax?: number
  readonly seed?: number
  readonly run?: string
  readonly callsMax?: number
  readonly tokensMax?: number
  readonly sideBySideMax?: number
}

/**
 * `adjudicate panel canary FILE`: 0 measured and within the thresholds; 1 beyond one, or somebody abstained throughout; 2 not measured to the end; 130 and 143 where a
 * signal ended it, with what is known on record.
 */
export async function judgesCommand(file: string, options: JudgesCommandOptions, here: Surroundings): Promise<ExitCode> {
  // An agent that can read files shouldn't stand where the answers may lie.
  const standIn = await mkdtemp(join(tmpdir(), 'adjudicate-judge-'))
  const stopped = new AbortController()
  let by: 'SIGINT' | 'SIGTERM' | undefined
  const stop = (signal: 'SIGINT' | 'SIGTERM'): void => {
    by ??= signal
    here.err('! stopping: what runs is ended and what is known is recorded\n')
    stopped.abort()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const report = await measured(file, standIn, options, stopped.signal, here)
    const exit = by === 'SIGINT' ? exitCodes.interrupted : by === 'SIGTERM' ? exitCodes.terminated : exitOf(report)
    here.out(
      options.json
        ? `${JSON.stringify({ ...report, exit }, null, 2)}\n`
        : dressed(judgesText(report, exit), wantsColour(here, options.colour)),
    )
    return exit
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await rm(standIn, { recursive: true, force: true })
  }
}

/** Nothing that was not measured to the end is a pass. */
function exitOf({ verdict }: JudgesReport): ExitCode {
  if (verdict === 'PASS') return exitCodes.done
  return verdict === 'FAIL' ? exitCodes.notDone : exitCodes.usage
}

async function measured(
  file: string,
  standIn: string,
  options: JudgesCommandOptions,
  signal: AbortSignal,
  here: Surroundings,
): Promise<JudgesReport> {
  const { thresholds, callsMax, tokensMax, sideBySideMax, ledger } = options
  const { judges, limits } = await readPanel(file, standIn, here)
  return inLedger(here, ledger, async (record, folder) => {
    const planned = await planRun(record, options)
    here.err(`run ${planned.run}: ${planned.pairs.length} pairs, seed ${planned.seed}; --run ${planned.run} goes on with it\n`)
    return inLedger(here, slicesFolder(folder, planned.run), (slices) =>
      measureIn({ record, slices, folder }, planned, {
        judges,
        thresholds,
        limits,
        signal,
        sitting: { ...(callsMax === undefined ? {} : { callsMax }), ...(tokensMax === undefined ? {} : { tokensMax }) },
        onProgress: (progress) => tellProgress(progress, here),
        ...(sideBySideMax === undefined ? {} : { sideBySideMax }),
      }),
    )
  })
}

/** About ten lines for a run of any length. */
function tellProgress({ done, of }: JudgesProgress, here: Surroundings): void {
  const step = Math.max(1, Math.round(of / 10))
  if (done % step === 0 || done === of) here.err(`${done} of ${of} judged\n`)
}
