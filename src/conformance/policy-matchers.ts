import { AdjudicateError } from '../errors'
import { shown } from '../issues'
import type { Evaluation } from '../policy/evaluate'
import { evaluate } from '../policy/evaluate'
import type { Facts, Policy } from '../policy/policy'
import { definePolicy } from '../policy/policy'
import { tableOf } from '../policy/table'

/** What a runner hands a matcher as `this`; vitest and jest do. */
export type MatcherSetting = { readonly isNot: boolean }

/** What a matcher answers; the runner turns it round after `.not`. */
export type MatcherResult = { readonly pass: boolean; readonly message: () => string }

/** The assertions on a policy, for the augmentation of your runner's types (docs/how-to/unit-test-a-gate-policy.md). */
export type PolicyAssertions = {
  toGive(outcome: string, facts: Facts): { because(rule: string): void }
  because(rule: string): void
}

/** The matchers themselves, as `expect.extend` takes them. */
export type PolicyMatchers = {
  toGive(this: MatcherSetting, policy: unknown, outcome: string, facts: Facts): MatcherResult
  because(this: MatcherSetting, policy: unknown, rule: string): MatcherResult
}

// A runner hands the next matcher of a chain the same received value and nothing else.
const lastGiven = new WeakMap<Policy, Evaluation>()

/**
 * `expect(policy).toGive(outcome, facts)`, then `.because(rule)`, for `expect.extend` of vitest (spec 14). An outcome or a rule that the policy doesn't have throws
 * `data-invalid`, facts that it can't judge throw `facts-invalid`: after `.not` too, so that no misspelling passes.
 */
export const policyMatchers: PolicyMatchers = {
  toGive(received, outcome, facts) {
    const policy = policyOf(received)
    known('outcome', outcome, policy, policy.outcomes)
    const evaluation = evaluate(policy, facts)
    lastGiven.set(policy, evaluation)
    return {
      pass: evaluation.outcome === outcome,
      message: () => `${nameOf(policy)} ${accountOf(evaluation)}; wanted ${this.isNot ? 'any but ' : ''}${outcome}`,
    }
  },
  because(received, rule) {
    const policy = policyOf(received)
    const evaluation = lastGiven.get(policy)
    if (evaluation === undefined) throw new AdjudicateError('data-invalid', 'because(rule) follows toGive(outcome, facts)', { rule })
    if (this.isNot) {
      const message = '.not.toGive(…).because(…) is unclear: say what the policy gives, and because of which rule'
      throw new AdjudicateError('data-invalid', message, { rule })
    }
    known('rule', rule, policy, [...policy.rules.map(({ id }) => id), 'otherwise'])
    return { pass: evaluation.rule === rule, message: () => `${nameOf(policy)} ${accountOf(evaluation)}; wanted rule ${rule}` }
  },
}

/** The object itself where it is a policy: what is remembered is remembered by it. */
function policyOf(received: unknown): Policy {
  const policy = received as Policy
  if (typeof received !== 'object' || received === null) definePolicy(policy)
  tableOf(policy)
  return policy
}

function known(what: string, name: string, policy: Policy, names: readonly string[]): void {
  if (names.includes(name)) return
  throw new AdjudicateError('data-invalid', `${nameOf(policy)} has no ${what} ${shown(name)}: expected one of ${names.join(', ')}`, {
    name,
  })
}

function nameOf({ id, version }: Policy): string {
  return `${id}@${version}`
}

function accountOf({ outcome, rule, because }: Evaluation): string {
  return `gave ${outcome} by rule ${rule}${because === '' ? '' : `: ${because}`}`
}
