import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { KeptGit } from '../../../src/adapters/git/git-kept'
import { keepGit } from '../../../src/adapters/git/git-kept'
import { throwAwayFolder } from './throw-away'

const opened: KeptGit[] = []

afterEach(() => {
  for (const git of opened.splice(0)) git.close()
  vi.unstubAllEnvs()
})

/** Stands in git's place: answers each line with `got <line>`, does as the words `die`, `wait` and `twice` say, and notes each start. */
const script = `#!/bin/sh
echo start >> "$(dirname "$0")/starts"
while IFS= read -r line; do
  case $line in
    die) echo "fatal: dead" >&2; exit 128 ;;
    wait) sleep 60 ;;
    twice) echo "got $line"; echo more ;;
    *) echo "got $line" ;;
  esac
done`

function kept(more: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {}): {
  readonly git: KeptGit
  readonly starts: () => number
} {
  const dir = throwAwayFolder()
  writeFileSync(`${dir}/git`, script, { mode: 0o755 })
  vi.stubEnv('PATH', `${dir}${delimiter}${process.env['PATH'] ?? ''}`)
  const git = keepGit({ args: ['cat-file', '--batch-check'], timeoutMs: 20_000, ...more })
  opened.push(git)
  return { git, starts: () => readFileSync(`${dir}/starts`, 'utf8').split('\n').length - 1 }
}

async function answer(git: KeptGit, question: string): Promise<string> {
  let text = ''
  await git.ask(`${question}\n`, (chunk) => {
    text += chunk.toString()
    return text.endsWith('\n')
  })
  return text
}

test('questions are answered in the order asked, all by one process', async () => {
  const { git, starts } = kept()
  expect(await Promise.all(['a', 'b', 'c'].map((one) => answer(git, one)))).toEqual(['got a\n', 'got b\n', 'got c\n'])
  expect(await answer(git, 'd')).toBe('got d\n')
  expect(starts()).toBe(1)
})

test('a process that ends is an error for whoever asks, and the next question starts another', async () => {
  const { git, starts } = kept()
  const [first, second] = await Promise.allSettled([answer(git, 'die'), answer(git, 'after')])
  expect(first).toMatchObject({
    status: 'rejected',
    reason: { code: 'git-failed', message: '`git cat-file --batch-check` failed with exit code 128: fatal: dead' },
  })
  expect(second).toEqual({ status: 'fulfilled', value: 'got after\n' })
  expect(starts()).toBe(2)
})

test('the time limit holds for each question', async () => {
  const { git } = kept({ timeoutMs: 700 })
  await expect(answer(git, 'wait')).rejects.toMatchObject({
    code: 'git-failed',
    message: '`git cat-file --batch-check` took more than 700 ms',
  })
})

test('what reading an answer throws is thrown on, and the rest of that answer is nobody else’s', async () => {
  const { git, starts } = kept()
  const refused = git.ask('a\n', () => {
    throw new Error('not that')
  })
  await expect(refused).rejects.toThrow('not that')
  expect(await answer(git, 'b')).toBe('got b\n')
  expect(starts()).toBe(2)
})

test('a signal from outside and the end of all ends an open question', async () => {
  const stop = new AbortController()
  const stopped = answer(kept({ signal: stop.signal }).git, 'wait')
  stop.abort()
  await expect(stopped).rejects.toMatchObject({ code: 'git-failed', message: '`git cat-file --batch-check` was stopped' })
  const { git } = kept()
  const [open] = await Promise.allSettled([
    answer(git, 'wait'),
    answer(git, 'never').catch(() => undefined),
    Promise.resolve()
      .then(() => undefined)
      .then(() => git.close()),
  ])
  expect(open).toMatchObject({ status: 'rejected', reason: { code: 'git-failed', message: '`git cat-file --batch-check` was ended' } })
})
