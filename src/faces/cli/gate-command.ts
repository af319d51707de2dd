import { resolve } from 'node:path'
import { fileBlobs } from '../../adapters/blobs/file'
import { diskFiles } from '../../adapters/files/disk'
import { AdjudicateError } from '../../errors'
import { exitOfGate } from '../../gate/assemble-report'
import type { GateOutcome, GateReport } from '../../gate/gate-report'
import type { Waiver } from '../../gate/waiver'
import { recordGate } from '../../running/gate/record-gate'
import type { RunGateOptions } from '../embed/run-gate'
import { gateRunOf } from '../embed/run-gate'
import { gateAnnotations } from '../formats/gate-github'
import { gateJson } from '../formats/gate-json'
import { gateJunit } from '../formats/gate-junit'
import { gateSarif } from '../formats/gate-sarif'
import { gateSummary } from '../formats/gate-summary'
import { gateText } from '../formats/gate-text'
import type { ExitCode } from './exit-codes'
import { openFileLedger } from './ledger-folder'
import type { Surroundings } from './terminal'
import { dressed, wantsColour } from './terminal'

export type GateCommandOptions = {
  readonly integration?: boolean
  readonly decide?: boolean
  readonly control?: string
  readonly base?: string
  readonly junit?: string
  readonly sarif?: string
  readonly summary?: string
  readonly annotations?: boolean
  readonly waive?: readonly string[]
  readonly reason?: string
  readonly ledger: string
  readonly json: boolean
  readonly colour: boolean
}

/** `adjudicate gate [TASK]`: judges, writes the report beside the configuration and the formats where they were asked for, records the run, prints it. */
export async function gateCommand(task: string | undefined, options: GateCommandOptions, here: Surroundings): Promise<ExitCode> {
  checkOptions(options)
  const waived = options.waive === undefined ? {} : await personsWaivers(options, here)
  const stopped = new AbortController()
  const stop = (): void => stopped.abort()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const { run, reportFile } = await gateRunOf({ ...asked(task, options, here), ...waived, signal: stopped.signal })
    await writeFormats(run.outcome, options, here)
    if (run.outcome.verdict !== 'nothing-judged') await record(run.outcome, run.root ?? here.cwd, options, here)
    here.out(options.json ? gateJson(run.outcome) : dressed(gateText(run.outcome), wantsColour(here, options.colour)))
    if (options.annotations === true) here.err(gateAnnotations(run.outcome))
    if (reportFile !== undefined) here.err(`report ${reportFile}\n`)
    if (run.taken !== undefined) here.err(`baseline of ${run.taken.commit.slice(0, 7)} taken: ${run.control?.folder ?? ''}/baseline.json\n`)
    return exitOfGate(run.outcome)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

function checkOptions(options: GateCommandOptions): void {
  const named = {
    control: options.control,
    base: options.base,
    junit: options.junit,
    sarif: options.sarif,
    summary: options.summary,
    ledger: options.ledger,
  }
  for (const [name, value] of Object.entries(named)) {
    if (value !== undefined && value.trim() === '') throw new AdjudicateError('usage', `--${name} is empty`, { option: name })
  }
  if ((options.waive === undefined) !== (options.reason === undefined)) {
    throw new AdjudicateError('usage', '--waive and --reason go together: a person says which finding may stand, and why', {})
  }
}

function asked(task: string | undefined, options: GateCommandOptions, here: Surroundings): RunGateOptions {
  return {
    repo: here.cwd,
    ...(task === undefined ? {} : { task }),
    ...(options.integration === true ? { integration: true } : {}),
    ...(options.decide === undefined ? {} : { decide: options.decide }),
    ...(options.control === undefined ? {} : { control: resolve(here.cwd, options.control) }),
    ...(options.base === undefined ? {} : { base: options.base }),
  }
}

// An agent that has a shell must not waive its own findings by accident: whoever waives sits at a terminal and types the words.
async function personsWaivers(
  { waive = [], reason = '' }: GateCommandOptions,
  here: Surroundings,
): Promise<Pick<RunGateOptions, 'waivers' | 'waiveKinds'>> {
  const { ask } = here
  if (ask === undefined)
    throw new AdjudicateError('usage', 'a waiver is a person’s word: --waive asks on the terminal, and there is none', {})
  const id = (await ask(`Who waives ${waive.join(', ')}? Your name: `)).trim()
  const words = (await ask('Type "waive" to let it stand: ')).trim()
  if (id === '' || words !== 'waive') throw new AdjudicateError('usage', 'nothing was waived', {})
  const by: Waiver['by'] = { kind: 'human', id }
  const ids = waive.filter((one) => one.includes(':'))
  const kinds = waive.filter((one) => !one.includes(':'))
  return {
    ...(ids.length === 0 ? {} : { waivers: [{ findings: ids, by, reason }] }),
    ...(kinds.length === 0 ? {} : { waiveKinds: { kinds, by, reason } }),
  }
}

async function writeFormats(outcome: GateOutcome, options: GateCommandOptions, here: Surroundings): Promise<void> {
  const files = diskFiles()
  const wanted: readonly (readonly [string | undefined, (outcome: GateOutcome) => string])[] = [
    [options.junit, gateJunit],
    [options.sarif, gateSarif],
    [options.summary, (one) => gateSummary(one)],
  ]
  for (const [file, format] of wanted) if (file !== undefined) await files.write(resolve(here.cwd, file), format(outcome))
}

// Unless somebody names another place the record stands at the top of the work tree, from wherever in it the gate was asked: anywhere else it would be a change of its own.
async function record(report: GateReport, root: string, options: GateCommandOptions, here: Surroundings): Promise<void> {
  const { ledger, folder } = openFileLedger(options.ledger === '.adjudicate' ? root : here.cwd, options.ledger, here.err)
  try {
    const recorded = await recordGate({ ledger, blobs: fileBlobs(`${folder}/blobs`) }, report)
    here.err(`recorded as event ${recorded.seq}, ${recorded.hash.slice(0, 19)}\n`)
  } finally {
    await ledger.close()
  }
}
