import * as fc from 'fast-check'
import type { Facts, Policy, PolicyRule } from '../../src/entries/policy'
import { definePolicy } from '../../src/entries/policy'

const outcomes = ['good', 'fair', 'poor']

// Names that look like a number or lie on every object's prototype are names like any other.
const factNames = ['b', 'a', '1', 'constructor']

const shape = fc
  .tuple(fc.shuffledSubarray(factNames, { minLength: 1 }), fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }))
  .map(([names, sizes]): Policy['facts'] => {
    const values = [
      ['x', 'y', 'z'],
      [true, false, 'x'],
      [1, 2, 0],
      ['', 'no', 'yes'],
    ]
    return Object.fromEntries(names.map((name, index) => [name, (values[index] ?? []).slice(0, sizes[index])]))
  })

function ruleOf(facts: Policy['facts']): fc.Arbitrary<Omit<PolicyRule, 'id'>> {
  const conditions = Object.entries(facts).map(([fact, values]) =>
    fc
      .option(fc.oneof(fc.constantFrom(...values), fc.subarray([...values], { minLength: 1 })), { nil: undefined })
      .map((wanted) => [fact, wanted] as const),
  )
  return fc.tuple(fc.tuple(...conditions), fc.constantFrom(...outcomes)).map(([when, then]) => ({
    when: Object.fromEntries(when.flatMap(([fact, wanted]) => (wanted === undefined ? [] : [[fact, wanted]]))),
    then,
  }))
}

/** Small policies with every kind of value, list and single conditions, rules that shadow one another, some facts unordered. */
export const policies: fc.Arbitrary<Policy> = shape.chain((facts) =>
  fc
    .tuple(fc.array(ruleOf(facts), { maxLength: 5 }), fc.constantFrom(...outcomes), fc.subarray(Object.keys(facts)))
    .map(([rules, otherwise, unordered]) =>
      definePolicy({
        id: 'drawn',
        version: 1,
        facts,
        outcomes,
        rules: rules.map((rule, index) => ({ ...rule, id: `r${index}` })),
        otherwise,
        unordered,
      }),
    ),
)

/** The same facts with their keys turned round. */
export function turned(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).reverse())
}
