import { describe, expect, test } from 'vitest'
import type { ScoredPanel, ScoredSeat } from '../../../src/entries/statistics'
import { agreement } from '../../../src/entries/statistics'
import { twoSeats } from './two-seats'

const seat = (member: string, scores: { readonly [dimension: string]: number | null }): ScoredSeat => ({
  member,
  scores: Object.entries(scores).map(([dimension, score]) => ({ dimension, score })),
})

const panels: ScoredPanel[] = [
  {
    seats: [
      seat('quality', { correctness: 9, clarity: 7 }),
      seat('adversary', { correctness: 8, clarity: 7 }),
      seat('fitness', { correctness: 8, clarity: 6 }),
    ],
  },
  {
    seats: [
      seat('adversary', { clarity: 5, correctness: 4, tests: null }),
      seat('fitness', { clarity: 5, correctness: 5 }),
      seat('quality', { clarity: null, correctness: 4, tests: 9 }),
    ],
  },
]

const near = (value: number): unknown => expect.closeTo(value, 12)
const estimate = (value: number, low: number, high: number, defined = 200): unknown => ({
  value: near(value),
  interval: { low: near(low), high: near(high), resamples: 200, defined },
})

describe('agreement over panels', () => {
  const found = (): ReturnType<typeof agreement> => agreement(panels, { seed: 7, resamples: 200 })

  // The expected numbers come from a separate program: exact fractions, and its own generator for the intervals.
  test('gives α on three levels with its intervals', () => {
    expect(found().alpha).toEqual({
      interval: estimate(148 / 163, -0.006249999999998979, 0.9391891891891891),
      ordinal: estimate(2128 / 2343, -0.006249999999998979, 0.9527431153184166),
      nominal: estimate(19 / 49, -0.006249999999998979, 0.5510204081632653),
    })
  })

  test("gives each pair's κ, its weights by ranks among all scores", () => {
    expect(found().cohen).toEqual([
      {
        a: 'adversary',
        b: 'fitness',
        units: 4,
        unweighted: estimate(5 / 13, 0, 1),
        linear: estimate(9 / 13, 0, 1),
        quadratic: estimate(7 / 8, 0, 1),
      },
      {
        a: 'adversary',
        b: 'quality',
        units: 3,
        unweighted: estimate(4 / 7, 0, 1, 181),
        linear: estimate(16 / 19, 0, 1, 181),
        quadratic: estimate(62 / 65, 0, 1, 181),
      },
      {
        a: 'fitness',
        b: 'quality',
        units: 3,
        unweighted: estimate(0, 0, 0),
        linear: estimate(10 / 19, 0, 0.5714285714285714),
        quadratic: estimate(44 / 53, 0, 0.8695652173913043),
      },
    ])
  })

  test("A-UNDEFINED Fleiss' κ has no value while a unit lacks a rating, and has one when all are there", () => {
    expect(found().fleiss).toEqual({ value: null, why: 'unequal-raters' })
    const whole = panels.map(({ seats }, index) => ({
      seats: seats.map(({ member, scores }) => ({
        member,
        scores: (scores ?? []).filter(({ dimension }) => index === 0 || dimension === 'correctness'),
      })),
    }))
    expect(agreement(whole, { seed: 7, resamples: 200 }).fleiss).toEqual(estimate(2 / 11, -0.5, 2 / 11))
  })

  test('counts what it looked at and says how it resampled', () => {
    expect(found()).toMatchObject({ panels: 2, members: ['adversary', 'fitness', 'quality'], units: 5, ratings: 12 })
    expect(found().bootstrap).toEqual({ seed: 7, resamples: 200, level: 0.95 })
  })

  test('an abstained seat is a member that rated nothing, and pairs that never met are left out', () => {
    const apart = agreement(
      [{ seats: [seat('a', { x: 8, y: 5 }), { member: 'b' }] }, { seats: [seat('b', { x: 7 }), seat('c', { x: 7 })] }],
      { seed: 0, resamples: 50 },
    )
    expect(apart.members).toEqual(['a', 'b', 'c'])
    expect(apart.cohen.map(({ a, b }) => a + b)).toEqual(['bc'])
    expect(apart.cohen[0]?.linear).toEqual({ value: null, why: 'no-variation' })
  })

  test('no panel at all has no value', () => {
    const none = agreement([], { seed: 0 })
    expect(none.alpha.interval).toEqual({ value: null, why: 'no-pairable-values' })
    expect(none.fleiss).toEqual({ value: null, why: 'no-pairable-values' })
    expect(none.cohen).toEqual([])
  })

  test('takes the seats that adjudicate takes', () => {
    expect(agreement([{ seats: twoSeats }], { seed: 0 })).toMatchObject({ members: ['adversary', 'quality'], units: 1, ratings: 1 })
  })

  test.each([
    ['NaN', [seat('a', { x: NaN })], 'panels[0].seats[0].scores[0].score'],
    ['a text for a score', [{ member: 'a', scores: [{ dimension: 'x', score: '8' }] }], 'panels[0].seats[0].scores[0].score'],
    ['a member twice on a panel', [seat('a', { x: 8 }), seat('a', { x: 8 })], 'panels[0].seats[1].member'],
    ['a member without a name', [seat('', { x: 8 })], 'panels[0].seats[0].member'],
    ['a dimension without a name', [seat('a', { '': 8 })], 'panels[0].seats[0].scores[0].dimension'],
    [
      'a dimension scored twice',
      [
        {
          member: 'a',
          scores: [
            { dimension: 'x', score: 8 },
            { dimension: 'x', score: 8 },
          ],
        },
      ],
      'panels[0].seats[0].scores[1].dimension',
    ],
  ])('refuses %s', (_, seats, path) => {
    const refused = expect.objectContaining({ code: 'data-invalid', details: { path } })
    expect(() => agreement([{ seats: seats as ScoredSeat[] }], { seed: 0 })).toThrow(refused)
  })

  test('refuses a broken seed even where nothing is resampled', () => {
    expect(() => agreement([], { seed: NaN })).toThrow(expect.objectContaining({ code: 'data-invalid' }))
  })

  test('a dimension that nobody scored is no unit', () => {
    const seats = ['a', 'b'].map((member) => ({
      member,
      scores: [
        { dimension: 'x', score: 5 },
        { dimension: 'y', score: null },
      ],
    }))
    expect(agreement([{ seats }], { seed: 0, resamples: 1 })).toMatchObject({ units: 1, ratings: 2, fleiss: { why: 'no-variation' } })
  })
})
