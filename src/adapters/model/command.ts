import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Model, ModelAnswer, ModelFailureKind, ModelRequest } from '../../ports/model'
import { modelFailed } from '../../ports/model-failure'
import { foreignWords } from '../../text/foreign-words'
import { endGroup, endMarked, runVariable } from '../children/ending'
import { namedVariables } from '../children/named-variables'
import { watching } from '../children/watcher'

/** A command-line agent: any program that reads a brief from its standard input and writes its answer to its standard output. */
export type CommandModelOptions = {
  readonly program: string
  readonly args?: readonly string[]
  readonly cwd?: string
  /** Names of variables that it gets beside PATH, HOME and LANG. */
  readonly env?: readonly string[]
  /** 600,000 unless set. */
  readonly timeoutMs?: number
  /** An answer over this many bytes is none; 4 MiB unless set. */
  readonly outputBytesMax?: number
  /** What the agent is called in the record; the program's name unless set. */
  readonly id?: string
}

/** Asks a command-line agent, in a process group of its own that is ended whole, on Linux with whoever left it. An exit code other than 0, or nothing said, is no answer. */
export function commandModel(options: CommandModelOptions): Model {
  return { id: options.id ?? options.program, provider: 'command', ask: (request) => asked(options, request) }
}

const outputGraceMs = 1_000

async function asked(options: CommandModelOptions, { brief, signal }: ModelRequest): Promise<ModelAnswer> {
  const { program, args = [], cwd, env = [], timeoutMs = 600_000, outputBytesMax = 4 * 1024 * 1024 } = options
  if (signal?.aborted === true) throw modelFailed('stopped', 'the call was stopped before it began')
  const watch = watching()
  const mark = randomUUID()
  const child = spawn(program, [...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...namedVariables(['PATH', 'HOME', 'LANG', ...env]), [runVariable]: mark },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const gone = watch.group(child.pid)
  const out: Buffer[] = []
  const err: Buffer[] = []
  let bytes = 0
  let ended: ModelFailureKind | undefined
  const end = (kind: ModelFailureKind): void => {
    ended ??= kind
    endGroup(child.pid)
  }
  const timer = setTimeout(() => end('timed-out'), timeoutMs)
  const stop = (): void => end('stopped')
  signal?.addEventListener('abort', stop, { once: true })
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > outputBytesMax) end('unreadable')
    else out.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    if (err.length < 64) err.push(chunk)
  })
  // An agent that doesn't read its brief to the end is no failure of ours; what it says decides.
  child.stdin.on('error', () => undefined)
  child.stdin.end(brief)
  try {
    const code = await closed(child, program)
    if (ended !== undefined) throw modelFailed(ended, endedWords(ended, timeoutMs, outputBytesMax))
    const said = foreignWords(Buffer.concat(err).toString('utf8'), 'last')
    if (code !== 0)
      throw modelFailed('server-failed', `${program} ended with ${code ?? 'a signal'}${said === '' ? '' : `: ${said}`}`, { exit: code })
    const text = wholeText(Buffer.concat(out))
    if (text === undefined) throw modelFailed('unreadable', `the ${bytes} bytes that ${program} wrote are no UTF-8 text`)
    if (text.trim() === '') throw modelFailed('unreadable', `${program} said nothing`)
    return {
      text,
      usage: { inputTokens: undefined, outputTokens: undefined },
      finishReason: 'stop',
      model: { provider: 'command', id: options.id ?? program },
    }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    endGroup(child.pid)
    endMarked(mark)
    gone()
  }
}

function closed(child: ChildProcess, program: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(modelFailed('unreachable', `${program} can't be started: ${error.message}`, {}, error)))
    child.once('close', (code) => resolve(code))
    // Whoever left the group may hold its output open for ever: what had come a moment after the agent's own end is all of it.
    child.once('exit', (code) => {
      const late = setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
        resolve(code)
      }, outputGraceMs)
      child.once('close', () => clearTimeout(late))
    })
  })
}

function endedWords(kind: ModelFailureKind, timeoutMs: number, outputBytesMax: number): string {
  if (kind === 'timed-out') return `no answer within ${timeoutMs} ms`
  return kind === 'stopped' ? 'the call was stopped' : `the answer has over ${outputBytesMax} bytes`
}

/** An answer as text. Undefined where it is no UTF-8: what was cut or put together wrongly is not what was said. */
function wholeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
