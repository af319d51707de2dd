import type { Column, Entry } from './columns'
import type { Trigger, TriggerId } from './ruling'
import { above, atLeast, below, same } from './tolerance'

/** All four triggers on the scores that survive, always in this order (R-TRI-40 to R-TRI-43, R-TRI-48). */
export function triggersOf(columns: readonly Column[], target: number): Trigger[] {
  return [
    flagging('spread', columns, spreads),
    passFailSplit(columns, target),
    flagging('opposition-veto', columns, vetoes),
    flagging('confidence-divergence', columns, confidencesDiverge),
  ]
}

/** The union of all flagged dimensions, in the rubric's order. */
export function disputedBy(triggers: readonly Trigger[], columns: readonly Column[]): string[] {
  return columns.map((column) => column.id).filter((id) => triggers.some((trigger) => trigger.dimensions.includes(id)))
}

function flagging(id: TriggerId, columns: readonly Column[], holds: (entries: readonly Entry[]) => boolean): Trigger {
  const dimensions = columns.filter((column) => holds(column.entries)).map((column) => column.id)
  return { id, fired: dimensions.length > 0, dimensions }
}

function spreads(entries: readonly Entry[]): boolean {
  return atLeast(spreadOf(entries), 2)
}

/** Highest minus lowest score; of no entries it is 0. */
export function spreadOf(entries: readonly { readonly score: number }[]): number {
  let low = Infinity
  let high = -Infinity
  for (const { score } of entries) {
    if (score < low) low = score
    if (score > high) high = score
  }
  return entries.length === 0 ? 0 : high - low
}

function vetoes(entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.adversary && same(entry.score, 1))
}

function confidencesDiverge(entries: readonly Entry[]): boolean {
  return entries.some((low) => below(low.confidence, 0.5)) && entries.some((high) => above(high.confidence, 0.8))
}

function passFailSplit(columns: readonly Column[], target: number): Trigger {
  const overalls = ownOveralls(columns)
  const passing = [...overalls].filter(([, overall]) => atLeast(overall, target))
  const failing = [...overalls].filter(([, overall]) => below(overall, target - 0.15))
  const byMember = columns.map(({ id, entries }) => ({ id, scores: new Map(entries.map(({ member, score }) => [member, score])) }))
  const flagged = new Set<string>()
  for (const [pass] of passing) {
    for (const [fail] of failing) {
      // Once everything is flagged no further pair can add to it.
      if (flagged.size === columns.length) break
      for (const id of apart(byMember, pass, fail)) flagged.add(id)
    }
  }
  const fired = passing.length > 0 && failing.length > 0
  return { id: 'pass-fail-split', fired, dimensions: columns.map((column) => column.id).filter((id) => flagged.has(id)) }
}

/** Each member's own weighted overall over the dimensions on which its score survives, weights renormalised. */
function ownOveralls(columns: readonly Column[]): Map<string, number> {
  const sums = new Map<string, { sum: number; weight: number }>()
  for (const { weight, entries } of columns) {
    for (const { member, score } of entries) {
      const before = sums.get(member) ?? { sum: 0, weight: 0 }
      sums.set(member, { sum: before.sum + (score / 10) * weight, weight: before.weight + weight })
    }
  }
  return new Map([...sums].map(([member, { sum, weight }]) => [member, sum / weight]))
}

/** Where a pair differs by 2 or more; else where it differs most; a pair that agrees flags nothing (C-SPLITPAIRS, C-SPLITZERO). */
function apart(
  columns: readonly { readonly id: string; readonly scores: ReadonlyMap<string, number> }[],
  pass: string,
  fail: string,
): string[] {
  const gaps = columns.flatMap(({ id, scores }) => {
    const a = scores.get(pass)
    const b = scores.get(fail)
    return a === undefined || b === undefined ? [] : [{ id, gap: Math.abs(a - b) }]
  })
  const wide = gaps.filter(({ gap }) => atLeast(gap, 2))
  if (wide.length > 0) return wide.map(({ id }) => id)
  const widest = Math.max(0, ...gaps.map(({ gap }) => gap))
  return same(widest, 0) ? [] : gaps.filter(({ gap }) => same(gap, widest)).map(({ id }) => id)
}
