import { describe, expect, test } from 'vitest'
import { devGate } from '../../../src/entries/policy'
import type { FastPath, GatePayload } from '../../../src/entries/light'
import { judgeGate, parseGatePayload, whatFollows } from '../../../src/entries/light'
import { hashOf } from '../../../src/canonical/digest'
import { lightText } from '../../../src/faces/formats/light-text'
import type { LightCommand } from '../../../src/light/light-command'
import { lightRecord } from '../../../src/light/light-record'
import type { LightState } from '../../../src/light/light-state'

const closed: FastPath = {
  documentationOnly: false,
  oneFileOnePoint: false,
  sharedContract: false,
  precedent: null,
  securitySensitive: false,
}
const facts = { premise: 'ok', requirement: 'RQ1', solution: 'SL1', tradeoff: 'none' }
const risky = { ...facts, requirement: 'RQ2' }
const gate = (
  fast: Partial<FastPath> = {},
  changed: Readonly<Record<string, string>> = risky,
  l1: GatePayload['l1'] = [],
): GatePayload => ({
  l1,
  fast: { ...closed, ...fast },
  facts: changed,
})
const pathOf = (payload: GatePayload) => judgeGate(payload).path

/** Each of the three conditions of the fast path, alone. */
const conditions: Partial<FastPath>[] = [{ documentationOnly: true }, { oneFileOnePoint: true }, { precedent: 'G-20261128-01' }]

test('A-TL-11 what a yellow lets happen depends on the flow: development goes on with its risk, bugfix waits for a person', () => {
  expect(whatFollows('yellow', 'dev')).toEqual({ stops: false, next: 'go-on-with-risk' })
  expect(whatFollows('yellow', 'bugfix')).toEqual({ stops: true, next: 'wait-for-authorization' })
  for (const flow of ['dev', 'bugfix'] as const) {
    expect([whatFollows('green', flow).stops, whatFollows('red', flow)]).toEqual([false, { stops: true, next: 'stop' }])
  }
})

describe('the facts of the gate', () => {
  test('A-GATE-1 are premise, RQ1 to RQ3, SL1 to SL3 and the trade-off, and nothing else', () => {
    expect(devGate.facts).toEqual({
      premise: ['not-stated', 'ok', 'missing', 'mismatch'],
      requirement: ['RQ1', 'RQ2', 'RQ3'],
      solution: ['SL1', 'SL2', 'SL3'],
      tradeoff: ['none', 'substantive'],
    })
    for (const [fact, value] of [
      ['requirement', 'RQ4'],
      ['solution', 'A'],
      ['premise', 'yes'],
      ['attribution', 'B2'],
    ] as const) {
      const parsed = parseGatePayload(gate({}, { ...facts, [fact]: value }))
      expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path)).toEqual([`facts.${fact}`])
    }
  })

  test('A-GATE-2 a substantive trade-off is red by itself, whatever the two axes say', () => {
    expect(judgeGate(gate({}, facts)).light).toBe('green')
    for (const requirement of ['RQ1', 'RQ2']) {
      for (const solution of ['SL1', 'SL2']) {
        const judged = judgeGate(gate({}, { premise: 'ok', requirement, solution, tradeoff: 'substantive' }))
        expect(judged).toMatchObject({ light: 'red', rule: 'tradeoff-substantive', because: expect.stringContaining('a person') })
      }
    }
    expect(whatFollows('red', 'dev').stops).toBe(true)
  })

  test('A-GATE-3 a premise that is ok or not stated goes on, a mismatch is red, a missing one asks for the old behaviour and its source', () => {
    expect(['ok', 'not-stated'].map((premise) => judgeGate(gate({}, { ...facts, premise })).light)).toEqual(['green', 'green'])
    expect(judgeGate(gate({}, { ...facts, premise: 'mismatch' }))).toMatchObject({ light: 'red', rule: 'premise-mismatch' })
    const missing = judgeGate(gate({}, { ...facts, premise: 'missing' }))
    expect(missing).toMatchObject({ light: 'red', because: expect.stringMatching(/as-is behaviour.*source/) })
  })
})

describe('the paths of the gate', () => {
  test('A-GATE-4 one red pre-check is red before all else; the fast path comes next, and the table last', () => {
    const l1 = [
      { name: 'lint', result: 'green' },
      { name: 'types', result: 'red' },
    ] as const
    for (const fast of [{}, ...conditions]) {
      expect(judgeGate(gate(fast, facts, l1))).toMatchObject({ light: 'red', rule: 'L1', path: 'l1', redChecks: ['types'] })
    }
    expect(judgeGate(gate({ documentationOnly: true }))).toMatchObject({ light: 'green', path: 'l2' })
    expect(judgeGate(gate())).toMatchObject({ light: 'yellow', path: 'table' })
  })

  test('A-GATE-6 one condition is enough, except that a shared contract is never one file at one point', () => {
    expect([gate(), ...conditions.map((fast) => gate(fast))].map(pathOf)).toEqual(['table', 'l2', 'l2', 'l2'])
    expect(conditions.map((fast) => pathOf(gate({ ...fast, sharedContract: true })))).toEqual(['l2', 'table', 'l2'])
  })

  test('L-FASTPREMISE it is shut when the premise is a mismatch or missing', () => {
    for (const fast of conditions) {
      const paths = ['ok', 'not-stated', 'missing', 'mismatch'].map((premise) => judgeGate(gate(fast, { ...facts, premise })))
      expect(paths.map(({ path, light }) => [path, light])).toEqual([
        ['l2', 'green'],
        ['l2', 'green'],
        ['table', 'red'],
        ['table', 'red'],
      ])
    }
  })

  test('A-GATE-5 a precedent opens it only by the id of a green gate on record, and never for a sensitive surface or a red check', () => {
    const day = '20261128'
    const ask = (payload: GatePayload): LightCommand => ({ do: 'judge-gate', day, payload })
    const after = (...commands: readonly LightCommand[]): LightState =>
      commands.reduce((state, command) => {
        const decision = lightRecord.decide(state, command)
        if (!decision.ok) throw new Error(decision.refusal.message)
        return decision.events.reduce((before, event) => lightRecord.evolve(before, event), state)
      }, lightRecord.initial(undefined))
    const record = after(ask(gate({}, facts)), ask(gate()))
    expect(record.cards.map(({ card, light }) => [card, light])).toEqual([
      ['G-20261128-01', 'green'],
      ['G-20261128-02', 'yellow'],
    ])
    const cite = (precedent: string, change: Partial<FastPath> = {}, l1: GatePayload['l1'] = []) => {
      const decision = lightRecord.decide(record, ask(gate({ precedent, ...change }, risky, l1)))
      const data = decision.ok ? decision.events[0]?.data : undefined
      return decision.ok ? data !== undefined && 'path' in data && data.path : decision.refusal.code
    }
    expect(cite('G-20261128-01')).toBe('l2')
    expect(['G-20261128-02', 'G-20261128-99', 'as we did last week'].map((precedent) => cite(precedent))).toEqual([
      'unknown-precedent',
      'unknown-precedent',
      'unknown-precedent',
    ])
    expect(cite(' \u200b')).toBe('table')
    expect(cite('G-20261128-01', { securitySensitive: true })).toBe('table')
    expect(cite('G-20261128-01', {}, [{ name: 'types', result: 'red' }])).toBe('l1')
  })

  test('A-GATE-12 a person gets the card of a red with the hash of the exact payload behind it', () => {
    const red = { ...facts, tradeoff: 'substantive' }
    const texts = { established: 'two ways', missing: 'the choice', howToSupply: 'ask', howToVerify: 'try it', toDecide: 'which one' }
    const shown = (payload: GatePayload): string => {
      const decision = lightRecord.decide(lightRecord.initial(undefined), { do: 'judge-gate', day: '20261128', payload })
      const card = decision.ok ? decision.events[0]?.data : undefined
      if (card === undefined || !('payload' in card)) throw new Error('no card')
      expect(card).toMatchObject({ light: 'red', payloadHash: hashOf(payload), payload })
      return lightText(card, devGate, { exit: 1 })
    }
    const [one, other] = [gate({}, red), gate({}, { ...red, requirement: 'RQ2' })].map((payload) => ({ ...payload, card: texts }))
    if (one === undefined || other === undefined) throw new Error('two payloads')
    for (const payload of [one, other]) {
      const page = shown(payload)
      expect(page).toMatch(/^\. payload {3}sha256:[0-9a-f]{12}\n\n?## G-20261128-01: red/m)
      expect(page).toContain(hashOf(payload).slice(0, 19))
    }
    expect(shown(one)).not.toContain(hashOf(other).slice(0, 19))
  })
})
