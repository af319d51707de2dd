import { describe, expect, test } from 'vitest'
import { canaryPairs } from '../../../src/conformance/canaries/canary-pairs'
import type { Model } from '../../../src/ports/model'
import type { MeasureOptions, MeasureParts } from '../../../src/running/canaries/measure-judges'
import { measureJudgesOver } from '../../../src/running/canaries/measure-judges'
import type { JudgesMeasured } from '../../../src/tribunal/canaries/judges-event'
import { judgesReport } from '../../../src/tribunal/canaries/judges-report'
import type { Manner, Plan } from '../../support/canary-judges'
import { canaryParts, plannedJudge, smallPair } from '../../support/canary-judges'

const two = ['ant', 'bee'].map((id) => smallPair(id))
const bootstrap = { resamples: 10 }
const right: Plan = (_, variant) => (variant === 'faulty' ? 'catches' : 'passes')
const always =
  (manner: Manner): Plan =>
  () =>
    manner

async function measured(plan: Plan, more: Partial<MeasureOptions> = {}, parts: MeasureParts = canaryParts()) {
  const judge = plannedJudge(more.pairs ?? two, plan)
  const given = { pairs: two, judges: { panel: [judge], adversary: judge }, run: 'r1', seed: 7, bootstrap, ...more }
  return { report: await measureJudgesOver(given, parts), judge, parts }
}

async function recorded(parts: MeasureParts): Promise<{ readonly type: string; readonly data: unknown }[]> {
  const events: { readonly type: string; readonly data: unknown }[] = []
  for await (const { type, data } of parts.record.read()) events.push({ type, data })
  return events
}

function measuredIn(event: { readonly data: unknown } | undefined): JudgesMeasured {
  if (event === undefined) throw new Error('nothing was recorded')
  return event.data as JudgesMeasured
}

const counts = (figures: { readonly [count in 'caught' | 'missed' | 'elsewhere' | 'passed' | 'falseAlarms' | 'abstained']: number }) => {
  const { caught, missed, elsewhere, passed, falseAlarms, abstained } = figures
  return [caught, missed, elsewhere, passed, falseAlarms, abstained]
}

describe('panels of known accuracy get their figures', () => {
  test('always right: everything caught, everything passed', async () => {
    const { report } = await measured(right)
    expect(report).toMatchObject({ verdict: 'PASS', pairs: 2, unjudged: 0, because: [] })
    for (const one of [...report.figures.members, report.figures.panel]) {
      expect(counts(one), one.member).toEqual([2, 0, 0, 2, 0, 0])
      expect(one.kappa.value).toBe(1)
    }
    expect(report.figures.members.map(({ member }) => member)).toEqual(['adversary', 'fitness', 'quality'])
    expect(report.models.map(({ member, model }) => `${member} ${model}`)).toEqual([
      'adversary planned',
      'quality planned',
      'fitness planned',
    ])
  })

  test('against everything: what is caught are the faults it points at, and every clean twin is a false alarm', async () => {
    const { report } = await measured(always('elsewhere'))
    for (const one of [...report.figures.members, report.figures.panel]) expect(counts(one), one.member).toEqual([0, 2, 2, 0, 2, 0])
    const { report: pointing } = await measured(always('catches'))
    expect(counts(pointing.figures.panel)).toEqual([2, 0, 0, 0, 2, 0])
    expect(pointing.figures.panel.kappa.value).toBe(0)
  })

  test('for everything: everything missed, nothing cried', async () => {
    const { report } = await measured(always('passes'))
    expect(counts(report.figures.panel)).toEqual([0, 2, 0, 2, 0, 0])
    const { report: strict } = await measured(always('passes'), { thresholds: { missedMax: 0.9 } })
    expect(strict.verdict).toBe('FAIL')
  })

  const many = ['ant', 'bee', 'cow', 'dog', 'elk', 'fox'].map((id) => smallPair(id))

  test('right about each text but citing every line of it: nothing is caught, all of it is elsewhere, and the measure fails', async () => {
    const { report } = await measured((_, variant) => (variant === 'faulty' ? 'sprays' : 'passes'), { pairs: many })
    for (const one of [...report.figures.members, report.figures.panel]) expect(counts(one), one.member).toEqual([0, 6, 6, 6, 0, 0])
    expect(report.verdict).toBe('FAIL')
    const { report: constant } = await measured(() => 'sprays', { pairs: many })
    expect(counts(constant.figures.panel)).toEqual([0, 6, 6, 0, 6, 0])
    expect(constant.figures.panel.kappa.value).toBe(-1)
  })

  test('one that knows beside two that spray: its own figures are right, and the panel has not caught what two of three have not', async () => {
    const plan: Plan = (_, variant, role) => (variant === 'clean' ? 'passes' : role === 'quality' ? 'catches' : 'sprays')
    const { report } = await measured(plan, { pairs: many })
    const of = (name: string) => report.figures.members.find(({ member }) => member === name)
    expect(of('quality')).toMatchObject({ caught: 6, elsewhere: 0, passed: 6 })
    expect(of('adversary')).toMatchObject({ caught: 0, elsewhere: 6, passed: 6 })
    expect(report.figures.panel).toMatchObject({ caught: 0, elsewhere: 6, passed: 6 })
  })

  test('a coin for each text: half is caught, half is passed, and nobody takes it for a panel that knows', async () => {
    const heads = ({ id }: { readonly id: string }): boolean => ['ant', 'cow', 'elk'].includes(id)
    const { report } = await measured((pair, variant) => (heads(pair) === (variant === 'faulty') ? 'catches' : 'passes'), { pairs: many })
    expect(counts(report.figures.panel)).toEqual([3, 3, 0, 3, 3, 0])
    expect(report.figures.panel.kappa.value).toBe(0)
    expect(report.verdict).toBe('FAIL')
    expect(report.because).toEqual(["the panel can't be told from one that guesses: 3 of 6 faults caught and 3 of 6 clean twins passed"])
  })

  test('each member has its own figures: one misses one, one cries once, and the panel rules over both', async () => {
    const plan: Plan = (pair, variant, role) => {
      if (role === 'quality' && pair.id === 'ant') return 'passes'
      if (role === 'fitness' && pair.id === 'bee' && variant === 'clean') return 'elsewhere'
      return right(pair, variant, role)
    }
    const { report } = await measured(plan)
    const of = (name: string) => report.figures.members.find(({ member }) => member === name)
    expect(of('adversary')).toMatchObject({ caught: 2, passed: 2 })
    expect(of('quality')).toMatchObject({ caught: 1, missed: 1, passed: 2, missedPairs: ['ant'] })
    expect(of('fitness')).toMatchObject({ caught: 2, passed: 1, falseAlarms: 1, falseAlarmPairs: ['bee'] })
    // A named failure that nobody has rebutted stops the panel, by whomever it was named (R-TRI-33).
    expect(counts(report.figures.panel)).toEqual([2, 0, 0, 1, 1, 0])
    expect(report.figures.between.cohen).toHaveLength(3)
  })

  test('a judge that fails and one that rambles have abstained, which is right for nobody', async () => {
    const plan: Plan = (pair, variant, role) => {
      if (role === 'quality' && pair.id === 'ant') return 'fails'
      if (role === 'fitness' && pair.id === 'ant') return 'rambles'
      return right(pair, variant, role)
    }
    const { report } = await measured(plan)
    const of = (name: string) => report.figures.members.find(({ member }) => member === name)
    expect(of('quality')).toMatchObject({ asked: 4, abstained: 2, caught: 1, passed: 1, right: 2 })
    expect(of('fitness')).toMatchObject({ asked: 4, abstained: 2, right: 2 })
    // One answer of three is no quorum, so nothing was decided.
    expect(counts(report.figures.panel)).toEqual([1, 0, 0, 1, 0, 2])
    const whys = report.judgements.flatMap(({ because }) => (because === undefined ? [] : [because.split(':')[0]]))
    expect(new Set(whys)).toEqual(new Set(['infrastructure', 'out-of-contract', 'undecided']))
  })

  test('when everybody abstains the measure fails, without any threshold', async () => {
    const { report } = await measured(always('fails'))
    expect(report.verdict).toBe('FAIL')
    expect(report.because).toHaveLength(4)
    expect(report.figures.panel).toMatchObject({ asked: 4, abstained: 4, right: 0 })
    expect(report.figures.panel.kappa).toEqual({ value: null, why: 'no-pairable-values' })
  })
})

describe('what the judges are told', () => {
  test('the brief of a judge as in any slice, fenced by its nonce; nothing says what it is, which variant, or what others said', async () => {
    const { judge } = await measured(right, { pairs: canaryPairs.slice(0, 1) })
    expect(judge.asked).toHaveLength(6)
    for (const { brief, role, idempotencyKey } of judge.asked) {
      expect(`${brief}\n${role}\n${idempotencyKey}`).not.toMatch(
        /canary|faulty|\bclean\b|\bfault\b|\btwins?\b|seeded|ts-page-of|off-by-one|pagination/i,
      )
      const nonce = /\|\|\|SCORECARD:([A-Za-z0-9]+)\|\|\|/.exec(brief)?.[1] ?? ''
      expect(brief).toContain(`Its diff:\n<<<${nonce}\ndiff --git`)
      expect(brief).toContain('Reference specification:')
      expect(brief).not.toMatch(/because I say so|the line quoted|planned/)
    }
    expect(new Set(judge.asked.map(({ brief }) => /SCORECARD:([A-Za-z0-9]+)/.exec(brief)?.[1])).size).toBe(6)
  })

  test('the order is drawn from the seed: the same again for the same seed, another one for another', async () => {
    const order = async (seed: number): Promise<string[]> => {
      const { judge } = await measured(right, { seed, sideBySideMax: 1 })
      return judge.asked.map(({ brief }) => /address: (\S+)/.exec(brief)?.[1] ?? '')
    }
    const [first, again, other] = [await order(1), await order(1), await order(2)]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    expect([...other].sort()).toEqual([...first].sort())
  })
})

describe('a run on record', () => {
  test('the record holds what the figures can be counted from again', async () => {
    const { report, parts } = await measured(right, { thresholds: { missedMax: 0.1 } })
    const [began, came, ...more] = await recorded(parts)
    expect([began?.type, came?.type, more.length]).toEqual(['judges.began', 'judges.measured', 0])
    expect(began?.data).toMatchObject({ run: 'r1', seed: 7, pairs: ['ant', 'bee'], set: report.set })
    const { judgements, run, set, seed, thresholds, unjudged, stoppedBy } = measuredIn(came)
    const { models } = report
    expect(judgesReport({ run, set, seed, models, pairs: 2, unjudged, stoppedBy }, judgements, thresholds, bootstrap)).toEqual(report)
  })

  test('stopped in the middle, what is known is on record and no pass; called again it asks only for the rest and comes to the same', async () => {
    const whole = (await measured(right)).report
    const parts = canaryParts()
    const stopping = new AbortController()
    const onProgress = ({ done }: { readonly done: number }): void => (done === 1 ? stopping.abort() : undefined)
    const first = await measured(right, { signal: stopping.signal, onProgress, sideBySideMax: 1 }, parts)
    expect(first.report).toMatchObject({ verdict: 'NOT_MEASURED', unjudged: 3, stoppedBy: 'the run was stopped' })
    expect(first.report.figures.items).toBe(1)
    const second = await measured(right, {}, parts)
    expect(second.judge.asked).toHaveLength(9)
    expect(second.report).toEqual(whole)
    expect((await recorded(parts)).map(({ type }) => type)).toEqual(['judges.began', 'judges.measured', 'judges.measured'])
    const third = await measured(right, {}, parts)
    expect(third.judge.asked).toHaveLength(0)
    expect(third.report).toEqual(whole)
    expect(await recorded(parts)).toHaveLength(3)
  })

  test('a judge that is interrupted while it answers is asked again, and nothing it half said counts', async () => {
    const parts = canaryParts()
    const stopping = new AbortController()
    const hanging: Model = {
      id: 'planned',
      provider: 'scripted',
      ask: ({ signal }) =>
        new Promise((_, reject) => {
          const end = (): void => reject(new Error('stopped'))
          if (signal?.aborted === true) end()
          signal?.addEventListener('abort', end, { once: true })
          stopping.abort()
        }),
    }
    const first = await measured(right, { signal: stopping.signal, judges: { panel: [hanging], adversary: hanging } }, parts)
    expect(first.report).toMatchObject({ verdict: 'NOT_MEASURED', unjudged: 4 })
    expect((await measured(right, {}, parts)).report.verdict).toBe('PASS')
  })

  test('limits of calls and tokens end it, no more are asked, and the words name the limit', async () => {
    const calls = await measured(right, { sitting: { callsMax: 4 } })
    expect(calls.judge.asked).toHaveLength(4)
    expect(calls.report).toMatchObject({ verdict: 'NOT_MEASURED', stoppedBy: 'the limit of 4 calls is reached' })
    const tokens = await measured(right, { sitting: { tokensMax: 1 }, sideBySideMax: 1 })
    expect(tokens.report).toMatchObject({ verdict: 'NOT_MEASURED', stoppedBy: 'the limit of 1 tokens is reached' })
    const more = await measured(right, {}, calls.parts)
    expect(more.report.verdict).toBe('PASS')
  })

  test('the same name with another set, seed or panel is refused before anybody is asked', async () => {
    const { parts } = await measured(right)
    await expect(measured(right, { seed: 8 }, parts)).rejects.toMatchObject({ code: 'usage' })
    await expect(measured(right, { pairs: two.slice(1) }, parts)).rejects.toMatchObject({ code: 'usage' })
    const other = plannedJudge(two, right, 'another')
    await expect(measured(right, { judges: { panel: [other], adversary: other } }, parts)).rejects.toMatchObject({
      code: 'usage',
    })
    expect(other.asked).toHaveLength(0)
  })

  test('no pairs, a threshold that is no share, and a model without a price under a limit of cost are refused', async () => {
    const parts = canaryParts()
    await expect(measured(right, { pairs: [] }, parts)).rejects.toMatchObject({ code: 'usage' })
    await expect(measured(right, { thresholds: { missedMax: 2 } }, parts)).rejects.toMatchObject({ code: 'data-invalid' })
    expect(await recorded(parts)).toEqual([])
    await expect(measured(right, { limits: { costMicrosMax: 5 } }, parts)).rejects.toMatchObject({ code: 'usage' })
  })
})
