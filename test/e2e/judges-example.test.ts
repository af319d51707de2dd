import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../../examples/measured-judges'
import { canaryPairs } from '../../src/conformance/canaries/canary-pairs'
import { plannedJudge } from '../support/canary-judges'

test('the example measures a panel and gives a line for each judge', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'adjudicate-judges-example-'))
  try {
    const judge = plannedJudge(canaryPairs, (_, variant, role) => (variant === 'faulty' && role !== 'quality' ? 'catches' : 'passes'))
    const { report, log } = await main({ panel: [judge], adversary: judge }, dir)
    expect(report.verdict).toBe('PASS')
    expect(log).toEqual([
      'adversary caught 2 of 2, passed 2 of 2',
      'fitness caught 2 of 2, passed 2 of 2',
      'quality caught 0 of 2, passed 2 of 2',
      'panel caught 2 of 2, passed 2 of 2',
    ])
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
