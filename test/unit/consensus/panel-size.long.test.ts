import { describe, expect, test } from 'vitest'
import { abstained, claim, inputOf, issuesOf, panelOf, quote, ruledOn, rulingOf, verdictOf } from '../../support/consensus-input'

const two = panelOf({ d: [8, 8] })

describe('size', () => {
  test('150,000 faulty seats are refused one by one, and nothing is thrown', () => {
    const panel = Array.from({ length: 150_000 }, () => null)
    const issues = issuesOf({ panel, rubric: { criteria: ['c'], dimensions: ['d'] }, corpus: {} })
    expect(issues.length).toBe(150_002)
    expect(issues.at(-1)).toMatchObject({ code: 'invalid-value', path: 'panel[149999]' })
  })

  test('100,000 seats that gave nothing are counted', () => {
    const silent = Array.from({ length: 99_998 }, (_, index) => abstained(`silent ${index}`))
    const ruling = verdictOf(inputOf([...two, ...silent]))
    expect(ruling.seats).toEqual({ asked: 100_000, answered: 2, abstained: { timeout: 99_998 } })
    expect(ruling.reasons).toEqual(['quorum'])
  })

  test('two thousand members that split down the middle are ruled in good time', { timeout: 8_000 }, () => {
    const scores = Array.from({ length: 2000 }, (_, index) => (index % 2 === 0 ? 8 : 4))
    const { triggers } = rulingOf(inputOf(panelOf({ d: scores, e: scores })), 'synthesis')
    expect(triggers[1]).toEqual({ id: 'pass-fail-split', fired: true, dimensions: ['d', 'e'] })
  })

  test('a text of ten million letters is read, and shown cut', () => {
    const huge = 'x'.repeat(10_000_000)
    const ruling = ruledOn({ d: [{ score: 8, rationale: huge }, 8] })
    expect(ruling.verdict).toBe('SHIP')
    const [issue] = issuesOf(inputOf(two, { mode: huge }))
    expect(issue?.message.length).toBeLessThan(200)
  })

  test('a thousand members that agree are ruled', () => {
    const ruling = verdictOf(inputOf(panelOf({ d: Array.from({ length: 1000 }, (_, index) => (index % 2 === 0 ? 8 : 8.5)) })))
    expect(ruling.dimensions[0]).toMatchObject({ n: 1000, kind: 'converged', consensus: 8.25 })
  })

  test('a claim may carry a thousand citations', () => {
    const citations = Array.from({ length: 1000 }, () => quote())
    expect(ruledOn({ d: [{ score: 8, claims: [claim({ citations })] }, 8] }).evidence).toMatchObject({ citations: 1001, found: 1001 })
  })
})
