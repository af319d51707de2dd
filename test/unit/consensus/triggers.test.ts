import { describe, expect, test } from 'vitest'
import type { Column } from '../../../src/consensus/columns'
import { disputedBy, spreadOf, triggersOf } from '../../../src/consensus/triggers'
import type { TriggerId } from '../../../src/consensus/ruling'
import { column, entry, falseClaim, inputOf, members, panelOf, rulingOf, ruledOn, verdictOf } from '../../support/consensus-input'

const target = 0.8

function flagged(id: TriggerId, columns: readonly Column[]): readonly string[] | undefined {
  const trigger = triggersOf(columns, target).find((one) => one.id === id)
  expect(trigger?.fired === true || trigger?.dimensions.length === 0).toBe(true)
  return trigger?.fired === true ? trigger.dimensions : undefined
}

function confident(confidences: readonly number[], id = 'd'): Column {
  return { id, weight: 1, entries: confidences.map((confidence, index) => entry(members[index] ?? '', 6, confidence)) }
}

describe('spread', () => {
  test.each<[number[], boolean]>([
    [[6, 8], true],
    [[6, 7, 8], true],
    [[8, 6, 7], true],
    [[6, 7.9999999999], true],
    [[6, 7.99999999], false],
    [[6, 7.9], false],
    [[6, 8.5], true],
    [[9], false],
    [[], false],
  ])('R-TRI-40 and C-TOLERANCE fires on %j: %s', (scores, fires) => {
    expect(flagged('spread', [column(scores)])).toEqual(fires ? ['d'] : undefined)
  })

  test('R-TRI-40 a spread is the highest score less the lowest, of none it is 0', () => {
    expect([spreadOf([]), spreadOf([{ score: 7 }]), spreadOf([{ score: 7 }, { score: 3 }, { score: 9.5 }])]).toEqual([0, 0, 6.5])
  })

  test('R-TRI-40 flags each dimension on its own', () => {
    expect(flagged('spread', [column([6, 8], 'a'), column([7, 8], 'b'), column([9, 5], 'c')])).toEqual(['a', 'c'])
  })
})

describe('pass-fail-split', () => {
  test.each<[number, number, boolean]>([
    [8, 6.5, false],
    [8, 6.49, true],
    [8, 6.4999999999, false],
    [8, 6.49999, true],
    [7.9999999999, 6.49, true],
    [7.99999, 6.49, false],
    [10, 6.5, false],
    [10, 1, true],
    [7, 1, false],
  ])('R-TRI-41 fires on own overalls of %s and %s tenths against 0.80: %s', (pass, fail, fires) => {
    const flags = fires ? ['d'] : undefined
    expect(flagged('pass-fail-split', [column([pass, fail])])).toEqual(flags)
    expect(flagged('pass-fail-split', [column([fail, pass])])).toEqual(flags)
  })

  test('R-TRI-41 weighs a member’s own scores by the dimensions’ weights', () => {
    const heavy = [column([9, 9], 'a', 0.9), column([9, 1], 'b', 0.1)]
    const light = [column([9, 9], 'a', 0.1), column([9, 1], 'b', 0.9)]
    expect(flagged('pass-fail-split', heavy)).toBeUndefined()
    expect(flagged('pass-fail-split', light)).toEqual(['b'])
  })

  test('A-TRI-4 flags the dimensions on which the pair differs by 2 or more', () => {
    const columns = [column([9, 6], 'a'), column([9, 7], 'b'), column([9, 7.5], 'c'), column([8, 4], 'e')]
    expect(flagged('pass-fail-split', columns)).toEqual(['a', 'b', 'e'])
  })

  test('A-TRI-4 else those on which it differs most, all of them', () => {
    expect(flagged('pass-fail-split', [column([8, 6.2], 'a'), column([8, 6.4], 'b')])).toEqual(['a'])
    expect(flagged('pass-fail-split', [column([8, 6.4], 'a'), column([8, 6.4], 'b')])).toEqual(['a', 'b'])
    expect(flagged('pass-fail-split', [column([8, 6.4], 'a'), column([8, 6.4000000001], 'b')])).toEqual(['a', 'b'])
  })

  test('A-TRI-4 a dimension that only one of the pair scored is no gap', () => {
    const alone = { id: 'b', weight: 0.1, entries: [entry('adversary', 9)] }
    expect(flagged('pass-fail-split', [column([8, 6.2], 'a'), alone])).toEqual(['a'])
  })

  test('C-SPLITPAIRS asks that of each pair by itself and joins the flags', () => {
    const split = (columns: readonly Column[]) => triggersOf(columns, 0.9)[1]
    // Against the first, the second differs by 5 on a; the third by less than 2 everywhere, most on b.
    expect(split([column([9, 4, 7.3], 'a'), column([9, 9, 7.1], 'b')])).toEqual({
      id: 'pass-fail-split',
      fired: true,
      dimensions: ['a', 'b'],
    })
    expect(split([column([9, 4], 'a'), column([9, 9], 'b')])).toEqual({ id: 'pass-fail-split', fired: true, dimensions: ['a'] })
    expect(split([column([9, 7.3], 'a'), column([9, 7.1], 'b')])).toEqual({ id: 'pass-fail-split', fired: true, dimensions: ['b'] })
  })

  test('C-SPLITZERO a pair that agrees wherever both scores survive fires and flags nothing, so no synthesis is due', () => {
    const alone = (id: string, member: string, value: number): Column => ({ id, weight: 1, entries: [entry(member, value)] })
    const columns = [column([7, 7], 'a'), alone('b', 'adversary', 10), alone('c', 'quality', 2)]
    expect(triggersOf(columns, target)[1]).toEqual({ id: 'pass-fail-split', fired: true, dimensions: [] })
    expect(disputedBy(triggersOf(columns, target), columns)).toEqual([])
    const nothingInCommon = [alone('b', 'adversary', 10), alone('c', 'quality', 2)]
    expect(triggersOf(nothingInCommon, target)[1]).toEqual({ id: 'pass-fail-split', fired: true, dimensions: [] })
  })

  test('A-TRI-5 a member’s own overall uses the dimensions on which its score survives, weights made whole again', () => {
    const whole = [column([9, 6], 'a', 0.5), { ...column([9, 9], 'b', 0.5) }]
    const rest = [column([9, 6], 'a', 0.5), { id: 'b', weight: 0.5, entries: [entry('adversary', 9)] }]
    expect(flagged('pass-fail-split', whole)).toBeUndefined()
    expect(flagged('pass-fail-split', rest)).toEqual(['a'])
  })

  test('A-TRI-5 a member without a surviving score has no overall', () => {
    const onlyOne = [{ id: 'd', weight: 1, entries: [entry('adversary', 9)] }]
    expect(triggersOf(onlyOne, target)[1]).toEqual({ id: 'pass-fail-split', fired: false, dimensions: [] })
    expect(triggersOf([], target).map(({ fired }) => fired)).toEqual([false, false, false, false])
  })
})

describe('opposition-veto', () => {
  test.each<[number[], boolean]>([
    [[1, 2], true],
    [[1.0000000001, 2], true],
    [[1.00000001, 2], false],
    [[1.5, 2], false],
    [[2, 1], false],
  ])('R-TRI-42 fires on %j, the adversary’s first: %s', (scores, fires) => {
    expect(flagged('opposition-veto', [column(scores, 'a'), column([7, 7], 'b')])).toEqual(fires ? ['a'] : undefined)
  })

  test('R-TRI-42 any adversary of several vetoes', () => {
    const second = { ...entry('second', 1), adversary: true }
    expect(flagged('opposition-veto', [{ id: 'd', weight: 1, entries: [entry('adversary', 2), second] }])).toEqual(['d'])
  })
})

describe('confidence-divergence', () => {
  test.each<[number[], boolean]>([
    [[0.49, 0.81], true],
    [[0.81, 0.49], true],
    [[0, 1], true],
    [[0.5, 0.81], false],
    [[0.49, 0.8], false],
    [[0.5, 0.8], false],
    [[0.4999999999, 0.81], false],
    [[0.49999999, 0.81], true],
    [[0.49, 0.8000000001], false],
    [[0.49, 0.80000001], true],
    [[0.49, 0.5, 0.9], true],
    [[0.1, 0.2], false],
    [[0.9, 1], false],
  ])('R-TRI-43 and C-TOLERANCE fires on confidences %j: %s', (confidences, fires) => {
    expect(flagged('confidence-divergence', [confident(confidences)])).toEqual(fires ? ['d'] : undefined)
  })

  test('R-TRI-43 both on the same dimension', () => {
    expect(flagged('confidence-divergence', [confident([0.4, 0.6], 'a'), confident([0.6, 0.9], 'b')])).toBeUndefined()
    expect(flagged('confidence-divergence', [confident([0.4, 0.6], 'a'), confident([0.4, 0.9], 'b')])).toEqual(['b'])
  })

  test('R-TRI-23 confidence is a signal only: it moves no number of the ruling', () => {
    const scores = [8, 7, 9]
    const rulingWith = (confidences: readonly number[]): unknown => {
      const given = scores.map((value, index) => ({ score: value, confidence: confidences[index] }))
      const { overall, dimensions, verdict, fixList } = ruledOn({ d: given })
      return { overall, dimensions, verdict, fixList }
    }
    const even = rulingWith([0.7, 0.7, 0.7])
    expect(rulingWith([0, 0.5, 1])).toEqual(even)
    expect(rulingWith([1, 0, 0])).toEqual(even)
    const fired = (confidences: readonly number[]): boolean | undefined =>
      ruledOn({ d: scores.map((value, index) => ({ score: value, confidence: confidences[index] })) }).triggers[3]?.fired
    expect([fired([0.7, 0.7, 0.7]), fired([0, 0.5, 1])]).toEqual([false, true])
  })
})

describe('all four', () => {
  test('are always evaluated and listed in one order, and the disputed set is their union in the rubric’s order', () => {
    const input = inputOf(
      panelOf({
        a: [6, 8],
        b: [1, 2.5],
        c: [7, 7],
        e: [
          { score: 6, confidence: 0.3 },
          { score: 6, confidence: 0.9 },
        ],
      }),
    )
    const ruling = rulingOf(input, 'synthesis')
    expect(ruling.triggers).toEqual([
      { id: 'spread', fired: true, dimensions: ['a'] },
      { id: 'pass-fail-split', fired: false, dimensions: [] },
      { id: 'opposition-veto', fired: true, dimensions: ['b'] },
      { id: 'confidence-divergence', fired: true, dimensions: ['e'] },
    ])
    expect(ruling.disputed).toEqual(['a', 'b', 'e'])
  })

  test('R-TRI-44 with none fired the scores are resolved at once', () => {
    const ruling = verdictOf(inputOf(panelOf({ d: [7, 8, 8] })))
    expect(ruling.disputed).toEqual([])
    expect(ruling.triggers).toHaveLength(4)
    rulingOf(inputOf(panelOf({ d: [7, 8, 9] })), 'synthesis')
  })

  test('R-TRI-48 they look at surviving scores only', () => {
    const input = (claims: unknown[]) => inputOf(panelOf({ d: [{ score: 3, claims }, 8, 8] }))
    rulingOf(input([falseClaim(), { text: 'kept', citations: [{ kind: 'line', file: 'src/limiter.ts', line: 1 }] }]), 'synthesis')
    const refuted = verdictOf(input([falseClaim()]))
    expect(refuted.triggers.map(({ fired }) => fired)).toEqual([false, false, false, false])
    expect(refuted.dimensions[0]).toMatchObject({ kind: 'converged', consensus: 8, n: 2 })
    expect(refuted.dissents).toMatchObject([{ member: 'adversary', status: 'refuted' }])
  })

  test('R-TRI-48 majority and blocked count survivors too', () => {
    const low = {
      score: 3,
      claims: [{ text: 'bad', repair: 'local', fix: 'mend', citations: [{ kind: 'line', file: 'src/limiter.ts', line: 1 }] }],
    }
    const refuted = { score: 8, claims: [falseClaim()] }
    expect(ruledOn({ d: [low, 8, 8, low] }).dimensions[0]).toMatchObject({ kind: 'deadlock', blocked: false, n: 4 })
    expect(ruledOn({ d: [low, 8, refuted, low] }).dimensions[0]).toMatchObject({ kind: 'majority', consensus: 3, blocked: true, n: 3 })
  })
})
