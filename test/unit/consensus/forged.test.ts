import { describe, expect, test } from 'vitest'
import { hashOf } from '../../../src/canonical/digest'
import { adjudicate } from '../../../src/consensus/adjudicate'
import type { Json } from '../../support/consensus-input'
import { abstained, artifact, byHand, faultsOf, inputOf, panelOf, quote, scenario, seat, verdictOf } from '../../support/consensus-input'

// Ways in which somebody might bring about a verdict that the rules don't give.

const sound = panelOf({ d: [8, 8, 8] })

describe('a rubric that says it was frozen', () => {
  const content = { criteria: [{ id: 'C1', text: 'c' }], target: 0.8, commands: [], lenses: [], skills: [] }
  const frozen = (dimensions: unknown): Json => ({ ...content, dimensions, hash: hashOf({ ...content, dimensions }) })

  test('A-TRI-7 has weights that sum to 1, whatever its hash says', () => {
    const heavy = frozen([{ id: 'd', weight: 5, criteria: [] }])
    expect(faultsOf(inputOf(sound, { rubric: heavy }))).toEqual(['rubric-weight rubric.dimensions'])
    expect(adjudicate(inputOf(sound, { rubric: frozen([{ id: 'd', weight: 1, criteria: [] }]) })).kind).toBe('verdict')
  })

  test('R-TRI-07 names no criterion that it lacks', () => {
    const strange = frozen([{ id: 'd', weight: 1, criteria: ['C9'] }])
    expect(faultsOf(inputOf(sound, { rubric: strange }))).toEqual(['rubric-criterion-unknown rubric.dimensions[0].criteria[0]'])
  })
})

describe('a diff', () => {
  const diff = [
    'diff --git a/g.ts b/g.ts',
    'deleted file mode 100644',
    'index 1111111..0000000',
    '--- a/g.ts',
    '+++ /dev/null',
    '@@ -1,2 +1,1 @@ export',
    '-const guard = checked()',
    ' const kept = true',
    '\\ No newline at end of file',
  ].join('\n')
  const anchored = (text: string): boolean => {
    const claims = [{ text: 'c', citations: [quote(text)] }]
    const ruling = adjudicate(
      inputOf(
        panelOf({
          d: [
            { score: 9, claims },
            { score: 9, claims },
            { score: 9, claims },
          ],
        }),
        { corpus: { diff: { 'g.ts': diff } } },
      ),
    )
    return ruling.kind === 'verdict' && ruling.verdict === 'SHIP'
  }

  test.each([
    'deleted file mode 100644',
    'diff --git a/g.ts',
    '+++ /dev/null',
    '--- a/g.ts',
    '@@ -1,2 +1,1 @@',
    'No newline at end of file',
    'const guard = checked()',
    'rt\n-const guard = checked()',
  ])('R-TRI-24 does not lend its own words to a 9: %j', (text) => {
    expect(anchored(text)).toBe(false)
  })

  test('R-TRI-24 lends what it keeps and adds', () => {
    expect(anchored('const kept = true')).toBe(true)
  })
})

describe('names', () => {
  test.each([
    ['member', 'adversary '],
    ['member', 'Adversary'],
    ['member', 'adver\u200bsary'],
    ['session', 'S-Adversary'],
  ])('R-TRI-03 a %s that reads like another is the same: %j', (field, name) => {
    const session = (sound[0] as Json)['session']
    const twin = { ...seat('fitness', { d: 8 }), [field]: field === 'session' ? String(session).toUpperCase() : name }
    expect(faultsOf(inputOf([sound[0] as Json, twin]))).toEqual([`${field}-twice panel[1].${field}`])
  })

  test('R-TRI-03 the doer’s session is known under any spelling', () => {
    const session = String((sound[0] as Json)['session'])
    expect(faultsOf(inputOf(sound, { doer: { session: `${session.toUpperCase()}\u200b ` } }))).toEqual(['doer-session panel[0].session'])
  })
})

describe('answers', () => {
  const accused = panelOf({ d: [8, 8, 8] }, { adversary: { scenarios: [scenario({ class: 'safety' })] } })
  const rebuttal = (by: unknown): Json => ({
    kind: 'rebuttal',
    member: 'adversary',
    scenario: 'sc1',
    citations: [quote('export function take(client, limit) {')],
    by,
  })

  test('R-TRI-33 the doer rebuts no scenario of its own work', () => {
    for (const by of [
      { kind: 'doer', id: 'x' },
      { kind: 'human', id: 'DOING' },
    ]) {
      expect(faultsOf(inputOf(accused, { doer: { session: 'doing' }, responses: [rebuttal(by)] }))).toEqual([
        'response-by-doer responses[0].by',
      ])
    }
  })

  test('a seat that answers or adjudicates is one of the panel', () => {
    expect(faultsOf(inputOf(accused, { responses: [rebuttal({ kind: 'seat', id: 'nobody' })] }))).toEqual([
      'author-unknown responses[0].by',
    ])
    const refuting = byHand({ member: 'adversary', scenario: 'sc1', by: { kind: 'seat', id: 'orchestrator' } })
    expect(faultsOf(inputOf(accused, { adjudications: [refuting] }))).toContain('author-unknown adjudications[0].by')
  })

  test('an answer by nobody counts and is warned of', () => {
    expect(verdictOf(inputOf(accused, { responses: [rebuttal(undefined)] })).warnings).toContain('unsigned-response')
    expect(verdictOf(inputOf(accused, { responses: [rebuttal({ kind: 'human', id: 'ann' })] })).warnings).not.toContain('unsigned-response')
  })

  test('A-TRI-22 a synthesis round in which nobody answered is warned of', () => {
    const split = panelOf({ d: [8, 8, 5] })
    expect(verdictOf(inputOf(split, { synthesis: [] })).warnings).toContain('synthesis-unanswered')
    const reply = { member: 'adversary', dimension: 'd', action: 'MAINTAIN', rebuttal: 'r' }
    expect(verdictOf(inputOf(split, { synthesis: [reply] })).warnings).not.toContain('synthesis-unanswered')
  })

  test('A-TRI-24 a fresh member that revises rests on its own claims', () => {
    const panel = panelOf({ d: [{ score: 9, claims: [] }, 9] })
    const fresh = ['r1', 'r2', 'r3'].map((name, index) => seat(name, { d: index < 2 ? 2 : 9 }))
    const synthesis = ['r1', 'r2'].map((member) => ({ member, dimension: 'd', action: 'REVISE', score: 1, justification: 'worse' }))
    expect(verdictOf(inputOf(panel, { replacements: fresh, synthesis })).reasons).toContain('deadlock')
  })
})

describe('nothing to judge', () => {
  test.each([{}, { sources: [] }, { artifact: {} }, { spec: { 'SPEC.md': artifact } }, { runs: [] }])('is refused: %j', (corpus) => {
    const seats = panelOf({ d: [7, 7, 7] })
    expect(faultsOf(inputOf(seats, { corpus }))).toEqual(['nothing-judged corpus'])
  })

  test('invisible marks are no reason and no concern', () => {
    expect(faultsOf(inputOf([{ ...(sound[0] as object), topConcern: '\u200b' }, sound[1] as Json, sound[2] as Json]))).toEqual([
      'invalid-value panel[0].topConcern',
    ])
    expect(abstained('x')['outcome']).toBe('abstained')
  })
})
