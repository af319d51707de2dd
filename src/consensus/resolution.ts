import type { Column, Entry } from './columns'
import type { DimensionRuling } from './ruling'
import { above, atLeast, atMost, same } from './tolerance'

/** How a dimension was resolved, and who dissents from it. */
export type Resolution = { readonly ruling: DimensionRuling; readonly dissenters: readonly Entry[] }

/**
 * Resolves one dimension (R-TRI-56 to R-TRI-58, R-TRI-61): within 1 point the mean; else the mean of the one largest group
 * within 1 that more than half belong to; the median where several such groups are equally large; else a deadlock.
 */
export function resolve(column: Column): Resolution {
  const { entries } = column
  if (entries.length < 2) return resolved(column, 'undecided', null, [])
  const sorted = [...entries].sort((a, b) => a.score - b.score)
  const groups = largestGroups(sorted)
  const group = groups[0] ?? []
  if (group.length === entries.length) return resolved(column, 'converged', meanOf(entries), [])
  if (group.length * 2 <= entries.length) return resolved(column, 'deadlock', null, [])
  if (groups.length === 1) {
    return resolved(
      column,
      'majority',
      meanOf(group),
      entries.filter((entry) => !group.includes(entry)),
    )
  }
  const median = medianOf(sorted)
  const furthest = Math.max(...entries.map((entry) => Math.abs(entry.score - median)))
  return resolved(
    column,
    'median',
    median,
    entries.filter((entry) => same(Math.abs(entry.score - median), furthest)),
  )
}

/** A dimension left without a decision after replacements were asked for (R-TRI-49). */
export function deadlocked({ ruling }: Resolution): Resolution {
  return { ruling: { ...ruling, kind: 'deadlock', consensus: null, part: null }, dissenters: [] }
}

function resolved(column: Column, kind: DimensionRuling['kind'], consensus: number | null, dissenters: readonly Entry[]): Resolution {
  const { id, weight, entries } = column
  const low = entries.filter((entry) => atMost(entry.score, 3)).length
  const ruling: DimensionRuling = {
    id,
    weight,
    kind,
    n: entries.length,
    consensus,
    part: consensus === null ? null : (consensus / 10) * weight,
    blocked: low * 2 > entries.length,
    scores: entries.map(({ member, score }) => ({ member, score })),
    outliers: outliersOf(entries),
  }
  return { ruling, dissenters }
}

/** Every largest set of scores within 1 point of one another; `sorted` ascends. */
function largestGroups(sorted: readonly Entry[]): Entry[][] {
  let largest: Entry[][] = []
  let size = 0
  let end = 0
  for (let start = 0; start < sorted.length; start++) {
    const low = sorted[start]?.score ?? 0
    while (end < sorted.length && !above((sorted[end]?.score ?? 0) - low, 1)) end++
    if (end - start < size) continue
    if (end - start > size) largest = []
    size = end - start
    largest.push(sorted.slice(start, end))
  }
  return largest
}

/** Scores 2 or more from every other one; a lone survivor is none (C-OUTLIERFIRST, A-TRI-27). */
function outliersOf(entries: readonly Entry[]): string[] {
  if (entries.length < 2) return []
  return entries
    .filter((entry) => entries.every((other) => other === entry || atLeast(Math.abs(other.score - entry.score), 2)))
    .map((entry) => entry.member)
}

function meanOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + entry.score, 0) / entries.length
}

/** Of an even number the mean of the middle two. */
function medianOf(sorted: readonly Entry[]): number {
  const upper = sorted[sorted.length >> 1]?.score ?? 0
  const lower = sorted[(sorted.length - 1) >> 1]?.score ?? 0
  return (lower + upper) / 2
}
