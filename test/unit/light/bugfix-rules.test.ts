import { describe, expect, test } from 'vitest'
import { bugfix, bugfix2, bugfix3, evaluate } from '../../../src/entries/policy'
import type { Facts } from '../../../src/entries/policy'
import type { Authorization, FaultPayload } from '../../../src/entries/light'
import {
  authorizationLastsMs,
  authorize,
  dossierFields,
  judgeFault,
  parseFaultPayload,
  payloadHash,
  whatFollows,
} from '../../../src/entries/light'
import { grants } from '../../../src/light/light-event'

const dossier = { hypothesisedCause: 'c', supportingEvidence: ['s'], counterEvidence: ['n'], verification: 'v', rollback: 'r' }
const checks = { H1: 'no', H2: 'no', H3: 'no', H4: 'no' }
const payload: FaultPayload = { cause: 'RC1', solution: 'FX1', evidence: ['EV1'], scope: 'SC1', ...checks, dossier }
const clear = { cause: 'RC1', solution: 'FX1', evidence: 'EV1', scope: 'SC1', ...checks }
const policies = [bugfix, bugfix2, bugfix3]

/** Every combination of the first three axes of the table. */
const axes: readonly Facts[] = ['RC1', 'RC2', 'RC3'].flatMap((cause) =>
  ['FX1', 'FX2', 'FX3'].flatMap((solution) => ['SC1', 'SC2', 'SC3'].map((scope) => ({ ...clear, cause, solution, scope }))),
)

function granted(judged: FaultPayload, change: Partial<Authorization>, policy = bugfix, operation?: string) {
  const given: Authorization = {
    id: 'a1',
    card: 'F-1',
    payloadHash: payloadHash(judged),
    grant: 'attempt-hypothesis',
    by: { kind: 'human', id: 'mara' },
    givenAtMs: 1000,
    ...change,
  }
  const fault = { card: 'F-1', payload: judged, judgement: judgeFault(judged, policy), ...(operation === undefined ? {} : { operation }) }
  return authorize(fault, given, { nowMs: 2000, used: [], policy })
}

describe('H2 and H4', () => {
  test('A-TL-1 a severe operation is red ahead of the yellow checks, a contained one yellow, and one of no stated risk is no fact', () => {
    for (const policy of policies) {
      for (const facts of axes) {
        expect(evaluate(policy, { ...facts, H2: 'needed', H4: 'needed-severe' }).outcome).toBe('red')
        const masked = evaluate(policy, { ...facts, H4: 'needed-contained' }).outcome
        expect(masked).toBe(facts['cause'] === 'RC3' && facts['solution'] === 'FX3' ? 'red' : 'yellow')
      }
    }
    for (const H4 of ['needed', 'needed-unknown', 'yes', undefined]) {
      const parsed = parseFaultPayload({ ...payload, H4 })
      expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual(['H4'])
    }
  })

  test('A-TL-2 they are granted separately, H4 by naming the operation, and the first rule that matches decides while both are open', () => {
    const both = { ...payload, H2: 'needed', H4: 'needed-contained' }
    expect(judgeFault(both)).toMatchObject({ light: 'yellow', rule: '4b' })
    const one = granted(both, { grant: 'verification-fix' }, bugfix, 'drop table a')
    expect(one).toMatchObject({
      kind: 'judged-anew',
      payload: { H2: 'authorized', H4: 'needed-contained' },
      judgement: { light: 'yellow', rule: '4c' },
    })
    const named = { grant: 'dangerous-operation', operation: 'drop table a' } as const
    expect(granted(both, named, bugfix, 'drop table a')).toMatchObject({
      payload: { H2: 'needed', H4: 'authorized' },
      judgement: { light: 'yellow', rule: '4b' },
    })
    expect(granted(both, { ...named, operation: 'drop table b' }, bugfix, 'drop table a')).toMatchObject({ code: 'operation-not-named' })
    expect(granted(both, { grant: 'dangerous-operation' }, bugfix, 'drop table a')).toMatchObject({ code: 'operation-not-named' })
    for (const grant of ['attempt-hypothesis', 'observe-this-version'] as const) {
      expect(granted(both, { grant })).toMatchObject({ code: 'nothing-to-authorize' })
    }
  })

  test('A-TL-5 where an open one hides a red, granting it has the case judged anew, and the red shows', () => {
    const hiding = [bugfix, bugfix2].flatMap((policy) =>
      axes.flatMap((facts) => {
        const hidden: FaultPayload = { ...payload, ...(facts as typeof clear), evidence: ['EV1'], H2: 'needed' }
        const before = judgeFault(hidden, policy)
        if (before.light !== 'yellow' || evaluate(policy, facts).outcome !== 'red') return []
        expect(before.whenAuthorized).toBe('red')
        const after = granted(hidden, { grant: 'verification-fix' }, policy)
        expect(after).toMatchObject({ kind: 'judged-anew', judgement: { light: 'red' } })
        const contained = { ...hidden, H2: 'no', H4: 'needed-contained' }
        const grant = { grant: 'dangerous-operation', operation: 'drop table a' } as const
        expect(granted(contained, grant, policy, 'drop table a')).toMatchObject({ kind: 'judged-anew', judgement: { light: 'red' } })
        return [`${policy.version} ${facts['cause']} ${facts['solution']} ${facts['scope']}`]
      }),
    )
    expect(hiding).toEqual([
      '1 RC1 FX1 SC2',
      '1 RC1 FX1 SC3',
      ...[1, 2].flatMap((version) => ['SC1', 'SC2', 'SC3'].map((scope) => `${version} RC3 FX1 ${scope}`)),
    ])
  })

  test('A-TL-6 an open H2 keeps a fault from green just as an open H4 does', () => {
    for (const policy of policies) {
      expect(evaluate(policy, clear).outcome).toBe('green')
      for (const open of [{ H2: 'needed' }, { H4: 'needed-contained' }, { H4: 'needed-severe' }]) {
        expect(evaluate(policy, { ...clear, ...open }).outcome).not.toBe('green')
        for (const facts of axes) expect(evaluate(policy, { ...facts, ...open }).outcome).not.toBe('green')
      }
    }
  })
})

describe('what the three versions say of the open cells', () => {
  test('A-TL-3 RC1 with FX1 and a wider scope is red in bugfix@1, yellow in bugfix@2 and bugfix@3', () => {
    for (const scope of ['SC2', 'SC3']) {
      expect(policies.map((policy) => evaluate(policy, { ...clear, scope }).outcome)).toEqual(['red', 'yellow', 'yellow'])
      expect(granted({ ...payload, scope }, { grant: 'attempt-hypothesis' })).toMatchObject({ code: 'red-cannot-be-authorized' })
    }
  })

  test('A-TL-4 RC3 with FX1 is red in bugfix@1 and bugfix@2; bugfix@3 reads it as RC3 with FX2', () => {
    for (const scope of ['SC1', 'SC2', 'SC3']) {
      const facts = { ...clear, cause: 'RC3', scope }
      expect(policies.map((policy) => evaluate(policy, facts).outcome)).toEqual(['red', 'red', 'yellow'])
      const { outcome, rule, because } = evaluate(bugfix3, { ...facts, solution: 'FX2' })
      expect(evaluate(bugfix3, facts)).toMatchObject({ outcome, rule, because })
    }
  })

  test('A-TL-13 H1 is about evidence that cannot be gathered, H3 about a goal that is not unique', () => {
    expect(evaluate(bugfix, { ...clear, H1: 'yes' })).toMatchObject({ outcome: 'red', because: 'the key evidence cannot be gathered' })
    expect(evaluate(bugfix, { ...clear, H3: 'yes' })).toMatchObject({
      outcome: 'red',
      because: expect.stringMatching(/^the goal is not unique/),
    })
  })
})

describe('evidence before the table', () => {
  test('A-TL-7 L-CASCADE RC1 without EV1 or EV2 becomes RC2, RC2 on inference alone RC3, both at once if need be, and it is told', () => {
    const claims = [
      ['RC1', 'EV1', null, 'RC1'],
      ['RC1', 'EV2', null, 'RC1'],
      ['RC1', 'EV3', 'RC1', 'RC2'],
      ['RC1', 'EV4', 'RC1', 'RC3'],
      ['RC2', 'EV3', null, 'RC2'],
      ['RC2', 'EV4', 'RC2', 'RC3'],
      ['RC3', 'EV4', null, 'RC3'],
    ] as const
    for (const [cause, evidence, from, to] of claims) {
      const judged = judgeFault({ ...payload, cause, evidence: [evidence] })
      expect(judged.facts['cause'], `${cause} ${evidence}`).toBe(to)
      expect(judged.demoted === null ? null : [judged.demoted.from, judged.demoted.to]).toEqual(from === null ? null : [from, to])
    }
    const demoted = judgeFault({ ...payload, evidence: ['EV4'] })
    expect([demoted.light, demoted.demoted?.because]).toEqual(['red', expect.stringMatching(/evidence/)])
  })

  test('A-TL-8 the axis takes the strongest item of those given, wherever it stands', () => {
    for (const evidence of [
      ['EV4', 'EV3', 'EV1'],
      ['EV1', 'EV4'],
      ['EV3', 'EV1', 'EV2'],
    ]) {
      expect(judgeFault({ ...payload, evidence })).toMatchObject({ light: 'green', demoted: null, facts: { evidence: 'EV1' } })
    }
    expect(judgeFault({ ...payload, evidence: ['EV4', 'EV3'] }).facts['evidence']).toBe('EV3')
  })

  test('L-NOEVIDENCE no evidence item at all is a missing fact, and not an EV4', () => {
    for (const evidence of [[], undefined]) {
      const parsed = parseFaultPayload({ ...payload, evidence })
      expect(parsed.ok ? [] : parsed.issues.map(({ code, path }) => [code, path])).toEqual([['missing-fact', 'evidence']])
    }
    expect(() => judgeFault({ ...payload, evidence: [] })).toThrow('no evidence at all')
    expect(judgeFault({ ...payload, evidence: ['EV4'] }).facts['evidence']).toBe('EV4')
  })
})

describe('the dossier of a yellow', () => {
  test('A-TL-9 RC1 with FX3 is yellow by the table, and red as soon as verification or roll-back cannot be filled in', () => {
    const open = { ...payload, solution: 'FX3' }
    expect(judgeFault(open)).toMatchObject({ light: 'yellow', table: 'yellow' })
    for (const field of ['verification', 'rollback']) {
      const judged = judgeFault({ ...open, dossier: { ...dossier, [field]: null } })
      expect(judged).toMatchObject({ light: 'red', table: 'yellow', missing: [field] })
    }
  })

  test('A-TL-10 L-BLANK its completeness is part of the light: what is left out, white space or a list of that makes it red', () => {
    const yellow = { ...payload, cause: 'RC2' }
    expect(judgeFault(yellow).light).toBe('yellow')
    for (const field of dossierFields) {
      for (const blank of [undefined, null, '', ' \t\u200b\u3000', [], [' ', '\u200b'], [null, '']]) {
        const { [field]: _, ...others } = dossier
        const judged = judgeFault({ ...yellow, dossier: blank === undefined ? others : { ...dossier, [field]: blank } })
        expect([judged.light, judged.missing], `${field} ${JSON.stringify(blank)}`).toEqual(['red', [field]])
      }
      expect(judgeFault({ ...yellow, dossier: { ...dossier, [field]: [' ', 'x'] } }).light).toBe('yellow')
    }
    expect(judgeFault({ ...yellow, dossier: null }).missing).toEqual(dossierFields)
  })
})

test('A-TL-12 an authorization is a human’s, of card, payload hash and grant; it expires, counts once and dies with any change', () => {
  const yellow = { ...payload, cause: 'RC2' }
  const given: Authorization = {
    id: 'a1',
    card: 'F-1',
    payloadHash: payloadHash(yellow),
    grant: 'attempt-hypothesis',
    by: { kind: 'human', id: 'mara' },
    givenAtMs: 1000,
  }
  const outcome = (change: Partial<Authorization>, judged: FaultPayload = yellow, nowMs = 2000, used: string[] = []) => {
    const done = authorize({ card: 'F-1', payload: judged, judgement: judgeFault(judged) }, { ...given, ...change }, { nowMs, used })
    return done.kind === 'refused' ? done.code : done.kind
  }
  expect(outcome({})).toBe('go-on')
  for (const kind of ['agent', 'engine', 'system'] as const) expect(outcome({ by: { kind, id: 'x' } })).toBe('not-a-person')
  expect(outcome({ card: 'F-2' })).toBe('other-card')
  expect(outcome({}, yellow, 2000, ['a1'])).toBe('already-used')
  expect([outcome({}, yellow, 999 + authorizationLastsMs), outcome({}, yellow, 1000 + authorizationLastsMs)]).toEqual(['go-on', 'expired'])
  const changes: Partial<FaultPayload>[] = [
    { evidence: ['EV1', 'EV2'] },
    { scope: 'SC2' },
    { solution: 'FX2' },
    { dossier: { ...dossier, hypothesisedCause: 'another' } },
    { dossier: { ...dossier, rollback: 'r ' } },
  ]
  for (const change of changes) expect(outcome({}, { ...yellow, ...change })).toBe('payload-changed')
})

test('A-TL-14 neither referee nor main agent sets a colour: a payload that states one is refused, and the table decides', () => {
  for (const field of ['light', 'colour', 'outcome', 'table', 'expected']) {
    const parsed = parseFaultPayload({ ...payload, [field]: 'green' })
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual([field])
  }
  for (const facts of axes) {
    const judged = judgeFault({ ...payload, ...(facts as typeof clear), evidence: ['EV1'] })
    expect(judged).toMatchObject({ light: evaluate(bugfix, facts).outcome, rule: evaluate(bugfix, facts).rule })
  }
})

test('R-FLOW-17 green goes on in every flow, yellow in development alone, red in none, and no grant opens a red', () => {
  const flows = ['dev', 'bugfix'] as const
  const next = (light: 'green' | 'yellow' | 'red') => flows.map((flow) => whatFollows(light, flow).next)
  expect([next('green'), next('yellow'), next('red')]).toEqual([
    ['go-on', 'go-on'],
    ['go-on-with-risk', 'wait-for-authorization'],
    ['stop', 'stop'],
  ])
  const reds = [{ H1: 'yes' }, { H3: 'yes' }, { H4: 'needed-severe' }, { cause: 'RC3', solution: 'FX3' }, { cause: 'RC2', dossier: null }]
  for (const red of reds) {
    for (const grant of grants) {
      const opened = granted({ ...payload, H2: 'needed', ...red }, { grant, operation: 'drop table a' }, bugfix, 'drop table a')
      expect(opened, `${JSON.stringify(red)} ${grant}`).toMatchObject({ kind: 'refused', code: 'red-cannot-be-authorized' })
    }
  }
})
