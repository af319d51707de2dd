import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CitationCase, EvidenceVector, StandingVector } from '../../support/translate/evidence'
import { runCitationCase, runEvidenceVector, runStandingVector } from '../../support/translate/evidence'

function rows<T>(path: string): T[] {
  const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}

describe('R-TRI-24, R-TRI-25, R-TRI-26, R-TRI-46: vectors and cases', () => {
  test('all evidence vectors hold', () => {
    const all = rows<EvidenceVector>('vectors/evidence.jsonl')
    expect(all).toHaveLength(323)
    expect(all.flatMap((row) => runEvidenceVector(row) ?? [])).toEqual([])
  })
  test('all standing vectors hold', () => {
    const all = rows<StandingVector>('vectors/standing.jsonl')
    expect(all).toHaveLength(112)
    expect(all.flatMap((row) => runStandingVector(row) ?? [])).toEqual([])
  })
  test('all citation cases hold', () => {
    const all = rows<CitationCase>('cases/citations.jsonl')
    expect(all).toHaveLength(16)
    expect(all.flatMap((row) => runCitationCase(row) ?? [])).toEqual([])
  })
})
