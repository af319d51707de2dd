import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { clearSteps } from './support/git-steps'
import { runScopeCase } from './support/translate/git-scope'
import { runRegionCase } from './support/translate/regions'

type Case = { readonly id: string; readonly input: unknown; readonly expected: object; readonly why: string }

function casesOf(name: string): Case[] {
  const lines = readFileSync(join(import.meta.dirname, 'cases', name), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line) as Case)
}

afterAll(clearSteps, 60_000)

describe('scope cases', () => {
  const cases = casesOf('git_scope.jsonl')

  test('they are all here', () => {
    expect(cases.length).toBeGreaterThanOrEqual(39)
  })

  for (const one of cases) {
    test(`${one.id}: ${one.why}`, async () => {
      expect(await runScopeCase(one)).toBeUndefined()
    })
  }

  test('a wrong expectation, an unknown field and an unknown step are failures', async () => {
    const [first] = cases
    if (first === undefined) throw new Error('no case')
    for (const wrong of [
      { verdict: 'PASS' },
      { changed: [] },
      { violations: [] },
      { reason: 'no-op' },
      { colour: 'red' },
      { verdict: undefined },
    ]) {
      expect(await runScopeCase({ ...first, expected: { ...first.expected, ...wrong } })).toMatch(/^git-/)
    }
    await expect(runScopeCase({ ...first, input: { ...(first.input as object), steps: [['paint', 'red']] } })).rejects.toThrow(
      /unknown step paint/,
    )
  })
})

describe('region cases', () => {
  const cases = casesOf('regions.jsonl')

  test('they are all here', () => {
    expect(cases.length).toBeGreaterThanOrEqual(11)
  })

  for (const one of cases) {
    test(`${one.id}: ${one.why}`, () => {
      expect(runRegionCase(one)).toBeUndefined()
    })
  }

  test('a wrong expectation is a failure', () => {
    const [first] = cases
    expect(first === undefined ? '' : runRegionCase({ ...first, expected: { ok: true, kinds: [] } })).toMatch(/^reg-/)
  })
})
