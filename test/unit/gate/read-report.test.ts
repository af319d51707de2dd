import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/canonical/canonical-json'
import { gateJson } from '../../../src/faces/formats/gate-json'
import { assembleReport } from '../../../src/gate/assemble-report'
import { parseGateOutcome, parseGateReport } from '../../../src/gate/read-report'
import { eventful, failing, quiet } from '../../support/gate-parts-example'

const written = (input: unknown): Record<string, unknown> => JSON.parse(canonicalJson(input)) as Record<string, unknown>
const faults = (input: unknown): string[] => {
  const read = parseGateOutcome(input)
  return read.ok ? [] : read.issues.map(({ code, path }) => `${code} ${path}`)
}

describe('reading a report', () => {
  test.each([
    ['a pass', quiet],
    ['a fail', eventful()],
    ['nothing judged', { ...quiet, validation: [], contracts: [] }],
  ])('gives back %s as it was written', (_what, parts) => {
    const outcome = assembleReport(parts)
    expect(parseGateOutcome(written(outcome))).toEqual({ ok: true, value: outcome })
  })

  test('gives back what was written of names with half a surrogate pair', () => {
    const outcome = assembleReport({ ...quiet, validation: [{ ...failing, name: 'a\ud800b', log_tail: ['\udc00'] }] })
    expect(outcome).toMatchObject({ failing_checks: ['a\ufffdb'] })
    expect(parseGateOutcome(JSON.parse(gateJson(outcome)))).toEqual({ ok: true, value: outcome })
  })

  test('refuses a FAIL that was edited into a PASS, field by field', () => {
    const report = written(assembleReport({ ...quiet, validation: [failing] }))
    expect(faults({ ...report, verdict: 'PASS' })).toEqual(['report-altered verdict'])
    const edited = { verdict: 'PASS', machine_verdict: 'PASS', reasons: [], fail_reasons: [] }
    expect(faults({ ...report, ...edited })).toEqual(
      Object.keys(edited)
        .sort()
        .map((field) => `report-altered ${field}`),
    )
  })

  test('refuses a provisional run that calls itself deciding', () => {
    const report = written(assembleReport({ ...quiet, dirty: ['src/a.ts'] }))
    expect(faults({ ...report, run: { kind: 'deciding', reasons: [] } })).toEqual(['report-altered run'])
  })

  test('refuses a waiver by anybody but a person', () => {
    const report = assembleReport(eventful())
    if (report.verdict === 'nothing-judged') throw new Error('nothing was judged')
    const given = report.waivers.given.map((waiver) => ({ ...waiver, by: { kind: 'model', id: 'm' } }))
    expect(faults({ ...written(report), waivers: { ...report.waivers, given } })).toContain('invalid-value waivers.given[0].by.kind')
  })

  test('refuses a check that passed with another exit code than 0', () => {
    const report = written(assembleReport(quiet))
    const [first] = quiet.validation
    expect(faults({ ...report, validation: [{ ...first, exit: 1 }] })).toEqual(['invalid-value validation[0]'])
    expect(faults({ ...report, validation: [{ ...first, exit: null }] })).toEqual(['invalid-value validation[0]'])
  })

  test.each<[string, unknown]>([
    ['a list', []],
    ['null', null],
    ['the public script’s own report', { task_id: 't01', machine_verdict: 'PASS' }],
  ])('refuses %s', (_what, input) => {
    expect(faults(input).length).toBeGreaterThan(0)
  })

  test('asked for a verdict, refuses a run that judged nothing', () => {
    const outcome = written(assembleReport({ ...quiet, validation: [], contracts: [] }))
    expect(parseGateReport(outcome)).toMatchObject({ ok: false, issues: [{ code: 'nothing-judged', path: 'verdict' }] })
    expect(parseGateReport(written(assembleReport(quiet)))).toMatchObject({ ok: true })
  })
})
