import type { Head } from '../../ledger/chain'
import type { Event } from '../../ledger/event'
import type { ReadOptions } from '../../ports/ledger-store'
import type { FileMark } from './file-disk'

/** Where an append begins in the file, in bytes, and the head of the ledger before it: a reading can begin there and still prove each event. */
type Start = { readonly offset: number; readonly before: Head }

/** What is known of where events stand: some starts in order, and for each stream the seq of its first and its last event. */
export type Places = { starts: Start[]; strideBytes: number; readonly spans: Map<string, Span> }

type Span = { readonly first: number; last: number }

/** What of the file is to be read for some events: from a start up to the event `to`, in the file that `mark` is of. `undefined`: there are none. */
export type Stretch = { readonly start: Start; readonly to: number; readonly mark: FileMark } | undefined

/** So many starts are kept at most, half a megabyte of them: in a longer file they stand further apart. */
const startsMax = 4096
const strideBytesAtFirst = 4096

/** Places of nothing. */
export function noPlaces(): Places {
  return { starts: [], strideBytes: strideBytesAtFirst, spans: new Map() }
}

/** Notes an event of a whole batch that begins at this byte; to be called in the order of the file. */
export function notePlace(
  places: Places,
  { seq, stream, prev, batch }: Pick<Event, 'seq' | 'stream' | 'prev' | 'batch'>,
  offset: number,
): void {
  const span = places.spans.get(stream)
  if (span === undefined) places.spans.set(stream, { first: seq, last: seq })
  else span.last = seq
  const isFirst = batch === undefined || batch.i === 1
  const last = places.starts.at(-1)
  if (!isFirst || (last !== undefined && offset < last.offset + places.strideBytes)) return
  if (places.starts.length >= startsMax) {
    places.starts = places.starts.filter((_, index) => index % 2 === 0)
    places.strideBytes *= 2
  }
  places.starts.push({ offset, before: { seq: seq - 1, hash: prev } })
}

/** The shortest stretch known that holds all the events asked for, in a file with events up to `headSeq`. */
export function stretchFor({ starts, spans }: Places, which: ReadOptions, headSeq: number, mark: FileMark): Stretch {
  const { stream, fromSeq = 1, toSeq = Infinity } = which
  const span = stream === undefined ? { first: 1, last: headSeq } : spans.get(stream)
  if (span === undefined) return undefined
  const from = Math.max(fromSeq, span.first)
  const to = Math.min(toSeq, span.last)
  const start = from > to ? undefined : lastBefore(starts, from)
  return start === undefined ? undefined : { start, to, mark }
}

/** The last start at or before an event. */
function lastBefore(starts: readonly Start[], seq: number): Start | undefined {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle]?.before.seq ?? Infinity) < seq) low = middle + 1
    else high = middle
  }
  return starts[low - 1]
}
