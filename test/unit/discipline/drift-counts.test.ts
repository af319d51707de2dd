import { describe, expect, test } from 'vitest'
import type { DriftRecord } from '../../../src/entries/discipline'
import { driftRecord, reviewDrift } from '../../../src/entries/discipline'
import { after, card, fresh, instructions, owner, red } from '../../support/discipline-build'

const at = (instruction: string, builder = 'opus', packet = 'p1') => ({ builder, instruction, packet })
const met = (instruction: string, by: string | null = 'codex', completed = true) => ({
  packet: 'p9',
  by,
  completed,
  instructions: [instruction],
})
const review = (record: Partial<DriftRecord>) => reviewDrift({ cards: [], packets: [], marks: {}, ...record })

describe('the counts of a drift-root review', () => {
  test('R-REF-31 cards are counted by instruction, builder and size of packet, in the order of the names', () => {
    const packets = [
      { ...met('R1'), packet: 'p1', size: 'L' },
      { ...met('R2'), packet: 'p2', size: 'S' },
    ]
    const cards = [at('R2', 'opus', 'p2'), at('R1', 'gpt', 'p1'), at('R2', 'opus', 'p3'), at('R2', 'codex', 'p1')]
    expect(review({ cards, packets })).toMatchObject({
      byInstruction: [
        { of: 'R1', cards: 1 },
        { of: 'R2', cards: 3 },
      ],
      byBuilder: [
        { of: 'codex', cards: 1 },
        { of: 'gpt', cards: 1 },
        { of: 'opus', cards: 2 },
      ],
      byPacketSize: [
        { of: 'L', cards: 2 },
        { of: 'S', cards: 1 },
        { of: 'unknown', cards: 1 },
      ],
      severalBuildersAt: ['R2'],
      allAtOneInstruction: false,
    })
  })

  test('R-REF-29 several builders at one instruction say that the prompt is at fault', () => {
    expect(review({ cards: [at('R1'), at('R1', 'gpt'), at('R2')] })).toMatchObject({
      proposal: 'PROMPT-INDUCED DRIFT',
      because: ['several builders fell at "R1"'],
      followUp: 'back-to-architect',
    })
  })

  test.each(['ambiguous', 'conflicting', 'implicit'] as const)('R-REF-29 so does one %s instruction with every card', (mark) => {
    for (const marks of [{ R1: mark }, new Map([['R1', mark]])]) {
      expect(review({ cards: [at('R1')], marks })).toMatchObject({
        proposal: 'PROMPT-INDUCED DRIFT',
        because: [`every card is at "R1", marked ${mark}`],
      })
    }
  })

  test('D-MIXED some instructions clear and met by others, some not, is mixed', () => {
    const record = { cards: [at('R1'), at('R2')], packets: [met('R1')], marks: { R1: 'clear', R2: 'conflicting' } } as const
    expect(review(record)).toMatchObject({
      proposal: 'MIXED',
      because: ['"R1" is clear, and others met it', '"R2" is marked conflicting'],
      followUp: 'pause',
    })
  })

  test('R-REF-30 counts that support neither cause leave it unknown', () => {
    const neither = ['the counts support neither the model nor the prompt as the cause']
    const unknown = (because: string[]) => ({ proposal: 'UNKNOWN', because, followUp: 'pause' })
    expect(review({})).toMatchObject(unknown(['there are no cards']))
    expect(review({ cards: [at('R1')] })).toMatchObject(unknown(neither))
    expect(review({ cards: [at('R1'), at('R2')], packets: [met('R1')], marks: { R1: 'clear' } })).toMatchObject(unknown(neither))
    expect(review({ cards: [at('R1')], marks: { R1: 'clear' } })).toMatchObject(unknown(neither))
  })

  test('R-REF-28 only a completed packet of somebody without a card there shows that others met it', () => {
    const metBy = (by: string | null, completed: boolean) =>
      review({ cards: [at('R1')], packets: [met('R1', by, completed)], marks: { R1: 'clear' } })
    expect(metBy('codex', true)).toMatchObject({ metByOthers: ['R1'], proposal: 'MODEL DRIFT' })
    expect([metBy('codex', false), metBy('opus', true), metBy(null, true)].map(({ metByOthers }) => metByOthers)).toEqual([[], [], []])
    expect(review({ cards: [at('R1')], packets: [met('R2')] }).metByOthers).toEqual([])
  })
})

test('R-REF-31 the record for a review holds every card that was not struck, and the packets as they ended', () => {
  const state = after(
    red,
    { do: 'rescind', card: 'k1', by: owner, reason: 'misread' },
    { do: 'complete', packet: 'p4', by: 'codex', size: 'L', instructions: [instructions[0]] },
    { do: 'fail', packet: 'p5', by: 'codex' },
  )
  const marks = { [instructions[0]]: 'clear' } as const
  const bare = (packet: string) => ({ packet, by: null, completed: false, instructions: [] })
  expect(driftRecord(state, marks)).toEqual({
    cards: [at(instructions[0], 'opus', 'p2'), at(instructions[0], 'opus', 'p3')],
    packets: [
      bare('p1'),
      bare('p2'),
      bare('p3'),
      { packet: 'p4', size: 'L', by: 'codex', completed: true, instructions: [instructions[0]] },
      { packet: 'p5', by: 'codex', completed: false, instructions: [] },
    ],
    marks,
  })
  expect(reviewDrift(driftRecord(state, marks)).proposal).toBe('MODEL DRIFT')
  expect(driftRecord(after(fresh, card('p1')), marks).cards).toHaveLength(1)
})
