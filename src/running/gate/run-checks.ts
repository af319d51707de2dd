import type { CheckResult } from '../../gate/check'
import type { CensusRead } from '../../gate/census'
import type { GateConfig, ReportPlace } from '../../gate/gate-config'
import { checkTimeoutSecondsUnlessSet } from '../../gate/gate-config'
import { readJsonReport } from '../../gate/read-json-report'
import { readJunit } from '../../gate/read-junit'
import { isGatePath } from '../../gate/control-path'
import type { Command, CommandEnd, CommandRun } from '../../ports/commands'
import { runSideBySide } from '../../ports/commands'
import type { GatePorts } from './gate-request'

/** One check that was run: what it gave, what its report counts, and the last lines of its output. `why` says what kept it from a result. */
export type RanCheck = {
  readonly result: CheckResult
  readonly census: CensusRead | undefined
  readonly tail: readonly string[]
  readonly tookMs: number
  readonly why?: string
}

/** Where and how commands run. */
export type CheckPlace = {
  readonly folder: string
  readonly home?: string
  /** Logs go here, one for each check. */
  readonly logs?: string
  readonly signal?: AbortSignal
}

type Check = {
  readonly kind: CheckResult['kind']
  readonly name: string
  readonly cmd: string
  readonly timeout_s?: number
  readonly report?: ReportPlace
}

/** A report's text is read up to this many bytes. */
const reportBytesMax = 64 * 1024 * 1024

/** All checks of a configuration, validation first, in its order. */
export function checksOf({ validation, contracts }: GateConfig): Check[] {
  return [
    ...validation.map((check) => ({ kind: 'validation' as const, ...check })),
    ...contracts.map(({ artifact, ...check }) => ({ kind: 'contract' as const, name: artifact, ...check })),
  ]
}

/** Runs the checks, at most `concurrency` at once; a report of an earlier run is taken away first, so that none is counted twice. */
export async function runChecks(ports: GatePorts, config: GateConfig, checks: readonly Check[], place: CheckPlace): Promise<RanCheck[]> {
  for (const { report } of checks) {
    // The judged tree may have made a link of the folder: nothing is taken away through one.
    if (report === undefined || (await ports.files.leadsThroughLink(place.folder, `${place.folder}/${report.path}`))) continue
    await ports.files.remove(`${place.folder}/${report.path}`)
    // Not every runner makes the folder of its report, and in a fresh checkout nobody else does.
    if (isGatePath(report.path)) await ports.files.makeFolder(`${place.folder}/${report.path.slice(0, report.path.lastIndexOf('/'))}`)
  }
  if (place.logs !== undefined) await ports.files.makeFolder(place.logs)
  const commands = checks.map((check, index): Command => commandOf(check, config, place, index))
  const runs = await runSideBySide(ports.commands, commands, config.concurrency)
  const ran: RanCheck[] = []
  for (const [index, check] of checks.entries()) {
    const run = runs[index]
    if (run !== undefined) ran.push(await ranCheck(ports, check, run, place))
  }
  return ran
}

function commandOf({ kind, name, cmd, timeout_s }: Check, { env }: GateConfig, place: CheckPlace, index: number): Command {
  return {
    cmd,
    folder: place.folder,
    timeoutMs: Math.ceil((timeout_s ?? checkTimeoutSecondsUnlessSet) * 1000),
    env,
    ...(place.home === undefined ? {} : { home: place.home }),
    ...(place.logs === undefined
      ? {}
      : { logFile: `${place.logs}/${index + 1}-${kind}-${name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60)}.log` }),
    ...(place.signal === undefined ? {} : { signal: place.signal }),
  }
}

async function ranCheck(ports: GatePorts, check: Check, run: CommandRun, place: CheckPlace): Promise<RanCheck> {
  const census = check.report === undefined ? undefined : await censusAt(ports, check.report, place.folder)
  const exit = run.end.kind === 'exited' ? run.end.code : null
  const why = whyOf(run.end)
  const counts =
    census?.ok === true ? { counts: { run: census.census.run, failed: census.census.failed, skipped: census.census.skipped } } : {}
  const cases = census?.ok === true ? { cases: census.census.cases } : {}
  return {
    result: { kind: check.kind, name: check.name, cmd: check.cmd, status: statusOf(run.end), exit, ...counts, ...cases },
    census,
    tail: run.tail,
    tookMs: run.tookMs,
    ...(why === undefined ? {} : { why }),
  }
}

/** The shell says 126 and 127 when there is nothing to run: that is no result of a test. */
function statusOf(end: CommandEnd): CheckResult['status'] {
  switch (end.kind) {
    case 'exited':
      return end.code === 0 ? 'PASS' : end.code === 126 || end.code === 127 ? 'ERROR' : 'FAIL'
    case 'signalled':
      return 'FAIL'
    case 'timed-out':
      return 'INCONCLUSIVE'
    case 'stopped':
    case 'not-started':
      return 'ERROR'
  }
}

function whyOf(end: CommandEnd): string | undefined {
  switch (end.kind) {
    case 'exited':
      return end.code === 126 || end.code === 127 ? `the shell found nothing to run: exit code ${end.code}` : undefined
    case 'signalled':
      return `ended by ${end.signal}`
    case 'timed-out':
      return `ended at its limit of ${end.timeoutMs / 1000} s`
    case 'stopped':
      return 'stopped from outside'
    case 'not-started':
      return `could not be started: ${end.message}`
  }
}

async function censusAt({ files }: GatePorts, { format, path }: ReportPlace, folder: string): Promise<CensusRead> {
  let bytes: Uint8Array | undefined
  try {
    if (await files.leadsThroughLink(folder, `${folder}/${path}`)) {
      return { ok: false, code: 'report-unreadable', message: `the way to ${path} leads through a link` }
    }
    bytes = await files.read(`${folder}/${path}`, reportBytesMax)
  } catch (error) {
    return { ok: false, code: 'report-unreadable', message: error instanceof Error ? error.message : String(error) }
  }
  if (bytes === undefined) return { ok: false, code: 'report-missing', message: `the check wrote no report at ${path}` }
  const text = new TextDecoder('utf-8').decode(bytes)
  return format === 'junit' ? readJunit(text) : readJsonReport(text, folder)
}
