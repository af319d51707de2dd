import { describe, expect, test } from 'vitest'
import type { DisciplineCommand, DisciplineState } from '../../../src/entries/discipline'
import { discipline, diagnoses, violationKinds } from '../../../src/entries/discipline'
import {
  after,
  card,
  correction,
  expelled,
  fresh,
  instructions,
  owner,
  parts,
  probation,
  proof,
  reconstruct,
  red,
  reread,
  work,
} from '../../support/discipline-build'

const hash = fresh.authority.sha256
const agent = { kind: 'agent', id: 'codex' } as const
const engine = { kind: 'engine', id: 'e' } as const
const goOn = (path: 'promote' | 'replace' | 'pause', builder = 'new'): DisciplineCommand => ({ do: 'continue', by: owner, path, builder })
const review = (diagnosis: string): DisciplineCommand => ({ do: 'review', by: owner, diagnosis })
const amend = (more: object): DisciplineCommand => ({ do: 'amend', by: owner, instruction: instructions[0], sha256: 'sha256:new', ...more })
const one = after(fresh, card('p1'))
const corrected = after(one, correction('k1'))
const struck = after(one, { do: 'rescind', card: 'k1', by: owner, reason: 'misread' })
const cards = (builder: string): DisciplineCommand[] => ['x', 'y', 'z'].map((end) => card(`${builder}-${end}`, { builder }))
const allBenched = after(red, ...cards('codex'), ...cards('gpt'))

function said(state: DisciplineState, command: DisciplineCommand): Record<string, string> {
  const decision = discipline.decide(state, command)
  return decision.ok ? {} : Object.fromEntries(decision.refusal.all.map(({ code, message }) => [code, message]))
}

describe('a refusal names what was found and what is wanted', () => {
  const kinds = violationKinds.join(', ')
  test.each<[string, DisciplineState, DisciplineCommand, Record<string, string>]>([
    ['a second beginning', after(fresh, { do: 'open' }), { do: 'open' }, { 'already-open': 'the record holds 1 events already' }],
    [
      'R-REF-16 a summary for the reread',
      red,
      { ...reread, sha256: 'sha256:x' } as DisciplineCommand,
      { 'wrong-document': `"sha256:x" is not the hash of DIRECTIVE.md, ${hash}` },
    ],
    ['a reread that nobody owes', fresh, reread, { 'not-benched': 'opus is active, not benched' }],
    [
      'a reread of a stranger',
      red,
      { do: 'reread', builder: 'nobody', sha256: hash },
      { 'unknown-builder': 'no builder is called "nobody"' },
    ],
    ['a reconstruction that nobody owes', fresh, reconstruct, { 'not-benched': 'opus is active, not benched' }],
    [
      'R-REF-17 a reconstruction with gaps',
      red,
      { do: 'reconstruct', builder: 'opus', parts: { ...parts, objective: '', constraints: ' ' } },
      { 'missing-objective': 'the reconstruction lacks objective', 'missing-constraints': 'the reconstruction lacks constraints' },
    ],
    [
      'an alternate kept by an engine',
      red,
      { do: 'keep-alternate', by: engine },
      { 'not-a-person': 'e is no person (engine); only one keeps the alternate' },
    ],
    [
      'an alternate kept where none leads',
      fresh,
      { do: 'keep-alternate', by: owner },
      { 'nothing-to-keep': 'opus is active, and no alternate leads or led in its place' },
    ],
    ['a card of a stranger', fresh, card('p1', { builder: 'nobody' }), { 'unknown-builder': 'no builder is called "nobody"' }],
    [
      'a card of one who never led',
      fresh,
      card('p1', { builder: 'codex' }),
      { 'never-led': "codex never led, so the act can't be its own" },
    ],
    [
      'R-REF-11 a card given twice',
      one,
      card('p1'),
      { duplicate: 'k1 is a card of opus for the same instruction on p1, and no correction of it is recorded' },
    ],
    ['a card of that name', one, card('p2', { card: 'k1' }), { 'known-card': 'k1 is a card already' }],
    ['a card with a blank name', fresh, card('p1', { card: ' ' }), { 'known-card': 'a card has a name that says something, or none' }],
    [
      'R-REF-08 a card with nothing in it',
      fresh,
      { do: 'give-card' },
      {
        'no-anchored-evidence': 'no citation anchors in the artifact, a diff or an output: there is none',
        'no-builder': 'a card names its builder',
        'no-correction': 'a card asks for the smallest correction',
        'no-instruction': 'a card quotes the instruction that was broken',
        'no-packet': 'a card names its packet',
        'not-a-violation': `nothing is not a kind of breach: ${kinds}`,
      },
    ],
    ['R-REF-06 taste', fresh, card('p1', { violation: 'style' }), { 'not-a-violation': `"style" is not a kind of breach: ${kinds}` }],
    [
      'R-REF-08 a word of an instruction',
      fresh,
      card('p1', { instruction: 'UTC' }),
      { 'instruction-too-short': '"UTC" has fewer than 8 characters that are not white space and is no whole line of DIRECTIVE.md' },
    ],
    [
      'R-REF-08 an instruction that is nowhere',
      fresh,
      card('p1', { instruction: 'not a word of it' }),
      { 'quote-not-in-authority': '"not a word of it" doesn\'t stand in DIRECTIVE.md' },
    ],
    [
      'R-REF-08 an instruction that is almost there',
      fresh,
      card('p1', { instruction: 'Never  change the public API.' }),
      {
        'quote-not-in-authority':
          '"Never  change the public API." doesn\'t stand in DIRECTIVE.md; it stands there almost, and a quote is verbatim',
      },
    ],
    [
      'R-REF-08 evidence that shows no act',
      fresh,
      card('p1', {
        evidence: [
          { kind: 'quote', text: instructions[0] },
          { kind: 'output', command: 'npm test', text: 'all of them passed' },
        ],
      }),
      { 'no-anchored-evidence': 'no citation anchors in the artifact, a diff or an output: quote found, output missing' },
    ],
    [
      'half a surrogate pair',
      fresh,
      card('p1', { corpus: { 'a.ts': 'half \ud800 a pair' } }),
      { 'corpus-invalid': 'the corpus holds half a surrogate pair, which has no UTF-8 and so no hash' },
    ],
    [
      'half a surrogate pair in an output',
      fresh,
      card('p1', { corpus: { runs: [{ command: 'npm test', exitCode: 1, output: 'half \udc00' }] } }),
      { 'corpus-invalid': 'the corpus holds half a surrogate pair, which has no UTF-8 and so no hash' },
    ],
    ['R-REF-12 a correction of no card', one, correction('k9'), { 'unknown-card': 'no card is called "k9"' }],
    ['R-REF-12 a second correction', corrected, correction('k1'), { 'card-not-open': 'k1 is corrected already' }],
    [
      'R-REF-12 a correction without evidence',
      one,
      { do: 'correct', card: 'k1' },
      { 'no-anchored-evidence': 'no citation anchors in the artifact, a diff or an output: there is none' },
    ],
    [
      'R-REF-12 an amendment by the builder',
      one,
      amend({ by: agent }),
      { 'not-the-owner': 'codex is no person (agent); only the human owner amends' },
    ],
    [
      'an amendment of nothing',
      one,
      amend({ instruction: ' ' }),
      { 'no-instruction': 'an amendment names the instruction that it changes' },
    ],
    [
      'an amendment that changes nothing',
      one,
      amend({ sha256: hash }),
      { 'authority-unchanged': `DIRECTIVE.md still has the hash ${hash}` },
    ],
    [
      'an amendment without a document',
      one,
      { do: 'amend', by: owner, instruction: instructions[0] },
      { 'authority-unchanged': `DIRECTIVE.md still has the hash ${hash}` },
    ],
    [
      'R-REF-20 a card struck twice, by an engine, for nothing',
      struck,
      { do: 'rescind', card: 'k1', by: engine, reason: ' ' },
      {
        'already-rescinded': 'k1 is struck already',
        'no-reason': 'to strike k1 takes a reason',
        'not-the-owner': 'e is no person (engine); only the human owner strikes a card',
      },
    ],
    [
      'R-REF-09 a packet that is stopped',
      one,
      work('p1', 'opus'),
      { 'packet-stopped': 'p1 is stopped until each open card on it is corrected, amended or struck' },
    ],
    ['a packet without a name', fresh, work(' ', 'opus'), { 'no-packet': 'the packet has no name' }],
    ['a packet of a stranger', fresh, work('p1', 'nobody'), { 'unknown-builder': 'no builder is called "nobody"' }],
    [
      'R-REF-24 a packet of the expelled',
      expelled,
      work('p1', 'opus'),
      { 'expelled-builder': 'opus is expelled for the rest of this build' },
    ],
    ['R-REF-14 a packet of the benched', red, work('p9', 'opus'), { 'benched-builder': 'opus is benched' }],
    ['a packet in a pause', expelled, work('p20'), { 'build-paused': 'the build is paused: continuation' }],
    ['R-REF-15 a packet of another', red, work('p9', 'gpt'), { 'not-the-lead': 'codex leads, not gpt' }],
    ['a packet twice', after(red, work('p4')), work('p4'), { 'already-completed': 'p4 is completed already' }],
    ['a failure of the benched', red, { do: 'fail', packet: 'p9', by: 'opus' }, { 'benched-builder': 'opus is benched' }],
    ['a reversal of nothing', red, { do: 'revert', packet: 'p9' }, { 'not-completed': '"p9" is not completed' }],
    [
      'R-REF-27 a review by an agent, in words of its own',
      expelled,
      { do: 'review', by: agent, diagnosis: 'BAD MODEL' },
      {
        'not-authorized': 'codex (agent) is neither a person nor the automation that has this right',
        'unknown-diagnosis': `"BAD MODEL" is not one of ${diagnoses.join(', ')}`,
      },
    ],
    [
      'R-REF-27 a review by an agent',
      expelled,
      { do: 'review', by: agent, diagnosis: 'MIXED' },
      { 'not-authorized': 'codex (agent) is neither a person nor the automation that has this right' },
    ],
    ['a way on where none is needed', fresh, goOn('promote'), { 'nothing-to-choose': 'opus leads, and the build is not paused' }],
    [
      'R-REF-27 a way on before the review',
      expelled,
      goOn('promote'),
      { 'review-required': 'no drift-root review is recorded since opus was expelled' },
    ],
    [
      'R-REF-30 a way on while it is open',
      after(expelled, review('MIXED')),
      goOn('promote'),
      { 'diagnosis-open': 'the review found MIXED: the build stays paused' },
    ],
    [
      'R-REF-29 a way on under the old prompt',
      after(expelled, review('PROMPT-INDUCED DRIFT')),
      goOn('promote'),
      { 'prompt-not-rewritten': 'the review found PROMPT-INDUCED DRIFT, and the authority is not amended since' },
    ],
    ['R-REF-26 a replacement without a name', allBenched, goOn('replace', ' '), { 'no-builder': 'a replacement has a name' }],
    [
      'R-REF-26 a replacement that is there',
      allBenched,
      goOn('replace', 'opus'),
      { 'known-builder': 'opus is a builder of this build already; a replacement is a new one' },
    ],
    ['R-REF-26 a promotion of nobody', allBenched, goOn('promote', ''), { 'no-backup': 'no alternate is active or on probation' }],
  ])('%s', (_, state, command, messages) => {
    expect(said(state, command)).toEqual(messages)
  })

  test('a corpus that cannot be read is refused by each of its paths, for a card and for a correction', () => {
    const faults = /^corpus sources\[0\]\S*: .*; corpus sources\[1\]\S*: /
    const bad = { sources: [{}, {}], runs: [] }
    for (const command of [card('p2', { corpus: bad }), { do: 'correct', card: 'k1', evidence: proof, corpus: bad } as const]) {
      expect(said(one, command)).toEqual({ 'corpus-invalid': expect.stringMatching(faults) })
    }
    expect(said(one, card('p2', { corpus: 7 }))['corpus-invalid']).toMatch(/^corpus: /)
  })

  test('R-REF-27 the automation that runs the build may review and choose a way on', () => {
    const reviewed = after(expelled, { do: 'review', by: engine, diagnosis: 'MODEL DRIFT' })
    expect(after(reviewed, { do: 'continue', by: engine, path: 'promote' }).lead).toBe('codex')
    expect(said(probation, { do: 'continue', by: engine, path: 'promote' })).toEqual({
      'nothing-to-choose': 'opus leads, and the build is not paused',
    })
  })
})
