import { createReadStream } from 'node:fs'
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
  const path = resolve(cwd, file)
  const bytes = await readBytes(path, file)
  const text = decoded(bytes, file)
  const value = parsed(text, file)
  const doubled = doubledKey(text)
  if (doubled === undefined) return value
  const message = `${file} gives ${doubled} twice: only one can be meant, and nothing says which`
  throw new AdjudicateError('doubled-key', message, { file, path: doubled })
}

/** Reads a text given by a person, in UTF-8. Throws `file-unreadable`, `file-too-large`, or `not-json` for what is no text; each names the file. */
export async function readText(cwd: string, file: string): Promise<string> {
  return decoded(await readBytes(resolve(cwd, file), file), file)
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AdjudicateError('not-json', `${file} is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { file }, cause)
  }
}

async function readBytes(path: string, file: string): Promise<Uint8Array> {
  try {
    // Read in parts, since a pipe doesn't say how much is coming.
    const parts: Buffer[] = []
    let size = 0
    for await (const part of createReadStream(path)) {
      const bytes = part as Buffer
      size += bytes.length
      if (size > inputBytesMax)
        throw new AdjudicateError('file-too-large', `${file} has over ${inputBytesMax} bytes, which is the most that is read`, { file })
      parts.push(bytes)
    }
    return Buffer.concat(parts)
  } catch (cause) {
    if (cause instanceof AdjudicateError) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code
    throw new AdjudicateError('file-unreadable', `${file} can't be read: ${why}`, { file, code }, cause)
  }
}

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AdjudicateError('not-json', `${file} is no UTF-8 text`, { file }, cause)
  }
}
