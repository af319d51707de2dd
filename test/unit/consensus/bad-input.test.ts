import { describe, expect, test } from 'vitest'
import { adjudicate } from '../../../src/consensus/adjudicate'
import type { Json } from '../../support/consensus-input'
import {
  abstained,
  artifact,
  byHand,
  faultsOf,
  inputOf,
  issuesOf,
  panelOf,
  scenario,
  score,
  seat,
  verdictOf,
} from '../../support/consensus-input'

const two = panelOf({ d: [8, 8] })
const faults = (more: Json, panel = two): string[] => faultsOf(inputOf(panel, more))

describe('the panel', () => {
  test('R-TRI-03 a session sits once', () => {
    const panel = panelOf({ d: [8, 8, 8] }, { fitness: { session: 'session of adversary' } })
    expect(issuesOf(inputOf(panel))).toEqual([
      { code: 'session-twice', path: 'panel[2].session', message: '"session of adversary" is also the session of panel[0]' },
    ])
    expect(verdictOf(inputOf(panelOf({ d: [8, 8, 8] }))).verdict).toBe('SHIP')
  })

  test('R-TRI-03 so does a member', () => {
    const panel = [...two, seat('quality', { d: 8 }, { session: 'another' })]
    expect(issuesOf(inputOf(panel))).toEqual([
      { code: 'member-twice', path: 'panel[2].member', message: '"quality" is also the member of panel[1]' },
    ])
  })

  test('R-TRI-03 the doer judges nothing', () => {
    const doer = { session: 'session of quality', model: { id: 'm', family: 'f' } }
    expect(issuesOf(inputOf(two, { doer }))).toEqual([
      { code: 'doer-session', path: 'panel[1].session', message: '"session of quality" is the doer\'s own session' },
    ])
    expect(verdictOf(inputOf(two, { doer: { ...doer, session: 'doing' } })).verdict).toBe('SHIP')
  })

  test('seats that abstained hold their names too', () => {
    expect(faults({}, [...two, { ...abstained('x'), session: 'session of quality' }])).toEqual(['session-twice panel[2].session'])
    expect(faults({ doer: { session: 'session of x' } }, [...two, abstained('x')])).toEqual(['doer-session panel[2].session'])
  })

  test('R-TRI-30 and A-TRI-23 one without an adversary is refused', () => {
    const panel = [seat('quality', { d: 8 }), seat('fitness', { d: 8 })]
    expect(issuesOf(inputOf(panel))).toEqual([{ code: 'no-adversary', path: 'panel', message: 'no seat is an adversary' }])
    expect(verdictOf(inputOf(two)).verdict).toBe('SHIP')
  })

  test('A-TRI-23 under two seats it is refused, over five ruled by the same math', () => {
    expect(issuesOf(inputOf(two.slice(0, 1)))).toEqual([
      { code: 'under-two-seats', path: 'panel', message: 'a panel of 1, at least 2 are needed' },
    ])
    expect(faults({ rubric: { criteria: ['c'], dimensions: ['d'] } }, [])).toEqual(['no-adversary panel', 'under-two-seats panel'])
    for (const size of [2, 5, 6, 7, 40]) {
      const ruling = verdictOf(inputOf(panelOf({ d: Array.from({ length: size }, () => 8) })))
      expect([ruling.verdict, ruling.dimensions[0]?.n]).toEqual(['SHIP', size])
    }
  })

  test('short forms: a seat with scores is a scorecard, its lens names it, the lens adversary opposes', () => {
    const { member: _m, adversary: _a, outcome: _o, session: _s, ...short } = seat('adversary', { d: 8 })
    const { lens: _l, adversary: _b, outcome: _p, ...named } = seat('quality', { d: 8 })
    const ruling = verdictOf(inputOf([short, named]))
    expect(ruling.dimensions[0]?.scores.map(({ member }) => member)).toEqual(['adversary', 'quality'])
    expect(ruling.verdict).toBe('SHIP')
    expect(ruling.independence).toBe('unstated')
    expect(ruling.boundTo.rubric).toBe(verdictOf(inputOf(two)).boundTo.rubric)
    const spelled = seat('adversary', { d: 8 }, { lens: 'opposition', adversary: true })
    expect(verdictOf(inputOf([spelled, named])).verdict).toBe('SHIP')
    expect(faults({}, [seat('adversary', { d: 8 }, { adversary: false }), named])).toEqual(['no-adversary panel'])
    const { adversary: _c, ...lensOnly } = seat('m1', { d: 8 }, { lens: 'adversary' })
    expect(verdictOf(inputOf([lensOnly, named])).verdict).toBe('SHIP')
  })

  test('a seat that says neither who it is nor what came of it is faulty', () => {
    expect(faults({}, [...two, {}])).toEqual(['missing-field panel[2].outcome'])
    expect(faults({}, [...two, { outcome: 'abstained', reason: 'timeout' }])).toEqual([
      'missing-field panel[2].lens',
      'missing-field panel[2].member',
    ])
    expect(faults({}, [...two, { ...abstained('x'), reason: 'tired' }])).toEqual(['invalid-value panel[2].reason'])
    expect(faults({}, [...two, { ...abstained('x'), scores: [] }])).toContain('unknown-field panel[2].scores')
    expect(faults({}, [...two, seat('x', { d: 8 }, { outcome: 'refused' })])).toEqual(['invalid-value panel[2].outcome'])
    expect(faults({}, [...two, seat('', { d: 8 })])).toContain('invalid-value panel[2].member')
    expect(faults({}, [...two, seat('x', { d: 8 }, { session: '' })])).toEqual(['invalid-value panel[2].session'])
    expect(faults({}, [...two, seat('x', { d: 8 }, { adversary: 'yes' })])).toEqual(['invalid-value panel[2].adversary'])
    expect(faults({}, [...two, seat('x', { d: 8 }, { model: { family: 'f' } })])).toEqual(['missing-field panel[2].model.id'])
  })

  test('an abstention may keep the issues it came from', () => {
    const broken = { ...abstained('x', 'out-of-contract'), issues: [{ code: 'c', path: 'p', message: 'm' }] }
    expect(verdictOf(inputOf([...two, broken])).seats.abstained).toEqual({ 'out-of-contract': 1 })
    expect(faults({}, [...two, { ...broken, issues: [{ code: 'c' }] }])).toEqual([
      'missing-field panel[2].issues[0].message',
      'missing-field panel[2].issues[0].path',
    ])
  })

  test.each<[string, unknown, string[]]>([
    ['null', null, ['invalid-value panel', 'no-adversary panel', 'under-two-seats panel']],
    ['a text', 'panel', ['invalid-value panel', 'no-adversary panel', 'under-two-seats panel']],
    ['a map', { 0: seat('adversary', { d: 8 }) }, ['invalid-value panel', 'no-adversary panel', 'under-two-seats panel']],
    ['nothing', undefined, ['missing-field panel', 'no-adversary panel', 'under-two-seats panel']],
    ['of nulls', [null, null], ['no-adversary panel', 'invalid-value panel[0]', 'invalid-value panel[1]']],
    ['of lists', [[], []], ['no-adversary panel', 'invalid-value panel[0]', 'invalid-value panel[1]']],
  ])('that is %s is refused', (_, panel, wanted) => {
    expect(faults({ panel }).sort()).toEqual(wanted.sort())
  })
})

describe('the other fields', () => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', 'x'],
    ['a list', []],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a bigint', 7n],
    ['NaN', Number.NaN],
  ])('an input that is %s is refused as a whole', (_, input) => {
    const issues = issuesOf(input)
    expect(issues).toMatchObject([{ code: 'invalid-value', path: '' }])
    expect(issues[0]?.message).toMatch(/^found .+: expected an object$/)
  })

  test('an empty input lacks three fields, and all that follows from them is said', () => {
    expect(faultsOf({})).toEqual([
      'missing-field corpus',
      'missing-field panel',
      'no-adversary panel',
      'under-two-seats panel',
      'missing-field rubric',
    ])
  })

  test.each<[Json, string]>([
    [{ round: { index: 0 } }, 'invalid-value round.index'],
    [{ round: { index: 1.5 } }, 'invalid-value round.index'],
    [{ round: { index: '1' } }, 'invalid-value round.index'],
    [{ round: {} }, 'missing-field round.index'],
    [{ round: { index: 1, max: 0 } }, 'invalid-value round.max'],
    [{ round: { index: 1, of: 3 } }, 'unknown-field round.of'],
    [{ round: 1 }, 'invalid-value round'],
    [{ round: null }, 'invalid-value round'],
    [{ dispatchesLeft: -1 }, 'invalid-value dispatchesLeft'],
    [{ dispatchesLeft: 0.5 }, 'invalid-value dispatchesLeft'],
    [{ dispatchesLeft: Number.NaN }, 'invalid-value dispatchesLeft'],
    [{ dispatchesLeft: Number.POSITIVE_INFINITY }, 'invalid-value dispatchesLeft'],
    [{ dispatchesLeft: '5' }, 'invalid-value dispatchesLeft'],
    [{ mode: 'draft' }, 'invalid-value mode'],
    [{ independence: 'total' }, 'invalid-value independence'],
    [{ seed: 1.5 }, 'invalid-value seed'],
    [{ seed: 2 ** 53 }, 'invalid-value seed'],
    [{ seed: 'x' }, 'invalid-value seed'],
    [{ artifact: {} }, 'missing-field artifact.digest'],
    [{ artifact: { digest: '' } }, 'invalid-value artifact.digest'],
    [{ artifact: { digest: 'x', path: 'y' } }, 'unknown-field artifact.path'],
    [{ doer: {} }, 'missing-field doer.session'],
    [{ doer: { session: '' } }, 'invalid-value doer.session'],
    [{ doer: { session: 's', name: 'n' } }, 'unknown-field doer.name'],
    [{ synthesis: {} }, 'invalid-value synthesis'],
    [{ synthesis: 'WAIVED' }, 'invalid-value synthesis'],
    [{ replacements: {} }, 'invalid-value replacements'],
    [{ adjudications: {} }, 'invalid-value adjudications'],
    [{ responses: null }, 'invalid-value responses'],
    [{ verdict: 'SHIP' }, 'unknown-field verdict'],
    [{ corpus: null }, 'invalid-value corpus'],
    [{ corpus: { artifact: { 'a.ts': 7 } } }, 'invalid-value corpus.artifact["a.ts"]'],
    [{ corpus: { sources: [{ id: 'a', role: 'artifact' }] } }, 'missing-field corpus.sources[0].text'],
    [{ corpus: { sources: [{ id: 'a', role: 'moon', text: '' }] } }, 'invalid-value corpus.sources[0].role'],
    [{ corpus: { runs: [{ command: 'c', exitCode: '0', output: '' }] } }, 'invalid-value corpus.runs[0].exitCode'],
    [{ corpus: { moon: {}, runs: [] } }, 'unknown-field corpus.moon'],
  ])('%j is %s', (more, fault) => {
    const got = faults(more)
    expect(got).toEqual([fault])
  })

  test('a message names what was found', () => {
    expect(issuesOf(inputOf(two, { dispatchesLeft: -1 }))[0]?.message).toMatch(/^found -1: .*0/)
    expect(issuesOf(inputOf(two, { mode: 'draft' }))[0]?.message).toMatch(/^found "draft": .*build/)
    expect(issuesOf(inputOf(two, { moon: 1 }))[0]?.message).toBe('unknown field "moon"')
    expect(issuesOf(inputOf(two, { seed: 'x'.repeat(1000) }))[0]?.message.length).toBeLessThan(120)
  })

  test('a source id stands once, whichever form it came from', () => {
    const corpus = { artifact: { 'src/limiter.ts': artifact }, sources: [{ id: 'src/limiter.ts', role: 'spec', text: 'x' }] }
    expect(faults({ corpus })).toEqual(['source-twice corpus.sources[1].id'])
  })

  test('a path of an unknown field reads as any other path', () => {
    expect(faults({ 'a b': 1 })).toEqual(['unknown-field ["a b"]'])
    expect(faults({}, panelOf({ d: [8, 8] }, { quality: { 'a b': 1 } }))).toEqual(['unknown-field panel[1]["a b"]'])
  })

  test('what is undefined is as good as left out', () => {
    const ruling = verdictOf(
      inputOf(panelOf({ d: [8, 8] }, { quality: { model: undefined, coverage: undefined } }), {
        doer: undefined,
        artifact: undefined,
        synthesis: undefined,
      }),
    )
    expect(ruling.verdict).toBe('SHIP')
  })

  test('defaults: round 1 of 3, 5 dispatches left, mode final, seed 0, target 0.80', () => {
    const ruling = verdictOf(
      inputOf(panelOf({ d: [7.5, 7.5] }, { quality: { caveats: [{ id: 'c', text: 't', class: 'other', fix: 'f' }] } })),
    )
    expect(ruling).toMatchObject({ round: { index: 1, max: 3 }, dispatchesLeft: 5, target: 0.8, verdict: 'SHIP_WITH_CAVEATS' })
    expect(verdictOf(inputOf(two, { round: { index: 2 } })).round).toEqual({ index: 2, max: 3 })
  })
})

describe('adjudications and replies', () => {
  const on = (more: Json): string[] => faults({ adjudications: [byHand({ member: 'quality', dimension: 'd', claim: 0, ...more })] })

  test.each<[Json, string[]]>([
    [{ outcome: 'maybe' }, ['invalid-value adjudications[0].outcome']],
    [{ by: undefined }, ['missing-field adjudications[0].by']],
    [{ by: { kind: 'ghost', id: 'g' } }, ['invalid-value adjudications[0].by.kind']],
    [{ by: { kind: 'human', id: '' } }, ['invalid-value adjudications[0].by.id']],
    [{ by: 'ana' }, ['invalid-value adjudications[0].by']],
    [{ citations: undefined }, ['missing-field adjudications[0].citations']],
    [{ claim: -1 }, ['invalid-value adjudications[0].claim']],
    [{ claim: null }, ['invalid-value adjudications[0].claim']],
    [{ dimension: undefined }, ['missing-field adjudications[0].dimension']],
    [{ why: 'x' }, ['unknown-field adjudications[0].why']],
    [{ target: 'moon' }, ['invalid-value adjudications[0].target']],
  ])('an adjudication with %j is faulty', (more, wanted) => {
    expect(on(more)).toEqual(wanted)
  })

  test('one without a target is faulty', () => {
    expect(faults({ adjudications: [byHand({ member: 'quality' })] })).toEqual(['missing-field adjudications[0].target'])
    expect(faults({ adjudications: [null] })).toEqual(['invalid-value adjudications[0]'])
  })

  test('a response is read as closely', () => {
    const response = (more: Json): string[] =>
      faults({ responses: [{ kind: 'fixed', member: 'quality', spec: true, ...more }] }).filter(
        (fault) => !fault.startsWith('target-unknown'),
      )
    expect(response({ kind: 'done' })).toEqual(['invalid-value responses[0].kind'])
    expect(response({ spec: false })).toEqual(['invalid-value responses[0].spec'])
    expect(response({ moon: 1 })).toEqual(['unknown-field responses[0].moon'])
    expect(response({ reason: 7 })).toEqual(['invalid-value responses[0].reason'])
  })
})

describe('many faults', () => {
  test('C-REFUSED are all listed, sorted by path with numbers by value, and nothing is ruled', () => {
    const many = Array.from({ length: 12 }, (_, index) => seat(`m${index}`, { d: index === 2 || index === 10 ? 11 : 8 }))
    const input = {
      ...inputOf(many),
      rubric: { criteria: [], dimensions: ['d', 'd'], target: 7 },
      corpus: { artifact: { 'src/limiter.ts': artifact }, runs: {} },
      adjudications: [byHand({ member: 'm1', dimension: 'd', claim: 99 })],
      responses: [{ kind: 'fixed', member: 'nobody', caveat: 'c', reason: 'r' }],
      round: { index: 0 },
      moon: 1,
    }
    expect(faultsOf(input)).toEqual([
      'invalid-value corpus.runs',
      'unknown-field moon',
      'no-adversary panel',
      'score-out-of-range panel[2].scores[0].score',
      'score-out-of-range panel[10].scores[0].score',
      'invalid-value round.index',
      'rubric-no-criterion rubric.criteria',
      'rubric-duplicate-dimension rubric.dimensions[1].id',
      'rubric-target rubric.target',
    ])
  })

  test('one fault hides no other between fields that can be read', () => {
    const input = inputOf(two, {
      mode: 'draft',
      adjudications: [
        byHand({ member: 'quality', dimension: 'd', claim: 9 }),
        byHand({ member: 'quality', dimension: 'd', claim: 0, citations: [] }),
      ],
      responses: [{ kind: 'fixed', member: 'nobody', caveat: 'c', reason: 'r' }],
    })
    expect(faultsOf(input)).toEqual([
      'target-unknown adjudications[0].claim',
      'adjudication-unanchored adjudications[1].citations',
      'invalid-value mode',
      'target-unknown responses[0].member',
    ])
  })

  test('of one adjudication every fault is named', () => {
    const one = byHand({ member: 'quality', dimension: 'd', claim: 9, citations: [], by: { kind: 'doer', id: 'x' } })
    expect(faults({ adjudications: [one] }).sort()).toEqual([
      'adjudication-by-doer adjudications[0].by',
      'adjudication-unanchored adjudications[0].citations',
      'target-unknown adjudications[0].claim',
    ])
  })

  test('replies that can’t be read stand beside those that may not be made', () => {
    const synthesis = [
      { member: 'stranger', dimension: 'd', action: 'MAINTAIN', rebuttal: 'r' },
      { member: 'quality', dimension: 'e', action: 'REVISE', score: 11, justification: 'j' },
      { member: 'quality', dimension: 'e', action: 'MAINTAIN', rebuttal: 'r' },
    ]
    expect(faultsOf(inputOf(panelOf({ d: [5, 8], e: [7, 7] }), { synthesis }))).toEqual([
      'reply-member-unknown synthesis[0].member',
      'reply-undisputed synthesis[1].dimension',
      'score-out-of-range synthesis[1].score',
      'reply-twice synthesis[2]',
      'reply-undisputed synthesis[2].dimension',
    ])
  })

  test('a doubled id is named beside a doubled session, a doubled score and a missing one', () => {
    const panel = [
      seat('adversary', { d: 8, e: 8 }),
      seat('quality', {}, { scores: [score('d', 8), score('d', 7)], session: 'session of adversary', scenarios: [scenario(), scenario()] }),
    ]
    expect(faultsOf(inputOf(panel))).toEqual([
      'id-twice panel[1].scenarios[1].id',
      'dimension-missing panel[1].scores',
      'dimension-doubled panel[1].scores[1].dimension',
      'session-twice panel[1].session',
    ])
  })
})

describe('the input', () => {
  test('is left as it was', () => {
    const input = inputOf([...panelOf({ d: [5, 8, 8] })].reverse(), { synthesis: [] })
    const before = JSON.stringify(input)
    adjudicate(input)
    expect(JSON.stringify(input)).toBe(before)
    const frozen = freezeAll(input)
    expect(adjudicate(frozen)).toEqual(adjudicate(structuredClone(input)))
  })
})

function freezeAll<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(Object.freeze(value))) freezeAll(member)
  return value
}
