import { describe, expect, test } from 'vitest'
import { buildPayload, budgetOf, callsMax, estimateTokens, flowAsks } from '../../../src/entries/referee'
import { approveFacts, compareFacts, recheckFacts } from '../../support/referee-payloads'

const manyCases = Array.from({ length: 8 }, (_, index) => ({ id: `C-20261101-0${index + 1}`, summary: 'like this one', outcome: 'yellow' }))

function built(form: 'approve' | 'compare' | 'recheck', facts: unknown) {
  const result = buildPayload(form, facts)
  if (!result.ok) throw new Error(JSON.stringify(result.issues))
  return result.value
}

describe('payloads', () => {
  test('R-JUDGE-08 R-JUDGE-09 R-JUDGE-07 each form takes its fixed fields', () => {
    expect(built('approve', approveFacts).payload).toEqual(approveFacts)
    expect(built('compare', compareFacts).payload).toEqual(compareFacts)
    expect(built('recheck', recheckFacts).payload).toEqual(recheckFacts)
  })

  test.each(['history', 'implementationNotes', 'expected', 'colour', '__proto__'])(
    'R-JUDGE-06 %s has no field to travel in, and that it stayed is told',
    (field) => {
      const facts: unknown = JSON.parse(JSON.stringify(compareFacts).replace('{', `{"${field}":"it should be green",`))
      const { text, dropped } = built('compare', facts)
      expect(text).not.toContain('it should be green')
      expect(dropped).toEqual([field])
    },
  )

  test('R-JUDGE-06 nor do unknown fields travel deeper down', () => {
    const facts = { ...compareFacts, steps: [{ step: '0', output: 'x', reasoning: 'it should be green' }] }
    const { text, dropped } = built('compare', facts)
    expect(text).not.toContain('it should be green')
    expect(text).not.toContain('reasoning')
    expect(dropped).toEqual(['steps[0].reasoning'])
  })

  test('R-JUDGE-06 R-JUDGE-11 a recheck is not told what the triage came to', () => {
    const { payload, dropped } = built('recheck', { ...recheckFacts, cause: 'RC1', solution: 'FX1', scope: 'SC1', light: 'green' })
    expect(payload).toEqual(recheckFacts)
    expect(dropped).toEqual(['cause', 'solution', 'scope', 'light'])
  })

  test('R-JUDGE-05 five similar cases travel, and each one that did not is named', () => {
    const { payload, cut } = built('compare', { ...compareFacts, cases: manyCases })
    expect(payload).toHaveProperty('cases', manyCases.slice(0, 5))
    expect(cut.map(({ path }) => path)).toEqual(['cases[5]', 'cases[6]', 'cases[7]'])
  })

  test('a missing field is an issue with its path', () => {
    expect(buildPayload('approve', { text: 'x', as_is: '' })).toMatchObject({
      ok: false,
      issues: [{ code: 'missing-field', path: 'source' }],
    })
    expect(buildPayload('compare', 'x')).toMatchObject({ ok: false, issues: [{ code: 'invalid-value', path: '' }] })
  })
})

describe('budgets', () => {
  test('R-JUDGE-25 R-JUDGE-01 in and out, by form', () => {
    expect(budgetOf('approve')).toEqual({ tokensInMax: 300, tokensOutMax: 80 })
    expect(budgetOf('compare')).toEqual({ tokensInMax: 2400, tokensOutMax: 150 })
    expect(budgetOf('recheck')).toEqual({ tokensInMax: 2400, tokensOutMax: 150 })
    expect(budgetOf('compare', true)).toEqual({ tokensInMax: 3000, tokensOutMax: 500 })
    expect(budgetOf('review')).toEqual({ tokensInMax: 2800, tokensOutMax: 400 })
    expect(callsMax).toBe(4)
  })

  test.each<[string, number]>([
    ['', 0],
    ['abcd', 1],
    ['abcde', 2],
    ['é', 1],
    ['漢字', 2],
    ['😀', 1],
    ['ab漢', 2],
  ])('%j is estimated at %i tokens', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
  })

  test('R-JUDGE-25 what fits is left whole', () => {
    const { cut, dropped, overBudget, tokensIn, text } = built('compare', compareFacts)
    expect({ cut, dropped, overBudget }).toEqual({ cut: [], dropped: [], overBudget: false })
    expect(tokensIn).toBe(estimateTokens(text))
  })

  test('similar cases give way before outputs do, and the cut is told', () => {
    const cases = manyCases.slice(0, 3).map((one) => ({ ...one, summary: 'x'.repeat(4000) }))
    const { payload, cut, overBudget } = built('compare', { ...compareFacts, cases })
    expect(payload).toHaveProperty('cases', cases.slice(0, 2))
    expect(payload).toHaveProperty('steps', compareFacts.steps)
    expect(cut.map(({ path }) => path)).toEqual(['cases[2]'])
    expect(overBudget).toBe(false)
  })

  test.each(['x', '漢', '"', '\\', '\n'])('the end of the longest output is cut, with a mark and a note, of %j', (letter) => {
    const output = letter.repeat(20_000)
    const { payload, cut, overBudget } = built('compare', {
      ...compareFacts,
      cases: [],
      steps: [...compareFacts.steps, { step: '3', output }],
    })
    if (!('steps' in payload)) throw new Error('no steps')
    expect(payload.steps.slice(0, 3)).toEqual(compareFacts.steps)
    expect(payload.steps[3]?.output).toMatch(/ \[cut: \d+ characters\]$/)
    expect(cut).toHaveLength(1)
    expect(cut[0]?.path).toBe('steps[3].output')
    expect(overBudget).toBe(false)
  })

  test('what must not be cut goes out whole and says that it is over', () => {
    const text = 'word '.repeat(400)
    const { payload, cut, overBudget } = built('approve', { ...approveFacts, text })
    expect(payload).toHaveProperty('text', text)
    expect(cut).toEqual([])
    expect(overBudget).toBe(true)
  })

  test('suggestions on a red have the larger budget', () => {
    const red = { requirement: 'RQ3', solution: 'SL1', tradeoff: 'none', because: 'the requirement is ambiguous' }
    expect(built('compare', { ...compareFacts, red }).budget).toEqual({ tokensInMax: 3000, tokensOutMax: 500 })
  })
})

test('R-JUDGE-04 R-JUDGE-11 dev and router share their criteria, bugfix has its own and rechecks', () => {
  expect(flowAsks('dev')).toEqual(flowAsks('router'))
  expect(flowAsks('dev')).toEqual({ forms: ['approve', 'compare', 'review'], family: 'dev' })
  expect(flowAsks('bugfix')).toEqual({ forms: ['approve', 'recheck', 'review'], family: 'bugfix' })
})
