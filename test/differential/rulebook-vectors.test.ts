import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { alike, differencesOf } from '../support/translate/differences'
import { ruleByTheBook } from './rulebook'
import type { VectorExpected, VectorInput } from './vector-shapes'

type Row = { readonly id: string; readonly input: VectorInput; readonly expected: VectorExpected }

const rows = readFileSync(join(import.meta.dirname, '../vectors/consensus.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row)

/** The sets of a verdict in one order. */
function settled(expected: VectorExpected): VectorExpected {
  if (expected.kind !== 'verdict') return expected
  return { ...expected, fixList: [...expected.fixList].sort(), warnings: [...expected.warnings].sort() }
}

test('the rulebook agrees with every consensus vector', () => {
  const differing = rows.flatMap(({ id, input, expected }) => {
    const difference = differencesOf(settled(expected), settled(ruleByTheBook(input)))
    return difference === undefined ? [] : [`${id}: ${difference}`]
  })
  expect(differing).toEqual([])
  expect(rows).toHaveLength(815)
})

test('the order of the seats changes nothing', () => {
  for (const { id, input, expected } of rows) {
    if (expected.kind === 'refused') continue
    const turned = ruleByTheBook({ ...input, panel: [...input.panel].reverse() })
    expect(alike(settled(turned), settled(ruleByTheBook(input))), id).toBe(true)
  }
})
