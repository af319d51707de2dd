import type { ChildProcessByStdio } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { modelFailed } from '../../ports/model-failure'
import { endGroup, endMarked, runVariable } from '../children/ending'
import { namedVariables } from '../children/named-variables'
import { watching } from '../children/watcher'

type AgentChild = ChildProcessByStdio<Writable, Readable, Readable>

/** An agent's process, in a process group of its own. */
export type AgentProcess = {
  readonly stdin: Writable
  readonly stdout: Readable
  /** The last of what it said on its standard error, at most 500 characters. */
  readonly complaint: () => string
  /** Resolves once it is gone, with its exit code, the name of the signal, or the error for which it never began. */
  readonly gone: Promise<number | string | Error>
  /** Ends the whole group at once. */
  readonly kill: () => void
  /** Gives it so many milliseconds to end by itself, then ends the group; resolves when it is gone. */
  readonly close: (graceMs: number) => Promise<void>
}

export type AgentProcessOptions = {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: readonly string[]
}

const complaintBytesMax = 4096
const drainMs = 500

/** Starts an agent with PATH, HOME, LANG and the variables that are named. It is ended too when this process is killed. Never throws: see `gone`. */
export function startAgent({ program, args, cwd, env }: AgentProcessOptions): AgentProcess {
  const watch = watching()
  const mark = randomUUID()
  const own = { ...namedVariables(['PATH', 'HOME', 'LANG', ...env]), [runVariable]: mark }
  const child = spawn(program, [...args], { cwd, env: own, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const forget = watch.group(child.pid)
  let stderr = Buffer.alloc(0)
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-complaintBytesMax)
  })
  // An agent that stopped reading may have answered already: what it says, or its end, decides.
  child.stdin.on('error', () => undefined)
  const kill = (): void => void endGroup(child.pid)
  const gone = exitOf(child)
  void gone.then(() => leave(child))
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    complaint: () => stderr.toString('utf8').trim().slice(-500),
    gone,
    kill,
    close: async (graceMs) => {
      child.stdin.end()
      const isGone = await within(gone, graceMs)
      kill()
      // Who left the group is found by its mark, where the system shows it.
      endMarked(mark)
      if (!isGone) await within(gone, drainMs)
      child.stdout.destroy()
      child.stderr.destroy()
      forget()
    },
  }
}

function exitOf(child: AgentChild): Promise<number | string | Error> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'no exit code'))
  })
}

/** Children that outlive the agent hold its pipes open. They are ended, and what they may have written is read for a moment. */
function leave(child: AgentChild): void {
  endGroup(child.pid)
  if (child.stdout.closed) return
  const timer = setTimeout(() => child.stdout.destroy(), drainMs)
  child.stdout.once('close', () => clearTimeout(timer))
}

/** Whether it came to its end within so many milliseconds. */
export async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const done = work.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Why an agent is no more, as a failed call. */
export function deathOf(end: number | string | Error, program: string, complaint: string): Error {
  if (end instanceof Error) return modelFailed('unreachable', `${program} can't be started: ${end.message}`, {}, end)
  const said = complaint === '' ? '' : `: ${complaint}`
  return modelFailed('server-failed', `${program} ended with ${end} before it had answered${said}`, { exit: end })
}
