import { above, atLeast, below, distance, equal, exact, largest, minus, over, smallest, sum, times, zero } from './exact'
import type { Exact } from './exact'
import { survivorsOn } from './book-scores'
import type { Entry, Weighted } from './book-scores'
import type { Trigger } from './vector-shapes'

const half = exact(0.5)
const fourFifths = exact(0.8)
const splitDepth = exact(0.15)

/** 03 Triggers: all four, always, on the scores that survive. Dimensions in the rubric's order. */
export function triggersOf(entries: readonly Entry[], dimensions: readonly Weighted[], target: Exact): Trigger[] {
  const on = (flagged: (survivors: readonly Entry[]) => boolean): string[] =>
    dimensions.filter(({ id }) => flagged(survivorsOn(id, entries))).map(({ id }) => id)
  const pairs = splitPairs(entries, dimensions, target)
  const split = pairs.flatMap(([a, b]) => splitFlags(a, b, entries, dimensions))
  return [
    fired('spread', on(isSpread)),
    { id: 'pass-fail-split', fired: pairs.length > 0, dimensions: dimensions.map(({ id }) => id).filter((id) => split.includes(id)) },
    fired('opposition-veto', on(isVetoed)),
    fired('confidence-divergence', on(isDivergent)),
  ]
}

/** The disputed set: the union of what the triggers flag. */
export function disputedBy(triggers: readonly Trigger[], dimensions: readonly Weighted[]): string[] {
  return dimensions.map(({ id }) => id).filter((id) => triggers.some((trigger) => trigger.dimensions.includes(id)))
}

function fired(id: string, dimensions: readonly string[]): Trigger {
  return { id, fired: dimensions.length > 0, dimensions }
}

/** R-TRI-40: max − min is 2 or more. */
function isSpread(survivors: readonly Entry[]): boolean {
  const values = survivors.map(({ value }) => value)
  return values.length > 0 && atLeast(minus(largest(values), smallest(values)), exact(2))
}

/** R-TRI-42: an adversary's score is exactly 1. */
function isVetoed(survivors: readonly Entry[]): boolean {
  return survivors.some(({ adversary, value }) => adversary && equal(value, exact(1)))
}

/** R-TRI-43: somebody below 0.5, somebody above 0.8. */
function isDivergent(survivors: readonly Entry[]): boolean {
  return survivors.some(({ confidence }) => below(confidence, half)) && survivors.some(({ confidence }) => above(confidence, fourFifths))
}

/** R-TRI-41: one member's own overall at target or above, another's more than 0.15 below it. */
function splitPairs(entries: readonly Entry[], dimensions: readonly Weighted[], target: Exact): [string, string][] {
  const members = [...new Set(entries.map(({ member }) => member))]
  const overalls = members.map((member) => ({ member, overall: ownOverall(member, entries, dimensions) }))
  const pairs: [string, string][] = []
  for (const a of overalls) {
    for (const b of overalls) {
      if (a.overall === undefined || b.overall === undefined) continue
      if (atLeast(a.overall, target) && below(b.overall, minus(target, splitDepth))) pairs.push([a.member, b.member])
    }
  }
  return pairs
}

/** “A member's own overall uses only dimensions on which its score survives, weights renormalised.” */
function ownOverall(member: string, entries: readonly Entry[], dimensions: readonly Weighted[]): Exact | undefined {
  const own = dimensions.flatMap(({ id, weight }) =>
    survivorsOn(id, entries)
      .filter((entry) => entry.member === member)
      .map(({ value }) => ({ value, weight })),
  )
  if (own.length === 0) return undefined
  const weighted = sum(own.map(({ value, weight }) => times(over(value, exact(10)), weight)))
  return over(weighted, sum(own.map(({ weight }) => weight)))
}

/** C-SPLITPAIRS, C-SPLITZERO: where a pair differs by 2 or more, else where it differs most, if it differs at all. */
function splitFlags(a: string, b: string, entries: readonly Entry[], dimensions: readonly Weighted[]): string[] {
  const gaps = dimensions.flatMap(({ id }) => {
    const survivors = survivorsOn(id, entries)
    const one = survivors.find(({ member }) => member === a)
    const other = survivors.find(({ member }) => member === b)
    return one === undefined || other === undefined ? [] : [{ id, gap: distance(one.value, other.value) }]
  })
  const wide = gaps.filter(({ gap }) => atLeast(gap, exact(2)))
  if (wide.length > 0) return wide.map(({ id }) => id)
  if (gaps.length === 0) return []
  const widest = largest(gaps.map(({ gap }) => gap))
  if (equal(widest, zero)) return []
  return gaps.filter(({ gap }) => equal(gap, widest)).map(({ id }) => id)
}
