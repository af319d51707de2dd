import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/canonical/canonical-json'
import type { CalibrationRound, ScoredPanel, VotingSeat } from '../../src/entries/statistics'
import {
  agreement,
  bootstrapInterval,
  calibration,
  cohenKappa,
  effectiveVotes,
  krippendorffAlpha,
  wilsonInterval,
} from '../../src/entries/statistics'

const rating = fc.option(fc.integer({ min: 1, max: 5 }), { freq: 4, nil: null })

const close = (found: number | null, wanted: number | null): boolean =>
  found === null || wanted === null ? found === wanted : Math.abs(found - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))

/** The order that sorting by `keys` gives; a permutation drawn with the data. */
const reordered = <T>(items: readonly T[], keys: readonly number[]): T[] =>
  // prettier-ignore
  items.map((item, index) => ({ item, key: keys[index % keys.length] ?? 0 })).sort((x, y) => x.key - y.key).map(({ item }) => item)

const keys = fc.array(fc.integer(), { minLength: 1, maxLength: 8 })

describe('intervals', () => {
  test('the Wilson interval holds the share, mirrors for failures, and narrows with more of the same', () => {
    let inner = 0
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(5000), (n, some) => {
        const successes = some % (n + 1)
        const { low, high } = wilsonInterval(successes, n)
        expect(0 <= low && low <= successes / n && successes / n <= high && high <= 1).toBe(true)
        const mirrored = wilsonInterval(n - successes, n)
        expect(close(mirrored.low, 1 - high) && close(mirrored.high, 1 - low)).toBe(true)
        const larger = wilsonInterval(successes * 4, n * 4)
        expect(larger.high - larger.low).toBeLessThan(high - low)
        if (successes > 0 && successes < n) inner++
      }),
      { numRuns: 200 },
    )
    expect(inner).toBeGreaterThan(0)
  })

  test('a bootstrap interval is ordered, stays among the units, and is the same bytes for the same seed', () => {
    let spread = 0
    const mean = (units: readonly number[]): number => units.reduce((sum, unit) => sum + unit, 0) / units.length
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 12 }), fc.maxSafeInteger(), (units, seed) => {
        const found = bootstrapInterval(units, mean, { seed, resamples: 60 })
        expect(canonicalJson(bootstrapInterval(units, mean, { seed, resamples: 60 }))).toBe(canonicalJson(found))
        if (found.low === null) throw new Error('a mean always has an interval')
        expect(Math.min(...units) <= found.low && found.low <= found.high && found.high <= Math.max(...units)).toBe(true)
        const narrower = bootstrapInterval(units, mean, { seed, resamples: 60, level: 0.5 })
        expect((narrower.low ?? -1) >= found.low && (narrower.high ?? 1e9) <= found.high).toBe(true)
        if (found.low < found.high) spread++
      }),
      { numRuns: 100 },
    )
    expect(spread).toBeGreaterThan(0)
  })
})

const scored = fc.record({
  quality: fc.array(rating, { minLength: 3, maxLength: 3 }),
  fitness: fc.array(rating, { minLength: 3, maxLength: 3 }),
  adversary: fc.array(rating, { minLength: 3, maxLength: 3 }),
})

const panelOf = (scores: { readonly [member: string]: readonly (number | null)[] }): ScoredPanel => ({
  seats: Object.entries(scores).map(([member, own]) => ({
    member,
    scores: own.map((score, index) => ({ dimension: `d${index}`, score })),
  })),
})

describe('reports over panels', () => {
  test('agreement is the same bytes whatever the order of seats and scores, and equals the bare measures', () => {
    let valued = 0
    fc.assert(
      fc.property(fc.array(scored, { minLength: 1, maxLength: 4 }), keys, fc.nat(), (rounds, order, seed) => {
        const panels = rounds.map(panelOf)
        const found = agreement(panels, { seed, resamples: 20 })
        const shuffled = panels.map(({ seats }) => ({
          seats: reordered(seats, order).map(({ member, scores }) => ({ member, scores: reordered(scores ?? [], order) })),
        }))
        expect(canonicalJson(agreement(shuffled, { seed, resamples: 20 }))).toBe(canonicalJson(found))
        const data = (['adversary', 'fitness', 'quality'] as const).map((member) => rounds.flatMap((round) => round[member]))
        const value = krippendorffAlpha(data, { level: 'interval' }).value
        expect(close(found.alpha.interval.value, value)).toBe(true)
        const categories = [...new Set(data.flat().filter((score) => score !== null))].sort()
        for (const { a, b, linear } of found.cohen) {
          const [one = [], other = []] = [a, b].map((name) => data[['adversary', 'fitness', 'quality'].indexOf(name)] ?? [])
          expect(close(linear.value, cohenKappa(one, other, { weights: 'linear', categories }).value)).toBe(true)
        }
        if (value !== null) valued++
      }),
      { numRuns: 60 },
    )
    expect(valued).toBeGreaterThan(0)
  })

  test('effective votes are at most the answered seats, families and sessions, cover every seat, and ignore the order', () => {
    let shared = 0
    const name = fc.option(fc.constantFrom('x', 'y', 'z'), { nil: undefined })
    const seats = fc.array(fc.record({ session: name, family: name }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(seats, keys, (drawn, order) => {
        const panel: VotingSeat[] = drawn.map(({ session, family }, index) => ({ member: `m${index}`, session, model: { family } }))
        const found = effectiveVotes(panel)
        expect(found.votes).toBeGreaterThanOrEqual(1)
        expect(found.votes).toBeLessThanOrEqual(Math.max(1, Math.min(found.answered, found.families, found.sessions)))
        expect(effectiveVotes(reordered(panel, order))).toEqual(found)
        expect(found.groups.flat().length + found.unstated.length).toBe(panel.length)
        if (found.votes < panel.length && found.groups.length > 1) shared++
      }),
      { numRuns: 150 },
    )
    expect(shared).toBeGreaterThan(0)
  })

  test('in a calibration hits and misses make up the bad rounds, and one member alone on a model has the figures of that model', () => {
    let judged = 0
    const round: fc.Arbitrary<CalibrationRound> = fc
      .record({
        score: rating,
        standing: fc.constantFrom('stands' as const, 'refuted' as const, 'unanchored' as const),
        recommendation: fc.constantFrom('SHIP' as const, 'BLOCK' as const, undefined),
        humanSignal: fc.constantFrom('good' as const, 'bad' as const, undefined),
        consensus: rating,
      })
      .map(({ score, standing, recommendation, humanSignal, consensus }) => ({
        seats: [{ member: 'a', model: { id: 'm' }, scores: [{ dimension: 'd', score, standing }], recommendation }],
        dimensions: [{ id: 'd', consensus }],
        humanSignal,
      }))
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 12 }), (history) => {
        const { members, models } = calibration(history)
        const { member, ...figures } = members[0] ?? { member: '' }
        const { provider, id, ...ofModel } = models[0] ?? { provider: '', id: '' }
        expect([member, provider, id]).toEqual(['a', null, 'm'])
        expect(figures).toEqual(ofModel)
        const human = members[0]?.human
        const bad = history.filter(({ humanSignal, seats }) => humanSignal === 'bad' && seats[0]?.recommendation !== undefined).length
        expect((human?.hits.count ?? NaN) + (human?.misses.count ?? NaN)).toBe(bad)
        expect((human?.hits.count ?? NaN) + (human?.falseAlarms.count ?? NaN)).toBeLessThanOrEqual(human?.agreed.of ?? NaN)
        if (bad > 0) judged++
      }),
      { numRuns: 100 },
    )
    expect(judged).toBeGreaterThan(0)
  })
})
