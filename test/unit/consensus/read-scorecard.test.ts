import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { blockMarkers } from '../../../src/blocks/verdict-block'
import { readScorecard } from '../../../src/consensus/read-scorecard'
import { freezeRubric } from '../../../src/consensus/rubric'
import { scorecardSchema } from '../../../src/consensus/scorecard-json-schema'
import { parseSeat } from '../../../src/consensus/seat'

const rubric = { criteria: ['It holds'], dimensions: ['correctness', 'clarity'] }
const reading = { member: 'adversary', lens: 'adversary', adversary: true, rubric, nonce: 'k3f9' }
const score = (dimension: string) => ({
  dimension,
  score: 8,
  confidence: 0.9,
  rationale: 'fine',
  claims: [{ text: 'x', citations: [{ kind: 'line', file: 'a.ts', line: 3 }] }],
})
const card = {
  scores: [score('correctness'), { dimension: 'clarity', score: null, reason: 'no prose to judge' }],
  topConcern: 'none that matters',
  scenarios: [{ id: 'S1', input: 'an empty list', wrongBehaviour: 'throws', class: 'correctness', repair: 'local', citations: [] }],
  caveats: [],
  recommendation: 'SHIP',
}
const block = (value: unknown, nonce = 'k3f9'): string => {
  const { open, close } = blockMarkers('SCORECARD', nonce)
  return `I looked.\n${open}\n${JSON.stringify(value)}\n${close}\n`
}

describe("from a model's text to a seat", () => {
  test('R-TRI-22 a block becomes a seat that its rubric accepts, frozen or not', () => {
    const seat = readScorecard(block(card), reading)
    expect(seat).toMatchObject({ member: 'adversary', lens: 'adversary', adversary: true, outcome: 'scorecard', recommendation: 'SHIP' })
    expect(parseSeat(seat, { dimensions: [{ id: 'correctness' }, { id: 'clarity' }] })).toMatchObject({ ok: true })
    const frozen = freezeRubric(rubric)
    if (!frozen.ok) throw new Error('not frozen')
    expect(readScorecard(block(card), { ...reading, rubric: frozen.value, session: 's1', model: { id: 'm' } })).toEqual({
      ...seat,
      session: 's1',
      model: { id: 'm' },
    })
  })

  test.each<[string, string, { code: string; path: string }]>([
    [
      'a score out of range',
      block({ ...card, scores: [{ ...score('correctness'), score: 11 }, card.scores[1]] }),
      { code: 'score-out-of-range', path: 'scores[0].score' },
    ],
    ['a dimension left out', block({ ...card, scores: [score('correctness')] }), { code: 'dimension-missing', path: 'scores' }],
    ['a member of its own choosing', block({ ...card, member: 'quality' }), { code: 'unknown-field', path: 'member' }],
    ['no block', 'Looks good to me: 9 of 10.', { code: 'no-block', path: '' }],
    ["another dispatch's block", block(card, 'zzzz'), { code: 'wrong-nonce', path: '' }],
    ['a bare object without the nonce', JSON.stringify(card), { code: 'wrong-nonce', path: '' }],
    ['a block that says another nonce inside', block({ nonce: 'zzzz', ...card }), { code: 'wrong-nonce', path: '' }],
  ])('R-TRI-27 %s is an abstention with its fault, never a score', (_, text, fault) => {
    const seat = readScorecard(text, reading)
    expect(seat).toMatchObject({ outcome: 'abstained', reason: 'out-of-contract' })
    expect(seat).toHaveProperty('issues', [expect.objectContaining(fault)])
  })

  test('a bare object counts with the nonce as a field, and only where one is expected', () => {
    const bare = JSON.stringify({ nonce: 'k3f9', ...card })
    expect(readScorecard(bare, reading)).toEqual(readScorecard(block(card), reading))
    expect(readScorecard(block({ nonce: 'k3f9', ...card }), reading)).toMatchObject({ outcome: 'scorecard' })
    const { nonce: _, ...without } = reading
    expect(readScorecard(bare, without)).toMatchObject({ outcome: 'abstained', issues: [{ code: 'no-block' }] })
  })

  test('the schema takes what is in contract and refuses what is not', () => {
    const valid = new Ajv({ strict: false }).compile(scorecardSchema(rubric))
    expect(valid(card)).toBe(true)
    expect(valid({ nonce: 'k3f9', ...card })).toBe(true)
    for (const bad of [
      { ...card, scores: [score('correctness')] },
      { ...card, scores: [score('correctness'), score('speed')] },
      { ...card, recommendation: 'ESCALATE' },
      { ...card, overall: 9 },
    ]) {
      expect(valid(bad)).toBe(false)
    }
  })
})
