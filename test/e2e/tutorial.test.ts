import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Ruling } from 'adjudicate'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = textOf('docs/tutorial/your-first-verdict.md')
const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text }))

test('the tutorial shows its files as they are', () => {
  const shown = blocks.filter(({ language }) => language === 'js').map(({ text }) => text)
  expect(shown).toEqual(['limiter', 'review', 'steps'].map((name) => textOf(`examples/first-verdict/${name}.mjs`)))
})

test('the tutorial shows what its steps print', async () => {
  const folder = '../../examples/first-verdict'
  const { steps } = (await import(`${folder}/steps.mjs`)) as { steps: Record<string, unknown> }
  const { review, told } = (await import(`${folder}/review.mjs`)) as {
    review: (panel: unknown) => Ruling
    told: (ruling: Ruling) => string
  }
  const printed = Object.values(steps).map((panel) => told(review(panel)))
  expect(blocks.filter(({ language }) => language === '').map(({ text }) => text)).toEqual(printed)
  expect(Object.keys(steps).map((name) => page.includes(`node steps.mjs ${name}\n`))).toEqual([true, true, true, true])
})
