import { isAdjudicateError } from '../errors'
import type { Issue } from '../issues'
import type { Explanation } from './explain'
import { explain } from './explain'
import type { Facts, Policy } from './policy'
import { otherwiseId } from './policy'
import { cellOf, tableOf } from './table'

/** One row of a test table; `rule` is checked too where it is given. */
export type PolicyCase = { readonly name?: string; readonly facts: Facts; readonly outcome: string; readonly rule?: string }

/** What came of one case; a failed one says in `why` what was given instead and by which rule. */
export type PolicyCaseResult = {
  readonly name: string
  readonly ok: boolean
  readonly why: string
  /** Absent where the facts can't be judged; `issues` then says why. */
  readonly explanation?: Explanation
  readonly issues?: readonly Issue[]
}

/** The whole table: `ok` only where every case passed and there was at least one. */
export type PolicyTestReport = {
  readonly ok: boolean
  readonly passed: number
  readonly failed: number
  readonly results: readonly PolicyCaseResult[]
  readonly coverage: PolicyCoverage
}

/** How much of a policy the cases met. `rules` and `cells` are shares from 0 to 1; `otherwise` is no rule and told apart. */
export type PolicyCoverage = {
  readonly rules: number
  readonly cells: number
  readonly rulesMissed: readonly string[]
  readonly cellsMet: number
  readonly cellsTotal: number
  readonly otherwise: boolean
}

/** Runs a table of cases over a policy; cases that fail still count as meeting the rule that decided them. */
export function testPolicy(policy: Policy, cases: readonly PolicyCase[]): PolicyTestReport {
  const table = tableOf(policy)
  const results = cases.map((one, index) => resultOf(policy, one, one.name ?? `case ${index + 1}`))
  const rules = new Set(results.map(({ explanation }) => explanation?.rule))
  const cells = new Set(cases.map(({ facts }) => cellOf(table, facts)).filter((cell) => cell >= 0))
  const rulesMissed = policy.rules.map(({ id }) => id).filter((id) => !rules.has(id))
  const passed = results.filter(({ ok }) => ok).length
  return {
    ok: cases.length > 0 && passed === cases.length,
    passed,
    failed: cases.length - passed,
    results,
    coverage: {
      rules: cases.length === 0 || policy.rules.length === 0 ? 0 : 1 - rulesMissed.length / policy.rules.length,
      cells: cells.size / table.cells,
      rulesMissed,
      cellsMet: cells.size,
      cellsTotal: table.cells,
      otherwise: rules.has(otherwiseId),
    },
  }
}

function resultOf(policy: Policy, { facts, outcome, rule }: PolicyCase, name: string): PolicyCaseResult {
  let explanation: Explanation
  try {
    explanation = explain(policy, facts)
  } catch (error) {
    if (!isAdjudicateError(error) || error.code !== 'facts-invalid') throw error
    return { name, ok: false, why: error.message, issues: error.details['issues'] as readonly Issue[] }
  }
  const because = explanation.because === '' ? '' : `: ${explanation.because}`
  const got = `gave ${explanation.outcome} by rule ${explanation.rule}${because}`
  const wanted = rule === undefined ? outcome : `${outcome} by rule ${rule}`
  const ok = explanation.outcome === outcome && (rule === undefined || explanation.rule === rule)
  return { name, ok, why: ok ? got : `${got}; wanted ${wanted}`, explanation }
}
