import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canaryPairs } from '../../../src/conformance/canaries/canary-pairs'
import { measureJudges } from '../../../src/faces/embed/measure-judges'
import { openLedger } from '../../../src/faces/embed/open-ledger'
import { plannedJudge, smallPair } from '../../support/canary-judges'

async function inFolder(work: (dir: string) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'adjudicate-measure-'))
  try {
    await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

const right = (pairs = canaryPairs) => plannedJudge(pairs, (_, variant) => (variant === 'faulty' ? 'catches' : 'passes'))
const bootstrap = { resamples: 5 }

describe('measuring judges on this machine', () => {
  test('a folder is all it needs; the name of the run, the seed and the set are chosen, and stand in the report', async () => {
    await inFolder(async (dir) => {
      const judge = right()
      const judges = { panel: [judge], adversary: judge }
      const report = await measureJudges({ dir, judges, pairsMax: 2, bootstrap })
      expect(report).toMatchObject({ verdict: 'PASS', pairs: 2 })
      expect(report.run).toMatch(/^judges-\d{4}-\d\d-\d\d-[0-9a-f]{8}$/)
      expect(Number.isSafeInteger(report.seed)).toBe(true)
      expect(existsSync(join(dir, 'canaries', report.run, 'ledger.jsonl'))).toBe(true)
      const again = await measureJudges({ dir, judges, run: report.run, bootstrap })
      expect(again).toEqual(report)
      expect(judge.asked).toHaveLength(12)
      const ledger = await openLedger(`file:${dir}`)
      const types: string[] = []
      for await (const { type } of ledger.read()) types.push(type)
      await ledger.close()
      expect(types).toEqual(['judges.began', 'judges.measured'])
    })
  })

  test("a set of one's own, and what is no set, no name and no folder", async () => {
    await inFolder(async (dir) => {
      const pairs = [smallPair('ant'), smallPair('bee')]
      const judge = right(pairs)
      const judges = { panel: [judge], adversary: judge }
      expect((await measureJudges({ dir, judges, pairs, run: 'own', seed: 3, bootstrap })).verdict).toBe('PASS')
      await expect(measureJudges({ dir, judges, pairs, run: 'own', seed: 4 })).rejects.toMatchObject({ code: 'usage' })
      await expect(measureJudges({ dir, judges, run: 'own' })).rejects.toMatchObject({ code: 'usage' })
      await expect(measureJudges({ dir, judges, pairs: [] })).rejects.toMatchObject({ code: 'data-invalid' })
      await expect(measureJudges({ dir, judges, pairs, run: '../up' })).rejects.toMatchObject({ code: 'usage' })
      await expect(measureJudges({ dir, judges, pairs, pairsMax: 0 })).rejects.toMatchObject({ code: 'data-invalid' })
      await expect(measureJudges({ dir: ' ', judges, pairs })).rejects.toMatchObject({ code: 'usage' })
      expect(judge.asked).toHaveLength(12)
    })
  })
})
