import { describe, expect, test } from 'vitest'
import type { Json, VerdictRuling } from '../../support/consensus-input'
import { abstained, artifact, faultsOf, inputOf, panelOf, quote, rulingOf, seat, verdictOf } from '../../support/consensus-input'

const rubric = { criteria: ['c'], dimensions: ['d'] }

/** A panel of so many seats, of which some answered; the adversary is the first. */
function ruled(asked: number, answered: number, scores: readonly number[] = []): VerdictRuling {
  const names = ['adversary', ...Array.from({ length: asked - 1 }, (_, index) => `m${index}`)]
  const seats = names.map((name, index) => (index < answered ? seat(name, { d: scores[index] ?? 8 }) : abstained(name)))
  return verdictOf(inputOf(seats, { rubric }))
}

describe('quorum', () => {
  test.each<[number, number, boolean]>([
    [2, 2, true],
    [2, 1, false],
    [3, 2, true],
    [3, 1, false],
    [4, 2, false],
    [4, 3, true],
    [5, 2, false],
    [5, 3, true],
    [6, 3, false],
    [6, 4, true],
    [7, 4, true],
    [7, 3, false],
  ])('R-TRI-66 of %s asked %s answered: met %s', (asked, answered, met) => {
    const ruling = ruled(asked, answered)
    expect(ruling.seats).toEqual({ asked, answered, abstained: asked === answered ? {} : { timeout: asked - answered } })
    expect(ruling.verdict).toBe(met ? 'SHIP' : 'ESCALATE')
    expect(ruling.reasons).toEqual(met ? ['at-target'] : ['quorum'])
  })

  test('an adversary must be among those who answered', () => {
    const seats = [abstained('adversary'), seat('quality', { d: 8 }), seat('fitness', { d: 8 })]
    expect(verdictOf(inputOf(seats, { rubric })).reasons).toEqual(['quorum'])
    const second = [...seats, seat('second', { d: 8 }, { adversary: true })]
    expect(verdictOf(inputOf(second, { rubric })).verdict).toBe('SHIP')
  })

  test('nobody answered: ESCALATE, and no number comes of it', () => {
    const ruling = verdictOf(inputOf([abstained('adversary'), abstained('quality', 'infrastructure')], { rubric }))
    expect(ruling).toMatchObject({
      verdict: 'ESCALATE',
      overall: null,
      seats: { asked: 2, answered: 0, abstained: { timeout: 1, infrastructure: 1 } },
    })
    expect(ruling.dimensions[0]).toMatchObject({ kind: 'undecided', n: 0, consensus: null, blocked: false })
  })

  test('abstentions are counted by reason and never scored', () => {
    const reasons = ['infrastructure', 'timeout', 'truncated-input', 'out-of-contract', 'low-confidence', 'conflict', 'timeout']
    const seats = [...panelOf({ d: Array.from({ length: 8 }, () => 8) }), ...reasons.map((reason, index) => abstained(`x${index}`, reason))]
    const ruling = verdictOf(inputOf(seats))
    expect(ruling.seats).toEqual({
      asked: 15,
      answered: 8,
      abstained: { infrastructure: 1, timeout: 2, 'truncated-input': 1, 'out-of-contract': 1, 'low-confidence': 1, conflict: 1 },
    })
    expect(ruling.dimensions[0]?.n).toBe(8)
  })

  test('C-SETTLEDLATE without it nobody is asked again: the verdict comes at once, on the scores at hand', () => {
    const spread = ruled(4, 2, [3.5, 7])
    expect(spread.verdict).toBe('ESCALATE')
    expect(spread.triggers[0]).toEqual({ id: 'spread', fired: true, dimensions: ['d'] })
    expect(spread.reasons).toEqual(['quorum', 'deadlock'])
    expect(spread.warnings).not.toContain('synthesis-waived')
    const alone = ruled(2, 1)
    expect(alone.dimensions[0]).toMatchObject({ kind: 'undecided', n: 1 })
    const met = inputOf([seat('adversary', { d: 3.5 }), seat('quality', { d: 7 }), abstained('x')])
    expect(rulingOf(met, 'synthesis').disputed).toEqual(['d'])
  })
})

describe('coverage', () => {
  const whole = [{ path: 'src/limiter.ts', bytes: artifact.length, of: artifact.length }]
  const cut = [{ path: 'src/limiter.ts', bytes: artifact.length - 1, of: artifact.length }]
  const outcome = (changes: Readonly<Record<string, Json>>, more: Json = {}, scores = 8): unknown[] => {
    const { verdict, reasons, warnings } = verdictOf(
      inputOf(panelOf({ d: [scores, scores, scores] }, changes), { synthesis: 'waived', ...more }),
    )
    return [verdict, ...reasons, ...warnings.filter((warning) => warning === 'coverage-unknown')]
  }

  test('R-TRI-66 a changed file that no adversary or quality member was shown whole escalates', () => {
    expect(outcome({ adversary: { coverage: cut } })).toEqual(['ESCALATE', 'coverage'])
    expect(outcome({ adversary: { coverage: whole } })).toEqual(['SHIP', 'at-target'])
    expect(outcome({ quality: { coverage: whole } })).toEqual(['SHIP', 'at-target'])
    expect(outcome({ adversary: { coverage: cut }, quality: { coverage: whole } })).toEqual(['SHIP', 'at-target'])
    expect(outcome({ fitness: { coverage: whole } })).toEqual(['ESCALATE', 'coverage'])
    expect(outcome({ fitness: { coverage: whole }, adversary: { coverage: [] } })).toEqual(['ESCALATE', 'coverage'])
    expect(outcome({ adversary: { coverage: [{ ...whole[0], path: 'src/other.ts' }] } })).toEqual(['ESCALATE', 'coverage'])
  })

  test('how large a file is, is known better than a seat says', () => {
    for (const told of [
      { bytes: 0, of: 0 },
      { bytes: 1, of: 1 },
      { bytes: 9e15, of: 0 },
    ]) {
      const coverage = [{ path: 'src/limiter.ts', ...told }]
      expect(outcome({ adversary: { coverage } })[0]).toBe('ESCALATE')
    }
  })

  test('coverage that is met is said in the account and warned of nowhere', () => {
    const ruling = verdictOf(inputOf(panelOf({ d: [8, 8] }, { adversary: { coverage: whole } })))
    expect(ruling.trace.find(({ step }) => step === 'seats')?.gave).toEqual({ coverage: 'met' })
    expect(ruling.warnings).toEqual(['no-named-scenario'])
  })

  test('no coverage on any seat is said, and never taken for met', () => {
    expect(outcome({})).toEqual(['SHIP', 'at-target', 'coverage-unknown'])
    expect(verdictOf(inputOf(panelOf({ d: [8, 8] }))).trace).toContainEqual(
      expect.objectContaining({ step: 'seats', gave: { coverage: 'unknown' } }),
    )
  })

  test('C-COVERAGELATE is ESCALATE also where the scores alone would give ITERATE, or a synthesis', () => {
    expect(outcome({ adversary: { coverage: cut } }, {}, 5)).toEqual(['ESCALATE', 'coverage'])
    expect(outcome({ adversary: { coverage: whole } }, {}, 5)).toEqual(['ITERATE', 'below-band'])
    const spread = panelOf({ d: [5, 8, 8] }, { adversary: { coverage: cut } })
    expect(verdictOf(inputOf(spread)).reasons).toEqual(['coverage'])
    const missing = panelOf({ d: [null, 8] }, { adversary: { coverage: cut } })
    expect(verdictOf(inputOf(missing)).reasons).toEqual(['coverage'])
  })

  test('C-CHANGEDFILES the changed files are the diff sources’ paths, or without any the artifact’s', () => {
    const diff = { 'src/a.ts': '+one\n', 'src/b.ts': '+two\n' }
    const shown = (...paths: string[]): Readonly<Record<string, Json>> => ({
      adversary: { coverage: paths.map((path) => ({ path, bytes: 999, of: 999 })) },
    })
    const files = { artifact: { 'src/limiter.ts': artifact }, diff }
    expect(outcome(shown('src/a.ts', 'src/b.ts'), { corpus: files })[0]).toBe('SHIP')
    expect(outcome(shown('src/a.ts', 'src/limiter.ts'), { corpus: files })[0]).toBe('ESCALATE')
    const two = { artifact: { 'src/limiter.ts': artifact, 'src/new.ts': 'x' }, spec: { 'SPEC.md': 'x' }, reference: { 'R.md': 'x' } }
    expect(outcome(shown('src/limiter.ts', 'src/new.ts'), { corpus: two })[0]).toBe('SHIP')
    expect(outcome(shown('src/limiter.ts'), { corpus: two })[0]).toBe('ESCALATE')
  })

  test('C-CHANGEDFILES a changed source without a path goes by its id', () => {
    const sources = [{ id: 'main', role: 'artifact', text: artifact }]
    const shown = (path: string): Readonly<Record<string, Json>> => ({ adversary: { coverage: [{ path, bytes: 999, of: 999 }] } })
    expect(outcome(shown('main'), { corpus: { sources } })[0]).toBe('SHIP')
    expect(outcome(shown('other'), { corpus: { sources } })[0]).toBe('ESCALATE')
  })

  test('a file called like a prototype is changed like any other', () => {
    const corpus: unknown = JSON.parse(
      JSON.stringify({ artifact: { 'src/limiter.ts': artifact } }).replace('}}', ',"__proto__":"hidden"}}'),
    )
    expect(outcome({ adversary: { coverage: whole } }, { corpus })[0]).not.toBe('SHIP')
  })

  test.each<[string, Json, string]>([
    ['a text', { path: 'a', bytes: '5', of: 5 }, 'invalid-value panel[0].coverage[0].bytes'],
    ['below zero', { path: 'a', bytes: -1, of: 5 }, 'invalid-value panel[0].coverage[0].bytes'],
    ['no whole number', { path: 'a', bytes: 1, of: 5.5 }, 'invalid-value panel[0].coverage[0].of'],
  ])('a number of bytes that is %s is a fault', (_, coverage, fault) => {
    expect(faultsOf(inputOf(panelOf({ d: [8, 8] }, { adversary: { coverage: [coverage] } })))).toEqual([fault])
  })
})

describe('replacement', () => {
  const refuted = (score: number): Json => ({ score, claims: [{ text: 'false', citations: [quote('nobody ever wrote any of this')] }] })
  const asked = (columns: Readonly<Record<string, (number | null | Json)[]>>, more: Json = {}) => {
    const { dimensions, lens, count, reason } = rulingOf(inputOf(panelOf(columns), more), 'replacement')
    return { dimensions, lens, count, reason }
  }
  const fresh = (scores: Readonly<Record<string, number | null | Json>>, name = 'fresh'): Json[] => [seat(name, scores)]

  test('R-TRI-49 a single survivor never decides: one fresh member is asked for', () => {
    expect(asked({ d: [refuted(3), 8] })).toEqual({ dimensions: ['d'], lens: 'adversary', count: 1, reason: 'single-survivor' })
    expect(asked({ d: [null, 8] })).toEqual({ dimensions: ['d'], lens: 'adversary', count: 1, reason: 'single-survivor' })
  })

  test('C-NONELEFT none left asks for two, and of several dimensions the emptiest counts', () => {
    expect(asked({ d: [refuted(3), refuted(8)] })).toEqual({ dimensions: ['d'], lens: 'adversary', count: 2, reason: 'no-survivor' })
    expect(asked({ d: [null, 8], e: [null, null] })).toEqual({ dimensions: ['d', 'e'], lens: 'adversary', count: 2, reason: 'no-survivor' })
    expect(asked({ d: [8, 8], e: [null, 8] })).toMatchObject({ dimensions: ['e'], count: 1 })
  })

  test('C-REPLLENS the lens is the adversary’s where its score is missing, else that of the smallest member id', () => {
    expect(asked({ d: [8, null, null] }).lens).toBe('fitness')
    expect(asked({ d: [null, 8, null] }).lens).toBe('adversary')
    expect(asked({ d: [8, null, 8], e: [8, null, null] }).lens).toBe('fitness')
    const renamed = panelOf({ d: [null, null, 8] }, { adversary: { member: 'zz', lens: 'opposition' } })
    expect(rulingOf(inputOf(renamed), 'replacement').lens).toBe('opposition')
    const noneLeft = panelOf({ d: [null, null] }, { adversary: { lens: 'opposition' } })
    expect(rulingOf(inputOf(noneLeft), 'replacement').lens).toBe('opposition')
    const silent = [seat('adversary', { d: 8 }), seat('b', { d: null }), seat('c', { d: null }), abstained('a')]
    expect(rulingOf(inputOf(silent), 'replacement').lens).toBe('a')
  })

  test('C-REPLFIRST none is asked for while another dimension is deadlocked', () => {
    const ruling = verdictOf(inputOf(panelOf({ d: [null, 8], e: [5, 6.5] })))
    expect(ruling.reasons).toEqual(['deadlock'])
    expect(ruling.dimensions.map(({ kind }) => kind)).toEqual(['undecided', 'deadlock'])
    expect(asked({ d: [null, 8], e: [6, 6.5] })).toMatchObject({ dimensions: ['d'] })
  })

  test('R-TRI-49 with the fresh member the two decide within a point, and deadlock beyond', () => {
    const with2 = (score: number): VerdictRuling => verdictOf(inputOf(panelOf({ d: [null, 7] }), { replacements: fresh({ d: score }) }))
    expect(with2(7.5).dimensions[0]).toMatchObject({ kind: 'converged', consensus: 7.25, n: 2 })
    expect(with2(5.5).dimensions[0]).toMatchObject({ kind: 'deadlock', n: 2 })
    expect(with2(5.5).reasons).toEqual(['deadlock'])
  })

  test('R-TRI-49 it is asked for once: still too few, or none convened, is a deadlock', () => {
    const after = (replacements: Json[]): VerdictRuling => verdictOf(inputOf(panelOf({ d: [null, 7] }), { replacements }))
    for (const replacements of [[], fresh({ d: null }), fresh({ d: refuted(7) }), [abstained('fresh')]]) {
      const ruling = after(replacements)
      expect([ruling.verdict, ...ruling.reasons]).toEqual(['ESCALATE', 'deadlock'])
      expect(ruling.dimensions[0]).toMatchObject({ kind: 'deadlock', consensus: null, n: 1 })
    }
    expect(after(fresh({ d: { score: 9, claims: [] } })).dissents).toMatchObject([{ member: 'fresh', score: 9, status: 'unanchored' }])
    expect(after(fresh({ d: refuted(7) })).dissents).toMatchObject([{ member: 'fresh', score: 7, status: 'refuted' }])
  })

  test('C-REPLALL its scores count where its ruling asked for them, and nowhere else', () => {
    const panel = panelOf({ d: [null, 7], e: [9, 9] })
    const ruling = verdictOf(inputOf(panel, { replacements: fresh({ d: 7, e: 3 }) }))
    expect(ruling.dimensions.map(({ n, consensus }) => [n, consensus])).toEqual([
      [2, 7],
      [2, 9],
    ])
    expect(ruling.dissents).toEqual([])
    const unasked = verdictOf(inputOf(panelOf({ d: [7, 7] }), { replacements: fresh({ d: 1 }) }))
    expect(unasked.dimensions[0]).toMatchObject({ n: 2, consensus: 7 })
  })

  test('C-REPLALL where it counts it is a survivor like any other: the triggers see it and it may reply', () => {
    const input = (more: Json = {}): Json => inputOf(panelOf({ d: [null, 7] }), { replacements: fresh({ d: 5 }), ...more })
    expect(rulingOf(input(), 'synthesis').disputed).toEqual(['d'])
    const reply = { member: 'fresh', dimension: 'd', action: 'REVISE', score: 6.5, justification: 'j' }
    expect(verdictOf(input({ synthesis: [reply] })).dimensions[0]).toMatchObject({ kind: 'converged', consensus: 6.75 })
  })

  test('a revision that does not stand can make a replacement due', () => {
    const reply = { member: 'adversary', dimension: 'd', action: 'REVISE', score: 9, justification: 'j', claims: [] }
    const input = (more: Json = {}): Json => inputOf(panelOf({ d: [5, 7] }), { synthesis: [reply], ...more })
    expect(rulingOf(input(), 'replacement')).toMatchObject({ dimensions: ['d'], count: 1 })
    expect(verdictOf(input({ replacements: fresh({ d: 7 }) })).dimensions[0]).toMatchObject({ kind: 'converged', consensus: 7 })
  })

  test('it stands among the others in the order of the members, and dissents of the panel stay beside its own', () => {
    const panel = panelOf({ d: [refuted(4), 7] })
    const ruling = verdictOf(
      inputOf(panel, { replacements: [...fresh({ d: 7 }, 'bea'), ...fresh({ d: { score: 9, claims: [] } }, 'zoe')] }),
    )
    expect(ruling.dimensions[0]?.scores.map(({ member }) => member)).toEqual(['bea', 'quality'])
    expect(ruling.dissents.map(({ member, status }) => `${member} ${status}`)).toEqual(['adversary refuted', 'zoe unanchored'])
  })

  test('two fresh members stand in the order of their ids, whatever order they came in', () => {
    const two = [...fresh({ d: 7 }, 'zoe'), ...fresh({ d: 6.5 }, 'ann')]
    const scores = (replacements: Json[]) => verdictOf(inputOf(panelOf({ d: [null, null] }), { replacements })).dimensions[0]?.scores
    expect(scores(two)).toEqual([
      { member: 'ann', score: 6.5 },
      { member: 'zoe', score: 7 },
    ])
    expect(scores([...two].reverse())).toEqual(scores(two))
  })

  test('a fresh member is no seat of the panel: the count of those asked stays', () => {
    const ruling = verdictOf(inputOf(panelOf({ d: [null, 7] }), { replacements: fresh({ d: 7 }) }))
    expect(ruling.seats).toEqual({ asked: 2, answered: 2, abstained: {} })
  })

  test.each<[string, Json, string]>([
    ['a member of the panel', { member: 'quality' }, 'member-twice replacements[0].member'],
    ['a session of the panel', { session: 'session of quality' }, 'session-twice replacements[0].session'],
    ['the doer’s session', { session: 'doing' }, 'doer-session replacements[0].session'],
    ['another rubric', { rubric: 'sha256:0' }, 'rubric-mismatch replacements[0].rubric'],
  ])('%s is refused there too', (_, more, fault) => {
    const replacements = [seat('fresh', { d: 7 }, more)]
    expect(faultsOf(inputOf(panelOf({ d: [null, 7] }), { replacements, doer: { session: 'doing' } }))).toEqual([fault])
  })
})
