import { isAscii, isUtf8 } from 'node:buffer'
import { closeSync, openSync, read as readCallback, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { eventBytesMax } from '../../ledger/event-limits'
import type { StoredPart } from '../../ports/ledger-store'
import { markOfOpen, noFile, systemCode } from './file-disk'
import type { FileMark } from './file-disk'

const read = promisify(readCallback)
const lineFeed = 10
const chunkBytes = 262_144

/** So little is read at once: handing it to another thread takes longer than reading what was written a moment ago. */
const bytesAtOnce = 65_536

/** A portion of lines with the byte offset of each; `end` is the offset after the last of them. */
export type ScannedPart = StoredPart & { readonly starts: readonly number[]; readonly end: number }

/** The lines from an offset on; where there is no file, those of an empty one. The file is opened when the first part is asked for. */
export async function* scanFile(path: string, from: number): AsyncGenerator<ScannedPart & { readonly mark: FileMark }> {
  const descriptor = openIfThere(path)
  if (descriptor === undefined) {
    yield { lines: [], starts: [], end: 0, rest: { text: '', bytes: 0 }, mark: noFile }
    return
  }
  try {
    const mark = markOfOpen(descriptor)
    for await (const part of scan(descriptor, from, mark.size)) yield { ...part, mark }
  } finally {
    closeSync(descriptor)
  }
}

/** Reads the file's bytes from one offset to another as lines; what is appended meanwhile isn't seen. Holds at most one line over a chunk. */
async function* scan(descriptor: number, from: number, to: number): AsyncGenerator<ScannedPart> {
  let buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(0, to - from)))
  let filled = 0
  let at = from
  while (at + filled < to) {
    if (filled === buffer.length) {
      if (filled > eventBytesMax) {
        yield await overlong(descriptor, at, filled, to)
        return
      }
      buffer = Buffer.concat([buffer], Math.min(filled * 4, eventBytesMax + 1))
    }
    const wanted = Math.min(buffer.length - filled, to - at - filled)
    const bytesRead =
      wanted <= bytesAtOnce
        ? readSync(descriptor, buffer, filled, wanted, at + filled)
        : (await read(descriptor, buffer, filled, wanted, at + filled)).bytesRead
    if (bytesRead === 0) break
    const fresh = buffer.subarray(filled, filled + bytesRead).lastIndexOf(lineFeed)
    const whole = fresh < 0 ? 0 : filled + fresh + 1
    filled += bytesRead
    if (whole === 0) continue
    const part = linesOf(buffer.subarray(0, whole), at)
    yield part
    if (part.fault !== undefined) return
    buffer.copyWithin(0, whole, filled)
    filled -= whole
    at += whole
  }
  const rest = buffer.subarray(0, filled)
  yield { lines: [], starts: [], end: at, rest: { text: isUtf8(rest) ? rest.toString('utf8') : undefined, bytes: filled } }
}

/** Each line is decoded by itself: short flat strings parse and hash faster than slices of a long one. */
function linesOf(bytes: Buffer, at: number): ScannedPart {
  const lines: string[] = []
  const starts: number[] = []
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8'
  const readable = encoding === 'latin1' || isUtf8(bytes)
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(lineFeed, start)
    if (!readable && !isUtf8(bytes.subarray(start, end))) {
      return { lines, starts, end: at + start, fault: { reason: 'not-utf8', message: 'the line is no UTF-8' } }
    }
    lines.push(bytes.toString(encoding, start, end))
    starts.push(at + start)
    start = end + 1
  }
  return { lines, starts, end: at + start }
}

async function overlong(descriptor: number, at: number, filled: number, to: number): Promise<ScannedPart> {
  const chunk = Buffer.allocUnsafe(chunkBytes)
  for (let position = at + filled; position < to;) {
    const { bytesRead } = await read(descriptor, chunk, 0, Math.min(chunk.length, to - position), position)
    if (bytesRead === 0) break
    if (chunk.subarray(0, bytesRead).includes(lineFeed)) {
      const message = `a line of more than ${eventBytesMax} bytes`
      return { lines: [], starts: [], end: at, fault: { reason: 'too-long', message } }
    }
    position += bytesRead
  }
  return { lines: [], starts: [], end: at, rest: { text: undefined, bytes: to - at } }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}
