import { describe, expect, test } from 'vitest'
import type { VerdictDecision } from '../../../src/consensus/ruling'
import type { CalibrationRound, CalibrationScore } from '../../../src/entries/statistics'
import { calibration, calibrationRound, wilsonInterval } from '../../../src/entries/statistics'
import { twoSeats } from './two-seats'

const score = (dimension: string, value: number | null, standing: CalibrationScore['standing'] = 'stands'): CalibrationScore => ({
  dimension,
  score: value,
  standing,
})

const rate = (count: number, of: number): unknown => ({ count, of, rate: of === 0 ? null : count / of, ...wilsonInterval(count, of) })

const opus = { provider: 'p', id: 'opus' }
const dimensions = [
  { id: 'correctness', consensus: 7.5 },
  { id: 'clarity', consensus: null },
]

const history: CalibrationRound[] = [
  {
    dimensions,
    humanSignal: 'bad',
    seats: [
      { member: 'b', model: opus, scores: [score('correctness', 8), score('clarity', 9, 'unanchored')], recommendation: 'SHIP' },
      { member: 'a', model: opus, scores: [score('correctness', 3, 'refuted'), score('clarity', null)], recommendation: 'BLOCK' },
      { member: 'c' },
    ],
  },
  {
    dimensions,
    humanSignal: 'good',
    seats: [
      { member: 'a', model: { id: 'small' }, scores: [score('correctness', 6), score('clarity', 6)], recommendation: 'ITERATE' },
      { member: 'b', model: opus, scores: [score('correctness', 7)], recommendation: 'SHIP_WITH_CAVEATS' },
    ],
  },
  { dimensions, seats: [{ member: 'b', model: opus, scores: [score('correctness', 9)], recommendation: 'BLOCK' }] },
]

describe('calibration', () => {
  const found = (): ReturnType<typeof calibration> => calibration(history)

  test('of a member: rates with Wilson intervals, distance over standing scores, signals where people gave them', () => {
    expect(found().members.map(({ member }) => member)).toEqual(['a', 'b', 'c'])
    expect(found().members[0]).toEqual({
      member: 'a',
      refuted: rate(1, 3),
      unanchored: rate(0, 3),
      abstained: rate(0, 2),
      distance: { mean: 1.5, scores: 1 },
      human: { agreed: rate(1, 2), hits: rate(1, 1), misses: rate(0, 1), falseAlarms: rate(1, 1) },
    })
    expect(found().members[1]).toEqual({
      member: 'b',
      refuted: rate(0, 4),
      unanchored: rate(1, 4),
      abstained: rate(0, 3),
      distance: { mean: (0.5 + 0.5 + 1.5) / 3, scores: 3 },
      human: { agreed: rate(1, 2), hits: rate(0, 1), misses: rate(1, 1), falseAlarms: rate(0, 1) },
    })
  })

  test('a member that only abstained has a rate for that and nothing else', () => {
    expect(found().members[2]).toMatchObject({
      abstained: rate(1, 1),
      refuted: { count: 0, of: 0, rate: null, low: 0, high: 1 },
      distance: { mean: null, scores: 0 },
      human: { agreed: rate(0, 0) },
    })
  })

  test('of a model: over all members that ran on it; seats without a model are counted apart', () => {
    expect(found().models.map(({ provider, id }) => [provider, id])).toEqual([
      ['p', 'opus'],
      [null, 'small'],
    ])
    expect(found().models[0]).toMatchObject({ refuted: rate(1, 5), unanchored: rate(1, 5), abstained: rate(0, 4), distance: { scores: 3 } })
    expect(found().models[0]?.human).toEqual({ agreed: rate(2, 3), hits: rate(1, 2), misses: rate(1, 2), falseAlarms: rate(0, 1) })
    expect(found()).toMatchObject({ rounds: 3, seatsWithoutModel: 1 })
  })

  test('the same id at two providers is two models', () => {
    const seats = ['p', 'q'].map((provider) => ({ member: provider, model: { provider, id: 'm' }, scores: [score('correctness', 5)] }))
    expect(calibration([{ dimensions, seats }]).models.map(({ provider }) => provider)).toEqual(['p', 'q'])
  })

  test('a score left out is at no distance from a consensus', () => {
    const seats = [{ member: 'a', scores: [score('correctness', null)] }]
    expect(calibration([{ dimensions, seats }]).members[0]?.distance).toEqual({ mean: null, scores: 0 })
  })

  test('no history gives no figures', () => {
    expect(calibration([])).toEqual({ rounds: 0, members: [], models: [], seatsWithoutModel: 0 })
  })

  test.each([
    ['a score that is NaN', { seats: [{ member: 'a', scores: [score('x', NaN)] }] }, 'history[0].seats[0].scores[0].score'],
    [
      'an unknown standing',
      { seats: [{ member: 'a', scores: [{ dimension: 'x', score: 1, standing: 'odd' }] }] },
      'history[0].seats[0].scores[0].standing',
    ],
    ['an unknown recommendation', { seats: [{ member: 'a', recommendation: 'ESCALATE' }] }, 'history[0].seats[0].recommendation'],
    ['a dimension twice', { seats: [{ member: 'a', scores: [score('x', 1), score('x', 2)] }] }, 'history[0].seats[0].scores[1]'],
    ['a member twice', { seats: [{ member: 'a' }, { member: 'a' }] }, 'history[0].seats[1]'],
    ['a dimension ruled twice', { dimensions: [dimensions[0], dimensions[0]] }, 'history[0].dimensions[1]'],
    ['a member without a name', { seats: [{ member: '' }] }, 'history[0].seats[0]'],
    ['a consensus that is infinite', { dimensions: [{ id: 'x', consensus: Infinity }] }, 'history[0].dimensions[0].consensus'],
    ['an unknown signal', { humanSignal: 'fine' }, 'history[0].humanSignal'],
  ])('refuses %s', (_, round, path) => {
    const refused = expect.objectContaining({ code: 'data-invalid', details: { path } })
    expect(() => calibration([{ dimensions: [], seats: [], ...round } as CalibrationRound])).toThrow(refused)
  })
})

describe('a round for the history', () => {
  test('takes standings from the dissents and the rest from the seats', () => {
    const panel = [
      // prettier-ignore
      { member: 'a', model: opus, recommendation: 'SHIP' as const, scores: [{ dimension: 'x', score: 8 }, { dimension: 'y', score: null }] },
      // prettier-ignore
      { member: 'b', scores: [{ dimension: 'x', score: 2 }, { dimension: 'y', score: 3 }] },
      { member: 'c' },
    ]
    const ruling = {
      dimensions: [
        { id: 'x', consensus: 8 },
        { id: 'y', consensus: null },
      ],
      dissents: [
        { member: 'b', dimension: 'x', status: 'refuted' },
        { member: 'b', dimension: 'y', status: 'unanchored' },
        { member: 'a', dimension: 'x', status: 'logged' },
      ],
    }
    expect(calibrationRound(panel, ruling, 'good')).toEqual({
      humanSignal: 'good',
      dimensions: ruling.dimensions,
      seats: [
        { member: 'a', model: opus, recommendation: 'SHIP', scores: [score('x', 8), score('y', null)] },
        { member: 'b', scores: [score('x', 2, 'refuted'), score('y', 3, 'unanchored')] },
        { member: 'c' },
      ],
    })
  })

  test('takes what adjudicate takes and gives', () => {
    const ruling: Pick<VerdictDecision, 'dimensions' | 'dissents'> = {
      dimensions: [
        { id: 'clarity', weight: 1, kind: 'undecided', n: 0, consensus: null, part: null, blocked: false, scores: [], outliers: [] },
      ],
      dissents: [{ member: 'adversary', dimension: 'clarity', score: 6, rationale: 'fair', claims: [], status: 'refuted' }],
    }
    const [adversary, quality] = calibration([calibrationRound(twoSeats, ruling)]).members
    expect(adversary).toMatchObject({ member: 'adversary', refuted: rate(1, 1), abstained: rate(0, 1) })
    expect(quality).toMatchObject({ member: 'quality', refuted: rate(0, 0), abstained: rate(1, 1) })
  })
})
