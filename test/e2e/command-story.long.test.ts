import { expect, test } from 'vitest'
import { recordOf } from '../support/command-kills'
import { inPlace } from '../support/command-line'
import { story, tell } from '../support/command-story'

test('the whole story run twice is the same record, and the second time says so', async () => {
  await inPlace(async (here) => {
    let last = ''
    for (const step of story) {
      const first = await tell(here, step)
      last = /recorded as event (\d+)/.exec(first.err)?.[1] ?? ''
      expect([step.args, [0, 3].includes(first.exit), last]).toEqual([step.args, true, expect.stringMatching(/^\d+$/)])
      const second = await tell(here, step)
      expect([step.args, second.exit === 1]).toEqual([step.args, step.isRepeat !== true])
    }
    expect(await recordOf(here.folder)).toHaveLength(Number(last))
  })
}, 120_000)
