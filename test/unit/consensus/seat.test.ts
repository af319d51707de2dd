import { describe, expect, test } from 'vitest'
import { rulingEventType } from '../../../src/consensus/ruling-event'
import { parseSeat, seatSpelledOut } from '../../../src/consensus/seat'
import type { Json } from '../../support/consensus-input'
import { abstained, caveat, score, seat } from '../../support/consensus-input'

const rubric = { dimensions: [{ id: 'd' }, { id: 'e' }] }
const given = seat('quality', { d: 7, e: 8 })
const faultsOf = (input: unknown): string[] => {
  const parsed = parseSeat(input, rubric)
  return parsed.ok ? [] : parsed.issues.map(({ code, path }) => `${code} ${path}`)
}

describe('a seat read on its own (R-TRI-22, R-TRI-27, R-TRI-28)', () => {
  test('that scores every dimension, or abstained, is taken as it is', () => {
    const parsed = parseSeat(given, rubric)
    expect(parsed.ok && parsed.value).toMatchObject({ member: 'quality', outcome: 'scorecard', scores: [{ score: 7 }, { score: 8 }] })
    expect(faultsOf(abstained('quality'))).toEqual([])
  })

  test.each<[string, unknown, string[]]>([
    ['a dimension missing', { ...given, scores: [score('d', 7)] }, ['dimension-missing scores']],
    [
      'a dimension doubled',
      { ...given, scores: [...(given['scores'] as Json[]), score('d', 7)] },
      ['dimension-doubled scores[2].dimension'],
    ],
    ['an id twice', { ...given, caveats: [caveat(), caveat()] }, ['id-twice caveats[1].id']],
    ['a score out of range', seat('quality', { d: 11, e: 8 }), ['score-out-of-range scores[0].score']],
    [
      'faults of its shape and of its dimensions at once, by path',
      { ...given, lens: 5, scores: [score('d', 7)] },
      ['invalid-value lens', 'dimension-missing scores'],
    ],
    [
      'scores that are no objects',
      { ...given, scores: [null, 'x', ...(given['scores'] as Json[])] },
      ['invalid-value scores[0]', 'invalid-value scores[1]'],
    ],
    ['an unknown reason of an abstention', abstained('quality', 'bored'), ['invalid-value reason']],
    ['an abstention without a reason', { ...abstained('quality'), reason: undefined }, ['missing-field reason']],
    ['nothing', null, ['invalid-value ']],
    ['a text', 'quality', ['invalid-value ']],
    ['a list', [], ['invalid-value ']],
  ])('with %s', (_, input, faults) => {
    expect(faultsOf(input)).toEqual(faults)
  })
})

describe('short forms of a seat (spec 16)', () => {
  test.each<[string, unknown, unknown]>([
    ['member and lens stand for one another', { member: 'm', outcome: 'scorecard' }, { member: 'm', lens: 'm', adversary: false }],
    ['the lens names the member', { lens: 'quality', outcome: 'scorecard' }, { member: 'quality', lens: 'quality', adversary: false }],
    ['the lens adversary opposes', { member: 'm', lens: 'adversary', outcome: 'scorecard' }, { adversary: true }],
    ['unless the seat says that it does not', { member: 'm', lens: 'adversary', adversary: false }, { adversary: false }],
    ['scores make a scorecard', { lens: 'quality', scores: [] }, { outcome: 'scorecard' }],
    ['an outcome given stays', { lens: 'quality', outcome: 'abstained', scores: [] }, { outcome: 'abstained' }],
    ['what is there already is kept', { member: 'a', lens: 'b', adversary: true, outcome: 'abstained' }, { member: 'a', lens: 'b' }],
    ['a missing lens is filled in though all else is there', { member: 'a', adversary: true, outcome: 'x' }, { lens: 'a' }],
    ['a missing member too', { lens: 'b', adversary: true, outcome: 'x' }, { member: 'b' }],
    ['and a missing outcome', { member: 'a', lens: 'b', adversary: true, scores: [] }, { outcome: 'scorecard' }],
  ])('%s', (_, input, wanted) => {
    expect(seatSpelledOut(input)).toMatchObject(wanted as object)
  })

  test('nothing is made up: no outcome without scores, no seat out of anything else', () => {
    expect(seatSpelledOut({ lens: 'quality' })).not.toHaveProperty('outcome')
    for (const other of [null, 'quality', 7]) expect(seatSpelledOut(other)).toBe(other)
    const list = ['quality']
    expect(seatSpelledOut(list)).toBe(list)
    const full = { member: 'a', lens: 'b', adversary: true, outcome: 'abstained' }
    expect(seatSpelledOut(full)).toBe(full)
  })
})

describe('a ruling as it is recorded (R-TRI-76)', () => {
  const hash = `sha256:${'0123456789abcdef'.repeat(4)}`
  const boundTo = { artifact: 'git:1', rubric: hash, standards: 'consensus@1', panel: hash }
  const recorded = { rules: 'consensus@1', kind: 'verdict', verdict: 'SHIP', overall: 0.9, target: 0.8, boundTo, input: hash, ruling: hash }
  const accepts = (data: unknown): boolean => rulingEventType.data.safeParse(data).success

  test('names its rules, its kind, its figures and by hash all the rest', () => {
    expect(rulingEventType).toMatchObject({ type: 'tribunal.ruling', schema: 1 })
    for (const verdict of ['SHIP', 'SHIP_WITH_CAVEATS', 'ITERATE', 'BLOCK', 'ESCALATE'])
      expect(accepts({ ...recorded, verdict })).toBe(true)
    for (const kind of ['synthesis', 'replacement'])
      expect(accepts({ rules: 'consensus@1', kind, boundTo, input: hash, ruling: hash })).toBe(true)
    expect(accepts({ ...recorded, overall: null, reasons: ['deadlock'] })).toBe(true)
  })

  test.each<[string, Json]>([
    ['other rules', { rules: 'consensus@2' }],
    ['a refusal', { kind: 'refused' }],
    ['a verdict that is none', { verdict: 'PASS' }],
    ['a hash with a capital', { input: hash.toUpperCase() }],
    ['a hash that is too short', { input: hash.slice(0, -1) }],
    ['a hash with something after it', { ruling: `${hash}0` }],
    ['a hash with something before it', { ruling: ` ${hash}` }],
    ['no hash of the panel', { boundTo: { ...boundTo, panel: undefined } }],
    ['a bond of another name', { boundTo: { ...boundTo, moon: 'x' } }],
    ['a field of another name', { note: 'x' }],
    ['an overall that is a text', { overall: '0.9' }],
  ])('and not %s', (_, more) => {
    expect(accepts({ ...recorded, ...more })).toBe(false)
  })
})
