import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BaselineCase } from './support/translate/baseline'
import { runBaselineCase } from './support/translate/baseline'
import type { CommandCase } from './support/translate/commands'
import { runCommandCase } from './support/translate/commands'

function casesOf<T>(name: string): (T & { readonly id: string; readonly why: string })[] {
  const text = readFileSync(join(import.meta.dirname, 'cases', name), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T & { readonly id: string; readonly why: string })
}

const baselines = casesOf<BaselineCase>('baseline.jsonl')
const commands = casesOf<CommandCase>('commands.jsonl')

test('the cases are all here', () => {
  expect([baselines.length, commands.length]).toEqual([12, 48])
})

describe('baseline cases', () => {
  for (const one of baselines) test(`${one.id}: ${one.why}`, () => expect(runBaselineCase(one)).toBeUndefined())
})

describe('command cases', () => {
  for (const one of commands) test(`${one.id}: ${one.why}`, () => expect(runCommandCase(one)).toBeUndefined())
})

test('a wrong expectation is told', () => {
  const [baseline, command] = [baselines[0], commands[0]]
  expect(baseline && runBaselineCase({ ...baseline, expected: { verdict: 'PASS', new_failures: [] } })).toMatch(/^bas-002: found/)
  expect(command && runCommandCase({ ...command, expected: { decision: 'REJECT' } })).toMatch(/^cmd-002: found/)
  expect(
    runCommandCase({ id: 'x', input: { command: 'npm test;', approved: [] }, expected: { decision: 'REJECT', reason: 'no-op' } }),
  ).toMatch(/^x: found/)
})
