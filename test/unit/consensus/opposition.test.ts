import { describe, expect, test } from 'vitest'
import type { Json, VerdictRuling } from '../../support/consensus-input'
import {
  byHand,
  caveat,
  claim,
  falseClaim,
  faultsOf,
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

// Two members at 8: a SHIP, were it not for what is said beside the scores.
function ruled(changes: Readonly<Record<string, Json>>, more: Json = {}): VerdictRuling {
  return ruledOn({ d: [8, 8] }, changes, more)
}

function withScenario(more: Json, input: Json = {}): VerdictRuling {
  return ruled({ quality: { scenarios: [scenario(more)] } }, input)
}

const onScenario = { member: 'quality', scenario: 'sc1' }
const rebuttal = { kind: 'rebuttal', ...onScenario, citations: [quote()] }
const upheld = { adjudications: [byHand({ ...onScenario, outcome: 'upheld' })] }
const refuted = { adjudications: [byHand({ ...onScenario, outcome: 'refuted' })] }

function outcome({ verdict, row, reasons, scenarios }: VerdictRuling): unknown[] {
  return [scenarios[0]?.status, verdict, row, ...reasons]
}

describe('scenarios', () => {
  test.each(['correctness', 'safety'])('R-TRI-33 an unrebutted one on %s escalates, whoever raised it', (defect) => {
    expect(outcome(withScenario({ class: defect }))).toEqual(['unrebutted', 'ESCALATE', 2, 'unrebutted-scenario'])
    const byAdversary = ruled({ adversary: { scenarios: [scenario({ class: defect })] } })
    expect(outcome(byAdversary)).toEqual(['unrebutted', 'ESCALATE', 2, 'unrebutted-scenario'])
  })

  test('R-TRI-33 one on anything else does not, nor does one that was rebutted', () => {
    expect(outcome(withScenario({ class: 'other' }))).toEqual(['unrebutted', 'SHIP', 6, 'at-target'])
    expect(outcome(withScenario({}, { responses: [rebuttal] }))).toEqual(['rebutted', 'SHIP', 6, 'at-target'])
  })

  test('R-TRI-33 a rebuttal needs an anchored citation and the right scenario', () => {
    const status = (response: Json): unknown => {
      const scenarios = [scenario(), scenario({ id: 'sc2', class: 'other' })]
      return ruled({ quality: { scenarios } }, { responses: [response] }).scenarios[0]?.status
    }
    expect(status(rebuttal)).toBe('rebutted')
    expect(status({ ...rebuttal, citations: [] })).toBe('unrebutted')
    expect(status({ ...rebuttal, citations: [quote(lie)] })).toBe('unrebutted')
    expect(status({ ...rebuttal, scenario: 'sc2' })).toBe('unrebutted')
    expect(status({ ...rebuttal, kind: 'deferred', reason: 'later' })).toBe('unrebutted')
    expect(status({ ...rebuttal, kind: 'accepted', by: { kind: 'human', id: 'ana' } })).toBe('unrebutted')
  })

  test('ids are a member’s own: answering one member’s scenario leaves another’s of the same id open', () => {
    const both = { adversary: { scenarios: [scenario()] }, quality: { scenarios: [scenario()] } }
    const { scenarios, verdict } = ruled(both, { responses: [rebuttal] })
    expect(scenarios.map(({ member, status }) => `${member} ${status}`)).toEqual(['adversary unrebutted', 'quality rebutted'])
    expect(verdict).toBe('ESCALATE')
    const byHandOnly = ruled(both, refuted)
    expect(byHandOnly.scenarios.map(({ status }) => status)).toEqual(['unrebutted', 'refuted'])
  })

  test('R-TRI-32 and C-BOTHBLANK one without an input, a wrong behaviour or an anchor is discarded with a record', () => {
    const record = (more: Json): unknown => {
      const ruling = withScenario(more)
      expect(outcome(ruling)).toEqual(['discarded', 'SHIP', 6, 'at-target'])
      return ruling.discarded
    }
    const dropped = { what: 'scenario', member: 'quality', id: 'sc1' }
    expect(record({ input: ' ' })).toEqual([{ ...dropped, text: '  -> lets one through', why: 'incomplete' }])
    expect(record({ wrongBehaviour: '' })).toEqual([{ ...dropped, text: 'limit 0 -> ', why: 'incomplete' }])
    expect(record({ citations: [] })).toEqual([{ ...dropped, text: 'limit 0 -> lets one through', why: 'unanchored' }])
    expect(record({ citations: [quote(lie)] })).toEqual([{ ...dropped, text: 'limit 0 -> lets one through', why: 'unanchored' }])
    expect(withScenario({}).discarded).toEqual([])
  })

  test('R-TRI-32 what is discarded can’t be verified into a finding', () => {
    expect(outcome(withScenario({ citations: [] }, upheld))).toEqual(['discarded', 'SHIP', 6, 'at-target'])
    expect(outcome(withScenario({ input: '' }, upheld))).toEqual(['discarded', 'SHIP', 6, 'at-target'])
  })

  test('A-TRI-17 verified and local it iterates, refuted it does nothing, neither it escalates', () => {
    expect(outcome(withScenario({ fix: 'check zero' }, upheld))).toEqual(['verified', 'ITERATE', 5, 'verified-scenario'])
    expect(outcome(withScenario({}, refuted))).toEqual(['refuted', 'SHIP', 6, 'at-target'])
    expect(outcome(withScenario({}))).toEqual(['unrebutted', 'ESCALATE', 2, 'unrebutted-scenario'])
    expect(outcome(withScenario({ class: 'other' }, upheld))).toEqual(['verified', 'ITERATE', 5, 'verified-scenario'])
  })

  test('A-TRI-17 what a hand decided goes before a rebuttal', () => {
    expect(outcome(withScenario({}, { ...upheld, responses: [rebuttal] }))[0]).toBe('verified')
  })

  test.each(['structural', 'unsafe'])('A-TRI-15 and R-TRI-65 verified and %s it blocks where no dimension is blocked', (repair) => {
    expect(outcome(withScenario({ repair }, upheld))).toEqual(['verified', 'BLOCK', 3, 'structural-scenario'])
    expect(outcome(withScenario({ repair, class: 'other' }))).toEqual(['unrebutted', 'SHIP', 6, 'at-target'])
    expect(outcome(withScenario({ repair: 'local' }, upheld))[1]).toBe('ITERATE')
  })

  test('C-SCENFIXED a response marks a verified one as fixed, with its reason', () => {
    const fixed = (response: Json, more: Json = {}): unknown[] => outcome(withScenario(more, { ...upheld, responses: [response] }))
    expect(fixed({ kind: 'fixed', ...onScenario, reason: 'in 4be07d1' })).toEqual(['verified', 'SHIP', 6, 'at-target'])
    expect(fixed({ kind: 'fixed', ...onScenario })).toEqual(['verified', 'ITERATE', 5, 'verified-scenario'])
    expect(fixed({ kind: 'fixed', ...onScenario, reason: ' ' })).toEqual(['verified', 'ITERATE', 5, 'verified-scenario'])
    expect(fixed({ kind: 'deferred', ...onScenario, reason: 'later' })).toEqual(['verified', 'ITERATE', 5, 'verified-scenario'])
    expect(withScenario({}, { ...upheld, responses: [{ kind: 'fixed', ...onScenario, reason: 'r' }] }).scenarios[0]?.fixed).toBe(true)
  })

  test('R-TRI-69 an unproven outlier sinks nothing, a verified failure goes before the math', () => {
    const three = (more: Json): VerdictRuling =>
      ruledOn({ d: [1, 9, 9] }, { adversary: { scenarios: [scenario({ class: 'other' })] } }, more)
    expect(three({}).verdict).toBe('SHIP')
    const proven = { adjudications: [byHand({ member: 'adversary', scenario: 'sc1', outcome: 'upheld' })] }
    expect(three(proven).verdict).toBe('ITERATE')
  })

  test('every scenario ends in the ruling with its member, status and place', () => {
    const { citations: _, ...said } = scenario({ fix: 'f', dimension: 'd', citations: [quote(heldToo)] })
    const ruling = ruled({ quality: { scenarios: [scenario({ fix: 'f', dimension: 'd', citations: [quote(heldToo)] })] } }, refuted)
    expect(ruling.scenarios).toEqual([
      { member: 'quality', ...said, status: 'refuted', fixed: false, place: { path: 'src/limiter.ts', line: 3 } },
    ])
  })
})

describe('a member’s escalate', () => {
  const escalate = { adversary: { escalate: 'nobody can roll this back' } }
  const target = { target: 'escalate', member: 'adversary' }

  test('R-TRI-34 is honoured', () => {
    expect(outcome(ruled(escalate))).toEqual([undefined, 'ESCALATE', 2, 'escalate'])
    expect(outcome(ruled({ quality: escalate.adversary }))).toEqual([undefined, 'ESCALATE', 2, 'escalate'])
    expect(ruled(escalate).escalation?.escalations).toEqual([{ member: 'adversary', text: 'nobody can roll this back' }])
    expect(outcome(ruled({ adversary: { escalate: ' ' } }))[1]).toBe('SHIP')
    expect(outcome(ruled({}))[1]).toBe('SHIP')
  })

  test('A-TRI-18 refuted with evidence it has no effect and stays on record', () => {
    const ruling = ruled(escalate, { adjudications: [byHand(target)] })
    expect(ruling.verdict).toBe('SHIP')
    expect(ruling.adjudications).toMatchObject([{ target: 'escalate', member: 'adversary', outcome: 'refuted' }])
    expect(ruled(escalate, { adjudications: [byHand({ ...target, outcome: 'upheld' })] }).verdict).toBe('ESCALATE')
  })

  test('one member’s refutation is not another’s', () => {
    const both = { adversary: escalate.adversary, quality: { escalate: 'I agree' } }
    const ruling = ruled(both, { adjudications: [byHand(target)] })
    expect(ruling.verdict).toBe('ESCALATE')
    expect(ruling.escalation?.escalations).toEqual([{ member: 'quality', text: 'I agree' }])
  })

  test('both reasons of the row are named', () => {
    expect(ruled({ quality: { escalate: 'stop', scenarios: [scenario()] } }).reasons).toEqual(['unrebutted-scenario', 'escalate'])
  })
})

describe('caveats', () => {
  const withCaveat = (more: Json, input: Json = {}): VerdictRuling => ruled({ quality: { caveats: [caveat(more)] } }, input)
  const answer = (kind: string, more: Json = {}): Json => ({ responses: [{ kind, member: 'quality', caveat: 'c1', ...more }] })
  const state = ({ verdict, caveats: [one] }: VerdictRuling): unknown[] => [one?.status, one?.blocking, verdict]

  test.each(['correctness', 'safety'])('R-TRI-68 and A-TRI-14 one that asserts a %s defect blocks, fix or not', (defect) => {
    expect(state(withCaveat({ class: defect }))).toEqual(['open', true, 'ITERATE'])
    expect(state(withCaveat({ class: defect, fix: 'mend it' }))).toEqual(['open', true, 'ITERATE'])
    expect(withCaveat({ class: defect }).reasons).toEqual(['blocking-caveat'])
    expect(withCaveat({ class: defect }).row).toBe(5)
  })

  test('R-TRI-68 and A-TRI-13 any other blocks only without a concrete fix or a reasoned deferral', () => {
    expect(state(withCaveat({}))).toEqual(['open', true, 'ITERATE'])
    expect(state(withCaveat({ fix: ' ' }))).toEqual(['open', true, 'ITERATE'])
    expect(state(withCaveat({ fix: 'write it down' }))).toEqual(['open', false, 'SHIP'])
    expect(state(withCaveat({}, answer('deferred', { reason: 'after the release' })))).toEqual(['deferred', false, 'SHIP'])
    expect(state(withCaveat({}, answer('deferred')))).toEqual(['open', true, 'ITERATE'])
    expect(state(withCaveat({}, answer('deferred', { reason: ' ' })))).toEqual(['open', true, 'ITERATE'])
  })

  test('C-DEFERUNBLOCKS a deferral never unblocks a correctness or safety defect, only a fix does', () => {
    for (const defect of ['correctness', 'safety']) {
      expect(state(withCaveat({ class: defect }, answer('deferred', { reason: 'later' })))).toEqual(['deferred', true, 'ITERATE'])
      expect(state(withCaveat({ class: defect }, answer('fixed', { reason: 'in 4be07d1' })))).toEqual(['fixed', true, 'SHIP'])
      expect(state(withCaveat({ class: defect }, answer('fixed')))).toEqual(['open', true, 'ITERATE'])
    }
  })

  test('a fix goes before a deferral, and each keeps its reason', () => {
    const both = [
      { kind: 'deferred', member: 'quality', caveat: 'c1', reason: 'later' },
      { kind: 'fixed', member: 'quality', caveat: 'c1', reason: 'done' },
    ]
    expect(withCaveat({}, { responses: both }).caveats).toMatchObject([{ status: 'fixed', reason: 'done' }])
    expect(withCaveat({}, answer('deferred', { reason: 'later' })).caveats).toMatchObject([{ status: 'deferred', reason: 'later' }])
  })

  test('other answers, and answers to others, settle nothing', () => {
    expect(state(withCaveat({}, answer('rebuttal', { reason: 'no', citations: [quote()] })))).toEqual(['open', true, 'ITERATE'])
    const two = { adversary: { caveats: [caveat()] }, quality: { caveats: [caveat(), caveat({ id: 'c2' })] } }
    const ruling = ruled(two, answer('fixed', { reason: 'done' }))
    expect(ruling.caveats.map(({ member, id, status }) => `${member}/${id} ${status}`)).toEqual([
      'adversary/c1 open',
      'quality/c1 fixed',
      'quality/c2 open',
    ])
  })

  test('every caveat ends in the ruling, with its place where it has one', () => {
    const ruling = ruled({
      quality: { caveats: [caveat({ citations: [quote()], repair: 'local', fix: 'f', dimension: 'd' }), caveat({ id: 'c2' })] },
    })
    expect(ruling.caveats).toEqual([
      {
        member: 'quality',
        id: 'c1',
        text: 'the window is not documented',
        class: 'other',
        repair: 'local',
        fix: 'f',
        dimension: 'd',
        anchored: true,
        status: 'open',
        accepted: false,
        blocking: false,
        place: { path: 'src/limiter.ts', line: 2 },
      },
      {
        member: 'quality',
        id: 'c2',
        text: 'the window is not documented',
        class: 'other',
        anchored: false,
        status: 'open',
        accepted: false,
        blocking: true,
      },
    ])
  })
})

describe('specification compliance', () => {
  const failing = (claims: Json[], input: Json = {}): VerdictRuling => {
    return ruledOn({ d: [9, 9] }, { quality: { specCompliance: { status: 'failed', claims } } }, input)
  }
  const target = { target: 'spec', member: 'quality' }

  test('R-TRI-39 a failure caps the verdict at ITERATE, however good the craft', () => {
    const ruling = failing([claim()])
    expect([ruling.verdict, ruling.row, ...ruling.reasons]).toEqual(['ITERATE', 5, 'spec-failure'])
    expect(ruling.overall).toBeCloseTo(0.9, 9)
    const met = ruledOn({ d: [9, 9] }, { quality: { specCompliance: { status: 'met', claims: [claim()] } } })
    expect(met.verdict).toBe('SHIP')
  })

  test('R-TRI-39 it caps, and lifts nothing: a BLOCK or an ESCALATE stays', () => {
    const spec = { specCompliance: { status: 'failed', claims: [claim()] } }
    expect(ruled({ quality: { ...spec, escalate: 'stop' } }).verdict).toBe('ESCALATE')
    const blocked = ruled({ quality: { ...spec, scenarios: [scenario({ repair: 'unsafe' })] } }, upheld)
    expect(blocked.verdict).toBe('BLOCK')
  })

  test('C-SPECANCHOR a failure without an anchored claim is discarded with a record', () => {
    const ruling = failing([falseClaim(), falseClaim({ text: 'twice' })])
    expect(ruling.verdict).toBe('SHIP')
    expect(ruling.discarded).toContainEqual({ what: 'spec', member: 'quality', text: 'everything is forgotten; twice', why: 'unanchored' })
    expect(failing([]).verdict).toBe('SHIP')
    expect(failing([falseClaim(), claim()]).verdict).toBe('ITERATE')
    expect(failing([claim()]).discarded).toEqual([])
    expect(failing([], { adjudications: [byHand({ ...target, outcome: 'upheld' })] }).verdict).toBe('SHIP')
  })

  test('a failure refuted by hand or rebutted with evidence no longer caps', () => {
    const said = { kind: 'rebuttal', member: 'quality', spec: true, citations: [quote()] }
    expect(failing([claim()], { adjudications: [byHand(target)] }).verdict).toBe('SHIP')
    expect(failing([claim()], { adjudications: [byHand({ ...target, outcome: 'upheld' })] }).verdict).toBe('ITERATE')
    expect(failing([claim()], { responses: [said] }).verdict).toBe('SHIP')
    expect(failing([claim()], { responses: [{ ...said, citations: [] }] }).verdict).toBe('ITERATE')
    expect(failing([claim()], { responses: [{ ...said, kind: 'fixed', reason: 'r' }] }).verdict).toBe('ITERATE')
    const byBoth = { adjudications: [byHand({ ...target, outcome: 'upheld' })], responses: [said] }
    expect(failing([claim()], byBoth).verdict).toBe('ITERATE')
  })

  test('an answer to something else of the member’s is none to its spec failure', () => {
    const spec = { specCompliance: { status: 'failed', claims: [claim()] }, scenarios: [scenario({ class: 'other' })] }
    expect(ruled({ quality: spec }, { responses: [rebuttal] }).verdict).toBe('ITERATE')
    expect(ruled({ quality: spec }, refuted).verdict).toBe('ITERATE')
  })
})

describe('responses', () => {
  const panel = panelOf({ d: [8, 8] }, { quality: { scenarios: [scenario({ class: 'other' })], caveats: [caveat({ fix: 'f' })] } })
  const faults = (response: Json): string[] => faultsOf(inputOf(panel, { responses: [response] }))

  test('answer one thing that is there', () => {
    expect(faults({ kind: 'fixed', member: 'quality', reason: 'r' })).toEqual(['response-target responses[0]'])
    expect(faults({ kind: 'fixed', member: 'quality', reason: 'r', scenario: 'sc1', caveat: 'c1' })).toEqual([
      'response-target responses[0]',
    ])
    expect(faults({ kind: 'fixed', member: 'nobody', reason: 'r', caveat: 'c1' })).toEqual(['target-unknown responses[0].member'])
    expect(faults({ kind: 'fixed', member: 'quality', reason: 'r', caveat: 'sc1' })).toEqual(['target-unknown responses[0].caveat'])
    expect(faults({ kind: 'fixed', member: 'quality', reason: 'r', scenario: 'c1' })).toEqual(['target-unknown responses[0].scenario'])
    verdictOf(inputOf(panel, { responses: [{ kind: 'fixed', member: 'quality', reason: 'r', caveat: 'c1' }] }))
  })

  test('a spec failure that is not there can’t be answered either', () => {
    expect(faults({ kind: 'rebuttal', member: 'quality', spec: true, citations: [quote()] })).toEqual(['target-unknown responses[0].spec'])
  })

  test('the number of targets is named', () => {
    expect(issuesOf(inputOf(panel, { responses: [{ kind: 'fixed', member: 'quality' }] }))).toEqual([
      { code: 'response-target', path: 'responses[0]', message: 'a response answers one scenario, caveat or spec failure, this one 0' },
    ])
  })
})
