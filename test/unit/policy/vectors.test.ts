import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  runDevGateVector,
  runJudgeFaultVector,
  runLightVector,
  runPolicyAnalysisVector,
  runPolicyDiffVector,
  runPolicyErrorVector,
  runPolicyExplainVector,
} from '../../support/translate/policy'
import { runTrafficCase } from '../../support/translate/traffic'

function failuresOf(name: string, count: number, run: (row: never) => string | undefined): string[] {
  const text = readFileSync(join(import.meta.dirname, '../..', `${name}.jsonl`), 'utf8')
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly id: string })
  expect(rows).toHaveLength(count)
  return rows.flatMap((row) => {
    const difference = run(row as never)
    return difference === undefined ? [] : [`${row.id}: ${difference}`]
  })
}

describe('the vectors of policies and lights', () => {
  test('R-TL-13, R-TL-14: bugfix@1 agrees cell for cell', () =>
    expect(failuresOf('vectors/light-bugfix-1', 2107, runLightVector)).toEqual([]))
  test('R-TL-05, R-TL-06, R-TL-07, R-TL-08: bugfix@2 agrees cell for cell', () =>
    expect(failuresOf('vectors/light-bugfix-2', 2100, runLightVector)).toEqual([]))
  test('R-GATE-10: dev-gate@1 agrees cell for cell', () => expect(failuresOf('vectors/light-dev-gate-1', 29, runLightVector)).toEqual([]))
  test('bad facts', () => expect(failuresOf('vectors/policy-errors', 55, runPolicyErrorVector)).toEqual([]))
  test('explanations and the shortest ways out', () => expect(failuresOf('vectors/policy-explain', 58, runPolicyExplainVector)).toEqual([]))
  test('analyses', () => expect(failuresOf('vectors/policy-analysis', 40, runPolicyAnalysisVector)).toEqual([]))
  test('differences', () => expect(failuresOf('vectors/policy-diff', 32, runPolicyDiffVector)).toEqual([]))
  test('R-TL-04: faults with consistency and dossier', () =>
    expect(failuresOf('vectors/judge-fault', 399, runJudgeFaultVector)).toEqual([]))
  test('R-TL-13, R-TL-19: cases of lights', () => expect(failuresOf('cases/traffic', 17, runTrafficCase)).toEqual([]))
  test('R-GATE-07, R-GATE-02: the development gate', () => expect(failuresOf('vectors/gate', 95, runDevGateVector)).toEqual([]))
})
