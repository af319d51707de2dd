import { describe, expect, test } from 'vitest'
import { bugfix, bugfix2 } from '../../src/light/bugfix'
import type { Place, Ran } from '../support/command-line'
import { inPlace } from '../support/command-line'
import { answered } from '../support/person-at-terminal'

const now = '2026-11-28T12:00:00.000Z'

function person(place: Place, args: readonly string[], ...answers: readonly string[]): Promise<Ran> {
  return answered(place, args, answers, now)
}

async function signalled(place: Place, target: string, source: string, ...answers: readonly string[]): Promise<Ran> {
  const signal = {
    target,
    source,
    quote: 'No!\u001b[2J That is one fix.',
    verdict: 'yellow',
    evidence: [],
    signature: 'wide scope',
    kind: 'correction',
  }
  place.write('signal.json', JSON.stringify(signal))
  return await person(place, ['signal', 'signal.json'], ...answers)
}

const dossier = { hypothesisedCause: 'a', supportingEvidence: 'b', counterEvidence: 'c', verification: 'd', rollback: 'e' }
const parts = {
  signature: 'wide scope',
  clause: 'bugfix',
  evidence: ['two cases'],
  counter_example: 'none',
  falsify: 'a wide fix breaks',
  rollback: 'the clause before',
}

describe('signals, proposals and decisions', () => {
  test('R-EVO-03 R-EVO-04 a signal is a person at the terminal; two of them call for a proposal', async () => {
    await inPlace(async (place) => {
      place.write('signal.json', '{"kind":"correction"}')
      const alone = await place.run('signal', 'signal.json')
      expect([alone.exit, alone.err.includes('asked on the terminal')]).toEqual([2, true])
      const first = await signalled(place, 'F-20261128-01', 't1', 'Ann', 'signal')
      expect(first.exit).toBe(0)
      // Whoever types sees all of what they will have said.
      for (const shown of [
        'target  F-20261128-01',
        'source  t1',
        'quote  No!\\u{1b}[2J That',
        'verdict  yellow',
        'signature  wide scope',
      ]) {
        expect(first.err).toContain(`  ${shown}`)
      }
      expect(first.out).toContain('S-20261128-01  correction on F-20261128-01: "No!\\u{1b}[2J That is one fix."')
      place.write('proposal.json', JSON.stringify({ ...parts, change: { kind: 'text', text: 'wide and clear is yellow' } }))
      const early = await place.run('propose', 'proposal.json')
      expect([early.exit, early.out.includes('R-EVO-04 not-recurring')]).toEqual([1, true])
      const second = await signalled(place, 'F-20261128-02', 't2', 'Ann', 'signal')
      expect(second.out).toContain('  next   adjudicate propose FILE (wide-scope recurred, 2 cases)\n')
    })
  })

  test('R-EVO-06 R-EVO-09 a person sees what would flip, decides in their own words, and can take it back', async () => {
    await inPlace(async (place) => {
      place.write(
        'standards.json',
        JSON.stringify({ version: 1, clauses: [{ id: 'bugfix', text: 'the published table', policy: bugfix }] }),
      )
      expect((await place.run('standards', 'open', 'standards.json')).exit).toBe(0)
      place.write(
        'f.json',
        JSON.stringify({ cause: 'RC1', solution: 'FX1', evidence: ['EV2'], scope: 'SC2', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }),
      )
      expect((await person(place, ['light', 'f.json'])).exit).toBe(1)
      await signalled(place, 'F-20261128-01', 't1', 'Ann', 'signal')
      await signalled(place, 'F-20261128-02', 't2', 'Ann', 'signal')
      place.write('proposal.json', JSON.stringify({ ...parts, change: { kind: 'policy', policy: bugfix2 } }))
      const proposed = await person(place, ['propose', 'proposal.json', '--by', 'codex'])
      expect(proposed.exit).toBe(0)
      expect(proposed.out).toContain('  offered  1 of 1 past cases would flip, 32 of 5184 inputs\n')
      expect((await place.run('approve', 'P-20261128-01')).exit).toBe(2)
      expect((await person(place, ['approve', 'P-20261128-01'], 'Ann', '')).exit).toBe(2)
      const bare = await person(place, ['approve', 'P-20261128-01'], 'Ann', 'ok')
      expect([bare.exit, bare.out.includes('R-EVO-09 acknowledged-only')]).toEqual([1, true])
      const approved = await person(place, ['approve', 'P-20261128-01'], 'Ann', 'wide and clear should wait, not stop')
      expect([approved.exit, approved.out.slice(0, 33)]).toEqual([0, '+ approved  P-20261128-01 by Ann;'])
      expect(approved.err).toContain('  change    bugfix@2\n            + 5x: cause RC1, scope SC2|SC3, solution FX1 -> yellow\n  evidence')
      expect(approved.err).toContain('F-20261128-01  red -> yellow (rule 5x)\n')
      expect(approved.err).not.toContain('\u001b')
      // The case behind the change keeps its table; what comes later is judged by the version in force.
      expect((await person(place, ['light', 'f.json'])).out).toMatch(/^\[R\.\.\] red {2}F-20261128-01, bugfix@1 rule 7/)
      place.write('later.json', JSON.stringify({ ...JSON.parse(place.read('f.json')), scope: 'SC3', dossier }))
      expect((await person(place, ['light', 'later.json'])).out).toMatch(/^\[\.Y\.\] yellow {2}F-20261128-02, bugfix@2 rule 5x/)
      expect((await person(place, ['light', 'later.json', '--policy', 'bugfix@1'])).out).toContain('bugfix@1 rule 7')
      const back = await person(place, ['approve', 'P-20261128-01', '--rescind'], 'Ann', 'it broke the build')
      expect([back.exit, back.out.includes('version 3 restores the clause')]).toEqual([0, true])
      expect(back.err).toContain('  impact    bugfix@2 -> bugfix@1: ')
      expect(back.err).toContain('F-20261128-01  yellow -> red (rule otherwise)\n')
      expect(back.err).toContain('tried anew under both tables; each card keeps the colour it has on record\n')
      expect(approved.err).not.toContain('tried anew under both')
      const shown = JSON.parse((await place.run('standards', 'show', '--json')).out) as { standards: { version: number } }
      expect(shown.standards.version).toBe(3)
      expect((await place.run('ledger', 'verify')).exit).toBe(0)
    })
  })

  test('R-EVO-07 a table of one’s own in force decides, by its version, and is never passed over for a published one', async () => {
    await inPlace(async (place) => {
      const own = {
        ...bugfix,
        version: 4,
        rules: bugfix.rules.map((rule) => (rule.id === '5' ? { ...rule, id: 'ours', then: 'yellow' } : rule)),
      }
      place.write('standards.json', JSON.stringify({ version: 1, clauses: [{ id: 'bugfix', text: 'our table', policy: own }] }))
      await place.run('standards', 'open', 'standards.json')
      const clear = { cause: 'RC1', solution: 'FX1', evidence: ['EV2'], scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no', dossier }
      place.write('f.json', JSON.stringify(clear))
      const judged = await person(place, ['light', 'f.json'])
      expect([judged.exit, judged.out.split('\n')[0]]).toEqual([
        3,
        expect.stringMatching(/^\[\.Y\.\] yellow {2}F-20261128-01, bugfix@4 rule ours /),
      ])
      expect((await person(place, ['light', 'f.json'])).err).toBe('. F-20261128-01 was given for this payload before\n')
      expect((await place.run('light', 'explain', 'F-20261128-01')).out).toBe(judged.out)
      expect((await person(place, ['authorize', 'F-20261128-01', '--grant', 'attempt-hypothesis'], 'Ann', 'try the hypothesis')).exit).toBe(
        0,
      )
      expect((await person(place, ['light', 'f.json', '--use', 'A-20261128-01'])).exit).toBe(0)
      const chosen = await person(place, ['light', 'f.json', '--policy', 'bugfix@1'])
      expect([chosen.exit, chosen.out.slice(0, 38)]).toEqual([3, '! not the table in force (bugfix@4): t'])
      expect(chosen.out).toContain('F-20261128-02, bugfix@1 rule 5')
      const lifted = await person(place, ['authorize', 'F-20261128-02', '--grant', 'attempt-hypothesis'], 'Ann', 'try the hypothesis')
      expect([lifted.exit, lifted.out.includes('R-EVO-07 not-in-force')]).toEqual([1, true])
      expect((await person(place, ['light', 'f.json', '--policy', 'bugfix@4'])).err).toBe(
        '. F-20261128-01 was given for this payload before\n',
      )
      const unknown = await person(place, ['light', 'f.json', '--policy', 'bugfix@9'])
      expect([unknown.exit, unknown.out.includes('R-TL-13 unknown-policy')]).toEqual([1, true])
      expect((await place.run('ledger', 'verify')).out).toContain('0 unknown')
    })
  })

  test('R-EVO-07 a table that would lock the light is not put in force, and neither are two', async () => {
    await inPlace(async (place) => {
      const narrow = { ...bugfix, facts: { ...bugfix.facts, scope: ['SC1', 'SC2'] }, rules: [], version: 4 }
      const clause = (id: string, policy: object) => ({ id, text: 'a table', policy })
      for (const clauses of [[clause('a', narrow)], [clause('a', bugfix), clause('b', bugfix2)]]) {
        place.write('standards.json', JSON.stringify({ version: 1, clauses }))
        const { exit, out } = await place.run('standards', 'open', 'standards.json')
        expect([exit, out.includes('R-EVO-07 unfit-table')]).toEqual([1, true])
      }
      await signalled(place, 'F-20261128-01', 't1', 'Ann', 'signal')
      await signalled(place, 'F-20261128-02', 't2', 'Ann', 'signal')
      place.write('proposal.json', JSON.stringify({ ...parts, change: { kind: 'policy', policy: narrow, text: 'x' } }))
      const proposed = await place.run('propose', 'proposal.json')
      expect([proposed.exit, proposed.out.includes('R-EVO-07 unfit-table')]).toEqual([1, true])
    })
  })

  test('bad input: two decisions, no such workflow, an author in the file, an unknown proposal', async () => {
    await inPlace(async (place) => {
      expect((await person(place, ['approve', 'P-1', '--keep', '--reject'], 'Ann', 'x')).exit).toBe(2)
      expect((await place.run('standards', 'show', '--workflow', 'ops')).err).toContain('neither dev nor bugfix')
      place.write('claims.json', JSON.stringify({ ...parts, by: { kind: 'human', id: 'Ann' } }))
      expect((await place.run('propose', 'claims.json')).err).toContain('leave "by" out')
      for (const claim of [{ attested: 'signature' }, { nowMs: 0 }, { do: 'approve' }]) {
        const said = { target: 'F-1', source: 't', quote: 'No.', verdict: 'v', evidence: [], signature: 's', kind: 'veto', ...claim }
        place.write('said.json', JSON.stringify(said))
        const { exit, err } = await person(place, ['signal', 'said.json'], 'Ann', 'signal')
        expect([exit, err.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(`leave "${Object.keys(claim)[0] ?? ''}" out`)])
      }
      const unknown = await person(place, ['approve', 'P-20261128-09'], 'Ann', 'right')
      expect([unknown.exit, unknown.out.includes('unknown-proposal')]).toEqual([1, true])
      expect((await place.run('propose')).exit).toBe(2)
    })
  })
})
