import type { Region, Regions } from './region-marks'
import { regionsOf } from './region-marks'

/** What is wrong with a shared append-only file. */
export type RegionFaultKind =
  'outside-region' | 'other-region-edited' | 'marker-moved' | 'marker-removed' | 'duplicate-region' | 'unterminated-region'

/** `line` counts from 1 in the head, in the base where the head has no such line. */
export type RegionFault = { readonly kind: RegionFaultKind; readonly line: number; readonly text: string }

export type RegionVerdict = { readonly ok: boolean; readonly kinds: readonly RegionFaultKind[]; readonly faults: readonly RegionFault[] }

/** Both texts of a shared file; a side that isn't there is an empty text. */
export type RegionInput = { readonly base: string; readonly head: string; readonly task: string }

/** A file cut along the task's own region; without one all of it is `before`. */
type Cut = { readonly lines: readonly string[]; readonly found: Regions; readonly own: readonly Region[]; readonly task: string }

/**
 * Whether only lines between this task's own markers differ (spec 10, 2; R-BUILD-29), compared by content, so that lines above may grow. A task without
 * a region may append one at the end of the file. Line ends count. `kinds` is sorted, each once.
 */
export function judgeRegions({ base, head, task }: RegionInput): RegionVerdict {
  const before = cutAt(base, task)
  const after = cutAt(head, task)
  const faults = base === head ? [] : faultsOf(before, after, task)
  const kinds = [...new Set(faults.map(({ kind }) => kind))].sort()
  return { ok: faults.length === 0, kinds, faults }
}

function cutAt(text: string, task: string): Cut {
  const lines = linesOf(text)
  const found = regionsOf(lines)
  return { lines, found, own: found.regions.filter((region) => region.task === task), task }
}

/** Each line with its end, so that a missing last line end is a difference. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function faultsOf(before: Cut, after: Cut, task: string): RegionFault[] {
  const [own] = before.own
  const [mine] = after.own
  if (before.own.length > 1) return [faultAt('duplicate-region', before, before.own[1]?.start ?? 0)]
  if (own !== undefined && own.end === undefined) return [faultAt('unterminated-region', before, own.start)]
  const twice = after.own.slice(1).map(({ start }) => faultAt('duplicate-region', after, start))
  if (mine !== undefined && mine.end === undefined) return unterminated(before, after, own, mine, twice)
  if (mine === undefined) return own === undefined ? foreign(before, after, new Set(), new Set()) : removed(before, after, own, task)
  if (own === undefined) return [...twice, ...added(before, after, mine)]
  return [...twice, ...compared(before, after, own, mine)]
}

function faultAt(kind: RegionFaultKind, { lines }: Cut, at: number): RegionFault {
  return { kind, line: at + 1, text: withoutEnd(lines[at] ?? '') }
}

/** A start without an end reaches as far as the base's lines after the region don't. */
function unterminated(before: Cut, after: Cut, own: Region | undefined, mine: Region, twice: readonly RegionFault[]): RegionFault[] {
  const fault = faultAt('unterminated-region', after, mine.start)
  const tail = own?.end === undefined ? [] : before.lines.slice(own.end + 1)
  const from = after.lines.length - tail.length
  const isTail = from > mine.start && tail.every((line, index) => after.lines[from + index] === line)
  if (own?.end === undefined) return [fault, ...twice]
  const end = isTail ? from - 1 : mine.start
  const rest = foreign(before, after, linesFrom(own.start, own.end), linesFrom(mine.start, end))
  return [fault, ...twice, ...(isTail ? rest.filter(({ kind }) => kind !== 'marker-removed') : rest)]
}

function linesFrom(first: number, last: number): Set<number> {
  return new Set(Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

/** Own markers gone: with nothing else changed outside that alone is the fault. */
function removed(before: Cut, after: Cut, own: Region, task: string): RegionFault[] {
  const fault = faultAt('marker-removed', before, own.start)
  const left = new Set(after.found.stray.filter((mark) => mark.task === task).map(({ at }) => at))
  return [fault, ...foreign(before, after, linesFrom(own.start, own.end ?? own.start), left)]
}

/** A new region may only be appended: in the middle its markers stand between other people's lines. */
function added(before: Cut, after: Cut, mine: Region): RegionFault[] {
  const end = mine.end ?? mine.start
  const isLast = after.lines.slice(end + 1).every((line) => line.trim() === '')
  const last = before.lines.at(-1)
  // Appending to a file without a last line end gives that line one.
  const joined = last !== undefined && !last.endsWith('\n') && after.lines[before.lines.length - 1] === `${last}\n`
  const asEnded = joined ? { ...before, lines: [...before.lines.slice(0, -1), `${last}\n`] } : before
  const others = foreign(asEnded, after, new Set(), linesFrom(mine.start, end))
  return isLast ? others : [faultAt('outside-region', after, mine.start), ...others]
}

function compared(before: Cut, after: Cut, own: Region, mine: Region): RegionFault[] {
  const [ownEnd, mineEnd] = [own.end ?? own.start, mine.end ?? mine.start]
  const markers = [
    [own.start, mine.start],
    [ownEnd, mineEnd],
  ] as const
  const respelled = markers.filter(([was, is]) => before.lines[was] !== after.lines[is])
  const outside = foreign(before, after, linesFrom(own.start, ownEnd), linesFrom(mine.start, mineEnd))
  const moved = movedOver(before, after, own, mine)
  const isElsewhere = !moved.any && outside.length === 0 && own.start !== mine.start
  return [
    ...respelled.map(([, is]) => faultAt('outside-region', after, is)),
    ...(moved.any || isElsewhere ? [faultAt('marker-moved', after, moved.atEnd ? mineEnd : mine.start)] : []),
    ...(moved.verbatim ? outside.filter(({ kind }) => kind !== 'outside-region') : outside),
  ]
}

type Moved = { readonly any: boolean; readonly atEnd: boolean; readonly verbatim: boolean }

/** A marker moved over a neighbour's line where that line, or an edited form of it, now stands inside the region. */
function movedOver(before: Cut, after: Cut, own: Region, mine: Region): Moved {
  const bodyBefore = before.lines.slice(own.start + 1, own.end)
  const body = after.lines.slice(mine.start + 1, mine.end)
  const fresh = without(body, bodyBefore)
  const above = without(before.lines.slice(0, own.start), after.lines.slice(0, mine.start))
  const below = without(before.lines.slice((own.end ?? 0) + 1), after.lines.slice((mine.end ?? 0) + 1))
  const freed = without(bodyBefore, body)
  const outsideNow = [...after.lines.slice(0, mine.start), ...after.lines.slice((mine.end ?? 0) + 1)]
  const gained = without(outsideNow, [...before.lines.slice(0, own.start), ...before.lines.slice((own.end ?? 0) + 1)])
  const swallowed = (lost: readonly string[]): boolean => lost.some((line) => fresh.some((inside) => resembles(line, inside)))
  const released = freed.some((line) => line.trim() !== '' && gained.includes(line))
  const any = swallowed(above) || swallowed(below) || released
  const unchanged = without([...above, ...below], fresh).length === 0 && without(gained, freed).length === 0
  return { any, atEnd: swallowed(below), verbatim: any && unchanged }
}

/** The lines that the other list doesn't have, each as often as it has more of it. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0
    if (left > 0) counts.set(line, left - 1)
    return left === 0
  })
}

/** Same beginning and end over most of the line. */
function resembles(a: string, b: string): boolean {
  if (a.trim() === '' || b.trim() === '') return false
  if (a === b) return true
  const shorter = Math.min(a.length, b.length)
  let same = 0
  while (same < shorter && a[same] === b[same]) same++
  let tail = 0
  while (tail < shorter - same && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return same + tail >= 0.7 * Math.max(a.length, b.length)
}

/** Differences of all lines that are not the task's own: those in another's region, and those in none. */
function foreign(before: Cut, after: Cut, own: ReadonlySet<number>, mine: ReadonlySet<number>): RegionFault[] {
  const was = before.lines.flatMap((line, at) => (own.has(at) ? [] : [{ line, at, task: ownerOf(before, at) }]))
  const is = after.lines.flatMap((line, at) => (mine.has(at) ? [] : [{ line, at, task: ownerOf(after, at) }]))
  let first = 0
  while (first < was.length && first < is.length && was[first]?.line === is[first]?.line) first++
  let last = 0
  const most = Math.min(was.length, is.length) - first
  while (last < most && was[was.length - 1 - last]?.line === is[is.length - 1 - last]?.line) last++
  const lost = was.slice(first, was.length - last)
  const gained = is.slice(first, is.length - last)
  const stays = new Set(matchedLines(lost, gained))
  const [lostTexts, gainedTexts] = [lost, gained].map((entries) => new Set(entries.map(({ line }) => withoutEnd(line))))
  const faults = [
    ...lost.filter(({ line }) => !stays.has(line)).map((entry) => kindFault(before, entry, gainedTexts)),
    ...gained.filter(({ line }) => !stays.has(line)).map((entry) => kindFault(after, entry, lostTexts)),
  ]
  // Lines that only changed places.
  const [moved] = gained
  return faults.length === 0 && moved !== undefined ? [kindFault(after, moved, new Set())] : faults
}

function matchedLines(lost: readonly { readonly line: string }[], gained: readonly { readonly line: string }[]): string[] {
  const a = lost.map(({ line }) => line)
  const b = gained.map(({ line }) => line)
  const changed = new Set([...without(a, b), ...without(b, a)])
  return a.filter((line) => !changed.has(line))
}

type Placed = { readonly line: string; readonly at: number; readonly task: string | undefined }

/** A line of another's region whose text is on both sides differs in its end alone: that is a whole file converted, not a region edited. */
function kindFault(cut: Cut, { line, at, task }: Placed, otherSide: ReadonlySet<string> | undefined): RegionFault {
  const isOthers = task !== undefined && task !== cut.task && otherSide?.has(withoutEnd(line)) !== true
  return faultAt(isOthers ? 'other-region-edited' : 'outside-region', cut, at)
}

function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/, '')
}

/** Whose region the line stands in; its markers belong to it. */
function ownerOf({ found }: Cut, at: number): string | undefined {
  return found.regions.find(({ start, end }) => at >= start && at <= (end ?? start))?.task
}
