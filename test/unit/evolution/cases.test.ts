import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { EvolutionCase } from '../../support/translate/evolution'
import { runEvolutionCase } from '../../support/translate/evolution'

const cases = readFileSync(join(import.meta.dirname, '../../cases/evolution.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as EvolutionCase & { readonly why: string })

describe('cases of human signals', () => {
  test('they are all here', () => expect(cases).toHaveLength(9))

  for (const one of cases) {
    test(`${one.id}: ${one.why}`, () => expect(runEvolutionCase(one)).toBeUndefined())
  }

  test('a wrong expectation is a failure', () => {
    const signals = [{ signature: 'a', by: 'human', source: 'F-1' } as const]
    expect(runEvolutionCase({ id: 'x', input: { signals }, expected: { action: 'propose', count: 2 } })).toMatch(/^action: .*; count: /)
    expect(runEvolutionCase({ id: 'x', input: { signals }, expected: { flag: 'count-mismatch' } })).toMatch(/^flag: /)
  })
})
