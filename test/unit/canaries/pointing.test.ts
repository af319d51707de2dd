import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canaryPairs } from '../../../src/conformance/canaries/canary-pairs'
import type { AnsweredSeat } from '../../../src/consensus/seat'
import type { Citation } from '../../../src/evidence/citation'
import type { CanaryItem } from '../../../src/tribunal/canaries/canary-slice'
import { canaryCorpus } from '../../../src/tribunal/canaries/canary-slice'
import { pointedLines, pointedLinesAllowed, pointedLinesMax } from '../../../src/tribunal/canaries/pointing'
import { seatJudgement } from '../../../src/tribunal/canaries/read-judgement'
import { smallPair } from '../../support/canary-judges'

const items = canaryPairs.map((pair): CanaryItem => ({ pair, variant: 'faulty' }))
const linesOf = ({ pair }: CanaryItem): string[] => pair.faulty.trimEnd().split('\n')
const isFault = ({ pair }: CanaryItem, line: number): boolean => pair.lines.some(({ from, to }) => from <= line && line <= to)
const at = ({ pair }: CanaryItem, line: number, endLine = line): Citation => ({ kind: 'line', file: pair.path, line, endLine })

/** A card that stops the work, with each list of citations as a scenario of its own. */
function against(findings: readonly (readonly Citation[])[], kind: 'correctness' | 'other' = 'correctness'): AnsweredSeat {
  return {
    member: 'quality',
    lens: 'quality',
    adversary: false,
    outcome: 'scorecard',
    scores: [{ dimension: 'correctness', score: 5, confidence: 0.8, rationale: 'because', claims: [] }],
    topConcern: 'it fails',
    scenarios: findings.map((citations, index) => ({
      id: `s${index}`,
      input: 'seven',
      wrongBehaviour: 'it is read twice',
      class: kind,
      repair: 'local',
      citations: [...citations],
    })),
    caveats: [],
    recommendation: 'ITERATE',
  }
}
const catches = (item: CanaryItem, findings: readonly (readonly Citation[])[]): boolean => seatJudgement(against(findings), item).atFault

describe('a member has found the fault when its findings point there and hardly anywhere else', () => {
  test('the fault alone, and the fault with a few lines more, is found in each published pair', () => {
    for (const item of items) {
      expect(
        catches(
          item,
          item.pair.lines.map(({ from, to }) => [at(item, from, to)]),
        ),
        item.pair.id,
      ).toBe(true)
      const [first] = item.pair.lines
      const more = linesOf(item).findIndex((_, index) => !isFault(item, index + 1)) + 1
      expect(catches(item, [[at(item, first?.from ?? 0)], [at(item, more)]]), item.pair.id).toBe(true)
    }
  })

  test('one citation for each line of the text says nothing of where it is: as many findings, as one, or as quotes', () => {
    for (const item of items) {
      const each = linesOf(item).map((_, index) => at(item, index + 1))
      const quotes = linesOf(item).map((text): Citation => ({ kind: 'quote', text }))
      const inDiff = quotes.map((quote) => ({
        ...quote,
        text: `+${quote.kind === 'quote' ? quote.text : ''}`,
        source: `diff:${item.pair.path}`,
      }))
      const sprays: Citation[][][] = [each.map((one) => [one]), [each], [quotes], [inDiff], [[at(item, 1, linesOf(item).length)]]]
      for (const spray of sprays) {
        expect(seatJudgement(against(spray), item), item.pair.id).toEqual({ said: 'objects', atFault: false })
      }
    }
  })

  test('a spray spread over low scores, caveats and a failed specification is one spray', () => {
    for (const item of items) {
      const each = linesOf(item).map((_, index) => at(item, index + 1))
      const parts = [0, 1, 2].map((rest) => each.filter((_, index) => index % 3 === rest))
      const claim = { text: 'wrong', citations: parts[0] ?? [], loadBearing: true }
      const card: AnsweredSeat = {
        ...against([]),
        scores: [{ dimension: 'correctness', score: 3, confidence: 0.9, rationale: 'because', claims: [claim] }],
        caveats: [{ id: 'c', text: 'wrong', class: 'safety', citations: parts[1] ?? [] }],
        specCompliance: { status: 'failed', claims: [{ ...claim, citations: parts[2] ?? [] }] },
      }
      expect(seatJudgement(card, item).atFault, item.pair.id).toBe(false)
    }
  })

  test('remarks that stop no work widen nothing, and point where a card has nothing else', () => {
    const [item] = items
    if (item === undefined) throw new Error('a pair is wanted')
    const fault = item.pair.lines[0]?.from ?? 0
    const remarks = linesOf(item).map((_, index) => ({
      id: `c${index}`,
      text: 'long',
      class: 'other' as const,
      citations: [at(item, index + 1)],
    }))
    expect(seatJudgement({ ...against([[at(item, fault)]]), caveats: remarks }, item).atFault).toBe(true)
    expect(seatJudgement({ ...against([]), caveats: remarks }, item).atFault).toBe(false)
    expect(seatJudgement(against([[at(item, fault)]], 'other'), item).atFault).toBe(true)
  })

  test('whoever points blindly, as widely as it may, meets a fault of one line in at most about a quarter of the places', () => {
    let narrow = 0
    for (const item of items) {
      const count = linesOf(item).length
      const allowed = pointedLinesAllowed(item)
      const size = item.pair.lines.reduce((sum, { from, to }) => sum + to - from + 1, 0)
      expect(allowed).toBe(Math.max(size, Math.min(pointedLinesMax, Math.ceil(count / 4))))
      if (size !== 1) continue
      narrow++
      const starts = Array.from({ length: count - allowed + 1 }, (_, index) => index + 1)
      const hits = starts.filter((from) => catches(item, [[at(item, from, from + allowed - 1)]])).length
      expect(hits, item.pair.id).toBeGreaterThan(0)
      // Runs of lines meet the middle of a text more often than its ends: at most `allowed` of them hold any one line.
      expect(hits, item.pair.id).toBeLessThanOrEqual(allowed)
      expect(allowed / count, item.pair.id).toBeLessThan(1 / 3)
    }
    expect(narrow).toBeGreaterThan(10)
  })

  test('whatever is cited besides, more never turns a miss into a hit once too much is pointed at', () => {
    const seen = { hits: 0, misses: 0, lost: 0 }
    const ranges = fc.array(fc.tuple(fc.nat(30), fc.nat(4)), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.constantFrom(...items), ranges, ranges, (item, some, more) => {
        const cite = (list: readonly (readonly [number, number])[]): Citation[] =>
          list.map(([start, length]) => at(item, start + 1, Math.max(start + 1, Math.min(start + 1 + length, linesOf(item).length))))
        const pointed = pointedLines(cite(some), item, canaryCorpus(item))
        const expected = pointed.size <= pointedLinesAllowed(item) && [...pointed].some((line) => isFault(item, line))
        expect(catches(item, [cite(some)])).toBe(expected)
        const both = catches(item, [cite(some), cite(more)])
        const isWide = pointed.size > pointedLinesAllowed(item)
        if (isWide) expect(both).toBe(false)
        if (expected) seen.hits++
        else seen.misses++
        if (expected && !both) seen.lost++
      }),
      { numRuns: 300 },
    )
    expect(Math.min(seen.hits, seen.misses, seen.lost)).toBeGreaterThan(5)
  })

  test('a quote that stands at several places points at all of them', () => {
    const pair = {
      ...smallPair('a'),
      faulty: `${['let total = 0', 'total += one', 'total += one', ...Array.from({ length: 17 }, (_, n) => `step(${n}00000)`)].join('\n')}\n`,
    }
    const item: CanaryItem = { pair: { ...pair, lines: [{ from: 3, to: 3 }] }, variant: 'faulty' }
    const places = (text: string): number[] => [...pointedLines([{ kind: 'quote', text }], item, canaryCorpus(item))]
    expect(places('total += one')).toEqual([2, 3])
    expect(places('total += one\ntotal += one')).toEqual([2, 3])
    expect(places('  step(500000)  ')).toEqual([])
    expect(places('step(500000)')).toEqual([9])
    expect(places(pair.spec)).toEqual([])
    expect(catches(item, [[{ kind: 'quote', text: 'total += one' }]])).toBe(true)
  })
})
