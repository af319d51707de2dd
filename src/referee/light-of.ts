import type { Light } from '../light/bugfix'
import type { FaultPayload } from '../light/fault-payload'
import { judgeFault } from '../light/judge-fault'
import { judgeGate } from '../light/judge-gate'
import type { CompareAnswer, ComparePayload } from './compare'
import type { RecheckAnswer, RecheckPayload } from './recheck'

/** A colour from the library's own table, and what people are shown of it (R-JUDGE-29). `light` is null where nothing but a referee could have judged. */
export type RefereedLight = {
  readonly light: Light | null
  readonly policy: string
  readonly rule: string
  readonly because: string
  readonly independentlyJudged: boolean
  /** One line for people; without a referee's judgement it says so beside the colour. */
  readonly summary: string
}

/** An answer with axes, and the payload that it answers. */
export type JudgedAxes =
  | { readonly form: 'compare'; readonly answer: CompareAnswer; readonly payload: ComparePayload }
  | { readonly form: 'recheck'; readonly answer: RecheckAnswer; readonly payload: RecheckPayload }

/** The colour over a referee's axes: the tables of `adjudicate/light` decide, so that neither caller nor referee sets it (spec 06, R-JUDGE-29). */
export function lightOf(judged: JudgedAxes): RefereedLight {
  if (judged.form === 'compare') {
    const { answer, payload } = judged
    const { requirement, solution, tradeoff } = answer
    return refereed(
      judgeGate({ l1: payload.l1, fast: noFastPath, facts: { premise: payload.premise, requirement, solution, tradeoff } }),
      true,
    )
  }
  const { answer, payload } = judged
  const { cause, solution, scope, evidence, H1, H2, H3, H4 } = answer
  return refereed(judgeFault({ cause, solution, scope, evidence: [evidence], H1, H2, H3, H4, dossier: payload.dossier }), true)
}

/** What there is to go by when no judgement came: the gate's payload, or the triage as it was made. */
export type Unjudged =
  { readonly form: 'compare'; readonly payload: ComparePayload } | { readonly form: 'recheck'; readonly triage: FaultPayload }

/**
 * The deterministic rules alone (R-JUDGE-24, A-JUD-3): a red pre-check and a premise that doesn't hold are red, and the gate's axes are nobody's to guess;
 * bugfix keeps the colour of its triage. Whatever it is, it says that it was not independently judged. Throws `facts-invalid` for a triage out of shape.
 */
export function lightWithoutReferee(unjudged: Unjudged): RefereedLight {
  if (unjudged.form === 'recheck') return refereed(judgeFault(unjudged.triage), false)
  const { l1, premise } = unjudged.payload
  // The best axes there are: a red in spite of them owes nothing to a judgement.
  const best = judgeGate({ l1, fast: noFastPath, facts: { premise, requirement: 'RQ1', solution: 'SL1', tradeoff: 'none' } })
  if (best.light === 'red') return refereed(best, false)
  const because = 'no referee judged the two axes'
  return {
    light: null,
    policy: best.policy,
    rule: 'n/a',
    because,
    independentlyJudged: false,
    summary: `n/a, not independently judged: ${because}`,
  }
}

const noFastPath = { documentationOnly: false, oneFileOnePoint: false, sharedContract: false, precedent: null, securitySensitive: false }

type TableJudgement = {
  readonly light: Light
  readonly policy: string
  readonly rule: string
  readonly because: string
  readonly missing?: readonly string[]
}

function refereed({ light, policy, rule, because, missing = [] }: TableJudgement, independentlyJudged: boolean): RefereedLight {
  const why = missing.length === 0 ? because : `${because}, and the dossier lacks ${missing.join(', ')}`
  return {
    light,
    policy,
    rule,
    because: why,
    independentlyJudged,
    summary: `${light}${independentlyJudged ? '' : ', not independently judged'}: ${why}`,
  }
}
