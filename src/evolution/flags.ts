import type { EvolutionFlag } from './case-record'
import type { EvolutionState } from './state'
import { standardsInForce } from './state'

/** `rule-budget` where the standards have so many clauses that another may do more harm than good: a warning, never a refusal (R-EVO-10). */
export function budgetFlags(state: EvolutionState): EvolutionFlag[] {
  return standardsInForce(state).clauses.length >= state.clauseBudget ? ['rule-budget'] : []
}
