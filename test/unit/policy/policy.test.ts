import { describe, expect, test } from 'vitest'
import { isAdjudicateError } from '../../../src/errors'
import type { Policy } from '../../../src/entries/policy'
import { analyse, definePolicy, diffPolicies, evaluate, explain, parseFacts, parsePolicy, testPolicy } from '../../../src/entries/policy'

const release = definePolicy({
  id: 'release',
  version: 1,
  facts: { gate: ['pass', 'fail'], verdict: ['SHIP', 'ITERATE'], freeze: [false, true] },
  outcomes: ['go', 'wait'],
  rules: [
    { id: 'frozen', when: { freeze: true }, then: 'wait', because: 'release freeze' },
    { id: 'green', when: { gate: 'pass', verdict: 'SHIP' }, then: 'go', because: 'gate and panel agree' },
  ],
  otherwise: 'wait',
})
const calm = { gate: 'pass', verdict: 'SHIP', freeze: false }

function thrownBy(run: () => unknown): { code: string; message: string; paths: string[] } {
  try {
    run()
  } catch (error) {
    if (!isAdjudicateError(error)) throw error
    return {
      code: error.code,
      message: error.message,
      paths: ((error.details['issues'] ?? []) as { path: string }[]).map(({ path }) => path),
    }
  }
  throw new Error('nothing was thrown')
}

describe('evaluating', () => {
  test('the first rule that matches decides and says why', () => {
    expect(evaluate(release, { ...calm, freeze: true })).toEqual({
      outcome: 'wait',
      rule: 'frozen',
      because: 'release freeze',
      trace: [{ rule: 'frozen', failed: [] }],
    })
    expect(evaluate(release, { ...calm, verdict: 'ITERATE' })).toEqual({
      outcome: 'wait',
      rule: 'otherwise',
      because: '',
      trace: [
        { rule: 'frozen', failed: ['freeze'] },
        { rule: 'green', failed: ['verdict'] },
        { rule: 'otherwise', failed: [] },
      ],
    })
  })

  test('facts in any order are the same facts', () => {
    expect(evaluate(release, { freeze: false, verdict: 'SHIP', gate: 'pass' }).outcome).toBe('go')
  })

  test('bad facts are named all at once, and nothing falls through', () => {
    const thrown = thrownBy(() => evaluate(release, { gate: 'maybe', freeze: false, extra: 1 }))
    expect(thrown.code).toBe('facts-invalid')
    expect(thrown.paths).toEqual(['extra', 'gate', 'verdict'])
    expect(thrown.message).toContain('release@1')
  })

  test('a value of another type is another value', () => {
    expect(thrownBy(() => evaluate(release, { ...calm, freeze: 'false' })).paths).toEqual(['freeze'])
  })

  test('what a prototype lends is no fact', () => {
    const facts = Object.assign(Object.create({ freeze: false }) as Record<string, string>, { gate: 'pass', verdict: 'SHIP', other: 'x' })
    expect(thrownBy(() => evaluate(release, facts)).paths).toEqual(['freeze', 'other'])
  })

  test.each([[null], [[]], ['pass'], [undefined]])('facts that are %j are no facts', (given) => {
    expect(parseFacts(release, given)).toMatchObject({ ok: false, issues: [{ path: '' }] })
  })

  test('a table of a policy that was changed afterwards is not used', () => {
    const rules = [{ id: 'all', when: {}, then: 'go' }]
    const open: Policy = { id: 'p', version: 1, facts: { a: [1, 2] }, outcomes: ['go', 'wait'], rules, otherwise: 'wait' }
    expect(evaluate(open, { a: 1 }).outcome).toBe('go')
    rules.pop()
    expect(evaluate(open, { a: 1 }).outcome).toBe('wait')
  })
})

describe('explaining', () => {
  test('the shortest ways out name every minimal set of changes', () => {
    expect(explain(release, { gate: 'fail', verdict: 'SHIP', freeze: true })).toEqual({
      outcome: 'wait',
      rule: 'frozen',
      because: 'release freeze',
      earlier: [],
      waysOut: { go: [{ gate: 'pass', freeze: false }] },
    })
  })

  test('the best outcome needs no way out', () => {
    expect(explain(release, calm).waysOut).toEqual({})
  })
})

describe('defining', () => {
  const good = {
    id: 'p',
    version: 1,
    facts: { a: ['x', 'y'] },
    outcomes: ['go', 'wait'],
    rules: [{ id: 'r', when: { a: 'x' }, then: 'go' }],
    otherwise: 'wait',
  }
  test.each<[string, unknown, string[]]>([
    ['a text', 'no', ['']],
    ['no facts', { ...good, facts: {} }, ['facts', 'rules[0].when.a']],
    ['a fact without values', { ...good, facts: { a: [] } }, ['facts.a', 'rules[0].when.a']],
    ['a value twice', { ...good, facts: { a: ['x', 'x'] } }, ['facts.a[1]']],
    ['a value that is a list', { ...good, facts: { a: ['x', []] } }, ['facts.a[1]']],
    ['version 0', { ...good, version: 0 }, ['version']],
    ['a blank id', { ...good, id: ' ' }, ['id']],
    ['an outcome twice', { ...good, outcomes: ['go', 'wait', 'go'] }, ['outcomes[2]']],
    ['no outcomes', { ...good, outcomes: [] }, ['otherwise', 'outcomes', 'rules[0].then']],
    ['an unknown outcome', { ...good, otherwise: 'stop' }, ['otherwise']],
    ['rules that are no list', { ...good, rules: {} }, ['rules']],
    ['a rule without an end', { ...good, rules: [{ id: 'r', when: {} }] }, ['rules[0].then']],
    ['a rule twice', { ...good, rules: [good.rules[0], good.rules[0]] }, ['rules[1].id']],
    ['a rule called otherwise', { ...good, rules: [{ id: 'otherwise', when: {}, then: 'go' }] }, ['rules[0].id']],
    ['an unknown fact', { ...good, rules: [{ id: 'r', when: { b: 'x' }, then: 'go' }] }, ['rules[0].when.b']],
    ['an unknown value in a list', { ...good, rules: [{ id: 'r', when: { a: ['x', 'z'] }, then: 'go' }] }, ['rules[0].when.a[1]']],
    ['an empty list', { ...good, rules: [{ id: 'r', when: { a: [] }, then: 'go' }] }, ['rules[0].when.a']],
    ['a misspelt field', { ...good, otherwize: 'go' }, ['otherwize']],
    ['an unordered fact that is none', { ...good, unordered: ['b'] }, ['unordered[0]']],
    ['a fact from a prototype', { ...good, rules: [{ id: 'r', when: { constructor: 'x' }, then: 'go' }] }, ['rules[0].when.constructor']],
  ])('%s is refused by its path', (_, input, paths) => {
    const parsed = parsePolicy(input)
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual(paths)
  })

  test('a domain over a million cells is refused with its size', () => {
    const values = Array.from({ length: 101 }, (_, index) => index)
    const parsed = parsePolicy({ ...good, facts: { a: values, b: values, c: values }, rules: [] })
    expect(parsed).toMatchObject({ ok: false, issues: [{ code: 'too-large', path: 'facts' }] })
    expect(parsed.ok ? '' : parsed.issues[0]?.message).toContain('1030301')
  })

  test('what was defined can no longer change, nor does it follow its draft', () => {
    const draft = { ...good, rules: [{ id: 'r', when: { a: 'x' }, then: 'go' }] }
    const policy = definePolicy(draft)
    draft.rules.pop()
    expect(policy.rules).toHaveLength(1)
    expect(() => (policy.rules as unknown[]).pop()).toThrow(TypeError)
  })

  test('definePolicy throws with every fault', () => {
    const thrown = thrownBy(() => definePolicy({ ...good, version: 1.5, otherwise: 'stop' }))
    expect(thrown).toMatchObject({ code: 'policy-invalid', paths: ['otherwise', 'version'] })
  })

  test('a policy survives JSON', () => {
    expect(parsePolicy(JSON.parse(JSON.stringify(release)))).toEqual({ ok: true, value: release })
  })
})

describe('comparing and analysing', () => {
  test('policies over other facts can’t be compared', () => {
    const other = definePolicy({ ...release, facts: { ...release.facts, gate: ['pass', 'fail', 'unknown'] } })
    expect(thrownBy(() => diffPolicies(release, other))).toMatchObject({ code: 'policy-invalid' })
  })

  test('values listed in another order are the same domain', () => {
    const other = definePolicy({ ...release, facts: { freeze: [true, false], verdict: ['ITERATE', 'SHIP'], gate: ['fail', 'pass'] } })
    expect(diffPolicies(release, other)).toEqual([])
  })

  test('an unordered fact has no inversions', () => {
    const upside = {
      id: 'u',
      version: 1,
      facts: { a: [1, 2] },
      outcomes: ['go', 'wait'],
      rules: [{ id: 'r', when: { a: 2 }, then: 'go' }],
      otherwise: 'wait',
    }
    expect(analyse(definePolicy(upside)).inversions).toMatchObject([
      { fact: 'a', better: 1, worse: 2, betterGets: 'wait', worseGets: 'go' },
    ])
    expect(analyse(definePolicy({ ...upside, unordered: ['a'] })).inversions).toEqual([])
  })
})

describe('testing a policy', () => {
  test('a failed case says what was given, by which rule, and why', () => {
    const report = testPolicy(release, [
      { name: 'freeze', facts: { ...calm, freeze: true }, outcome: 'go' },
      { facts: calm, outcome: 'go', rule: 'green' },
      { facts: { gate: 'pass' }, outcome: 'go' },
      { facts: calm, outcome: 'go', rule: 'frozen' },
    ])
    expect(report).toMatchObject({ ok: false, passed: 1, failed: 3 })
    expect(report.results.map(({ name, ok }) => [name, ok])).toEqual([
      ['freeze', false],
      ['case 2', true],
      ['case 3', false],
      ['case 4', false],
    ])
    expect(report.results[0]?.why).toBe('gave wait by rule frozen: release freeze; wanted go')
    expect(report.results[2]?.issues).toHaveLength(2)
    expect(report.coverage).toEqual({ rules: 1, cells: 0.25, rulesMissed: [], cellsMet: 2, cellsTotal: 8, otherwise: false })
  })

  test('no cases are no success and cover nothing', () => {
    expect(testPolicy(release, [])).toMatchObject({ ok: false, coverage: { rules: 0, cells: 0 } })
  })
})
