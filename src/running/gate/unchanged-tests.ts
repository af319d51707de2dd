import { roleOf } from '../../gate/tampering/file-role'
import type { JudgedFile } from '../../gate/tampering/judge-tampering'
import { decodeSource } from '../../gate/tampering/source-text'
import { answersByName } from '../../gate/tampering/special-cases'
import type { Repository } from '../../ports/repository'
import type { Syntax } from '../../ports/syntax'
import { judgedBytesMax } from './changed-files'

/** So many tests are read; of more, those that are named like the code that changed. */
const testsMax = 200

const testBytesInAllMax = 16 * 1024 * 1024

/**
 * Tests that the change left alone, for telling code that answers their inputs by name. Looked at only where new code answers anything by name, for else the cost would grow with the
 * tests that nobody touched.
 */
export async function unchangedTests(
  repository: Repository,
  syntax: Syntax,
  files: readonly JudgedFile[],
  globs: readonly string[],
): Promise<readonly JudgedFile[]> {
  const answering = files.filter((file) => roleOf(file.path, globs) === 'source' && answersByName(file))
  if (answering.length === 0) return []
  const entries = await repository.allEntries((await repository.head()).tree)
  const changed = new Set(files.map(({ path }) => path))
  const paths = [...entries.keys()].filter(
    (path) => !changed.has(path) && syntax.languageOf(path) !== undefined && roleOf(path, globs) === 'test',
  )
  const stems = answering.map(({ path }) => stemOf(path))
  const chosen =
    paths.length <= testsMax ? paths : paths.filter((path) => stems.some((stem) => stemOf(path).includes(stem))).slice(0, testsMax)
  return readTestFiles(repository, syntax, new Map(chosen.map((path) => [path, entries.get(path)?.oid ?? ''])))
}

/** `slug` for `src/slug.py` and in `tests/test_slug.py`. */
function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '').toLowerCase()
}

async function readTestFiles(repository: Repository, syntax: Syntax, oids: ReadonlyMap<string, string>): Promise<JudgedFile[]> {
  const texts = new Map<string, string>()
  let total = 0
  await repository.read(
    [...new Set(oids.values())].map((oid) => ({ oid })),
    judgedBytesMax,
    (oid, content) => {
      if (content.kind !== 'bytes' || total + content.bytes.length > testBytesInAllMax) return
      total += content.bytes.length
      texts.set(oid, decodeSource(content.bytes))
    },
  )
  const files: JudgedFile[] = []
  for (const [path, oid] of oids) {
    const [text, language] = [texts.get(oid), syntax.languageOf(path)]
    if (text !== undefined && language !== undefined) files.push({ path, head: { text, tree: await syntax.parse(language, text) } })
  }
  return files
}
