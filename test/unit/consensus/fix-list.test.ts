import { describe, expect, test } from 'vitest'
import type { Json } from '../../support/consensus-input'
import { byHand, caveat, claim, heldToo, inputOf, panelOf, quote, ruledOn, scenario, verdictOf } from '../../support/consensus-input'

const upheld = (member: string, id: string): Json => byHand({ member, scenario: id, outcome: 'upheld' })
const bad = (more: Json = {}): Json => ({ score: 3, claims: [claim({ text: 'bad', repair: 'local', fix: 'mend d', ...more })] })

describe('the fix list', () => {
  test('C-FIXLIST holds the fix of every local cause, verified scenario and open caveat', () => {
    const changes = {
      adversary: { scenarios: [scenario({ class: 'other', fix: 'check zero', dimension: 'e', citations: [quote(heldToo)] })] },
      quality: { caveats: [caveat({ fix: 'document it' })] },
    }
    const ruling = ruledOn({ d: [bad(), bad({ fix: 'mend d too' })], e: [7, 7] }, changes, { adjudications: [upheld('adversary', 'sc1')] })
    expect(ruling.verdict).toBe('ITERATE')
    const place = { path: 'src/limiter.ts', line: 2 }
    expect(ruling.fixList).toEqual([
      { fix: 'mend d', from: 'claim', member: 'adversary', dimension: 'd', repair: 'local', place },
      { fix: 'mend d too', from: 'claim', member: 'quality', dimension: 'd', repair: 'local', place },
      {
        fix: 'check zero',
        from: 'scenario',
        member: 'adversary',
        id: 'sc1',
        dimension: 'e',
        repair: 'local',
        place: { path: 'src/limiter.ts', line: 3 },
      },
      { fix: 'document it', from: 'caveat', member: 'quality', id: 'c1' },
    ])
  })

  test('C-FIXLIST leaves out what is fixed, deferred, unverified or without a fix', () => {
    const changes = {
      adversary: {
        scenarios: [
          scenario({ id: 's1', class: 'other', fix: 'unverified' }),
          scenario({ id: 's2', class: 'other' }),
          scenario({ id: 's3', class: 'other', fix: 'done' }),
        ],
        caveats: [
          caveat({ id: 'c1', fix: 'deferred' }),
          caveat({ id: 'c2', fix: 'fixed' }),
          caveat({ id: 'c3', fix: 'open' }),
          caveat({ id: 'c4', fix: '  ' }),
        ],
      },
    }
    const ruling = ruledOn({ d: [6, 6] }, changes, {
      adjudications: [upheld('adversary', 's2'), upheld('adversary', 's3')],
      responses: [
        { kind: 'fixed', member: 'adversary', scenario: 's3', reason: 'r' },
        { kind: 'deferred', member: 'adversary', caveat: 'c1', reason: 'r' },
        { kind: 'fixed', member: 'adversary', caveat: 'c2', reason: 'r' },
      ],
    })
    expect(ruling.fixList.map(({ fix }) => fix)).toEqual(['open'])
  })

  test('R-TRI-64 is never empty: where no fix is listed each member’s top concern stands in', () => {
    const { fixList, verdict } = ruledOn({ d: [6, 6] })
    expect(verdict).toBe('ITERATE')
    expect(fixList).toEqual([
      { fix: 'top concern of adversary', from: 'top-concern', member: 'adversary' },
      { fix: 'top concern of quality', from: 'top-concern', member: 'quality' },
    ])
    expect(ruledOn({ d: [6, 6] }, { quality: { caveats: [caveat({ fix: 'f' })] } }).fixList).toHaveLength(1)
  })

  test('a seat that abstained has no concern', () => {
    const rubric = { criteria: ['c'], dimensions: ['d'] }
    const silent = { member: 'silent', session: 's', lens: 'silent', adversary: false, outcome: 'abstained', reason: 'timeout' }
    const ruling = verdictOf(inputOf([...panelOf({ d: [6, 6] }), silent], { rubric }))
    expect(ruling.fixList.map(({ member }) => member)).toEqual(['adversary', 'quality'])
  })

  test('a scenario that is a local cause is listed as a scenario', () => {
    const silent = { score: 3, claims: [claim()] }
    const changes = { adversary: { scenarios: [scenario({ class: 'other', fix: 'check zero' })] } }
    expect(ruledOn({ d: [silent, silent] }, changes).fixList).toMatchObject([
      { fix: 'check zero', from: 'scenario', id: 'sc1', dimension: 'd' },
    ])
  })

  test('R-TRI-84 severity orders it: safety before correctness before the rest', () => {
    const caveats = [
      caveat({ id: 'c1', fix: 'other' }),
      caveat({ id: 'c2', class: 'correctness', fix: 'correctness' }),
      caveat({ id: 'c3', class: 'safety', fix: 'safety' }),
      caveat({ id: 'c4', fix: 'other again' }),
    ]
    expect(ruledOn({ d: [8, 8] }, { quality: { caveats } }).fixList.map(({ fix }) => fix)).toEqual([
      'safety',
      'correctness',
      'other',
      'other again',
    ])
  })

  test('R-TRI-84 and by how far the repair reaches', () => {
    const caveats = [
      caveat({ id: 'c1', class: 'correctness', fix: 'local', repair: 'local' }),
      caveat({ id: 'c2', fix: 'structural', repair: 'structural' }),
      caveat({ id: 'c3', fix: 'unsafe', repair: 'unsafe' }),
      caveat({ id: 'c4', class: 'safety', fix: 'structural safety', repair: 'structural' }),
    ]
    expect(ruledOn({ d: [8, 8] }, { quality: { caveats } }).fixList.map(({ fix }) => fix)).toEqual([
      'structural safety',
      'unsafe',
      'structural',
      'local',
    ])
  })

  test('R-TRI-84 severity picks no verdict: many grave local defects in a sound design iterate', () => {
    const caveats = Array.from({ length: 9 }, (_, index) =>
      caveat({ id: `c${index}`, class: 'safety', fix: `fix ${index}`, repair: 'local' }),
    )
    const scenarios = [scenario({ class: 'safety', fix: 'mend' })]
    const grave = ruledOn({ d: [8, 8] }, { quality: { caveats, scenarios } }, { adjudications: [upheld('quality', 'sc1')] })
    expect([grave.verdict, grave.fixList.length]).toEqual(['ITERATE', 10])
    const mild = ruledOn({ d: [8, 8] }, { quality: { caveats: [caveat({ class: 'correctness', fix: 'f' })] } })
    expect(mild.verdict).toBe('ITERATE')
  })

  test('the same fix of the same finding stands once, the same words of two findings twice', () => {
    const changes = {
      adversary: { caveats: [caveat({ fix: 'mend', repair: 'local' })] },
      quality: { caveats: [caveat({ fix: 'mend', repair: 'local' })] },
    }
    const ruling = ruledOn({ d: [bad({ fix: 'mend' }), bad({ fix: 'mend' })], e: [bad({ fix: 'mend' }), bad({ fix: 'mend' })] }, changes)
    expect(ruling.fixList.map(({ from, member, id }) => `${from} ${member}/${id ?? ''}`)).toEqual([
      'claim adversary/',
      'caveat adversary/c1',
      'claim quality/',
      'caveat quality/c1',
    ])
    const twice = ruledOn({ d: [6, 6] }, { quality: { caveats: [caveat({ fix: 'mend' }), caveat({ id: 'c2', fix: 'mend' })] } })
    expect(twice.fixList.map(({ id }) => id)).toEqual(['c1', 'c2'])
  })

  test('stands with a spent budget and a caveat that sends the work back, and with no other verdict', () => {
    const fixable = { quality: { caveats: [caveat({ fix: 'f' })] } }
    const listed = (scores: number, more: Json): number => ruledOn({ d: [scores, scores] }, fixable, more).fixList.length
    expect(listed(6, {})).toBe(1)
    expect(listed(6, { dispatchesLeft: 0 })).toBe(1)
    expect(listed(7.5, { mode: 'build' })).toBe(1)
    expect(listed(7.5, { mode: 'build', dispatchesLeft: 0 })).toBe(1)
    expect(listed(7.5, {})).toBe(0)
    expect(listed(8, {})).toBe(0)
    expect(ruledOn({ d: [8, 8] }, { quality: { escalate: 'stop', caveats: [caveat({ fix: 'f' })] } }).fixList).toEqual([])
    expect(ruledOn({ d: [bad({ repair: 'unsafe' }), bad()] }, fixable).fixList).toEqual([])
  })

  test('a structural cause lists no fix of its own', () => {
    const ruling = ruledOn({ d: [bad(), bad({ fix: 'other', repair: undefined }), 8], e: [7, 7, 7] })
    expect(ruling.fixList.map(({ fix }) => fix)).toEqual(['mend d'])
  })

  test('replacements’ fixes are listed too', () => {
    const fresh = panelOf({ d: [null, null, 6] }, { fitness: { caveats: [caveat({ fix: 'from the fresh one' })] } }).slice(2)
    const base = panelOf({ d: [6, null] })
    expect(verdictOf(inputOf(base, { replacements: fresh })).fixList.map(({ fix, member }) => `${fix} ${member}`)).toEqual([
      'from the fresh one fitness',
    ])
  })
})

describe('the escalation', () => {
  test('R-TRI-75 is a whole package', () => {
    const changes = {
      adversary: {
        scenarios: [scenario({ id: 's1' }), scenario({ id: 's2', class: 'other' }), scenario({ id: 's3', class: 'other', citations: [] })],
      },
      quality: { escalate: 'nobody can roll this back' },
    }
    const replies = [
      { member: 'adversary', dimension: 'd', action: 'MAINTAIN', rebuttal: 'no' },
      { member: 'quality', dimension: 'd', action: 'REVISE', score: 7, justification: 'yes', claims: [claim()] },
    ]
    const adjudications = [upheld('adversary', 's2')]
    const ruling = verdictOf(
      inputOf(panelOf({ d: [4, 7, 7], e: [7, 7, 7] }, changes), {
        synthesis: replies,
        adjudications,
        artifact: { address: 'git:4be07d1', digest: 'x' },
      }),
    )
    expect(ruling.verdict).toBe('ESCALATE')
    const { escalation } = ruling
    expect(escalation?.reasons).toEqual(['unrebutted-scenario', 'escalate'])
    expect(escalation?.scenarios.map(({ member, id, status }) => `${member}/${id} ${status}`)).toEqual([
      'adversary/s1 unrebutted',
      'adversary/s2 verified',
    ])
    expect(escalation?.scenarios[0]).toMatchObject({ input: 'limit 0', wrongBehaviour: 'lets one through' })
    expect(escalation?.escalations).toEqual([{ member: 'quality', text: 'nobody can roll this back' }])
    expect(escalation?.scorecards.map(({ member, scores }) => [member, scores.map((one) => one.dimension)])).toEqual([
      ['adversary', ['d']],
      ['fitness', ['d']],
      ['quality', ['d']],
    ])
    expect(escalation?.scorecards[0]?.scores[0]).toMatchObject({
      score: 4,
      rationale: 'why d',
      claims: [{ text: 'what is left is counted', status: 'kept' }],
    })
    expect(escalation?.replies).toMatchObject([{ rebuttal: 'no' }, { score: 7, justification: 'yes' }])
    expect(escalation?.adjudications).toEqual(ruling.adjudications)
    expect(escalation?.address).toBe('git:4be07d1')
    expect(escalation?.nextStep).toBe(
      "check each scenario: rebut it with evidence, have it verified, or stop; answer the member's concern with evidence, or stop",
    )
  })

  test('R-TRI-75 has blocked and undecided dimensions among its scorecards, and nothing where nothing was given', () => {
    const bad3 = { score: 3, claims: [claim()] }
    const ruling = ruledOn({ d: [bad3, bad3], e: [7, 7], f: [4, 7] })
    expect(ruling.escalation?.scorecards[0]?.scores.map((one) => one.dimension)).toEqual(['d', 'f'])
    expect(ruling.escalation?.replies).toEqual([])
    expect(ruling.escalation?.address).toBeNull()
    const blockedOnly = ruledOn({ d: [bad3, bad3], e: [7, 7] })
    expect(blockedOnly.escalation?.scorecards[1]?.scores.map((one) => one.dimension)).toEqual(['d'])
    expect(ruledOn({ d: [8, 8] }).escalation).toBeUndefined()
    expect('escalation' in ruledOn({ d: [8, 8] })).toBe(false)
  })

  test.each<[string, Json, Readonly<Record<string, Json>>, string]>([
    ['the rounds', { round: { index: 3, max: 3 } }, {}, 'accept what is left, grant a round, or abandon the slice'],
    ['the dispatches', { dispatchesLeft: 0 }, {}, 'accept what is left, grant a dispatch, or abandon the slice'],
    ['the quorum', {}, { adversary: { outcome: 'abstained' } }, 'convene enough members, an adversary among them, and judge again'],
    [
      'the coverage',
      {},
      { adversary: { coverage: [] } },
      'show every changed file whole to an adversary or quality member and judge again',
    ],
  ])('R-TRI-75 says what to do next about %s', (_, more, changes, step) => {
    const [adversary, quality] = panelOf({ d: [6, 6] }, changes)
    const silent = { member: 'adversary', session: 's', lens: 'adversary', adversary: true, outcome: 'abstained', reason: 'timeout' }
    const seats = adversary?.['outcome'] === 'abstained' ? [silent, quality ?? {}] : [adversary ?? {}, quality ?? {}]
    const rubric = { criteria: ['c'], dimensions: ['d'] }
    expect(verdictOf(inputOf(seats, { rubric, ...more })).escalation?.nextStep).toBe(step)
  })

  test('R-TRI-75 says what to do next about deadlocks and causes', () => {
    const bad3 = { score: 3, claims: [claim()] }
    expect(ruledOn({ d: [4, 7] }).escalation?.nextStep).toBe(
      'read the scorecards on the deadlocked dimensions and decide, or convene a fresh panel',
    )
    expect(ruledOn({ d: [bad3, bad3] }).escalation?.nextStep).toBe(
      'say for each blocked dimension whether its cause is local, structural or unsafe',
    )
  })

  test('R-TRI-75 has a deadlocked dimension that nobody disputed, and nothing of a seat that abstained', () => {
    const silent = { member: 'silent', session: 's', lens: 'silent', adversary: false, outcome: 'abstained', reason: 'timeout' }
    const ruling = verdictOf(inputOf([...panelOf({ d: [5, 6.5], e: [7, 7] }, { adversary: { escalate: 'stop' } }), silent]))
    expect(ruling.disputed).toEqual([])
    expect(ruling.escalation?.scorecards.map(({ member, scores }) => [member, scores.map((one) => one.dimension)])).toEqual([
      ['adversary', ['d']],
      ['quality', ['d']],
    ])
    expect(ruling.escalation?.escalations).toEqual([{ member: 'adversary', text: 'stop' }])
  })

  test('R-TRI-75 names only those at 3 or less as the ones to ask for the cause', () => {
    const bad3 = { score: 3, claims: [claim()] }
    expect(ruledOn({ d: [bad3, 4, bad3] }).escalation?.unclassified).toEqual([{ dimension: 'd', members: ['adversary', 'fitness'] }])
  })

  test('refuted escalates are no part of it', () => {
    const changes = { adversary: { escalate: 'stop' }, quality: { escalate: 'halt' } }
    const adjudications = [byHand({ target: 'escalate', member: 'adversary' })]
    expect(ruledOn({ d: [6, 6] }, changes, { adjudications }).escalation?.escalations).toEqual([{ member: 'quality', text: 'halt' }])
  })
})
