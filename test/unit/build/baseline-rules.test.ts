import { describe, expect, test } from 'vitest'
import type { Baseline } from '../../../src/gate/baseline'
import { parseBaseline } from '../../../src/gate/baseline'
import type { CheckResult } from '../../../src/gate/check'
import { compareWithBaseline } from '../../../src/gate/delta'
import { parseGateConfig } from '../../../src/gate/gate-config'

const [commit, config] = ['a'.repeat(40), `sha256:${'b'.repeat(64)}`]
const red: CheckResult = { kind: 'validation', name: 'tests', cmd: 'npm test', status: 'FAIL', exit: 1 }
const baselineOf = (...checks: readonly CheckResult[]): Baseline => ({ format: 'gate-baseline@1', tool: '0.1.0', commit, config, checks })
const ended = (...ids: readonly string[]): NonNullable<CheckResult['cases']> =>
  ids.map((id) => ({ id: id.slice(1), outcome: id.startsWith('-') ? 'failed' : 'passed' }))

function standings(before: readonly CheckResult[], now: readonly CheckResult[]) {
  const delta = compareWithBaseline(baselineOf(...before), { commit, config, checks: now })
  if (delta.kind !== 'compared') throw new Error(JSON.stringify(delta))
  return delta.checks.map(({ standing }) => standing)
}

describe('A-BLD-3 checks of a baseline', () => {
  test('match by kind, name and command; under any other of these a failure is new', () => {
    expect(standings([red], [red])).toEqual(['known_failing_at_baseline'])
    for (const other of [{ kind: 'contract' }, { name: 'unit' }, { cmd: 'npm run test' }] as const) {
      expect(standings([red], [{ ...red, ...other }]), JSON.stringify(other)).toEqual(['regression', 'regression'])
    }
  })

  test('stand in it once, and a name that is doubled in the configuration is a fault of it', () => {
    expect(parseBaseline(baselineOf(red, red))).toMatchObject({ ok: false, issues: [{ code: 'name-twice' }] })
    const checks = { name: 'tests', cmd: 'npm test' }
    expect(parseGateConfig({ base_ref: 'main', validation: [checks] }).ok).toBe(true)
    expect(parseGateConfig({ base_ref: 'main', validation: [checks, { ...checks, cmd: 'true' }] }).ok).toBe(false)
  })

  test('say nothing for another base or another configuration', () => {
    for (const other of [{ commit: 'c'.repeat(40) }, { config: `sha256:${'d'.repeat(64)}` }]) {
      expect(compareWithBaseline(baselineOf(red), { commit, config, ...other, checks: [red] }).kind).toBe('unusable')
    }
  })
})

test('A-BLD-4 with a report the delta goes by test case, without one by the whole check', () => {
  const delta = (before: CheckResult, now: CheckResult) => {
    const compared = compareWithBaseline(baselineOf(before), { commit, config, checks: [now] })
    return compared.kind === 'compared' ? compared.checks : []
  }
  const reported = { ...red, cases: ended('-old', '+other') }
  expect(delta(reported, reported)).toMatchObject([{ standing: 'known_failing_at_baseline', known: ['old'], coarse: false }])
  expect(delta(reported, { ...red, cases: ended('-old', '-other') })).toMatchObject([{ standing: 'regression', newFailures: ['other'] }])
  expect(delta(red, red)).toMatchObject([{ standing: 'known_failing_at_baseline', coarse: true }])
})

test('A-BLD-6 a check that left the red of its baseline is reported as fixed, and its cases by name', () => {
  const green: CheckResult = { ...red, status: 'PASS', exit: 0 }
  expect(standings([red], [green])).toEqual(['fixed'])
  expect(standings([green], [green])).toEqual(['pass'])
  const before = { ...red, cases: ended('-one', '-two') }
  const compared = compareWithBaseline(baselineOf(before), { commit, config, checks: [{ ...red, cases: ended('-one', '+two') }] })
  expect(compared).toMatchObject({ checks: [{ standing: 'known_failing_at_baseline', known: ['one'], fixed: ['two'] }] })
})
