import { describe, expect, test } from 'vitest'
import {
  evolution,
  evolutionFiles,
  evolutionStream,
  foldSignature,
  mergeSignatures,
  parseEvolutionCommand,
  sameCaseCount,
  similarCases,
} from '../../../src/entries/evolution'
import { knownEvents } from '../../../src/running/known-events'
import { datedId, dayOf } from '../../../src/evolution/dated-id'
import { ada, agent, EvolutionRun, propose, signal, someDay, textChange } from '../../support/evolution-run'

describe('a signal', () => {
  test('R-EVO-01, R-EVO-02, R-JUDGE-13, R-JUDGE-14: is kept to the letter with a case record, and there is no command that judges it', () => {
    const run = new EvolutionRun()
    const quote = '  Non!\tThat is WRONG —  and I said so twice.\n'
    const [said, recorded] = run.signal('F-20260814-03', {
      quote,
      verdict: ' Wrong ',
      evidence: ['log 7'],
      cause: 'scope was read too narrow',
    })
    expect(said).toEqual({
      type: 'evolution.signal',
      data: {
        signal: 'S-20260814-01',
        target: 'F-20260814-03',
        quote,
        verdict: ' Wrong ',
        evidence: ['log 7'],
        signature: 'wide scope',
        kind: 'correction',
        source: 'task-of-F-20260814-03',
        by: ada,
        attested: 'host',
      },
    })
    expect(recorded?.data).toMatchObject({
      id: 'C-20260814-01',
      signature: 'wide-scope',
      verdict: ' Wrong ',
      human_said: quote,
      cause: 'scope was read too narrow',
      signal: 'correction',
      source: 'task-of-F-20260814-03',
      status: 'observing',
      same_case_count: 1,
      action: 'record',
    })
    for (const deed of ['rejudge', 'attribute', 'review-signal', 'rephrase']) expect(parseEvolutionCommand({ do: deed }).ok).toBe(false)
    expect(parseEvolutionCommand(signal('a')).ok).toBe(true)
  })

  test('R-EVO-03: is a person’s interruption, correction, negative feedback or veto; an agent, the engine and the system are refused', () => {
    const run = new EvolutionRun()
    for (const kind of ['agent', 'engine', 'system'] as const) {
      expect(run.codes(signal('a', { by: { kind, id: 'x' } }))).toEqual(['signal-not-human'])
    }
    expect(run.state.version).toBe(0)
    for (const kind of ['human_negative_feedback', 'interruption', 'correction', 'veto'] as const) run.signal(kind, { kind })
    expect(run.state.signals.map(({ kind }) => kind)).toEqual(['human_negative_feedback', 'interruption', 'correction', 'veto'])
    expect(parseEvolutionCommand({ ...signal('a'), kind: 'praise' }).ok).toBe(false)
  })

  test('R-JUDGE-13: names everything that it lacks at once', () => {
    const empty = { target: ' ', quote: '\n', verdict: '', signature: ' -_- ', source: '' }
    expect(new EvolutionRun().codes(signal('a', empty))).toEqual([
      'missing-quote',
      'missing-signature',
      'missing-source',
      'missing-target',
      'missing-verdict',
    ])
  })

  test('R-EVO-11: goes to its own workflow, which is a stream and a folder of its own', () => {
    const run = new EvolutionRun()
    expect(run.codes(signal('a', { workflow: 'dev' }))).toEqual(['other-workflow'])
    expect(run.codes({ do: 'start', task: 't', workflow: 'dev' })).toEqual(['other-workflow'])
    expect(run.codes(propose('a', { workflow: 'dev' }))).toContain('other-workflow')
    run.signal('a', { workflow: 'bugfix' })
    expect(evolutionStream('dev')).not.toBe(evolutionStream('bugfix'))
    const paths = (workflow: 'dev' | 'bugfix'): string[] => evolutionFiles(evolution.initial({ workflow })).map(({ path }) => path)
    expect(paths('dev').every((path) => path.startsWith('.gate/v8/'))).toBe(true)
    expect(paths('bugfix').every((path) => path.startsWith('.bugfix/'))).toBe(true)
    expect(evolutionFiles(run.state)[1]?.text).toContain('"target":"a"')
  })

  test('its event types are known to the ledger, and what is decided passes their schemas', () => {
    const run = new EvolutionRun()
    run.do({ do: 'open' })
    run.do({ do: 'start', task: 't' })
    run.approve(run.proposed('wide scope'))
    run.do({ do: 'roll-back', proposal: 'P-20260814-01', by: ada, words: 'Back.' })
    for (const { type, data } of run.events) {
      expect(knownEvents.get(type)?.data.safeParse(data).success, type).toBe(true)
    }
    expect(run.codes({ do: 'open' })).toEqual(['already-open'])
  })
})

describe('the count', () => {
  test('R-EVO-04, R-JUDGE-16: takes distinct targets of distinct tasks, the latest included; the ledger’s count wins over a reported one', () => {
    const run = new EvolutionRun()
    run.signal('a')
    expect(run.signal('a', { source: 'elsewhere' })[1]?.data).toMatchObject({ same_case_count: 1, action: 'record', flags: [] })
    run.signal('b', { source: 'task-of-a' })
    expect(sameCaseCount(run.state, 'wide scope')).toBe(1)
    expect(run.signal('c', { reportedCount: 7 })[1]?.data).toMatchObject({
      same_case_count: 2,
      action: 'propose',
      flags: ['count-mismatch'],
    })
    expect(run.signal('d', { reportedCount: 3 })[1]?.data).toMatchObject({ same_case_count: 3, flags: [] })
    expect(run.state.cases.map(({ id }) => id)).toEqual([
      'C-20260814-01',
      'C-20260814-02',
      'C-20260814-03',
      'C-20260814-04',
      'C-20260814-05',
    ])
    expect(sameCaseCount(run.state, 'something else')).toBe(0)
  })

  test('signatures are compared after trimming, lower-casing and folding of separators', () => {
    for (const same of [
      'Copy_Scope',
      ' copy scope ',
      'COPY-SCOPE',
      'copy.scope',
      'copy/ scope',
      'copy\u2013scope',
      'ＣＯＰＹ＿ｓｃｏｐｅ',
      '-copy--scope-',
    ]) {
      expect(foldSignature(same), same).toBe('copy-scope')
    }
    expect(foldSignature('copyscope')).not.toBe('copy-scope')
    expect(foldSignature(' _- ')).toBe('')
  })

  test('a person joins two signatures that mean the same; nobody else, and not with two proposals open', () => {
    const run = new EvolutionRun()
    run.signal('a', { signature: 'wide scope' })
    run.signal('b', { signature: 'scope-too-wide' })
    expect(run.codes(mergeSignatures('scope too wide', 'Wide Scope', agent))).toEqual(['not-a-person'])
    expect(evolution.next(run.state)).toEqual([])
    run.do(mergeSignatures('scope too wide', 'Wide Scope', ada))
    expect(sameCaseCount(run.state, 'scope_too_wide')).toBe(2)
    expect(evolution.next(run.state)).toMatchObject([{ kind: 'write-proposal', signature: 'wide-scope', count: 2 }])
    expect(run.codes(mergeSignatures('wide scope', 'scope too wide', ada))).toEqual(['same-signature'])
    expect(run.codes(mergeSignatures('wide scope', '-', ada))).toEqual(['missing-signature'])
    run.do(mergeSignatures('wide scope', 'third', ada))
    expect(sameCaseCount(run.state, 'scope too wide')).toBe(2)
    run.do(propose('third'))
    run.proposed('other', textChange('Otherwise.'))
    expect(run.codes(mergeSignatures('other', 'third', ada))).toEqual(['two-open-proposals'])
  })

  test('ids are numbered by the UTC day, past 99 as well', () => {
    for (const [day, ms] of [
      ['19700101', 0],
      ['20000229', Date.UTC(2000, 1, 29, 23, 59, 59, 999)],
      ['20000301', Date.UTC(2000, 2, 1)],
      ['21000228', Date.UTC(2100, 1, 28)],
      ['21000301', Date.UTC(2100, 2, 1)],
      ['20261231', Date.UTC(2026, 11, 31, 12)],
      ['99991231', Date.UTC(9999, 11, 31)],
    ] as const) {
      expect(dayOf(ms)).toBe(day)
    }
    for (let day = 0; day < 80_000; day += 13) {
      const ms = day * 86_400_000
      expect(dayOf(ms)).toBe(new Date(ms).toISOString().slice(0, 10).replaceAll('-', ''))
    }
    expect(datedId('C', someDay, ['C-20260814-99', 'C-20260813-07', 'P-20260814-03'])).toBe('C-20260814-100')
  })
})

describe('similar cases', () => {
  test('R-JUDGE-05: by signature, then shared facts, then the latest; five at most, whatever is asked', () => {
    const run = new EvolutionRun()
    run.signal('two-facts', { signature: 'other', facts: { scope: 'SC2', cause: 'RC1' } })
    run.signal('one-fact', { signature: 'other', facts: { scope: 'SC2', cause: 'RC3' } })
    run.signal('one-fact-later', { signature: 'other', facts: { scope: 'SC2' } })
    run.signal('nothing-shared', { signature: 'other', facts: { scope: 'SC1' } })
    run.signal('same-name', { signature: 'WIDE_SCOPE' })
    run.signal('same-name-and-fact', { facts: { scope: 'SC2' } })
    const asked = { signature: 'wide scope', facts: { scope: 'SC2', cause: 'RC1' } }
    const all = similarCases(run.state, asked, 99).map(({ target }) => target)
    expect(all).toEqual(['same-name-and-fact', 'same-name', 'two-facts', 'one-fact-later', 'one-fact'])
    expect(similarCases(run.state, asked, 2)).toHaveLength(2)
    expect(similarCases(run.state, asked, -1)).toEqual([])
    run.signal('seventh')
    expect(similarCases(run.state, asked)).toHaveLength(5)
    expect(similarCases(run.state, {})).toEqual([])
    expect(similarCases(run.state, { facts: { scope: 'SC1' } }).map(({ target }) => target)).toEqual(['nothing-shared'])
  })
})
