import type { PathEntry } from '../../gate/changed-path'
import type { PlainSource, TestSource } from '../../gate/canaries/canary'
import type { GateConfig } from '../../gate/gate-config'
import type { FileRole } from '../../gate/tampering/file-role'
import { matchesAny, pathPattern } from '../../gate/path-pattern'
import { roleOf } from '../../gate/tampering/file-role'
import { readTests } from '../../gate/tampering/read-tests'
import type { Repository } from '../../ports/repository'
import type { Syntax } from '../../ports/syntax'
import { followScripts } from './followed-scripts'

/** What faults are planted in: test files that were read whole, files by their text, and sources that are neither a test nor run by a check. */
export type CanarySources = {
  readonly tests: readonly TestSource[]
  readonly plain: readonly PlainSource[]
  readonly sources: readonly PlainSource[]
}

const testsMax = 60
const plainMax = 60
const sourcesMax = 5
const bytesMax = 512 * 1024

/** What stands in such folders looks like a test and is often none. */
const besideTests = /(^|\/)(fixtures|__fixtures__|testdata|cases|vectors|examples?|support|golden|vendor|third_party)\//

/** Reads a bounded number of files of a commit, those that a check names first, then those at the top of the tree; executable ones are left alone, since a written file loses that. */
export async function canarySources(repository: Repository, syntax: Syntax, commit: string, config: GateConfig): Promise<CanarySources> {
  const entries = await repository.allEntries(commit)
  const named = wordsOf(config)
  const rank = (path: string): number => (named.some((word) => path === word || path.startsWith(`${word}/`)) ? 0 : 1000) + depthOf(path)
  const byRole = (roles: readonly FileRole[], max: number): [string, PathEntry][] =>
    [...entries]
      .filter(([path, { mode }]) => mode === '100644' && roles.includes(roleOf(path, config.test_globs)))
      .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
      .slice(0, max)
  const parsable = ([path]: [string, PathEntry]): boolean => syntax.languageOf(path) !== undefined
  const tests = byRole(['test'], Infinity).filter(parsable).slice(0, testsMax)
  const plain = byRole(['config', 'ci', 'script', 'snapshot', 'control'], plainMax)
  const sources = await ordinary(repository, commit, config, byRole(['source'], Infinity))
  const texts = await textsOf(repository, [...tests, ...plain, ...sources])
  const read = (list: readonly [string, PathEntry][]): PlainSource[] =>
    list.flatMap(([path, { oid }]) => {
      const text = texts.get(oid)
      return text === undefined ? [] : [{ path, text }]
    })
  return { tests: await testSources(syntax, read(tests)), plain: read(plain), sources: read(sources) }
}

/** Files that nobody would take for anything but code: what a check runs is guarded for another reason, and what scope passes over isn't guarded by it. */
async function ordinary(
  repository: Repository,
  commit: string,
  config: GateConfig,
  files: readonly [string, PathEntry][],
): Promise<[string, PathEntry][]> {
  const { run, absent, told } = await followScripts(repository, commit, config, [])
  const ruled = new Set([...run, ...absent])
  const ignore = config.scope_ignore.map(pathPattern)
  const loaded = new Set(told)
  const free = files.filter(([path]) => !ruled.has(path) && !matchesAny(ignore, path))
  return [...free.filter(([path]) => !loaded.has(path)), ...free.filter(([path]) => loaded.has(path))].slice(0, sourcesMax)
}

/** A test file read by its grammar; undefined where it has none or doesn't parse whole. */
export async function testSource(syntax: Syntax, { path, text }: PlainSource): Promise<TestSource | undefined> {
  const language = syntax.languageOf(path)
  if (language === undefined) return undefined
  const tree = await syntax.parse(language, text)
  return tree.broken ? undefined : { path, text, tree, tests: readTests(path, { text, tree }) }
}

/** Paths that the checks name: a fault in a test shows most where a check is meant to run it. */
function wordsOf({ validation, contracts }: GateConfig): string[] {
  const words = [...validation, ...contracts].flatMap(({ cmd }) => cmd.split(/\s+/))
  return words.map((word) => word.replace(/^\.\//, '').replace(/\/+$/, '')).filter((word) => word.length > 1 && !word.startsWith('-'))
}

function depthOf(path: string): number {
  return (besideTests.test(path) ? 10_000 : 0) + path.split('/').length
}

async function textsOf(repository: Repository, files: readonly [string, PathEntry][]): Promise<ReadonlyMap<string, string>> {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const texts = new Map<string, string>()
  const wanted = [...new Set(files.map(([, { oid }]) => oid))].map((oid) => ({ oid }))
  await repository.read(wanted, bytesMax, (oid, content) => {
    if (content.kind !== 'bytes') return
    try {
      texts.set(oid, utf8.decode(content.bytes))
    } catch {
      // No text: nothing can be planted in it.
    }
  })
  return texts
}

async function testSources(syntax: Syntax, files: readonly PlainSource[]): Promise<TestSource[]> {
  const sources: TestSource[] = []
  for (const file of files) {
    const source = await testSource(syntax, file)
    if (source?.tests.exact === true && source.tests.cases.some(({ assertions }) => assertions.length > 0)) sources.push(source)
  }
  return sources
}
