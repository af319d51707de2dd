import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/canonical/canonical-json'
import { hashOf } from '../../../src/canonical/digest'
import { isAdjudicateError } from '../../../src/errors'
import { evolution, evolutionFiles, impact, parseStandards } from '../../../src/entries/evolution'
import { evolutionEventTypes } from '../../../src/evolution/event'
import { datedId } from '../../../src/evolution/dated-id'
import { sameFacts } from '../../../src/evolution/impact'
import { bugfix, bugfix2 } from '../../../src/light/bugfix'
import type { Policy } from '../../../src/policy/policy'
import { definePolicy } from '../../../src/policy/policy'
import { ada, EvolutionRun, propose, signal, someDay, standards, textChange } from '../../support/evolution-run'

const small = {
  id: 'small',
  version: 1,
  facts: { gate: ['pass', 'fail'], size: ['S', 'L'] },
  outcomes: ['go', 'wait'],
  rules: [{ id: 'pass', when: { gate: 'pass' }, then: 'go' }],
  otherwise: 'wait',
}
const before = definePolicy<string>(small)
const after = definePolicy<string>({
  ...small,
  version: 2,
  rules: [
    { id: 'small', when: { gate: 'pass', size: 'S' }, then: 'go' },
    { id: 'failed', when: { gate: 'fail', size: 'L' }, then: 'go' },
  ],
})
const said = { kind: 'correction', quote: 'No.', verdict: 'wrong' } as const

describe('the list of what would change', () => {
  const judgements = [
    { card: 'c1', facts: { gate: 'pass', size: 'S' } },
    { card: 'c2', facts: { gate: 'pass', size: 'L' }, policy: 'small@1' },
    { card: 'c3', facts: { size: 'L', gate: 'pass' }, policy: 'small@7' },
    { card: 'c4', facts: { gate: 'pass', size: 'L' }, policy: 'smaller@1' },
    { card: 'c5', facts: { gate: 'pass', size: 'L' }, policy: 'small' },
    { card: 'c6', facts: { gate: 'off' }, policy: 'small@1' },
  ]
  const signals = [
    { signal: 's1', target: 'c2', ...said },
    { signal: 's2', target: 'c1', ...said },
    { signal: 's3', target: 'c2', ...said, evidence: ['private'] },
  ]
  // Worked out in each test: what is worked out while the file loads shows nothing of a fault.
  const listed = () => impact({ judgements, signals }, before, after)

  test('R-EVO-12 holds each case of this policy that would be decided otherwise, with what people said of it', () => {
    const flip = { facts: { gate: 'pass', size: 'L' }, from: { outcome: 'go', rule: 'pass' }, to: { outcome: 'wait', rule: 'otherwise' } }
    const [first, , third] = signals
    expect(listed().flips).toEqual([
      { card: 'c2', ...flip, signals: [first, { signal: third?.signal, target: 'c2', ...said }] },
      { card: 'c3', ...flip, signals: [] },
    ])
    expect(listed().judged).toBe(3)
  })

  test('R-JUDGE-28 lists what it could not judge, and counts it nowhere', () => {
    expect(listed().notJudged).toEqual([
      { card: 'c6', because: 'gate: found "off": expected one of "pass", "fail"; size: missing: expected one of "S", "L"' },
    ])
  })

  test('names both policies and counts the inputs that change', () => {
    expect(listed().policies).toEqual({ from: 'small@1', to: 'small@2', fromHash: hashOf(before), toHash: hashOf(after) })
    expect([listed().cells.all, listed().cells.changed, listed().cells.differences.length]).toEqual([4, 2, 2])
  })

  test('holds the inversions that come and go, whatever the order of the facts', () => {
    const gained = { fact: 'gate', better: 'pass', worse: 'fail', rest: { size: 'L' }, betterGets: 'wait', worseGets: 'go' }
    expect(listed().inversions).toMatchObject({
      gained: [gained, { fact: 'size', better: 'S', worse: 'L', rest: { gate: 'fail' } }],
      lost: [],
    })
    const back = impact({ judgements: [], signals: [] }, after, before).inversions
    expect([back.gained.length, back.lost.length]).toEqual([0, 2])
    const worse = { id: 'x', when: { gate: 'fail' }, then: 'go' }
    const turned = (facts: Policy['facts'], rules: Policy['rules'] = [worse]): Policy => definePolicy<string>({ ...small, facts, rules })
    const [gate, size, c] = [
      ['pass', 'fail'],
      ['S', 'L'],
      [1, 2],
    ]
    const past = { judgements: [], signals: [] }
    const other = impact(past, turned({ gate, size, c }), turned({ c, size, gate }))
    expect(other.inversions).toEqual({ gained: [], lost: [] })
    expect(other.cells.changed).toBe(0)
    const more = impact(
      past,
      turned({ gate, size, c }),
      turned({ gate, size, c }, [worse, { id: 'y', when: { c: 2 }, then: 'go' }]),
    ).inversions
    expect(more.gained.map(({ fact, rest }) => [fact, rest])).toEqual([
      ['c', { gate: 'pass', size: 'S' }],
      ['c', { gate: 'pass', size: 'L' }],
    ])
    expect(more.lost.map(({ fact, rest }) => [fact, rest])).toEqual([
      ['gate', { size: 'S', c: 2 }],
      ['gate', { size: 'L', c: 2 }],
    ])
  })

  test('two policies take the same facts where names and values are the same', () => {
    const same = (facts: Policy['facts']): boolean => sameFacts(before, { ...before, facts })
    expect(same({ size: ['L', 'S'], gate: ['fail', 'pass'] })).toBe(true)
    expect(same({ ...small.facts, c: [1] })).toBe(false)
    expect(same({ gate: ['pass', 'fail'] })).toBe(false)
    expect(same({ gate: ['pass', 'fail'], sizes: ['S', 'L'] })).toBe(false)
    expect(same({ gate: ['pass', 'fail'], size: ['S', 'M'] })).toBe(false)
    expect(same({ gate: ['pass', 'fail'], size: ['S', 'L', 'M'] })).toBe(false)
  })
})

describe('standards', () => {
  const clause = standards.clauses[1]
  const issues = (input: unknown): unknown[] => {
    const parsed = parseStandards(input)
    return parsed.ok ? [] : parsed.issues.map(({ code, path, message }) => [code, path, message])
  }

  test('that are refused name the clause, and a policy by its own faults', () => {
    expect(issues(standards)).toEqual([])
    expect(issues({ version: 1, clauses: [clause, { ...clause, text: 'x' }] })).toEqual([
      ['doubled-clause', 'clauses[1].id', 'the clause "tone" is there twice'],
    ])
    const faulty = { ...small, otherwise: 'stop', version: 0 }
    expect(issues({ version: 1, clauses: [{ ...clause, policy: faulty }] })).toEqual([
      ['invalid-value', 'clauses[0].policy', 'version: found 0: expected a whole number from 1'],
      ['unknown-outcome', 'clauses[0].policy', 'otherwise: found "stop": expected one of "go", "wait"'],
    ])
    expect(issues({ version: 1, clauses: [{ ...clause, policy: 'x' }] })).toEqual([
      ['invalid-value', 'clauses[0].policy', 'found "x": expected a policy'],
    ])
  })

  test('that can’t be are no beginning: every fault in words and as data', () => {
    let thrown: unknown
    try {
      evolution.initial({ workflow: 'dev', standards: { version: 0, clauses: [] }, clauseBudget: 0 })
    } catch (error) {
      thrown = error
    }
    expect(isAdjudicateError(thrown) && [thrown.code, thrown.message]).toEqual([
      'data-invalid',
      expect.stringMatching(/^no standards begin on this setup: clauseBudget: .+; standards\.version: .+/),
    ])
    expect(isAdjudicateError(thrown) && thrown.details['issues']).toHaveLength(2)
  })

  test('begin with nothing on record, their policies frozen', () => {
    const open = { ...small, rules: [...small.rules] }
    const state = evolution.initial({
      workflow: 'dev',
      standards: {
        version: 3,
        clauses: [
          { id: 'a', text: 'A.', policy: open },
          { id: 'b', text: 'B.' },
        ],
      },
    })
    expect(state).toEqual({
      workflow: 'dev',
      clauseBudget: 10,
      versions: [
        {
          version: 3,
          clauses: [
            { id: 'a', text: 'A.', policy: open },
            { id: 'b', text: 'B.' },
          ],
        },
      ],
      signals: [],
      cases: [],
      merges: [],
      tasks: [],
      judgements: [],
      lights: [],
      proposals: [],
      version: 0,
    })
    expect(Object.isFrozen(state.versions[0]?.clauses[0]?.policy?.rules)).toBe(true)
  })
})

describe('the record', () => {
  test('an event of another type, a newer schema or a second beginning changes nothing', () => {
    const run = new EvolutionRun()
    const [event] = run.signal('a')
    if (event === undefined) throw new Error('no event')
    const { state } = run
    expect(evolution.evolve(state, Object.assign({ schema: 2 }, event))).toBe(state)
    expect(evolution.evolve(state, Object.assign({ schema: 1 }, event)).version).toBe(state.version + 1)
    expect(evolution.evolve(state, { type: 'evolution.other', data: {} } as never)).toBe(state)
    const [opened] = new EvolutionRun({ workflow: 'dev' }).do({ do: 'open' })
    if (opened === undefined) throw new Error('no event')
    expect(evolution.evolve(state, opened)).toBe(state)
    const begun = evolution.evolve(evolution.initial({ workflow: 'bugfix', standards }), opened)
    expect(begun).toEqual({ ...evolution.initial({ workflow: 'dev' }), version: 1 })
  })

  test('R-EVO-07 a task is pinned once, by its beginning or its first signal', () => {
    const run = new EvolutionRun()
    run.do({ do: 'start', task: 't' })
    run.signal('a', { source: 't', signature: 'one' })
    run.signal('b', { source: 'u', signature: 'two' })
    run.approve(run.proposed('tone', textChange('Briefly.')))
    run.signal('c', { source: 'u', signature: 'three' })
    run.signal('d', { source: 'v', signature: 'four' })
    const pins = run.state.tasks.filter(({ task }) => ['t', 'u', 'v'].includes(task))
    expect(pins).toEqual([
      { task: 't', standards: 1 },
      { task: 'u', standards: 1 },
      { task: 'v', standards: 2 },
    ])
    expect(run.state.cases.map(({ target, standards: version }) => [target, version]).slice(-2)).toEqual([
      ['c', 1],
      ['d', 2],
    ])
  })

  test('R-EVO-08 a signal speaks against changes that its judgement was made under, and against no other', () => {
    const run = new EvolutionRun()
    run.do({ do: 'start', task: 'early' })
    const id = run.proposed('tone', textChange('Briefly.'))
    run.do({ do: 'start', task: 'open' })
    const counters = (task: string, change: object = {}): unknown => {
      const [, recorded] = run.do(
        signal(`${task}-${run.state.signals.length}`, { source: task, clause: 'tone', signature: 'x', ...change }),
      )
      return recorded?.type === 'evolution.case' && recorded.data.counters
    }
    expect(counters('open')).toEqual([])
    run.approve(id)
    run.do({ do: 'start', task: 'late' })
    expect(counters('early')).toEqual([])
    expect(counters('late', { clause: 'light' })).toEqual([])
    expect(counters('late')).toEqual([{ proposal: id, clause: 'tone', falsify: 'a person calls such a yellow too mild' }])
    expect(run.state.proposals[0]).toMatchObject({ counterExamples: [run.state.signals.at(-1)?.signal], questionedAt: run.state.version })
    run.do({
      do: 'judge',
      task: 'early',
      card: 'E',
      clause: 'light',
      facts: { cause: 'RC1', solution: 'FX1', evidence: 'EV1', scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no' },
    })
    const [, recorded] = run.do(signal('E', { source: 'early', clause: 'tone', signature: 'y' }))
    expect(recorded).toMatchObject({ data: { standards: 1, counters: [] } })
    run.do({ do: 'roll-back', proposal: id, by: ada, words: 'Back.' })
    run.do({ do: 'start', task: 'last' })
    expect(counters('last')).toEqual([])
  })

  test('R-EVO-07 what becomes of a proposal becomes of its own open cases', () => {
    const run = new EvolutionRun()
    run.signal('other', { signature: 'elsewhere' })
    const id = run.proposed('tone', textChange('Briefly.'))
    const statuses = (): string[] => run.state.cases.map(({ status }) => status)
    expect(statuses()).toEqual(['observing', 'proposed', 'proposed'])
    run.do({ do: 'reject', proposal: id, by: ada, words: 'No.' })
    expect(statuses()).toEqual(['observing', 'rejected', 'rejected'])
    run.signal('e', { signature: 'tone' })
    run.signal('f', { signature: 'tone' })
    const [proposed] = run.do(propose('tone', textChange('Shortly.')))
    expect(proposed).toMatchObject({ data: { id: 'P-20260814-02', cases: ['C-20260814-04', 'C-20260814-05'], same_case_count: 2 } })
    run.approve('P-20260814-02')
    expect(statuses()).toEqual(['observing', 'rejected', 'rejected', 'adopted', 'adopted'])
    run.do({ do: 'roll-back', proposal: 'P-20260814-02', by: ada, words: 'Back.' })
    expect(statuses()).toEqual(['observing', 'rejected', 'rejected', 'rolled_back', 'rolled_back'])
    expect(run.state.cases.map(({ proposal }) => proposal)).toEqual([null, id, id, 'P-20260814-02', 'P-20260814-02'])
  })

  test('what is due has the number of the event and of the standards that made it due', () => {
    const run = new EvolutionRun()
    const ids = (): string[] => evolution.next(run.state).map(({ id }) => id)
    run.signal('a')
    run.signal('b')
    expect(evolution.next(run.state)).toEqual([
      {
        kind: 'write-proposal',
        id: 'write-proposal:wide-scope@4',
        signature: 'wide-scope',
        count: 2,
        cases: ['C-20260814-01', 'C-20260814-02'],
      },
    ])
    run.do(propose('wide scope'))
    expect(ids()).toEqual(['offer-impact:P-20260814-01@5.1'])
    run.do({ do: 'offer', proposal: 'P-20260814-01' })
    expect(ids()).toEqual(['ask-decision:P-20260814-01@5.1'])
    run.approve('P-20260814-01')
    run.do({ do: 'start', task: 'late' })
    run.do(signal('x', { source: 'late', clause: 'light', signature: 'x' }))
    expect(evolution.next(run.state)).toEqual([
      {
        kind: 'ask-rollback',
        id: `ask-rollback:P-20260814-01@${run.state.version}`,
        proposal: 'P-20260814-01',
        clause: 'light',
        falsify: 'a person calls such a yellow too mild',
        rollback: 'take version 1 again',
        counterExamples: [run.state.signals.at(-1)?.signal],
      },
    ])
    run.do({ do: 'roll-back', proposal: 'P-20260814-01', by: ada, words: 'Back.' })
    expect(ids()).toEqual([])
  })

  test('R-EVO-11 is copied to files, one line for each case and proposal, none where there is none', () => {
    const run = new EvolutionRun()
    const [file, ...empty] = evolutionFiles(run.state)
    expect([file?.path, JSON.parse(file?.text ?? '')]).toEqual([
      '.bugfix/standards.json',
      { version: 1, clauses: [{ ...standards.clauses[0], policy: bugfix }, standards.clauses[1]] },
    ])
    expect(empty).toEqual([
      { path: '.bugfix/cases.jsonl', text: '' },
      { path: '.bugfix/proposals.jsonl', text: '' },
    ])
    run.proposed('wide scope')
    const [, cases, proposals] = evolutionFiles(run.state)
    expect(cases?.text).toBe(run.state.cases.map((one) => `${canonicalJson(one)}\n`).join(''))
    expect(proposals?.text).toBe(`${canonicalJson(run.state.proposals[0])}\n`)
    expect(proposals?.text).toContain(`"version":${bugfix2.version}`)
  })

  test('R-JUDGE-13 a signature of separators alone is none, in an event too', () => {
    const [event] = new EvolutionRun().signal('a')
    const schema = evolutionEventTypes.find(({ type }) => type === 'evolution.signal')
    expect(schema?.data.safeParse(event?.data).success).toBe(true)
    expect(schema?.data.safeParse({ ...event?.data, signature: '- _' }).success).toBe(false)
    expect(someDay).toBe(Date.UTC(2026, 7, 14, 16, 30))
  })
})

test('ids are counted by letter and day', () => {
  const taken = ['C-20260813-07', 'P-20260814-05', 'C-20260814-02']
  expect(datedId('C', someDay, taken)).toBe('C-20260814-03')
  expect(datedId('P', someDay, taken)).toBe('P-20260814-06')
  expect(datedId('S', someDay, taken)).toBe('S-20260814-01')
})

test('R-EVO-12 a signal takes clause and facts from the judgement of its own card, and from no other', () => {
  const run = new EvolutionRun()
  const facts = { cause: 'RC1', solution: 'FX1', evidence: 'EV1', scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
  run.do({ do: 'start', task: 't' })
  run.do({ do: 'judge', task: 't', card: 'c1', clause: 'light', facts })
  run.do({ do: 'judge', task: 't', card: 'c2', clause: 'light', facts: { ...facts, scope: 'SC2' } })
  const [own] = run.signal('c1', { source: 't' })
  expect(own?.data).toMatchObject({ target: 'c1', clause: 'light', facts })
  const [none] = run.signal('c3', { source: 't' })
  expect([none?.data].map((data) => Object.keys(data ?? {}))).toEqual([
    ['signal', 'target', 'quote', 'verdict', 'evidence', 'signature', 'kind', 'source', 'by', 'attested'],
  ])
})
