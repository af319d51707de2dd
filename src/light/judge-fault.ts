import { AdjudicateError } from '../errors'
import type { Evaluation } from '../policy/evaluate'
import { evaluate } from '../policy/evaluate'
import type { Facts, Policy } from '../policy/policy'
import type { Light } from './bugfix'
import { bugfix } from './bugfix'
import type { DossierField } from './dossier'
import type { FaultPayload } from './fault-payload'
import { faultFacts, missingFrom, parseFaultPayload } from './fault-payload'

/** The colour of a fault and how it came about: consistency first, then the table, then the dossier rule. */
export type FaultJudgement = {
  readonly policy: string
  readonly light: Light
  /** The table's colour, before the dossier rule. */
  readonly table: Light
  readonly rule: string
  readonly because: string
  /** The facts that the table was asked with: the cause after demotion, the strongest evidence. */
  readonly facts: Facts
  /** The cause claimed more than its evidence carries; null where it didn't. */
  readonly demoted: { readonly from: string; readonly to: string; readonly because: string } | null
  /** What the dossier of a yellow leaves empty, in a fixed order; with anything missing it is red (R-TL-04). */
  readonly missing: readonly DossierField[]
  /** The table's colour once everything that waits for authorization has it; null where nothing waits. Worse than `table` where waiting masks a red. */
  readonly whenAuthorized: Light | null
}

/** The bare table, without consistency and dossier. Throws `facts-invalid`. */
export function composeLight(facts: Facts, policy: Policy<Light> = bugfix): Evaluation<Light> {
  return evaluate(policy, facts)
}

/** Judges a fault (R-TL-04, R-TL-13). Throws `facts-invalid` with every fault of the payload in `details.issues`. */
export function judgeFault(payload: FaultPayload, policy: Policy<Light> = bugfix): FaultJudgement {
  const parsed = parseFaultPayload(payload, policy)
  if (!parsed.ok) {
    const [first] = parsed.issues
    const message = `this fault can't be judged: ${first?.path ?? ''}: ${first?.message ?? ''}`
    throw new AdjudicateError('facts-invalid', message, { issues: parsed.issues })
  }
  const claimed = faultFacts(payload, policy)
  const cause = demotedCause(payload.cause, String(claimed['evidence']))
  const facts = { ...claimed, cause }
  const { outcome: table, rule, because } = evaluate(policy, facts)
  const missing = table === 'yellow' ? missingFrom(payload.dossier) : []
  return {
    policy: `${policy.id}@${policy.version}`,
    light: missing.length > 0 ? 'red' : table,
    table,
    rule,
    because,
    facts,
    demoted: cause === payload.cause ? null : { from: payload.cause, to: cause, because: demotion[payload.cause]?.because ?? '' },
    missing,
    whenAuthorized: whenAuthorized(facts, policy),
  }
}

// Rule 4 stands before rules 5 to 7: asking for permission can make a yellow of what would be red.
function whenAuthorized(facts: Facts, policy: Policy<Light>): Light | null {
  const H2 = facts['H2'] === 'needed' ? 'authorized' : facts['H2']
  const H4 = facts['H4'] === 'needed-contained' ? 'authorized' : facts['H4']
  if (H2 === facts['H2'] && H4 === facts['H4']) return null
  return evaluate(policy, { ...facts, H2: H2 ?? '', H4: H4 ?? '' }).outcome
}

const demotion: Readonly<Record<string, { readonly to: string; readonly without: readonly string[]; readonly because: string }>> = {
  RC1: { to: 'RC2', without: ['EV1', 'EV2'], because: 'a located cause needs runtime or static evidence' },
  RC2: { to: 'RC3', without: ['EV1', 'EV2', 'EV3'], because: 'a supported cause needs more than inference' },
}

/** Repeated until it changes nothing: RC1 by inference alone is first RC2 and then RC3 (L-CASCADE). */
function demotedCause(cause: string, evidence: string): string {
  const step = demotion[cause]
  return step === undefined || step.without.includes(evidence) ? cause : demotedCause(step.to, evidence)
}
