import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runDisciplineVector, runDriftReviewVector } from '../../support/translate/discipline'
import { runDriftCase } from '../../support/translate/drift'

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

describe('the vectors of discipline', () => {
  test('commands, refusals and states', () => expect(failuresOf('vectors/discipline', 405, runDisciplineVector)).toEqual([]))
  test('R-REF-31 the counts of a drift-root review', () => expect(failuresOf('vectors/drift-review', 65, runDriftReviewVector)).toEqual([]))
  test('cases of drift', () => expect(failuresOf('cases/drift', 22, runDriftCase)).toEqual([]))
})
