import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ruleText } from '../../../../src/faces/formats/gate-rules'
import { defaultSeverities } from '../../../../src/gate/tampering/tamper-kind'

test('the page lists every kind with its default severity and its sentence', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/explanation/tampering.md'), 'utf8')
  const rows = page.split('\n').flatMap((line) => {
    const found = /^\| `([\w-]+)`\s*\| (\w+)\s*\| (.*?)\s*\|$/.exec(line)
    return found === null ? [] : [[found[1], found[2], found[3]]]
  })
  expect(rows).toEqual(Object.entries(defaultSeverities).map(([kind, severity]) => [kind, severity, ruleText(kind)]))
})
