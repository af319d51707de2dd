import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { spawn } from 'node:child_process'
import { devNull } from 'node:os'
import { AdjudicateError } from '../../errors'
import { endGroup } from '../children/ending'

/** One run of git. What isn't set here can't reach it: no variable, configuration file, hook, driver, pager or prompt. */
export type GitCall = {
  /** From the subcommand on, or with `-C <folder>` before it. */
  readonly args: readonly string[]
  /** Added to `gitEnvironment()`. */
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  readonly timeoutMs: number
  /** More output than this is the error `file-too-large`; without effect where `take` gets the output. */
  readonly stdoutBytesMax: number
  /** Gets the output piece by piece instead of `stdout`; what it throws ends the run and is thrown on. */
  readonly take?: (chunk: Buffer) => void
  /** Codes that are answers and no failures; `[0]` when not given. */
  readonly exitCodes?: readonly number[]
  readonly signal?: AbortSignal | undefined
}

export type GitAnswer = { readonly exitCode: number; readonly stdout: Buffer; readonly stderr: string }

const stderrBytesMax = 16 * 1024
const ownedGroup = process.platform !== 'win32'

/**
 * Runs git without a shell in a process group of its own; a time limit, a signal or too much output ends the whole group.
 * Throws `git-failed` (git missing, limit, signal, any exit code not asked for) and `file-too-large`.
 */
export function runGit(call: GitCall): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    if (call.signal?.aborted === true) throw failure(call, 'was stopped', {}, call.signal.reason)
    const child = started(call)
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    let fault: { readonly thrown: unknown } | undefined
    const end = (thrown: unknown): void => {
      fault ??= { thrown }
      killGroup(child)
    }
    const stop = (): void => end(failure(call, 'was stopped', {}, call.signal?.reason))
    const timer = setTimeout(() => end(failure(call, `took more than ${call.timeoutMs} ms`, { timeoutMs: call.timeoutMs })), call.timeoutMs)
    call.signal?.addEventListener('abort', stop, { once: true })
    child.stdout.on('data', taker(call, stdout, end))
    child.stderr.on('data', keeper(stderr))
    // Git may end before it has read all its input; its exit code says whether that was right.
    child.stdin.on('error', () => undefined)
    child.on('error', (error) => end(notStarted(call, error)))
    child.on('close', (code, killedBy) => {
      clearTimeout(timer)
      call.signal?.removeEventListener('abort', stop)
      const answer = { exitCode: code ?? -1, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString().trim() }
      if (fault !== undefined) reject(fault.thrown)
      else if ((call.exitCodes ?? [0]).includes(answer.exitCode)) resolve(answer)
      else reject(exitFailure(call, answer, killedBy))
    })
    child.stdin.end(call.input ?? '')
  })
}

/** Starts git for a call, hardened; throws `git-failed`. */
export function started(call: GitCall): ChildProcessWithoutNullStreams {
  const settings = hardening.flatMap((setting) => ['-c', setting])
  try {
    return spawn('git', ['--no-pager', '--no-replace-objects', '--literal-pathspecs', ...settings, ...call.args], {
      env: { ...gitEnvironment(), ...call.env },
      detached: ownedGroup,
      windowsHide: true,
    })
  } catch (error) {
    throw notStarted(call, error)
  }
}

function taker(call: GitCall, kept: Buffer[], end: (thrown: unknown) => void): (chunk: Buffer) => void {
  let bytes = 0
  let over = false
  return (chunk) => {
    if (over) return
    try {
      if (call.take !== undefined) return call.take(chunk)
      bytes += chunk.length
      if (bytes > call.stdoutBytesMax) throw tooMuch(call)
      kept.push(chunk)
    } catch (thrown) {
      over = true
      end(thrown)
    }
  }
}

/** Keeps the first part of what is printed. */
export function keeper(kept: Buffer[]): (chunk: Buffer) => void {
  let left = stderrBytesMax
  return (chunk) => {
    if (left > 0) kept.push(chunk.subarray(0, left))
    left -= chunk.length
  }
}

/** Ends git; those that it started are ended too, also when it is gone itself. Closes our ends of the pipes too, so that a process that fled the group can't keep us waiting. */
export function killGroup(child: ChildProcessWithoutNullStreams): void {
  if (ownedGroup) endGroup(child.pid)
  else child.kill('SIGKILL')
  child.stdin.destroy()
  child.stdout.destroy()
  child.stderr.destroy()
}

/** The error for a git that can't be started. */
export function notStarted(call: GitCall, error: unknown): AdjudicateError {
  const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  const reason = missing ? 'could not be started: git is not installed or not on the PATH' : `could not be started: ${String(error)}`
  return failure(call, reason, {}, error)
}

/** The error for a git that ended as it should not. */
export function exitFailure(call: GitCall, { exitCode, stderr }: GitAnswer, killedBy: NodeJS.Signals | null): AdjudicateError {
  const how = killedBy === null ? `failed with exit code ${exitCode}` : `was ended by ${killedBy}`
  return failure(call, stderr === '' ? how : `${how}: ${stderr}`, { exitCode, stderr })
}

function tooMuch(call: GitCall): AdjudicateError {
  const message = `${shownCall(call)} printed more than ${call.stdoutBytesMax} bytes`
  return new AdjudicateError('file-too-large', message, { args: call.args, bytesMax: call.stdoutBytesMax })
}

/** The error of a call, `git-failed`. */
export function failure(call: GitCall, what: string, details: Readonly<Record<string, unknown>>, cause?: unknown): AdjudicateError {
  return new AdjudicateError('git-failed', `${shownCall(call)} ${what}`, { args: call.args, ...details }, cause)
}

function shownCall({ args }: GitCall): string {
  const shown = args.map((arg) => (/^[\w./:=@{}^~+-]+$/.test(arg) ? arg : JSON.stringify(arg)))
  return `\`git ${shown.slice(0, 12).join(' ')}${shown.length > 12 ? ' ...' : ''}\``
}

const passedOn = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']

/** What git sees of our environment: the search path and temporary folders; its own variables are set so that nobody's configuration counts. */
export function gitEnvironment(): Record<string, string> {
  const ours = passedOn.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(ours),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: devNull,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // A missing object is an error: fetching it would run what the repository's configuration says.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  }
}

// Given on the command line, so that they win over the repository's own configuration.
const hardening = [
  // Our own empty graft file is no news to anybody.
  'advice.graftFileDeprecated=false',
  // Git's guard against other people's repositories protects from what is all switched off here, and its exceptions stand in files that aren't read.
  'safe.directory=*',
  'core.fsmonitor=false',
  `core.hooksPath=${devNull}`,
  `core.attributesFile=${devNull}`,
  `core.excludesFile=${devNull}`,
  'core.quotePath=false',
  'core.commitGraph=false',
  'core.bigFileThreshold=16m',
  `diff.orderFile=${devNull}`,
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
  'diff.relative=false',
  'diff.context=3',
  'diff.interHunkContext=0',
  'diff.renames=false',
  'diff.algorithm=myers',
  'diff.indentHeuristic=true',
  'diff.suppressBlankEmpty=false',
  'diff.wsErrorHighlight=none',
  'diff.ignoreSubmodules=none',
  'diff.submodule=short',
  'submodule.recurse=false',
]
