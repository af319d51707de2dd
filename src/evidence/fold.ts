import { clusterEnd, foldedCluster, isPlain } from './clusters'
import type { Units } from './units'
import { loadUnits, roomFor } from './units'
import { isWhiteSpace, trimmed } from './white-space'

/** A folded text and the way back: `start` and `end` give offsets in the text that was folded. */
export type Folded = {
  readonly text: string
  start(foldedOffset: number): number
  /** The offset after all that stands behind the folded character before `foldedEnd`. */
  end(foldedEnd: number): number
}

/** Folds white space runs, typographic quotes, dashes and ellipses, and NFKC; nothing else (spec 02 `near`, E-FOLDTRIM). */
export function fold(text: string): Folded {
  const writer = foldWriter(text)
  const units = roomFor(undefined, text.length)
  for (let from = 0; from < text.length;) {
    loadUnits(units, text, from)
    let at = firstNotable(units, 0)
    while (at < units.count) {
      const end = isWhiteSpace(units.at[at] ?? 0) ? writer.whiteSpace(from + at) : writer.cluster(from + at)
      at = end - from < units.count ? firstNotable(units, end - from) : end - from
    }
    from += at
  }
  return writer.close()
}

/** The next unit that may not fold to itself: all but a lone space and ASCII, where no mark follows; or `count`. */
function firstNotable({ at, count }: Units, start: number): number {
  for (let i = start; i < count; i++) {
    const unit = at[i] ?? 0
    const next = at[i + 1] ?? 0
    if (unit > 0x20 ? unit >= 0x7f || next >= 0x300 : unit !== 0x20 || next <= 0x20 || next >= 0x7f) return i
  }
  return count
}

/** A citation's text folded and then trimmed (E-FOLDTRIM). */
export function foldedQuote(text: string): string {
  return trimmed(fold(text).text)
}

type FoldWriter = { whiteSpace(at: number): number; cluster(at: number): number; close(): Folded }

/** Writes what changes; everything between is copied in one slice. `whiteSpace` and `cluster` return where to go on. */
function foldWriter(text: string): FoldWriter {
  const origins = originMap()
  const output = pieces()
  let copied = 0
  let endsInSpace = false

  function copyTo(end: number): void {
    if (copied === end) return
    output.add(text.slice(copied, end))
    endsInSpace = text.charCodeAt(end - 1) === 0x20
  }
  function replace(start: number, end: number, folded: string): number {
    // One unit for one unit leaves the offsets in step; where a white space run ends is never asked.
    const inStep = folded.length === 1 && end === start + 1
    if (!inStep && folded.trim() !== '') origins.add(output.length(), start, false)
    output.add(folded)
    if (folded !== '') endsInSpace = folded.endsWith(' ')
    if (inStep) copied = end
    else goOnFrom(end)
    return end
  }
  function goOnFrom(offset: number): void {
    origins.add(output.length(), offset, true)
    copied = offset
  }
  return {
    whiteSpace(at) {
      let end = at + 1
      while (end < text.length && isWhiteSpace(text.charCodeAt(end))) end++
      const isSpace = text.charCodeAt(end - 1) === 0x20
      if (isSpace && end === at + 1 && copied < at) return end
      copyTo(at)
      if (endsInSpace || !isSpace) return replace(at, end, endsInSpace ? '' : ' ')
      // The run's last space stands for all of it and is copied with what follows.
      goOnFrom(end - 1)
      return end
    },
    cluster(at) {
      const end = clusterEnd(text, at)
      if (end === at + 1 && isPlain(text.charCodeAt(at))) return end
      const raw = text.slice(at, end)
      const folded = foldedCluster(raw)
      if (folded === raw) return end
      copyTo(at)
      return replace(at, end, endsInSpace && folded.startsWith(' ') ? folded.slice(1) : folded)
    },
    close() {
      copyTo(text.length)
      return {
        text: output.text(),
        start: (foldedStart) => origins.start(foldedStart),
        end: (foldedEnd) => origins.end(foldedEnd - 1),
      }
    },
  }
}

const piecesPerBatch = 4096

/** Joins slices in batches, so that a long text never hangs on millions of them. */
function pieces(): { add(piece: string): void; length(): number; text(): string } {
  const batches: string[] = []
  let batch: string[] = []
  let length = 0
  return {
    add(piece) {
      length += piece.length
      if (batch.push(piece) < piecesPerBatch) return
      batches.push(batch.join(''))
      batch = []
    },
    length: () => length,
    text: () => batches.join('') + batch.join(''),
  }
}

type OriginMap = {
  add(folded: number, original: number, oneToOne: boolean): void
  start(folded: number): number
  end(folded: number): number
}

/** Stretches of the folded text in order, the last of those that begin at one place counts; each is copied one to one or stands as a whole for one original cluster, and then ends where the next begins. */
function originMap(): OriginMap {
  let foldedAt = new Int32Array(64)
  let originalAt = new Int32Array(64)
  let count = 1

  function grown(old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
    const larger = new Int32Array(old.length * 2)
    larger.set(old)
    return larger
  }
  function indexOf(folded: number): number {
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((foldedAt[middle] ?? 0) <= folded) low = middle
      else high = middle - 1
    }
    return low
  }
  // The lowest bit of originalAt says one to one; the first stretch begins the text and is.
  originalAt[0] = 1
  return {
    add(folded, original, oneToOne) {
      if (count === foldedAt.length) {
        foldedAt = grown(foldedAt)
        originalAt = grown(originalAt)
      }
      foldedAt[count] = folded
      originalAt[count] = original * 2 + (oneToOne ? 1 : 0)
      count++
    },
    start(folded) {
      const index = indexOf(folded)
      const origin = originalAt[index] ?? 0
      return (origin >> 1) + ((origin & 1) === 1 ? folded - (foldedAt[index] ?? 0) : 0)
    },
    end(folded) {
      const index = indexOf(folded)
      const origin = originalAt[index] ?? 0
      if ((origin & 1) === 1) return (origin >> 1) + folded - (foldedAt[index] ?? 0) + 1
      return (originalAt[index + 1] ?? 0) >> 1
    },
  }
}
