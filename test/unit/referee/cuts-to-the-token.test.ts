import { describe, expect, test } from 'vitest'
import type { ComparePayload } from '../../../src/entries/referee'
import { buildPayload, estimateTokens } from '../../../src/entries/referee'
import { compareFacts, publishedReview } from '../../support/referee-payloads'
import { reviewPayloadOf } from '../../support/translate/review-payload'

const tokensInMax = 2400

function built(more: object) {
  const parsed = buildPayload('compare', { ...compareFacts, cases: [], ...more })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
  return parsed.value
}

const outputs = ({ payload }: { readonly payload: ComparePayload }): string[] => payload.steps.map(({ output }) => output)
const steps = (...tokens: readonly number[]) => tokens.map((count, index) => ({ step: `s${index}`, output: 'x'.repeat(count * 4) }))

describe('R-JUDGE-25 a payload is cut to its budget', () => {
  test('one that fits to the token is whole; one character more is cut', () => {
    const room = tokensInMax * 4 - built({ steps: [{ step: 's', output: '' }] }).text.length
    const whole = built({ steps: [{ step: 's', output: 'x'.repeat(room) }] })
    expect([whole.tokensIn, whole.overBudget, whole.cut, outputs(whole)]).toEqual([tokensInMax, false, [], ['x'.repeat(room)]])
    const cut = built({ steps: [{ step: 's', output: 'x'.repeat(room + 1) }] })
    expect(cut.tokensIn).toBeLessThanOrEqual(tokensInMax)
    expect(cut.cut.map(({ path }) => path)).toEqual(['steps[0].output'])
  })

  test('the longest output gives way first, the earlier of two that are as long, and no more than has to go', () => {
    const one = built({ steps: steps(400, 3000, 1000) })
    expect([outputs(one)[0], outputs(one)[2]]).toEqual(['x'.repeat(1600), 'x'.repeat(4000)])
    expect(one.cut.map(({ path }) => path)).toEqual(['steps[1].output'])
    const twins = built({ steps: steps(1200, 1200) })
    expect(twins.cut.map(({ path }) => path)).toEqual(['steps[0].output'])
    for (const { tokensIn, overBudget } of [one, twins]) {
      expect(overBudget).toBe(false)
      expect(tokensIn).toBeGreaterThan(tokensInMax - 20)
    }
  })

  test('an output keeps its first words; what is still too much is taken from the next', () => {
    const three = built({ steps: steps(2000, 2000, 1500) })
    expect(outputs(three)[0]).toBe(`${'x'.repeat(100)} [cut: 7900 characters]`)
    expect(outputs(three)[1]).toMatch(/^x{3,} \[cut: \d+ characters\]$/)
    expect(outputs(three)[2]).toBe('x'.repeat(6000))
    expect(three.cut[0]).toEqual({ path: 'steps[0].output', because: 'the end of "s0" did not fit: 7900 characters' })
    expect(three.cut[1]?.path).toBe('steps[1].output')
    expect(three.tokensIn).toBeLessThanOrEqual(tokensInMax)
    expect(three.tokensIn).toBeGreaterThan(tokensInMax - 20)
  })

  test('an output that would say nothing afterwards is left whole, and the payload says that it is over', () => {
    const many = built({ steps: steps(...Array.from({ length: 100 }, () => 35)) })
    expect([many.cut, many.overBudget]).toEqual([[], true])
    const more = built({ steps: steps(...Array.from({ length: 100 }, () => 36)) })
    expect(more.cut).toHaveLength(100)
    expect(outputs(more)[0]).toBe(`${'x'.repeat(100)} [cut: 44 characters]`)
  })

  test.each([
    ['漢', 25],
    ['\u0080', 25],
    ['\u007f', 100],
    ['😀', 25],
  ])('%j is counted as it is estimated', (letter, kept) => {
    const output = letter.repeat(12_000)
    const short = built({ steps: [{ step: 's0', output }, ...steps(2400, 2400)] })
    expect(outputs(short)[0]?.split(' [cut: ')[0]).toBe(letter.repeat(kept))
    expect(estimateTokens(letter.repeat(kept))).toBe(25)
  })

  test('R-JUDGE-05 similar cases beyond five are left out, then the last ones that do not fit, each with why', () => {
    const cases = Array.from({ length: 7 }, (_, index) => ({ id: `C-20261101-0${index + 1}`, summary: 'x'.repeat(2000), outcome: 'red' }))
    const { payload, cut, overBudget } = built({ cases })
    expect(payload.cases.map(({ id }) => id)).toEqual(['C-20261101-01', 'C-20261101-02', 'C-20261101-03', 'C-20261101-04'])
    expect(cut.map(({ path }) => path)).toEqual(['cases[5]', 'cases[6]', 'cases[4]'])
    expect(cut[0]).toEqual({ path: 'cases[5]', because: 'at most 5 similar cases travel' })
    const five = estimateTokens(built({ cases: cases.slice(0, 4) }).text) + Math.ceil(JSON.stringify(cases[4]).length / 4)
    expect(cut[2]?.because).toMatch(/^the payload has \d+ tokens, at most 2400 fit$/)
    expect(Math.abs(Number(/\d+/.exec(cut[2]?.because ?? '')?.[0]) - five)).toBeLessThanOrEqual(1)
    expect(overBudget).toBe(false)
  })

  test('R-JUDGE-06 a field that nobody asked for is left out of the standards of a review as of any other form', () => {
    const facts = reviewPayloadOf(publishedReview.human_signal)
    const parsed = buildPayload('review', { ...facts, standards: { ...facts.standards, hint: 'red' } })
    expect(parsed.ok && [parsed.value.payload, parsed.value.dropped]).toEqual([facts, ['standards.hint']])
  })
})
