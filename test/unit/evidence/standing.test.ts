import { describe, expect, test } from 'vitest'
import { checkCitations } from '../../../src/evidence/check-citations'
import type { Citation } from '../../../src/evidence/citation'
import type { Claim } from '../../../src/evidence/claim'
import type { Corpus } from '../../../src/evidence/corpus'
import type { CheckedCitation, CheckedClaim } from '../../../src/evidence/standing'
import { anchors, standingOf } from '../../../src/evidence/standing'

const quote: CheckedCitation = { kind: 'quote', outcome: 'found', role: 'artifact' }
const missing: CheckedCitation = { kind: 'quote', outcome: 'missing' }

function claim(...citations: readonly CheckedCitation[]): CheckedClaim {
  return { loadBearing: true, citations }
}

function standing(score: number, ...claims: readonly CheckedClaim[]): string {
  return standingOf(score, claims).standing
}

describe('the standing of a score', () => {
  test('R-TRI-24: 8 or more needs an anchored quote, or line with text, of the artifact', () => {
    expect(standing(8, claim(quote))).toBe('stands')
    expect(standing(8, claim({ ...quote, role: 'diff' }))).toBe('stands')
    expect(standing(8, claim({ kind: 'line', outcome: 'found', role: 'artifact', withText: true }))).toBe('stands')
    expect(standing(8, claim({ kind: 'line', outcome: 'drifted', role: 'artifact', withText: true }))).toBe('stands')
    const others: readonly CheckedCitation[] = [
      { ...quote, role: 'spec' },
      { ...quote, role: 'reference' },
      { kind: 'line', outcome: 'found', role: 'artifact', withText: false },
      { kind: 'line', outcome: 'found', role: 'artifact' },
      { kind: 'section', outcome: 'found', role: 'artifact' },
      { kind: 'output', outcome: 'found' },
    ]
    for (const other of others) expect(standing(8, claim(other))).toBe('unanchored')
    expect(standing(8)).toBe('unanchored')
    expect(standing(8, claim(...others, quote))).toBe('stands')
  })

  test('R-TRI-24: 3 or less needs an anchored line, section, output or artifact quote', () => {
    const enough: readonly CheckedCitation[] = [
      quote,
      { kind: 'line', outcome: 'found', role: 'artifact' },
      { kind: 'section', outcome: 'found', role: 'spec' },
      { kind: 'output', outcome: 'found' },
    ]
    for (const one of enough) expect(standing(3, claim(one))).toBe('stands')
    expect(standing(3, claim({ ...quote, role: 'spec' }))).toBe('unanchored')
    expect(standing(1)).toBe('unanchored')
  })

  test('scores above 3 and below 8 need no evidence', () => {
    for (const score of [3.1, 5, 7.9]) {
      expect(standing(score)).toBe('stands')
      expect(standing(score, claim())).toBe('stands')
    }
  })

  test('C-TOLERANCE: the bounds allow 1e-9 in favour of equality', () => {
    expect(standing(7.9999999999)).toBe('unanchored')
    expect(standing(7.99999999)).toBe('stands')
    expect(standing(3.0000000001)).toBe('unanchored')
    expect(standing(3.00000001)).toBe('stands')
    expect(standing(3.0000000001, claim({ kind: 'output', outcome: 'found' }))).toBe('stands')
  })

  test('R-TRI-46: refuted when every load-bearing claim with citations is, at any score', () => {
    for (const score of [1, 5, 9]) {
      expect(standing(score, claim(missing))).toBe('refuted')
      expect(standing(score, claim(missing), claim())).toBe('refuted')
      expect(standing(score, claim(missing), claim(missing, quote))).toBe('stands')
    }
    expect(standing(5, { ...claim(missing), loadBearing: false })).toBe('stands')
    expect(standing(9, claim(missing), { ...claim(quote), loadBearing: false })).toBe('refuted')
  })

  test('R-TRI-25: a claim without citations is evidence-free; one whose citations all fail is refuted', () => {
    const near: CheckedCitation = { ...quote, outcome: 'near' }
    const short: CheckedCitation = { ...quote, outcome: 'too-short' }
    expect(standingOf(5, [claim(), claim(near, short, missing), claim(near, quote)]).claims).toEqual(['evidence-free', 'refuted', 'kept'])
    expect(standingOf(5, [{ ...claim(), adjudicated: 'refuted' }]).claims).toEqual(['evidence-free'])
  })

  test('E-REFUTEDANCHORS: only kept claims anchor a score', () => {
    const byHand: CheckedClaim = { ...claim(quote), adjudicated: 'refuted' }
    const kept = claim({ ...quote, role: 'spec' })
    expect(standingOf(9, [byHand, kept])).toEqual({ standing: 'unanchored', claims: ['refuted', 'kept'] })
    expect(standing(9, byHand)).toBe('refuted')
  })

  test('E-UPHELD: an upheld claim is kept from being refuted but anchors nothing', () => {
    const upheld: CheckedClaim = { ...claim(missing), adjudicated: 'upheld' }
    expect(standingOf(9, [upheld])).toEqual({ standing: 'unanchored', claims: ['kept'] })
    expect(standing(5, upheld)).toBe('stands')
    expect(standing(9, { ...claim(quote), adjudicated: 'upheld' })).toBe('stands')
  })

  test('a deleted line quoted from a diff: it anchors scores of 3 or less and keeps its claim, but no 8', () => {
    const deleted: CheckedCitation = { ...quote, role: 'diff', deletedOnly: true }
    expect(standingOf(9, [claim(deleted)])).toEqual({ standing: 'unanchored', claims: ['kept'] })
    expect(standing(3, claim(deleted))).toBe('stands')
    expect(standing(9, claim(deleted, quote))).toBe('stands')
  })

  test('only found and drifted anchor', () => {
    expect((['found', 'drifted', 'near', 'too-short', 'missing'] as const).filter((outcome) => anchors({ outcome }))).toEqual([
      'found',
      'drifted',
    ])
  })
})

describe('checking the citations of a panel', () => {
  const corpus: Corpus = {
    sources: [
      { id: 'a.ts', role: 'artifact', path: 'a.ts', text: 'export function expires(iat: number) {\n  return iat + 15 * 60;\n}\n' },
      { id: 'd', role: 'diff', path: 'a.ts', text: '-  return iat + 99;\n+  return iat + 15 * 60;\n' },
    ],
    runs: [{ command: 'npm test', exitCode: 1, output: '1 failed, 12 passed' }],
  }
  const cited = (...citations: readonly Citation[]): Claim => ({ text: 'a claim', citations: [...citations], loadBearing: true })
  const found: Citation = { kind: 'quote', text: 'return iat + 15 * 60;' }
  const invented: Citation = { kind: 'quote', text: 'return iat + 60 * 15;' }

  test('R-TRI-24 to R-TRI-26: standings, claims and places in the order of the input', () => {
    const [first, second] = checkCitations(
      [
        {
          scores: [
            { score: 9, claims: [cited(found, invented), cited()] },
            { score: 9, claims: [cited(invented)] },
            { score: 5, claims: [] },
          ],
        },
        {
          scores: [
            { score: 2, claims: [cited({ kind: 'output', command: 'npm test', text: '1 failed, 12' })] },
            { score: 9, claims: [cited({ kind: 'line', file: 'a.ts', line: 2 })] },
            { score: 9, claims: [cited({ kind: 'line', file: 'a.ts', line: 1, text: 'return iat + 15 * 60;' })] },
            { score: 9, claims: [cited({ kind: 'quote', text: '-  return iat + 99;' })] },
          ],
        },
      ],
      corpus,
    )
    expect(first?.scores.map((score) => score.standing)).toEqual(['stands', 'refuted', 'stands'])
    expect(first?.scores[0]?.claims.map(({ status }) => status)).toEqual(['kept', 'evidence-free'])
    expect(first?.scores[0]?.claims[0]?.citations).toEqual([
      { outcome: 'found', place: { source: 'a.ts', offset: 41, line: 2 }, role: 'artifact', deletedOnly: false },
      { outcome: 'missing' },
    ])
    expect(second?.scores.map((score) => score.standing)).toEqual(['stands', 'unanchored', 'stands', 'unanchored'])
    expect(second?.scores[2]?.claims[0]?.citations).toMatchObject([{ outcome: 'drifted', place: { line: 2 } }])
    expect(second?.scores[0]?.claims[0]?.citations).toEqual([
      { outcome: 'found', place: { run: 0, offset: 0, line: 1 }, deletedOnly: false },
    ])
  })

  test('a null score has no standing, its claims are checked all the same', () => {
    expect(checkCitations([{ scores: [{ score: null, claims: [cited(invented)] }] }], corpus)).toEqual([
      { scores: [{ standing: null, claims: [{ status: 'refuted', citations: [{ outcome: 'missing' }] }] }] },
    ])
  })

  test('R-TRI-46: what was decided by hand on a claim is asked for by its three indexes', () => {
    const cards = [{ scores: [{ score: 9, claims: [cited(found)] }] }, { scores: [{ score: 9, claims: [cited(found), cited(found)] }] }]
    const decided = checkCitations(cards, corpus, (card, score, index) =>
      card === 1 && score === 0 && index === 1 ? 'refuted' : undefined,
    )
    expect(decided.map(({ scores }) => scores[0]?.claims.map(({ status }) => status))).toEqual([['kept'], ['kept', 'refuted']])
    const all = checkCitations(cards, corpus, () => 'refuted')
    expect(all.map(({ scores }) => scores[0]?.standing)).toEqual(['refuted', 'refuted'])
  })
})
