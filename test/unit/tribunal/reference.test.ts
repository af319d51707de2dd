import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tribunalRefusals } from '../../../src/entries/tribunal'

test('the reference page holds every refusal with its rule', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/tribunal.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([a-z-]+)`\s*\| (R-TRI-\d\d)\s*\|/gm)].map(([, code, rule]) => [code, rule])
  expect(Object.fromEntries(rows)).toEqual(tribunalRefusals)
})
