import { AdjudicateError } from '../errors'
import { parsePolicy } from '../policy/policy'
import type { EvolutionSetup, FullEvolutionSetup } from './setup'
import { parseEvolutionSetup } from './setup'
import type { Clause, Standards } from './standards'
import type { EvolutionState } from './state'

/** The state of a record of standards that begins. Throws `data-invalid` for standards that can't be: read strangers' setups with `parseEvolutionSetup`. */
export function initial(setup: EvolutionSetup): EvolutionState {
  const parsed = parseEvolutionSetup(setup)
  if (parsed.ok) return initialState(parsed.value)
  const { issues } = parsed
  const message = `no standards begin on this setup: ${issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ')}`
  throw new AdjudicateError('data-invalid', message, { issues })
}

/** The same for a setup that was read already. */
export function initialState({ workflow, standards, clauseBudget }: FullEvolutionSetup): EvolutionState {
  return {
    workflow,
    clauseBudget,
    versions: [compiledOnce(standards)],
    signals: [],
    cases: [],
    merges: [],
    tasks: [],
    judgements: [],
    lights: [],
    proposals: [],
    version: 0,
  }
}

// A policy that nobody can change is compiled to its table at the first use, any other at each.
function compiledOnce({ version, clauses }: Standards): Standards {
  return { version, clauses: clauses.map(settledClause) }
}

/** The clause with its policy frozen; the clause itself where there is none. */
export function settledClause(clause: Clause): Clause {
  if (clause.policy === undefined) return clause
  const parsed = parsePolicy(clause.policy)
  return parsed.ok ? { ...clause, policy: parsed.value } : clause
}
