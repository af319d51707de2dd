import { describe, expect, test } from 'vitest'
import type { Json } from '../../support/consensus-input'
import {
  abstained,
  artifact,
  byHand,
  claim,
  falseClaim,
  faultsOf,
  held,
  heldToo,
  inputOf,
  issuesOf,
  lie,
  panelOf,
  quote,
  ruledOn,
  scenario,
  verdictOf,
} from '../../support/consensus-input'

/** What became of the adversary's score, which two others at the same height don't depend on. */
function standingOf(score: number, claims: readonly Json[], more: Json = {}): string {
  const ruling = ruledOn({ d: [{ score, claims }, score, score] }, {}, { corpus, ...more })
  return ruling.dissents.find(({ member }) => member === 'adversary')?.status ?? 'stands'
}

const corpus = {
  artifact: { 'src/limiter.ts': artifact },
  diff: { 'src/limiter.ts': `-const left = 1 // gone\n+  ${held}\n` },
  spec: { 'SPEC.md': '# Limits\n\nEvery client has one window.\n' },
  runs: [{ command: 'npm test', exitCode: 1, output: 'expected 429, received 200\n' }],
}
const line = { kind: 'line', file: 'src/limiter.ts', line: 2 }
const output = { kind: 'output', command: 'npm test', text: 'expected 429, received 200' }
const ofSpec = quote('Every client has one window.')
const deleted = quote('const left = 1 // gone')

describe('what a score needs', () => {
  test.each<[number, string, Json[], string]>([
    [8, 'a quote of the artifact', [claim()], 'stands'],
    [8, 'a line with its text', [claim({ citations: [{ ...line, text: held }] })], 'stands'],
    [8, 'a line alone', [claim({ citations: [line] })], 'unanchored'],
    [8, 'an output', [claim({ citations: [output] })], 'unanchored'],
    [8, 'a quote of the specification', [claim({ citations: [ofSpec] })], 'unanchored'],
    [8, 'a deleted line', [claim({ citations: [deleted] })], 'unanchored'],
    [8, 'nothing', [], 'unanchored'],
    [7.9999999999, 'nothing', [], 'unanchored'],
    [7.9999, 'nothing', [], 'stands'],
    [4, 'nothing', [], 'stands'],
    [3.0001, 'nothing', [], 'stands'],
    [3.0000000001, 'nothing', [], 'unanchored'],
    [3, 'nothing', [], 'unanchored'],
    [3, 'a line alone', [claim({ citations: [line] })], 'stands'],
    [3, 'an output', [claim({ citations: [output] })], 'stands'],
    [3, 'a section', [claim({ citations: [{ kind: 'section', source: 'spec:SPEC.md', heading: 'Limits' }] })], 'stands'],
    [3, 'a quote of the artifact', [claim()], 'stands'],
    [3, 'a deleted line', [claim({ citations: [deleted] })], 'stands'],
    [3, 'a quote of the specification', [claim({ citations: [ofSpec] })], 'unanchored'],
  ])('R-TRI-24 a %s with %s: %j %s', (score, _, claims, wanted) => {
    expect(standingOf(score, claims)).toBe(wanted)
  })

  test('A-TRI-11 an unanchored score leaves the sum and is kept apart from refuted ones', () => {
    const ruling = ruledOn({ d: [{ score: 9, claims: [] }, 6, 6] })
    expect(ruling.overall).toBeCloseTo(0.6, 9)
    expect(ruling.dissents).toMatchObject([{ member: 'adversary', score: 9, rationale: 'why d', claims: [], status: 'unanchored' }])
    expect(ruling.trace).toContainEqual({
      rule: 'R-TRI-24',
      step: 'evidence',
      at: 'd',
      saw: { member: 'adversary', score: 9, claims: [] },
      gave: 'unanchored',
    })
    expect(ruledOn({ d: [7, 6, 6] }).dissents).toEqual([])
  })
})

describe('claims', () => {
  test('R-TRI-25 a claim without citations is discarded with a record, and carries nothing', () => {
    const bare = { text: 'feels wrong', citations: [] }
    const ruling = ruledOn({ d: [{ score: 6, claims: [bare, claim()] }, 6] })
    expect(ruling.discarded).toEqual([{ what: 'claim', member: 'adversary', dimension: 'd', text: 'feels wrong', why: 'evidence-free' }])
    expect(standingOf(8, [bare])).toBe('unanchored')
    expect(standingOf(6, [bare])).toBe('stands')
    expect(ruledOn({ d: [6, 6] }).discarded).toEqual([])
  })

  test('R-TRI-26 and R-TRI-46 a claim none of whose citations is found is refuted, one that is found keeps it', () => {
    expect(standingOf(6, [falseClaim()])).toBe('refuted')
    expect(standingOf(6, [claim({ citations: [quote(lie), quote()] })])).toBe('stands')
    const ruling = ruledOn({ d: [{ score: 6, claims: [falseClaim()] }, 6, 6] })
    expect(ruling.discarded).toEqual([
      { what: 'claim', member: 'adversary', dimension: 'd', text: 'everything is forgotten', why: 'refuted' },
    ])
  })

  test('R-TRI-46 and R-TRI-50 disagreement is no refutation: only a citation that is found refutes by hand', () => {
    const target = { member: 'adversary', dimension: 'd', claim: 0 }
    expect(standingOf(6, [claim()], { adjudications: [byHand(target)] })).toBe('refuted')
    expect(standingOf(6, [claim()])).toBe('stands')
    const without = inputOf(panelOf({ d: [6, 6] }), { adjudications: [byHand({ ...target, citations: [] })] })
    expect(faultsOf(without)).toEqual(['adjudication-unanchored adjudications[0].citations'])
  })

  test('R-TRI-47 all load-bearing claims refuted: the score is out, word for word on record', () => {
    const claims = [falseClaim(), falseClaim({ text: 'and again' })]
    const ruling = ruledOn({ d: [{ score: 3, claims, rationale: 'It forgets.\nAll of it.' }, 8, 8] })
    expect(ruling.overall).toBeCloseTo(0.8, 9)
    expect(ruling.dissents).toEqual([
      {
        member: 'adversary',
        dimension: 'd',
        score: 3,
        rationale: 'It forgets.\nAll of it.',
        claims: [
          { text: 'everything is forgotten', status: 'refuted', anchored: false },
          { text: 'and again', status: 'refuted', anchored: false },
        ],
        status: 'refuted',
      },
    ])
    expect(ruling.trace).toContainEqual({
      rule: 'R-TRI-47',
      step: 'evidence',
      at: 'd',
      saw: {
        member: 'adversary',
        score: 3,
        claims: [
          { status: 'refuted', anchored: false },
          { status: 'refuted', anchored: false },
        ],
      },
      gave: 'refuted',
    })
  })

  test('R-TRI-47 one claim survives: the score stands, and what survives is followed up even in a SHIP', () => {
    const survivor = claim({ text: 'no test at zero', fix: 'test limit 0', repair: 'local', citations: [quote(heldToo)] })
    const ruling = ruledOn({ d: [{ score: 8, claims: [falseClaim(), survivor] }, 8] })
    expect(ruling.verdict).toBe('SHIP')
    expect(ruling.dimensions[0]?.n).toBe(2)
    expect(ruling.followUps).toEqual([
      {
        fix: 'test limit 0',
        from: 'claim',
        member: 'adversary',
        dimension: 'd',
        repair: 'local',
        place: { path: 'src/limiter.ts', line: 3 },
      },
    ])
    const named = ruledOn({ d: [{ score: 8, claims: [falseClaim(), claim({ fix: ' ' })] }, 8] })
    expect(named.followUps.map(({ fix }) => fix)).toEqual(['what is left is counted'])
    expect(ruledOn({ d: [8, 8] }).followUps).toEqual([])
  })

  test('R-TRI-47 claims that are not load-bearing neither sink nor save a score', () => {
    expect(standingOf(6, [falseClaim(), claim({ loadBearing: false })])).toBe('refuted')
    expect(standingOf(6, [claim(), falseClaim({ loadBearing: false })])).toBe('stands')
    expect(standingOf(6, [falseClaim({ loadBearing: false })])).toBe('stands')
  })

  test('E-UPHELD upheld keeps a claim whose citations fail, and anchors nothing', () => {
    const upheld = { adjudications: [byHand({ member: 'adversary', dimension: 'd', claim: 'everything is forgotten', outcome: 'upheld' })] }
    expect(standingOf(6, [falseClaim()], upheld)).toBe('stands')
    expect(standingOf(8, [falseClaim()], upheld)).toBe('unanchored')
    expect(standingOf(6, [falseClaim()])).toBe('refuted')
  })

  test('A-TRI-12 a text on another line than cited anchors with a note; white space makes it a near miss that does not', () => {
    const at = (text: string, number: number): Json => ({ kind: 'line', file: 'src/limiter.ts', line: number, text })
    expect(standingOf(8, [claim({ citations: [at(held, 3)] })])).toBe('stands')
    expect(standingOf(8, [claim({ citations: [at(held.replace(' = ', '  =  '), 2)] })])).toBe('refuted')
    const ruling = ruledOn({ d: [{ score: 8, claims: [claim({ citations: [at(held, 3), at(held.replace(' = ', '  =  '), 2)] })] }, 8] })
    expect(ruling.evidence).toMatchObject({ citations: 3, found: 1, drifted: 1, near: 1, tooShort: 0, missing: 0 })
    expect(ruling.evidence.failed).toMatchObject([
      { by: 'adversary', on: 'd', outcome: 'near', place: { path: 'src/limiter.ts', line: 2 } },
    ])
  })
})

describe('the account of citations', () => {
  test('counts every citation of the input, whoever made it, and lists those that anchor nothing', () => {
    const found = ruledOn(
      { d: [{ score: 6, claims: [claim({ citations: [quote(), quote(lie), quote('}')] })] }, 6, 6] },
      {
        quality: {
          scenarios: [scenario({ class: 'other', citations: [quote(), quote(lie)] })],
          caveats: [{ id: 'c1', text: 'x', class: 'other', fix: 'f', citations: [quote(lie)] }],
          specCompliance: { status: 'met', claims: [claim({ citations: [quote(lie)] })] },
        },
      },
      {
        adjudications: [byHand({ member: 'quality', scenario: 'sc1', outcome: 'refuted', citations: [quote(), quote(lie)] })],
        responses: [
          { kind: 'rebuttal', member: 'quality', scenario: 'sc1', citations: [quote(lie)], by: { kind: 'agent', id: 'doer' } },
          { kind: 'fixed', member: 'quality', caveat: 'c1', reason: 'r', citations: [quote(lie)] },
        ],
      },
    )
    const { evidence } = found
    expect(evidence.failed.map(({ by, on, outcome }) => `${by} / ${on} / ${outcome}`)).toEqual([
      'adversary / d / missing',
      'quality / scenario sc1 / missing',
      'quality / caveat c1 / missing',
      'quality / spec compliance / missing',
      'ana / adjudication of quality / missing',
      'doer / rebuttal to quality / missing',
      'response / fixed to quality / missing',
    ])
    expect(evidence.citations).toBe(evidence.found + evidence.missing)
    expect(evidence).toMatchObject({ citations: 13, found: 6, missing: 7, drifted: 0, near: 0, tooShort: 0 })
  })

  test('a citation too short to mean anything is counted apart', () => {
    const short = ruledOn({ d: [{ score: 6, claims: [claim({ citations: [quote('left'), quote()] })] }, 6] })
    expect(short.evidence).toMatchObject({ citations: 3, tooShort: 1, found: 2 })
    expect(short.evidence.failed).toEqual([{ by: 'adversary', on: 'd', citation: quote('left'), outcome: 'too-short' }])
  })

  test('holds the citations of revised scores and of replacements', () => {
    const revised = verdictOf(
      inputOf(panelOf({ d: [5, 8, 8] }), {
        synthesis: [
          { member: 'adversary', dimension: 'd', action: 'REVISE', score: 8, justification: 'j', claims: [claim(), falseClaim()] },
          { member: 'quality', dimension: 'd', action: 'MAINTAIN', rebuttal: 'r' },
        ],
      }),
    )
    expect(revised.evidence).toMatchObject({ citations: 5, found: 4, missing: 1 })
    const fresh = inputOf(panelOf({ d: [{ score: 3, claims: [falseClaim()] }, 8] }), {
      replacements: panelOf({ d: [null, null, { score: 8, claims: [claim(), falseClaim()] }] }).slice(2),
    })
    expect(verdictOf(fresh).evidence).toMatchObject({ citations: 4, found: 2, missing: 2 })
  })

  test('a place is named by the path of its own source, not by its id', () => {
    const sources = [
      { id: 'first', role: 'artifact', path: 'src/other.ts', text: 'export const nothing = 0\n' },
      { id: 'second', role: 'artifact', path: 'src/limiter.ts', text: artifact },
    ]
    const claims = [falseClaim(), claim(), claim({ text: 'x', citations: [quote('export const nothing = 0')] })]
    const { followUps } = ruledOn({ d: [{ score: 5, claims }, 5] }, {}, { corpus: { sources } })
    expect(followUps.map(({ place }) => place)).toEqual([
      { path: 'src/limiter.ts', line: 2 },
      { path: 'src/other.ts', line: 1 },
    ])
  })

  test('a place is named by its path, by its id without one, and by its command for an output', () => {
    const sources = [{ id: 'main', role: 'artifact', text: artifact }]
    const corpusOf = { sources, runs: [{ command: 'npm test', exitCode: 0, output: 'one\nall 12 tests passed\n' }] }
    const placeOf = (citations: Json[]): unknown =>
      ruledOn({ d: [{ score: 5, claims: [falseClaim(), claim({ citations })] }, 5] }, {}, { corpus: corpusOf }).followUps[0]?.place
    expect(placeOf([quote()])).toEqual({ path: 'main', line: 2 })
    expect(placeOf([{ kind: 'output', command: 'npm test', text: 'all 12 tests passed' }])).toEqual({ path: 'npm test', line: 2 })
    expect(placeOf([quote(lie), quote(heldToo)])).toEqual({ path: 'main', line: 3 })
  })
})

describe('adjudications', () => {
  const panel = panelOf(
    { d: [6, 7, 7] },
    {
      quality: {
        scenarios: [scenario({ class: 'other' })],
        escalate: 'stop this',
        specCompliance: { status: 'failed', claims: [claim()] },
      },
    },
  )
  const faults = (adjudication: Json, more: Json = {}): string[] => {
    return faultsOf(inputOf(panel, { corpus, adjudications: [byHand(adjudication)], ...more }))
  }
  const onClaim = { member: 'quality', dimension: 'd', claim: 0 }

  test('R-TRI-50 one without an anchoring citation of its own is refused, with the reason', () => {
    const message = 'an adjudication carries at least one citation that is found: nobody is excluded for an inconvenient number'
    for (const citations of [[], [quote(lie)], [quote('left')], [quote(held.replace(' = ', '  =  '))]]) {
      expect(issuesOf(inputOf(panel, { adjudications: [byHand({ ...onClaim, citations })] }))).toEqual([
        { code: 'adjudication-unanchored', path: 'adjudications[0].citations', message },
      ])
    }
    const one = byHand({ ...onClaim, citations: [quote(lie), quote()] })
    expect(verdictOf(inputOf(panel, { adjudications: [one] })).dissents).toMatchObject([{ member: 'quality', status: 'refuted' }])
  })

  test('the orchestrator’s cites the output of a command that was run', () => {
    const by = 'orchestrator'
    expect(faults({ ...onClaim, by })).toEqual(['adjudication-needs-output adjudications[0].citations'])
    expect(
      faults({ ...onClaim, by: { kind: 'orchestrator', id: 'o' }, citations: [quote(), { ...output, command: 'npm run test' }] }),
    ).toEqual(['adjudication-needs-output adjudications[0].citations'])
    const good = verdictOf(inputOf(panel, { corpus, adjudications: [byHand({ ...onClaim, by, citations: [quote(), output] })] }))
    expect(good.adjudications[0]?.by).toEqual({ kind: 'orchestrator', id: 'orchestrator' })
  })

  test('the doer makes none, under no name', () => {
    expect(faults({ ...onClaim, by: { kind: 'doer', id: 'x' } })).toEqual(['adjudication-by-doer adjudications[0].by'])
    const doer = { session: 'doing' }
    expect(faults({ ...onClaim, by: { kind: 'human', id: 'doing' } }, { doer })).toEqual(['adjudication-by-doer adjudications[0].by'])
    verdictOf(inputOf(panel, { doer, adjudications: [byHand(onClaim)] }))
  })

  test('nor does an agent without a seat', () => {
    expect(faults({ ...onClaim, by: { kind: 'agent', id: 'helper' } })).toEqual(['adjudication-author adjudications[0].by'])
    verdictOf(inputOf(panel, { adjudications: [byHand({ ...onClaim, by: { kind: 'seat', id: 'fitness' } })] }))
  })

  test.each<[string, Json]>([
    ['a claim', onClaim],
    ['a scenario', { member: 'quality', scenario: 'sc1' }],
    ['an escalate', { target: 'escalate', member: 'quality' }],
    ['a spec failure', { target: 'spec', member: 'quality' }],
  ])('refuting and upholding %s is a conflict; doing one of them twice is not', (_, target) => {
    const both = [byHand(target), byHand({ ...target, outcome: 'upheld' })]
    expect(faultsOf(inputOf(panel, { adjudications: both }))).toEqual(['adjudication-conflict adjudications[1]'])
    expect(faultsOf(inputOf(panel, { adjudications: [both[1], both[0]] }))).toEqual(['adjudication-conflict adjudications[1]'])
    expect(verdictOf(inputOf(panel, { adjudications: [both[0], both[0]] })).adjudications).toHaveLength(2)
  })

  test('one on a claim, a scenario or a dimension leaves the others alone', () => {
    const claims = [claim(), claim({ text: 'another', citations: [quote(heldToo)] })]
    const two = panelOf(
      { d: [{ score: 6, claims }, 6, 6], e: [{ score: 6, claims: [claim()] }, 6, 6] },
      { adversary: { scenarios: [scenario({ class: 'other' }), scenario({ id: 'sc2', class: 'other' })] } },
    )
    const one = (more: Json): Json => inputOf(two, { adjudications: [byHand({ member: 'adversary', ...more })] })
    expect(verdictOf(one({ dimension: 'd', claim: 1 })).dissents).toEqual([])
    expect(verdictOf(one({ dimension: 'd', claim: 1 })).discarded).toMatchObject([{ dimension: 'd', text: 'another', why: 'refuted' }])
    expect(verdictOf(one({ dimension: 'e', claim: 0 })).dissents.map(({ dimension }) => dimension)).toEqual(['e'])
    expect(verdictOf(one({ scenario: 'sc2' })).scenarios.map(({ status }) => status)).toEqual(['unrebutted', 'refuted'])
  })

  test('each refusal says why', () => {
    const why = (more: Json): string | undefined =>
      issuesOf(inputOf(panel, { corpus, adjudications: [byHand({ ...onClaim, ...more })] }))[0]?.message
    expect(why({ by: { kind: 'doer', id: 'x' } })).toBe('the doer adjudicates nothing about its own work')
    expect(why({ by: { kind: 'agent', id: 'x' } })).toBe('an adjudication is made by a seat, a person or the orchestrator')
    expect(why({ by: 'orchestrator' })).toBe('the orchestrator cites the output of a command that was run')
  })

  test('a claim that its text names twice is in conflict with either of them', () => {
    const twice = panelOf({ d: [6, { score: 6, claims: [claim(), claim()] }] })
    for (const index of [0, 1]) {
      const both = [byHand({ ...onClaim, claim: 'what is left is counted' }), byHand({ ...onClaim, claim: index, outcome: 'upheld' })]
      expect(faultsOf(inputOf(twice, { adjudications: both }))).toEqual(['adjudication-conflict adjudications[1]'])
    }
  })

  test('a conflict is found by a text that only this member said', () => {
    const own = panelOf({ d: [6, { score: 6, claims: [claim({ text: 'mine alone' })] }] })
    const both = [byHand({ ...onClaim, claim: 'mine alone' }), byHand({ ...onClaim, claim: 'mine alone', outcome: 'upheld' })]
    expect(faultsOf(inputOf(own, { adjudications: both }))).toEqual(['adjudication-conflict adjudications[1]'])
  })

  test('on a seat that said nothing there is no conflict, only no target', () => {
    const silent = [...panelOf({ d: [6, 6, 6] }), abstained('silent')]
    const both = [byHand({ ...onClaim, member: 'silent' }), byHand({ ...onClaim, member: 'silent', outcome: 'upheld' })]
    expect(faultsOf(inputOf(silent, { adjudications: both }))).toEqual([
      'target-unknown adjudications[0].member',
      'target-unknown adjudications[1].member',
    ])
    const abstaining = panelOf({ d: [6, null, 6] })
    expect(faultsOf(inputOf(abstaining, { adjudications: [byHand(onClaim)] }))).toEqual(['target-unknown adjudications[0].claim'])
  })

  test('a conflict names what it is about', () => {
    const onScenario = { member: 'quality', scenario: 'sc1' }
    const scenarios = [byHand(onScenario), byHand({ ...onScenario, outcome: 'upheld' })]
    expect(issuesOf(inputOf(panel, { adjudications: scenarios }))[0]?.message).toBe('scenario quality/sc1 is both refuted and upheld')
    const both = [byHand(onClaim), byHand({ ...onClaim, outcome: 'upheld' })]
    expect(issuesOf(inputOf(panel, { adjudications: both }))[0]?.message).toBe('claim quality/d/0 is both refuted and upheld')
    const spec = { target: 'spec', member: 'quality' }
    const onSpec = [byHand(spec), byHand({ ...spec, outcome: 'upheld' })]
    expect(issuesOf(inputOf(panel, { adjudications: onSpec }))[0]?.message).toBe('spec of quality is both refuted and upheld')
  })

  test('naming the same claim by its index and by its text hides no conflict', () => {
    const both = [byHand(onClaim), byHand({ ...onClaim, claim: 'what is left is counted', outcome: 'upheld' })]
    expect(faultsOf(inputOf(panel, { adjudications: both }))).toEqual(['adjudication-conflict adjudications[1]'])
  })

  test('different claims, members and scenarios are no conflict', () => {
    const two = panelOf(
      { d: [{ score: 6, claims: [claim(), claim({ text: '0' })] }, 6] },
      {
        adversary: { scenarios: [scenario(), scenario({ id: 'sc2' })], escalate: 'stop' },
        quality: { scenarios: [scenario()], escalate: 'stop' },
      },
    )
    const apart = [
      byHand({ member: 'adversary', dimension: 'd', claim: 0 }),
      byHand({ member: 'adversary', dimension: 'd', claim: '0', outcome: 'upheld' }),
      byHand({ member: 'adversary', scenario: 'sc1' }),
      byHand({ member: 'adversary', scenario: 'sc2', outcome: 'upheld' }),
      byHand({ member: 'quality', scenario: 'sc1', outcome: 'upheld' }),
      byHand({ target: 'escalate', member: 'adversary' }),
      byHand({ target: 'escalate', member: 'quality', outcome: 'upheld' }),
    ]
    expect(verdictOf(inputOf(two, { adjudications: apart })).adjudications).toHaveLength(7)
  })

  test.each<[string, Json, string]>([
    ['member', { member: 'nobody', dimension: 'd', claim: 0 }, 'target-unknown adjudications[0].member'],
    ['claim by index', { ...onClaim, claim: 1 }, 'target-unknown adjudications[0].claim'],
    ['claim by text', { ...onClaim, claim: 'never said' }, 'target-unknown adjudications[0].claim'],
    ['dimension', { ...onClaim, dimension: 'moon' }, 'target-unknown adjudications[0].claim'],
    ['scenario', { member: 'quality', scenario: 'sc9' }, 'target-unknown adjudications[0].scenario'],
    ['escalate', { target: 'escalate', member: 'fitness' }, 'target-unknown adjudications[0].target'],
    ['spec failure', { target: 'spec', member: 'fitness' }, 'target-unknown adjudications[0].target'],
  ])('C-REFUSED one on a target that is not there, by its %s, is a fault', (_, target, fault) => {
    expect(faults(target)).toEqual([fault])
  })

  test('a fault of the target names both the member and what it lacks', () => {
    expect(issuesOf(inputOf(panel, { adjudications: [byHand({ ...onClaim, claim: 7 })] }))).toEqual([
      { code: 'target-unknown', path: 'adjudications[0].claim', message: '"quality" has no claim 7' },
    ])
    expect(issuesOf(inputOf(panel, { adjudications: [byHand({ target: 'escalate', member: 'fitness' })] }))[0]?.message).toBe(
      '"fitness" has no target "escalate"',
    )
    expect(issuesOf(inputOf(panel, { adjudications: [byHand({ ...onClaim, member: 'nobody' })] }))).toEqual([
      { code: 'target-unknown', path: 'adjudications[0].member', message: 'no scorecard of "nobody"' },
    ])
  })

  test('C-REFUSED one that is refused takes the whole input down, beside every other fault', () => {
    const adjudications = [byHand({ ...onClaim, citations: [] }), byHand({ ...onClaim, claim: 9 })]
    const responses = [{ kind: 'fixed', member: 'quality', caveat: 'c9', reason: 'r' }]
    expect(faultsOf(inputOf(panel, { adjudications, responses }))).toEqual([
      'adjudication-unanchored adjudications[0].citations',
      'target-unknown adjudications[1].claim',
      'target-unknown responses[0].caveat',
    ])
  })

  test('all stand in the ruling with their author', () => {
    const adjudication = byHand({ member: 'quality', scenario: 'sc1', by: { kind: 'seat', id: 'fitness' } })
    expect(verdictOf(inputOf(panel, { adjudications: [adjudication] })).adjudications).toEqual([{ target: 'scenario', ...adjudication }])
  })

  test('one on the claim of a replacement counts as well', () => {
    const base = panelOf({ d: [{ score: 6, claims: [falseClaim()] }, 8] })
    const replacements = panelOf({
      d: [null, null, { score: 8, claims: [claim({ text: 'mine' }), claim({ text: 'other', loadBearing: false })] }],
    }).slice(2)
    const target = { member: 'fitness', dimension: 'd', claim: 'mine' }
    const ruling = verdictOf(inputOf(base, { replacements, adjudications: [byHand(target)] }))
    expect(ruling.dissents.map(({ member, status }) => `${member} ${status}`)).toEqual(['adversary refuted', 'fitness refuted'])
  })
})
