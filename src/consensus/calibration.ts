import type { CalibrationRound, CalibrationScore, CalibrationSeat } from './calibration-round'
import { checkName, checkScore, refuseData } from './data-check'
import type { Interval } from './wilson'
import { wilsonInterval } from './wilson'

/** `count` of `of` with the 95 % Wilson interval; `rate` is null and the interval [0, 1] where `of` is 0. */
export type Rate = Interval & { readonly count: number; readonly of: number; readonly rate: number | null }

/**
 * `refuted` and `unanchored` are of the scores given, `abstained` of the seats asked. `distance` is the mean |score − consensus| over the
 * scores that stand on a dimension with a consensus. `human` takes ITERATE and BLOCK as an objection: a hit objects to bad work, a miss
 * lets it pass, a false alarm objects to good work.
 */
export type CalibrationFigures = {
  readonly refuted: Rate
  readonly unanchored: Rate
  readonly abstained: Rate
  readonly distance: { readonly mean: number | null; readonly scores: number }
  readonly human: { readonly agreed: Rate; readonly hits: Rate; readonly misses: Rate; readonly falseAlarms: Rate }
}

/** Members sorted by name, models by id; seats without a model are counted in `members` and in `seatsWithoutModel` only. */
export type Calibration = {
  readonly rounds: number
  readonly members: readonly (CalibrationFigures & { readonly member: string })[]
  readonly models: readonly (CalibrationFigures & { readonly provider: string | null; readonly id: string })[]
  readonly seatsWithoutModel: number
}

type Sitting = { readonly seat: CalibrationSeat; readonly round: CalibrationRound }

/**
 * How each member and each model did over a history of rounds. It informs and never changes a verdict (03-consensus, Beside the verdict).
 * The order of rounds and seats matters for nothing but the last digit of a mean. Throws `data-invalid`.
 */
export function calibration(history: readonly CalibrationRound[]): Calibration {
  history.forEach(checkRound)
  const sittings = history.flatMap((round) => round.seats.map((seat) => ({ seat, round })))
  const byMember = grouped(sittings, ({ seat }) => seat.member)
  const byModel = grouped(sittings, ({ seat }) =>
    seat.model === undefined ? null : JSON.stringify([seat.model.id, seat.model.provider ?? null]),
  )
  return {
    rounds: history.length,
    members: byMember.map(([member, own]) => ({ member, ...figuresOf(own) })),
    models: byModel.map(([, own]) => ({
      provider: own[0]?.seat.model?.provider ?? null,
      id: own[0]?.seat.model?.id ?? '',
      ...figuresOf(own),
    })),
    seatsWithoutModel: sittings.filter(({ seat }) => seat.model === undefined).length,
  }
}

function grouped(sittings: readonly Sitting[], keyOf: (sitting: Sitting) => string | null): [string, Sitting[]][] {
  const groups = new Map<string, Sitting[]>()
  for (const sitting of sittings) {
    const key = keyOf(sitting)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [sitting])
    else group.push(sitting)
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

function figuresOf(sittings: readonly Sitting[]): CalibrationFigures {
  const given = sittings.flatMap(({ seat }) => (seat.scores ?? []).filter((score) => score.score !== null))
  const withStanding = (standing: CalibrationScore['standing']): Rate =>
    rateOf(given.filter((score) => score.standing === standing).length, given.length)
  return {
    refuted: withStanding('refuted'),
    unanchored: withStanding('unanchored'),
    abstained: rateOf(sittings.filter(({ seat }) => seat.scores === undefined).length, sittings.length),
    distance: distanceOf(sittings),
    human: againstHumans(sittings),
  }
}

function distanceOf(sittings: readonly Sitting[]): CalibrationFigures['distance'] {
  const distances = sittings.flatMap(({ seat, round }) => {
    const consensus = new Map(round.dimensions.map((dimension) => [dimension.id, dimension.consensus]))
    return (seat.scores ?? []).flatMap(({ dimension, score, standing }) => {
      const agreed = consensus.get(dimension) ?? null
      return score === null || agreed === null || standing !== 'stands' ? [] : [Math.abs(score - agreed)]
    })
  })
  const sum = distances.reduce((total, distance) => total + distance, 0)
  return { mean: distances.length === 0 ? null : sum / distances.length, scores: distances.length }
}

function againstHumans(sittings: readonly Sitting[]): CalibrationFigures['human'] {
  const count = (signal: 'good' | 'bad', objects: boolean): number =>
    sittings.filter(({ seat, round }) => round.humanSignal === signal && objection(seat) === objects).length
  const hits = count('bad', true)
  const misses = count('bad', false)
  const falseAlarms = count('good', true)
  const passes = count('good', false)
  return {
    agreed: rateOf(hits + passes, hits + passes + misses + falseAlarms),
    hits: rateOf(hits, hits + misses),
    misses: rateOf(misses, hits + misses),
    falseAlarms: rateOf(falseAlarms, falseAlarms + passes),
  }
}

/** Null where the seat recommended nothing: it agreed with nobody and missed nothing. */
function objection({ recommendation }: CalibrationSeat): boolean | null {
  return recommendation === undefined ? null : recommendation === 'ITERATE' || recommendation === 'BLOCK'
}

function rateOf(count: number, of: number): Rate {
  return { count, of, rate: of === 0 ? null : count / of, ...wilsonInterval(count, of) }
}

function checkRound(round: CalibrationRound, index: number): void {
  const at = ['history', index]
  checkOneOf(round.humanSignal, ['good', 'bad', undefined], [...at, 'humanSignal'])
  checkDistinct(
    round.dimensions.map(({ id }) => id),
    [...at, 'dimensions'],
  )
  checkDistinct(
    round.seats.map(({ member }) => member),
    [...at, 'seats'],
  )
  round.dimensions.forEach(({ consensus }, d) => checkScore(consensus, [...at, 'dimensions', d, 'consensus']))
  round.seats.forEach((seat, s) => {
    const there = [...at, 'seats', s]
    checkOneOf(seat.recommendation, ['SHIP', 'SHIP_WITH_CAVEATS', 'ITERATE', 'BLOCK', undefined], [...there, 'recommendation'])
    const scores = seat.scores ?? []
    checkDistinct(
      scores.map(({ dimension }) => dimension),
      [...there, 'scores'],
    )
    scores.forEach(({ score, standing }, c) => {
      checkScore(score, [...there, 'scores', c, 'score'])
      checkOneOf(standing, ['stands', 'refuted', 'unanchored'], [...there, 'scores', c, 'standing'])
    })
  })
}

function checkOneOf(value: string | undefined, allowed: readonly (string | undefined)[], path: readonly PropertyKey[]): void {
  if (!allowed.includes(value)) refuseData(path, value, `one of ${allowed.filter((one) => one !== undefined).join(', ')} is wanted`)
}

function checkDistinct(names: readonly string[], path: readonly PropertyKey[]): void {
  names.forEach((name, index) => {
    checkName(name, [...path, index])
    if (names.indexOf(name) !== index) refuseData([...path, index], name, 'a name stands once in this list')
  })
}
