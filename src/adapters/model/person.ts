import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { createInterface } from 'node:readline'
import type { Model, ModelAnswer, ModelRequest } from '../../ports/model'
import { modelFailed } from '../../ports/model-failure'
import { printable } from '../../text/printable'

/** A person who reads briefs and writes answers as files. */
export type PersonByFileOptions = {
  /** Made if it isn't there. Only persons may write to it: an answer there counts as theirs. */
  readonly folder: string
  /** Who it is, for the record; `person` unless set. */
  readonly id?: string
  /** An answer over this many bytes is none; 4 MiB unless set. */
  readonly outputBytesMax?: number
  /** Resolves when it is time to look again, or when the signal is aborted; after a second unless set. */
  readonly wait?: (signal: AbortSignal | undefined) => Promise<void>
}

const outputBytesDefault = 4 * 1024 * 1024

/**
 * Writes the brief to `<name>.brief.md` and waits until `<name>.answer.md` is there and has stood still from one look to the next; whoever writes it slowly does so under another
 * name and renames it. The name is made of the role and the idempotency key, so a process that starts again finds the answer given meanwhile. It waits until the call is
 * stopped: the time for an action is the driver's. Throws `model-failed`: `unreachable` where the folder can't be used, `unreadable` for an answer that is no text.
 */
export function personByFile(options: PersonByFileOptions): Model {
  const { folder, id = 'person', outputBytesMax = outputBytesDefault, wait = waitASecond } = options
  return {
    id,
    provider: 'person',
    async ask(request) {
      stopIf(request.signal)
      const name = join(folder, nameOf(request))
      await writeBrief(folder, `${name}.brief.md`, request.brief)
      for (let before: string | undefined; ;) {
        const now = await answerAt(`${name}.answer.md`, outputBytesMax)
        if (now !== undefined && now === before) return answerOf(now, id)
        before = now
        await wait(request.signal)
        stopIf(request.signal)
      }
    },
  }
}

/** A reader's name for the call: its role in plain letters, and a hash, because keys hold slashes. */
function nameOf({ role, idempotencyKey }: ModelRequest): string {
  const plain = role.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 40)
  return `${plain}-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 16)}`
}

async function writeBrief(folder: string, file: string, brief: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(draft, brief, { flag: 'wx' })
    await rename(draft, file)
  } catch (error) {
    throw modelFailed('unreachable', `the brief can't be written to ${file}: ${wordsOf(error)}`, { path: file }, error)
  }
}

/** Undefined where nothing has been written yet. A link or a pipe is no answer: nobody knows who writes at its other end. */
async function answerAt(file: string, bytesMax: number): Promise<string | undefined> {
  let bytes: Buffer
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stat = await handle.stat()
      if (!stat.isFile()) throw modelFailed('unreadable', `${file} is no regular file`, { path: file })
      if (stat.size > bytesMax) throw modelFailed('unreadable', `${file} has over ${bytesMax} bytes`, { path: file })
      bytes = await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error
    if (error.code === 'ENOENT') return undefined
    throw modelFailed('unreadable', `${file} can't be read: ${error.message}`, { path: file }, error)
  }
  const text = decoded(bytes, file)
  return text.trim() === '' ? undefined : text
}

function decoded(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw modelFailed('unreadable', `${file} is no UTF-8 text`, { path: file }, error)
  }
}

function waitASecond(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, 1_000)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** Where a person sits. Both must be a terminal; this process's standard input and standard error unless given. */
export type PersonAtTerminalOptions = {
  readonly input?: Readable & { readonly isTTY?: boolean }
  readonly output?: Writable & { readonly isTTY?: boolean }
  readonly id?: string
}

/** Ends an answer, alone on its line. */
const endLine = '.'

/**
 * Shows the brief at a terminal, control characters made visible, and takes what is typed until a line that is a single dot. Two briefs at one terminal come one after the
 * other. Throws `model-failed`: `refused` where either end is no terminal or the input ends without a dot, so that nothing but a person answers; `stopped` when it is stopped.
 */
export function personAtTerminal({ input = process.stdin, output = process.stderr, id = 'person' }: PersonAtTerminalOptions = {}): Model {
  return {
    id,
    provider: 'person',
    async ask(request) {
      stopIf(request.signal)
      if (input.isTTY !== true || output.isTTY !== true)
        throw modelFailed('refused', 'nobody sits at a terminal here, and nothing else may answer')
      const mine = (turns.get(input) ?? Promise.resolve()).then(() => typed(request, input, output))
      // The next one waits for the end of this one, however it ends; who asked for it is told.
      turns.set(
        input,
        mine.catch(() => undefined),
      )
      return answerOf(await orStopped(mine, request.signal), id)
    },
  }
}

const turns = new WeakMap<Readable, Promise<unknown>>()

/** Whoever is stopped while another one is at the terminal needn't wait for its turn. */
async function orStopped<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  let stop = (): void => undefined
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(modelFailed('stopped', 'the call was stopped'))
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function typed({ role, brief, signal }: ModelRequest, input: Readable, output: Writable): Promise<string> {
  stopIf(signal)
  const shown = brief.split('\n').map((line) => printable(line.replaceAll('\t', '    ')))
  output.write(`${shown.join('\n')}\n\nYour answer as ${printable(role)}; a line with a single dot ends it:\n`)
  const prompt = createInterface({ input, output })
  const lines: string[] = []
  const stop = (): void => prompt.close()
  signal?.addEventListener('abort', stop, { once: true })
  // At a terminal the interrupt key is a character; it means what it means elsewhere.
  prompt.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    for await (const line of prompt) {
      if (line === endLine && lines.join('').trim() !== '') return lines.join('\n').concat('\n')
      if (line !== endLine) lines.push(line)
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    prompt.close()
  }
  stopIf(signal)
  throw modelFailed('refused', 'the terminal was closed before the answer was ended')
}

function answerOf(text: string, id: string): ModelAnswer {
  return { text, usage: { inputTokens: undefined, outputTokens: undefined }, finishReason: 'stop', model: { provider: 'person', id } }
}

function stopIf(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw modelFailed('stopped', 'the call was stopped')
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
