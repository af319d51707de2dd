import { expect, test } from 'vitest'
import { main } from '../../examples/own-orchestrator'
import { card, corpus, setup, sha } from '../support/slice-play'

test('an orchestrator of your own runs a slice from its setup to the acknowledgement', async () => {
  const briefs: string[] = []
  const { kinds, report } = await main(
    { ...setup, requester: { id: 'ana', channel: 'the terminal' } },
    {
      work: async (brief) => {
        briefs.push(brief)
        return { summary: 'adds the limiter', commit: sha, output: '3 tests passed' }
      },
      judge: async (_, brief) => {
        briefs.push(brief)
        return card()
      },
      read: async () => ({ diff: '+ limiter', corpus }),
    },
  )
  expect(kinds.join(' ')).toBe(
    'dispatch-doer await-report verify-report convene-panel judge judge judge adjudicate deliver await-acknowledgement',
  )
  expect(briefs).toHaveLength(4)
  expect(report).toContain('Verdict: SHIP')
})
