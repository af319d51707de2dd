import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileLedger } from '../../src/adapters/ledger-store/file'
import { verify } from '../../src/faces/embed/verify-known'
import { works } from '../support/slice-world'

const top = mkdtempSync(join(tmpdir(), 'adjudicate-killed-'))
const repo = join(top, 'repo')
let program = ''
let commits: readonly string[] = []

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...who, ...args], { cwd: repo, encoding: 'utf8' }).trim()
}

beforeAll(async () => {
  execFileSync('git', ['init', '-q', repo])
  git('commit', '-q', '--allow-empty', '-m', 'begin')
  commits = Object.values(works).map((text) => {
    writeFileSync(join(repo, 'limiter.ts'), text)
    git('add', '-A')
    git('commit', '-q', '-m', 'work')
    return git('rev-parse', 'HEAD')
  })
  const input = join(import.meta.dirname, '../support/slice-child.ts')
  const output = { entryFileNames: 'child.mjs' }
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: input, outDir: join(top, 'child'), rollupOptions: { output } },
  })
  program = join(top, 'child', 'child.mjs')
}, 60_000)
afterAll(() => rmSync(top, { recursive: true, force: true }))

/** Runs the child to its end, or kills it without warning in the middle of its n-th call. */
async function child(
  ledger: string,
  hang = 0,
): Promise<{ readonly out: readonly string[]; readonly signal: string | null; readonly err: string }> {
  const running = spawn(process.execPath, [program, ledger, repo, ...commits, String(hang)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  running.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
    if (out.includes('hangs\n')) running.kill('SIGKILL')
  })
  running.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  return await new Promise((resolve, reject) => {
    running.once('error', reject)
    running.once('close', (_, signal) => resolve({ out: out.split('\n').filter((line) => line !== ''), signal, err }))
  })
}

test('a tribunal in a real repository, killed three times without warning, ends as if it never had been', async () => {
  const ledger = join(top, 'ledger')
  for (const hang of [1, 3, 4]) {
    const { signal, err } = await child(ledger, hang)
    expect(signal, err).toBe('SIGKILL')
  }
  const { out, err, signal } = await child(ledger)
  expect(signal, err).toBeNull()
  expect(JSON.parse(out.at(-1) ?? 'null')).toMatchObject({
    verdict: 'SHIP',
    ending: 'shipped',
    rounds: { used: 2 },
    dispatches: { used: 2 },
    address: commits[1],
    outcome: { kind: 'idle' },
  })
  expect(statSync(join(ledger, 'driver.key')).mode & 0o077).toBe(0)
  const store = fileLedger(ledger)
  expect(await verify(store)).toMatchObject({ state: 'intact' })
  const done = new Set<unknown>()
  const again: unknown[] = []
  let terms = 0
  for await (const { type, data } of store.read({ stream: 'drive/slice/S1' })) {
    const { action } = data as { action?: string }
    if (type === 'drive.claimed') terms++
    if (type === 'action.done') done.add(action)
    if (type === 'action.started' && done.has(action)) again.push(action)
  }
  await store.close()
  expect(terms).toBe(4)
  expect(done.size).toBeGreaterThan(10)
  expect(again).toEqual([])
}, 60_000)
