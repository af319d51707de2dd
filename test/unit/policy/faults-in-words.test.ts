import { describe, expect, test } from 'vitest'
import { isAdjudicateError } from '../../../src/errors'
import type { Facts, Policy } from '../../../src/entries/policy'
import { cellsMax } from '../../../src/policy/policy'
import { definePolicy, diffPolicies, evaluate, explain, parseFacts, parsePolicy, testPolicy } from '../../../src/entries/policy'

const good = {
  id: 'p',
  version: 1,
  facts: { a: ['x', 'y'], b: [1, 2, true] },
  outcomes: ['go', 'wait'],
  rules: [{ id: 'r', when: { a: 'x' }, then: 'go' }],
  otherwise: 'wait',
} as const
const rule = (change: object): object => ({ ...good, rules: [{ id: 'r', when: { a: 'x' }, then: 'go', ...change }] })
const policy = definePolicy<string>(good)

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    if (!isAdjudicateError(error)) throw error
    return { code: error.code, message: error.message, details: error.details }
  }
  return 'nothing was thrown'
}

describe('a policy that is refused names what was found and what is wanted', () => {
  test.each<[unknown, string, string, string]>([
    [null, 'invalid-value', '', 'found null: expected a policy'],
    [[], 'invalid-value', '', 'found []: expected a policy'],
    [{ ...good, otherwize: 'go' }, 'unknown-field', 'otherwize', 'unknown field "otherwize"'],
    [{ ...good, id: undefined }, 'missing-field', 'id', 'missing: expected a name'],
    [{ ...good, id: 7 }, 'invalid-value', 'id', 'found 7: expected a name'],
    [{ ...good, version: '1' }, 'invalid-value', 'version', 'found "1": expected a whole number from 1'],
    [{ ...good, facts: { ...good.facts, c: 'x' } }, 'invalid-value', 'facts.c', 'found "x": expected a list of values, best first'],
    [
      { ...good, facts: { ...good.facts, c: [Number.NaN] } },
      'invalid-value',
      'facts.c[0]',
      'found NaN: expected a text, a number or a boolean',
    ],
    [{ ...good, facts: { ...good.facts, c: [null] } }, 'invalid-value', 'facts.c[0]', 'found null: expected a text, a number or a boolean'],
    [{ ...good, facts: { ...good.facts, c: [1, '1', 1] } }, 'duplicate', 'facts.c[2]', '1 stands in the list twice'],
    [
      JSON.parse(JSON.stringify(good).replace('"b":', '"__proto__":')),
      'invalid-value',
      'facts.__proto__',
      'a fact can\'t be called "__proto__"',
    ],
    [{ ...good, outcomes: ['go', 'wait', 'go'] }, 'duplicate', 'outcomes[2]', '"go" stands in the list twice'],
    [{ ...good, outcomes: ['go', 'wait', ' '] }, 'invalid-value', 'outcomes[2]', 'found " ": expected a name'],
    [{ ...good, otherwise: undefined }, 'missing-field', 'otherwise', 'missing: expected one of the outcomes'],
    [{ ...good, otherwise: 'stop' }, 'unknown-outcome', 'otherwise', 'found "stop": expected one of "go", "wait"'],
    [{ ...good, rules: undefined }, 'missing-field', 'rules', 'found nothing: expected a list of rules'],
    [{ ...good, rules: {} }, 'invalid-value', 'rules', 'found {}: expected a list of rules'],
    [{ ...good, rules: ['r'] }, 'invalid-value', 'rules[0]', 'found "r": expected a rule'],
    [rule({ whem: 1 }), 'unknown-field', 'rules[0].whem', 'unknown field "whem"'],
    [rule({ id: ' ' }), 'invalid-value', 'rules[0].id', 'found " ": expected a name'],
    [rule({ id: 'otherwise' }), 'invalid-value', 'rules[0].id', '"otherwise" is the name of the last row'],
    [{ ...good, rules: [good.rules[0], good.rules[0]] }, 'duplicate', 'rules[1].id', 'two rules are called "r"'],
    [rule({ because: 7 }), 'invalid-value', 'rules[0].because', 'found 7: expected a text'],
    [rule({ when: undefined }), 'missing-field', 'rules[0].when', 'found nothing: expected facts with the values that they must have'],
    [rule({ when: 'always' }), 'invalid-value', 'rules[0].when', 'found "always": expected facts with the values that they must have'],
    [rule({ when: { c: 1 } }), 'unknown-fact', 'rules[0].when.c', 'no fact is called "c"'],
    [rule({ when: { a: [] } }), 'invalid-value', 'rules[0].when.a', 'an empty list matches nothing'],
    [rule({ when: { b: 3 } }), 'unknown-value', 'rules[0].when.b', 'found 3: expected one of 1, 2, true'],
    [rule({ when: { b: [1, 3] } }), 'unknown-value', 'rules[0].when.b[1]', 'found 3: expected one of 1, 2, true'],
    [{ ...good, unordered: 'a' }, 'invalid-value', 'unordered', 'found "a": expected a list of facts'],
    [{ ...good, unordered: ['a', 'c'] }, 'unknown-fact', 'unordered[1]', 'no fact is called "c"'],
    [{ ...good, unordered: [['a']] }, 'unknown-fact', 'unordered[0]', 'no fact is called ["a"]'],
  ])('%#: %j', (input, code, path, message) => {
    expect(parsePolicy(input)).toEqual({ ok: false, issues: [{ code, path, message }] })
  })

  test('facts or outcomes that are missing leave the rules without any', () => {
    const issues = (change: object) => {
      const parsed = parsePolicy({ ...good, ...change })
      return parsed.ok ? [] : parsed.issues.map(({ code, path, message }) => [code, path, message])
    }
    const noFact = ['unknown-fact', 'rules[0].when.a', 'no fact is called "a"']
    expect(issues({ facts: undefined })).toEqual([
      ['missing-field', 'facts', 'found nothing: expected at least one fact with its values'],
      noFact,
    ])
    expect(issues({ facts: {} })).toEqual([['invalid-value', 'facts', 'found {}: expected at least one fact with its values'], noFact])
    expect(issues({ outcomes: undefined, rules: [] })).toEqual([
      ['unknown-outcome', 'otherwise', 'found "wait": expected one of '],
      ['missing-field', 'outcomes', 'found nothing: expected a list of outcomes, best first'],
    ])
    expect(issues({ outcomes: [], rules: [] })[1]).toEqual([
      'invalid-value',
      'outcomes',
      'found []: expected a list of outcomes, best first',
    ])
  })

  test('two rules without a name are not called alike', () => {
    const parsed = parsePolicy({
      ...good,
      rules: [
        { when: {}, then: 'go' },
        { when: {}, then: 'go' },
      ],
    })
    expect(parsed.ok ? [] : parsed.issues.map(({ code, path }) => [code, path])).toEqual([
      ['missing-field', 'rules[0].id'],
      ['missing-field', 'rules[1].id'],
    ])
  })

  test('a million inputs are taken, and one fact more is not', () => {
    const values = Array.from({ length: 100 }, (_, index) => index)
    expect(values.length ** 3).toBe(cellsMax)
    const three = { ...good, facts: { a: values, b: values, c: values }, rules: [] }
    expect(parsePolicy(three).ok).toBe(true)
    expect(parsePolicy({ ...three, facts: { ...three.facts, d: [1, 2] } })).toEqual({
      ok: false,
      issues: [{ code: 'too-large', path: 'facts', message: 'the facts have 2000000 inputs, at most 1000000 are taken' }],
    })
  })

  test('definePolicy throws the first fault in words, how many more there are, and all of them as data', () => {
    const stop = { code: 'unknown-outcome', path: 'otherwise', message: 'found "stop": expected one of "go", "wait"' }
    const version = { code: 'invalid-value', path: 'version', message: 'found 0: expected a whole number from 1' }
    const words = 'the policy "p" can\'t be used: otherwise: found "stop": expected one of "go", "wait"'
    expect(thrownBy(() => definePolicy<string>({ ...good, otherwise: 'stop' }))).toEqual({
      code: 'policy-invalid',
      message: words,
      details: { issues: [stop] },
    })
    expect(thrownBy(() => definePolicy<string>({ ...good, otherwise: 'stop', version: 0 }))).toEqual({
      code: 'policy-invalid',
      message: `${words}, and 1 more`,
      details: { issues: [stop, version] },
    })
  })
})

describe('facts that are refused name what was found and what is wanted', () => {
  test('each fault by its fact', () => {
    expect(parseFacts(policy, [1])).toEqual({
      ok: false,
      issues: [{ code: 'invalid-value', path: '', message: 'found [1]: expected facts with their values' }],
    })
    expect(parseFacts(policy, { b: '1', c: 1 })).toEqual({
      ok: false,
      issues: [
        { code: 'missing-fact', path: 'a', message: 'missing: expected one of "x", "y"' },
        { code: 'unknown-value', path: 'b', message: 'found "1": expected one of 1, 2, true' },
        { code: 'unknown-fact', path: 'c', message: 'the policy knows a, b' },
      ],
    })
    expect(parseFacts(policy, { b: true, a: 'x' })).toEqual({ ok: true, value: { a: 'x', b: true } })
  })

  test('judging them throws the first in words and how many more there are', () => {
    const message = 'p@1 can\'t judge these facts: a: missing: expected one of "x", "y"'
    for (const judge of [evaluate, explain]) {
      expect(thrownBy(() => judge(policy, { b: 1 }))).toMatchObject({ code: 'facts-invalid', message })
      expect(thrownBy(() => judge(policy, {}))).toMatchObject({ message: `${message}, and 1 more` })
      expect(thrownBy(() => judge(policy, { b: 1, c: 2, d: 3 }))).toMatchObject({ message: `${message}, and 2 more` })
    }
  })

  test('a fact that a prototype lends in its place is none', () => {
    const lent = Object.assign(Object.create({ b: 1 }) as Record<string, string>, { a: 'x' })
    expect(thrownBy(() => evaluate(policy, lent))).toMatchObject({ code: 'facts-invalid' })
    const own: Facts = Object.assign(Object.create({ z: 1 }) as Record<string, string | number>, { a: 'x', b: 1 })
    expect(evaluate(policy, { ...own }).outcome).toBe('go')
  })
})

describe('policies that can still change', () => {
  test('a policy that is frozen at its surface alone is read anew each time', () => {
    const rules = [{ id: 'all', when: {}, then: 'go' }]
    const surface: Policy = Object.freeze({ ...good, rules })
    expect(evaluate(surface, { a: 'y', b: 1 }).outcome).toBe('go')
    rules.pop()
    expect(evaluate(surface, { a: 'y', b: 1 }).outcome).toBe('wait')
  })

  test('a large policy says at its ends what it says in between', () => {
    const values = Array.from({ length: 300 }, (_, index) => index)
    const large = definePolicy<string>({
      ...good,
      facts: { a: values, b: values },
      rules: [{ id: 'last', when: { a: 299, b: 299 }, then: 'go' }],
    })
    for (let round = 0; round < 2; round++) {
      expect(evaluate(large, { a: 299, b: 299 })).toMatchObject({ outcome: 'go', rule: 'last' })
      expect(evaluate(large, { a: 299, b: 298 })).toMatchObject({
        outcome: 'wait',
        rule: 'otherwise',
        trace: [{ rule: 'last', failed: ['b'] }, {}],
      })
      expect(evaluate(large, { a: 0, b: 0 }).trace[0]).toEqual({ rule: 'last', failed: ['a', 'b'] })
    }
  })

  test('an outcome that no change reaches has no way out', () => {
    const unreachable = definePolicy<string>({ ...good, outcomes: ['best', 'go', 'wait'] })
    expect(explain(unreachable, { a: 'y', b: 2 }).waysOut).toEqual({ go: [{ a: 'x' }] })
  })
})

describe('policies over other facts', () => {
  const other = (facts: Policy['facts']): Policy => definePolicy<string>({ ...good, version: 2, facts, rules: [] })
  test.each<[string, Policy['facts'], string, unknown, unknown, string]>([
    ['a value less', { ...good.facts, b: [1, 2] }, 'b', [1, 2, true], [1, 2], '[1,2,true] and [1,2]'],
    ['another value', { ...good.facts, b: [1, 2, false] }, 'b', [1, 2, true], [1, 2, false], '[1,2,true] and [1,2,false]'],
    ['a fact less', { a: ['x', 'y'] }, 'b', [1, 2, true], undefined, '[1,2,true] and nothing'],
    ['a fact more', { ...good.facts, c: [0] }, 'c', undefined, [0], 'nothing and [0]'],
  ])('%s can’t be compared', (_, facts, fact, a, b, words) => {
    expect(thrownBy(() => diffPolicies(policy, other(facts)))).toEqual({
      code: 'policy-invalid',
      message: `p@1 and p@2 can't be compared: the fact "${fact}" has the values ${words}`,
      details: { fact, a, b },
    })
  })

  test('each pair of rules that differ is a group of its own', () => {
    const split = definePolicy<string>({
      ...good,
      version: 2,
      rules: [
        { id: 'one', when: { b: 1 }, then: 'wait' },
        { id: 'two', when: { b: 2, a: 'x' }, then: 'wait' },
        { id: 'r', when: { a: 'x' }, then: 'go' },
      ],
    })
    expect(diffPolicies(policy, split)).toEqual([
      { a: { rule: 'r', outcome: 'go' }, b: { rule: 'one', outcome: 'wait' }, inputs: [{ a: 'x', b: 1 }] },
      { a: { rule: 'r', outcome: 'go' }, b: { rule: 'two', outcome: 'wait' }, inputs: [{ a: 'x', b: 2 }] },
    ])
  })
})

describe('a test table', () => {
  const cases = [{ facts: { a: 'x', b: 1 }, outcome: 'go', rule: 'r' }]
  const two = definePolicy<string>({ ...good, rules: [...good.rules, { id: 's', when: { b: 2 }, then: 'go', because: 'two is enough' }] })

  test('passes where every case does, and counts what it met', () => {
    expect(testPolicy(two, cases)).toMatchObject({
      ok: true,
      passed: 1,
      failed: 0,
      results: [{ name: 'case 1', ok: true, why: 'gave go by rule r' }],
      coverage: { rules: 0.5, cells: 1 / 6, rulesMissed: ['s'], cellsMet: 1, cellsTotal: 6, otherwise: false },
    })
    const more = testPolicy(two, [...cases, { facts: { a: 'y', b: 1 }, outcome: 'wait' }])
    expect(more.coverage).toMatchObject({ rules: 0.5, cellsMet: 2, otherwise: true })
  })

  test('a policy without rules has none that were met', () => {
    const none = definePolicy<string>({ ...good, rules: [] })
    expect(testPolicy(none, [{ facts: { a: 'x', b: 1 }, outcome: 'wait' }])).toMatchObject({
      ok: true,
      coverage: { rules: 0, rulesMissed: [], otherwise: true },
    })
    expect(testPolicy(two, []).coverage).toMatchObject({ rules: 0, rulesMissed: ['r', 's'] })
  })

  test('says what was given, by which rule and why, and what was wanted', () => {
    const report = testPolicy(two, [
      { facts: { a: 'y', b: 2 }, outcome: 'wait' },
      { facts: { a: 'y', b: 2 }, outcome: 'go', rule: 'r' },
      { facts: { a: 'y', b: 2 }, outcome: 'go', rule: 's' },
      { facts: { a: 'y', b: 1 }, outcome: 'go' },
      { facts: { a: 'y' }, outcome: 'go' },
    ])
    expect(report.results.map(({ ok, why }) => [ok, why])).toEqual([
      [false, 'gave go by rule s: two is enough; wanted wait'],
      [false, 'gave go by rule s: two is enough; wanted go by rule r'],
      [true, 'gave go by rule s: two is enough'],
      [false, 'gave wait by rule otherwise; wanted go'],
      [false, "p@1 can't judge these facts: b: missing: expected one of 1, 2, true"],
    ])
    expect(report.results[4]?.issues).toEqual([{ code: 'missing-fact', path: 'b', message: 'missing: expected one of 1, 2, true' }])
  })
})
