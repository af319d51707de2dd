import type { Repair } from '../evidence/claim'
import type { Standing } from '../evidence/standing'
import type { Adjudication } from './adjudication'
import type { Independence } from './adjudicate-input'
import type { DefectClass, Recommendation } from './scorecard'
import type { AbstentionReason, Doer, Model } from './seat'

/** Everything that a ruling is computed from once the evidence was checked; plain numbers and words, no corpus. */
export type Docket = {
  readonly rubric: { readonly dimensions: readonly { readonly id: string; readonly weight: number }[]; readonly target: number }
  readonly doer?: Doer | undefined
  /** Paths whose whole text an adversary or quality member must have seen (C-CHANGEDFILES). */
  readonly changedFiles: readonly string[]
  readonly panel: readonly DocketSeat[]
  readonly adjudications: readonly Adjudication[]
  readonly synthesis?: 'waived' | readonly DocketReply[] | undefined
  readonly replacements?: readonly DocketSeat[] | undefined
  readonly round: { readonly index: number; readonly max: number }
  readonly dispatchesLeft: number
  readonly mode: 'build' | 'final'
  readonly independence: Independence
  readonly seed: number
  readonly address?: string | undefined
  /** A rebuttal or fix is said by nobody in particular. */
  readonly unsigned?: boolean | undefined
}

export type DocketSeat = {
  readonly member: string
  readonly session?: string | undefined
  readonly lens: string
  readonly adversary: boolean
  readonly model?: Model | undefined
  readonly outcome:
    { readonly kind: 'scorecard'; readonly card: DocketCard } | { readonly kind: 'abstained'; readonly reason: AbstentionReason }
}

export type DocketCard = {
  readonly scores: readonly DocketScore[]
  readonly coverage?: readonly { readonly path: string; readonly bytes: number; readonly of: number }[] | undefined
  readonly topConcern: string
  readonly scenarios: readonly DocketScenario[]
  readonly caveats: readonly DocketCaveat[]
  /** A failure that was discarded, refuted or rebutted no longer caps the verdict (R-TRI-39, C-SPECANCHOR). */
  readonly spec?:
    { readonly status: 'met' | 'failed' | 'discarded' | 'refuted' | 'rebutted'; readonly claims: readonly DocketClaim[] } | undefined
  readonly escalate?: { readonly text: string; readonly refuted: boolean } | undefined
  readonly recommendation: Recommendation
}

export type DocketScore = {
  readonly dimension: string
  readonly score: number
  readonly confidence: number
  readonly rationale: string
  readonly claims: readonly DocketClaim[]
  readonly standing: Standing
}

export type DocketClaim = {
  readonly text: string
  readonly status: 'kept' | 'evidence-free' | 'refuted'
  /** At least one of its citations was found; a kept claim may lack this when it was upheld by hand (E-UPHELD). */
  readonly anchored: boolean
  readonly repair?: Repair | undefined
  readonly fix?: string | undefined
  readonly place?: CitedPlace | undefined
}

/** Where a finding points, for the fix list: `path` of the source or id, or the command; `line` from 1. */
export type CitedPlace = { readonly path: string; readonly line: number }

export type DocketScenario = {
  readonly id: string
  readonly input: string
  readonly wrongBehaviour: string
  readonly class: DefectClass
  readonly repair: Repair
  readonly fix?: string | undefined
  readonly dimension?: string | undefined
  readonly status: 'discarded' | 'refuted' | 'verified' | 'rebutted' | 'unrebutted'
  /** A response with a reason says that it was fixed (C-SCENFIXED). */
  readonly fixed: boolean
  readonly place?: CitedPlace | undefined
}

export type DocketCaveat = {
  readonly id: string
  readonly text: string
  readonly class: DefectClass
  readonly repair?: Repair | undefined
  readonly fix?: string | undefined
  readonly dimension?: string | undefined
  readonly anchored: boolean
  readonly status: 'fixed' | 'deferred' | 'open'
  /** A person took it on (R-TRI-63). */
  readonly accepted: boolean
  readonly reason?: string | undefined
  readonly place?: CitedPlace | undefined
}

/** A reply of the synthesis round; a revised score carries the standing that its evidence earned. */
export type DocketReply =
  | {
      readonly action: 'REVISE'
      readonly member: string
      readonly dimension: string
      readonly score: number
      readonly confidence?: number | undefined
      readonly justification: string
      /** Undefined: the claims of the first round still carry the score. */
      readonly claims?: readonly DocketClaim[] | undefined
      readonly standing: Standing
    }
  | { readonly action: 'MAINTAIN'; readonly member: string; readonly dimension: string; readonly rebuttal: string }
