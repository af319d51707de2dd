import { AdjudicateError } from '../errors'
import { shown } from '../issues'
import type { Facts, Policy } from './policy'
import { cellOrThrow, decidedAt, factsOf, tableOf } from './table'

/** The inputs on which two policies differ, under the two rules at work. */
export type PolicyDifference = {
  readonly a: { readonly rule: string; readonly outcome: string }
  readonly b: { readonly rule: string; readonly outcome: string }
  readonly inputs: readonly Facts[]
}

/** Every input with another outcome under `b`, grouped by the two rules; throws `policy-invalid` where the facts or their values are not the same. */
export function diffPolicies(a: Policy, b: Policy): PolicyDifference[] {
  const tableA = tableOf(a)
  const tableB = tableOf(b)
  sameDomain(a, b)
  const groups = new Map<string, { a: PolicyDifference['a']; b: PolicyDifference['b']; inputs: Facts[] }>()
  for (let cell = 0; cell < tableA.cells; cell++) {
    const facts = factsOf(tableA, cell)
    const one = decidedAt(a, tableA, cell)
    const other = decidedAt(b, tableB, cellOrThrow(b, tableB, facts))
    if (one.outcome === other.outcome) continue
    const key = JSON.stringify([one, other])
    const group = groups.get(key) ?? { a: one, b: other, inputs: [] }
    group.inputs.push(facts)
    groups.set(key, group)
  }
  return [...groups.values()]
}

function sameDomain(a: Policy, b: Policy): void {
  for (const fact of new Set([...Object.keys(a.facts), ...Object.keys(b.facts)])) {
    const inA = a.facts[fact]
    const inB = b.facts[fact]
    if (inA !== undefined && inB?.length === inA.length && inA.every((value) => inB.includes(value))) continue
    const message = `${a.id}@${a.version} and ${b.id}@${b.version} can't be compared: the fact ${shown(fact)} has the values ${shown(inA)} and ${shown(inB)}`
    throw new AdjudicateError('policy-invalid', message, { fact, a: inA, b: inB })
  }
}
