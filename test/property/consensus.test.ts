import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/canonical/canonical-json'
import { adjudicate } from '../../src/consensus/adjudicate'
import type { Ruling } from '../../src/consensus/ruling'
import type { PanelInput, Seat } from '../support/panels'
import { lie, panelInput, truth } from '../support/panels'

const runs = { numRuns: 400 }

/** Asserts a law and that its interesting branch was reached often enough to mean something. */
function law(reachedMin: number, arbitrary: fc.Arbitrary<PanelInput>, holds: (input: PanelInput, reached: () => void) => void): void {
  let count = 0
  fc.assert(
    fc.property(arbitrary, (input) => {
      holds(input, () => count++)
    }),
    runs,
  )
  expect(count, 'interesting branch').toBeGreaterThanOrEqual(reachedMin)
}

function verdictOf(input: unknown): Ruling & { kind: 'verdict' } {
  const ruling = adjudicate(input)
  if (ruling.kind !== 'verdict') throw new Error(`no verdict: ${JSON.stringify(ruling).slice(0, 300)}`)
  return ruling
}

/** The ruling, or the replacement that stands in its place; both are outcomes of a panel. */
function ruled(input: unknown): Ruling {
  const ruling = adjudicate(input)
  expect(ruling.kind === 'refused' ? ruling.issues : []).toEqual([])
  return ruling
}

describe('laws of consensus', () => {
  test('the order of seats is irrelevant, byte for byte', () => {
    law(300, panelInput, (input, reached) => {
      const turned = { ...input, panel: [...input.panel].reverse() }
      const ruling = ruled(input)
      if (ruling.kind === 'verdict') reached()
      expect(canonicalJson(ruled(turned))).toBe(canonicalJson(ruling))
    })
  })

  test('the same input gives the same bytes and is left as it was', () => {
    law(300, panelInput, (input, reached) => {
      const before = JSON.stringify(input)
      const bytes = canonicalJson(ruled(input))
      if (bytes.includes('"kind":"verdict"')) reached()
      expect(canonicalJson(ruled(structuredClone(input)))).toBe(bytes)
      expect(JSON.stringify(input)).toBe(before)
    })
  })

  test('R-TRI-47 a refuted score never changes the sum', () => {
    law(60, panelInput, (input, reached) => {
      const [first] = input.panel
      if (first?.outcome !== 'scorecard' || typeof first.scores?.[0]?.score !== 'number') return
      const refuted = withFirstScore(input, 0, { claims: [{ text: 'x', citations: [{ kind: 'quote', text: lie }], loadBearing: true }] })
      const sums = [1, 4.5, 10].map((score) => sumsOf(ruled(withFirstScore(refuted, 0, { score }))))
      reached()
      expect(sums[1]).toBe(sums[0])
      expect(sums[2]).toBe(sums[0])
    })
  })

  test('an abstention of the adversary never makes a SHIP', () => {
    law(100, panelInput, (input, reached) => {
      const before = ruled(input)
      const silent = { ...input, panel: input.panel.map((seat) => (seat.adversary ? abstainedSeat(seat) : seat)) }
      const after = ruled(silent)
      if (before.kind === 'verdict' && before.verdict !== 'SHIP') reached()
      expect(after.kind === 'verdict' ? after.verdict : after.kind).toBe('ESCALATE')
    })
  })

  test('withholding any one answer never turns another verdict into a SHIP for want of a quorum or an opponent', () => {
    law(150, panelInput, (input, reached) => {
      for (const victim of input.panel) {
        const after = ruled({ ...input, panel: input.panel.map((seat) => (seat === victim ? abstainedSeat(seat) : seat)) })
        if (after.kind !== 'verdict' || after.verdict !== 'SHIP') continue
        reached()
        expect(after.seats.answered * 2).toBeGreaterThan(after.seats.asked)
        expect(input.panel.some((seat) => seat.adversary && seat !== victim && seat.outcome === 'scorecard')).toBe(true)
      }
    })
  })

  test('a dissent is never lost: every score given is in the consensus or on record', () => {
    law(80, panelInput, (input, reached) => {
      const ruling = ruled(input)
      if (ruling.kind !== 'verdict') return
      for (const seat of input.panel) {
        for (const { dimension, score } of seat.scores ?? []) {
          if (score === null) continue
          const counted = ruling.dimensions.find(({ id }) => id === dimension)?.scores.some(({ member }) => member === seat.member) === true
          const onRecord = ruling.dissents.find((dissent) => dissent.member === seat.member && dissent.dimension === dimension)
          if (onRecord !== undefined) reached()
          expect(counted || onRecord !== undefined).toBe(true)
          if (onRecord !== undefined) expect(onRecord.score).toBe(score)
        }
      }
    })
  })

  test("the trace's steps add up to the overall (R-TRI-59)", () => {
    law(150, panelInput, (input, reached) => {
      const ruling = ruled(input)
      if (ruling.kind !== 'verdict' || ruling.overall === null) return
      reached()
      const parts = ruling.trace.filter(({ step }) => step === 'part')
      const sum = parts.reduce((total, { saw }) => {
        const { consensus, weight } = saw as { consensus: number; weight: number }
        return total + (consensus / 10) * weight
      }, 0)
      expect(sum).toBeCloseTo(ruling.overall, 9)
      expect(ruling.trace.find(({ step }) => step === 'overall')?.gave).toBe(ruling.overall)
      const means = ruling.trace.filter(({ step, gave }) => step === 'consensus' && (gave as { kind: string }).kind === 'converged')
      for (const { saw, gave } of means) {
        const scores = (saw as { score: number }[]).map(({ score }) => score)
        expect((gave as { consensus: number }).consensus).toBeCloseTo(scores.reduce((a, b) => a + b, 0) / scores.length, 9)
      }
    })
  })

  test('R-TRI-62 a SHIP is at the target and nothing else stands in its way', () => {
    law(20, panelInput, (input, reached) => {
      const ruling = ruled(input)
      if (ruling.kind !== 'verdict' || ruling.verdict !== 'SHIP') return
      reached()
      expect(ruling.overall ?? 0).toBeGreaterThanOrEqual(ruling.target - 1e-9)
      expect(ruling.dimensions.some(({ blocked, consensus }) => blocked || consensus === null)).toBe(false)
      expect(ruling.scenarios.some(({ status, class: defect }) => status === 'unrebutted' && defect !== 'other')).toBe(false)
      expect(ruling.caveats.some(({ blocking, status }) => blocking && status !== 'fixed')).toBe(false)
    })
  })

  test('R-TRI-64 a fix list is never empty in an ITERATE, and R-TRI-75 an ESCALATE carries its package', () => {
    law(10, panelInput, (input, reached) => {
      const ruling = ruled(input)
      if (ruling.kind !== 'verdict') return
      if (ruling.verdict === 'ITERATE') {
        reached()
        expect(ruling.fixList.length).toBeGreaterThan(0)
      }
      expect(ruling.escalation !== undefined).toBe(ruling.verdict === 'ESCALATE')
      if (ruling.escalation !== undefined) expect(ruling.escalation.nextStep).not.toBe('')
    })
  })

  test('R-TRI-70 no ITERATE is issued with a spent budget', () => {
    law(60, panelInput, (input, reached) => {
      const ruling = ruled(input)
      const { index, max } = input['round'] as { index: number; max: number }
      if (ruling.kind !== 'verdict' || (index < max && input['dispatchesLeft'] !== 0)) return
      reached()
      expect(ruling.verdict).not.toBe('ITERATE')
    })
  })

  test('A-TRI-24 a revised score obeys the evidence rules: without its quote it leaves the sum', () => {
    let reached = 0
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 10 }), fc.boolean(), (score, quoted) => {
        const claims = [{ text: 'c', citations: [{ kind: 'quote', text: quoted ? truth : lie }], loadBearing: false }]
        const replies = [{ member: 'm0', dimension: 'd', action: 'REVISE', score, justification: 'persuaded', claims }]
        const ruling = verdictOf({ ...disputed(), synthesis: replies })
        const kept = ruling.dimensions[0]?.scores.some(({ member }) => member === 'm0') === true
        reached++
        expect(kept).toBe(quoted)
        if (!quoted) expect(ruling.dissents).toContainEqual(expect.objectContaining({ member: 'm0', score, status: 'unanchored' }))
      }),
      { numRuns: 50 },
    )
    expect(reached).toBeGreaterThan(10)
  })

  test('at the target is met: 0.80 by decimals, whatever doubles make of it', () => {
    let reached = 0
    fc.assert(
      fc.property(
        fc.constantFrom([8.5, 7.5, 7.5], [8, 8, 8], [7, 9, 9], [9.5, 6.5, 6.5]),
        fc.constantFrom([0.5, 0.3, 0.2], [5, 3, 2]),
        (scores, weights) => {
          const overall = scores.reduce((sum, score, index) => sum + score * (weights[index] ?? 0), 0) / (weights[0] === 5 ? 100 : 10)
          const ruling = verdictOf(uniform(scores, weights))
          if (Math.abs(overall - 0.8) < 1e-6) reached++
          expect(ruling.verdict).toBe(overall > 0.8 - 1e-9 ? 'SHIP' : 'SHIP_WITH_CAVEATS')
        },
      ),
      { numRuns: 60 },
    )
    expect(reached).toBeGreaterThan(5)
  })
})

function withFirstScore(input: PanelInput, index: number, change: object): PanelInput {
  const panel = input.panel.map((seat, at) =>
    at === index ? { ...seat, scores: (seat.scores ?? []).map((score, s) => (s === 0 ? { ...score, ...change } : score)) } : seat,
  )
  return { ...input, panel }
}

function sumsOf(ruling: Ruling): string {
  if (ruling.kind !== 'verdict') return ruling.kind
  return canonicalJson([
    ruling.overall,
    ruling.verdict,
    ruling.dimensions.map(({ id, kind, consensus, part }) => ({ id, kind, consensus, part })),
  ])
}

function abstainedSeat({ member, session, lens, adversary }: Seat): Seat {
  return { member, session, lens, adversary, outcome: 'abstained', reason: 'timeout' }
}

function plainSeat(index: number, scores: readonly number[], ids: readonly string[]): object {
  const claims = [{ text: 'c', citations: [{ kind: 'quote', text: truth }] }]
  return {
    member: `m${index}`,
    session: `s${index}`,
    lens: index === 0 ? 'adversary' : 'quality',
    scores: ids.map((dimension, at) => ({ dimension, score: scores[at], confidence: 0.7, rationale: 'r', claims })),
    topConcern: 'none',
    scenarios: [],
    caveats: [],
    recommendation: 'SHIP',
  }
}

function disputed(): object {
  const seats = [4, 8, 8].map((score, index) => plainSeat(index, [score], ['d']))
  return { rubric: { criteria: ['it works'], dimensions: ['d'] }, panel: seats, corpus: { diff: { 'a.ts': `+${truth}\n` } } }
}

function uniform(scores: readonly number[], weights: readonly number[]): object {
  const ids = ['a', 'b', 'c']
  return {
    rubric: { criteria: ['it works'], dimensions: ids.map((id, index) => ({ id, weight: weights[index] })) },
    panel: [0, 1, 2].map((index) => plainSeat(index, scores, ids)),
    corpus: { diff: { 'a.ts': `+${truth}\n` } },
  }
}
