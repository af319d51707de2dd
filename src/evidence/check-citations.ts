import type { Citation } from './citation'
import type { Claim } from './claim'
import type { Corpus } from './corpus'
import { locateAll } from './locate'
import type { Located } from './located'
import type { CheckedCitation, ClaimStatus, Standing } from './standing'
import { standingOf } from './standing'

/** The part of a scorecard that evidence is checked for; a `null` score is an abstention on that dimension. */
export type CitingScorecard = { readonly scores: readonly CitingScore[] }

export type CitingScore = { readonly score: number | null; readonly claims: readonly Claim[] }

/** In the order of the input throughout; `standing` is null where the score is. */
export type CheckedScorecard = { readonly scores: readonly CheckedScore[] }

export type CheckedScore = {
  readonly standing: Standing | null
  readonly claims: readonly { readonly status: ClaimStatus; readonly citations: readonly Located[] }[]
}

/** What was decided by hand on a claim, by the indexes of scorecard, score and claim. */
export type AdjudicationOf = (scorecard: number, score: number, claim: number) => 'refuted' | 'upheld' | undefined

const noneAdjudicated: AdjudicationOf = () => undefined

/** Looks up every citation of a panel in one go and says what each score and claim is worth (spec 02, R-TRI-24 to R-TRI-26). */
export function checkCitations(
  scorecards: readonly CitingScorecard[],
  corpus: Corpus,
  adjudicationOf: AdjudicationOf = noneAdjudicated,
): CheckedScorecard[] {
  const citations = scorecards.flatMap(({ scores }) => scores.flatMap(({ claims }) => claims.flatMap((claim) => claim.citations)))
  const located = locateAll(citations, corpus)
  let next = 0
  return scorecards.map((card, cardIndex) => ({
    scores: card.scores.map(({ score, claims }, scoreIndex) => {
      const results = claims.map((claim) => located.slice(next, (next += claim.citations.length)))
      const { standing, claims: statuses } = standingOf(
        score ?? 0,
        claims.map((claim, index) => {
          const adjudicated = adjudicationOf(cardIndex, scoreIndex, index)
          const checked = claim.citations.map((citation, at) => checkedCitation(citation, results[index]?.[at] ?? missing))
          return { loadBearing: claim.loadBearing, citations: checked, ...(adjudicated !== undefined && { adjudicated }) }
        }),
      )
      return {
        standing: score === null ? null : standing,
        claims: statuses.map((status, index) => ({ status, citations: results[index] ?? [] })),
      }
    }),
  }))
}

const missing: Located = { outcome: 'missing' }

function checkedCitation({ kind, text }: Citation, located: Located): CheckedCitation {
  return { ...located, kind, withText: text !== undefined }
}
