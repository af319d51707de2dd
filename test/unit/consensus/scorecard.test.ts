import { describe, expect, test } from 'vitest'
import { parseScorecard } from '../../../src/consensus/scorecard'
import type { Issue } from '../../../src/issues'
import type { Json } from '../../support/consensus-input'
import { caveat, claim, faultsOf, inputOf, panelOf, scenario, score, verdictOf } from '../../support/consensus-input'

const rubric = { dimensions: [{ id: 'd' }, { id: 'e' }] }

function card(more: Json = {}): Json {
  const scores = [score('d', 7), score('e', 7)]
  return { scores, topConcern: 'none', scenarios: [], caveats: [], recommendation: 'SHIP', ...more }
}

function issues(input: unknown): readonly Issue[] {
  const result = parseScorecard(input, rubric)
  return result.ok ? [] : result.issues
}

const codes = (more: Json): string[] => issues(card(more)).map(({ code, path }) => `${code} ${path}`)

function withScore(more: Json): Json {
  return { scores: [{ ...score('d', 7), ...more }, score('e', 7)] }
}

describe('a scorecard', () => {
  test('R-TRI-27 gives score, confidence and evidence for each dimension, a top concern, a recommendation and perhaps an escalation', () => {
    const result = parseScorecard(card({ escalate: 'stop' }), rubric)
    expect(result).toEqual({
      ok: true,
      value: card({
        escalate: 'stop',
        scores: [score('d', 7), score('e', 7)].map((one) => ({ ...one, claims: [{ ...claim(), loadBearing: true }] })),
      }),
    })
    for (const field of ['scores', 'topConcern', 'scenarios', 'caveats', 'recommendation']) {
      const { [field]: _, ...rest } = card()
      expect(issues(rest).map(({ path }) => path)).toContain(field)
    }
  })

  test.each(['SHIP', 'SHIP_WITH_CAVEATS', 'ITERATE', 'BLOCK'])('R-TRI-27 recommends %s', (recommendation) => {
    expect(issues(card({ recommendation }))).toEqual([])
  })

  test('R-TRI-27 never recommends ESCALATE, for which there is a field', () => {
    expect(issues(card({ recommendation: 'ESCALATE' }))).toEqual([
      {
        code: 'recommendation',
        path: 'recommendation',
        message: 'found "ESCALATE": not one of SHIP, SHIP_WITH_CAVEATS, ITERATE, BLOCK; use the field escalate',
      },
    ])
    expect(issues(card({ recommendation: 'ship' }))[0]?.message).toBe('found "ship": not one of SHIP, SHIP_WITH_CAVEATS, ITERATE, BLOCK')
    expect(codes({ recommendation: undefined })).toEqual(['recommendation recommendation'])
  })

  test('R-TRI-22 scores each dimension separately: none missing, unknown or doubled', () => {
    expect(issues(card({ scores: [score('d', 7)] }))).toEqual([{ code: 'dimension-missing', path: 'scores', message: 'no score for "e"' }])
    expect(issues(card({ scores: [] }))).toEqual([{ code: 'dimension-missing', path: 'scores', message: 'no score for "d", "e"' }])
    expect(issues(card({ scores: [score('d', 7), score('e', 7), score('moon', 7)] }))).toEqual([
      { code: 'dimension-unknown', path: 'scores[2].dimension', message: 'the rubric has no dimension "moon"' },
    ])
    expect(issues(card({ scores: [score('d', 7), score('e', 7), score('d', 3), score('d', 3)] }))).toEqual([
      { code: 'dimension-doubled', path: 'scores[2].dimension', message: '"d" is scored twice' },
      { code: 'dimension-doubled', path: 'scores[3].dimension', message: '"d" is scored twice' },
    ])
    expect(issues(card())).toEqual([])
  })

  test.each([1, 10, 5.5, 7.9999999999, 0.9999999999, 10.0000000001])('R-TRI-22 and C-TOLERANCE a score of %s is one', (value) => {
    expect(codes(withScore({ score: value }))).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['0', 0, 'score-out-of-range'],
    ['0', -0, 'score-out-of-range'],
    ['0.99999999', 0.99999999, 'score-out-of-range'],
    ['10.00000001', 10.00000001, 'score-out-of-range'],
    ['11', 11, 'score-out-of-range'],
    ['-5', -5, 'score-out-of-range'],
    ['Infinity', JSON.parse('1e400'), 'score-out-of-range'],
    ['-Infinity', Number.NEGATIVE_INFINITY, 'score-out-of-range'],
    ['NaN', Number.NaN, 'score-not-a-number'],
    ['"8"', '8', 'score-not-a-number'],
    ['nothing', undefined, 'score-not-a-number'],
    ['true', true, 'score-not-a-number'],
    ['[8]', [8], 'score-not-a-number'],
    ['{}', {}, 'score-not-a-number'],
  ])('R-TRI-22 a score of %s is a fault that names it', (shown, value, code) => {
    expect(issues(card(withScore({ score: value })))).toEqual([
      {
        code,
        path: 'scores[0].score',
        message: shown === 'nothing' ? 'missing: a number from 1 to 10' : `found ${shown}: not a number from 1 to 10`,
      },
    ])
  })

  test.each([0, 1, 0.5, -0, -1e-10, 1.0000000001])('R-TRI-22 and C-TOLERANCE a confidence of %s is one', (confidence) => {
    expect(codes(withScore({ confidence }))).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['-0.0000001', -1e-7, 'confidence-out-of-range'],
    ['1.0000001', 1.0000001, 'confidence-out-of-range'],
    ['Infinity', Number.POSITIVE_INFINITY, 'confidence-out-of-range'],
    ['NaN', Number.NaN, 'confidence-not-a-number'],
    ['null', null, 'confidence-not-a-number'],
    ['"0.7"', '0.7', 'confidence-not-a-number'],
    ['nothing', undefined, 'confidence-not-a-number'],
  ])('R-TRI-22 a confidence of %s is a fault that names it', (shown, confidence, code) => {
    const found = issues(card(withScore({ confidence })))
    expect(found).toMatchObject([{ code, path: 'scores[0].confidence' }])
    const said = `found ${shown === '-0.0000001' ? '-1e-7' : shown}: not a number from 0 to 1`
    expect(found[0]?.message).toBe(shown === 'nothing' ? 'missing: a number from 0 to 1' : said)
  })

  test('a score may be null with its reason, and owes nothing else', () => {
    const none = (more: Json): string[] => codes({ scores: [{ dimension: 'd', score: null, ...more }, score('e', 7)] })
    expect(none({ reason: 'not my lens' })).toEqual([])
    expect(none({ reason: 'not my lens', confidence: 'irrelevant', rationale: 'r', claims: [claim()] })).toEqual([])
    expect(none({})).toEqual(['null-without-reason scores[0].reason'])
    expect(none({ reason: ' ' })).toEqual(['null-without-reason scores[0].reason'])
    expect(none({ reason: 7 })).toEqual(['null-without-reason scores[0].reason'])
    expect(none({ reason: 'r', moon: 1 })).toEqual(['unknown-field scores[0].moon'])
    expect(none({ reason: 'r', claims: 'many' })).toEqual(['invalid-value scores[0].claims'])
  })

  test('the top concern says something', () => {
    expect(codes({ topConcern: ' ' })).toEqual(['invalid-value topConcern'])
    expect(codes({ topConcern: 7 })).toEqual(['invalid-value topConcern'])
  })

  test('ids of scenarios and of caveats stand once within a member', () => {
    const twice = { scenarios: [scenario(), scenario(), scenario({ id: 'sc2' })], caveats: [caveat(), caveat({ id: 'c2' }), caveat()] }
    expect(issues(card(twice))).toEqual([
      { code: 'id-twice', path: 'caveats[2].id', message: 'the id "c1" stands twice' },
      { code: 'id-twice', path: 'scenarios[1].id', message: 'the id "sc1" stands twice' },
    ])
    expect(codes({ scenarios: [scenario({ id: 'x' })], caveats: [caveat({ id: 'x' })] })).toEqual([])
    expect(codes({ scenarios: [scenario({ id: undefined }), scenario({ id: undefined })] })).toEqual([
      'missing-field scenarios[0].id',
      'missing-field scenarios[1].id',
    ])
    expect(codes({ scenarios: [scenario({ id: '' })] })).toEqual(['invalid-value scenarios[0].id'])
  })

  test.each<[string, Json, string[]]>([
    ['a scenario', { scenarios: [scenario({ class: 'style' })] }, ['invalid-value scenarios[0].class']],
    ['a repair', { scenarios: [scenario({ repair: 'huge' })] }, ['invalid-value scenarios[0].repair']],
    ['a caveat', { caveats: [caveat({ class: undefined })] }, ['missing-field caveats[0].class']],
    ['a claim', withScore({ claims: [{ citations: [] }] }), ['missing-field scores[0].claims[0].text']],
    ['a claim’s field', withScore({ claims: [claim({ weight: 1 })] }), ['unknown-field scores[0].claims[0].weight']],
    [
      'a citation',
      withScore({ claims: [claim({ citations: [{ kind: 'rumour' }] })] }),
      ['invalid-value scores[0].claims[0].citations[0].kind'],
    ],
    [
      'a line',
      withScore({ claims: [claim({ citations: [{ kind: 'line', file: 'a', line: 0 }] })] }),
      ['invalid-value scores[0].claims[0].citations[0].line'],
    ],
    [
      'lines backwards',
      withScore({ claims: [claim({ citations: [{ kind: 'line', file: 'a', line: 3, endLine: 2 }] })] }),
      ['invalid-value scores[0].claims[0].citations[0].endLine'],
    ],
    ['compliance', { specCompliance: { status: 'maybe', claims: [] } }, ['invalid-value specCompliance.status']],
    ['an unknown field', { verdict: 'SHIP' }, ['unknown-field verdict']],
    ['coverage', { coverage: [{ path: 'a', bytes: 1 }] }, ['missing-field coverage[0].of']],
    ['an escalate', { escalate: true }, ['invalid-value escalate']],
  ])('a fault in %s is named with its path', (_, more, wanted) => {
    expect(codes(more)).toEqual(wanted)
  })

  test('all faults stand at once, in order', () => {
    const broken = {
      scores: [
        { dimension: 'd', score: 11, confidence: 2, rationale: 1, claims: [] },
        { dimension: 'moon', score: 'x', confidence: 0.5, rationale: '', claims: [] },
      ],
      topConcern: '',
      scenarios: {},
      recommendation: 'ESCALATE',
      extra: 1,
    }
    expect(issues(broken).map(({ code, path }) => `${code} ${path}`)).toEqual([
      'missing-field caveats',
      'unknown-field extra',
      'recommendation recommendation',
      'invalid-value scenarios',
      'dimension-missing scores',
      'confidence-out-of-range scores[0].confidence',
      'invalid-value scores[0].rationale',
      'score-out-of-range scores[0].score',
      'dimension-unknown scores[1].dimension',
      'score-not-a-number scores[1].score',
      'invalid-value topConcern',
    ])
  })

  test.each([null, undefined, 7, 'SHIP', [], true])('what is no object is none: %j', (input) => {
    expect(issues(input)).not.toEqual([])
  })

  test.each<[string, unknown]>([
    ['a bigint', 10n],
    ['a list that is a bigint', { scores: 10n }],
    ['a symbol', Symbol('x')],
    ['a function', () => 1],
  ])('nor is %s, and nothing is thrown', (_, input) => {
    expect(issues(input)).not.toEqual([])
  })
})

describe('a score that is null', () => {
  test('is no score: the others decide', () => {
    const ruling = verdictOf(inputOf(panelOf({ d: [null, 7, 8] })))
    expect(ruling.dimensions[0]).toMatchObject({ n: 2, consensus: 7.5 })
    expect(ruling.dissents).toEqual([])
  })

  test('whatever stands beside it never breaks the ruling', () => {
    for (const confidence of [Number.NaN, Number.POSITIVE_INFINITY, 'x', null, 2 ** 60, 7n, Symbol('x'), () => 1]) {
      const scores = [{ dimension: 'd', score: null, reason: 'r', confidence }]
      expect(verdictOf(inputOf(panelOf({ d: [8, 8, 8] }, { fitness: { scores } }))).verdict).toBe('SHIP')
    }
  })
})

describe('the seats of an input', () => {
  test('have their scorecards’ faults named by their own place', () => {
    const panel = panelOf(
      { d: [8, 8] },
      { quality: { scores: [score('d', 11), score('d', 8)], caveats: [caveat(), caveat()], recommendation: 'ESCALATE' } },
    )
    expect(faultsOf(inputOf(panel))).toEqual([
      'id-twice panel[1].caveats[1].id',
      'recommendation panel[1].recommendation',
      'score-out-of-range panel[1].scores[0].score',
      'dimension-doubled panel[1].scores[1].dimension',
    ])
  })
})
