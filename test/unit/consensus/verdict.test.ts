import { describe, expect, test } from 'vitest'
import type { DimensionRuling, RuledCaveat, RuledScenario } from '../../../src/consensus/ruling'
import type { Findings, Row } from '../../../src/consensus/verdict'
import { verdictRow, withHost } from '../../../src/consensus/verdict'
import type { Json, VerdictRuling } from '../../support/consensus-input'
import {
  byHand,
  caveat,
  claim,
  falseClaim,
  heldToo,
  inputOf,
  panelOf,
  quote,
  rulingOf,
  ruledOn,
  scenario,
  verdictOf,
} from '../../support/consensus-input'

const nothing: Findings = {
  shortfalls: [],
  dimensions: [],
  causes: [],
  scenarios: [],
  caveats: [],
  escalates: false,
  specFails: false,
  overall: 0.9,
  target: 0.8,
}

function dimension(more: Partial<DimensionRuling> = {}): DimensionRuling {
  const sound = { id: 'd', weight: 1, kind: 'converged', n: 2, consensus: 9, part: 0.9, blocked: false, scores: [], outliers: [] } as const
  return { ...sound, ...more }
}

function found(more: Partial<RuledScenario> = {}): RuledScenario {
  const said = { member: 'm', id: 's', input: 'i', wrongBehaviour: 'w', class: 'correctness', repair: 'local' } as const
  return { ...said, status: 'verified', fixed: false, ...more }
}

function kept(more: Partial<RuledCaveat> = {}): RuledCaveat {
  const said = { member: 'm', id: 'c', text: 't', class: 'other', anchored: false, status: 'open', accepted: false } as const
  return { ...said, blocking: true, ...more }
}

const cause = { dimension: 'd', member: 'm', from: 'claim', classified: true } as const
const local = { ...cause, repair: 'local', fix: 'mend it' } as const
const structural = { ...cause, repair: 'structural' } as const

function row(findings: Partial<Findings>): unknown[] {
  const { verdict, row: number, reasons } = verdictRow({ ...nothing, ...findings })
  return [number, verdict, ...reasons]
}

describe('the table of verdicts', () => {
  test.each<[string, Partial<Findings>, unknown[]]>([
    ['a quorum not met', { shortfalls: ['quorum'] }, [1, 'ESCALATE', 'quorum']],
    ['coverage not met', { shortfalls: ['quorum', 'coverage'] }, [1, 'ESCALATE', 'quorum', 'coverage']],
    ['a deadlock', { dimensions: [dimension(), dimension({ kind: 'deadlock' })] }, [1, 'ESCALATE', 'deadlock']],
    ['a cause nobody classified', { dimensions: [dimension({ blocked: true })] }, [1, 'ESCALATE', 'cause-unclassified']],
    ['an unrebutted scenario', { scenarios: [found({ status: 'unrebutted' })] }, [2, 'ESCALATE', 'unrebutted-scenario']],
    ['an escalate', { escalates: true }, [2, 'ESCALATE', 'escalate']],
    ['a structural cause', { dimensions: [dimension({ blocked: true })], causes: [structural, local] }, [3, 'BLOCK', 'structural-cause']],
    ['a structural scenario', { scenarios: [found({ repair: 'structural' })] }, [3, 'BLOCK', 'structural-scenario']],
    ['a blocked dimension', { dimensions: [dimension({ blocked: true })], causes: [local] }, [4, 'ITERATE', 'blocked-local']],
    ['a verified scenario', { scenarios: [found()] }, [5, 'ITERATE', 'verified-scenario']],
    ['a blocking caveat', { caveats: [kept()] }, [5, 'ITERATE', 'blocking-caveat']],
    ['a spec failure', { specFails: true }, [5, 'ITERATE', 'spec-failure']],
    ['the target', {}, [6, 'SHIP', 'at-target']],
    ['the band', { overall: 0.75 }, [7, 'SHIP_WITH_CAVEATS', 'caveat-band']],
    ['all else', { overall: 0.6 }, [8, 'ITERATE', 'below-band']],
  ])('R-TRI-66, R-TRI-65, R-TRI-64, R-TRI-63 and R-TRI-62: %s', (_, findings, wanted) => {
    expect(row(findings)).toEqual(wanted)
  })

  test('A-TRI-19 the first row that applies wins, with all its reasons', () => {
    const eight: Partial<Findings> = { overall: 0.1 }
    const five: Partial<Findings> = { ...eight, scenarios: [found()], caveats: [kept()], specFails: true }
    const four: Partial<Findings> = { ...five, dimensions: [dimension({ blocked: true })], causes: [local] }
    const three: Partial<Findings> = { ...four, causes: [local, structural], scenarios: [found({ repair: 'unsafe' })] }
    const two: Partial<Findings> = { ...three, scenarios: [...(three.scenarios ?? []), found({ status: 'unrebutted' })], escalates: true }
    const one: Partial<Findings> = {
      ...two,
      shortfalls: ['quorum', 'coverage'],
      dimensions: [dimension({ blocked: true }), dimension({ id: 'e', kind: 'deadlock' }), dimension({ id: 'f', blocked: true })],
    }
    expect(row(eight)).toEqual([8, 'ITERATE', 'below-band'])
    expect(row(five)).toEqual([5, 'ITERATE', 'verified-scenario', 'blocking-caveat', 'spec-failure'])
    expect(row(four)).toEqual([4, 'ITERATE', 'blocked-local'])
    expect(row(three)).toEqual([3, 'BLOCK', 'structural-cause', 'structural-scenario'])
    expect(row(two)).toEqual([2, 'ESCALATE', 'unrebutted-scenario', 'escalate'])
    expect(row(one)).toEqual([1, 'ESCALATE', 'quorum', 'coverage', 'deadlock', 'cause-unclassified'])
  })

  test.each<[number, number, string]>([
    [0.8, 0.8, 'SHIP'],
    [0.7999999999, 0.8, 'SHIP'],
    [0.79999999, 0.8, 'SHIP_WITH_CAVEATS'],
    [0.7, 0.8, 'SHIP_WITH_CAVEATS'],
    [0.8 - 0.1, 0.8, 'SHIP_WITH_CAVEATS'],
    [0.6999999999, 0.8, 'SHIP_WITH_CAVEATS'],
    [0.69999999, 0.8, 'ITERATE'],
    [1, 1, 'SHIP'],
    [0.05, 0.1, 'SHIP_WITH_CAVEATS'],
    [0, 0.1, 'SHIP_WITH_CAVEATS'],
  ])('R-TRI-62, R-TRI-63 and A-TRI-6: %s against a target of %s is %s', (overall, target, verdict) => {
    expect(verdictRow({ ...nothing, overall, target }).verdict).toBe(verdict)
  })

  test('no overall is never at the target', () => {
    for (const target of [0.8, 0.05, 1e-10]) expect(row({ overall: null, target })).toEqual([8, 'ITERATE', 'below-band'])
  })

  test('only what is open counts: other statuses and repairs reach no row', () => {
    for (const status of ['discarded', 'refuted', 'rebutted', 'unrebutted'] as const) {
      expect(row({ scenarios: [found({ status, class: 'other', repair: 'structural' })] })[0], status).toBe(6)
    }
    expect(row({ scenarios: [found({ fixed: true })] })[0]).toBe(6)
    expect(row({ caveats: [kept({ status: 'fixed' }), kept({ blocking: false })] })[0]).toBe(6)
    expect(row({ causes: [{ ...structural, classified: false }] })[0]).toBe(6)
  })

  test('C-SCENFIXED a fix answers row 5 only: a structural scenario once verified blocks, marked fixed or not', () => {
    expect(row({ scenarios: [found({ fixed: true, repair: 'unsafe' })] })).toEqual([3, 'BLOCK', 'structural-scenario'])
    expect(row({ scenarios: [found({ fixed: true, repair: 'local' })] })[0]).toBe(6)
  })

  test('a cause classifies its own dimension only', () => {
    const dimensions = [dimension({ blocked: true }), dimension({ id: 'e', blocked: true })]
    expect(row({ dimensions, causes: [local] })).toEqual([1, 'ESCALATE', 'cause-unclassified'])
    expect(row({ dimensions, causes: [local, { ...local, dimension: 'e' }] })[0]).toBe(4)
  })
})

describe('the host', () => {
  const host = { mode: 'build', round: { index: 1, max: 3 }, dispatchesLeft: 5 } as const
  const band: Row = { row: 7, verdict: 'SHIP_WITH_CAVEATS', reasons: ['caveat-band'] }
  const iterate: Row = { row: 8, verdict: 'ITERATE', reasons: ['below-band'] }

  test('R-TRI-63 and R-TRI-85 in a build an open caveat makes SHIP_WITH_CAVEATS an ITERATE', () => {
    const wanted = { row: 7, verdict: 'ITERATE', reasons: ['caveat-band', 'caveats-not-settled'] }
    expect(withHost(band, [kept({ status: 'deferred' }), kept()], host)).toEqual(wanted)
    expect(withHost(band, [kept()], { ...host, mode: 'final' })).toEqual(band)
    expect(withHost({ row: 6, verdict: 'SHIP', reasons: [] }, [kept()], host).verdict).toBe('SHIP')
  })

  test('R-TRI-85 and C-FIXEDCAVEAT fixed, deferred and accepted are settled', () => {
    const settled = [kept({ status: 'fixed' }), kept({ status: 'deferred' }), kept({ accepted: true })]
    expect(withHost(band, settled, host)).toEqual(band)
    for (const one of settled) expect(withHost(band, [one], host)).toEqual(band)
  })

  test('C-NOCAVEATS in the band without a caveat the verdict stands', () => {
    expect(withHost(band, [], host)).toEqual(band)
  })

  test.each<[number, number, number, string, string[]]>([
    [1, 3, 5, 'ITERATE', []],
    [2, 3, 1, 'ITERATE', []],
    [3, 3, 1, 'ESCALATE', ['budget-rounds']],
    [4, 3, 1, 'ESCALATE', ['budget-rounds']],
    [1, 1, 1, 'ESCALATE', ['budget-rounds']],
    [2, 3, 0, 'ESCALATE', ['budget-dispatches']],
    [3, 3, 0, 'ESCALATE', ['budget-rounds', 'budget-dispatches']],
  ])('R-TRI-70 and C-ROUND0 an ITERATE in round %s of %s with %s dispatches left: %s', (index, max, dispatchesLeft, verdict, spent) => {
    const got = withHost(iterate, [], { mode: 'final', round: { index, max }, dispatchesLeft })
    expect(got).toEqual({ row: 8, verdict, reasons: ['below-band', ...spent] })
  })

  test('A-TRI-20 spent budgets touch nothing but an ITERATE, and one made by the build mode too', () => {
    const spent = { mode: 'build', round: { index: 3, max: 3 }, dispatchesLeft: 0 } as const
    for (const verdict of ['SHIP', 'SHIP_WITH_CAVEATS', 'BLOCK'] as const) {
      expect(withHost({ row: 6, verdict, reasons: [] }, [], spent).verdict).toBe(verdict)
    }
    expect(withHost(band, [kept()], spent)).toEqual({
      row: 7,
      verdict: 'ESCALATE',
      reasons: ['caveat-band', 'caveats-not-settled', 'budget-rounds', 'budget-dispatches'],
    })
    expect(withHost({ row: 1, verdict: 'ESCALATE', reasons: ['quorum'] }, [], spent).reasons).toEqual(['quorum'])
  })
})

describe('a whole ruling', () => {
  const low = (more: Json = {}): Json => ({ score: 3, claims: [claim({ text: 'no lock', citations: [quote()], ...more })] })
  const outcome = ({ verdict, row: number, reasons }: VerdictRuling): unknown[] => [number, verdict, ...reasons]
  const weighted = (input: Json): Json => ({
    ...input,
    rubric: {
      criteria: ['c'],
      dimensions: [
        { id: 'd', weight: 1 },
        { id: 'e', weight: 9 },
      ],
    },
  })

  test('R-TRI-59 adds consensus over ten times weight', () => {
    const rubric = {
      criteria: ['c'],
      dimensions: [
        { id: 'd', weight: 5 },
        { id: 'e', weight: 3 },
        { id: 'f', weight: 2 },
      ],
    }
    const ruling = verdictOf(inputOf(panelOf({ d: [9, 9, 8], e: [8, 8, 9], f: [8, 9, 9] }), { rubric }))
    expect(ruling.dimensions.map(({ part }) => part?.toFixed(5))).toEqual(['0.43333', '0.25000', '0.17333'])
    expect(ruling.overall?.toFixed(5)).toBe('0.85667')
    expect(ruling.verdict).toBe('SHIP')
  })

  test('R-TRI-59 there is no overall while a dimension has no consensus', () => {
    const ruling = ruledOn({ d: [9, 9], e: [4, 7] })
    expect(ruling.overall).toBeNull()
    expect(ruling.dimensions.map(({ part }) => part)).toEqual([0.45, null])
  })

  test('R-TRI-58 a deadlock escalates with all scorecards and rationales of its dimension', () => {
    const ruling = ruledOn({ d: [{ score: 3, rationale: 'It leaks.' }, 6, 9], e: [7, 7, 7] })
    expect(outcome(ruling)).toEqual([1, 'ESCALATE', 'deadlock'])
    expect(
      ruling.escalation?.scorecards.map(({ member, scores }) => `${member} ${scores.map((one) => `${one.dimension} ${one.score}`).join()}`),
    ).toEqual(['adversary d 3', 'fitness d 9', 'quality d 6'])
    expect(ruling.escalation?.scorecards[0]?.scores[0]?.rationale).toBe('It leaks.')
    expect(ruling.dissents).toEqual([])
  })

  test('A-TRI-2 convergence is settled dimension by dimension', () => {
    const ruling = ruledOn({ d: [8, 8, 8], e: [4, 8, 8], f: [6, 7, 8] })
    expect(ruling.dimensions.map(({ kind }) => kind)).toEqual(['converged', 'majority', 'median'])
    expect(ruling.dissents.map(({ dimension: id, member }) => `${id} ${member}`)).toEqual(['e adversary', 'f adversary', 'f fitness'])
  })

  test('R-TRI-60 the target is 0.80 unless the rubric gives another', () => {
    expect(ruledOn({ d: [8, 8] }).target).toBe(0.8)
    expect(ruledOn({ d: [8, 8] }).verdict).toBe('SHIP')
    expect(ruledOn({ d: [7.9, 7.9] }).verdict).toBe('SHIP_WITH_CAVEATS')
    const stricter = ruledOn({ d: [8, 8] }, {}, { rubric: { criteria: ['c'], dimensions: ['d'], target: 0.81 } })
    expect([stricter.target, stricter.verdict]).toEqual([0.81, 'SHIP_WITH_CAVEATS'])
  })

  test('A-TRI-13 at the target harmless caveats ship along; in the band no caveat is needed', () => {
    expect(ruledOn({ d: [8, 8] }, { quality: { caveats: [caveat({ fix: 'f' })] } }).verdict).toBe('SHIP')
    expect(ruledOn({ d: [7.5, 7.5] }).verdict).toBe('SHIP_WITH_CAVEATS')
    expect(ruledOn({ d: [7.5, 7.5] }, {}, { mode: 'build' }).verdict).toBe('SHIP_WITH_CAVEATS')
  })

  test('R-TRI-63 and R-TRI-85 in a build: a fix is an answer, a deferral has its reason, an acceptance a person’s name', () => {
    const settled = (responses: Json[], mode = 'build'): string => {
      return ruledOn({ d: [7.5, 7.5] }, { quality: { caveats: [caveat({ fix: 'f' })] } }, { responses, mode }).verdict
    }
    const answer = { member: 'quality', caveat: 'c1' }
    expect(settled([])).toBe('ITERATE')
    expect(settled([], 'final')).toBe('SHIP_WITH_CAVEATS')
    expect(settled([{ ...answer, kind: 'fixed', reason: 'r' }])).toBe('SHIP_WITH_CAVEATS')
    expect(settled([{ ...answer, kind: 'deferred', reason: 'r' }])).toBe('SHIP_WITH_CAVEATS')
    expect(settled([{ ...answer, kind: 'deferred' }])).toBe('ITERATE')
    expect(settled([{ ...answer, kind: 'accepted', by: { kind: 'human', id: 'ana' } }])).toBe('SHIP_WITH_CAVEATS')
    expect(settled([{ ...answer, kind: 'accepted', by: { kind: 'agent', id: 'bot' } }])).toBe('ITERATE')
    expect(settled([{ ...answer, kind: 'accepted', by: { kind: 'seat', id: 'quality' } }])).toBe('ITERATE')
    expect(settled([{ ...answer, kind: 'accepted' }])).toBe('ITERATE')
    expect(settled([{ ...answer, kind: 'rebuttal', by: { kind: 'human', id: 'ana' }, citations: [quote()] }])).toBe('ITERATE')
  })

  test('R-TRI-64 a blocked dimension with local causes iterates at any overall', () => {
    const panel = panelOf({ d: [low({ repair: 'local', fix: 'lock' }), low(), 8], e: [9.9, 9.9, 9.9] })
    const ruling = verdictOf(weighted(inputOf(panel, { synthesis: 'waived' })))
    expect(outcome(ruling)).toEqual([4, 'ITERATE', 'blocked-local'])
    expect(ruling.overall ?? 0).toBeGreaterThan(0.9)
    expect(ruling.fixList).toMatchObject([{ fix: 'lock', from: 'claim', member: 'adversary', dimension: 'd', repair: 'local' }])
  })

  test.each(['structural', 'unsafe'])('R-TRI-65 a %s cause blocks, low scores alone never', (repair) => {
    expect(outcome(ruledOn({ d: [low({ repair }), low()] }))).toEqual([3, 'BLOCK', 'structural-cause'])
    expect(ruledOn({ d: [low(), low()] }).verdict).not.toBe('BLOCK')
    expect(ruledOn({ d: [low({ repair: 'local', fix: 'f' }), low()] }).verdict).toBe('ITERATE')
    expect(ruledOn({ d: [5, 5], e: [4, 4] }).verdict).toBe('ITERATE')
    expect(ruledOn({ d: [low({ repair }), 8, 8] }).verdict).toBe('SHIP')
  })

  test('R-TRI-67 a panel that recommends BLOCK over local causes only gets an ITERATE', () => {
    const says = { recommendation: 'BLOCK' }
    const scores = { d: [low({ repair: 'local', fix: 'lock' }), low({ repair: 'local', fix: 'lock it' })] }
    expect(ruledOn(scores, { adversary: says, quality: says }).verdict).toBe('ITERATE')
    const deep = { d: [low({ repair: 'local', fix: 'lock' }), low({ repair: 'structural' })] }
    expect(ruledOn(deep, { adversary: says, quality: says }).verdict).toBe('BLOCK')
  })

  test('R-TRI-66 recommendations never decide', () => {
    for (const recommendation of ['SHIP', 'SHIP_WITH_CAVEATS', 'ITERATE', 'BLOCK']) {
      const changes = { adversary: { recommendation }, quality: { recommendation } }
      expect(ruledOn({ d: [8, 8] }, changes).verdict).toBe('SHIP')
      expect(ruledOn({ d: [5, 5] }, changes).verdict).toBe('ITERATE')
    }
  })

  test('A-TRI-16 a blocked dimension with no classified cause escalates: local is never a guess', () => {
    const ruling = ruledOn({ d: [low(), low()] })
    expect(outcome(ruling)).toEqual([1, 'ESCALATE', 'cause-unclassified'])
    expect(ruling.escalation?.unclassified).toEqual([{ dimension: 'd', members: ['adversary', 'quality'] }])
    expect(outcome(ruledOn({ d: [low({ repair: 'local' }), low()] }))).toEqual([1, 'ESCALATE', 'cause-unclassified'])
    expect(outcome(ruledOn({ d: [low({ repair: 'local', fix: ' ' }), low()] }))[0]).toBe(1)
    expect(outcome(ruledOn({ d: [low({ repair: 'local', fix: 'f' }), low()] }))[0]).toBe(4)
  })

  test('C-ROW4 one classified cause is enough, and those unclassified are listed beside the fix list', () => {
    const silent = { score: 3, claims: [claim({ text: 'nobody owns the lock' })] }
    const ruling = ruledOn({ d: [low({ repair: 'local', fix: 'lock' }), silent, 8], e: [9, 9, 9] })
    expect(outcome(ruling)).toEqual([4, 'ITERATE', 'blocked-local'])
    expect(ruling.fixList.map(({ fix }) => fix)).toEqual(['lock'])
    // The account of steps is no list; whatever the field is called, the cause's own words stand in it.
    expect(JSON.stringify({ ...ruling, trace: [] })).toContain('nobody owns the lock')
  })

  test('A-TRI-20 in the last round only an ITERATE escalates', () => {
    const last = { round: { index: 3, max: 3 }, dispatchesLeft: 0 }
    expect(ruledOn({ d: [8, 8] }, {}, last).verdict).toBe('SHIP')
    expect(ruledOn({ d: [7, 7] }, {}, last).verdict).toBe('SHIP_WITH_CAVEATS')
    expect(ruledOn({ d: [low({ repair: 'unsafe' }), low()] }, {}, last).verdict).toBe('BLOCK')
    expect(outcome(ruledOn({ d: [6, 6] }, {}, last))).toEqual([8, 'ESCALATE', 'below-band', 'budget-rounds', 'budget-dispatches'])
  })
})

describe('causes of a blocked dimension', () => {
  const bad = { score: 3, claims: [claim({ text: 'bad' })] }
  const verdictWith = (first: Json, more: Json = {}, input: Json = {}): number =>
    ruledOn({ d: [first, bad] }, { adversary: more }, input).row

  test('C-LOCALUNANCHORED a claim must anchor to be a cause', () => {
    const anchored = { score: 3, claims: [claim(), claim({ text: 'slow', repair: 'local', fix: 'f' })] }
    const refuted = { score: 3, claims: [claim(), falseClaim({ repair: 'local', fix: 'f' })] }
    const bare = { score: 3, claims: [claim(), { text: 'slow', citations: [], repair: 'local', fix: 'f' }] }
    expect(verdictWith(anchored)).toBe(4)
    expect(verdictWith(refuted)).toBe(1)
    expect(verdictWith(bare)).toBe(1)
    const byIndex = { adjudications: [byHand({ member: 'adversary', dimension: 'd', claim: 1, outcome: 'upheld' })] }
    expect(verdictWith(refuted, {}, byIndex)).toBe(1)
  })

  test('a claim that a hand refuted is none, though its quote stands', () => {
    const first = { score: 3, claims: [claim({ text: 'slow', repair: 'local', fix: 'f' }), claim({ text: 'kept' })] }
    const byIndex = { adjudications: [byHand({ member: 'adversary', dimension: 'd', claim: 0 })] }
    expect([verdictWith(first), verdictWith(first, {}, byIndex)]).toEqual([4, 1])
  })

  test('a structural scenario that holds is a structural cause', () => {
    expect(verdictWith(bad, { scenarios: [scenario({ class: 'other', repair: 'structural' })] })).toBe(3)
    expect(verdictWith(bad, { scenarios: [scenario({ class: 'other', repair: 'structural', citations: [] })] })).toBe(1)
  })

  test('C-LOCALUNANCHORED a caveat needs an anchor for structural and unsafe only', () => {
    const row3 = (repair: string, citations: Json[]): number => verdictWith(bad, { caveats: [caveat({ repair, citations })] })
    expect([row3('structural', []), row3('structural', [quote()])]).toEqual([1, 3])
    expect([row3('unsafe', []), row3('unsafe', [quote()])]).toEqual([1, 3])
    expect(verdictWith(bad, { caveats: [caveat({ repair: 'local', fix: 'f' })] })).toBe(4)
    expect(verdictWith(bad, { caveats: [caveat({ fix: 'f' })] })).toBe(1)
  })

  test('C-REBUTTEDCAUSE verified and unrebutted scenarios are causes, no others', () => {
    const open = { scenarios: [scenario({ class: 'other', fix: 'f' })] }
    const target = { member: 'adversary', scenario: 'sc1' }
    const answered = (kind: string, more: Json): Json => ({ responses: [{ kind, ...target, ...more }] })
    const decided = (outcome: string): Json => ({ adjudications: [byHand({ ...target, outcome })] })
    expect(verdictWith(bad, open)).toBe(4)
    expect(verdictWith(bad, open, decided('upheld'))).toBe(4)
    expect(verdictWith(bad, open, decided('refuted'))).toBe(1)
    expect(verdictWith(bad, open, answered('rebuttal', { citations: [quote()] }))).toBe(1)
    expect(verdictWith(bad, open, answered('fixed', { reason: 'r' }))).toBe(1)
    expect(verdictWith(bad, { scenarios: [scenario({ class: 'other', fix: 'f', citations: [] })] })).toBe(1)
    expect(verdictWith(bad, { scenarios: [scenario({ class: 'other' })] })).toBe(1)
  })

  test('C-REBUTTEDCAUSE one without a dimension bears on every blocked dimension its member scored at 3 or less, one with it on that', () => {
    const two = (more: Json): VerdictRuling => {
      const panel = panelOf({ d: [bad, bad], e: [bad, bad] }, { adversary: { caveats: [caveat({ repair: 'local', fix: 'f', ...more })] } })
      return verdictOf(inputOf(panel))
    }
    expect(two({}).row).toBe(4)
    expect(two({ dimension: 'd' }).row).toBe(1)
    expect(two({ dimension: 'd' }).escalation?.unclassified.map(({ dimension: id }) => id)).toEqual(['e'])
    const scenarios = (more: Json): number => {
      const panel = panelOf({ d: [bad, bad], e: [bad, bad] }, { quality: { scenarios: [scenario({ class: 'other', fix: 'f', ...more })] } })
      return verdictOf(inputOf(panel)).row
    }
    expect([scenarios({}), scenarios({ dimension: 'e' })]).toEqual([4, 1])
  })

  test('what members above 3 name is no cause', () => {
    const high = { caveats: [caveat({ repair: 'structural', citations: [quote(heldToo)], fix: 'f' })] }
    const ruling = ruledOn({ d: [bad, bad, 4] }, { fitness: high })
    expect(ruling.reasons).toEqual(['cause-unclassified'])
    expect(ruledOn({ d: [bad, bad, 3] }, { fitness: high }).reasons).toEqual(['structural-cause'])
    expect(ruledOn({ d: [bad, bad, 3.0000000001] }, { fitness: high }).reasons).toEqual(['structural-cause'])
  })

  test('C-TOLERANCE whoever stands at 3 but for rounding is named among those who don’t say how far it reaches', () => {
    const ruling = ruledOn({ d: [{ ...bad, score: 3.0000000001 }, bad] })
    expect(ruling.escalation?.unclassified).toEqual([{ dimension: 'd', members: ['adversary', 'quality'] }])
  })

  test('a revised score brings its own claims, and a member’s standing scenarios come along', () => {
    const revise = { member: 'adversary', dimension: 'd', action: 'REVISE', score: 3, justification: 'j' }
    const fixable = { claims: [claim({ text: 'x', repair: 'local', fix: 'lock' })] }
    const input = (more: Json): Json => inputOf(panelOf({ d: [6, bad, 3] }), { synthesis: [{ ...revise, ...more }] })
    expect(rulingOf(input(fixable), 'verdict').row).toBe(4)
    expect(rulingOf(input({}), 'verdict').row).toBe(1)
  })
})
