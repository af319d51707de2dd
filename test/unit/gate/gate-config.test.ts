import { describe, expect, test } from 'vitest'
import { parseGateConfig, usualTestGlobs } from '../../../src/gate/gate-config'

const whole = {
  base_ref: 'origin/main',
  validation: [
    { name: 'tests', cmd: 'npm test' },
    { name: 'typecheck', cmd: 'npx tsc --noEmit', timeout_s: 90, report: { format: 'junit', path: 'out/junit.xml' } },
  ],
  contracts: [{ artifact: 'openapi.yaml', cmd: 'npx @redocly/cli lint openapi.yaml' }],
  test_globs: ['tests/**'],
  scope_ignore: ['coverage/**'],
}

function faults(input: unknown, kinds?: readonly string[]): string[] {
  const parsed = parseGateConfig(input, kinds)
  return parsed.ok ? [] : parsed.issues.map(({ code, path }) => `${code} ${path}`)
}

describe('the configuration', () => {
  test('R-BUILD-14 the public file is read as it is', () => {
    expect(parseGateConfig(whole)).toEqual({
      ok: true,
      value: { ...whole, concurrency: 1, env: [], setup: [], caches: [], severities: {} },
    })
  })

  test('A-BLD-20 F23 without test globs the usual places are guarded, and an empty list is a fault', () => {
    const parsed = parseGateConfig({ base_ref: 'main', validation: whole.validation })
    expect(parsed.ok && parsed.value.test_globs).toEqual(usualTestGlobs)
    expect(faults({ ...whole, test_globs: [] })).toEqual(['no-test-globs test_globs'])
  })

  test('A-BLD-20 F22 a configuration without a check is a fault, not a pass', () => {
    expect(faults({ base_ref: 'main' })).toEqual(['no-checks '])
    expect(faults({ base_ref: 'main', validation: [], contracts: [] })).toEqual(['no-checks '])
    expect(faults({})).toEqual(['missing-field base_ref'])
  })

  test('F36 a list, nothing, a check without its command and null lists are faults with their paths', () => {
    expect(faults([])).toEqual(['invalid-value '])
    expect(faults([1])).toEqual(['invalid-value '])
    expect(faults(null)).toEqual(['invalid-value '])
    expect(faults('x')).toEqual(['invalid-value '])
    expect(faults(undefined)).toEqual(['missing-field '])
    expect(faults({ ...whole, validation: [{ name: 'tests' }] })).toEqual(['missing-field validation[0].cmd'])
    expect(faults({ ...whole, validation: [{ cmd: 'x' }, null] })).toEqual([
      'missing-field validation[0].name',
      'invalid-value validation[1]',
    ])
    expect(faults({ ...whole, validation: null, contracts: null, test_globs: null, scope_ignore: null })).toEqual([
      'invalid-value contracts',
      'invalid-value scope_ignore',
      'no-test-globs test_globs',
      'invalid-value validation',
    ])
    expect(faults({ ...whole, contracts: [{ cmd: 'x' }] })).toEqual(['missing-field contracts[0].artifact'])
  })

  test('a message names the value and the limit', () => {
    const parsed = parseGateConfig({ ...whole, validation: [{ name: 'a', cmd: 'x', timeout_s: 90_000 }] })
    expect(parsed).toMatchObject({ ok: false, issues: [{ message: expect.stringMatching(/90000.*86400/) }] })
  })

  test('two checks of one kind with one name, and two reports at one place, are faults; one name in both kinds is none', () => {
    const report = { format: 'json', path: 'r.json' }
    expect(
      faults({
        ...whole,
        validation: [
          { name: 'a', cmd: 'x', report },
          { name: 'a', cmd: 'y', report },
        ],
      }),
    ).toEqual(['name-twice validation[1].name', 'report-twice validation[1].report.path'])
    expect(faults({ ...whole, validation: [{ name: 'openapi.yaml', cmd: 'x' }] })).toEqual([])
    expect(faults({ ...whole, env: ['A', 'A'] })).toEqual(['name-twice env[1]'])
  })

  test('unknown fields are told: a slip of the pen must not switch something off', () => {
    expect(faults({ ...whole, validations: [], contract: [] })).toEqual(['unknown-field contract', 'unknown-field validations'])
    expect(faults({ ...whole, validation: [{ name: 'a', cmd: 'x', timeout: 1 }] })).toEqual(['unknown-field validation[0].timeout'])
  })

  test('values that can mean nothing, or something else than meant, are faults', () => {
    const bad: readonly (readonly [object, string])[] = [
      [{ base_ref: '' }, 'base_ref'],
      [{ base_ref: '--upload-pack=x' }, 'base_ref'],
      [{ base_ref: 'a b' }, 'base_ref'],
      [{ validation: [{ name: ' ', cmd: 'x' }] }, 'validation[0].name'],
      [{ validation: [{ name: 'a\nb', cmd: 'x' }] }, 'validation[0].name'],
      [{ validation: [{ name: 'a', cmd: ' ' }] }, 'validation[0].cmd'],
      [{ validation: [{ name: 'a', cmd: 'a\0b' }] }, 'validation[0].cmd'],
      [{ validation: [{ name: 'a', cmd: 'x', timeout_s: 0 }] }, 'validation[0].timeout_s'],
      [{ validation: [{ name: 'a', cmd: 'x', timeout_s: '60' }] }, 'validation[0].timeout_s'],
      [{ validation: [{ name: 'a', cmd: 'x', report: { format: 'tap', path: 'x' } }] }, 'validation[0].report.format'],
      [{ validation: [{ name: 'a', cmd: 'x', report: { format: 'json', path: '../x' } }] }, 'validation[0].report.path'],
      [{ validation: [{ name: 'a', cmd: 'x', report: { format: 'json', path: '/x' } }] }, 'validation[0].report.path'],
      [{ test_globs: [''] }, 'test_globs[0]'],
      [{ concurrency: 0 }, 'concurrency'],
      [{ concurrency: 1.5 }, 'concurrency'],
      [{ env: ['A=b'] }, 'env[0]'],
      [{ caches: ['a/../../b'] }, 'caches[0]'],
      [{ severities: { 'test-skipped': 'ignore' } }, 'severities["test-skipped"]'],
      [{ setup: ['npm ci'] }, 'setup[0]'],
    ]
    for (const [field, path] of bad) {
      expect(faults({ ...whole, ...field }).map((fault) => fault.split(' ')[1])).toEqual([path])
    }
  })

  test('a severity for a kind that does not exist is a fault where the kinds are known', () => {
    const config = { ...whole, severities: { 'test-skiped': 'report' } }
    expect(faults(config)).toEqual([])
    expect(faults(config, ['test-skipped'])).toEqual(['unknown-kind severities["test-skiped"]'])
  })
})
