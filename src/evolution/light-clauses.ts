import { unfitBecause } from '../light/light-tables'
import type { Fault } from './refusal'
import type { Workflow } from './setup'
import type { Clause } from './standards'

const lightOf = { bugfix: { kind: 'fault', id: 'bugfix' }, dev: { kind: 'gate', id: 'dev-gate' } } as const

/** Why clauses would leave their workflow's light without a table that can judge it: one that doesn't fit, or two to choose from (R-EVO-07). */
export function lightFaults(workflow: Workflow, clauses: readonly Clause[]): Fault[] {
  const { kind, id } = lightOf[workflow]
  const tables = clauses.flatMap(({ id: clause, policy }) => (policy?.id === id ? [{ clause, policy }] : []))
  if (tables.length > 1) {
    const names = tables.map(({ clause }) => JSON.stringify(clause)).join(' and ')
    return [{ code: 'unfit-table', message: `the clauses ${names} each hold a table called ${id}: a light is judged by one` }]
  }
  return tables.flatMap(({ policy }): Fault[] => {
    const because = unfitBecause(policy, kind)
    return because === undefined ? [] : [{ code: 'unfit-table', message: because }]
  })
}
