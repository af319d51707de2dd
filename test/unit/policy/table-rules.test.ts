import { describe, expect, test } from 'vitest'
import { analyse, definePolicy, evaluate, explain } from '../../../src/entries/policy'

describe('what a table tells of itself', () => {
  const policy = definePolicy({
    id: 'small',
    version: 1,
    facts: { a: ['x', 'y'], b: ['p', 'q'], c: [true, false] },
    outcomes: ['go', 'stop'],
    rules: [
      { id: 'first', when: { a: 'x' }, then: 'stop', because: 'a' },
      { id: 'second', when: { a: 'y', b: 'p' }, then: 'go', because: 'b' },
      { id: 'third', when: { a: 'y', c: true }, then: 'go', because: 'c' },
      { id: 'dead', when: { b: 'p' }, then: 'go', because: 'd' },
    ],
    otherwise: 'stop',
  })

  test('L-SHADOW a dead rule names every earlier rule that takes an input from it, and no other', () => {
    expect(analyse(policy).dead).toEqual([{ rule: 'dead', shadowedBy: ['first', 'second'] }])
  })

  test('L-WAYSOUT a way out is minimal: no smaller part of it reaches the same outcome', () => {
    const facts = { a: 'x', b: 'q', c: false }
    const ways = explain(policy, facts).waysOut.go ?? []
    expect(ways).toHaveLength(2)
    for (const way of [
      { a: 'y', b: 'p' },
      { a: 'y', c: true },
    ]) {
      expect(ways).toContainEqual(way)
    }
    for (const way of ways) {
      expect(evaluate(policy, { ...facts, ...way }).outcome).toBe('go')
      for (const left of Object.keys(way)) {
        const part = Object.fromEntries(Object.entries(way).filter(([fact]) => fact !== left))
        expect(evaluate(policy, { ...facts, ...part }).outcome).toBe('stop')
      }
    }
  })
})
