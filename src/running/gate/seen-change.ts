import { AdjudicateError } from '../../errors'
import type { ChangedPath } from '../../gate/changed-path'
import { gateFolders, isGatePath } from '../../gate/control-path'
import type { Repository, UntrackedWanted } from '../../ports/repository'
import type { GatePorts } from './gate-request'

/** The gate's records and reports grow with every run; none of them is the task's. */
const ownFoldersAside: UntrackedWanted = { outside: gateFolders }

/** The change between the merge bases and the judged commit, with what the work tree adds to it where that is judged too. */
export async function changesOf(
  repository: Repository,
  bases: readonly string[],
  head: string,
  withWorkTree: boolean,
  untracked: UntrackedWanted = ownFoldersAside,
): Promise<{ readonly changed: readonly ChangedPath[]; readonly dirty: readonly string[] }> {
  if (repository.root === undefined) return { changed: await repository.committedChanges(bases, head), dirty: [] }
  const [committed, workTree] = await Promise.all([
    repository.committedChanges(bases, head),
    repository.workTreeChanges(bases, head, untracked),
  ])
  if (withWorkTree) refuseSparse(workTree.leftOut ?? [])
  // The gate's own folder is no work of the task's.
  const dirty = workTree.dirty.filter((path) => !isGatePath(path))
  return withWorkTree ? { changed: [...committed, ...workTree.changed], dirty } : { changed: committed, dirty }
}

/** Loads the grammars of what changed while the work tree is still looked at; commits don't change, so they are compared once for both. */
export async function prepareGrammars(
  { syntax }: GatePorts,
  repository: Repository,
  bases: readonly string[],
  head: string,
): Promise<void> {
  if (syntax.prepare === undefined) return
  const committed = await repository.committedChanges(bases, head)
  syntax.prepare([...new Set(committed.flatMap(({ path }) => syntax.languageOf(path) ?? []))])
}

/** A check that finds no tests because they aren't there would say nothing. */
function refuseSparse(leftOut: readonly string[]): void {
  const [first] = leftOut
  if (first === undefined) return
  const count = leftOut.length
  const files = count === 1 ? 'one file is' : `${count} files are`
  const message = `the work tree is sparse: ${files} left out of it, such as ${JSON.stringify(first)}; run \`git sparse-checkout disable\`, or judge with --decide`
  throw new AdjudicateError('sparse-work-tree', message, { count, first })
}
