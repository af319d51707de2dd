import { describe, expect, test } from 'vitest'
import type { Facts, Policy } from '../../../src/entries/policy'
import { analyse, definePolicy, evaluate, explain } from '../../../src/entries/policy'

/** Made anew for each test, so that nothing was worked out before. */
function small(): Policy {
  return definePolicy<string>({
    id: 'small',
    version: 1,
    facts: { a: ['x', 'y'], b: [1, 2, 3] },
    outcomes: ['go', 'ask', 'wait'],
    rules: [
      { id: 'r1', when: { a: 'x', b: [1, 2] }, then: 'go', because: 'one or two' },
      { id: 'r2', when: { b: 3 }, then: 'ask' },
      { id: 'r3', when: { a: 'x', b: 2 }, then: 'wait' },
      { id: 'r4', when: { a: 'x' }, then: 'wait' },
    ],
    otherwise: 'wait',
  })
}

describe('a small policy, in full', () => {
  test.each<[Facts, string, string, string, [string, string[]][]]>([
    [{ a: 'x', b: 1 }, 'go', 'r1', 'one or two', [['r1', []]]],
    [{ a: 'x', b: 2 }, 'go', 'r1', 'one or two', [['r1', []]]],
    [
      { a: 'x', b: 3 },
      'ask',
      'r2',
      '',
      [
        ['r1', ['b']],
        ['r2', []],
      ],
    ],
    [
      { a: 'y', b: 3 },
      'ask',
      'r2',
      '',
      [
        ['r1', ['a', 'b']],
        ['r2', []],
      ],
    ],
    [
      { a: 'y', b: 1 },
      'wait',
      'otherwise',
      '',
      [
        ['r1', ['a']],
        ['r2', ['b']],
        ['r3', ['a', 'b']],
        ['r4', ['a']],
        ['otherwise', []],
      ],
    ],
    [
      { a: 'y', b: 2 },
      'wait',
      'otherwise',
      '',
      [
        ['r1', ['a']],
        ['r2', ['b']],
        ['r3', ['a']],
        ['r4', ['a']],
        ['otherwise', []],
      ],
    ],
  ])('%j is decided by the first rule that matches, with what failed before', (facts, outcome, rule, because, steps) => {
    const policy = small()
    const trace = steps.map(([name, failed]) => ({ rule: name, failed }))
    const evaluation = evaluate(policy, facts)
    expect(evaluation).toEqual({ outcome, rule, because, trace })
    expect([evaluation, evaluation.trace, ...evaluation.trace].every(Object.isFrozen)).toBe(true)
    expect(evaluate(policy, facts)).toEqual(evaluation)
    expect(explain(small(), facts).earlier).toEqual(trace.slice(0, -1))
  })

  test('is analysed: rules that never fire and who takes their inputs, inputs left over, inversions', () => {
    const inversion = {
      fact: 'b',
      worse: 3,
      rest: { a: 'y' },
      betterGets: 'wait',
      betterRule: 'otherwise',
      worseGets: 'ask',
      worseRule: 'r2',
    }
    expect(analyse(small())).toEqual({
      cells: 6,
      dead: [
        { rule: 'r3', shadowedBy: ['r1'] },
        { rule: 'r4', shadowedBy: ['r1', 'r2'] },
      ],
      otherwiseOnly: [
        { a: 'y', b: 1 },
        { a: 'y', b: 2 },
      ],
      inversions: [
        { ...inversion, better: 1 },
        { ...inversion, better: 2 },
      ],
    })
  })

  test('an inversion of a fact is found beside every value of the others', () => {
    const upside = definePolicy<string>({ ...small(), rules: [{ id: 'y', when: { a: 'y' }, then: 'go' }] })
    const gets = { betterGets: 'wait', betterRule: 'otherwise', worseGets: 'go', worseRule: 'y' }
    expect(analyse(upside)).toMatchObject({
      dead: [],
      inversions: [1, 2, 3].map((b) => ({ fact: 'a', better: 'x', worse: 'y', rest: { b }, ...gets })),
    })
    expect(analyse(definePolicy<string>({ ...upside, unordered: ['a'] })).inversions).toEqual([])
  })

  test('R-TL-20 the ways out are every minimal set of changes, the fewest first', () => {
    expect(explain(small(), { a: 'y', b: 1 }).waysOut).toEqual({ go: [{ a: 'x' }], ask: [{ b: 3 }] })
    expect(explain(small(), { a: 'y', b: 3 }).waysOut).toEqual({
      go: [
        { a: 'x', b: 1 },
        { a: 'x', b: 2 },
      ],
    })
    expect(explain(small(), { a: 'x', b: 1 }).waysOut).toEqual({})
    const two = definePolicy<string>({
      ...small(),
      facts: { c: [1, 2], a: ['x', 'y'], b: [1, 2] },
      rules: [
        { id: 'c', when: { c: 1 }, then: 'go' },
        { id: 'ab', when: { a: 'x', b: 1 }, then: 'go' },
      ],
    })
    expect(explain(two, { c: 2, a: 'y', b: 2 }).waysOut).toEqual({ go: [{ c: 1 }, { a: 'x', b: 1 }] })
  })
})
