import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CanaryJudgement } from '../../../src/tribunal/canaries/canary-judgement'
import { drawsFrom } from '../../../src/consensus/random'
import { judgesReport } from '../../../src/tribunal/canaries/judges-report'
import { aboveChance, scoreJudges } from '../../../src/tribunal/canaries/score-judges'

const quick = { seed: 5, resamples: 40 }

type Word = 'catches' | 'elsewhere' | 'passes' | 'abstained'
const judgement = (member: string, pair: string, variant: 'faulty' | 'clean', word: Word): CanaryJudgement => ({
  member,
  pair,
  variant,
  said: word === 'catches' || word === 'elsewhere' ? 'objects' : word,
  atFault: word === 'catches',
})
/** One letter for each pair: c catches, e elsewhere, p passes, a abstains. */
const words: Readonly<Record<string, Word>> = { c: 'catches', e: 'elsewhere', p: 'passes', a: 'abstained' }
const judged = (member: string, faulty: string, clean: string): CanaryJudgement[] => [
  ...[...faulty].map((letter, index) => judgement(member, `p${index}`, 'faulty', words[letter] ?? 'abstained')),
  ...[...clean].map((letter, index) => judgement(member, `p${index}`, 'clean', words[letter] ?? 'abstained')),
]

describe('figures of judges', () => {
  test('every answer is counted once: caught, missed, elsewhere, passed, false alarm, abstained', () => {
    const { members, panel, items } = scoreJudges([...judged('a', 'cccpea', 'ppppea'), ...judged('panel', 'ccccpp', 'pppppe')], quick)
    expect(items).toBe(12)
    expect(members).toHaveLength(1)
    expect(members[0]).toMatchObject({ asked: 12, abstained: 2, caught: 3, missed: 2, elsewhere: 1, passed: 4, falseAlarms: 1, right: 7 })
    expect(members[0]).toMatchObject({ missedPairs: ['p3', 'p4'], falseAlarmPairs: ['p4'] })
    expect(panel).toMatchObject({ member: 'panel', asked: 12, abstained: 0, caught: 4, missed: 2, elsewhere: 0, passed: 5, falseAlarms: 1 })
  })

  test('the shares are of what was asked, with the Wilson interval', () => {
    const { members } = scoreJudges(judged('a', 'ccccccccap', 'pppppppppe'), quick)
    // Wilson for 8 of 10 and 9 of 10 at 95 %.
    expect(members[0]?.sensitivity).toMatchObject({ count: 8, of: 10, rate: 0.8 })
    expect(members[0]?.sensitivity.low).toBeCloseTo(0.4902, 4)
    expect(members[0]?.sensitivity.high).toBeCloseTo(0.9433, 4)
    expect(members[0]?.specificity.low).toBeCloseTo(0.5958, 4)
    expect(members[0]?.specificity.high).toBeCloseTo(0.9821, 4)
  })

  test("Cohen's kappa against the truth: 0.6 for 8 of 10 right on each side, 0 for whoever objects to everything", () => {
    const kappa = (faulty: string, clean: string) => scoreJudges(judged('a', faulty, clean), quick).members[0]?.kappa
    expect(kappa('ccccccccpp', 'ppppppppee')?.value).toBeCloseTo(0.6, 12)
    expect(kappa('cccccccccc', 'eeeeeeeeee')?.value).toBe(0)
    expect(kappa('pppppppppp', 'pppppppppp')?.value).toBe(0)
    expect(kappa('cccccccccc', 'pppppppppp')?.value).toBe(1)
    expect(kappa('eeeeeeeeee', 'eeeeeeeeee')?.value).toBe(-1)
    expect(kappa('aaaa', 'aaaa')).toEqual({ value: null, why: 'no-pairable-values' })
    expect(kappa('cccc', 'aaaa')).toEqual({ value: null, why: 'no-variation' })
  })

  test('the interval of kappa draws pairs, is the same for the same seed, and holds its value', () => {
    const kappa = (seed: number) => scoreJudges(judged('a', 'ccccccccpp', 'ppppppppee'), { seed, resamples: 400 }).members[0]?.kappa
    const [first, again, other] = [kappa(1), kappa(1), kappa(2)]
    expect(first).toEqual(again)
    expect(first).not.toEqual(other)
    if (first === undefined || first.value === null || first.interval.low === null) throw new Error('an interval is wanted')
    expect(first.interval.low).toBeLessThan(0.6)
    expect(first.interval.high).toBeGreaterThan(0.6)
  })

  test('members are compared by what they objected to, right or wrong; the panel is none of them', () => {
    const all = [...judged('a', 'cepp', 'ppee'), ...judged('b', 'ecpp', 'ppee'), ...judged('panel', 'cccc', 'eeee')]
    const { between } = scoreJudges(all, quick)
    expect(between.members).toEqual(['a', 'b'])
    expect(between.cohen[0]?.unweighted.value).toBe(1)
    expect(between.fleiss.value).toBe(1)
  })

  test('a second judgement of the same variant and a fault found in a clean twin are refused', () => {
    const one = judgement('a', 'p', 'faulty', 'catches')
    expect(() => scoreJudges([one, one], quick)).toThrow(/judges a variant once/)
    expect(() => scoreJudges([{ ...one, variant: 'clean' }], quick)).toThrow(/its fault/)
    expect(() => scoreJudges([{ ...one, said: 'passes' }], quick)).toThrow(/its fault/)
  })

  const someWords = fc.constantFrom<Word>('catches', 'elsewhere', 'passes', 'abstained')
  const table = fc.array(fc.record({ faulty: someWords, clean: someWords }), { minLength: 1, maxLength: 12 })
  const from = (rows: readonly { readonly faulty: Word; readonly clean: Word }[], member = 'a'): CanaryJudgement[] =>
    rows.flatMap(({ faulty, clean }, index) => [
      judgement(member, `p${index}`, 'faulty', faulty),
      judgement(member, `p${index}`, 'clean', clean === 'catches' ? 'elsewhere' : clean),
    ])

  test('the counts add up, shares lie in their intervals, and the order of judgements changes nothing', () => {
    let abstained = 0
    fc.assert(
      fc.property(table, fc.integer(), (rows, seed) => {
        const all = from(rows)
        const options = { seed: 3, resamples: 5 }
        const { members } = scoreJudges(all, options)
        const one = members[0]
        if (one === undefined) throw new Error('a member is wanted')
        expect(one.caught + one.missed + one.passed + one.falseAlarms + one.abstained).toBe(one.asked)
        expect(one.right).toBe(one.caught + one.passed)
        expect(one.elsewhere).toBeLessThanOrEqual(one.missed)
        for (const share of [one.sensitivity, one.specificity]) {
          expect(share.low).toBeLessThanOrEqual(share.rate ?? 0)
          expect(share.high).toBeGreaterThanOrEqual(share.rate ?? 1)
        }
        const turned = [...all].map((each, index) => ({ each, key: Math.imul(index + 1, seed | 1) >>> 0 })).sort((a, b) => a.key - b.key)
        expect(
          scoreJudges(
            turned.map(({ each }) => each),
            options,
          ),
        ).toEqual(scoreJudges(all, options))
        if (one.abstained > 0) abstained++
      }),
      { numRuns: 60 },
    )
    expect(abstained).toBeGreaterThan(10)
  })

  test('to abstain is never better than to answer right, and never better for a share than to answer wrong', () => {
    let changed = 0
    fc.assert(
      fc.property(table, fc.nat(), (rows, nat) => {
        const at = nat % rows.length
        const options = { seed: 3, resamples: 2 }
        const withWord = (faulty: Word) => {
          const one = scoreJudges(from(rows.map((row, index) => (index === at ? { ...row, faulty } : row))), options).members[0]
          return { right: one?.right ?? -1, share: one?.sensitivity.rate ?? -1 }
        }
        const silent = withWord('abstained')
        expect(withWord('catches').right).toBe(silent.right + 1)
        expect(withWord('catches').share).toBeGreaterThan(silent.share)
        expect(withWord('passes')).toEqual(silent)
        expect(withWord('elsewhere')).toEqual(silent)
        changed++
      }),
      { numRuns: 40 },
    )
    expect(changed).toBe(40)
  })
})

describe('judges of known accuracy', () => {
  const quickest = { seed: 1, resamples: 1 }
  /** 24 pairs by a judge that catches and passes with these chances; of what it misses it objects to a half. */
  const drawn = (seed: number, catching: number, passing: number) => {
    const draws = drawsFrom(seed)
    const hits = (chance: number): boolean => draws.below(1000) < chance * 1000
    const faulty = Array.from({ length: 24 }, () => (hits(catching) ? 'c' : hits(0.5) ? 'e' : 'p')).join('')
    const clean = Array.from({ length: 24 }, () => (hits(passing) ? 'p' : 'e')).join('')
    const one = scoreJudges(judged('a', faulty, clean), quickest).members[0]
    if (one === undefined) throw new Error('a member is wanted')
    return one
  }
  const runs = Array.from({ length: 200 }, (_, index) => index + 1)

  test('the intervals hold the true share in about 95 of 100 runs', () => {
    for (const [catching, passing] of [
      [0.5, 0.5],
      [0.8, 0.9],
      [0.9, 0.7],
      [0.3, 0.95],
    ] as const) {
      let [caught, passed, above] = [0, 0, 0]
      for (const seed of runs) {
        const one = drawn(seed, catching, passing)
        const j = aboveChance(one)
        if (one.sensitivity.low <= catching && catching <= one.sensitivity.high) caught++
        if (one.specificity.low <= passing && passing <= one.specificity.high) passed++
        if (j.low <= catching + passing - 1 && catching + passing - 1 <= j.high) above++
        expect(j.value).toBeCloseTo(one.caught / 24 + one.passed / 24 - 1, 12)
      }
      for (const held of [caught, passed, above]) expect(held / runs.length, `${catching} ${passing}`).toBeGreaterThan(0.91)
    }
  })

  test('whoever guesses is hardly ever taken for somebody who knows, whoever knows nearly always', () => {
    const share = (catching: number, passing: number): number =>
      runs.filter((seed) => aboveChance(drawn(seed, catching, passing)).low > 0).length / runs.length
    for (const objecting of [0.1, 0.5, 0.9]) expect(share(objecting, 1 - objecting), `${objecting}`).toBeLessThan(0.06)
    // Right about half of the texts by a coin, and pointing blindly.
    expect(share(0.5 * 0.3, 0.5)).toBe(0)
    expect(share(0.8, 0.9)).toBeGreaterThan(0.98)
  })
})

describe('the verdict over a panel', () => {
  const run = { run: 'r', set: `sha256:${'0'.repeat(64)}`, pairs: 4, seed: 1, models: [], unjudged: 0, stoppedBy: '' }
  const verdict = (judgements: readonly CanaryJudgement[], thresholds = {}, more = {}) => {
    const { verdict: word, because } = judgesReport({ ...run, ...more }, judgements, thresholds, { resamples: 5 })
    return { word, because }
  }
  const faultyWords = `${'c'.repeat(9)}ppp`
  const cleanWords = `${'p'.repeat(9)}eee`
  const good = [...judged('a', faultyWords, cleanWords), ...judged('panel', faultyWords, cleanWords)]

  test('measured to the end it passes where no threshold is given, or none is exceeded', () => {
    expect(verdict(good)).toEqual({ word: 'PASS', because: [] })
    expect(verdict(good, { missedMax: 0.25, falseAlarmsMax: 0.25 }).word).toBe('PASS')
  })

  test('a threshold that is exceeded fails it, and the words name the figure and the limit', () => {
    const missed = verdict(good, { missedMax: 0.24 })
    expect(missed.word).toBe('FAIL')
    expect(missed.because[0]).toBe('3 of 12 of the faults were not caught by the panel, at most a share of 0.24 may be')
    expect(verdict(good, { falseAlarmsMax: 0.2 }).word).toBe('FAIL')
    expect(verdict(good, { missedMax: 0 }).word).toBe('FAIL')
  })

  test('as many right by luck as by knowing is no pass: a coin, everything, nothing, and too few pairs to tell', () => {
    const came = (faulty: string, clean: string) => verdict([...judged('a', faulty, clean), ...judged('panel', faulty, clean)])
    expect(came('ccpp', 'ppee')).toEqual({
      word: 'FAIL',
      because: ["the panel can't be told from one that guesses: 2 of 4 faults caught and 2 of 4 clean twins passed"],
    })
    for (const [faulty, clean] of [
      ['cccc', 'eeee'],
      ['pppp', 'pppp'],
      ['eeee', 'pppp'],
      ['c', 'p'],
      ['cccp', 'pppe'],
    ] as const)
      expect(came(faulty, clean).word, faulty + clean).toBe('FAIL')
    expect(came('cc', 'pp').word).toBe('PASS')
  })

  test('abstentions count against both thresholds', () => {
    const silent = [...judged('a', 'cccc', 'pppp'), ...judged('panel', 'ccaa', 'ppaa')]
    expect(verdict(silent).word).toBe('PASS')
    expect(verdict(silent, { missedMax: 0.4 }).word).toBe('FAIL')
    expect(verdict(silent, { falseAlarmsMax: 0.4 }).word).toBe('FAIL')
  })

  test('nothing judged, all abstained, and a run that was stopped are never a pass', () => {
    expect(verdict([])).toEqual({ word: 'NOT_MEASURED', because: ['no pair was judged'] })
    expect(verdict([...judged('a', 'aaaa', 'aaaa'), ...judged('panel', 'aaaa', 'aaaa')]).word).toBe('FAIL')
    expect(verdict([...judged('a', 'cccc', 'pppp'), ...judged('panel', 'aaaa', 'pppp')]).word).toBe('FAIL')
    expect(verdict([...judged('a', 'cccc', 'aaaa'), ...judged('panel', 'cccc', 'pppp')]).word).toBe('FAIL')
    expect(verdict(judged('panel', 'cccc', 'pppp')).word).toBe('FAIL')
    const stopped = verdict(good, { missedMax: 0 }, { unjudged: 2, stoppedBy: 'the run was stopped' })
    expect(stopped).toEqual({ word: 'NOT_MEASURED', because: ['2 variants were not judged: the run was stopped'] })
  })

  test('a threshold that is no share is refused', () => {
    for (const bad of [-0.1, 1.1, Number.NaN]) expect(() => verdict(good, { missedMax: bad })).toThrow(/share from 0 to 1/)
  })
})
