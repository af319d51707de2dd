import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorCodes } from '../src/errors'
import { release } from '../src/release'

const root = join(import.meta.dirname, '..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const manifest = JSON.parse(read('package.json')) as { version: string; exports: Record<string, unknown>; scripts: Record<string, string> }

test('the release is the version of the manifest', () => {
  expect(release).toBe(manifest.version)
})

test('every entry is a published subpath, and every subpath an entry', () => {
  const entries = readdirSync(join(root, 'src/entries'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replace(/\.ts$/, '').replaceAll('\\', '/'))
  const published = Object.keys(manifest.exports).filter((name) => name !== './package.json')
  expect(published.map((name) => (name === '.' ? 'index' : name.slice(2))).sort()).toEqual(entries.sort())
})

test('every error code stands in the reference, and no other', () => {
  const documented = [...read('docs/reference/errors.md').matchAll(/^\| `([a-z-]+)`/gm)].map((match) => match[1])
  expect(documented.sort()).toEqual([...errorCodes].sort())
})

test('the README is short and its two commands exist', () => {
  const readme = read('README.md')
  expect(readme.split('\n').length).toBeLessThanOrEqual(150)
  for (const command of ['npm ci && npm run try', 'npm ci && npm test']) expect(readme).toContain(command)
  expect(manifest.scripts['try']).toBeDefined()
  expect(read('.ci/run')).toContain('npm ci && npm test')
})

test('every file that a document links to is there', () => {
  const documents = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'bench/README.md',
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.md') ? [`docs/${name}`] : [],
    ),
  ]
  const broken = documents.flatMap((name) =>
    [...read(name).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].flatMap(([, link = '']) =>
      existsSync(join(root, name, '..', link)) ? [] : [`${name}: ${link}`],
    ),
  )
  expect(broken).toEqual([])
})

test('no tracked file names a place of this machine or the host of a registry', () => {
  const tracked = tracks()
  const own = [/\/work\//, /\/root\//, /registry\.[a-z]+js\.org/, new RegExp(['deb', 'debian.org'].join('\\.'))]
  const found = tracked
    .filter((name) => existsSync(join(root, name)) && !name.endsWith('.jsonl'))
    .flatMap((name) =>
      own.filter((pattern) => pattern.test(read(name)) && name !== 'test/repository.test.ts').map((pattern) => `${name}: ${pattern}`),
    )
  expect(tracked.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})

/** What git tracks; in an unpacked source tree without git, all that isn't built or installed. */
function tracks(): string[] {
  if (existsSync(join(root, '.git')))
    return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter((name) => name !== '')
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^(node_modules|dist|coverage|reports)/.test(name) && /\.\w+$/.test(name),
  )
}
