import { describe, expect, test } from 'vitest'
import { isAdjudicateError } from '../../../src/errors'
import type { FaultPayload, GatePayload } from '../../../src/entries/light'
import { authorizationLastsMs, bugfix2, judgeFault, payloadHash } from '../../../src/entries/light'
import { grants, lightEventTypes } from '../../../src/light/light-event'
import { lightPolicies, lightPolicyNamed } from '../../../src/light/light-policies'
import type { LightCommand } from '../../../src/light/light-command'
import { lightRecord, lightStreams } from '../../../src/light/light-record'
import type { LightState } from '../../../src/light/light-state'
import { knownCard } from '../../../src/light/light-state'
import { policyOf } from '../../../src/light/light-tables'

const dossier = { hypothesisedCause: 'c', supportingEvidence: 's', counterEvidence: 'n', verification: 'v', rollback: 'r' }
const yellow: FaultPayload = {
  cause: 'RC2',
  solution: 'FX1',
  evidence: ['EV2'],
  scope: 'SC1',
  H1: 'no',
  H2: 'no',
  H3: 'no',
  H4: 'no',
  dossier,
}
const waiting: FaultPayload = { ...yellow, cause: 'RC1', H2: 'needed' }
const contained: FaultPayload = { ...yellow, cause: 'RC1', H4: 'needed-contained' }
const fast = { documentationOnly: true, oneFileOnePoint: false, sharedContract: false, precedent: null, securitySensitive: false }
const gate: GatePayload = { l1: [], fast, facts: { premise: 'ok' } }
const day = '20261128'
const by = { kind: 'human', id: 'mara' } as const

const empty = lightRecord.initial(undefined)
const judge = (payload: FaultPayload, more: object = {}): LightCommand => ({ do: 'judge-fault', day, payload, ...more })
const judgeGate = (payload: GatePayload): LightCommand => ({ do: 'judge-gate', day, payload })
const allow = (words: string, more: object = {}): LightCommand => ({
  do: 'authorize',
  day,
  card: 'F-20261128-01',
  grant: 'attempt-hypothesis',
  by,
  words,
  nowMs: 1000,
  ...more,
})
const use = (payload: FaultPayload, more: object = {}): LightCommand => ({
  do: 'use',
  card: 'F-20261128-01',
  authorization: 'A-20261128-01',
  payload,
  nowMs: 2000,
  ...more,
})

function eventsOf(state: LightState, command: LightCommand) {
  const decision = lightRecord.decide(state, command)
  if (!decision.ok) throw new Error(decision.refusal.message)
  for (const { type, data } of decision.events) {
    const known = lightEventTypes.find((one) => one.type === type)
    expect(known?.data.safeParse(data).error, type).toBeUndefined()
  }
  return decision.events
}

function after(...commands: readonly LightCommand[]): LightState {
  return commands.reduce(
    (state, command) => eventsOf(state, command).reduce((before, event) => lightRecord.evolve(before, event), state),
    empty,
  )
}

function refusal(state: LightState, command: LightCommand): unknown {
  const decision = lightRecord.decide(state, command)
  return decision.ok ? decision.events : decision.refusal
}

const judged = after(judge(yellow))
const authorized = after(judge(yellow), allow('Try the current hypothesis'))

describe('the record of judged lights', () => {
  test('R-TL-15 a fault gets the next id of its day, and is recorded with all that its colour came from', () => {
    const events = eventsOf(empty, judge(yellow))
    const data = { kind: 'fault', card: 'F-20261128-01', payloadHash: payloadHash(yellow), payload: yellow, ...judgeFault(yellow) }
    expect(events).toEqual([{ type: 'light.judged', data }])
    const second = { ...yellow, scope: 'SC2' }
    const third = { ...yellow, scope: 'SC3' }
    const cards = after(judge(yellow), judge(second), judge(third, { day: '20261129' }), judgeGate(gate)).cards
    expect(cards.map(({ card }) => card)).toEqual(['F-20261128-01', 'F-20261128-02', 'F-20261129-01', 'G-20261128-01'])
  })

  test('after ninety-nine cards of a day the number grows', () => {
    const [first] = judged.cards
    if (first === undefined) throw new Error('no card')
    const many = { ...judged, cards: [{ ...first, card: 'F-20261128-99', payloadHash: 'x' }] }
    expect(eventsOf(many, judge(yellow))).toMatchObject([{ data: { card: 'F-20261128-100' } }])
  })

  test('the same payload under the same table is the same case', () => {
    expect(eventsOf(judged, judge(yellow))).toEqual([])
    expect(eventsOf(judged, judge(yellow, { policy: 'bugfix@2' }))).toMatchObject([{ data: { card: 'F-20261128-02', policy: 'bugfix@2' } }])
    expect(eventsOf(after(judgeGate(gate)), judgeGate(gate))).toEqual([])
    const named = after(judge(contained, { operation: 'drop table a' }))
    expect(named.cards).toMatchObject([{ operation: 'drop table a' }])
    expect(eventsOf(named, judge(contained))).toMatchObject([{ data: { card: 'F-20261128-02' } }])
    expect(eventsOf(named, judge(contained, { operation: 'drop table a' }))).toEqual([])
    expect(eventsOf(named, judge(contained, { operation: 'drop table b' }))).toMatchObject([{ data: { operation: 'drop table b' } }])
    expect(knownCard(judged, yellow, 'bugfix@1')?.card).toBe('F-20261128-01')
    expect(knownCard(judged, yellow, 'bugfix@3')).toBeUndefined()
    expect(knownCard(after(judgeGate(gate)), gate, 'dev-gate@1', 'any operation')?.card).toBe('G-20261128-01')
  })

  test('R-TL-13 R-TL-21 tables are known by name and version, and each light is kept apart', () => {
    expect(lightPolicies.map(({ id, version }) => `${id}@${version}`)).toEqual(['bugfix@1', 'bugfix@2', 'bugfix@3', 'dev-gate@1'])
    expect(lightPolicyNamed('bugfix@2')).toBe(bugfix2)
    expect(lightPolicyNamed('bugfix')).toBeUndefined()
    expect(refusal(empty, judge(yellow, { policy: 'bugfix@9' }))).toEqual({
      rule: 'R-TL-13',
      code: 'unknown-policy',
      message: 'no table of the bugfix light is called bugfix@9',
    })
    expect(lightStreams).toEqual({ fault: 'light/faults', gate: 'light/gates' })
  })

  test('a card of a table that this release does not know, or of the other light, is not judged on', () => {
    const [card] = judged.cards
    if (card === undefined) throw new Error('no card')
    expect(policyOf(card).id).toBe('bugfix')
    for (const policy of ['bugfix@9', 'dev-gate@1']) {
      let thrown: unknown
      try {
        policyOf({ ...card, policy })
      } catch (error) {
        thrown = error
      }
      const message = `F-20261128-01 was judged by ${policy}, which this release does not know`
      const details = { card: 'F-20261128-01', policy }
      expect(isAdjudicateError(thrown) && [thrown.code, thrown.message, thrown.details]).toEqual(['data-invalid', message, details])
    }
  })

  test('a gate is recorded with the way that its colour came', () => {
    const [event] = eventsOf(empty, judgeGate(gate))
    expect(event?.data).toEqual({
      kind: 'gate',
      card: 'G-20261128-01',
      policy: 'dev-gate@1',
      payloadHash: payloadHash(gate as unknown as FaultPayload),
      payload: gate,
      light: 'green',
      rule: 'L2',
      because: 'documentation or copy only',
      path: 'l2',
      redChecks: [],
    })
  })

  test('R-TL-19 nobody claims an authorization in a payload', () => {
    const why = (checks: string): object => ({
      rule: 'R-TL-19',
      code: 'authorization-not-given',
      message: `${checks} says authorized, and a file authorizes nothing: say what is needed, have it judged, then a person authorizes the card`,
    })
    expect(refusal(empty, judge({ ...yellow, H2: 'authorized' }))).toEqual(why('H2'))
    expect(refusal(empty, judge({ ...yellow, H4: 'authorized' }))).toEqual(why('H4'))
    expect(refusal(empty, judge({ ...yellow, H2: 'authorized', H4: 'authorized' }))).toEqual(why('H2 and H4'))
  })

  test('an event that it does not know leaves the record as it is, and nothing is ever due', () => {
    expect(lightRecord.evolve(judged, { type: 'light.other', data: {} } as never)).toBe(judged)
    expect(lightRecord.next(authorized)).toEqual([])
    expect(empty).toEqual({ cards: [], authorizations: [], uses: [], adopted: [] })
  })
})

describe('authorizations on record', () => {
  test('R-TL-19 one for a yellow is recorded with the words of the person, for seven days', () => {
    expect(authorized.authorizations).toEqual([
      {
        id: 'A-20261128-01',
        card: 'F-20261128-01',
        payloadHash: payloadHash(yellow),
        grant: 'attempt-hypothesis',
        by,
        text: 'Try the current hypothesis',
        attested: 'host',
        givenAtMs: 1000,
        expiresAtMs: 1000 + authorizationLastsMs,
      },
    ])
    const again = eventsOf(authorized, allow('Fix this version first', { grant: 'observe-this-version' }))
    expect(again).toMatchObject([{ type: 'light.authorized', data: { id: 'A-20261128-02', grant: 'observe-this-version' } }])
  })

  test('R-TL-19 the words must say what is granted: the option by its name, or a sentence that grants it', () => {
    expect(eventsOf(judged, allow(' attempt-hypothesis '))).toHaveLength(1)
    expect(eventsOf(judged, allow('Yes, attempt hypothesis.'))).toHaveLength(1)
    for (const words of ['confirm', 'Fix this version first', 'observe-this-version']) {
      expect(refusal(judged, allow(words))).toEqual({
        rule: 'R-TL-19',
        code: 'acknowledged-only',
        message: 'these words say that the card was read, and do not grant attempt-hypothesis; "attempt the hypothesis" would',
      })
    }
  })

  test('R-TL-19 the same words of the same person are one authorization until it is used or has run out', () => {
    const again = allow('Try the current hypothesis', { nowMs: 1500 })
    expect(eventsOf(authorized, again)).toEqual([])
    const used = after(judge(yellow), allow('Try the current hypothesis'), use(yellow))
    for (const [state, command] of [
      [used, again],
      [authorized, allow('Try the current hypothesis', { nowMs: 1000 + authorizationLastsMs })],
      [authorized, allow('I allow you to try the current hypothesis')],
      [authorized, allow('Try the current hypothesis', { by: { kind: 'human', id: 'bob' } })],
      [authorized, allow('Try the current hypothesis', { attested: 'signature' })],
    ] as const)
      expect(eventsOf(state, command)).toMatchObject([{ type: 'light.authorized', data: { id: 'A-20261128-02' } }])
  })

  test('only a card of a fault that there is can be authorized', () => {
    expect(refusal(judged, allow('Try the current hypothesis', { card: 'F-1' }))).toEqual({
      rule: 'R-TL-15',
      code: 'unknown-card',
      message: 'no card is called F-1',
    })
    expect(refusal(after(judgeGate(gate)), allow('Try the current hypothesis', { card: 'G-20261128-01' }))).toEqual({
      rule: 'R-TL-19',
      code: 'nothing-to-authorize',
      message: 'G-20261128-01 is a development gate, and gates are not authorized: a green gate goes on by itself',
    })
  })

  test('every refusal of an authorization carries its rule', () => {
    const words = 'Try the current hypothesis'
    expect(refusal(judged, allow(words, { by: { kind: 'agent', id: 'opus' } }))).toMatchObject({ rule: 'R-TL-19', code: 'not-a-person' })
    expect(refusal(after(judge({ ...yellow, H1: 'yes' })), allow(words))).toMatchObject({
      rule: 'R-TL-03',
      code: 'red-cannot-be-authorized',
    })
    expect(refusal(after(judge({ ...yellow, cause: 'RC1' })), allow(words))).toMatchObject({ code: 'nothing-to-authorize' })
    const unnamed = allow('do it', { grant: 'dangerous-operation' })
    expect(refusal(after(judge(contained)), unnamed)).toMatchObject({ rule: 'R-TL-12', code: 'operation-not-named' })
  })

  test('R-TL-10 a verification fix is used at once: the case is judged anew under a card of its own', () => {
    const command = allow('Authorize verification fix', { grant: 'verification-fix' })
    const events = eventsOf(after(judge(waiting)), command)
    expect(events).toMatchObject([
      { type: 'light.authorized', data: { id: 'A-20261128-01', card: 'F-20261128-01' } },
      {
        type: 'light.judged',
        data: {
          card: 'F-20261128-02',
          payload: { H2: 'authorized' },
          light: 'green',
          authorization: 'A-20261128-01',
        },
      },
      {
        type: 'light.authorization-used',
        data: { authorization: 'A-20261128-01', card: 'F-20261128-01', action: 'judged-anew', anew: 'F-20261128-02' },
      },
    ])
    const anew = after(judge(waiting), command)
    expect(anew.uses).toHaveLength(1)
    expect(refusal(anew, command)).toEqual({
      rule: 'R-TL-19',
      code: 'already-used',
      message: 'F-20261128-01 was authorized and judged anew before, as F-20261128-02',
    })
    expect(refusal(anew, use(waiting))).toMatchObject({ rule: 'R-TL-19', code: 'already-used' })
  })

  test('R-TL-12 a dangerous operation is granted by its name alone, and the new card keeps it', () => {
    const state = after(judge(contained, { operation: 'drop table a' }))
    const grant = { grant: 'dangerous-operation', operation: 'drop table a' }
    const events = eventsOf(state, allow(' drop table a ', grant))
    expect(events).toMatchObject([{ data: { operation: 'drop table a' } }, { data: { operation: 'drop table a', light: 'green' } }, {}])
    for (const words of ['dangerous-operation', 'I authorize it', 'drop table b']) {
      expect(refusal(state, allow(words, grant))).toMatchObject({ rule: 'R-TL-19', code: 'acknowledged-only' })
    }
  })

  test('the case is judged anew under the table of its card', () => {
    const wide = { ...waiting, scope: 'SC2' }
    const state = after(judge(wide, { policy: 'bugfix@2' }))
    const events = eventsOf(state, allow('Authorize verification fix', { grant: 'verification-fix' }))
    expect(events[1]).toMatchObject({ data: { policy: 'bugfix@2', rule: '5x', light: 'yellow' } })
  })

  test('R-TL-19 one counts once, for the payload and the seven days that it was given for', () => {
    const [event] = eventsOf(authorized, use(yellow))
    const data = { authorization: 'A-20261128-01', card: 'F-20261128-01', action: 'attempt-hypothesis' }
    expect(event).toEqual({ type: 'light.authorization-used', data })
    const used = after(judge(yellow), allow('Try the current hypothesis'), use(yellow))
    expect(refusal(used, use(yellow))).toMatchObject({ rule: 'R-TL-19', code: 'already-used' })
    expect(refusal(authorized, use({ ...yellow, scope: 'SC2' }))).toMatchObject({ rule: 'R-TL-19', code: 'payload-changed' })
    expect(refusal(authorized, use(yellow, { nowMs: 1000 + authorizationLastsMs }))).toMatchObject({ rule: 'R-TL-19', code: 'expired' })
    expect(refusal(authorized, use(yellow, { nowMs: 999 }))).toMatchObject({ rule: 'R-TL-19', code: 'not-yet-given' })
    expect(refusal(authorized, use(yellow, { authorization: 'A-1' }))).toEqual({
      rule: 'R-TL-19',
      code: 'unknown-authorization',
      message: 'no authorization is called A-1',
    })
  })

  test('one that was used when the case was judged anew is not used again, even where its use was lost', () => {
    const anew = after(judge(waiting), allow('Authorize verification fix', { grant: 'verification-fix' }))
    expect(refusal({ ...anew, uses: [] }, use(waiting))).toEqual({
      rule: 'R-TL-19',
      code: 'already-used',
      message: 'A-20261128-01 was used when F-20261128-01 was judged anew',
    })
  })

  test('R-TL-19 one is used for its own card, whatever other cards there are', () => {
    const other = { ...yellow, scope: 'SC3' }
    const state = after(judge(yellow), judge(other), allow('Try the current hypothesis', { card: 'F-20261128-02' }))
    expect(refusal(state, use(yellow))).toMatchObject({ rule: 'R-TL-19', code: 'other-card' })
    expect(refusal(state, use(other, { card: 'F-9' }))).toMatchObject({ rule: 'R-TL-15', code: 'unknown-card' })
    expect(eventsOf(state, use(other, { card: 'F-20261128-02' }))).toMatchObject([
      { data: { card: 'F-20261128-02', action: 'attempt-hypothesis' } },
    ])
  })

  test('R-TL-03 one for a yellow of another table never lifts the red of the same payload', () => {
    const wide = { ...yellow, cause: 'RC1', scope: 'SC3' }
    const state = after(judge(wide), judge(wide, { policy: 'bugfix@2' }), allow('Try the current hypothesis', { card: 'F-20261128-02' }))
    expect(state.cards.map(({ light }) => light)).toEqual(['red', 'yellow'])
    expect(refusal(state, use(wide))).toMatchObject({ code: 'other-card' })
    expect(eventsOf(state, use(wide, { card: 'F-20261128-02' }))).toMatchObject([{ data: { card: 'F-20261128-02' } }])
  })

  test('R-TL-19 a payload that an authorization made lets nothing go on when it is handed in again', () => {
    const named = { operation: 'drop table a' }
    const state = after(judge(contained, named), allow('drop table a', { grant: 'dangerous-operation', ...named }))
    expect(state.cards[1]).toMatchObject({ light: 'green', payload: { H4: 'authorized' } })
    for (const more of [{}, named, { operation: 'drop table b' }]) {
      expect(refusal(state, judge({ ...contained, H4: 'authorized' }, more))).toMatchObject({ code: 'authorization-not-given' })
    }
  })

  test('R-TL-12 a second operation of the same fault is authorized by its own name', () => {
    const grant = (operation: string, card: string): LightCommand => allow(operation, { grant: 'dangerous-operation', operation, card })
    const both = after(
      judge(contained, { operation: 'drop table a' }),
      grant('drop table a', 'F-20261128-01'),
      judge(contained, { operation: 'drop table b' }),
    )
    expect(eventsOf(both, grant('drop table b', 'F-20261128-03'))).toMatchObject([
      {},
      { data: { operation: 'drop table b', light: 'green' } },
      {},
    ])
    expect(refusal(both, grant('drop table a', 'F-20261128-01'))).toMatchObject({ code: 'already-used' })
  })

  test('the grants on record are the four that there are', () => {
    expect(grants).toEqual(['attempt-hypothesis', 'observe-this-version', 'verification-fix', 'dangerous-operation'])
  })
})
