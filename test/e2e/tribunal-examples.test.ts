import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { main as driven } from '../../examples/driven-tribunal'
import { main as own } from '../../examples/own-orchestrator'
import type { LanguageModelLike } from '../../src/adapters/model/ai-sdk'
import { blockOf, nonceIn, scorecard, setup, sliceWorld, works } from '../support/slice-world'

const top = mkdtempSync(join(tmpdir(), 'adjudicate-tribunal-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

test('an orchestrator of its own comes to the same end with the same four functions', async () => {
  const { hands, asked } = sliceWorld()
  const closing = await own(setup, hands)
  expect(closing).toMatchObject({ verdict: 'SHIP', ending: 'shipped', rounds: { used: 2 }, dispatches: { used: 2 } })
  expect(asked).toHaveLength(8)
})

/** A provider's model, by the AI SDK's interface. */
function provider(modelId: string, answer: (brief: string) => string): LanguageModelLike {
  type Asked = { readonly prompt: readonly { readonly content: readonly { readonly text: string }[] }[] }
  const doGenerate = (options: Asked): Promise<unknown> => {
    const text = answer(options.prompt[0]?.content[0]?.text ?? '')
    const usage = { inputTokens: { total: 900 }, outputTokens: { total: 300 } }
    return Promise.resolve({ content: [{ type: 'text', text }], finishReason: { unified: 'stop' }, usage })
  }
  return { specificationVersion: 'v4', provider: 'test', modelId, doGenerate }
}

test('a tribunal that drives itself judges a commit of a real repository', async () => {
  const repo = join(top, 'repo')
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...args], {
      cwd: repo,
      encoding: 'utf8',
    }).trim()
  execFileSync('git', ['init', '-q', repo])
  git('commit', '-q', '--allow-empty', '-m', 'begin')
  writeFileSync(join(repo, 'limiter.ts'), works.bbbbbbb2)
  git('add', '-A')
  git('commit', '-q', '-m', 'work')
  const address = git('rev-parse', 'HEAD')
  const runs = [{ command: 'grep -c limit limiter.ts', exitCode: 0, output: '2' }]
  const doer = provider('doer', (brief) =>
    blockOf('DOER_REPORT', nonceIn(brief, 'DOER_REPORT'), { status: 'DONE', diffSummary: 'a limiter', runs, address }),
  )
  const member = (id: string) => provider(id, (brief) => blockOf('SCORECARD', nonceIn(brief, 'SCORECARD'), scorecard(id, 'bbbbbbb2')))
  const rubric = { criteria: ['At most five requests'], dimensions: ['correctness', 'clarity'], commands: ['grep -c limit limiter.ts'] }
  const place = { dir: join(top, 'ledger'), repo }
  const { closing, log } = await driven(
    { id: 'S3', spec: 'A limiter', rubric },
    { doer, a: member('a'), b: member('b'), c: member('c') },
    place,
  )
  expect(closing).toMatchObject({ verdict: 'SHIP', ending: 'shipped', independence: 'panel', address, outcome: { kind: 'idle' } })
  expect(log).toEqual(['S3 SHIP'])
})
