import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../../src/canonical/digest'
import { adjudicate } from '../../../src/consensus/adjudicate'
import { AdjudicateError } from '../../../src/errors'
import type { Json } from '../../support/consensus-input'
import {
  abstained,
  byHand,
  caveat,
  faultsOf,
  inputOf,
  issuesOf,
  panelOf,
  quote,
  scenario,
  score,
  seat,
} from '../../support/consensus-input'

const panel = panelOf({ d: [7, 7, 7] }, { quality: { scenarios: [scenario()], caveats: [caveat()] } })
const rubric = { criteria: ['it works'], dimensions: ['d'] }
const split = { panel: panelOf({ d: [{ score: 9 }, 6, 6], e: [7, 7, 7] }), rubric: { ...rubric, dimensions: ['d', 'e'] } }
const maintain = (member: string, dimension = 'd'): Json => ({ member, dimension, action: 'MAINTAIN', rebuttal: 'as said' })
const upheld = (more: Json): Json => byHand({ member: 'quality', target: 'scenario', scenario: 'sc1', ...more })

// Who made the input has to mend it without reading this library: a fault says which value, and what would be right (spec 01, errors).
describe('a fault names the value and the limit', () => {
  test.each<[string, Json, string, RegExp]>([
    ['under-two-seats', { panel: panel.slice(0, 1) }, 'panel', /panel of 1, at least 2/],
    ['no-adversary', { panel: panel.slice(1) }, 'panel', /no seat is an adversary/],
    [
      'member-twice',
      { panel: [...panel, { ...abstained('quality'), session: 'x' }] },
      'panel[3].member',
      /"quality".*member of panel\[1\]/,
    ],
    [
      'session-twice',
      { panel: [...panel, { ...abstained('z'), session: 'session of quality' }] },
      'panel[3].session',
      /session of panel\[1\]/,
    ],
    ['doer-session', { doer: { session: 'session of quality' } }, 'panel[1].session', /"session of quality" is the doer's own/],
    ['nothing-judged', { corpus: { spec: { 'a.md': 'words' } } }, 'corpus', /neither an artifact nor a diff/],
    [
      'rubric-mismatch',
      { panel: [{ ...panel[0], rubric: 'other' }, ...panel.slice(1)] },
      'panel[0].rubric',
      /"other" is not this rubric, sha256:/,
    ],
    ['unknown-field', { moon: 1 }, 'moon', /unknown field "moon"/],
    [
      'author-unknown',
      { adjudications: [upheld({ by: { kind: 'seat', id: 'nobody' } })] },
      'adjudications[0].by',
      /"nobody" holds no seat/,
    ],
    [
      'adjudication-by-doer',
      { adjudications: [upheld({ by: { kind: 'doer', id: 'd' } })] },
      'adjudications[0].by',
      /the doer adjudicates nothing/,
    ],
    [
      'adjudication-author',
      { adjudications: [upheld({ by: { kind: 'agent', id: 'x' } })] },
      'adjudications[0].by',
      /seat, a person or the orchestrator/,
    ],
    [
      'adjudication-unanchored',
      { adjudications: [upheld({ citations: [] })] },
      'adjudications[0].citations',
      /at least one citation that is found/,
    ],
    [
      'adjudication-needs-output',
      { adjudications: [upheld({ by: 'orchestrator' })] },
      'adjudications[0].citations',
      /output of a command that was run/,
    ],
    [
      'response-by-doer',
      { responses: [{ kind: 'rebuttal', member: 'quality', scenario: 'sc1', by: { kind: 'doer', id: 'd' } }] },
      'responses[0].by',
      /doer rebuts no scenario/,
    ],
    [
      'author-unknown',
      { responses: [{ kind: 'fixed', member: 'quality', scenario: 'sc1', by: { kind: 'seat', id: 'nobody' } }] },
      'responses[0].by',
      /"nobody" holds no seat/,
    ],
    [
      'response-target',
      { responses: [{ kind: 'fixed', member: 'quality', scenario: 'sc1', caveat: 'c1' }] },
      'responses[0]',
      /one scenario, caveat or spec failure, this one 2/,
    ],
    [
      'target-unknown',
      { responses: [{ kind: 'fixed', member: 'moon', scenario: 'sc1' }] },
      'responses[0].member',
      /no scorecard of "moon"/,
    ],
    [
      'target-unknown',
      { responses: [{ kind: 'fixed', member: 'quality', spec: true }] },
      'responses[0].spec',
      /"quality" has no spec "spec compliance"/,
    ],
    [
      'target-unknown',
      { adjudications: [upheld({ target: 'escalate', scenario: undefined })] },
      'adjudications[0].target',
      /"quality" has no target "escalate"/,
    ],
    [
      'target-unknown',
      { adjudications: [upheld({ target: 'spec', scenario: undefined })] },
      'adjudications[0].target',
      /"quality" has no target "spec"/,
    ],
    [
      'target-unknown',
      { adjudications: [upheld({ target: 'claim', scenario: undefined, dimension: 'd', claim: 4 })] },
      'adjudications[0].claim',
      /"quality" has no claim 4/,
    ],
    ['reply-undisputed', { ...split, synthesis: [maintain('quality', 'e')] }, 'synthesis[0].dimension', /"e" is not disputed/],
    ['reply-member-unknown', { ...split, synthesis: [maintain('moon')] }, 'synthesis[0].member', /"moon" holds no seat/],
    ['reply-twice', { ...split, synthesis: [maintain('quality'), maintain('quality')] }, 'synthesis[1]', /"quality" replies twice on "d"/],
    [
      'reply-excluded',
      { panel: panelOf({ d: [{ score: 9, claims: [] }, 5, 8] }), synthesis: [maintain('adversary')] },
      'synthesis[0].member',
      /"adversary" has no surviving score on "d"/,
    ],
    [
      'dimension-doubled',
      { panel: [{ ...panel[0], scores: [score('d', 7), score('d', 7)] }, ...panel.slice(1)] },
      'panel[0].scores[1].dimension',
      /"d" is scored twice/,
    ],
    [
      'dimension-unknown',
      { panel: [{ ...panel[0], scores: [score('d', 7), score('q', 7)] }, ...panel.slice(1)] },
      'panel[0].scores[1].dimension',
      /no dimension "q"/,
    ],
    ['dimension-missing', { panel: [{ ...panel[0], scores: [] }, ...panel.slice(1)] }, 'panel[0].scores', /no score for "d"/],
    [
      'id-twice',
      { panel: [{ ...panel[0], caveats: [caveat(), caveat()] }, ...panel.slice(1)] },
      'panel[0].caveats[1].id',
      /"c1" stands twice/,
    ],
    [
      'recommendation',
      { panel: [{ ...panel[0], recommendation: 'ESCALATE' }, ...panel.slice(1)] },
      'panel[0].recommendation',
      /"ESCALATE".*SHIP, SHIP_WITH_CAVEATS, ITERATE, BLOCK; use the field escalate/,
    ],
    [
      'recommendation',
      { panel: [{ ...panel[0], recommendation: 'PASS' }, ...panel.slice(1)] },
      'panel[0].recommendation',
      /"PASS".*SHIP, SHIP_WITH_CAVEATS, ITERATE, BLOCK$/,
    ],
    [
      'rubric-criterion-unknown',
      { rubric: { ...rubric, dimensions: [{ id: 'd', criteria: ['C7'] }] } },
      'rubric.dimensions[0].criteria[0]',
      /no criterion has the id "C7"/,
    ],
    ['rubric-duplicate-dimension', { rubric: { ...rubric, dimensions: ['d', 'd'] } }, 'rubric.dimensions[1].id', /"d" stands twice/],
    [
      'rubric-weight',
      {
        rubric: {
          ...rubric,
          dimensions: [
            { id: 'd', weight: 1e-320 },
            { id: 'e', weight: 1e15 },
          ],
        },
      },
      'rubric.dimensions',
      /too far apart/,
    ],
  ])('%s', (code, more, path, message) => {
    const found = issuesOf(inputOf(panel, more)).find((issue) => issue.code === code && issue.path === path)
    expect(found?.message).toMatch(message)
  })

  test('adjudication-conflict names the target that two hands see differently', () => {
    const pair = (more: Json): Json[] => [upheld(more), upheld({ ...more, outcome: 'upheld' })]
    const messageOf = (more: Json): string | undefined =>
      issuesOf(inputOf(panelOf({ d: [7, 7] }, { quality: judgedOn }), { adjudications: pair(more) })).find(
        ({ code }) => code === 'adjudication-conflict',
      )?.message
    const judgedOn = { scenarios: [scenario()], escalate: 'data is lost', specCompliance: { status: 'failed', claims: [] } }
    expect(messageOf({})).toBe('scenario quality/sc1 is both refuted and upheld')
    expect(messageOf({ target: 'claim', scenario: undefined, dimension: 'd', claim: 0 })).toBe(
      'claim quality/d/0 is both refuted and upheld',
    )
    expect(messageOf({ target: 'escalate', scenario: undefined })).toBe('escalate of quality is both refuted and upheld')
    expect(messageOf({ target: 'spec', scenario: undefined })).toBe('spec of quality is both refuted and upheld')
  })

  test('what is no object is said, and what could not be read says why', () => {
    expect(issuesOf('text')).toEqual([{ code: 'invalid-value', path: '', message: 'found "text": expected an object' }])
    expect(issuesOf([])[0]?.message).toMatch(/expected an object/)
  })
})

describe('what fails while an input is read', () => {
  test('a text that changes after it was looked at refuses the input and says so', () => {
    let reads = 0
    const first = seat('adversary', { d: 7 })
    Object.defineProperty(first, 'topConcern', { enumerable: true, get: () => (reads++ === 0 ? 'sound' : 'broken \ud800') })
    const issues = issuesOf(inputOf([first, ...panel.slice(1)]))
    expect(issues).toEqual([{ code: 'unreadable', path: '', message: expect.stringMatching(/changed while it was read: .*surrogate/) }])
  })

  test.each([new Error('out of memory'), new AdjudicateError('data-invalid', 'a fault of the host')])(
    '%s of the digest is passed on, never swallowed',
    (fault) => {
      const failing = (text: string): string => {
        if (text.includes('"panel"')) throw fault
        return sha256Hex(text)
      }
      expect(() => adjudicate(inputOf(panel), failing)).toThrow(fault)
    },
  )
})

describe('a fault hides no other and invents none', () => {
  test('C-REFUSED a refused reply gives nothing but the faults: no digests, no evidence', () => {
    const ruling = adjudicate(inputOf(split.panel, { synthesis: [maintain('quality', 'e')] }))
    expect(Object.keys(ruling).sort()).toEqual(['issues', 'kind', 'rules', 'trace'])
  })

  test('where the corpus or the rubric can not be read, what needs them is left alone', () => {
    expect(faultsOf(inputOf(panel, { corpus: 5, adjudications: [upheld({ citations: [] })] }))).toEqual(['invalid-value corpus'])
    const other = [{ ...panel[0], rubric: 'other' }, ...panel.slice(1)]
    expect(faultsOf(inputOf(other, { rubric: { ...rubric, target: 7 } }))).toEqual(['rubric-target rubric.target'])
  })

  test('a target in a replacement that could not be read is not called unknown', () => {
    const replacements = [{ ...seat('operator', { d: 7 }), lens: 5 }]
    const responses = [{ kind: 'fixed', member: 'operator', scenario: 'sc1', reason: 'mended' }]
    expect(faultsOf(inputOf(panel, { replacements, responses }))).toEqual(['invalid-value replacements[0].lens'])
  })

  test('R-TRI-55 beside a reply that could not be read, the readable ones still say who survives where', () => {
    // The adversary's revision quotes nothing, so one score is left and the fresh member counts: it may reply.
    const revision = { member: 'adversary', dimension: 'd', action: 'REVISE', score: 9, justification: 'sure', claims: [] }
    const more = { replacements: [seat('operator', { d: 6 })], synthesis: [revision, maintain('operator'), { action: 'MAINTAIN' }] }
    const found = faultsOf(inputOf(panelOf({ d: [9, 6] }), more))
    expect(found.filter((fault) => fault.startsWith('reply'))).toEqual([])
    expect(found.length).toBeGreaterThan(0)
  })
})

test('the builders of this file stand: the plain input is ruled', () => {
  expect(adjudicate(inputOf(panel, { adjudications: [upheld({ citations: [quote()] })] })).kind).toBe('verdict')
})
