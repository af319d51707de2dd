import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Command, CommandEnd, CommandRun, Commands } from '../../ports/commands'
import { watching } from '../children/watcher'
import { openChannel } from './process-channel'
import type { Channel } from './process-channel'
import { endGroup, endHolders, endMarked, runVariable } from '../children/ending'
import { namedVariables } from '../children/named-variables'
import { commandEnvironment } from './process-environment'
import { lastLines, logBytesMax, logWriter } from './process-output'
import { redactor } from './process-secrets'

export type ProcessCommandsOptions = {
  /** How long processes that outlive their command may go on writing before they are ended; 500 when not given. */
  readonly leftRunningMs?: number
  /** Bytes that a log keeps, half from each end; 16 MiB when not given. */
  readonly logBytesMax?: number
}

/**
 * Runs commands in the system's shell, each in a process group of its own that is ended whole: at the limit, at the signal, and when the command itself ends (F16, F59).
 * On Linux also processes that left the group and the session are ended: those that hold the output, and those with the command's mark in their environment. Elsewhere such a one
 * goes on by itself.
 */
export function processCommands(options: ProcessCommandsOptions = {}): Commands {
  return { run: (command) => runOne(command, options) }
}

async function runOne(command: Command, options: ProcessCommandsOptions): Promise<CommandRun> {
  const begun = performance.now()
  const taking = outputTaker(command, options.logBytesMax ?? logBytesMax)
  const nothing = { leftRunning: false }
  const { end, leftRunning } =
    command.signal?.aborted === true ? { end: { kind: 'stopped' as const }, ...nothing } : await watched(command, taking, options)
  return { end, leftRunning, ...taking.end(), tookMs: performance.now() - begun }
}

type Taking = {
  take(bytes: Buffer): void
  end(): Pick<CommandRun, 'tail' | 'outputBytes' | 'logBytesLeftOut'>
}

/** Nothing reaches the log or the tail before the secrets are out of it. */
function outputTaker({ env, logFile }: Command, bytesMax: number): Taking {
  const clean = redactor(namedVariables(env))
  const [lines, log] = [lastLines(), logWriter(logFile, bytesMax)]
  let outputBytes = 0
  const pass = (bytes: Buffer): void => {
    log.take(bytes)
    lines.take(bytes)
  }
  return {
    take: (bytes) => {
      outputBytes += bytes.length
      pass(clean.take(bytes))
    },
    end: () => {
      pass(clean.end())
      return { outputBytes, logBytesLeftOut: log.end(), tail: lines.end() }
    },
  }
}

type Ended = { readonly end: CommandEnd; readonly leftRunning: boolean }

async function watched(command: Command, taking: Taking, { leftRunningMs = 500 }: ProcessCommandsOptions): Promise<Ended> {
  const watch = watching()
  const channel = await openChannel()
  const mark = randomUUID()
  const started = startedChild(command, channel, mark)
  channel?.handOver()
  if (!started.ok) {
    channel?.drop()
    return { end: { kind: 'not-started', message: started.message }, leftRunning: false }
  }
  const { child } = started
  const gone = watch.group(child.pid)
  const outputs = channel === undefined ? [child.stdout, child.stderr].filter((stream) => stream !== null) : [channel.output]
  let fault: { readonly thrown: unknown } | undefined
  let why: CommandEnd | undefined
  const stop = (reason: CommandEnd): void => {
    why ??= reason
    endGroup(child.pid)
  }
  const closed = allRead(outputs, (bytes) => {
    try {
      if (fault === undefined) taking.take(bytes)
    } catch (thrown) {
      fault = { thrown }
      stop({ kind: 'stopped' })
    }
  })
  const timer = setTimeout(() => stop({ kind: 'timed-out', timeoutMs: command.timeoutMs }), command.timeoutMs)
  const onAbort = (): void => stop({ kind: 'stopped' })
  command.signal?.addEventListener('abort', onAbort, { once: true })
  if (command.signal?.aborted === true) onAbort()
  try {
    const end = await exitOf(child)
    const left = await endRest(child, { outputs, closed, channel, waitMs: why === undefined ? leftRunningMs : 0 })
    const leftRunning = endMarked(mark) > 0 || left
    if (fault !== undefined) throw fault.thrown
    return { end: why ?? end, leftRunning: leftRunning && why === undefined }
  } finally {
    gone()
    clearTimeout(timer)
    command.signal?.removeEventListener('abort', onAbort)
  }
}

type Started = { readonly ok: true; readonly child: ChildProcess } | { readonly ok: false; readonly message: string }

function startedChild({ cmd, folder, env, home }: Command, channel: Channel | undefined, mark: string): Started {
  try {
    const child = spawn(cmd, {
      shell: true,
      cwd: folder,
      env: { ...commandEnvironment(env, home), [runVariable]: mark },
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: channel === undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', channel.writeEnd, channel.writeEnd],
    })
    return { ok: true, child }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

/** When the shell itself ended, whatever of its processes goes on. */
function exitOf(child: ChildProcess): Promise<CommandEnd> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ kind: 'not-started', message: error.message }))
    child.once('exit', (code, signal) => resolve(signal === null ? { kind: 'exited', code: code ?? -1 } : { kind: 'signalled', signal }))
  })
}

async function allRead(outputs: readonly Readable[], take: (bytes: Buffer) => void): Promise<void> {
  await Promise.all(outputs.map((output) => readWhole(output, take)))
}

function readWhole(output: Readable, take: (bytes: Buffer) => void): Promise<void> {
  return new Promise((resolve) => {
    output.on('data', take)
    // A broken pipe is the end of the output; the exit code says the rest.
    output.on('error', () => undefined)
    output.once('close', resolve)
  })
}

type Rest = {
  readonly outputs: readonly Readable[]
  readonly closed: Promise<void>
  readonly channel: Channel | undefined
  readonly waitMs: number
}

/** Whoever still writes gets a moment, then the group is ended, then those that fled it; tells whether there was anybody. */
async function endRest(child: ChildProcess, { outputs, closed, channel, waitMs }: Rest): Promise<boolean> {
  const inTime = await within(closed, waitMs)
  const group = endGroup(child.pid)
  if (inTime || (await within(closed, 50))) return group
  const fled = channel === undefined ? 0 : endHolders(channel.pipe)
  if (!(await within(closed, 500))) {
    channel?.drop()
    for (const output of outputs) output.destroy()
    await closed
  }
  return group || fled > 0
}

async function within(done: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([done.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
