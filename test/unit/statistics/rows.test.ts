import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AgreementVector } from '../../support/translate/agreement'
import { runAgreementVector } from '../../support/translate/agreement'
import type { PublishedCase } from '../../support/translate/published'
import { runPublishedCase } from '../../support/translate/published'

function rowsOf(path: string): unknown[] {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
}

const vectors = rowsOf('../../vectors/agreement.jsonl') as AgreementVector[]
const cases = rowsOf('../../cases/published.jsonl') as PublishedCase[]

const referenceTable = (name: string, rows: unknown, more: object = {}): PublishedCase => ({
  id: 'x',
  input: { metric: 'reference-table', name },
  expected: { rows, ...more },
})

describe('agreement vectors', () => {
  test.each(vectors)('$id', (row) => expect(runAgreementVector(row)).toBeUndefined())

  test('a wrong value, a wrong reason, a missing field and an unknown measure all fail', () => {
    // prettier-ignore
    const table = { measure: 'cohen-kappa-table', weights: 'none', table: [[20, 5], [10, 15]] }
    const run = (input: unknown, expected: AgreementVector['expected']): string | undefined =>
      runAgreementVector({ id: 'x', input, expected })
    expect(run(table, { value: 0.4, fraction: '2/5' })).toBeUndefined()
    expect(run(table, { value: 0.400001 })).toContain('expected 0.400001')
    expect(run(table, { value: 0.4, fraction: '2/7' })).toContain('expected 2/7')
    expect(run(table, { value: null, why: 'no-variation' })).toContain('expected null')
    expect(run({ ...table, table: [[3]] }, { value: null, why: 'unequal-raters' })).toContain('why is no-variation')
    expect(run({ measure: 'wilson', successes: 0, n: 0 }, { low: 0 })).toContain('high is 1')
    expect(run(table, {})).toContain('nothing is expected')
    expect(run({ ...table, measure: 'scott-pi' }, { value: 0.4 })).toContain('no such measure')
  })
})

describe('published figures', () => {
  test.each(cases)('$id', (row) => expect(runPublishedCase(row)).toBeUndefined())

  test('a figure outside its tolerance and an unknown metric fail', () => {
    // prettier-ignore
    const data = [[20, 5], [10, 15]]
    const run = (input: unknown, expected: PublishedCase['expected']): string | undefined => runPublishedCase({ id: 'x', input, expected })
    expect(run({ metric: 'cohen_kappa_table', data }, { value: 0.41, tol: 0.005 })).toContain('expected 0.41')
    expect(run({ metric: 'cohen_kappa_table', data: [[5]] }, { value: 1, tol: 0.005 })).toContain('no-variation')
    expect(run({ metric: 'cohen_kappa_table', data: [[5]] }, { value: null, why: 'no-variation' })).toBeUndefined()
    expect(run({ metric: 'cohen_kappa_table', data }, { tol: 0.005 })).toContain('a number with its tolerance')
    expect(run({ metric: 'scott_pi', data }, { value: 0.4, tol: 1 })).toContain('no such metric')
    expect(run({ metric: 'cohen_kappa', data: [[1], [1], [1]] }, { value: 1, tol: 1 })).toContain('no such metric')
  })

  test.each([
    ['rates with their n', referenceTable('first_turn', { S1: { A: [0.66, 1325], B: [0.59, 1285] } })],
    ['cases out of n', referenceTable('failures', { plain: [14, 20], guided: [3, 20] })],
    [
      'shares of a whole, rounded',
      referenceTable('bias', { a: { first: 0.5, second: 0.012, same: 0.462, error: 0.025 }, b: { first: 1, second: 0 } }),
    ],
    ['coefficients below 0', referenceTable('some_kappa', { a: -0.2, b: 0.9 }, { verified: 'secondary' })],
    ['plain counts and names', referenceTable('size', { models: 2, articles: 3, examples: 6, dimensions: ['x', 'y'] })],
  ])('a reference table of %s is consistent', (_, row) => {
    expect(runPublishedCase(row)).toBeUndefined()
  })

  test.each([
    ['a rate above 1', referenceTable('t', { a: 1.2 }), 'neither a count nor a share'],
    ['a negative rate', referenceTable('t', { a: -0.2 }), 'neither a count nor a share'],
    ['a coefficient below -1', referenceTable('alpha', { a: -1.5 }), 'neither a count nor a share'],
    ['an n that is no count', referenceTable('t', { S1: { A: [0.5, 10.5] } }), 'a positive whole number'],
    ['an n of 0', referenceTable('t', { S1: { A: [0.5, 0] } }), 'a positive whole number'],
    ['more cases than n', referenceTable('t', { S1: { A: [21, 20] } }), 'outside 0 to 1'],
    [
      'one row that does not sum to 1',
      referenceTable('t', { a: { x: 0.5, y: 0.5 }, b: { x: 0.3, y: 0.7 }, c: { x: 0.3, y: 0.6 } }),
      'of c sum to',
    ],
    ['a product that is wrong', referenceTable('t', { models: 2, articles: 3, examples: 7 }), 'are not 7 examples'],
    ['no rows', referenceTable('t', {}), 'has rows'],
    ['an empty row', referenceTable('t', { a: {} }), 'is empty'],
    ['a doubled name', referenceTable('t', { a: ['x', 'x'] }), 'twice'],
    ['a hole', referenceTable('t', { a: null }), 'null'],
    ['no name', referenceTable('', { a: 1 }), 'has a name'],
    ['an empty verified note', referenceTable('t', { a: 1 }, { verified: '' }), 'verified'],
  ])('a reference table with %s is not', (_, row, why) => {
    expect(runPublishedCase(row)).toContain(why)
  })
})
