import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adjudicate, explainRuling } from 'adjudicate'

const smallest = readFileSync(join(import.meta.dirname, '../../../examples/smallest/panel.json'), 'utf8')

describe('the page about a ruling', () => {
  // One quote that stands nowhere, so that there is a nearest line to show.
  const {
    rubric,
    panel,
    corpus: whole,
  } = JSON.parse(smallest.replace('return count < limit', 'return count > limit')) as Record<string, unknown>
  const { artifact } = whole as { artifact: Record<string, string> }
  const [path = '', text = ''] = Object.entries(artifact)[0] ?? []
  const ruling = adjudicate({ rubric, panel, corpus: { artifact } })

  test('takes the corpus as the ruling does, in short and in full', () => {
    const pages = [{ artifact }, artifact, { sources: [{ id: path, role: 'artifact', path, text }], runs: [] }].map((corpus) =>
      explainRuling(ruling, { corpus }),
    )
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain('nearest   return count < limit')
  })

  test('stands also with a corpus that cannot be read, and says what is wrong with it', () => {
    const page = explainRuling(ruling)
    for (const corpus of [7, null, { artifact: { 'a.ts': 1 } }, { sources: {} }, { nothing: { known: 1 } }]) {
      const told = explainRuling(ruling, { corpus })
      expect(told.startsWith(page)).toBe(true)
      expect(told.slice(page.length)).toMatch(/^\n! no nearest lines {2}corpus/)
    }
  })
})
