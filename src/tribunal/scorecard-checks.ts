import type { Scorecard } from '../consensus/scorecard'

/** A scorecard that neither finds nor quotes anything; it goes back once (R-TRI-29). */
export function isRubberStamp(card: Scorecard): boolean {
  const finds =
    card.scenarios.length > 0 || card.caveats.length > 0 || card.escalate !== undefined || card.specCompliance?.status === 'failed'
  return !finds && claimsOf(card).every((claim) => claim.citations.length === 0)
}

/** An account of what an adversary tried takes at least this many words, unless it names a scenario or a caveat. */
export const accountWordsMin = 12

/** An adversary that gives only 10s and says nothing of how it attacked; it is replaced once (R-TRI-36). */
export function hasUnearnedTens(card: Scorecard): boolean {
  const given = card.scores.flatMap((score) => (score.score === null ? [] : [score]))
  if (given.length === 0 || given.some(({ score }) => score !== 10)) return false
  if (card.scenarios.length > 0 || card.caveats.length > 0) return false
  const words = given.flatMap(({ rationale }) => rationale.split(/\s+/).filter((word) => word !== ''))
  return words.length < accountWordsMin
}

/** Every score within a point and one rationale for all: the member may have judged one impression (a warning, never a fault). */
export function hasHalo(card: Scorecard): boolean {
  const given = card.scores.flatMap((score) => (score.score === null ? [] : [score]))
  if (given.length < 2) return false
  const scores = given.map(({ score }) => score)
  const isFlat = Math.max(...scores) - Math.min(...scores) <= 1
  return isFlat && new Set(given.map(({ rationale }) => rationale.trim())).size === 1
}

function claimsOf(card: Scorecard) {
  return [...card.scores.flatMap((score) => (score.score === null ? [] : score.claims)), ...(card.specCompliance?.claims ?? [])]
}
