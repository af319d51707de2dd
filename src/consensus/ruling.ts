import type { Citation } from '../evidence/citation'
import type { Repair } from '../evidence/claim'
import type { Issue } from '../issues'
import type { Adjudication } from './adjudication'
import type { Independence } from './adjudicate-input'
import type { CitedPlace, DocketCaveat, DocketClaim, DocketReply, DocketScenario, DocketScore } from './docket'
import type { AbstentionReason } from './seat'

/** The version of the rules in src/consensus/; a ruling names it so that it can be redone after the rules change. */
export type RulesVersion = 'consensus@1'

export type TriggerId = 'spread' | 'pass-fail-split' | 'opposition-veto' | 'confidence-divergence'

export type Trigger = { readonly id: TriggerId; readonly fired: boolean; readonly dimensions: readonly string[] }

/** One step of the account: the rule, what it looked at and what followed (spec 03). */
export type TraceStep = {
  readonly rule: string
  readonly step: string
  readonly at?: string
  readonly saw: unknown
  readonly gave: unknown
}

export type Verdict = 'SHIP' | 'SHIP_WITH_CAVEATS' | 'ITERATE' | 'BLOCK' | 'ESCALATE'

export type Reason =
  | 'quorum'
  | 'coverage'
  | 'deadlock'
  | 'cause-unclassified'
  | 'unrebutted-scenario'
  | 'escalate'
  | 'structural-cause'
  | 'structural-scenario'
  | 'blocked-local'
  | 'verified-scenario'
  | 'blocking-caveat'
  | 'spec-failure'
  | 'at-target'
  | 'caveat-band'
  | 'below-band'
  | 'caveats-not-settled'
  | 'budget-rounds'
  | 'budget-dispatches'

export type Warning =
  | 'coverage-unknown'
  | 'synthesis-waived'
  | 'synthesis-unanswered'
  | 'unsigned-response'
  | 'independence-unstated'
  | 'single-context'
  | 'doer-family'
  | 'no-named-scenario'

/** How one dimension came out; `consensus` is null when it is undecided or deadlocked (R-TRI-56 to R-TRI-58). */
export type DimensionRuling = {
  readonly id: string
  readonly weight: number
  readonly kind: 'converged' | 'majority' | 'median' | 'deadlock' | 'undecided'
  readonly n: number
  readonly consensus: number | null
  /** consensus ÷ 10 × weight, what the dimension adds to the overall. */
  readonly part: number | null
  readonly blocked: boolean
  readonly scores: readonly { readonly member: string; readonly score: number }[]
  readonly outliers: readonly string[]
}

/** A score that did not make the consensus, kept word for word (R-TRI-57, R-TRI-47). */
export type Dissent = {
  readonly member: string
  readonly dimension: string
  readonly score: number
  readonly rationale: string
  readonly claims: readonly DocketClaim[]
  readonly status: 'logged' | 'refuted' | 'unanchored'
}

export type Rationale = { readonly label: string; readonly text: string }

export type RuledScenario = DocketScenario & { readonly member: string }
export type RuledCaveat = DocketCaveat & { readonly member: string; readonly blocking: boolean }

/** One thing to do, worst first; never empty in an ITERATE (R-TRI-64, R-TRI-84). */
export type Fix = {
  readonly fix: string
  readonly from: 'claim' | 'scenario' | 'caveat' | 'top-concern'
  readonly member: string
  readonly id?: string | undefined
  readonly dimension?: string | undefined
  readonly repair?: Repair | undefined
  readonly place?: CitedPlace | undefined
}

/** What a person needs to decide: all of it in one package (R-TRI-75). */
export type Escalation = {
  readonly reasons: readonly Reason[]
  readonly scenarios: readonly RuledScenario[]
  readonly escalations: readonly { readonly member: string; readonly text: string }[]
  readonly scorecards: readonly { readonly member: string; readonly scores: readonly DocketScore[] }[]
  readonly unclassified: readonly { readonly dimension: string; readonly members: readonly string[] }[]
  readonly replies: readonly DocketReply[]
  readonly adjudications: readonly Adjudication[]
  readonly address: string | null
  readonly nextStep: string
}

export type SeatCount = {
  readonly asked: number
  readonly answered: number
  readonly abstained: { readonly [reason in AbstentionReason]?: number }
}

/** What a ruling holds for: anything else than this very artifact, rubric, standard and panel is stale (spec 03). */
export type BoundTo = { readonly artifact: string; readonly rubric: string; readonly standards: string; readonly panel: string }

/** Scenarios, claims and spec failures that were left out, each with the reason (spec 02). */
export type Discarded = {
  readonly what: 'claim' | 'scenario' | 'spec'
  readonly member: string
  readonly dimension?: string | undefined
  readonly id?: string | undefined
  readonly text: string
  readonly why: 'evidence-free' | 'refuted' | 'unanchored' | 'incomplete'
}

/** A cause that decides nothing until somebody classifies it. */
export type UnclassifiedCause = {
  readonly dimension: string
  readonly member: string
  readonly from: Fix['from']
  readonly id?: string
  readonly text: string
}

type Ruled<Kind extends string, Rest> = { readonly kind: Kind; readonly rules: RulesVersion; readonly trace: readonly TraceStep[] } & Rest

export type SynthesisDecision = Ruled<
  'synthesis',
  {
    readonly disputed: readonly string[]
    readonly triggers: readonly Trigger[]
    readonly rationales: { readonly [dimension: string]: readonly Rationale[] }
  }
>

export type ReplacementDecision = Ruled<
  'replacement',
  {
    readonly dimensions: readonly string[]
    readonly lens: string
    readonly count: number
    readonly reason: 'single-survivor' | 'no-survivor'
  }
>

export type RefusedDecision = Ruled<'refused', { readonly issues: readonly Issue[] }>

export type VerdictDecision = Ruled<
  'verdict',
  {
    readonly verdict: Verdict
    /** The row of the verdict table, before build mode and budgets. */
    readonly row: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
    readonly reasons: readonly Reason[]
    readonly overall: number | null
    readonly target: number
    readonly dimensions: readonly DimensionRuling[]
    readonly triggers: readonly Trigger[]
    readonly disputed: readonly string[]
    /** Of the synthesis round, where replies were given: one is asked of each survivor on each disputed dimension. */
    readonly replies?: { readonly asked: number; readonly given: number }
    readonly seats: SeatCount
    readonly dissents: readonly Dissent[]
    readonly caveats: readonly RuledCaveat[]
    readonly scenarios: readonly RuledScenario[]
    readonly discarded: readonly Discarded[]
    readonly fixList: readonly Fix[]
    readonly followUps: readonly Fix[]
    /** Causes of blocked dimensions of which nobody said how far they reach, or to which their fix or evidence is missing (C-ROW4). */
    readonly unclassified: readonly UnclassifiedCause[]
    readonly adjudications: readonly Adjudication[]
    readonly warnings: readonly Warning[]
    readonly escalation?: Escalation
    readonly independence: Independence
    readonly round: { readonly index: number; readonly max: number }
    readonly dispatchesLeft: number
  }
>

/** What the bare mathematics gives. */
export type Decision = SynthesisDecision | ReplacementDecision | RefusedDecision | VerdictDecision

/** A citation that anchors nothing: who made it, on what, and where the nearest reading stands when there is one. */
export type FailedCitation = {
  readonly by: string
  /** A dimension, or the scenario, caveat, adjudication or response it belongs to. */
  readonly on: string
  readonly citation: Citation
  readonly outcome: 'near' | 'too-short' | 'missing'
  readonly place?: CitedPlace
}

/** What became of the citations of a panel, by outcome; `failed` lists those that anchor nothing, by member. */
export type EvidenceAccount = {
  readonly citations: number
  readonly found: number
  readonly drifted: number
  readonly near: number
  readonly tooShort: number
  readonly missing: number
  readonly failed: readonly FailedCitation[]
}

type Bound = { readonly boundTo: BoundTo; readonly evidence: EvidenceAccount }

/** What `adjudicate` returns. A refused one is bound to nothing, because nothing was ruled. */
export type Ruling = (SynthesisDecision & Bound) | (ReplacementDecision & Bound) | (VerdictDecision & Bound) | RefusedDecision
