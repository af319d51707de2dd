import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('every fault on the page about the public script is shown by the test that its row names', () => {
  const page = readFileSync(join(root, 'docs/explanation/the-public-script.md'), 'utf8')
  const places = { bad: 'gate/bad-changes', good: 'gate/good-changes', integrity: 'gate/integrity', checks: 'gate/checks' }
  const rows = [...page.matchAll(/^\| (F\d\d[a-z]?|○) +\|.*\| (\S+) +\|$/gm)].map(([, id = '', name = '']) => ({ id, name }))
  expect(rows).toHaveLength(66)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(66)
  const unshown = rows.filter(({ id, name }) => {
    const file = Object.entries(places).find(([short]) => short === name)?.[1] ?? name
    const names = [...readFileSync(join(root, `test/${file}.test.ts`), 'utf8').matchAll(/\btest\(\s*(['"])(.*?)\1,/g)].map(
      ([, , title]) => title,
    )
    return !names.some((title) => title?.split(/[\s,:]+/).includes(id))
  })
  expect(unshown).toEqual([])
})
