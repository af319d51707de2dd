import { constants, createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AdjudicateError } from '../../errors'
import { doubledKey } from '../../text/doubled-key'

/** A file given on the command line may be this large; what is larger is no scorecard. */
export const inputBytesMax = 128 * 1024 * 1024

/**
 * Reads a JSON file given by a person. Throws `file-unreadable`, `file-too-large`, `not-json` or, where an object names a member twice, `doubled-key`;
 * each names the file.
 */
export async function readJson(cwd: string, file: string): Promise<unknown> {
  const bytes = await readBytes(cwd, file)
  const text = decoded(bytes, file)
  const value = parsed(text, file)
  const doubled = doubledKey(text)
  if (doubled === undefined) return value
  const message = `${file} gives ${doubled} twice: only one can be meant, and nothing says which`
  throw new AdjudicateError('doubled-key', message, { file, path: doubled })
}

/** Reads a text given by a person, in UTF-8. Throws `file-unreadable`, `file-too-large`, or `not-json` for what is no text; each names the file. */
export async function readText(cwd: string, file: string): Promise<string> {
  return decoded(await readBytes(cwd, file), file)
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AdjudicateError('not-json', `${file} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { file }, cause)
  }
}

/**
 * The bytes of a file given by a person. A pipe is read only where the shell hands it over (`/dev/stdin`, `<(...)`): a named one may never end, so it is refused unread. Throws
 * `file-unreadable` or `file-too-large`; each names the file.
 */
export async function readBytes(cwd: string, file: string): Promise<Uint8Array> {
  const path = resolve(cwd, file)
  try {
    return handedOver.test(path) ? await allOf(createReadStream(path), file) : await regularBytes(path, file)
  } catch (cause) {
    if (cause instanceof AdjudicateError) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    throw unreadable(file, whyUnreadable[code] ?? code, code, cause)
  }
}

/** Where a shell puts what it hands over: standard input, and the pipes of process substitution. */
const handedOver = /^\/dev\/(?:stdin|fd\/\d+)$|^\/proc\/(?:self|\d+)\/fd\/\d+$/

const whyUnreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'you are not allowed to read it',
  EPERM: 'you are not allowed to read it',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ENXIO: 'it is a socket, and only files are read',
}

async function regularBytes(path: string, file: string): Promise<Uint8Array> {
  // Opening a pipe waits for whoever writes to it, unless it is told not to.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stat = await handle.stat()
    if (stat.isDirectory()) throw unreadable(file, 'it is a folder', 'EISDIR')
    if (stat.isFIFO())
      throw unreadable(file, 'it is a named pipe, and only files are read; /dev/stdin takes what another program prints', 'FIFO')
    if (!stat.isFile()) throw unreadable(file, 'it is a device or a socket, and only files are read', 'no-file')
    if (stat.size > inputBytesMax) throw tooLarge(file)
    return await allOf(handle.createReadStream({ autoClose: false }), file)
  } finally {
    await handle.close()
  }
}

/** Counted as it comes: a pipe doesn't say how much there is, and a file may grow. */
async function allOf(stream: AsyncIterable<unknown>, file: string): Promise<Uint8Array> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    const bytes = part as Buffer
    size += bytes.length
    if (size > inputBytesMax) throw tooLarge(file)
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

function tooLarge(file: string): AdjudicateError {
  return new AdjudicateError('file-too-large', `${file} has over ${inputBytesMax} bytes, which is the most that is read`, { file })
}

function unreadable(file: string, why: string, code: string, cause?: unknown): AdjudicateError {
  return new AdjudicateError('file-unreadable', `${file} can't be read: ${why}`, { file, code }, cause)
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AdjudicateError('not-json', `${file} is no UTF-8 text`, { file }, cause)
  }
}
