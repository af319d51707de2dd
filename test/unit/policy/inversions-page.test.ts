import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Policy } from '../../../src/entries/policy'
import { analyse, bugfix, bugfix2, bugfix3 } from '../../../src/entries/policy'

const page = readFileSync(join(import.meta.dirname, '../../../docs/explanation/inversions.md'), 'utf8')

function rowsOf(text: string): string[] {
  return [...text.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .join(' | '),
  )
}

function kindsOf(policy: Policy): string[] {
  const counts = new Map<string, number>()
  for (const { fact, better, worse, betterGets, betterRule, worseGets, worseRule } of analyse(policy).inversions) {
    const kind = `\`${fact}\` ${better} → ${worse} | ${betterGets} (${betterRule}) | ${worseGets} (${worseRule})`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => `${kind} | ${count}`)
}

test.each([bugfix, bugfix2, bugfix3])('the page on inversions lists every kind of $id@$version with its count', (policy) => {
  const [, section = ''] = page.split(`### ${policy.id}@${policy.version}\n`)
  const [only = ''] = section.split('\n### ')
  expect(rowsOf(only).slice(2)).toEqual(kindsOf(policy))
  const total = analyse(policy).inversions.length
  expect(rowsOf(page).find((row) => row.startsWith(`\`${policy.id}@${policy.version}\``))).toMatch(new RegExp(`\\| ${total}$`))
})
