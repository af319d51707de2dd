import { describe, expect, test } from 'vitest'
import type { DisciplineCommand } from '../../../src/entries/discipline'
import { builderStanding, discipline, packetState, parseDisciplineSetup, violationKinds } from '../../../src/entries/discipline'
import {
  after,
  card,
  codesOf,
  correction,
  directive,
  expelled,
  fresh,
  instructions,
  owner,
  probation,
  red,
  setup,
} from '../../support/discipline-build'

const refusal = (state: typeof fresh, command: DisciplineCommand): string[] => codesOf(discipline.decide(state, command))

describe('set-up', () => {
  test('R-REF-01 a build comes under discipline by a setup of its own, recorded once, and by nothing else', () => {
    const opened = after(fresh, { do: 'open' })
    expect(opened.record.map(({ type }) => type)).toEqual(['discipline.opened'])
    const bare = { authority: { id: 'OTHER.md', text: 'x y z' }, primary: 'a', alternates: ['b'] }
    expect(opened.record.reduce(discipline.evolve, discipline.initial(bare))).toEqual(opened)
    expect(refusal(opened, { do: 'open' })).toEqual(['already-open'])
  })

  test('R-REF-02 no build begins without an authority document or an alternate', () => {
    const codes = (input: unknown): string[] => {
      const parsed = parseDisciplineSetup(input)
      return parsed.ok ? [] : parsed.issues.map(({ code }) => code)
    }
    expect(codes({ ...setup, authority: null })).toEqual(['no-authority-document'])
    expect(codes({ ...setup, authority: { id: 'D.md' } })).toEqual(['no-authority-document'])
    expect(codes({ ...setup, alternates: [] })).toEqual(['no-alternate'])
    expect(codes({ ...setup, alternates: ['codex', 'opus'] })).toEqual(['known-builder'])
    expect(codes(setup)).toEqual([])
    expect(() => discipline.initial({ ...setup, alternates: [] })).toThrow('alternates')
  })

  test('R-REF-16 a document without a hash gets the one of its text', () => {
    expect(fresh.authority.sha256).toMatch(/^sha256:[0-9a-f]{64}$/)
  })
})

describe('a card', () => {
  test('R-REF-03 R-REF-06 style and taste are no kind of breach', () => {
    for (const violation of ['style', 'preference', '', 'IGNORED-CONSTRAINT']) {
      expect(refusal(fresh, card('p1', { violation })), violation).toEqual(['not-a-violation'])
    }
  })

  test('R-REF-05 each of the seven kinds can be written', () => {
    expect(violationKinds).toHaveLength(7)
    for (const violation of violationKinds) expect(refusal(fresh, card('p1', { violation }))).toEqual([])
  })

  test('R-REF-08 the quote stands in the authority word for word, the act is anchored, or nothing counts', () => {
    expect(refusal(fresh, card('p1', { instruction: 'Do not add  dependencies' }))).toEqual(['quote-not-in-authority'])
    expect(refusal(fresh, card('p1', { instruction: 'UTC' }))).toEqual(['instruction-too-short'])
    expect(refusal(fresh, card('p1', { instruction: ' ' }))).toEqual(['no-instruction'])
    expect(refusal(fresh, card('p1', { evidence: [] }))).toEqual(['no-anchored-evidence'])
    expect(refusal(fresh, { do: 'give-card' })).toEqual([
      'no-anchored-evidence',
      'no-builder',
      'no-correction',
      'no-instruction',
      'no-packet',
      'not-a-violation',
    ])
    const ofAuthority = [{ kind: 'quote', text: instructions[0] }] as const
    expect(refusal(fresh, card('p1', { evidence: ofAuthority }))).toEqual(['no-anchored-evidence'])
    expect(refusal(fresh, card('p1', { corpus: { sources: 1 } }))).toEqual(['corpus-invalid'])
    expect(refusal(fresh, card('p1', { corpus: { 'a.ts': 'half \ud800 a pair' } }))).toEqual(['corpus-invalid'])
  })

  test('R-REF-08 a diff, an output and drifted lines show an act too', () => {
    const output = [{ kind: 'output', command: 'npm test', text: '1 failing: api.test.ts' }] as const
    const drifted = [{ kind: 'line', file: 'package.json', line: 1, text: '"left-pad"' }] as const
    expect(refusal(fresh, card('p1', { evidence: output }))).toEqual([])
    expect(after(fresh, card('p1', { evidence: drifted })).cards[0]?.evidence[0]).toMatchObject({ outcome: 'drifted', line: 2 })
    expect(
      refusal(fresh, card('p1', { corpus: { diff: { 'a.diff': '+ "left-pad"\n' } }, evidence: [{ kind: 'quote', text: '"left-pad"' }] })),
    ).toEqual([])
  })

  test('R-REF-09 stops its packet and no other, until every open card on it is settled', () => {
    const two = after(fresh, card('p1'), card('p1', { instruction: instructions[1] }))
    expect(packetState(two, 'p1')).toBe('stopped')
    expect(refusal(two, { do: 'complete', packet: 'p1', by: 'opus' })).toEqual(['packet-stopped'])
    expect(refusal(two, { do: 'complete', packet: 'p2', by: 'opus' })).toEqual([])
    expect(packetState(after(two, correction('k1')), 'p1')).toBe('stopped')
    expect(packetState(after(two, correction('k1'), correction('k2')), 'p1')).toBe('open')
  })

  test('R-REF-10 asks for the smallest correction', () => {
    expect(refusal(fresh, card('p1', { correction: ' ' }))).toEqual(['no-correction'])
    expect(discipline.next(after(fresh, card('p1')))).toEqual([
      { kind: 'correct', id: 'correct:k1@1', card: 'k1', builder: 'opus', packet: 'p1', correction: 'remove left-pad' },
    ])
  })

  test('R-REF-11 R-REF-13 adds one; the third is red, and a twin without a correction adds none', () => {
    const one = after(fresh, card('p1'))
    expect(refusal(one, card('p1'))).toEqual(['duplicate'])
    expect(after(one, correction('k1'), card('p1')).cards.map(({ colour, count }) => [colour, count])).toEqual([
      ['YELLOW', 1],
      ['YELLOW', 2],
    ])
    expect(red.cards.at(-1)).toMatchObject({ colour: 'RED', count: 3 })
  })

  test('R-REF-12 only a proved correction or the human owner moves a stopped packet', () => {
    const one = after(fresh, card('p1'))
    const amend: DisciplineCommand = { do: 'amend', by: owner, instruction: instructions[0], text: `${directive}\nAdd what you need.\n` }
    expect(refusal(one, { do: 'correct', card: 'k1', evidence: [] })).toEqual(['no-anchored-evidence'])
    expect(refusal(one, { ...amend, by: { kind: 'agent', id: 'opus' } })).toEqual(['not-the-owner'])
    expect(refusal(one, { ...amend, text: directive })).toEqual(['authority-unchanged'])
    const amended = after(one, amend)
    expect(packetState(amended, 'p1')).toBe('open')
    expect(amended.cards[0]?.status).toBe('amended')
    expect(builderStanding(amended, 'opus')?.count).toBe(1)
    expect(refusal(amended, card('p1'))).toEqual(['duplicate'])
    expect(refusal(amended, correction('k1'))).toEqual(['card-not-open'])
  })

  test('R-REF-20 R-REF-25 struck by the owner with a reason it stays on record and leaves the count', () => {
    const one = after(fresh, card('p1'), { do: 'rescind', card: 'k1', by: owner, reason: 'misread' })
    expect(builderStanding(one, 'opus')?.count).toBe(0)
    expect(one.cards.map(({ card: name, status }) => [name, status])).toEqual([['k1', 'rescinded']])
    expect(refusal(one, { do: 'rescind', card: 'k1', by: { kind: 'engine', id: 'e' }, reason: '' })).toEqual([
      'already-rescinded',
      'no-reason',
      'not-the-owner',
    ])
    expect(refusal(one, { do: 'rescind', card: 'k9', by: owner, reason: 'x' })).toEqual(['unknown-card'])
    expect(probation.cards).toHaveLength(3)
  })

  test('R-REF-22 in probation needs the same proofs', () => {
    expect(refusal(probation, card('p7', { evidence: [] }))).toEqual(['no-anchored-evidence'])
    expect(refusal(probation, card('p7', { instruction: 'not a word of it' }))).toEqual(['quote-not-in-authority'])
  })

  test('R-REF-04 a late card is recorded, stops nothing and counts for nothing', () => {
    for (const state of [red, expelled]) {
      const late = after(state, card('p20'))
      expect(late.cards.at(-1)).toMatchObject({ colour: 'LATE', count: 3, cycle: 'none' })
      expect(packetState(late, 'p20')).toBe('open')
    }
    expect(after(probation, card('p20', { actBeforeBench: true })).cards.at(-1)).toMatchObject({ colour: 'LATE', count: 0 })
    expect(refusal(after(fresh, card('p1', { card: 'k7' })), card('p2', { card: 'k7' }))).toEqual(['known-card'])
    expect(refusal(fresh, card('p1', { builder: 'codex' }))).toEqual(['never-led'])
    expect(after(fresh, card('p1', { reportedBy: 'opus' })).cards[0]).toMatchObject({ colour: 'YELLOW', reportedBy: 'opus' })
  })
})
