import { describe, expect, test } from 'vitest'
import { assembleReport, exitOfGate, withoutTimes } from '../../../src/gate/assemble-report'
import type { GateParts } from '../../../src/gate/gate-parts'
import type { GateReport } from '../../../src/gate/gate-report'
import { eventful, failing, identified, passing, quiet, skipped, strayed } from '../../support/gate-parts-example'

function reportOf(parts: GateParts): GateReport {
  const outcome = assembleReport(parts)
  if (outcome.verdict === 'nothing-judged') throw new Error('nothing was judged')
  return outcome
}

const codesOf = (parts: GateParts): string[] => reportOf(parts).reasons.map(({ code }) => code)
const known = { ...failing, classification: 'known_failing_at_baseline' } as const

describe('the verdict', () => {
  test('is PASS where everything was looked at and in order', () => {
    const report = reportOf(quiet)
    expect(report.verdict).toBe('PASS')
    expect(report.reasons).toEqual([])
    expect(exitOfGate(report)).toBe(0)
  })

  test('F22 without a single check nothing is judged, whatever else is fine', () => {
    const outcome = assembleReport({ ...quiet, validation: [], contracts: [] })
    expect(outcome.verdict).toBe('nothing-judged')
    expect(outcome).toMatchObject({ issues: [{ code: 'no-checks', path: 'validation' }] })
    expect(outcome).not.toHaveProperty('machine_verdict')
    expect(exitOfGate(outcome)).toBe(2)
  })

  test('R-BUILD-03 is FAIL for a check that fails, a contract too', () => {
    expect(codesOf({ ...quiet, validation: [passing, failing] })).toEqual(['check-regressions'])
    expect(codesOf({ ...quiet, contracts: [failing] })).toEqual(['check-regressions'])
    expect(exitOfGate(reportOf({ ...quiet, contracts: [failing] }))).toBe(1)
  })

  test('R-BUILD-38 excuses a check that the baseline knows as failing, and says so', () => {
    const report = reportOf({ ...quiet, validation: [passing, known] })
    expect(report.verdict).toBe('PASS')
    expect(report.baseline_delta.known_failing_at_baseline).toEqual(['lint'])
    expect(report.failing_checks).toEqual(['lint'])
  })

  test('R-BUILD-38 excuses nothing without a baseline, nor a check that gave no result, nor one the baseline is unclear about', () => {
    const delta = { ...quiet.delta, judged: 'not-run', why: 'no baseline' } as const
    expect(codesOf({ ...quiet, validation: [known], delta })).toEqual(['check-regressions'])
    expect(codesOf({ ...quiet, validation: [{ ...known, exit: null, status: 'ERROR' }] })).toEqual(['check-errors'])
    expect(codesOf({ ...quiet, validation: [{ ...known, exit: 1, status: 'INCONCLUSIVE' }] })).toEqual(['check-errors'])
    expect(codesOf({ ...quiet, validation: [{ ...failing, classification: 'unclear' }] })).toEqual(['check-regressions'])
  })

  test('F25 is FAIL for a new failing case under a command that was red before', () => {
    const delta = { ...quiet.delta, regressions: ['tests:t::d'] }
    expect(codesOf({ ...quiet, validation: [known], delta })).toEqual(['baseline-regressions'])
  })

  test.each(['scope', 'tampering', 'delta', 'census', 'originals', 'canaries'] as const)('is FAIL when %s could not be judged', (part) => {
    expect(codesOf({ ...quiet, [part]: { ...quiet[part], judged: 'error', why: 'git failed' } })).toContain(`${part}-error`)
  })

  test.each(['scope', 'tampering'] as const)('F22 is FAIL when %s was not looked at in a task or on a branch', (part) => {
    const blind = { ...quiet, [part]: { ...quiet[part], judged: 'not-run', why: 'left out' } }
    expect(codesOf(blind)).toEqual([`${part}-not-judged`])
    expect(codesOf({ ...blind, mode: 'branch', task_id: null })).toEqual([`${part}-not-judged`])
    expect(codesOf({ ...blind, mode: 'integration', task_id: null })).toEqual([])
  })

  test.each(['scope', 'tampering', 'census', 'originals'] as const)(
    'is FAIL for a blocking finding of %s and not for a reported one',
    (part) => {
      const [blocking] = identified(strayed)
      const found = (severity: 'block' | 'report') => ({ ...quiet, [part]: { ...quiet[part], findings: [{ ...blocking!, severity }] } })
      expect(codesOf(found('block'))).toEqual([`${part}-findings`])
      expect(reportOf(found('block')).reasons[0]?.findings).toEqual([blocking!.id])
      expect(reportOf(found('block'))[part].status).toBe('FAIL')
      expect(codesOf(found('report'))).toEqual([])
    },
  )

  test('F41 is FAIL when nothing changed, unless the task declares it', () => {
    const idle = { ...quiet, scope: { ...quiet.scope, changed: [] } }
    expect(codesOf(idle)).toEqual(['no-op'])
    expect(codesOf({ ...idle, scope: { ...idle.scope, no_op_declared: true } })).toEqual([])
    expect(codesOf({ ...idle, mode: 'integration', task_id: null })).toEqual([])
  })

  test('names every reason at once', () => {
    expect(codesOf(eventful())).toEqual([
      'check-regressions',
      'check-errors',
      'scope-findings',
      'tampering-findings',
      'baseline-regressions',
      'census-findings',
      'originals-findings',
    ])
  })
})

describe('the kind of the run', () => {
  test('is deciding only where that was asked and nothing speaks against it', () => {
    expect(reportOf(quiet).run).toEqual({ kind: 'deciding', reasons: [] })
    expect(reportOf({ ...quiet, asked: { kind: 'provisional', doubts: [] } }).run.kind).toBe('provisional')
    expect(reportOf({ ...quiet, dirty: ['a'] }).run).toEqual({ kind: 'provisional', reasons: ['1 path is not committed'] })
    expect(reportOf({ ...quiet, control: { from: 'judged-tree', place: '.' } }).run.kind).toBe('provisional')
    expect(reportOf({ ...quiet, asked: { kind: 'deciding', doubts: ['a doubt'] } }).run).toEqual({
      kind: 'provisional',
      reasons: ['a doubt'],
    })
  })
})

describe('R-BUILD-63 a drop-in for the public report', () => {
  test('has every field of a task and of an integration, with their meanings', () => {
    const report = reportOf(eventful())
    expect(report).toMatchObject({
      task_id: 't04',
      mode: 'task',
      base_ref: 'main',
      generated_at: '2026-08-14T16:30:00.000Z',
      scope: { status: 'FAIL', allowed: ['src/a.ts', 'test/a.test.ts'] },
      test_tampering: { status: 'FAIL' },
      baseline_delta: { baseline_present: true, known_failing_at_baseline: ['old'], regressions: ['lint', 'slow'] },
      machine_verdict: 'FAIL',
      failing_checks: ['lint', 'slow', 'old'],
    })
    expect(report.scope.violations).toContain('src/money.ts')
    expect(report.validation.map(({ name, exit, status }) => [name, exit, status])).toContainEqual(['lint', 1, 'FAIL'])
    expect(report.fail_reasons).toHaveLength(7)
    for (const { file, issue } of report.test_tampering.findings) expect([typeof file, typeof issue]).toEqual(['string', 'string'])
    expect(report.test_tampering.findings.map(({ file }) => file)).toContain('test/refunds.test.ts')
  })

  test('leaves out of its lists what only reports or was waived', () => {
    const report = reportOf(eventful())
    expect(report.test_tampering.findings.map(({ issue }) => issue).join()).not.toMatch(/assertion-eased|test-deleted/)
  })

  test('is the same in every run but for its times', () => {
    const later = { ...eventful(), generated_at: '2026-08-14T17:00:00Z', times: { ...quiet.times, took_ms: 1 } }
    expect(withoutTimes(reportOf(later))).toEqual(withoutTimes(reportOf(eventful())))
    expect(reportOf(later)).not.toEqual(reportOf(eventful()))
  })
})

describe('a waiver in a run', () => {
  const [finding] = identified(skipped)
  const tampered = { ...quiet, tampering: { ...quiet.tampering, findings: [finding!] } }
  const waiver = { findings: [finding!.id], by: { kind: 'human', id: 'ada' }, reason: 'replaced by a table' } as const

  test('lets exactly its finding stand, and the report names it', () => {
    expect(reportOf(tampered).verdict).toBe('FAIL')
    const report = reportOf({ ...tampered, waivers: { given: [waiver] } })
    expect(report.verdict).toBe('PASS')
    expect(report.tampering.status).toBe('PASS')
    expect(report.waivers.used).toEqual([waiver])
  })

  test('does nothing once it is over or the finding is another, and is named too', () => {
    const over = reportOf({ ...tampered, waivers: { given: [{ ...waiver, expires: quiet.generated_at }] } })
    expect(over.verdict).toBe('FAIL')
    expect(over.waivers.unused).toMatchObject([{ why: 'expired' }])
    const changed = identified({ ...skipped, after: 'test.todo()' })
    const other = reportOf({ ...tampered, tampering: { ...tampered.tampering, findings: changed }, waivers: { given: [waiver] } })
    expect(other.verdict).toBe('FAIL')
    expect(other.waivers.unused).toMatchObject([{ why: 'no-such-finding' }])
  })

  test('excuses no failing check and no error', () => {
    const parts = { ...tampered, validation: [failing], waivers: { given: [waiver] } }
    expect(codesOf(parts)).toEqual(['check-regressions'])
  })
})
