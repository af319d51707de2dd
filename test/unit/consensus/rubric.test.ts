import { describe, expect, test } from 'vitest'
import { hashOf } from '../../../src/canonical/digest'
import type { FrozenRubric } from '../../../src/consensus/rubric'
import { dimensionIdsOf, freezeRubric } from '../../../src/consensus/rubric'
import type { Issue } from '../../../src/issues'
import type { Json } from '../../support/consensus-input'
import { faultsOf, inputOf, panelOf } from '../../support/consensus-input'

function frozen(more: Json = {}): FrozenRubric {
  const result = freezeRubric({ criteria: ['it works'], dimensions: ['d'], ...more })
  if (!result.ok) throw new Error(JSON.stringify(result.issues))
  return result.value
}

function issues(more: Json): readonly Issue[] {
  const result = freezeRubric({ criteria: ['it works'], dimensions: ['d'], ...more })
  return result.ok ? [] : result.issues
}

const codes = (more: Json): string[] => issues(more).map(({ code, path }) => `${code} ${path}`)

describe('freezing a rubric', () => {
  test('R-TRI-07 spells short forms out and fixes everything under one hash', () => {
    const value = frozen({
      criteria: ['it works', { id: 'fast', text: 'it is fast' }],
      dimensions: ['d', { id: 'e', weight: 3, criteria: ['C1', 'fast'] }],
    })
    const { hash, ...content } = value
    expect(content).toEqual({
      criteria: [
        { id: 'C1', text: 'it works' },
        { id: 'fast', text: 'it is fast' },
      ],
      dimensions: [
        { id: 'd', weight: 0.25, criteria: [] },
        { id: 'e', weight: 0.75, criteria: ['C1', 'fast'] },
      ],
      target: 0.8,
      commands: [],
      lenses: [],
      skills: [],
    })
    expect(hash).toBe(hashOf(content))
  })

  test('R-TRI-07 any change of it is another hash', () => {
    const changes: Json[] = [
      {},
      { criteria: ['it works!'] },
      { dimensions: ['e'] },
      { dimensions: ['d', 'e'] },
      { target: 0.81 },
      { commands: ['npm test'] },
      { lenses: ['quality'] },
      { skills: ['reading'] },
    ]
    expect(new Set(changes.map((change) => frozen(change).hash)).size).toBe(changes.length)
  })

  test('a frozen rubric freezes to itself, and is refused once it was altered', () => {
    const value = frozen({
      dimensions: [
        { id: 'd', weight: 1 },
        { id: 'e', weight: 2 },
      ],
    })
    expect(freezeRubric(value)).toEqual({ ok: true, value })
    const altered = freezeRubric({ ...value, target: 0.5 })
    expect(altered.ok ? [] : altered.issues.map(({ code, path }) => `${code} ${path}`)).toEqual(['rubric-altered hash'])
    expect(altered.ok ? '' : altered.issues[0]?.message).toMatch(`the rubric was frozen as ${value.hash} and is now sha256:`)
  })

  test('A-TRI-7 weights are relative: any scale comes to the same shares, which sum to 1', () => {
    const shares = (weights: readonly number[]): number[] => {
      return frozen({ dimensions: weights.map((weight, index) => ({ id: `d${index}`, weight })) }).dimensions.map(({ weight }) => weight)
    }
    expect(shares([1, 1, 1])).toEqual(shares([1 / 3, 1 / 3, 1 / 3]))
    expect(shares([5, 3, 2])).toEqual([0.5, 0.3, 0.2])
    expect(shares([1e-9, 3e-9])).toEqual([0.25, 0.75])
    for (const weights of [[1], [1, 2, 4, 8], [0.1, 0.7, 13]]) expect(shares(weights).reduce((a, b) => a + b)).toBeCloseTo(1, 12)
    expect(frozen({ dimensions: ['a', 'b', 'c', 'e'] }).dimensions.map(({ weight }) => weight)).toEqual([0.25, 0.25, 0.25, 0.25])
  })

  test.each<[string, unknown]>([
    ['0', 0],
    ['-0', -0],
    ['-1', -1],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['"1"', '1'],
    ['null', null],
  ])('A-TRI-7 a weight of %s is refused by name', (shown, weight) => {
    const wanted = `found ${shown === '-0' ? '0' : shown}: not a finite number above 0`
    expect(issues({ dimensions: [{ id: 'd', weight }] })).toEqual([
      { code: 'rubric-weight', path: 'dimensions[0].weight', message: wanted },
    ])
  })

  test('A-TRI-7 weights whose sum or share can’t be held are refused', () => {
    expect(
      codes({
        dimensions: [
          { id: 'd', weight: 1e308 },
          { id: 'e', weight: 1e308 },
        ],
      }),
    ).toEqual(['rubric-weight dimensions[0].weight', 'rubric-weight dimensions[1].weight'])
    expect(
      codes({
        dimensions: [
          { id: 'd', weight: 5e-324 },
          { id: 'e', weight: 9e15 },
        ],
      }),
    ).toEqual(['rubric-weight dimensions'])
    expect(
      codes({
        dimensions: [
          { id: 'd', weight: 1e-300 },
          { id: 'e', weight: 1 },
        ],
      }),
    ).toEqual([])
  })

  test('weights too large to be hashed are refused and never thrown', () => {
    const again = freezeRubric({ criteria: ['it works'], dimensions: [{ id: 'd', weight: 1e300 }], hash: 'sha256:0' })
    expect(again.ok).toBe(false)
  })

  test.each<[string, unknown]>([
    ['0', 0],
    ['-0.1', -0.1],
    ['1.00000001', 1.00000001],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['"0.8"', '0.8'],
    ['null', null],
  ])('R-TRI-60 a target of %s is refused by name', (shown, target) => {
    expect(issues({ target })).toEqual([
      { code: 'rubric-target', path: 'target', message: `found ${shown}: not a number above 0 and up to 1` },
    ])
  })

  test('R-TRI-60 any target above 0 and up to 1 is taken, 0.80 unless given', () => {
    expect(frozen().target).toBe(0.8)
    expect(frozen({ target: undefined }).target).toBe(0.8)
    expect([1, 0.000001].map((target) => frozen({ target }).target)).toEqual([1, 0.000001])
  })

  test('R-TRI-10 without a criterion there is no rubric, and no ruling', () => {
    expect(issues({ criteria: [] })).toEqual([
      { code: 'rubric-no-criterion', path: 'criteria', message: 'found []: at least one criterion' },
    ])
    expect(codes({ criteria: undefined })).toEqual(['missing-field criteria'])
    expect(codes({ criteria: ['it works', ' '] })).toEqual(['invalid-value criteria[1].text'])
    const panel = panelOf({ d: [8, 8] })
    expect(faultsOf(inputOf(panel, { rubric: { criteria: [], dimensions: ['d'] } }))).toEqual(['rubric-no-criterion rubric.criteria'])
  })

  test('nor without a dimension', () => {
    expect(issues({ dimensions: [] })).toEqual([
      { code: 'rubric-no-dimension', path: 'dimensions', message: 'found []: at least one dimension' },
    ])
    expect(codes({ dimensions: undefined })).toEqual(['missing-field dimensions'])
    expect(codes({ dimensions: 'd' })).toEqual(['invalid-value dimensions'])
    expect(codes({ criteria: 'c' })).toEqual(['invalid-value criteria'])
  })

  test('ids stand once', () => {
    expect(issues({ dimensions: ['d', { id: 'd', weight: 2 }, 'd'] })).toEqual([
      { code: 'rubric-duplicate-dimension', path: 'dimensions[1].id', message: 'the id "d" stands twice' },
      { code: 'rubric-duplicate-dimension', path: 'dimensions[2].id', message: 'the id "d" stands twice' },
    ])
    expect(issues({ criteria: ['a', { id: 'C1', text: 'b' }] })).toEqual([
      { code: 'rubric-duplicate-criterion', path: 'criteria[1].id', message: 'the id "C1" stands twice' },
    ])
    expect(codes({ dimensions: [{ weight: 1 }, { weight: 1 }] })).toEqual([
      'missing-field dimensions[0].id',
      'missing-field dimensions[1].id',
    ])
  })

  test('a dimension names criteria that are there', () => {
    expect(issues({ dimensions: [{ id: 'd', criteria: ['C1', 'C2'] }] })).toEqual([
      { code: 'rubric-criterion-unknown', path: 'dimensions[0].criteria[1]', message: 'no criterion has the id "C2"' },
    ])
  })

  test('ids that JavaScript reads as a prototype are no dimension’s', () => {
    for (const id of ['__proto__', 'constructor', 'prototype']) {
      for (const dimension of [id, { id }]) {
        const [issue, ...rest] = issues({ dimensions: [dimension] })
        expect(issue).toMatchObject({ code: 'invalid-value', path: 'dimensions[0].id' })
        expect(issue?.message).toContain('reserved')
        expect(issue?.message).toContain(id)
        expect(rest).toEqual([])
      }
    }
    expect(frozen({ dimensions: ['toString', 'hasOwnProperty'] }).dimensions.map(({ id }) => id)).toEqual(['toString', 'hasOwnProperty'])
  })

  test('unknown fields, blank ids and other shapes are named, all at once and in order', () => {
    const all = {
      criteria: ['a', { id: '', text: 'b' }, { id: 'x', text: 'y', z: 1 }, 7],
      dimensions: ['d', 'd', { id: '', weight: 0 }, null],
      target: 2,
      moon: true,
      commands: ['npm test', 3],
      lenses: 'quality',
    }
    expect(codes(all)).toEqual([
      'invalid-value commands[1]',
      'invalid-value criteria[1].id',
      'unknown-field criteria[2].z',
      'invalid-value criteria[3]',
      'rubric-duplicate-dimension dimensions[1].id',
      'invalid-value dimensions[2].id',
      'rubric-weight dimensions[2].weight',
      'invalid-value dimensions[3]',
      'invalid-value lenses',
      'unknown-field moon',
      'rubric-target target',
    ])
  })

  test.each([null, undefined, 7, 'rubric', [], true])('what is no object is no rubric: %j', (input) => {
    const result = freezeRubric(input)
    expect(result.ok).toBe(false)
    expect(result.ok ? [] : result.issues).not.toEqual([])
  })

  test('a text that has no UTF-8 is a fault and never thrown', () => {
    const result = freezeRubric({ criteria: ['half \ud800 a pair'], dimensions: ['d'] })
    expect(result.ok).toBe(false)
  })
})

describe('the dimensions of a rubric as far as it can be read', () => {
  test('are its ids, once each', () => {
    expect(dimensionIdsOf({ dimensions: ['d', { id: 'e' }, { id: 7 }, null, 'd'] })).toEqual(['d', 'e'])
    for (const input of [null, undefined, 7, {}, { dimensions: 'd' }]) expect(dimensionIdsOf(input)).toEqual([])
  })
})
