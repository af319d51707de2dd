import { describe, expect, test } from 'vitest'
import type { DisciplineCommand, DisciplineState } from '../../../src/entries/discipline'
import { discipline } from '../../../src/entries/discipline'
import {
  after,
  card,
  correction,
  directive,
  expelled,
  fresh,
  instructions,
  owner,
  probation,
  red,
  reread,
  work,
} from '../../support/discipline-build'

const hash = fresh.authority.sha256
const review = (diagnosis: string): DisciplineCommand => ({ do: 'review', by: owner, diagnosis })
const pause: DisciplineCommand = { do: 'continue', by: owner, path: 'pause' }
const amend: DisciplineCommand = { do: 'amend', by: owner, instruction: 'another one', text: `${directive}Clearer.\n` }
const idsOf = (state: DisciplineState): string[] => discipline.next(state).map(({ id }) => id)
const waysOn = (state: DisciplineState) =>
  discipline.next(state).filter(({ kind }) => !['correct', 'reread', 'reconstruct', 'lead-packets'].includes(kind))

describe('what is due', () => {
  test('R-REF-10 R-REF-15 R-REF-16 R-REF-17 the corrections, then the duties of the bench', () => {
    const correct = (number: number) => ({
      kind: 'correct',
      id: `correct:k${number}@${number}`,
      card: `k${number}`,
      builder: 'opus',
      packet: `p${number}`,
      correction: 'remove left-pad',
    })
    expect(discipline.next(red)).toEqual([
      correct(1),
      correct(2),
      correct(3),
      { kind: 'lead-packets', id: 'lead-packets:opus@4', lead: 'codex', builder: 'opus', remaining: 3 },
      { kind: 'reread', id: 'reread:opus@4', builder: 'opus', sha256: hash },
      { kind: 'reconstruct', id: 'reconstruct:opus@4', builder: 'opus' },
    ])
    expect(discipline.next(fresh)).toEqual([])
  })

  test('R-REF-04 D-LATESTOPS a late card and one that is settled ask for no correction', () => {
    const state = after(red, card('p20'), correction('k1'), { do: 'rescind', card: 'k2', by: owner, reason: 'misread' })
    expect(idsOf(state).filter((id) => id.startsWith('correct'))).toEqual(['correct:k3@3'])
  })

  test('R-REF-18 packets are counted down, and what is done is no longer due', () => {
    expect(discipline.next(after(red, work('p4')))).toContainEqual({
      kind: 'lead-packets',
      id: 'lead-packets:opus@4',
      lead: 'codex',
      builder: 'opus',
      remaining: 2,
    })
    expect(idsOf(after(red, work('p4'), work('p5'), work('p6'), reread)).slice(3)).toEqual(['reconstruct:opus@4'])
  })

  test('R-REF-16 an amendment makes the reread due anew, with the hash of the new document', () => {
    const amended = after(red, reread, amend)
    expect(discipline.next(amended)).toContainEqual({
      kind: 'reread',
      id: 'reread:opus@6',
      builder: 'opus',
      sha256: amended.authority.sha256,
    })
    expect(idsOf(amended)).toContain('reconstruct:opus@4')
    expect(idsOf(after(fresh, amend, card('p1'), card('p2'), card('p3')))).toContain('reread:opus@5')
  })

  test('each bench has its duties since it began; with nobody to lead, no packets are due', () => {
    const second = after(red, ...['q1', 'q2', 'q3'].map((packet) => card(packet, { builder: 'codex' })))
    expect(idsOf(second).slice(6)).toEqual([
      'lead-packets:opus@4',
      'reread:opus@4',
      'reconstruct:opus@4',
      'lead-packets:codex@8',
      'reread:codex@8',
      'reconstruct:codex@8',
    ])
    const third = after(second, ...['r1', 'r2', 'r3'].map((packet) => card(packet, { builder: 'gpt' })))
    expect(idsOf(third).slice(9)).toEqual([
      'reread:opus@4',
      'reconstruct:opus@4',
      'reread:codex@8',
      'reconstruct:codex@8',
      'reread:gpt@12',
      'reconstruct:gpt@12',
      'choose-continuation@12',
    ])
    expect(waysOn(third)).toEqual([{ kind: 'choose-continuation', id: 'choose-continuation@12', paths: ['replace', 'pause'] }])
    expect(waysOn(after(third, pause))).toEqual([{ kind: 'choose-continuation', id: 'choose-continuation@12', paths: ['replace'] }])
  })

  test('R-REF-27 R-REF-30 a review is due after an expulsion, and again while it leaves the cause open', () => {
    const at = expelled.record.length
    expect(at).toBe(14)
    expect(waysOn(expelled)).toEqual([{ kind: 'review', id: 'review:opus@14', expelled: 'opus' }])
    for (const diagnosis of ['MIXED', 'UNKNOWN']) {
      expect(waysOn(after(expelled, review(diagnosis)))).toEqual([{ kind: 'review', id: 'review:opus@15', expelled: 'opus' }])
    }
    expect(waysOn(after(probation, review('MIXED'), card('p7'), card('p8'), card('p9')))).toEqual([
      { kind: 'review', id: 'review:opus@15', expelled: 'opus' },
    ])
  })

  test('R-REF-29 after drift by the prompt its rewriting is due, then the way on', () => {
    const reviewed = after(expelled, review('PROMPT-INDUCED DRIFT'))
    expect(waysOn(reviewed)).toEqual([{ kind: 'rewrite-authority', id: 'rewrite-authority@15' }])
    const rewritten = after(reviewed, { do: 'amend', by: owner, instruction: instructions[0], text: `${directive}Clearer.\n` })
    expect(waysOn(rewritten)).toEqual([
      { kind: 'choose-continuation', id: 'choose-continuation@15', paths: ['promote', 'replace', 'pause'] },
    ])
  })

  test('R-REF-26 a way on is due after the review; a build that is paused for it is not paused twice', () => {
    const reviewed = after(expelled, review('MODEL DRIFT'))
    expect(waysOn(reviewed)).toEqual([
      { kind: 'choose-continuation', id: 'choose-continuation@15', paths: ['promote', 'replace', 'pause'] },
    ])
    expect(waysOn(after(reviewed, pause))).toEqual([
      { kind: 'choose-continuation', id: 'choose-continuation@15', paths: ['promote', 'replace'] },
    ])
    expect(waysOn(after(reviewed, { do: 'continue', by: owner, path: 'promote' }))).toEqual([])
  })
})
