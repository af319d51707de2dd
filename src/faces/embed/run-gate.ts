import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { processCommands } from '../../adapters/commands/process'
import { diskFiles } from '../../adapters/files/disk'
import { gitRepositories } from '../../adapters/repository/git'
import { placesOf } from '../../adapters/repository/git-places'
import { treeSitterSyntax } from '../../adapters/syntax/tree-sitter'
import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { GateOutcome } from '../../gate/gate-report'
import type { Waiver } from '../../gate/waiver'
import { clearReports, writeRun } from '../../running/gate/gate-files'
import type { GatePorts, GateRequest, GateTarget } from '../../running/gate/gate-request'
import type { GateRun } from '../../running/gate/gate-run'
import { gateRun } from '../../running/gate/gate-run'
import { platformDigest } from './platform-digest'

/** How the gate is asked; `repo` is any folder of the work tree. Without `task` and `integration` the current branch is judged against its base. */
export type RunGateOptions = {
  readonly repo: string
  readonly task?: string
  readonly integration?: boolean
  /** A deciding run on HEAD in a fresh checkout; unless set, whether the environment has a `CI` that isn't empty, `0` or `false`. */
  readonly decide?: boolean
  /** A folder with the control files, outside the judged tree. */
  readonly control?: string
  /** The commit that the work was dispatched from. */
  readonly base?: string
  readonly waivers?: readonly Waiver[]
  readonly waiveKinds?: GateRequest['waiveKinds']
  /** Keeps the report to the caller: nothing is written beside the configuration. */
  readonly keepToCaller?: boolean
  readonly signal?: AbortSignal
}

/** Judges a branch by real commands and its real change (spec 10): a report, or what kept the gate from judging. Throws only what a disk or a bug does. */
export async function runGate(options: RunGateOptions): Promise<GateOutcome> {
  return (await gateRunOf(options)).run.outcome
}

/** As `runGate`, with where everything was found and written. */
export async function gateRunOf(options: RunGateOptions): Promise<{ readonly run: GateRun; readonly reportFile?: string }> {
  const request = requestOf(options)
  const ports = gatePorts(options.signal)
  if (options.keepToCaller === true) return { run: await gateRun(ports, request) }
  const root = await rootOf(request.repo)
  await clearReports(ports.files, root ?? request.repo, request.target)
  const run = await gateRun(ports, request)
  if (root === undefined) return { run }
  const reportFile = await writeRun(ports.files, root, request.target, run)
  return { run, ...(reportFile === undefined ? {} : { reportFile }) }
}

function requestOf(options: RunGateOptions): GateRequest {
  const { repo, task, integration = false, control, base, waivers, waiveKinds, signal } = options
  if (task !== undefined && integration) throw new AdjudicateError('usage', 'a task and the integration are two runs', { task })
  const target: GateTarget = task !== undefined ? { mode: 'task', taskId: task } : { mode: integration ? 'integration' : 'branch' }
  return {
    repo: resolve(repo),
    target,
    decide: options.decide ?? inContinuousIntegration(),
    ...(control === undefined ? {} : { control: resolve(control) }),
    ...(base === undefined ? {} : { base }),
    ...(waivers === undefined ? {} : { waivers }),
    ...(waiveKinds === undefined ? {} : { waiveKinds }),
    ...(signal === undefined ? {} : { signal }),
  }
}

function inContinuousIntegration(): boolean {
  const value = process.env['CI'] ?? ''
  return value !== '' && value !== '0' && value.toLowerCase() !== 'false'
}

/** The real world: git, processes, grammars and the disk of this machine. */
export function gatePorts(signal?: AbortSignal): GatePorts {
  return {
    openRepository: gitRepositories(signal === undefined ? {} : { signal }),
    commands: processCommands(),
    syntax: treeSitterSyntax(),
    files: diskFiles(),
    now: () => new Date().toISOString(),
    home: process.env['HOME'] ?? homedir(),
    digest: platformDigest,
  }
}

/** Where there is no repository there is no place for a report; the run then says so itself. */
async function rootOf(repo: string): Promise<string | undefined> {
  try {
    return (await placesOf(repo)).root
  } catch (error) {
    if (!isAdjudicateError(error)) throw error
    return undefined
  }
}
