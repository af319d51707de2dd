import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/canonical/canonical-json'
import { hashOf, sha256Hex } from '../../../src/canonical/digest'
import { adjudicate } from '../../../src/consensus/adjudicate'
import { freezeRubric } from '../../../src/consensus/rubric'
import { isStale } from '../../../src/consensus/stale'
import type { Json, VerdictRuling } from '../../support/consensus-input'
import {
  artifact,
  byHand,
  caveat,
  claim,
  faultsOf,
  inputOf,
  issuesOf,
  panelOf,
  quote,
  rulingOf,
  ruledOn,
  scenario,
  seat,
  verdictOf,
} from '../../support/consensus-input'

const panel = panelOf({ d: [8, 8] })

function bound(more: Json = {}, seats = panel): VerdictRuling['boundTo'] {
  return verdictOf(inputOf(seats, more)).boundTo
}

describe('what a ruling is bound to', () => {
  test('the artifact: the host’s digest, else the hash of the artifact and diff sources by id', () => {
    expect(bound({ artifact: { digest: 'git-tree:4be07d1' } }).artifact).toBe('git-tree:4be07d1')
    const sources = [
      { id: 'b', role: 'diff', text: '+x' },
      { id: 'a', role: 'artifact', path: 'src/limiter.ts', text: artifact },
      { id: 's', role: 'spec', text: 'spec' },
      { id: 'r', role: 'reference', text: 'reference' },
    ]
    const wanted = hashOf([
      { id: 'a', role: 'artifact', path: 'src/limiter.ts', text: artifact },
      { id: 'b', role: 'diff', path: null, text: '+x' },
    ])
    expect(bound({ corpus: { sources } }).artifact).toBe(wanted)
    expect(bound({ corpus: { sources: [...sources].reverse() } }).artifact).toBe(wanted)
    expect(bound({ corpus: { sources: sources.slice(0, 2) } }).artifact).toBe(wanted)
  })

  test('R-TRI-07 the rubric’s hash, the same in every round', () => {
    const rubric = { criteria: ['it works'], dimensions: ['d'] }
    const frozen = freezeRubric(rubric)
    expect(frozen.ok && bound({ rubric: frozen.value }).rubric).toBe(frozen.ok && frozen.value.hash)
    expect(bound({ rubric }).rubric).toBe(frozen.ok && frozen.value.hash)
    expect(bound({ rubric: { ...rubric, target: 0.7 } }).rubric).not.toBe(bound({ rubric }).rubric)
    const due = rulingOf(inputOf(panelOf({ d: [5, 8] })), 'synthesis')
    expect(due.boundTo.rubric).toBe(bound().rubric)
  })

  test('R-TRI-07 a panel that names another rubric is refused', () => {
    const hash = bound().rubric
    expect(bound({}, panelOf({ d: [8, 8] }, { quality: { rubric: hash } })).rubric).toBe(hash)
    const other = panelOf({ d: [8, 8] }, { adversary: { rubric: 'sha256:0' }, quality: { rubric: hash } })
    expect(issuesOf(inputOf(other))).toEqual([
      { code: 'rubric-mismatch', path: 'panel[0].rubric', message: `"sha256:0" is not this rubric, ${hash}` },
    ])
  })

  test('the version of the standards, consensus@1 unless named', () => {
    expect(bound().standards).toBe('consensus@1')
    expect(bound({ standards: 'house@7' }).standards).toBe('house@7')
    expect(faultsOf(inputOf(panel, { standards: '' }))).toEqual(['invalid-value standards'])
  })

  test('the panel, and all that was said about it', () => {
    const before = bound().panel
    const scored = (more: Json): string => bound({}, panelOf({ d: [{ score: 8, ...more }, 8] })).panel
    expect(scored({})).toBe(before)
    expect(scored({ rationale: 'another' })).not.toBe(before)
    const seats = panelOf({ d: [8, 8] }, { quality: { scenarios: [scenario({ class: 'other' })], caveats: [caveat({ fix: 'f' })] } })
    const hashes = [
      bound({}, seats).panel,
      bound({ adjudications: [byHand({ member: 'quality', scenario: 'sc1' })] }, seats).panel,
      bound({ responses: [{ kind: 'fixed', member: 'quality', caveat: 'c1', reason: 'r' }] }, seats).panel,
      bound({ synthesis: 'waived' }, seats).panel,
      bound({ synthesis: [] }, seats).panel,
      bound({ replacements: [seat('fresh', { d: 8 })] }, seats).panel,
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  test('neither the order of seats, of replacements nor of replies changes it', () => {
    const three = panelOf({ d: [5, 8, 8], e: [null, 8, null] })
    const reply = (member: string, dimension: string): Json => ({ member, dimension, action: 'MAINTAIN', rebuttal: 'r' })
    const replies = [reply('adversary', 'd'), reply('quality', 'd'), reply('fitness', 'd')]
    const replacements = [seat('y', { d: 8, e: 8 }), seat('z', { d: 8, e: 8 })]
    const one = bound({ synthesis: replies, replacements }, three)
    expect(bound({ synthesis: [...replies].reverse(), replacements: [...replacements].reverse() }, [...three].reverse())).toEqual(one)
    const twoDimensions = panelOf({ d: [5, 8, 8], e: [5, 8, 8] })
    const both = [reply('quality', 'e'), reply('quality', 'd')]
    expect(bound({ synthesis: both }, twoDimensions)).toEqual(bound({ synthesis: [...both].reverse() }, twoDimensions))
  })

  test('a refused ruling is bound to nothing, every other names its rules’ version', () => {
    const refused = rulingOf({}, 'refused')
    expect(refused).toEqual({ kind: 'refused', rules: 'consensus@1', issues: refused.issues, trace: [] })
    const due = [rulingOf(inputOf(panelOf({ d: [null, 8] })), 'replacement'), rulingOf(inputOf(panelOf({ d: [5, 8] })), 'synthesis')]
    for (const { rules, boundTo } of due) {
      expect(rules).toBe('consensus@1')
      expect(Object.values(boundTo)).toEqual([
        bound().artifact,
        bound().rubric,
        'consensus@1',
        expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      ])
    }
  })

  test('a faster digest with the same results gives the same bytes', () => {
    let calls = 0
    const counted = (text: string): string => {
      calls++
      return sha256Hex(text)
    }
    const input = inputOf(panelOf({ d: [5, 8, 8] }))
    expect(canonicalJson(adjudicate(input, counted))).toBe(canonicalJson(adjudicate(input)))
    expect(calls).toBeGreaterThanOrEqual(3)
  })
})

describe('a stale ruling', () => {
  const boundTo = { artifact: 'a', rubric: 'r', standards: 's', panel: 'p' }

  test('is one for which anything it is bound to has changed', () => {
    expect(isStale({ boundTo }, boundTo)).toEqual({ stale: false, changed: [] })
    for (const bond of ['artifact', 'rubric', 'standards', 'panel'] as const) {
      expect(isStale({ boundTo }, { ...boundTo, [bond]: 'other' })).toEqual({ stale: true, changed: [bond] })
      expect(isStale({ boundTo }, { [bond]: 'other' })).toEqual({ stale: true, changed: [bond] })
      expect(isStale({ boundTo }, { [bond]: boundTo[bond] })).toEqual({ stale: false, changed: [] })
    }
    expect(isStale({ boundTo }, { panel: 'x', artifact: 'y' }).changed).toEqual(['artifact', 'panel'])
  })

  test('is also one bound to nothing, and one that is compared with nothing', () => {
    expect(isStale({}, boundTo)).toEqual({ stale: true, changed: ['artifact', 'rubric', 'standards', 'panel'] })
    expect(isStale({ boundTo }, {})).toEqual({ stale: true, changed: [] })
  })

  test('goes stale with one byte of the artifact', () => {
    const ruling = verdictOf(inputOf(panel))
    expect(isStale(ruling, bound()).stale).toBe(false)
    const changed = bound({ corpus: { artifact: { 'src/limiter.ts': `${artifact} ` } } })
    expect(isStale(ruling, changed)).toEqual({ stale: true, changed: ['artifact'] })
  })
})

describe('the account', () => {
  test('names each step with its rule, what it looked at and what followed', () => {
    const input = inputOf(panelOf({ d: [{ score: 9, claims: [] }, 8, 8], e: [7, 7, 7] }))
    const ruling = verdictOf(input)
    const seven = (member: string): Json => ({ member, score: 7, confidence: 0.7 })
    expect(ruling.trace.map(({ rule, step, at, ...rest }) => [rule, step, at, ...('saw' in rest ? [] : ['?'])])).toEqual([
      ['R-TRI-24', 'evidence', 'd'],
      [expect.any(String), 'seats', undefined],
      ['R-TRI-48', 'survivors', 'd'],
      ['R-TRI-48', 'survivors', 'e'],
      ['R-TRI-40', 'spread', undefined],
      ['R-TRI-41', 'pass-fail-split', undefined],
      ['R-TRI-42', 'opposition-veto', undefined],
      ['R-TRI-43', 'confidence-divergence', undefined],
      ['R-TRI-56', 'consensus', 'd'],
      ['R-TRI-56', 'consensus', 'e'],
      ['R-TRI-59', 'part', 'd'],
      ['R-TRI-59', 'part', 'e'],
      ['R-TRI-59', 'overall', undefined],
      ['R-TRI-63', 'row', undefined],
    ])
    expect(ruling.trace.find(({ step, at }) => step === 'survivors' && at === 'e')).toEqual({
      rule: 'R-TRI-48',
      step: 'survivors',
      at: 'e',
      saw: [seven('adversary'), seven('fitness'), seven('quality')],
      gave: [],
    })
    expect(ruling.trace.find(({ step, at }) => step === 'consensus' && at === 'd')).toMatchObject({
      saw: [
        { member: 'fitness', score: 8 },
        { member: 'quality', score: 8 },
      ],
      gave: { kind: 'converged', consensus: 8, blocked: false },
    })
    expect(ruling.trace.find(({ step }) => step === 'part')).toMatchObject({ saw: { consensus: 8, weight: 0.5 }, gave: 0.4 })
    expect(ruling.trace.find(({ step }) => step === 'overall')).toMatchObject({ saw: [0.4, 0.35], gave: 0.75 })
    expect(ruling.trace.at(-1)).toEqual({
      rule: 'R-TRI-63',
      step: 'row',
      saw: { target: 0.8, row: 7 },
      gave: { row: 7, verdict: 'SHIP_WITH_CAVEATS', reasons: ['caveat-band'] },
    })
  })

  test('names the rule that the seats’ count and coverage answer to, which is not that of confidence', () => {
    const step = verdictOf(inputOf(panel)).trace.find((one) => one.step === 'seats')
    expect(step).toMatchObject({ saw: { asked: 2, answered: 2, abstained: {} }, gave: { coverage: 'unknown' } })
    expect(step?.rule).toBe('C-SETTLEDLATE')
  })

  test.each<[string, (number | null | Json)[], string]>([
    ['converged', [7, 7, 7], 'R-TRI-56'],
    ['majority', [4, 7, 7], 'R-TRI-57'],
    ['median', [6, 7, 8], 'R-TRI-57'],
    ['deadlock', [4, 6, 8], 'R-TRI-58'],
  ])('a dimension that is %s names %s as %s', (kind, scores, rule) => {
    const step = ruledOn({ d: scores }).trace.find((one) => one.step === 'consensus')
    expect(step).toMatchObject({ rule, gave: { kind } })
  })

  test.each<[string, Readonly<Record<string, Json>>, number, string]>([
    ['row 1', { adversary: { coverage: [] } }, 8, 'R-TRI-66'],
    ['row 2', { quality: { scenarios: [scenario()] } }, 8, 'R-TRI-33'],
    ['row 5', { quality: { caveats: [caveat()] } }, 8, 'R-TRI-64'],
    ['row 6', {}, 8, 'R-TRI-62'],
    ['row 7', {}, 7, 'R-TRI-63'],
    ['row 8', {}, 6, 'R-TRI-64'],
  ])('%s names its rule', (_, changes, height, rule) => {
    expect(ruledOn({ d: [height, height] }, changes).trace.at(-1)).toMatchObject({ step: 'row', rule })
  })

  test('rows 3 and 4 name theirs', () => {
    const bad = (repair: string): Json => ({ score: 3, claims: [claim({ repair, fix: 'f' })] })
    expect(ruledOn({ d: [bad('unsafe'), bad('local')] }).trace.at(-1)).toMatchObject({ rule: 'R-TRI-65', saw: { row: 3 } })
    expect(ruledOn({ d: [bad('local'), bad('local')] }).trace.at(-1)).toMatchObject({ rule: 'R-TRI-64', saw: { row: 4 } })
  })

  test('says what the budgets made of the row, only when they did', () => {
    const spent = ruledOn({ d: [6, 6] }, {}, { dispatchesLeft: 0, mode: 'build' })
    expect(spent.trace.slice(-2)).toEqual([
      { rule: 'R-TRI-64', step: 'row', saw: { target: 0.8, row: 8 }, gave: { row: 8, verdict: 'ITERATE', reasons: ['below-band'] } },
      {
        rule: 'R-TRI-70',
        step: 'budgets',
        saw: { mode: 'build', round: { index: 1, max: 3 }, dispatchesLeft: 0 },
        gave: { verdict: 'ESCALATE', reasons: ['below-band', 'budget-dispatches'] },
      },
    ])
    expect(ruledOn({ d: [6, 6] }).trace.at(-1)?.step).toBe('row')
    const last = ruledOn({ d: [6, 6] }, {}, { round: { index: 3, max: 3 } }).trace.at(-1)
    expect(last).toMatchObject({ step: 'budgets', gave: { reasons: ['below-band', 'budget-rounds'] } })
  })

  test('says which rule turned a SHIP_WITH_CAVEATS around in a build: that is no budget', () => {
    const back = ruledOn({ d: [7.5, 7.5] }, { quality: { caveats: [caveat({ fix: 'f' })] } }, { mode: 'build' })
    expect(back.verdict).toBe('ITERATE')
    expect(back.trace.at(-1)).toEqual({ rule: 'R-TRI-63', step: 'build', saw: { mode: 'build' }, gave: 'caveats-not-settled' })
  })

  test('flags of the triggers stand beside the survivors', () => {
    const ruling = rulingOf(inputOf(panelOf({ d: [5, 8], e: [7, 7] })), 'synthesis')
    expect(ruling.trace.filter(({ step }) => step === 'survivors').map(({ gave }) => gave)).toEqual([['spread'], []])
    expect(ruling.trace.find(({ step }) => step === 'spread')).toEqual({
      rule: 'R-TRI-40',
      step: 'spread',
      saw: 'survivors',
      gave: { fired: true, dimensions: ['d'] },
    })
    expect(ruling.trace.some(({ step }) => step === 'consensus')).toBe(false)
  })

  test('a revised score that does not stand is in it, so that the sum can be redone', () => {
    const reply = { member: 'adversary', dimension: 'd', action: 'REVISE', score: 9, justification: 'j', claims: [] }
    const ruling = verdictOf(inputOf(panelOf({ d: [5, 7, 7] }), { synthesis: [reply] }))
    expect(ruling.dissents).toMatchObject([{ member: 'adversary', score: 9, status: 'unanchored' }])
    const seen = ruling.trace.filter(({ saw }) => JSON.stringify(saw).includes('"score":9'))
    expect(seen).not.toEqual([])
  })

  test('a replacement that does not stand is in it too', () => {
    const replacements = [seat('fresh', { d: { score: 9, claims: [] } })]
    const ruling = verdictOf(inputOf(panelOf({ d: [null, 7] }), { replacements }))
    expect(ruling.trace.filter(({ saw }) => JSON.stringify(saw).includes('"score":9'))).not.toEqual([])
  })
})

describe('warnings', () => {
  const alone = (name: string, more: Json): boolean => verdictOf(inputOf(panel, more)).warnings.some((warning) => warning === name)
  const from = (family?: string): Json => ({ model: { id: 'm', ...(family === undefined ? {} : { family }) } })
  const families = (doer: Json, ...seats: Json[]): boolean => {
    const [first = {}, second = {}] = seats
    const input = inputOf(panelOf({ d: [8, 8] }, { adversary: first, quality: second }), { doer: { session: 'doing', ...doer } })
    return verdictOf(input).warnings.includes('doer-family')
  }

  test('the doer’s family among the judges is one, whatever its letters’ case', () => {
    expect(families(from('claude'), from('gpt'), from('Claude '))).toBe(true)
    expect(families(from('claude'), from('gpt'), from('gemini'))).toBe(false)
    expect(families(from(), from('gpt'), from())).toBe(false)
    expect(families(from(' '), from(' '), from('gpt'))).toBe(false)
    expect(families({}, from('gpt'))).toBe(false)
    expect(alone('doer-family', {})).toBe(false)
  })

  test('the doer’s family among the replacements is one as well', () => {
    const replacements = [seat('fresh', { d: 8 }, from('claude'))]
    const input = inputOf(panelOf({ d: [null, 8] }), { replacements, doer: { session: 'doing', ...from('claude') } })
    expect(verdictOf(input).warnings).toContain('doer-family')
  })

  test('an adversary that named no failure that held is one', () => {
    const named = (more: Json, by = 'adversary'): boolean => {
      return ruledOn({ d: [8, 8] }, { [by]: { scenarios: [scenario({ class: 'other', ...more })] } }).warnings.includes('no-named-scenario')
    }
    expect(named({})).toBe(false)
    expect(named({ citations: [] })).toBe(true)
    expect(named({}, 'quality')).toBe(true)
    expect(alone('no-named-scenario', {})).toBe(true)
  })

  test('R-TRI-30 opposing means naming a failure: an adversary without one is told, and changes no verdict', () => {
    const with1 = ruledOn({ d: [8, 8] }, { adversary: { scenarios: [scenario({ class: 'other' })] } })
    const without = ruledOn({ d: [8, 8] })
    expect([with1.warnings.includes('no-named-scenario'), without.warnings.includes('no-named-scenario')]).toEqual([false, true])
    expect(without.verdict).toBe(with1.verdict)
  })

  test('independence that is unstated, or in one context, is one', () => {
    const bare = panelOf({ d: [8, 8] }, { quality: { session: undefined } })
    const stated = (independence: string | undefined, seats = panel) => {
      const { warnings, independence: got } = verdictOf(inputOf(seats, { independence }))
      return [got, ...warnings.filter((warning) => warning === 'independence-unstated' || warning === 'single-context')]
    }
    expect(stated(undefined)).toEqual(['panel'])
    expect(stated('panel')).toEqual(['panel'])
    expect(stated('unstated')).toEqual(['unstated', 'independence-unstated'])
    expect(stated('single-context')).toEqual(['single-context', 'single-context'])
    expect(stated(undefined, bare)).toEqual(['unstated', 'independence-unstated'])
    expect(stated('panel', bare)).toEqual(['unstated', 'independence-unstated'])
    expect(stated('single-context', bare)).toEqual(['single-context', 'single-context'])
  })

  test('a replacement without a session leaves independence unstated', () => {
    const replacements = [seat('fresh', { d: 8 }, { session: undefined })]
    expect(verdictOf(inputOf(panelOf({ d: [null, 8] }), { replacements })).independence).toBe('unstated')
  })

  test('they stand in one order', () => {
    const bare = panelOf({ d: [5, 8, 8] }, { quality: { session: undefined, ...from('x') } })
    const ruling = verdictOf(inputOf(bare, { synthesis: 'waived', doer: { session: 'doing', ...from('x') } }))
    expect(ruling.warnings).toEqual(['coverage-unknown', 'synthesis-waived', 'independence-unstated', 'doer-family', 'no-named-scenario'])
  })
})

describe('dissents', () => {
  test('stand by dimension, then member, each word for word', () => {
    const spare = { score: 8, claims: [claim({ citations: [quote('nobody wrote this line')] })], rationale: 'refuted words' }
    const bare = { score: 9, claims: [], rationale: 'bare words' }
    const ruling = ruledOn({ e: [{ score: 4, rationale: 'mine' }, 7, 7, bare, 7], d: [7, spare, 7, 4, 7] })
    expect(ruling.dissents.map(({ dimension, member, status, rationale }) => [dimension, member, status, rationale])).toEqual([
      ['e', 'adversary', 'logged', 'mine'],
      ['e', 'operator', 'unanchored', 'bare words'],
      ['d', 'operator', 'logged', 'why d'],
      ['d', 'quality', 'refuted', 'refuted words'],
    ])
  })
})
