import { describe, expect, test } from 'vitest'
import { parseBaseline } from '../../../src/gate/baseline'
import type { Baseline } from '../../../src/gate/baseline'
import type { CheckResult } from '../../../src/gate/check'
import { compareWithBaseline } from '../../../src/gate/delta'
import type { CheckDelta } from '../../../src/gate/check-delta'

const commit = 'a'.repeat(40)
const config = `sha256:${'b'.repeat(64)}`
const check = (more: Partial<CheckResult> = {}): CheckResult => ({
  kind: 'validation',
  name: 'tests',
  cmd: 'npm test',
  status: 'PASS',
  exit: 0,
  ...more,
})
const red = (more: Partial<CheckResult> = {}): CheckResult => check({ status: 'FAIL', exit: 1, ...more })
const baseline = (...checks: CheckResult[]): Baseline => ({ format: 'gate-baseline@1', tool: '0.1.0', commit, config, checks })
const cases = (text: string): NonNullable<CheckResult['cases']> =>
  text
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => ({ id: one.slice(1), outcome: one.startsWith('+') ? 'passed' : one.startsWith('-') ? 'failed' : 'skipped' }))

function only(before: CheckResult | undefined, now: CheckResult): CheckDelta & { readonly verdict: string } {
  const delta = compareWithBaseline(before && baseline(before), { commit, config, checks: [now] })
  if (delta.kind !== 'compared') throw new Error(JSON.stringify(delta))
  const [first] = delta.checks
  if (first === undefined) throw new Error('no check')
  return { ...first, verdict: delta.verdict }
}

describe('reading a baseline', () => {
  const faults = (input: unknown): string[] => {
    const parsed = parseBaseline(input)
    return parsed.ok ? [] : parsed.issues.map(({ code, path }) => `${code} ${path}`)
  }

  test('a whole one is read', () => {
    expect(faults(baseline(check(), red({ name: 'lint', cases: cases('+a -b') })))).toEqual([])
  })

  test('F70 a list is refused, whatever is in it', () => {
    expect(faults([])).toEqual(['invalid-value '])
    expect(faults(['x'])).toEqual(['invalid-value '])
    expect(faults('x')).toEqual(['invalid-value '])
    expect(faults(null)).toEqual(['invalid-value '])
  })

  test('F58 one without its commit is refused, as the public script wrote it', () => {
    const { commit: _, ...without } = baseline(check())
    expect(faults(without)).toEqual(['missing-field commit'])
    expect(faults({ machine_verdict: 'PASS', validation: [] })).not.toEqual([])
  })

  test('no check, one check twice, one case twice, impossible numbers and unknown fields are faults', () => {
    expect(faults(baseline())).toEqual(['invalid-value checks'])
    expect(faults(baseline(check(), check()))).toEqual(['name-twice checks[1]'])
    expect(faults(baseline(check({ cases: cases('+a -a') })))).toEqual(['name-twice checks[0].cases[1].id'])
    expect(faults(baseline(check({ counts: { failed: -1 } })))).toEqual(['invalid-value checks[0].counts.failed'])
    expect(faults(baseline(check({ counts: { failed: Number.NaN } })))).toEqual(['invalid-value checks[0].counts.failed'])
    expect(faults({ ...baseline(check()), extra: 1 })).toEqual(['unknown-field extra'])
  })
})

describe('comparing with a baseline (R-BUILD-37, R-BUILD-38)', () => {
  test('F58 a baseline of another commit or configuration judges nothing', () => {
    const other = compareWithBaseline(baseline(check()), { commit: 'c'.repeat(40), config: `sha256:${'d'.repeat(64)}`, checks: [check()] })
    expect(other.kind === 'unusable' && other.issues.map(({ code }) => code)).toEqual([
      'baseline-of-another-commit',
      'baseline-of-another-config',
    ])
  })

  test('F25 new failing cases under a check that was red are regressions', () => {
    expect(only(red({ cases: cases('-a +b') }), red({ cases: cases('-a +b -c -d') }))).toMatchObject({
      verdict: 'FAIL',
      standing: 'regression',
      newFailures: ['c', 'd'],
      known: ['a'],
    })
  })

  test('F28 what failed at the baseline and fails the same way is known, in an integration run too', () => {
    expect(only(red({ cases: cases('-a +b') }), red({ cases: cases('-a +b') }))).toMatchObject({
      verdict: 'PASS',
      standing: 'known_failing_at_baseline',
      coarse: false,
    })
    expect(only(red(), red())).toMatchObject({ verdict: 'PASS', standing: 'known_failing_at_baseline', coarse: true })
  })

  test('F27 a validation and a contract of one name are two checks', () => {
    expect(only(red({ name: 'api' }), red({ kind: 'contract', name: 'api' }))).toMatchObject({ verdict: 'FAIL', standing: 'regression' })
  })

  test('F26 a renamed check is a new one, and the old one was not run', () => {
    const delta = compareWithBaseline(baseline(red({ name: 'tests' })), { commit, config, checks: [red({ name: 'unit' })] })
    expect(delta.kind === 'compared' && delta.checks.map(({ name, newFailures }) => [name, ...newFailures])).toEqual([
      ['unit', '<exit 1>'],
      ['tests', '<not run>'],
    ])
  })

  test('another command under the same name is a new check', () => {
    expect(only(red(), red({ cmd: 'npm run other' })).standing).toBe('regression')
  })

  test('green after red is fixed, case by case too', () => {
    expect(only(red({ cases: cases('-a +b') }), check({ cases: cases('+a +b') }))).toMatchObject({
      verdict: 'PASS',
      standing: 'fixed',
      fixed: ['a'],
    })
    expect(only(red({ cases: cases('-a -b') }), red({ cases: cases('+a -b') }))).toMatchObject({
      standing: 'known_failing_at_baseline',
      fixed: ['a'],
      known: ['b'],
    })
  })

  test('an error is never excused, and one at the baseline excuses nothing', () => {
    const error = check({ status: 'ERROR', exit: null })
    expect(only(error, error)).toMatchObject({ verdict: 'ERROR', standing: 'error' })
    expect(only(check(), error)).toMatchObject({ verdict: 'ERROR' })
    expect(only(error, red())).toMatchObject({ verdict: 'FAIL', newFailures: ['<exit 1>'] })
    expect(only(check({ status: 'INCONCLUSIVE', exit: null }), red({ cases: cases('-a') }))).toMatchObject({ newFailures: ['a'] })
  })

  test('a suite that breaks off before its cases is new, however many failed before', () => {
    expect(only(red({ cases: cases('-a -b +c') }), red({ cases: [] }))).toMatchObject({
      newFailures: ['<suite-broken>'],
      gone: ['a', 'b', 'c'],
    })
    expect(only(red({ cases: cases('-a +c') }), red({ cases: cases('+a +c') }))).toMatchObject({ newFailures: ['<suite-broken>'] })
    expect(only(red({ cases: cases('-a +b +c') }), red({ cases: cases('-a') }))).toMatchObject({ verdict: 'REVIEW', gone: ['b', 'c'] })
    expect(only(red({ cases: cases('-a') }), red())).toMatchObject({ newFailures: ['<exit 1>'] })
  })

  test('a pass that contradicts itself is none', () => {
    expect(only(check(), check({ cases: cases('-a') }))).toMatchObject({ verdict: 'FAIL', newFailures: ['a'] })
    expect(only(check(), check({ exit: 1 }))).toMatchObject({ verdict: 'FAIL', newFailures: ['<exit 1>'] })
    expect(only(check(), check({ exit: null }))).toMatchObject({ verdict: 'FAIL' })
    expect(only(check(), check({ counts: { failed: 2 } }))).toMatchObject({ verdict: 'FAIL', newFailures: ['2'] })
  })

  test('a case that is skipped or gone is told, and so are cases that are no longer counted', () => {
    expect(only(check({ cases: cases('+a +b') }), check({ cases: cases('+a ~b') }))).toMatchObject({ verdict: 'REVIEW', gone: ['b'] })
    expect(only(check({ cases: cases('+a') }), check())).toMatchObject({ verdict: 'FAIL', newFailures: ['<inconclusive>'] })
    expect(only(check({ cases: cases('+a') }), check({ cases: [] }))).toMatchObject({ verdict: 'FAIL', newFailures: ['<0 ran>'] })
    expect(only(check({ counts: { run: 3 } }), check())).toMatchObject({ verdict: 'FAIL', newFailures: ['<inconclusive>'] })
  })

  test('flaky: at the baseline it proves nothing either way, newly it is a regression', () => {
    expect(only(check({ status: 'FLAKY', exit: null, cases: cases('-a') }), red({ cases: cases('-a') })).verdict).toBe('REVIEW')
    expect(only(check({ status: 'FLAKY', exit: null, cases: cases('-a') }), red({ cases: cases('-a -b') }))).toMatchObject({
      newFailures: ['b'],
    })
    expect(only(check(), check({ status: 'FLAKY', exit: null }))).toMatchObject({ newFailures: ['<flaky>'] })
  })

  test('without cases: more failures are new, another exit code is unclear', () => {
    expect(only(red({ counts: { failed: 2 } }), red({ counts: { failed: 3 } }))).toMatchObject({ newFailures: ['3'] })
    expect(only(red({ exit: 1 }), red({ exit: 2 }))).toMatchObject({ verdict: 'REVIEW', coarse: true })
  })

  test('without a baseline every failure is new', () => {
    expect(only(undefined, red({ cases: cases('-a +b') }))).toMatchObject({ verdict: 'FAIL', newFailures: ['a'] })
    expect(only(undefined, check())).toMatchObject({ verdict: 'PASS', standing: 'pass' })
  })
})
