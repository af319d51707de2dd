import { describe, expect, test } from 'vitest'
import type { EvolutionCommand } from '../../../src/entries/evolution'
import { proposalDigest } from '../../../src/entries/evolution'
import { authorizationLastsMs } from '../../../src/light/authorization'
import { bugfix, bugfix2, bugfix3 } from '../../../src/light/bugfix'
import { definePolicy } from '../../../src/policy/policy'
import { ada, agent, approve, EvolutionRun, propose, signal, someDay, textChange } from '../../support/evolution-run'

const wide = { cause: 'RC1', solution: 'FX1', evidence: 'EV1', scope: 'SC2', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
const person = { by: ada, words: 'No.' }

function said(run: EvolutionRun, command: EvolutionCommand): Record<string, string> {
  const decision = run.decide(command)
  return decision.ok ? {} : Object.fromEntries(decision.refusal.all.map(({ code, message }) => [code, message]))
}

/** Two cases of a signature on record, and nothing proposed. */
function recurring(): EvolutionRun {
  const run = new EvolutionRun()
  run.signal('a')
  run.signal('b')
  return run
}

function adopted(...changes: Parameters<typeof propose>[1][]): EvolutionRun {
  const run = new EvolutionRun()
  changes.forEach((change, index) => run.approve(run.proposed(`signature ${index}`, change)))
  return run
}

const first = 'P-20260814-01'

describe('a signal or a merge that is refused', () => {
  test('R-EVO-03 R-JUDGE-13 names each part that it lacks', () => {
    expect(said(new EvolutionRun(), { do: 'signal', kind: 'veto', by: agent, nowMs: someDay, workflow: 'dev' })).toEqual({
      'missing-quote': 'quote is empty: the person’s exact words',
      'missing-signature': 'signature is empty: a short name under which like signals are counted',
      'missing-source': 'source is empty: the task that the card was made in',
      'missing-target': 'target is empty: the card that it is about',
      'missing-verdict': 'verdict is empty: what the person concluded',
      'other-workflow': 'these are the standards of bugfix; dev keeps its own',
      'signal-not-human': 'a signal is a person’s; main is of kind agent',
    })
  })

  test('R-EVO-04 signatures are joined by a person, two that differ, and not under two open proposals', () => {
    const run = new EvolutionRun()
    const merge = (from: string, into: string, by: { kind: 'human' | 'agent'; id: string } = ada): EvolutionCommand => ({
      do: 'merge-signatures',
      from,
      into,
      by,
    })
    expect(said(run, merge('a', 'b', agent))).toEqual({
      'not-a-person': 'only a person says that two signatures mean the same; main is of kind agent',
    })
    const empty = { 'missing-signature': 'signature is empty: two signatures of more than separators' }
    expect([said(run, merge('--', 'b')), said(run, merge('a', '--'))]).toEqual([empty, empty])
    expect(said(run, merge('a b', 'A-B'))).toEqual({ 'same-signature': 'a b and A-B are counted together already' })
    run.proposed('one', textChange('One.'))
    expect(run.do(merge('other', 'One'))).toEqual([
      { type: 'evolution.merged', data: { from: 'other', into: 'one', by: ada, attested: 'host' } },
    ])
    run.proposed('two', textChange('Two.'))
    expect(said(run, merge('two', 'one'))).toEqual({
      'two-open-proposals': `P-20260814-02 and ${first} are both open: decide one of them first`,
    })
    expect(run.do(merge('third', 'two'))).toHaveLength(1)
    expect(run.do(merge('one', 'fourth'))).toHaveLength(1)
  })

  test('a record that has begun does not begin again', () => {
    const run = new EvolutionRun()
    const [opened] = run.do({ do: 'open' })
    expect(opened).toMatchObject({ type: 'evolution.opened', data: { workflow: 'bugfix', clauseBudget: 10, standards: { version: 1 } } })
    expect(said(run, { do: 'open' })).toEqual({ 'already-open': 'the record holds 1 events already' })
  })
})

describe('a judgement that is refused', () => {
  const judge = (change: object = {}): EvolutionCommand => ({ do: 'judge', task: 't', card: 'c', clause: 'light', facts: wide, ...change })

  test('R-EVO-07 R-JUDGE-28 says what it lacks', () => {
    const run = new EvolutionRun()
    expect(said(run, judge())).toEqual({ 'not-started': 't has not begun, so no version of the standards is pinned' })
    run.do({ do: 'start', task: 't' })
    expect(said(run, judge({ clause: 'nope' }))).toEqual({ 'unknown-clause': 'version 1 has no clause nope' })
    expect(said(run, judge({ clause: 'tone' }))).toEqual({ 'no-policy': 'the clause tone is text alone: no table decides it' })
    expect(said(run, judge({ facts: { ...wide, cause: 'RC9', scope: 'SC9' } }))).toEqual({
      'facts-invalid': 'cause: found "RC9": expected one of "RC1", "RC2", "RC3"; scope: found "SC9": expected one of "SC1", "SC2", "SC3"',
    })
    expect(said(run, { ...judge(), workflow: 'dev' } as EvolutionCommand)).toEqual({
      'other-workflow': 'these are the standards of bugfix; dev keeps its own',
    })
  })

  test('R-EVO-07 a card belongs to the task that it was judged in, or that a signal says', () => {
    const run = new EvolutionRun()
    run.do({ do: 'start', task: 't' })
    run.do({ do: 'start', task: 'u' })
    run.do(judge())
    run.do(judge())
    const why = (card: string, task: string) => ({
      'other-task': `${card} is a card of ${task}: a case is not judged again by what came of it`,
    })
    expect(said(run, judge({ task: 'u' }))).toEqual(why('c', 't'))
    run.signal('d', { source: 't' })
    expect(said(run, judge({ task: 'u', card: 'd' }))).toEqual(why('d', 't'))
    expect(run.do(judge({ task: 't', card: 'd' }))).toHaveLength(1)
    expect(run.do(judge({ task: 'u', card: 'e' }))).toHaveLength(1)
  })
})

describe('a proposal that is refused', () => {
  test('R-EVO-05 names each part that it lacks, and records only evidence that says something', () => {
    const run = recurring()
    expect(said(run, { do: 'propose', signature: 'wide scope', by: agent, nowMs: someDay })).toEqual({
      'missing-change': 'change is empty: how the clause would read',
      'missing-clause': 'clause is empty: which rule changes',
      'missing-counter-example': 'counter-example is empty: a case that speaks against it',
      'missing-evidence': 'evidence is empty: why',
      'missing-falsify': 'falsify is empty: what would show it wrong',
      'missing-rollback': 'rollback is empty: how to take it back',
    })
    expect(said(run, propose('wide scope', { clause: ' ' }))).toEqual({ 'missing-clause': 'clause is empty: which rule changes' })
    const [proposed] = run.do(propose('wide scope', { evidence: ['two people', ' ', 'a log'] }))
    expect(proposed).toMatchObject({ data: { evidence: ['two people', 'a log'] } })
  })

  test('R-EVO-04 R-EVO-10 comes too early, too late or for nothing new', () => {
    const run = new EvolutionRun()
    run.signal('a')
    expect(said(run, propose('wide scope'))).toEqual({ 'not-recurring': 'the ledger counts 1 of "wide scope", a proposal takes 2' })
    run.signal('b')
    run.do(propose('wide scope'))
    expect(said(run, propose('wide scope'))).toEqual({ 'open-proposal': `${first} is open for that signature already` })
    run.approve(first)
    expect(said(run, propose('wide scope', textChange('Again.')))).toEqual({
      'nothing-new': 'no signal of it was recorded since a person last decided on it',
    })
  })

  test('R-EVO-05 its change does not fit the clause', () => {
    const run = recurring()
    const why = (clause: string, change: NonNullable<Parameters<typeof propose>[1]>['change']) =>
      said(run, propose('wide scope', { clause, ...(change && { change }) }))
    const otherFacts = definePolicy({ ...bugfix2, facts: { ...bugfix2.facts, H1: ['no', 'yes', 'perhaps'] } })
    const fewer = definePolicy({
      id: 'bugfix',
      version: 2,
      facts: { scope: ['SC1', 'SC2', 'SC3'] },
      outcomes: ['green', 'yellow', 'red'],
      rules: [],
      otherwise: 'red',
    })
    const policy = (changed: typeof bugfix) => ({ kind: 'policy', policy: changed }) as const
    const tried = { 'other-facts': "past cases can't be tried under other facts: add it as a clause of its own" }
    expect(why('nope', { kind: 'removal' })).toEqual({ 'unknown-clause': 'the standards have no clause nope' })
    expect(why('nope', policy(bugfix2))).toEqual({ 'missing-text': 'text is empty: nope would be a new clause, which needs a text' })
    expect(why('light', { kind: 'removal' })).toEqual({
      'policy-not-removable': "past cases can't be tried without the table of light: change it instead",
    })
    expect(why('light', policy(bugfix))).toEqual({ 'no-change': 'light reads so already' })
    expect(why('light', policy({ ...bugfix2, version: 1 }))).toEqual({ 'other-policy': 'bugfix@1 is no later version of bugfix@1' })
    expect(why('light', policy({ ...bugfix2, id: 'other' }))).toEqual({ 'other-policy': 'other@2 is no later version of bugfix@1' })
    expect(why('light', policy(otherFacts))).toEqual(tried)
    expect(why('light', policy(fewer))).toEqual(tried)
    expect(why('tone', policy(bugfix2))).toEqual({
      'unfit-table': 'the clauses "light" and "tone" each hold a table called bugfix: a light is judged by one',
    })
    expect(why('tone', policy({ ...bugfix2, id: 'tone' }))).toEqual({})
    expect(run.state.proposals).toHaveLength(1)
  })
})

describe('a decision that is refused', () => {
  test('nobody knows the proposal', () => {
    const why = { 'unknown-proposal': 'no proposal is called "P-9"' }
    const run = new EvolutionRun()
    const commands: EvolutionCommand[] = [
      { do: 'offer', proposal: 'P-9' },
      { do: 'approve', proposal: 'P-9', digest: '', by: ada, words: 'Yes.', nowMs: 0 },
      ...(['reject', 'keep', 'roll-back'] as const).map((what): EvolutionCommand => ({ do: what, proposal: 'P-9', ...person })),
    ]
    for (const command of commands) expect(said(run, command)).toEqual(why)
  })

  test('R-EVO-06 R-EVO-09 nobody decides but a person, in words', () => {
    const run = new EvolutionRun()
    const id = run.proposed('tone', textChange('Briefly.'))
    const why = (command: EvolutionCommand) => said(run, command)
    const wordless = { by: agent, words: ' ' }
    const refusal = (deed: string) => ({
      'not-a-person': `only a person ${deed}; main is of kind agent`,
      'no-words': `a person ${deed} in so many words`,
    })
    expect(why({ ...approve(run.state, id), ...wordless })).toEqual(refusal('approves'))
    expect(why({ do: 'reject', proposal: id, ...wordless })).toEqual(refusal('rejects'))
    expect(why({ do: 'keep', proposal: id, ...wordless })).toEqual({
      ...refusal('lets a questioned clause stand'),
      'not-questioned': `nothing new speaks against ${id}`,
    })
    expect(why({ do: 'roll-back', proposal: id, ...wordless })).toEqual({
      ...refusal('rolls back'),
      'not-adopted': `${id} is open: there is nothing to take back`,
    })
    expect(why({ do: 'reject', proposal: id, by: ada })).toEqual({ 'no-words': 'a person rejects in so many words' })
    expect(run.do({ do: 'reject', proposal: id, ...person })).toEqual([
      { type: 'evolution.rejected', data: { proposal: id, ...person, attested: 'host' } },
    ])
  })

  test('R-EVO-09 an approval is bound to what was shown, and to its time', () => {
    const run = new EvolutionRun()
    const id = run.proposed('wide scope')
    const offered = `nobody was offered the list of what ${id} would change under the standards in force`
    expect(said(run, approve(run.state, id))).toEqual({ 'impact-not-offered': offered })
    run.do({ do: 'offer', proposal: id })
    const digest = proposalDigest(run.state, run.state.proposals[0]!)
    const yes = approve(run.state, id)
    expect(said(run, { ...yes, digest: 'sha256:x' })).toEqual({
      'other-digest': `the approval is bound to sha256:x, and ${id} is ${digest} now`,
    })
    expect(said(run, { ...yes, givenAtMs: someDay + 1 })).toEqual({
      'not-yet-given': `the approval is dated ${someDay + 1}, after now, ${someDay}`,
    })
    const late = someDay + authorizationLastsMs
    expect(said(run, { ...yes, givenAtMs: someDay, nowMs: late })).toEqual({
      expired: `the approval counted until ${late}, and it is ${late}`,
    })
    expect(said(run, { ...yes, expiresAtMs: someDay })).toEqual({ expired: `the approval counted until ${someDay}, and it is ${someDay}` })
    run.do(yes)
    for (const command of [{ do: 'offer', proposal: id } as const, { do: 'reject', proposal: id, ...person } as const]) {
      expect(said(run, command)).toEqual({ 'not-open': `${id} is adopted already` })
    }
  })

  test('R-EVO-09 the digest holds every part of the proposal', () => {
    const digests = [{}, { falsify: 'other' }, { rollback: 'other' }, { counter_example: 'other' }, { evidence: ['other'] }].map(
      (change) => {
        const run = new EvolutionRun()
        run.proposed('tone', { ...textChange('Briefly.'), ...change })
        return proposalDigest(run.state, run.state.proposals[0]!)
      },
    )
    expect(new Set(digests).size).toBe(5)
  })

  test('R-EVO-12 a text alone has no past cases to be tried on', () => {
    const run = new EvolutionRun()
    const id = run.proposed('tone', textChange('Briefly.'))
    expect(said(run, { do: 'offer', proposal: id })).toEqual({
      'nothing-to-offer': `${id} changes no table, so no past case can be tried under it`,
    })
    const table = new EvolutionRun()
    const added = table.proposed('tone', { clause: 'tone', change: { kind: 'policy', policy: { ...bugfix2, id: 'tone' } } })
    expect(said(table, { do: 'offer', proposal: added })).toEqual({
      'nothing-to-offer': `${added} changes no table, so no past case can be tried under it`,
    })
  })

  test('R-EVO-09 a list that was offered under former standards no longer counts, nor does a change that no longer fits', () => {
    const run = new EvolutionRun()
    const id = run.proposed('wide scope')
    run.do({ do: 'offer', proposal: id })
    run.approve(run.proposed('tone', textChange('Briefly.')))
    expect(Object.keys(said(run, approve(run.state, id)))).toEqual(['impact-not-offered'])
    const other = run.proposed('third', { change: { kind: 'policy', policy: bugfix3 } })
    run.approve(other)
    const moved = { 'other-policy': 'bugfix@2 is no later version of bugfix@3' }
    expect(said(run, { do: 'offer', proposal: id })).toEqual(moved)
  })

  test('R-EVO-08 the latest change of a clause is taken back first; changes of other clauses are not in its way', () => {
    const run = adopted(textChange('One.'), textChange('Two.'), { change: { kind: 'policy', policy: bugfix2 } })
    const back = (proposal: string): EvolutionCommand => ({ do: 'roll-back', proposal, ...person })
    expect(said(run, back(first))).toEqual({ 'not-the-latest': `P-20260814-02 changed tone after ${first}: roll that back first` })
    const [taken] = run.do(back('P-20260814-02'))
    expect(taken).toMatchObject({
      type: 'standards.rollback',
      data: { standards: 5, clause: 'tone', restored: { id: 'tone', text: 'One.' }, attested: 'host' },
    })
    expect(run.do(back(first))).toHaveLength(1)
    expect(said(run, back(first))).toEqual({ 'not-adopted': `${first} is rolled_back: there is nothing to take back` })
  })

  test('R-EVO-08 a questioned clause is let stand once for each thing that speaks against it', () => {
    const run = adopted(textChange('One.'))
    const keep: EvolutionCommand = { do: 'keep', proposal: first, ...person }
    expect(said(run, keep)).toEqual({ 'not-questioned': `nothing new speaks against ${first}` })
    run.do({ do: 'start', task: 'later' })
    run.do(signal('x', { source: 'later', clause: 'tone', signature: 'too short' }))
    expect(run.do(keep)).toEqual([{ type: 'evolution.kept', data: { proposal: first, ...person, attested: 'host' } }])
    expect(said(run, keep)).toEqual({ 'not-questioned': `nothing new speaks against ${first}` })
  })
})
