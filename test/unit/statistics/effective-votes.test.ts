import { describe, expect, test } from 'vitest'
import type { VotingSeat } from '../../../src/entries/statistics'
import { effectiveVotes } from '../../../src/entries/statistics'
import { twoSeats } from './two-seats'

const seat = (member: string, session?: string, family?: string): VotingSeat => ({ member, session, model: { family } })

describe('effective votes', () => {
  test('seats of different families in different sessions are one vote each', () => {
    expect(effectiveVotes([seat('b', 's1', 'opus'), seat('a', 's2', 'gpt'), seat('c', 's3', 'gemini')])).toEqual({
      seats: 3,
      answered: 3,
      families: 3,
      sessions: 3,
      votes: 3,
      groups: [['a'], ['b'], ['c']],
      unstated: [],
      sharedWithDoer: [],
    })
  })

  test('three seats of one family are one vote, however it is spelled', () => {
    const votes = effectiveVotes([seat('a', 's1', 'Opus'), seat('b', 's2', 'opus '), seat('c', 's3', 'OPUS')])
    expect(votes).toMatchObject({ seats: 3, families: 1, sessions: 3, votes: 1, groups: [['a', 'b', 'c']] })
  })

  test('seats that share a session share a vote, also through a third', () => {
    const votes = effectiveVotes([seat('a', 's1', 'opus'), seat('b', 's2', 'gpt'), seat('d', 's3', 'gemini'), seat('c', 's1', 'gpt')])
    expect(votes).toMatchObject({ votes: 2, groups: [['a', 'b', 'c'], ['d']] })
  })

  test('outer blanks tell no sessions apart, and a blank one is not stated', () => {
    const votes = effectiveVotes([seat('a', 's1', 'opus'), seat('b', ' s1 ', 'gpt'), seat('c', '  ', 'gemini')])
    expect(votes).toMatchObject({ sessions: 1, votes: 1, groups: [['a', 'b']], unstated: ['c'] })
  })

  test('what is not stated adds no vote, but a panel that answered has one', () => {
    expect(effectiveVotes([seat('a', 's1', 'opus'), seat('b', 's2'), seat('c', undefined, 'gpt')])).toMatchObject({
      votes: 1,
      unstated: ['b', 'c'],
    })
    expect(effectiveVotes([seat('a', 's1', ' '), { member: 'b' }])).toMatchObject({
      seats: 2,
      families: 0,
      sessions: 1,
      votes: 1,
      groups: [],
    })
    expect(effectiveVotes([])).toMatchObject({ seats: 0, answered: 0, votes: 0 })
  })

  test('a seat that abstained is a seat and no vote', () => {
    const panel: VotingSeat[] = [
      { ...seat('a', 's1', 'opus'), outcome: 'scorecard' },
      { ...seat('b', 's2', 'gpt'), outcome: 'abstained' },
      { ...seat('c', 's3', 'gemini'), outcome: { kind: 'abstained' } },
      { ...seat('d', 's4', 'mistral'), outcome: { kind: 'scorecard' } },
    ]
    expect(effectiveVotes(panel)).toMatchObject({ seats: 4, answered: 2, families: 2, sessions: 2, votes: 2 })
    expect(effectiveVotes(panel.slice(1, 3))).toMatchObject({ seats: 2, answered: 0, votes: 0 })
  })

  test("names the members of the doer's family", () => {
    const panel = [seat('b', 's1', 'opus'), seat('a', 's2', 'gpt'), seat('c', 's3', 'Opus')]
    expect(effectiveVotes(panel, { model: { family: 'opus' } }).sharedWithDoer).toEqual(['b', 'c'])
    expect(effectiveVotes([seat('a', 's1')], {}).sharedWithDoer).toEqual([])
  })

  test('takes the seats that adjudicate takes', () => {
    expect(effectiveVotes(twoSeats, { model: { family: 'two' } })).toMatchObject({ seats: 2, votes: 1, sharedWithDoer: ['quality'] })
  })

  test('refuses a member without a name', () => {
    expect(() => effectiveVotes([seat('a', 's1', 'x'), seat('', 's2', 'y')])).toThrow(
      expect.objectContaining({ code: 'data-invalid', details: { path: 'panel[1].member' } }),
    )
  })
})
