import { isOff } from './compare-markers'
import type { Tampering } from './tamper-finding'
import type { TestFile } from './test-file'
import type { TrackedCase } from './tracked-case'
import { isLive } from './tracked-case'

type Sides = { readonly path: string; readonly head?: TestFile }

/** One finding for a file that is gone with all its cases, one for each case that is gone otherwise. */
export function lostCaseFindings(
  lost: readonly TrackedCase[],
  inUnread: ReadonlySet<TrackedCase>,
  changed: readonly Sides[],
  bases: readonly TestFile[],
): Tampering[] {
  const heads = new Map(changed.map(({ path, head }) => [path, head]))
  const goneFiles = new Set(bases.filter((file) => isGone(file, lost, heads.get(file.path))).map(({ path }) => path))
  const files = bases
    .filter(({ path }) => goneFiles.has(path))
    .map(({ path, cases }): Tampering => ({
      kind: 'test-deleted',
      path,
      message: `the file is gone with ${cases.length === 1 ? 'its case' : `its ${cases.length} cases`}`,
      before: cases.map(({ name }) => name.join(' > ')).join('\n'),
    }))
  return [
    ...files,
    ...lost.filter(({ path }) => !goneFiles.has(path)).flatMap((one) => caseFinding(one, inUnread.has(one), heads.get(one.path))),
  ]
}

function isGone(file: TestFile, lost: readonly TrackedCase[], head: TestFile | undefined): boolean {
  if (head !== undefined || file.cases.length === 0) return false
  const own = lost.filter((one) => one.file === file)
  return own.length === file.cases.length && own.some(({ test }) => !test.markers.some(({ kind }) => kind === 'todo'))
}

function caseFinding(one: TrackedCase, isUnread: boolean, head: TestFile | undefined): Tampering[] {
  const shape = { path: one.path, subject: one.title, before: one.test.body }
  if (isUnread) return [{ ...shape, kind: 'fixture-adapted', message: 'it may be in a table whose rows are not written out' }]
  if (one.test.markers.some(({ kind }) => kind === 'todo') && !one.assertions.some(isLive)) return []
  if (isOff(one.test)) return [{ ...shape, kind: 'skipped-test-removed', message: 'a case that did not run is gone' }]
  const odd = head?.facts.find(
    (fact) => fact.kind === 'uncollected' && fact.name.toLowerCase() === (one.test.name.at(-1) ?? '').toLowerCase(),
  )
  return [
    {
      ...shape,
      kind: 'test-case-removed',
      message: odd === undefined ? 'the case is gone' : 'its new name is none that the runner looks for',
      ...(odd === undefined ? {} : { line: odd.line }),
    },
  ]
}
