// The shapes of a consensus vector. What a malformed vector may hold in any shape is `unknown`.

export type Repair = 'local' | 'structural' | 'unsafe'
export type Standing = 'stands' | 'refuted' | 'unanchored'
export type DefectClass = 'correctness' | 'safety' | 'other'

export type Claim = {
  readonly text: string
  readonly loadBearing: boolean
  readonly anchored: boolean
  readonly repair?: Repair
  readonly fix?: string
}

export type Score = {
  readonly dimension: string
  readonly score: unknown
  readonly confidence?: unknown
  readonly standing?: Standing
  readonly claims?: readonly Claim[]
  readonly reason?: string
}

export type Scenario = {
  readonly id: string
  readonly input: string
  readonly wrongBehaviour: string
  readonly class: DefectClass
  readonly repair: Repair
  readonly anchored: boolean
  readonly fix?: string
  readonly dimension?: string
}

export type Caveat = {
  readonly id: string
  readonly text: string
  readonly class: DefectClass
  readonly anchored: boolean
  readonly fix?: string
  readonly repair?: Repair
  readonly dimension?: string
}

export type SpecCompliance = {
  readonly status: 'met' | 'failed'
  readonly anchored: boolean
  readonly claims: readonly { readonly text: string }[]
}

export type Scorecard = {
  readonly scores: readonly Score[]
  readonly topConcern: string
  readonly scenarios: readonly Scenario[]
  readonly caveats: readonly Caveat[]
  readonly recommendation: unknown
  readonly coverage?: readonly { readonly path: string; readonly bytes: number; readonly of: number }[]
  readonly specCompliance?: SpecCompliance
  readonly escalate?: string
}

export type Outcome =
  { readonly kind: 'scorecard'; readonly scorecard: Scorecard } | { readonly kind: 'abstained'; readonly reason: string }

export type Seat = {
  readonly member: string
  readonly session: string
  readonly lens: string
  readonly adversary: boolean
  readonly outcome: Outcome
}

export type Adjudication = {
  readonly target: 'scenario' | 'escalate' | 'spec'
  readonly member: string
  readonly scenario?: string
  readonly outcome: 'upheld' | 'refuted'
  readonly anchored: boolean
  readonly by: string
}

export type Response = {
  readonly kind: 'rebuttal' | 'fixed' | 'deferred' | 'accepted'
  readonly member: string
  readonly scenario?: string
  readonly caveat?: string
  readonly spec?: boolean
  readonly reason?: string
  readonly anchored?: boolean
  readonly by?: { readonly kind: 'human' | 'agent'; readonly id: string }
}

export type Reply = {
  readonly member: string
  readonly dimension: string
  readonly action: 'REVISE' | 'MAINTAIN'
  readonly score?: unknown
  readonly justification?: string
  readonly standing?: Standing
  readonly claims?: readonly Claim[]
  readonly rebuttal?: string
}

export type VectorInput = {
  readonly rubric: {
    readonly criteria: readonly string[]
    readonly dimensions: readonly { readonly id: string; readonly weight: unknown }[]
    readonly target: unknown
  }
  readonly doer?: { readonly session: string }
  readonly corpus: { readonly sources: readonly { readonly id: string; readonly role: string; readonly path: string }[] }
  readonly panel: readonly Seat[]
  readonly adjudications: readonly Adjudication[]
  readonly responses: readonly Response[]
  readonly synthesis?: 'waived' | readonly Reply[]
  readonly replacements?: readonly Seat[]
  readonly round: { readonly index: number; readonly max: number }
  readonly dispatchesLeft: number
  readonly mode: 'build' | 'final'
  readonly independence: string
  readonly seed: number
}

export type Issue = { readonly code: string; readonly path: string }
export type Trigger = { readonly id: string; readonly fired: boolean; readonly dimensions: readonly string[] }

export type Resolved = {
  readonly id: string
  readonly kind: 'undecided' | 'converged' | 'majority' | 'median' | 'deadlock'
  readonly n: number
  readonly consensus: number | null
  readonly blocked: boolean
  readonly outliers: readonly string[]
}

export type Dissent = {
  readonly member: string
  readonly dimension: string
  readonly score: number
  readonly status: 'logged' | 'refuted' | 'unanchored'
}

export type CaveatEnd = { readonly member: string; readonly id: string; readonly status: string; readonly blocking: boolean }
export type ScenarioEnd = { readonly member: string; readonly id: string; readonly status: string }

export type VectorVerdict = {
  readonly kind: 'verdict'
  readonly verdict: 'SHIP' | 'SHIP_WITH_CAVEATS' | 'ITERATE' | 'BLOCK' | 'ESCALATE'
  readonly row: number
  readonly reasons: readonly string[]
  readonly overall: number | null
  readonly target: number
  readonly dimensions: readonly Resolved[]
  readonly triggers: readonly Trigger[]
  readonly disputed: readonly string[]
  readonly seats: { readonly asked: number; readonly answered: number; readonly abstained: Readonly<Record<string, number>> }
  readonly dissents: readonly Dissent[]
  readonly caveats: readonly CaveatEnd[]
  readonly scenarios: readonly ScenarioEnd[]
  readonly fixList: readonly string[]
  readonly warnings: readonly string[]
  readonly escalation: boolean
  readonly independence: string
}

export type VectorExpected =
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  | {
      readonly kind: 'synthesis'
      readonly disputed: readonly string[]
      readonly triggers: readonly Trigger[]
      readonly rationales: Readonly<Record<string, number>>
    }
  | {
      readonly kind: 'replacement'
      readonly dimensions: readonly string[]
      readonly lens: string
      readonly count: number
      readonly reason: 'single-survivor' | 'no-survivor'
    }
  | VectorVerdict
