import {
  above,
  atLeast,
  atMost,
  distance,
  equal,
  exact,
  largest,
  mean,
  minus,
  over,
  plus,
  shown,
  smallest,
  strictlyAbove,
  sum,
  times,
} from './exact'
import type { Exact } from './exact'
import { survivorsOn } from './book-scores'
import type { Entry, Weighted } from './book-scores'
import type { Dissent, Resolved } from './vector-shapes'

const bandWidth = exact(0.1)

export type Resolution = { readonly facts: Resolved; readonly consensus: Exact | undefined; readonly dissenters: readonly string[] }

type Outcome = { readonly kind: Resolved['kind']; readonly consensus?: Exact; readonly dissenters?: readonly string[] }

/** 03 Resolution of one dimension; `asked`: a replacement has been asked for already. */
export function resolve(id: string, entries: readonly Entry[], asked: boolean): Resolution {
  const survivors = survivorsOn(id, entries)
  const { kind, consensus, dissenters = [] } = outcomeOf(survivors, asked)
  const facts: Resolved = {
    id,
    kind,
    n: survivors.length,
    consensus: consensus === undefined ? null : shown(consensus),
    blocked: isBlocked(survivors),
    outliers: outliersOf(survivors),
  }
  return { facts, consensus, dissenters }
}

function outcomeOf(survivors: readonly Entry[], asked: boolean): Outcome {
  const values = survivors.map(({ value }) => value)
  // R-TRI-49, C-NONELEFT: one survivor never decides.
  if (survivors.length < 2) return { kind: asked ? 'deadlock' : 'undecided' }
  // R-TRI-56
  if (atMost(minus(largest(values), smallest(values)), exact(1))) return { kind: 'converged', consensus: mean(values) }
  // R-TRI-57, R-TRI-58, A-TRI-1
  const groups = largestGroups(survivors)
  const [group = []] = groups
  if (group.length * 2 <= survivors.length) return { kind: 'deadlock' }
  if (groups.length === 1) {
    const others = survivors.filter((entry) => !group.includes(entry))
    return { kind: 'majority', consensus: mean(group.map(({ value }) => value)), dissenters: others.map(({ member }) => member) }
  }
  const middle = median(values)
  const furthest = largest(values.map((value) => distance(value, middle)))
  const far = survivors.filter(({ value }) => equal(distance(value, middle), furthest))
  return { kind: 'median', consensus: middle, dissenters: far.map(({ member }) => member) }
}

/** All sets of scores within 1 of one another, every set being tried; the largest of them. */
function largestGroups(survivors: readonly Entry[]): Entry[][] {
  let sets: Entry[][] = [[]]
  for (const entry of survivors) {
    const fitting = sets.filter((set) => set.every((other) => atMost(distance(other.value, entry.value), exact(1))))
    sets = [...sets, ...fitting.map((set) => [...set, entry])]
  }
  const most = Math.max(...sets.map((set) => set.length))
  return sets.filter((set) => set.length === most)
}

/** Of an even number the mean of the middle two. */
function median(values: readonly Exact[]): Exact {
  const inOrder = [...values].sort((a, b) => (strictlyAbove(a, b) ? 1 : strictlyAbove(b, a) ? -1 : 0))
  const half = inOrder.length / 2
  const middle = inOrder.filter((_, index) => index === Math.floor(half) || index === Math.ceil(half) - 1)
  return mean(middle)
}

/** R-TRI-61, A-TRI-9: more than half of the survivors at 3 or less. */
function isBlocked(survivors: readonly Entry[]): boolean {
  return survivors.filter(isLow).length * 2 > survivors.length
}

export function isLow({ value }: Entry): boolean {
  return atMost(value, exact(3))
}

/** A-TRI-27, C-OUTLIERFIRST: 2 or more from every other one; a lone survivor is none. */
function outliersOf(survivors: readonly Entry[]): string[] {
  if (survivors.length < 2) return []
  return survivors
    .filter((entry) => survivors.every((other) => other === entry || atLeast(distance(other.value, entry.value), exact(2))))
    .map(({ member }) => member)
    .sort()
}

/** R-TRI-47, R-TRI-57: those left outside, and every score that was taken out; by dimension, member, status. */
export function dissentsOf(resolutions: readonly Resolution[], entries: readonly Entry[]): Dissent[] {
  const dissents: Dissent[] = []
  for (const { member, dimension, score, standing } of entries) {
    const resolution = resolutions.find(({ facts }) => facts.id === dimension)
    if (standing !== 'stands') dissents.push({ member, dimension, score, status: standing })
    else if (resolution?.dissenters.includes(member) === true) dissents.push({ member, dimension, score, status: 'logged' })
  }
  const key = ({ dimension, member, status }: Dissent): string => [dimension, member, status].join(' ')
  return dissents.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** R-TRI-59: Σ consensus ÷ 10 × weight, weights normalised; none unless every dimension has a consensus. */
export function overallOf(resolutions: readonly Resolution[], dimensions: readonly Weighted[]): Exact | undefined {
  const whole = sum(dimensions.map(({ weight }) => weight))
  let overall = exact(0)
  for (const { id, weight } of dimensions) {
    const consensus = resolutions.find(({ facts }) => facts.id === id)?.consensus
    if (consensus === undefined) return undefined
    overall = plus(overall, times(over(consensus, exact(10)), over(weight, whole)))
  }
  return overall
}

/** Overall at the target, in the band of 0.10 below it, or below that: 03 verdict rows 6, 7, 8. */
export function rowOf(overall: Exact, target: Exact): 6 | 7 | 8 {
  if (atLeast(overall, target)) return 6
  return above(minus(target, bandWidth), overall) ? 8 : 7
}
