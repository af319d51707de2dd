import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  evolution,
  evolutionRefusals,
  findProposal,
  impact,
  impactOf,
  parseEvolutionCommand,
  proposalDigest,
  sameCaseCount,
  standardsInForce,
  standardsOf,
} from '../../../src/entries/evolution'
import { hashOf } from '../../../src/canonical/digest'
import { bugfix, bugfix2, bugfix3 } from '../../../src/light/bugfix'
import { lightRecord } from '../../../src/light/light-record'
import { definePolicy } from '../../../src/policy/policy'
import { analyse } from '../../../src/policy/analyse'
import { ada, agent, approve, EvolutionRun, propose, signal, someDay, standards, textChange } from '../../support/evolution-run'

const wide = { cause: 'RC1', solution: 'FX1', evidence: 'EV1', scope: 'SC2', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
const narrow = { ...wide, scope: 'SC1' }
const person = { by: ada, words: 'No.' }

describe('a proposal', () => {
  test('R-EVO-04, R-EVO-10: comes with the second case and not before, one at a time, and again only for something new', () => {
    const run = new EvolutionRun()
    expect(evolution.next(run.state)).toEqual([])
    run.signal('a')
    expect(evolution.next(run.state)).toEqual([])
    expect(run.codes(propose('wide scope'))).toEqual(['not-recurring'])
    run.signal('b')
    expect(evolution.next(run.state)).toMatchObject([{ kind: 'write-proposal', id: 'write-proposal:wide-scope@4', count: 2 }])
    run.do(propose('Wide_Scope'))
    expect(run.codes(propose('wide scope'))).toEqual(['open-proposal'])
    run.approve('P-20260814-01')
    expect(sameCaseCount(run.state, 'wide scope')).toBe(2)
    expect(evolution.next(run.state)).toEqual([])
    expect(run.codes(propose('wide scope', textChange('Again.')))).toEqual(['nothing-new'])
    run.signal('c')
    expect(evolution.next(run.state)).toMatchObject([{ kind: 'write-proposal', count: 3 }])
  })

  test('R-EVO-05, R-JUDGE-15: says which clause, what change, why, a counter-example, what would falsify it and how to take it back', () => {
    const run = new EvolutionRun()
    run.signal('a')
    run.signal('b')
    const nothing = { evidence: [' '], counter_example: '', falsify: ' ', rollback: '', clause: '' }
    expect(run.codes({ do: 'propose', signature: 'wide scope', ...nothing, by: agent, nowMs: someDay })).toEqual([
      'missing-change',
      'missing-clause',
      'missing-counter-example',
      'missing-evidence',
      'missing-falsify',
      'missing-rollback',
    ])
    const [proposed] = run.do(propose('wide scope'))
    expect(proposed).toMatchObject({
      type: 'evolution.proposed',
      data: {
        id: 'P-20260814-01',
        clause: 'light',
        cases: ['C-20260814-01', 'C-20260814-02'],
        same_case_count: 2,
        evidence: ['two people said so'],
      },
    })
    expect(run.state.cases.map(({ status }) => status)).toEqual(['proposed', 'proposed'])
  })

  test('its change must fit the clause', () => {
    const run = new EvolutionRun()
    run.signal('a')
    run.signal('b')
    const codes = (change: Parameters<typeof propose>[1]): string[] => run.codes(propose('wide scope', change))
    const otherFacts = definePolicy({ ...bugfix2, facts: { ...bugfix2.facts, H1: ['no', 'yes', 'perhaps'] } })
    expect(codes({ change: { kind: 'policy', policy: bugfix } })).toEqual(['no-change'])
    expect(codes({ change: { kind: 'policy', policy: { ...bugfix2, version: 1 } } })).toEqual(['other-policy'])
    expect(codes({ change: { kind: 'policy', policy: { ...bugfix2, id: 'bugfux' } } })).toEqual(['other-policy'])
    expect(codes({ change: { kind: 'policy', policy: otherFacts } })).toEqual(['other-facts'])
    expect(codes({ change: { kind: 'removal' } })).toEqual(['policy-not-removable'])
    expect(codes({ clause: 'new', change: { kind: 'removal' } })).toEqual(['unknown-clause'])
    expect(codes({ clause: 'new', change: { kind: 'policy', policy: bugfix2 } })).toEqual(['missing-text'])
    expect(codes(textChange('Say what is missing first.'))).toEqual(['no-change'])
    expect(codes({ clause: 'new', change: { kind: 'policy', policy: bugfix2, text: 'Another table.' } })).toEqual(['unfit-table'])
  })

  test('R-EVO-10: is flagged where the standards have grown long', () => {
    const run = new EvolutionRun({ workflow: 'bugfix', standards, clauseBudget: 2 })
    run.approve(run.proposed('a', { clause: 'third', change: { kind: 'text', text: 'One more.' } }))
    expect(run.state.proposals[0]?.flags).toEqual(['rule-budget'])
    run.proposed('b', { clause: 'third', change: { kind: 'removal' } })
    expect(run.state.proposals[1]?.flags).toEqual([])
    expect(new EvolutionRun().signal('a')[1]?.data).toMatchObject({ flags: [] })
  })
})

describe('a decision', () => {
  test('R-EVO-06, R-EVO-09: is a person’s, in words of their own, on what they were shown, and it waits for them', () => {
    const run = new EvolutionRun()
    const id = run.proposed('wide scope')
    expect(evolution.next(run.state)).toMatchObject([{ kind: 'offer-impact', proposal: id }])
    expect(run.codes(approve(run.state, id))).toEqual(['impact-not-offered'])
    run.do({ do: 'offer', proposal: id })
    const due = evolution.next(run.state)
    expect(due).toMatchObject([
      { kind: 'ask-decision', proposal: id, falsify: 'a person calls such a yellow too mild', offer: { judged: 0 } },
    ])
    expect(evolution.next(run.state)).toEqual(due)
    const given = approve(run.state, id)
    for (const kind of ['agent', 'engine', 'system'] as const) {
      const by = { kind, id: 'x' }
      expect(run.codes({ ...given, by })).toEqual(['not-a-person'])
      expect(run.codes({ do: 'reject', proposal: id, ...person, by })).toEqual(['not-a-person'])
    }
    expect(run.codes({ ...given, words: ' ' })).toEqual(['no-words'])
    expect(run.codes({ ...given, digest: hashOf('something else') })).toEqual(['other-digest'])
    expect(run.codes({ ...given, givenAtMs: someDay + 1 })).toEqual(['not-yet-given'])
    expect(run.codes({ ...given, nowMs: someDay + 7 * 86_400_000, givenAtMs: someDay })).toEqual(['expired'])
    expect(run.codes({ ...given, expiresAtMs: someDay })).toEqual(['expired'])
    const most = someDay + 90 * 86_400_000
    for (const expiresAtMs of [most + 1, 253_402_300_799_999, Infinity, NaN]) {
      expect(run.codes({ ...given, expiresAtMs })).toEqual(['too-long'])
    }
    expect(run.codes({ ...given, givenAtMs: someDay - 1, expiresAtMs: most })).toEqual(['too-long'])
    expect(run.codes({ ...given, proposal: 'P-20260814-09' })).toEqual(['unknown-proposal'])
    expect(standardsInForce(run.state)).toEqual(standards)
    expect(run.do(given)).toMatchObject([
      { type: 'evolution.approved', data: { by: ada, attested: 'host', standards: 2, after: { policy: bugfix2 } } },
    ])
    expect(run.codes(given)).toContain('not-open')
  })

  test('a list made under other standards is stale, and so is a change that no longer fits', () => {
    const run = new EvolutionRun()
    const first = run.proposed('wide scope')
    const second = run.proposed('other', { change: { kind: 'policy', policy: bugfix3 } })
    const third = run.proposed('third', { change: { kind: 'policy', policy: { ...bugfix3, version: 2 } } })
    run.do({ do: 'offer', proposal: second })
    const shown = proposalDigest(run.state, findProposal(run.state, second) ?? run.state.proposals[1]!)
    run.approve(first)
    expect(run.codes({ ...approve(run.state, second), digest: shown })).toEqual(['impact-not-offered'])
    expect(run.codes({ do: 'offer', proposal: third })).toEqual(['other-policy'])
    expect(run.codes(approve(run.state, third))).toContain('other-policy')
    run.approve(second)
    expect(standardsInForce(run.state).clauses[0]?.policy?.version).toBe(3)
  })

  test('a change of text alone has no list, and needs none', () => {
    const run = new EvolutionRun()
    const id = run.proposed('tone', textChange('Begin with what is missing.'))
    expect(run.codes({ do: 'offer', proposal: id })).toEqual(['nothing-to-offer'])
    expect(run.codes({ do: 'offer', proposal: 'x' })).toEqual(['unknown-proposal'])
    run.do(approve(run.state, id))
    expect(standardsInForce(run.state)).toEqual({
      version: 2,
      clauses: [standards.clauses[0], { id: 'tone', text: 'Begin with what is missing.' }],
    })
    expect(run.codes({ do: 'offer', proposal: id })).toEqual(['not-open'])
  })

  test('R-EVO-07: a rejection leaves the standards alone and the cases on file, and the count starts anew', () => {
    const run = new EvolutionRun()
    const id = run.proposed('wide scope')
    run.do({ do: 'reject', proposal: id, ...person })
    expect(standardsInForce(run.state)).toEqual(standards)
    expect(run.state.cases.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(sameCaseCount(run.state, 'wide scope')).toBe(0)
    run.signal('c')
    expect(run.codes(propose('wide scope'))).toEqual(['not-recurring'])
    run.signal('d')
    expect(evolution.next(run.state)).toMatchObject([{ kind: 'write-proposal', count: 2 }])
    expect(run.codes({ do: 'reject', proposal: id, ...person })).toEqual(['not-open'])
    expect(run.codes({ do: 'reject', proposal: 'x', ...person })).toEqual(['unknown-proposal'])
  })

  test('R-EVO-07: an approval governs what starts later; the case behind it is never judged by it', () => {
    const run = new EvolutionRun()
    const judge = (task: string, card: string): void => {
      run.do({ do: 'judge', task, card, clause: 'light', facts: wide })
    }
    run.do({ do: 'start', task: 'before' })
    judge('before', 'F-1')
    run.signal('F-1', { source: 'before' })
    run.signal('F-2', { source: 'never-started' })
    run.do(propose('wide scope'))
    run.approve(run.state.proposals[0]?.id ?? '')
    run.do({ do: 'start', task: 'after' })
    expect(run.do({ do: 'start', task: 'before' })).toEqual([])
    expect(run.do({ do: 'start', task: 'never-started' })).toEqual([])
    judge('before', 'F-1')
    judge('never-started', 'F-2')
    judge('after', 'F-3')
    expect(run.state.judgements.map(({ card, standards: version, policy, outcome }) => [card, version, policy, outcome])).toEqual([
      ['F-1', 1, 'bugfix@1', 'red'],
      ['F-1', 1, 'bugfix@1', 'red'],
      ['F-2', 1, 'bugfix@1', 'red'],
      ['F-3', 2, 'bugfix@2', 'yellow'],
    ])
    for (const card of ['F-1', 'F-2']) {
      expect(run.codes({ do: 'judge', task: 'after', card, clause: 'light', facts: wide })).toEqual(['other-task'])
    }
    expect(standardsOf(run.state, 'before')?.version).toBe(1)
    expect(standardsOf(run.state, 'unheard-of')).toBeUndefined()
  })

  test('what can’t be judged is refused by its reason', () => {
    const run = new EvolutionRun()
    const judge = { do: 'judge', task: 't', card: 'F-1', clause: 'light', facts: wide } as const
    expect(run.codes(judge)).toEqual(['not-started'])
    run.do({ do: 'start', task: 't' })
    expect(run.codes({ ...judge, clause: 'none' })).toEqual(['unknown-clause'])
    expect(run.codes({ ...judge, clause: 'tone' })).toEqual(['no-policy'])
    expect(run.codes({ ...judge, facts: { cause: 'RC1' } })).toEqual(['facts-invalid'])
    expect(run.codes({ ...judge, workflow: 'dev' })).toEqual(['other-workflow'])
  })
})

describe('after a change', () => {
  test('R-EVO-08: signals on judgements under it are counter-examples, shown with its condition; a person keeps it or takes it back', () => {
    const run = new EvolutionRun()
    run.do({ do: 'start', task: 'old' })
    run.do({ do: 'judge', task: 'old', card: 'old-card', clause: 'light', facts: wide })
    const id = run.proposed('wide scope')
    run.approve(id)
    run.do({ do: 'start', task: 'new' })
    run.do({ do: 'judge', task: 'new', card: 'new-card', clause: 'light', facts: wide })
    expect(run.signal('old-card', { source: 'old', signature: 'x' })[1]?.data).toMatchObject({ counters: [], facts: wide })
    expect(run.codes({ do: 'keep', proposal: id, ...person })).toEqual(['not-questioned'])
    const counters = [{ proposal: id, clause: 'light', falsify: 'a person calls such a yellow too mild' }]
    expect(run.signal('new-card', { source: 'new', signature: 'too mild' })[1]?.data).toMatchObject({ counters, standards: 2, facts: wide })
    expect(run.signal('unjudged', { clause: 'tone' })[1]?.data).toMatchObject({ counters: [] })
    const due = evolution.next(run.state).filter(({ kind }) => kind === 'ask-rollback')
    expect(due).toMatchObject([{ proposal: id, falsify: counters[0]?.falsify, counterExamples: [run.state.signals.at(-2)?.signal] }])
    expect(run.codes({ do: 'keep', proposal: id, ...person, by: agent })).toEqual(['not-a-person'])
    expect(run.codes({ do: 'keep', proposal: 'x', ...person })).toEqual(['unknown-proposal'])
    run.do({ do: 'keep', proposal: id, ...person })
    expect(evolution.next(run.state).filter(({ kind }) => kind === 'ask-rollback')).toEqual([])
    run.signal('new-card-2', { clause: 'light', signature: 'too mild' })
    expect(findProposal(run.state, id)?.counterExamples).toHaveLength(2)
    expect(run.codes({ do: 'roll-back', proposal: id, ...person, by: agent })).toEqual(['not-a-person'])
    const [taken] = run.do({ do: 'roll-back', proposal: id, ...person })
    expect(taken).toMatchObject({ type: 'standards.rollback', data: { standards: 3, clause: 'light', restored: standards.clauses[0] } })
    expect(standardsInForce(run.state)).toEqual({ ...standards, version: 3 })
    expect(run.state.versions.map(({ version }) => version)).toEqual([1, 2, 3])
    const ofProposal = run.state.cases.filter(({ proposal }) => proposal === id)
    expect(ofProposal.map(({ status }) => status)).toEqual(['rolled_back', 'rolled_back'])
    expect(sameCaseCount(run.state, 'wide scope')).toBe(1)
    expect(run.codes({ do: 'roll-back', proposal: id, ...person })).toEqual(['not-adopted'])
    expect(run.codes({ do: 'roll-back', proposal: 'x', ...person })).toEqual(['unknown-proposal'])
    expect(evolution.next(run.state).filter(({ kind }) => kind === 'ask-rollback')).toEqual([])
  })

  test('R-EVO-08: a clause that was new goes, one that was removed comes back, the latest change first', () => {
    const run = new EvolutionRun()
    const added = run.proposed('a', { clause: 'third', change: { kind: 'text', text: 'One.' } })
    run.approve(added)
    const changed = run.proposed('b', { clause: 'third', change: { kind: 'text', text: 'Two.' } })
    run.approve(changed)
    const removed = run.proposed('c', { clause: 'third', change: { kind: 'removal' } })
    run.approve(removed)
    expect(standardsInForce(run.state).clauses.map(({ id }) => id)).toEqual(['light', 'tone'])
    expect(run.codes({ do: 'roll-back', proposal: added, ...person })).toEqual(['not-the-latest'])
    run.do({ do: 'roll-back', proposal: removed, ...person })
    expect(standardsInForce(run.state).clauses[2]).toEqual({ id: 'third', text: 'Two.' })
    run.do({ do: 'roll-back', proposal: changed, ...person })
    run.do({ do: 'roll-back', proposal: added, ...person })
    expect(standardsInForce(run.state)).toEqual({ ...standards, version: 7 })
  })
})

describe('the list of what would change', () => {
  test('names the cases that would flip with the people’s words on them, the inversions and the cells', () => {
    const said = { signal: 'S-1', target: 'F-1', kind: 'correction', quote: 'Too harsh.', verdict: 'yellow' } as const
    const judgements = [
      { card: 'F-1', facts: wide, policy: 'bugfix@1' },
      { card: 'F-2', facts: narrow },
      { card: 'F-3', facts: { ...wide, scope: 'SC9' } },
      { card: 'G-1', facts: { premise: 'ok' }, policy: 'dev-gate@1' },
      { card: 'F-4', facts: wide },
    ]
    const list = impact({ judgements, signals: [said, { ...said, signal: 'S-2', target: 'F-2' }] }, bugfix, bugfix2)
    expect(list.judged).toBe(3)
    expect(list.notJudged).toMatchObject([{ card: 'F-3' }])
    const flip = { facts: wide, from: { outcome: 'red', rule: 'otherwise' }, to: { outcome: 'yellow', rule: '5x' } }
    expect(list.flips).toEqual([
      { card: 'F-1', ...flip, signals: [said] },
      { card: 'F-4', ...flip, signals: [] },
    ])
    // Of the domain’s 5184 cells, those of RC1 and FX1 with SC2 or SC3 that rules 1 to 4 leave: evidence is free, H2 and H4 have two values each.
    expect(list.cells).toMatchObject({ all: 5184, changed: 2 * 4 * 2 * 2 })
    expect(list.inversions.gained).toEqual([])
    expect(list.inversions.lost).toHaveLength(304 - 144)
    expect(impact({ judgements, signals: [] }, bugfix2, bugfix).inversions.gained).toHaveLength(304 - 144)
    expect(impact({ judgements, signals: [] }, bugfix, bugfix).flips).toEqual([])
    const otherFacts = definePolicy({ ...bugfix2, facts: { ...bugfix2.facts, H1: ['no', 'yes', 'perhaps'] } })
    expect(() => impact({ judgements, signals: [] }, bugfix, otherFacts)).toThrow(/can't be compared/)
  })

  test('tries ten thousand past judgements, one evaluation under each table for every one', () => {
    const scopes = ['SC1', 'SC2', 'SC3']
    const judgements = Array.from({ length: 10_000 }, (_, n) => ({ card: `F-${n}`, facts: { ...wide, scope: scopes[n % 3] ?? '' } }))
    const signals = judgements.map(
      ({ card }, n) => ({ signal: `S-${n}`, target: card, kind: 'veto', quote: 'No.', verdict: 'no' }) as const,
    )
    const list = impact({ judgements, signals }, bugfix, bugfix2)
    expect(list.judged).toBe(10_000)
    expect(list.flips).toHaveLength(6666)
    expect(list.flips.every(({ signals: said }) => said.length === 1)).toBe(true)
  })

  test('R-EVO-12: is made by the decision, recorded in figures, with the whole list by its hash', () => {
    const run = new EvolutionRun()
    run.do({ do: 'start', task: 'task-of-wide scope-1' })
    run.do({ do: 'judge', task: 'task-of-wide scope-1', card: 'wide scope-1', clause: 'light', facts: wide })
    const id = run.proposed('wide scope')
    const [offered] = run.do({ do: 'offer', proposal: id })
    const proposal = run.state.proposals[0]!
    expect(offered?.data).toMatchObject({
      impact: hashOf(impactOf(run.state, proposal)),
      standards: 1,
      judged: 1,
      flips: 1,
      signals: 1,
      policies: { from: hashOf(bugfix), to: hashOf(bugfix2) },
      inversions: { gained: 0, lost: analyse(bugfix).inversions.length - analyse(bugfix2).inversions.length },
    })
  })

  test('R-JUDGE-16: a card on record stays a card of its task and of its facts, whatever a signal says, so nothing recurs by its words', () => {
    const run = new EvolutionRun()
    run.do({ do: 'start', task: 't' })
    for (const card of ['a', 'b']) run.do({ do: 'judge', task: 't', card, clause: 'light', facts: wide })
    expect(run.codes(signal('a', { source: 'u' }))).toEqual(['other-task'])
    expect(run.codes(signal('a', { source: 't', facts: narrow }))).toEqual(['other-judgement'])
    run.signal('a', { source: 't', facts: wide })
    run.signal('b', { source: 't' })
    expect(run.state.signals.map(({ facts }) => facts)).toEqual([wide, wide])
    expect([sameCaseCount(run.state, 'wide scope'), run.codes(propose('wide scope'))]).toEqual([1, ['not-recurring']])
  })

  test('R-EVO-12: is tried on the lights of the ledger too, and nobody can hand in another past', () => {
    const run = new EvolutionRun()
    const id = run.proposed('wide scope')
    const payload = { ...wide, evidence: ['EV2'] }
    const judged = lightRecord.decide(lightRecord.initial(undefined), { do: 'judge-fault', day: '20260814', payload })
    const lights = judged.ok ? judged.events.flatMap((event) => (event.type === 'light.judged' ? [event] : [])) : []
    expect(lights).toHaveLength(1)
    const before = run.state.version
    for (const light of lights) run.state = evolution.evolve(run.state, light)
    expect([run.state.version, run.state.lights.map(({ card, policy }) => [card, policy])]).toEqual([
      before,
      [['F-20260814-01', 'bugfix@1']],
    ])
    expect(run.do({ do: 'offer', proposal: id })[0]?.data).toMatchObject({ judged: 1, flips: 1 })
    const forged = parseEvolutionCommand({ do: 'offer', proposal: id, judgements: [] })
    expect(forged.ok ? [] : forged.issues.map(({ path }) => path)).toEqual(['judgements'])
    const dev = lights.reduce((state, light) => evolution.evolve(state, light), evolution.initial({ workflow: 'dev' }))
    expect(dev.lights).toEqual([])
  })
})

describe('refusals', () => {
  test('each code has the rule that it keeps, and a refusal names all of them', () => {
    expect(Object.values(evolutionRefusals).every((rule) => /^R-(EVO|JUDGE)-\d{2}$/.test(rule))).toBe(true)
    const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/evolution.md'), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('|'))
    for (const [code, rule] of Object.entries(evolutionRefusals)) {
      expect(
        rows.filter((row) => row.includes(`\`${code}\``) && row.includes(rule)),
        code,
      ).toHaveLength(1)
    }
    const decision = new EvolutionRun().decide(signal('a', { quote: '', by: agent }))
    expect(decision).toMatchObject({
      ok: false,
      refusal: { code: 'missing-quote', rule: 'R-JUDGE-13', all: [{ code: 'missing-quote' }, { code: 'signal-not-human' }] },
    })
  })

  test('standards that can’t be are no beginning', () => {
    const twice = { version: 1, clauses: [standards.clauses[1]!, standards.clauses[1]!] }
    expect(() => evolution.initial({ workflow: 'dev', standards: twice })).toThrow(/there twice/)
    expect(evolution.initial({ workflow: 'dev' }).versions).toEqual([{ version: 1, clauses: [] }])
  })
})
