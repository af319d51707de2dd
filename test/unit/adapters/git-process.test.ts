import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { GitCall } from '../../../src/adapters/git/git-process'
import { gitEnvironment, runGit } from '../../../src/adapters/git/git-process'
import { throwAwayFolder } from './throw-away'

const limits = { timeoutMs: 20_000, stdoutBytesMax: 1024 * 1024 }

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Puts a shell script in git's place; in it `$dir` is a folder of its own. */
function fakeGit(script: string): string {
  const dir = throwAwayFolder()
  writeFileSync(`${dir}/git`, `#!/bin/sh\ndir='${dir}'\n${script}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${dir}${delimiter}${process.env['PATH'] ?? ''}`)
  return dir
}

function run(more: Partial<GitCall>): ReturnType<typeof runGit> {
  return runGit({ args: ['version'], ...limits, ...more })
}

function isRunning(pidFile: string): boolean {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8')), 0)
    // A killed process whose parent hasn't asked after it yet is still listed.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${readFileSync(pidFile, 'utf8').trim()}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('the answer holds output, messages and the exit code when it was asked for', async () => {
  fakeGit('cat; echo out; echo problem >&2; exit 3')
  const answer = await run({ input: 'in and ', exitCodes: [0, 3] })
  expect({ ...answer, stdout: answer.stdout.toString() }).toEqual({ exitCode: 3, stdout: 'in and out\n', stderr: 'problem' })
})

test('any other exit code is an error that names the command and what git said', async () => {
  fakeGit('echo "fatal: bad thing" >&2; exit 128')
  await expect(run({ args: ['cat-file', 'commit', 'a b'] })).rejects.toMatchObject({
    code: 'git-failed',
    message: '`git cat-file commit "a b"` failed with exit code 128: fatal: bad thing',
    details: { exitCode: 128, stderr: 'fatal: bad thing' },
  })
})

test('a signal that ended git is an error', async () => {
  fakeGit('kill -TERM $$')
  await expect(run({})).rejects.toMatchObject({ code: 'git-failed', message: '`git version` was ended by SIGTERM' })
})

test('a time limit ends git and all that it started', async () => {
  const dir = fakeGit('sleep 60 & echo $! > "$dir/child"; echo $$ > "$dir/self"; wait')
  await expect(run({ timeoutMs: 700 })).rejects.toMatchObject({ code: 'git-failed', message: '`git version` took more than 700 ms' })
  expect(existsSync(`${dir}/child`)).toBe(true)
  await vi.waitFor(() => expect([isRunning(`${dir}/child`), isRunning(`${dir}/self`)]).toEqual([false, false]))
})

test('F59: a process left behind that holds the output is ended with the time limit, and no success is made of it', async () => {
  const dir = fakeGit('sleep 60 & echo $! > "$dir/child"; echo done')
  await expect(run({ timeoutMs: 700 })).rejects.toMatchObject({ code: 'git-failed' })
  await vi.waitFor(() => expect(isRunning(`${dir}/child`)).toBe(false))
})

test('a signal of the caller ends git', async () => {
  const dir = fakeGit('echo $$ > "$dir/self"; echo begun; sleep 60')
  const controller = new AbortController()
  const running = run({ signal: controller.signal, take: () => controller.abort(new Error('enough')) })
  await expect(running).rejects.toMatchObject({ code: 'git-failed', message: '`git version` was stopped', cause: new Error('enough') })
  await vi.waitFor(() => expect(isRunning(`${dir}/self`)).toBe(false))
})

test('more output than allowed is an error with the limit, not a cut', async () => {
  fakeGit('head -c 5000 /dev/zero')
  expect((await run({ stdoutBytesMax: 5000 })).stdout).toHaveLength(5000)
  await expect(run({ stdoutBytesMax: 4999 })).rejects.toMatchObject({ code: 'file-too-large', details: { bytesMax: 4999 } })
})

test('what the taker throws is thrown on', async () => {
  fakeGit('echo one; sleep 60')
  const thrown = new Error('no more')
  const taking = run({
    take: () => {
      throw thrown
    },
  })
  await expect(taking).rejects.toBe(thrown)
})

test('long messages are cut, and input that git does not read is no failure', async () => {
  fakeGit('head -c 300000 /dev/zero | tr "\\0" e >&2; exec 0<&-; exit 0')
  const answer = await run({ input: 'x'.repeat(500_000) })
  expect(answer.stderr).toHaveLength(16 * 1024)
})

test('git sees the search path and no variable of ours beside it', async () => {
  fakeGit('env')
  vi.stubEnv('GIT_DIR', '/x')
  vi.stubEnv('SECRET_TOKEN', 'x')
  vi.stubEnv('HOME', '/x')
  const names = (await run({ env: { GIT_MORE: '1' } })).stdout
    .toString()
    .split('\n')
    .map((line) => line.split('=')[0] ?? '')
  const allowed = [...Object.keys(gitEnvironment()), 'GIT_MORE']
  expect(names).toContain('GIT_MORE')
  expect(names.filter((name) => !allowed.includes(name) && !['', '_', 'PWD', 'OLDPWD', 'SHLVL'].includes(name))).toEqual([])
  expect(allowed).not.toContain('GIT_DIR')
})
