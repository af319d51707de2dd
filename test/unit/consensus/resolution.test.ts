import { describe, expect, test } from 'vitest'
import { deadlocked, resolve } from '../../../src/consensus/resolution'
import { column, ruledOn } from '../../support/consensus-input'

type Row = readonly [scores: number[], kind: string, consensus: number | null, dissenters: string[]]

function resolved(scores: readonly number[]): { kind: string; consensus: number | null; dissenters: string[] } {
  const { ruling, dissenters } = resolve(column(scores))
  return { kind: ruling.kind, consensus: ruling.consensus, dissenters: dissenters.map(({ member }) => member) }
}

function expectRow([scores, kind, consensus, dissenters]: Row): void {
  const got = resolved(scores)
  expect(got.kind).toBe(kind)
  if (consensus === null) expect(got.consensus).toBeNull()
  else expect(got.consensus).toBeCloseTo(consensus, 9)
  expect(got.dissenters).toEqual(dissenters)
}

describe('one dimension', () => {
  test('R-TRI-49 none or one survivor never decides', () => {
    expectRow([[], 'undecided', null, []])
    expectRow([[9], 'undecided', null, []])
  })

  test.each<Row>([
    [[7, 8], 'converged', 7.5, []],
    [[7, 8, 8], 'converged', 23 / 3, []],
    [[8, 7, 8], 'converged', 23 / 3, []],
    [[7, 8, 8, 7], 'converged', 7.5, []],
    [[6, 6.5, 7, 7, 7], 'converged', 6.7, []],
  ])('R-TRI-56 %j lie within one point: the mean of all', (...row) => expectRow(row))

  test('R-TRI-56 and C-TOLERANCE one point apart exactly, or but for rounding, is within; more is not', () => {
    expect(resolved([7, 8]).kind).toBe('converged')
    expect(resolved([7, 8.0000000005]).kind).toBe('converged')
    expect(resolved([7, 8.00000001]).kind).toBe('deadlock')
  })

  test.each<Row>([
    [[4, 8, 9], 'majority', 8.5, ['adversary']],
    [[8, 4, 9], 'majority', 8.5, ['quality']],
    [[8, 9, 4], 'majority', 8.5, ['fitness']],
    [[5, 8, 8, 9], 'majority', 25 / 3, ['adversary']],
    [[4, 8, 4, 8, 8], 'majority', 8, ['adversary', 'fitness']],
    [[9, 9, 9, 9, 5, 7], 'majority', 9, ['reader', 'tester']],
    [[9, 9, 9, 9, 5, 7, 1], 'majority', 9, ['reader', 'tester', 'user']],
  ])('R-TRI-57 %j: the one largest group holds more than half, its mean decides and the others dissent', (...row) => expectRow(row))

  test.each<Row>([
    [[6, 7, 8], 'median', 7, ['adversary', 'fitness']],
    [[6, 7, 7.9], 'median', 7, ['adversary']],
    [[5, 6, 7, 6], 'median', 6, ['adversary', 'fitness']],
    [[6, 6.5, 7, 7.5], 'median', 6.75, ['adversary', 'operator']],
    [[7.5, 6, 7, 6.5], 'median', 6.75, ['adversary', 'quality']],
    [[4, 5, 5, 5, 6, 9], 'median', 5, ['tester']],
  ])('R-TRI-57 %j: several largest groups with a majority yield to the median, whoever is furthest dissents', (...row) => expectRow(row))

  test('A-TRI-8 all who are equally far from the median dissent, and only they', () => {
    expect(resolved([5, 6, 7]).dissenters).toEqual(['adversary', 'fitness'])
    expect(resolved([5.1, 6, 7]).dissenters).toEqual(['fitness'])
    expect(resolved([5.1, 6, 6.9]).dissenters).toEqual(['adversary', 'fitness'])
  })

  test.each<Row>([
    [[7, 9], 'deadlock', null, []],
    [[3, 6, 9], 'deadlock', null, []],
    [[5, 5, 8, 8], 'deadlock', null, []],
    [[5, 5, 8, 3], 'deadlock', null, []],
    [[4, 4, 8, 8, 6], 'deadlock', null, []],
    [[5, 5, 5, 8, 8, 8], 'deadlock', null, []],
    [[5, 5, 5, 9, 9, 7, 1], 'deadlock', null, []],
  ])('R-TRI-58 and C-DEADLOCKDISSENT %j: no group of more than half, nobody dissents from nothing', (...row) => expectRow(row))

  test('A-TRI-1 half of the survivors is no majority, one more is, for every size of panel', () => {
    for (const size of [4, 6, 8, 10]) {
      const half = Array.from({ length: size }, (_, index) => (index < size / 2 ? 9 : 4 + 0.01 * index))
      const apart = half.map((value, index) => (index < size / 2 ? value : index % 2 === 0 ? 1.5 : 5))
      expect(resolved(apart).kind, `${size / 2} of ${size}`).toBe('deadlock')
      const more = apart.map((value, index) => (index === size / 2 ? 9 : value))
      expect(resolved(more), `${size / 2 + 1} of ${size}`).toMatchObject({ kind: 'majority', consensus: 9 })
    }
  })

  test('A-TRI-1 for three members this is the published rule: every triple of whole scores', () => {
    const kinds = new Set<string>()
    for (let a = 1; a <= 10; a++) {
      for (let b = a; b <= 10; b++) {
        for (let c = b; c <= 10; c++) {
          const pairs = [
            [a, b],
            [b, c],
          ].filter(([low, high]) => (high ?? 0) - (low ?? 0) <= 1)
          const [pair = []] = pairs
          const wanted: Row =
            c - a <= 1
              ? [[b, c, a], 'converged', (a + b + c) / 3, []]
              : pairs.length === 0
                ? [[b, c, a], 'deadlock', null, []]
                : pairs.length === 2
                  ? [[b, c, a], 'median', b, ['quality', 'fitness']]
                  : [[b, c, a], 'majority', ((pair[0] ?? 0) + (pair[1] ?? 0)) / 2, [pair[0] === a ? 'quality' : 'fitness']]
          expectRow(wanted)
          kinds.add(wanted[1])
        }
      }
    }
    expect(kinds.size).toBe(4)
  })

  test('A-TRI-3 a spread between 1 and 2 goes to the largest group and fires nothing', () => {
    const ruling = ruledOn({ d: [7, 8.5, 8.5] }, {}, { synthesis: undefined })
    expect(ruling.triggers.filter(({ fired }) => fired)).toEqual([])
    expect(ruling.dimensions[0]).toMatchObject({ kind: 'majority', consensus: 8.5 })
  })

  test('what a dimension adds is its consensus over ten times its weight, and nothing while there is none', () => {
    expect(resolve(column([6, 6], 'd', 0.25)).ruling).toMatchObject({ weight: 0.25, n: 2, part: 0.15 })
    expect(resolve(column([3, 9], 'd', 0.25)).ruling.part).toBeNull()
    const { ruling, dissenters } = deadlocked(resolve(column([6, 6], 'd', 0.25)))
    expect(ruling).toMatchObject({ kind: 'deadlock', consensus: null, part: null, n: 2, weight: 0.25 })
    expect(dissenters).toEqual([])
  })

  test('the scores that were resolved are listed with their members', () => {
    expect(resolve(column([6, 7])).ruling.scores).toEqual([
      { member: 'adversary', score: 6 },
      { member: 'quality', score: 7 },
    ])
  })
})

describe('outliers', () => {
  test.each<[number[], string[]]>([
    [[3, 8, 8], ['adversary']],
    [[6, 8, 8], ['adversary']],
    [[6.0000000005, 8, 8], ['adversary']],
    [[6.01, 8, 8], []],
    [
      [3, 6, 9],
      ['adversary', 'quality', 'fitness'],
    ],
    [[3, 3, 8, 8], []],
    [[8, 8, 8, 8, 5], ['reader']],
    [
      [7, 9],
      ['adversary', 'quality'],
    ],
    [[8, 8], []],
  ])('R-TRI-45 and A-TRI-27 of %j those 2 or more from every other: %j', (scores, outliers) => {
    expect(resolve(column(scores)).ruling.outliers).toEqual(outliers)
  })

  test('C-OUTLIERFIRST they are found after synthesis, and a lone survivor is none', () => {
    const reply = { member: 'adversary', dimension: 'd', action: 'REVISE', score: 7, justification: 'persuaded' }
    expect(ruledOn({ d: [3, 8, 8] }).dimensions[0]?.outliers).toEqual(['adversary'])
    expect(ruledOn({ d: [3, 8, 8] }, {}, { synthesis: [reply] }).dimensions[0]?.outliers).toEqual([])
    expect(resolve(column([3])).ruling.outliers).toEqual([])
  })
})

describe('blocked', () => {
  test.each<[number[], boolean]>([
    [[3, 3], true],
    [[3, 4], false],
    [[2, 3, 4], true],
    [[2, 4, 4], false],
    [[2, 3, 4, 4], false],
    [[2, 3, 3, 4], true],
    [[3, 3, 3, 4, 4], true],
    [[3, 3, 4, 4, 4], false],
    [[3, 3, 3, 4, 4, 4], false],
    [[3, 3, 3, 3, 4, 4, 4], true],
    [[], false],
  ])('R-TRI-61 and A-TRI-9 %j: a strict majority at 3 or less, %s', (scores, blocked) => {
    expect(resolve(column(scores)).ruling.blocked).toBe(blocked)
  })

  test('R-TRI-61 and C-TOLERANCE 3 but for rounding is 3', () => {
    expect(resolve(column([3.0000000005, 3])).ruling.blocked).toBe(true)
    expect(resolve(column([3.00000001, 3])).ruling.blocked).toBe(false)
  })

  test('R-TRI-61 one low score alone is a dissent', () => {
    const ruling = ruledOn({ d: [2, 8, 9] })
    expect(ruling.dimensions[0]?.blocked).toBe(false)
    expect(ruling.dissents).toMatchObject([{ member: 'adversary', score: 2, status: 'logged' }])
    expect(ruling.verdict).toBe('SHIP')
  })

  test('A-TRI-10 is decided on the scores after synthesis', () => {
    const reply = { member: 'quality', dimension: 'd', action: 'REVISE', score: 3, justification: 'I see it now' }
    expect(ruledOn({ d: [2, 5, 6] }).dimensions[0]?.blocked).toBe(false)
    expect(ruledOn({ d: [2, 5, 6] }, {}, { synthesis: [reply] }).dimensions[0]?.blocked).toBe(true)
  })
})
