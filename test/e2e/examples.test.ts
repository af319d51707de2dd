import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main as tally } from '../../examples/own-tally'
import { main as recordAndVerify } from '../../examples/record-and-verify'
import { main as smallest } from '../../examples/smallest/smallest'
import { ruled } from '../../examples/synthesis-loop'
import { canonicalJson } from '../../src/canonical/canonical-json'

const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', name), 'utf8')) as Record<string, unknown>

test('the smallest example ships', () => {
  const ruling = smallest()
  expect(ruling).toMatchObject({ kind: 'verdict', verdict: 'SHIP', row: 6 })
})

test('the loop asks once for synthesis and once for fresh members, then comes to a verdict', async () => {
  const asked: string[] = []
  const input = read('examples/smallest/panel.json')
  const [quality, fitness, adversary] = input['panel'] as { scores: { score: number | null }[]; member: string }[]
  const low = { ...adversary, scores: adversary?.scores.map((score, index) => (index === 0 ? { ...score, score: 6 } : score)) }
  const silent = {
    ...quality,
    scores: quality?.scores.map((score, index) => (index === 1 ? { ...score, score: null, reason: 'not my lens' } : score)),
  }
  const alsoSilent = {
    ...fitness,
    scores: fitness?.scores.map((score, index) => (index === 1 ? { ...score, score: null, reason: 'not my lens' } : score)),
  }
  const ruling = await ruled(
    { ...input, panel: [silent, alsoSilent, low] },
    {
      ask: async (rationales) => {
        asked.push(`ask ${Object.keys(rationales).join()}`)
        return [{ member: 'adversary', dimension: 'correctness', action: 'MAINTAIN', rebuttal: 'the count is racy' }]
      },
      convene: async (count, lens) => {
        asked.push(`convene ${count} ${lens}`)
        return [{ ...fitness, member: 'fresh', session: 'session-fresh', lens }]
      },
    },
  )
  expect(asked).toEqual(['ask correctness', 'convene 1 fitness'])
  expect(ruling.kind).toBe('verdict')
})

test('a recorded ruling verifies, and its head is the one expected', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adjudicate-example-'))
  try {
    const verdict = await recordAndVerify(folder, read('examples/smallest/panel.json'))
    expect(verdict).toMatchObject({ state: 'intact', events: 1 })
    expect(canonicalJson(verdict)).not.toContain(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test("a decider's state is the fold of its events, and a refusal is a value", async () => {
  expect(await tally()).toEqual({ total: 9, refusal: 'over-ten' })
})
