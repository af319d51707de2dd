import { closeSync, openSync, writeSync } from 'node:fs'
import { AdjudicateError } from '../../errors'

/** Lines of output that are kept for the report. */
export const tailLinesMax = 25

/** Bytes of one line that are kept, from its beginning. */
export const tailLineBytesMax = 1000

/** Bytes of output that a log keeps: half from the beginning, half from the end. */
export const logBytesMax = 16 * 1024 * 1024

/** Takes output piece by piece. */
export type Sink<T> = { take(bytes: Buffer): void; end(): T }

/** Keeps the last lines; a line over the limit is cut with its length told, so that one of 30 MB costs no more than a short one (F43). */
export function lastLines(): Sink<string[]> {
  let lines: string[] = []
  let kept: Buffer[] = []
  let [keptBytes, lineBytes] = [0, 0]
  const add = (bytes: Buffer): void => {
    lineBytes += bytes.length
    const taken = bytes.subarray(0, tailLineBytesMax - keptBytes)
    // A copy, since a part would hold the whole piece in memory.
    if (taken.length > 0) kept.push(Buffer.from(taken))
    keptBytes += taken.length
  }
  const finish = (): void => {
    const text = Buffer.concat(kept).toString('utf8')
    lines.push(lineBytes > keptBytes ? `${text.replace(/\ufffd+$/, '')} ... (${lineBytes} bytes)` : text.replace(/\r$/, ''))
    if (lines.length > tailLinesMax) lines.shift()
    kept = []
    keptBytes = lineBytes = 0
  }
  return {
    take: (bytes) => {
      let from = afterOlderLines(bytes)
      if (from > 0) {
        lines = []
        kept = []
        keptBytes = lineBytes = 0
      }
      for (let end = bytes.indexOf(10, from); end >= 0; end = bytes.indexOf(10, from)) {
        add(bytes.subarray(from, end))
        finish()
        from = end + 1
      }
      if (from < bytes.length) add(bytes.subarray(from))
    },
    end: () => {
      if (lineBytes > 0) finish()
      return lines
    },
  }
}

/** Where the last lines of a piece begin that can still be kept: what stands before is never looked at, so that short lines cost no more than long ones. */
function afterOlderLines(bytes: Buffer): number {
  let at = bytes.length
  for (let count = 0; count <= tailLinesMax; count++) {
    at = at > 0 ? bytes.lastIndexOf(10, at - 1) : -1
    if (at < 0) return 0
  }
  return at + 1
}

/** Writes output to a file as it comes and leaves out the middle of what is over the limit; `end` tells how many bytes that were. Throws `command-io`. */
export function logWriter(file: string | undefined, bytesMax = logBytesMax): Sink<number> {
  if (file === undefined) return { take: () => undefined, end: () => 0 }
  const descriptor = attempt(file, () => openSync(file, 'w', 0o600))
  let room = Math.ceil(bytesMax / 2)
  const rest = lastBytes(Math.floor(bytesMax / 2))
  return {
    take: (bytes) => {
      const now = bytes.subarray(0, room)
      attempt(file, () => writeAll(descriptor, now), descriptor)
      room -= now.length
      if (now.length < bytes.length) rest.take(bytes.subarray(now.length))
    },
    end: () => {
      const { bytes, leftOut } = rest.end()
      const words = leftOut > 0 ? `\n[${leftOut} bytes left out]\n` : ''
      attempt(file, () => writeAll(descriptor, Buffer.concat([Buffer.from(words), bytes])), descriptor)
      closeSync(descriptor)
      return leftOut
    },
  }
}

function lastBytes(bytesMax: number): Sink<{ readonly bytes: Buffer; readonly leftOut: number }> {
  let pieces: Buffer[] = []
  let [held, seen] = [0, 0]
  const shrink = (): void => {
    const all = Buffer.concat(pieces)
    pieces = [all.subarray(Math.max(0, all.length - bytesMax))]
    held = Math.min(all.length, bytesMax)
  }
  return {
    take: (bytes) => {
      pieces.push(bytes)
      held += bytes.length
      seen += bytes.length
      if (held > 2 * bytesMax + 65_536) shrink()
    },
    end: () => {
      shrink()
      return { bytes: pieces[0] ?? Buffer.alloc(0), leftOut: seen - held }
    },
  }
}

function writeAll(descriptor: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) written += writeSync(descriptor, bytes, written)
}

/** A log that broke is closed at once: nobody comes back to it. */
function attempt<T>(file: string, action: () => T, descriptor?: number): T {
  try {
    return action()
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor)
    throw new AdjudicateError(
      'command-io',
      `log ${JSON.stringify(file)} can't be written: ${error instanceof Error ? error.message : String(error)}`,
      { file },
      error,
    )
  }
}
