import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedModel } from '../../src/adapters/model/scripted'
import { fileLedger } from '../../src/adapters/ledger-store/file'
import { verify } from '../../src/faces/embed/verify-known'
import { strayProcesses } from '../support/drive-kills'
import type { ModelRequest } from '../../src/ports/model'
import { openTribunal } from '../../src/faces/embed/open-tribunal'
import { blockOf, nonceIn, scorecard, setup, works } from '../support/slice-world'

const top = mkdtempSync(join(tmpdir(), 'adjudicate-killed-'))
const repo = join(top, 'repo')
const temporary = join(top, 'temporary')
let program = ''
let commits: readonly string[] = []

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...who, ...args], { cwd: repo, encoding: 'utf8' }).trim()
}

beforeAll(async () => {
  execFileSync('git', ['init', '-q', repo])
  mkdirSync(temporary)
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
  hang: number | 'command' = 0,
): Promise<{ readonly out: readonly string[]; readonly signal: string | null; readonly err: string }> {
  const running = spawn(process.execPath, [program, ledger, repo, ...commits, String(hang)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
  })
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

test('a tribunal in a real repository, killed four times without warning, ends as if it never had been and leaves nothing running or lying about', async () => {
  const ledger = join(top, 'ledger')
  for (const hang of [1, 'command', 2, 4] as const) {
    const { signal, err } = await child(ledger, hang)
    expect(signal, err).toBe('SIGKILL')
    rmSync(join(top, 'hold'), { force: true })
    rmSync(join(top, 'hold-up'), { force: true })
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
  expect(terms).toBe(5)
  expect(done.size).toBeGreaterThan(10)
  expect(again).toEqual([])
  expect(await strayProcesses(top)).toEqual([])
  expect(readdirSync(temporary)).toEqual([])
}, 60_000)

test('a commit over the limit of an event goes through a whole slice, every member shown all of it', async () => {
  const long = 'a line of work that goes on and on\n'.repeat(40_000)
  writeFileSync(join(repo, 'limiter.ts'), `${works.bbbbbbb2}${long}`)
  git('add', '-A')
  git('commit', '-q', '-m', 'long')
  const sha = git('rev-parse', 'HEAD')
  const coverage = [{ path: 'limiter.ts', bytes: works.bbbbbbb2.length + long.length, of: works.bbbbbbb2.length + long.length }]
  let whole = 0
  const doer = ({ brief }: ModelRequest): string =>
    blockOf('DOER_REPORT', nonceIn(brief, 'DOER_REPORT'), { status: 'DONE', diffSummary: 'more', runs: [], address: sha })
  const member = ({ brief, role }: ModelRequest): string => {
    if (brief.split('+a line of work that goes on and on\n').length === 40_001) whole++
    return blockOf('SCORECARD', nonceIn(brief, 'SCORECARD'), { ...(scorecard(role, 'bbbbbbb2') as object), coverage })
  }
  const [judge, opponent] = [scriptedModel(member, 'panel'), scriptedModel(member, 'adversary')]
  const tribunal = await openTribunal({
    dir: join(top, 'long'),
    repo,
    models: { doer: scriptedModel(doer, 'doer'), panel: [judge], adversary: opponent },
  })
  const rubric = { criteria: ['At most five requests'], dimensions: ['correctness', 'clarity'] }
  const closing = await tribunal.run({ ...setup, rubric })
  await tribunal.close()
  expect(closing, JSON.stringify(closing.reasons)).toMatchObject({ verdict: 'SHIP', ending: 'shipped', outcome: { kind: 'idle' } })
  expect(whole).toBe(3)
})
