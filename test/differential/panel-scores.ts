import type { Dice } from './dice'
import type { Claim, Repair, Score, Standing } from './vector-shapes'

/** How the scores of one panel are drawn. */
export type Mood = {
  /** The level around which a dimension's scores lie, by dimension. */
  readonly levels: Readonly<Record<string, number>>
  readonly steps: readonly number[]
  readonly trapped: boolean
  /** Percent of scores that are anywhere. */
  readonly wild: number
  /** Percent of scores that are refuted, unanchored or null, by dimension. */
  readonly excluded: Readonly<Record<string, number>>
  readonly divergent: boolean
}

// Each lies on one side of the tolerance of 1e-9 or exactly on its edge.
const traps = [1e-10, -1e-10, 1e-9, -1e-9, 2e-9, -2e-9, 1e-6, -1e-6]
const edges = [0.5, 0.8, 0.49, 0.81, 0.4999999999, 0.8000000001, 0.4999, 0.8001, 0, 1, 0.3, 0.95]

export function scoreOf(dice: Dice, dimension: string, mood: Mood): Score {
  const excluded = dice.chance(mood.excluded[dimension] ?? 0)
  if (excluded && dice.chance(25)) return { dimension, score: null, reason: 'not within the lens' }
  const drawn = dice.chance(mood.wild) ? dice.pick([1, 1, 2, 4, 6, 8, 10]) : (mood.levels[dimension] ?? 7) + dice.pick(mood.steps)
  const trapped = mood.trapped && dice.chance(60) ? drawn + dice.pick(traps) : drawn
  const score = rounded(Math.min(10, Math.max(1, trapped)))
  const standing = excluded ? exclusion(dice, score) : 'stands'
  const confidence = mood.divergent && dice.chance(60) ? dice.pick(edges) : dice.pick([0.7, 0.75, 0.6])
  return { dimension, score, confidence, standing, claims: claimsFor(dice, score, standing) }
}

/** Ten decimals: what a person could have written. */
export function rounded(score: number): number {
  return Number(score.toFixed(10))
}

/** Only a high or a low score can be unanchored; near the border none is, so that the border is no matter of evidence. */
export function exclusion(dice: Dice, score: number): Standing {
  const needsAnchor = score > 8 || score < 3 || score === 8 || score === 3
  return needsAnchor && dice.chance(50) ? 'unanchored' : 'refuted'
}

/** Claims that earn the standing. */
export function claimsFor(dice: Dice, score: number, standing: Standing): Claim[] {
  if (standing === 'refuted')
    return dice.chance(20) ? [claimOf(dice, false, true), claimOf(dice, false, true)] : [claimOf(dice, false, true)]
  if (standing === 'unanchored') return dice.chance(50) ? [] : [claimOf(dice, false, dice.chance(50))]
  const claims = score > 7.9 || score < 3.1 ? [claimOf(dice, true, true)] : []
  if (dice.chance(15)) claims.push(claimOf(dice, dice.chance(50), dice.chance(50)))
  return claims
}

export function claimOf(dice: Dice, anchored: boolean, loadBearing: boolean): Claim {
  return { text: `claim ${dice.below(1000)}`, loadBearing, anchored, ...repairOf(dice, 'claim') }
}

/** Often no repair at all, sometimes one without its fix. */
export function repairOf(dice: Dice, what: string): { readonly repair?: Repair; readonly fix?: string } {
  if (dice.chance(35)) return {}
  const repair = dice.pick<Repair>(['local', 'local', 'local', 'structural', 'unsafe'])
  return { repair, ...fixOf(dice, what) }
}

export function fixOf(dice: Dice, what: string): { readonly fix?: string } {
  const drawn = dice.below(10)
  if (drawn === 0) return { fix: '  ' }
  return drawn < 3 ? {} : { fix: `fix ${what} ${dice.below(1e9)}` }
}
