import { expect, test } from 'vitest'
import { judgesText } from '../../../src/faces/formats/judges-text'
import type { CanaryJudgement } from '../../../src/tribunal/canaries/canary-judgement'
import type { JudgesRun } from '../../../src/tribunal/canaries/judges-report'
import { judgesReport } from '../../../src/tribunal/canaries/judges-report'

const run: JudgesRun = {
  run: 'r1',
  set: `sha256:${'ab'.repeat(32)}`,
  pairs: 2,
  seed: 9007199254740991,
  models: ['adversary', 'quality', 'fitness'].map((member) => ({ member, model: `a-model-with-quite-a-long-name\u001b[31m${member}` })),
  unjudged: 0,
  stoppedBy: '',
}
const silent = (member: string, because: string): CanaryJudgement[] =>
  ['one', 'two'].flatMap((pair) =>
    (['faulty', 'clean'] as const).map((variant) => ({ member, pair, variant, said: 'abstained', atFault: false, because }) as const),
  )
const text = (judgements: readonly CanaryJudgement[], more: Partial<JudgesRun> = {}): string =>
  judgesText(judgesReport({ ...run, ...more }, judgements, {}, { resamples: 5 }), 1)

test('who abstained and why is told, most frequent first; what models wrote is shown as text and broken at 80 columns', () => {
  const page = text([
    ...silent('adversary', `infrastructure: \u001b[2J${'x'.repeat(90)}`),
    ...silent('panel', 'undecided: quorum').slice(0, 2),
  ])
  expect(page).not.toMatch(/\u001b/)
  for (const line of page.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  expect(page.indexOf('. abstained  adversary: infrastructure')).toBeGreaterThan(0)
  expect(page.indexOf('. abstained  panel: undecided: quorum (2 times)')).toBeGreaterThan(page.indexOf('. abstained  adversary'))
  expect(page).toContain('(4 times)')
  expect(page).toMatch(/^ {2}adversary +0\/2 .* 4 +-$/m)
})

test('more reasons than fit are counted', () => {
  const many = Array.from({ length: 9 }, (_, index): CanaryJudgement => ({
    member: 'quality',
    pair: `p${index}`,
    variant: 'clean',
    said: 'abstained',
    atFault: false,
    because: `reason ${index}`,
  }))
  expect(text(many)).toContain('and 3 other reasons; --json lists them')
})

test('a measure that is not whole says why, and how it goes on', () => {
  const page = text([], { unjudged: 3, stoppedBy: 'the run was stopped' })
  expect(page.split('\n')[0]).toMatch(/^x NOT MEASURED {2}judges: 0 of 0 caught/)
  expect(page).toContain('why    3 variants were not judged: the run was stopped')
  expect(page).toContain('--run r1 goes on')
})
