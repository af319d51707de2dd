import type { BootstrapInterval, BootstrapOptions } from './bootstrap'
import { bootstrapInterval, checkedOptions } from './bootstrap'
import { checkName, checkScore, refuseData } from './data-check'
import type { KappaWeights } from './kappa'
import { fleissOfCounts, kappaOfTable, tableOf } from './kappa'
import type { AlphaLevel } from './krippendorff'
import { alphaOfUnits } from './krippendorff'
import type { Measure, Unmeasurable } from './measure'

/** A member's scores on one panel; without `scores` (abstained), or with null, it rated nothing there. */
export type ScoredSeat = {
  readonly member: string
  readonly scores?: readonly { readonly dimension: string; readonly score: number | null }[] | undefined
}

/** One panel's seats; a member that sat on several panels has the same name on each. */
export type ScoredPanel = { readonly seats: readonly ScoredSeat[] }

/** A coefficient with its bootstrap interval over the rated units, or null with the reason. */
export type Estimate =
  { readonly value: number; readonly interval: BootstrapInterval } | { readonly value: null; readonly why: Unmeasurable }

/** Cohen's κ of two members over the `units` that both scored; `a` before `b` by name. */
export type PairAgreement = {
  readonly a: string
  readonly b: string
  readonly units: number
  readonly unweighted: Estimate
  readonly linear: Estimate
  readonly quadratic: Estimate
}

/** `units` are the dimensions of single panels that somebody scored, `ratings` the scores on them. */
export type Agreement = {
  readonly panels: number
  readonly members: readonly string[]
  readonly units: number
  readonly ratings: number
  readonly alpha: { readonly interval: Estimate; readonly ordinal: Estimate; readonly nominal: Estimate }
  readonly fleiss: Estimate
  readonly cohen: readonly PairAgreement[]
  readonly bootstrap: Required<BootstrapOptions>
}

type Unit = readonly (number | null)[]

/**
 * How far the members agree over many panels: α on three levels, Fleiss' κ, and Cohen's κ of each two members that scored a common
 * unit, its weights by ranks among all scores of the panels. It informs and never changes a verdict. The order of seats and scores
 * doesn't matter. Units of one panel are resampled as if independent, so intervals are rather too narrow. Throws `data-invalid`.
 */
export function agreement(panels: readonly ScoredPanel[], options: BootstrapOptions): Agreement {
  const bootstrap = checkedOptions(options)
  checkPanels(panels)
  const members = sortedNames(panels.flatMap((panel) => panel.seats.map((seat) => seat.member)))
  const units = panels.flatMap((panel) => unitsOf(panel, members))
  const rated = units.map(givenOf)
  const scores = [...new Set(rated.flat())].sort((a, b) => a - b)
  const alpha = (level: AlphaLevel): Estimate => estimated(rated, (some) => alphaOfUnits(some, level), bootstrap)
  return {
    panels: panels.length,
    members,
    units: units.length,
    ratings: rated.flat().length,
    alpha: { interval: alpha('interval'), ordinal: alpha('ordinal'), nominal: alpha('nominal') },
    fleiss: estimated(countsOf(rated, scores), fleissOfCounts, bootstrap),
    cohen: members.flatMap((_, a) => members.flatMap((__, b) => (a < b ? pairAgreement(members, units, scores, [a, b], bootstrap) : []))),
    bootstrap,
  }
}

function pairAgreement(
  members: readonly string[],
  units: readonly Unit[],
  scores: readonly number[],
  [a, b]: readonly [number, number],
  bootstrap: BootstrapOptions,
): PairAgreement[] {
  const pairs = units.flatMap((unit) => pairOf(unit[a] ?? null, unit[b] ?? null))
  if (pairs.length === 0) return []
  const kappa = (weights: KappaWeights): Estimate => estimated(pairs, (some) => kappaOfTable(tableOf(some, scores), weights), bootstrap)
  return [
    {
      a: members[a] ?? '',
      b: members[b] ?? '',
      units: pairs.length,
      unweighted: kappa('none'),
      linear: kappa('linear'),
      quadratic: kappa('quadratic'),
    },
  ]
}

function estimated<Row>(rows: readonly Row[], measure: (rows: readonly Row[]) => Measure, bootstrap: BootstrapOptions): Estimate {
  const measured = measure(rows)
  if (measured.value === null) return measured
  return { value: measured.value, interval: bootstrapInterval(rows, (some) => measure(some).value, bootstrap) }
}

/** A panel's rated dimensions by name, each as the members' scores in the members' order. */
function unitsOf(panel: ScoredPanel, members: readonly string[]): Unit[] {
  const bySeat = new Map(
    panel.seats.map((seat) => [seat.member, new Map((seat.scores ?? []).map(({ dimension, score }) => [dimension, score]))]),
  )
  const dimensions = sortedNames(panel.seats.flatMap((seat) => (seat.scores ?? []).map(({ dimension }) => dimension)))
  const units = dimensions.map((dimension) => members.map((member) => bySeat.get(member)?.get(dimension) ?? null))
  return units.filter((unit) => givenOf(unit).length > 0)
}

function givenOf(unit: Unit): number[] {
  return unit.filter((score) => score !== null)
}

function countsOf(rated: readonly (readonly number[])[], scores: readonly number[]): number[][] {
  return rated.map((given) => scores.map((score) => given.filter((one) => one === score).length))
}

function pairOf(a: number | null, b: number | null): [number, number][] {
  return a === null || b === null ? [] : [[a, b]]
}

function sortedNames(names: readonly string[]): string[] {
  return [...new Set(names)].sort()
}

function checkPanels(panels: readonly ScoredPanel[]): void {
  panels.forEach((panel, p) => {
    const members = new Set<string>()
    panel.seats.forEach((seat, s) => {
      const at = ['panels', p, 'seats', s]
      checkName(seat.member, [...at, 'member'])
      if (members.has(seat.member)) refuseData([...at, 'member'], seat.member, 'a member has one seat on a panel')
      members.add(seat.member)
      checkScores(seat.scores ?? [], [...at, 'scores'])
    })
  })
}

function checkScores(scores: NonNullable<ScoredSeat['scores']>, path: readonly PropertyKey[]): void {
  const dimensions = new Set<string>()
  scores.forEach(({ dimension, score }, index) => {
    checkName(dimension, [...path, index, 'dimension'])
    if (dimensions.has(dimension)) refuseData([...path, index, 'dimension'], dimension, 'a member scores a dimension once')
    dimensions.add(dimension)
    checkScore(score, [...path, index, 'score'])
  })
}
