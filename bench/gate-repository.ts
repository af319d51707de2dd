import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const environment = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
}

/** Runs git without anybody's configuration. */
export function benchGit(cwd: string, args: readonly string[], input?: string): string {
  return execFileSync('git', [...args], {
    cwd,
    env: environment,
    encoding: 'utf8',
    input,
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** A packed repository with so many source and test files, ten cases in each test, three trivial checks, and on the branch `work` one commit that changes four files. */
export function generateRepository(folder: string, sources: number, tests: number): void {
  mkdirSync(folder)
  benchGit(folder, ['init', '-q', '-b', 'main'])
  const files = [
    ...Array.from({ length: sources }, (_, at) => [sourcePath(at), sourceText(at)] as const),
    ...Array.from({ length: tests }, (_, at) => [testPath(at), testText(at)] as const),
    ['package.json', '{ "type": "module" }\n'] as const,
    ['.adjudicate/config.json', config] as const,
  ]
  const stream = files.map(([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
  const commit = `commit refs/heads/main\ncommitter a <a@example.org> 1700000000 +0000\ndata 4\nbase\n${stream.join('')}\n`
  benchGit(folder, ['fast-import', '--quiet'], commit)
  benchGit(folder, ['checkout', '-q', '-b', 'work', 'main'])
  for (const at of [1, 2]) writeFileSync(join(folder, sourcePath(at)), `${sourceText(at)}export const more${at} = 1\n`)
  const added = "test('one more', () => {\n  expect(sum1(0, 5)).toBe(6)\n})\n"
  writeFileSync(join(folder, testPath(1)), `${testText(1)}${added}`)
  writeFileSync(join(folder, 'src', 'new.js'), 'export const fresh = 1\n')
  commitAll(folder)
}

/** Adds a commit with one file of so many bytes; it is sparse on the disk. */
export function addLargeFile(folder: string, bytes: number): void {
  const file = openSync(join(folder, 'large.bin'), 'w')
  ftruncateSync(file, bytes)
  closeSync(file)
  commitAll(folder)
}

/** What the gate itself wrote stays out, as `adjudicate init` has it. */
function commitAll(folder: string): void {
  benchGit(folder, ['-c', 'core.compression=1', 'add', '-A', '--', '.', ':!.adjudicate'])
  benchGit(folder, ['commit', '-q', '-m', 'work'])
}

const config = JSON.stringify({ base_ref: 'main', validation: ['format', 'lint', 'unit'].map((name) => ({ name, cmd: 'true' })) })

function sourcePath(at: number): string {
  return `src/part${at % 50}/module${at}.js`
}

function testPath(at: number): string {
  return `test/part${at % 50}/module${at}.test.js`
}

function sourceText(at: number): string {
  return `export function sum${at}(a, b) {\n  return a + b + ${at}\n}\n`
}

function testText(at: number): string {
  const head = `import { expect, test } from 'vitest'\nimport { sum${at} } from '../../src/part${at % 50}/module${at}.js'\n\n`
  const cases = Array.from(
    { length: 10 },
    (_, n) => `test('adds ${n}', () => {\n  expect(sum${at}(${n}, 1)).toBe(${n + 1 + at})\n  expect(sum${at}(0, ${n})).not.toBe(-1)\n})\n`,
  )
  return `${head}${cases.join('\n')}`
}
