import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ConsensusVector } from './support/translate/consensus'
import { runConsensusVector } from './support/translate/consensus'
import type { PanelCase } from './support/translate/panel'
import { runPanelCase } from './support/translate/panel'

function rowsOf<Row>(file: string): Row[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

describe('consensus vectors', () => {
  const rows = rowsOf<ConsensusVector>('vectors/consensus.jsonl')

  test('there are vectors of every kind of ruling and every verdict row', () => {
    expect(new Set(rows.map(({ expected }) => expected['kind']))).toEqual(new Set(['verdict', 'synthesis', 'replacement', 'refused']))
    expect(new Set(rows.flatMap(({ expected }) => ('row' in expected ? [expected['row']] : [])))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
  })

  test.each(rows)('$id agrees', (row) => {
    expect(runConsensusVector(row)).toBeUndefined()
  })

  test('a vector with another expectation is told apart', () => {
    const [row] = rows
    expect(row).toBeDefined()
    if (row !== undefined) expect(runConsensusVector({ ...row, expected: { ...row.expected, kind: 'nothing' } })).toMatch(/kind/)
  })
})

describe('panel cases', () => {
  const rows = rowsOf<PanelCase>('cases/panel.jsonl')

  test.each(rows)('$id agrees', (row) => {
    expect(runPanelCase(row)).toBeUndefined()
  })

  test('an unknown input field or expectation is a failure', () => {
    const [row] = rows
    expect(row).toBeDefined()
    if (row === undefined) return
    expect(runPanelCase({ ...row, input: { ...row.input, moon: 1 } })).toMatch(/moon/)
    expect(runPanelCase({ ...row, expected: { ...row.expected, moon: 1 } })).toMatch(/moon/)
  })
})
