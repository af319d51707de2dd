import type { Citation } from './citation'
import type { SourceRole } from './corpus'
import type { Located } from './located'

/** What the evidence makes of a score: only one that `stands` enters the sum (spec 02, R-TRI-24, R-TRI-46). */
export type Standing = 'stands' | 'refuted' | 'unanchored'

/** `evidence-free`: without citations; `refuted`: all of its citations fail, or a hand refuted it (R-TRI-25, R-TRI-46). */
export type ClaimStatus = 'kept' | 'evidence-free' | 'refuted'

/** One citation with its outcome; `withText` only matters for a `line`, `deletedOnly` as in `Located`. */
export type CheckedCitation = {
  readonly kind: Citation['kind']
  readonly outcome: Located['outcome']
  readonly role?: SourceRole
  readonly withText?: boolean
  readonly deletedOnly?: boolean
}

export type CheckedClaim = {
  readonly loadBearing: boolean
  readonly citations: readonly CheckedCitation[]
  /** What a recorded adjudication decided on the claim. */
  readonly adjudicated?: 'refuted' | 'upheld'
}

const highFrom = 8
const lowUpTo = 3
const tolerance = 1e-9 + 1e-12

/** Whether the citation counts as evidence: word for word where it says, or drifted within its file; `near` never does. */
export function anchors({ outcome }: { readonly outcome: Located['outcome'] }): boolean {
  return outcome === 'found' || outcome === 'drifted'
}

/**
 * The standing of one score and the status of each claim, in their order. 8 or more needs a kept claim with an anchored
 * quote, or line with text, of the artifact; 3 or less a line, section, output or artifact quote; deleted diff lines count
 * for 3 or less only. Bounds allow 1e-9 (spec 02, R-TRI-24, R-TRI-25, R-TRI-46, E-REFUTEDANCHORS, E-UPHELD, C-TOLERANCE).
 */
export function standingOf(
  score: number,
  claims: readonly CheckedClaim[],
): { readonly standing: Standing; readonly claims: readonly ClaimStatus[] } {
  const statuses: ClaimStatus[] = []
  const isHigh = score >= highFrom - tolerance
  const isLow = score <= lowUpTo + tolerance
  let carrying = 0
  let carryingRefuted = 0
  let anchored = !isHigh && !isLow
  for (const claim of claims) {
    const status = claimStatus(claim)
    statuses.push(status)
    if (claim.loadBearing && claim.citations.length > 0) {
      carrying++
      if (status === 'refuted') carryingRefuted++
    }
    if (!anchored && status === 'kept') anchored = anchorsScore(claim.citations, isHigh)
  }
  if (carrying > 0 && carrying === carryingRefuted) return { standing: 'refuted', claims: statuses }
  return { standing: anchored ? 'stands' : 'unanchored', claims: statuses }
}

function claimStatus({ citations, adjudicated }: CheckedClaim): ClaimStatus {
  if (citations.length === 0) return 'evidence-free'
  if (adjudicated === 'refuted') return 'refuted'
  if (adjudicated === 'upheld') return 'kept'
  for (const citation of citations) if (anchors(citation)) return 'kept'
  return 'refuted'
}

function anchorsScore(citations: readonly CheckedCitation[], isHigh: boolean): boolean {
  for (const citation of citations) {
    if (anchors(citation) && (isHigh ? anchorsHigh(citation) : citation.kind !== 'quote' || isOfArtifact(citation))) return true
  }
  return false
}

function anchorsHigh(citation: CheckedCitation): boolean {
  if (citation.deletedOnly === true || !isOfArtifact(citation)) return false
  return citation.kind === 'quote' || (citation.kind === 'line' && citation.withText === true)
}

function isOfArtifact({ role }: CheckedCitation): boolean {
  return role === 'artifact' || role === 'diff'
}
