import { describe, expect, test } from 'vitest'
import { analyse } from '../../../src/policy/analyse'
import type { Policy } from '../../../src/policy/policy'
import { definePolicy, parsePolicy, policyVersionMax } from '../../../src/policy/policy'

const base: Policy = { id: 'p', version: 1, facts: { a: ['x', 'y'] }, outcomes: ['go', 'stop'], rules: [], otherwise: 'go' }

function facts(count: number, values: number): Policy['facts'] {
  const list = [...Array.from({ length: values }).keys()]
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, list]))
}

function faults(change: Partial<Record<keyof Policy, unknown>>): string[] {
  const parsed = parsePolicy({ ...base, ...change })
  return parsed.ok ? [] : parsed.issues.map(({ path, code, message }) => `${path} ${code}: ${message}`)
}

describe('a policy that nobody could wait for is refused with the number and the limit', () => {
  test('inputs, rules over inputs, outcomes, versions', () => {
    expect(faults({ facts: facts(200, 2) })).toEqual([
      expect.stringMatching(/^facts too-large: the facts have .* at most 1000000 are taken$/),
    ])
    const rules = Array.from({ length: 20_000 }, (_, n) => ({ id: `r${n}`, when: { f0: 1, f1: [0, 1] }, then: 'go' }))
    expect(faults({ facts: facts(19, 2), rules })).toEqual([
      `rules too-large: 20000 rules over ${2 ** 19} inputs are ${2 ** 19 * 60_000} conditions to read, at most 150000000 are taken`,
    ])
    const outcomes = ['go', ...Array.from({ length: 1000 }, (_, n) => `o${n}`)]
    expect(faults({ outcomes })).toContain('outcomes too-large: there are 1001 outcomes, at most 1000 are taken')
    expect(faults({ version: policyVersionMax })).toEqual([])
    expect(faults({ version: policyVersionMax + 1 })).toEqual(['version too-large: found 1000001: at most 1000000 is taken'])
    expect(faults({ version: 2 ** 53 })).toEqual(['version invalid-value: found 9007199254740992: expected a whole number from 1'])
  })

  test('a fact with very many values is read, and a message names the first twenty', () => {
    const [many = []] = Object.values(facts(1, 100_000))
    expect(faults({ facts: { a: many }, rules: [{ id: 'r', when: { a: many.slice(5) }, then: 'go' }] })).toEqual([])
    const wrong = Array.from({ length: 5000 }, (_, n) => `q${n}`)
    const found = faults({ facts: { a: many }, rules: [{ id: 'r', when: { a: wrong }, then: 'go' }] })
    expect(found).toHaveLength(5000)
    expect(found[0]).toMatch(/expected one of 0, 1, .*, 19, and 99980 more$/)
    expect(faults({ facts: { a: ['x', 'y', 'x'] } })).toEqual(['facts.a[2] duplicate: "x" stands in the list twice'])
  })

  test('an analysis says what is too much for it, before it walks or as it lists', () => {
    const pairs = definePolicy({ ...base, facts: { a: Object.values(facts(1, 600))[0] ?? [], b: Object.values(facts(1, 900))[0] ?? [] } })
    expect(() => analyse(pairs)).toThrow('p@1 has 404460000 pairs of inputs to compare, at most 200000000 are')
    expect(analyse({ ...pairs, unordered: ['a', 'b'] }).inversions).toEqual([])
    const wide = { a: [0, 1], b: Object.values(facts(1, 60_000))[0] ?? [] }
    const upside = definePolicy({ ...base, facts: wide, unordered: ['b'], rules: [{ id: 'r', when: { a: 0 }, then: 'stop' }] })
    expect(() => analyse(upside)).toThrow('p@1 has over 50000 inversions, and no more are listed')
  })
})
