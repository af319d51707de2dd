import { describe, expect, test } from 'vitest'
import { evolution, sameCaseCount, standardsInForce, standardsOf } from '../../../src/entries/evolution'
import { ada, agent, EvolutionRun, propose, standards, textChange } from '../../support/evolution-run'

const person = { by: ada, words: 'No.' }
const proposalsDue = ({ state }: EvolutionRun) => evolution.next(state).filter(({ kind }) => kind === 'write-proposal')

test('A-JUD-8 a rejection sets the count back, so two new signals must come before the next proposal', () => {
  const run = new EvolutionRun()
  const id = run.proposed('wide scope')
  expect(sameCaseCount(run.state, 'wide scope')).toBe(2)
  run.do({ do: 'reject', proposal: id, ...person })
  expect([sameCaseCount(run.state, 'wide scope'), proposalsDue(run)]).toEqual([0, []])
  expect(run.signal('c')[1]?.data).toMatchObject({ same_case_count: 1, action: 'record' })
  expect([run.codes(propose('wide scope')), proposalsDue(run)]).toEqual([['not-recurring'], []])
  expect(run.signal('d')[1]?.data).toMatchObject({ same_case_count: 2, action: 'propose' })
  expect(proposalsDue(run)).toHaveLength(1)
  expect(run.codes(propose('wide scope'))).toEqual([])
})

describe('A-JUD-11 signatures', () => {
  test('are equal after trimming, lower case and one kind of separator, and nothing else makes them equal', () => {
    const run = new EvolutionRun()
    const same = ['wide scope', '  Wide_Scope ', 'WIDE-SCOPE', 'wide/scope', 'wide  .  scope']
    for (const [index, signature] of same.entries()) run.signal(`s${index}`, { signature })
    for (const [index, signature] of ['wide scopes', 'widescope', 'scope wide', 'too wide a scope', 'wide scop'].entries()) {
      expect(run.signal(`o${index}`, { signature })[1]?.data, signature).toMatchObject({ same_case_count: 1, action: 'record' })
    }
    for (const signature of same) expect(sameCaseCount(run.state, signature), signature).toBe(5)
  })

  test('that differ are joined by a person and by nobody else', () => {
    const run = new EvolutionRun()
    run.signal('a', { signature: 'wide scope' })
    run.signal('b', { signature: 'scope too wide' })
    const join = { do: 'merge-signatures', from: 'scope too wide', into: 'wide scope' } as const
    for (const kind of ['agent', 'engine', 'system'] as const) {
      expect(run.codes({ ...join, by: { kind, id: 'x' } })).toEqual(['not-a-person'])
    }
    expect([sameCaseCount(run.state, 'wide scope'), proposalsDue(run)]).toEqual([1, []])
    run.do({ ...join, by: ada })
    expect([sameCaseCount(run.state, 'wide scope'), sameCaseCount(run.state, 'scope too wide')]).toEqual([2, 2])
    expect(proposalsDue(run)).toHaveLength(1)
  })
})

test('A-JUD-12 two signals on one source count once, however many cards they are about', () => {
  const run = new EvolutionRun()
  for (const card of ['a', 'b', 'c']) {
    expect(run.signal(card, { source: 'one task' })[1]?.data).toMatchObject({ same_case_count: 1, action: 'record' })
  }
  expect([proposalsDue(run), run.codes(propose('wide scope'))]).toEqual([[], ['not-recurring']])
  expect(run.signal('a', { source: 'another task' })[1]?.data).toMatchObject({ same_case_count: 1 })
  expect(run.signal('d', { source: 'another task' })[1]?.data).toMatchObject({ same_case_count: 2, action: 'propose' })
})

test('A-JUD-14 rolling a standard back is a change of standards and needs a person, in words', () => {
  const run = new EvolutionRun()
  const id = run.proposed('wide scope', textChange('Say it last.'))
  run.approve(id)
  const changed = standardsInForce(run.state)
  expect(changed.version).toBe(2)
  const back = { do: 'roll-back', proposal: id, ...person } as const
  for (const kind of ['agent', 'engine', 'system'] as const) expect(run.codes({ ...back, by: { kind, id: 'x' } })).toEqual(['not-a-person'])
  expect(run.codes({ ...back, words: ' ' })).toEqual(['no-words'])
  expect(run.codes({ ...back, by: agent, words: '' })).toEqual(['no-words', 'not-a-person'])
  expect(standardsInForce(run.state)).toEqual(changed)
  run.do(back)
  expect(standardsInForce(run.state)).toEqual({ ...standards, version: 3 })
})

test('A-GATE-13 a task pins the version of the standards at its start, so a change reaches later tasks only', () => {
  const facts = { cause: 'RC1', solution: 'FX1', evidence: 'EV1', scope: 'SC2', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
  const run = new EvolutionRun()
  const judged = (task: string, card: string): unknown[] =>
    run
      .do({ do: 'judge', task, card, clause: 'light', facts })
      .map(({ data }) => ['standards' in data && data.standards, 'outcome' in data && data.outcome])
  run.do({ do: 'start', task: 'before' })
  run.approve(run.proposed('wide scope'))
  run.do({ do: 'start', task: 'after' })
  expect(judged('before', 'F-1')).toEqual([[1, 'red']])
  expect(judged('after', 'F-2')).toEqual([[2, 'yellow']])
  expect(run.do({ do: 'start', task: 'before' })).toEqual([])
  expect(judged('before', 'F-3')).toEqual([[1, 'red']])
  expect([standardsOf(run.state, 'before')?.version, standardsInForce(run.state).version]).toEqual([1, 2])
})
