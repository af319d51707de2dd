import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TamperingCase } from './support/translate/tampering'
import { runTamperingCase } from './support/translate/tampering'

const cases = readFileSync(join(import.meta.dirname, 'cases/tampering.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as TamperingCase & { readonly why: string })

describe('tampering cases', () => {
  test('they are all here', () => {
    expect(cases.length).toBeGreaterThanOrEqual(65)
  })

  for (const one of cases) {
    test(`${one.id}: ${one.why}`, async () => {
      expect(await runTamperingCase(one)).toBeUndefined()
    })
  }

  test('a wrong expectation is a failure', async () => {
    const input = {
      base: { 'a.test.js': 'it("a", () => expect(f()).toBe(1))' },
      head: { 'a.test.js': 'it("a", () => {})' },
      test_globs: [],
    }
    expect(await runTamperingCase({ id: 'x', input, expected: { verdict: 'PASS', kinds: [] } })).toMatch(/^FAIL, wanted PASS/)
    expect(await runTamperingCase({ id: 'x', input, expected: { verdict: 'FAIL', kinds: ['test-skipped'] } })).toMatch(
      /^without test-skipped/,
    )
    expect(await runTamperingCase({ id: 'x', input, expected: { verdict: 'FAIL', kinds: [] } })).toMatch(/^more than wanted/)
    expect(await runTamperingCase({ id: 'x', input, expected: { verdict: 'FAIL', kinds: ['assertion-removed'], files: ['b'] } })).toMatch(
      /^nothing about b/,
    )
  })
})
