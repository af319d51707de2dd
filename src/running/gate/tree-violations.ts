import type { ChangedPath } from '../../gate/changed-path'
import { withIds } from '../../gate/fingerprint'
import type { ViolationDraft } from '../../gate/violation'
import type { HeadFacts, Repository } from '../../ports/repository'
import { topmost } from './changed-files'
import type { DecidingPlace } from './deciding-place'
import type { GatePorts } from './gate-request'
import type { JudgedChange } from './judge-change'
import { changesOf } from './seen-change'

type Seen = Pick<JudgedChange, 'changed' | 'dirty'>

const untouched: Seen = { changed: [], dirty: [] }

/** What was judged before the commands ran; `place` is where they ran in a deciding run. */
type Before = {
  readonly head: HeadFacts
  readonly bases: readonly string[]
  readonly before: Seen
  readonly place: DecidingPlace | undefined
}

/** A command that rewrites what is judged is found by looking again when all have ended (F38). */
export async function treeViolations(
  ports: GatePorts,
  repository: Repository,
  { head, bases, before, place }: Before,
): Promise<ViolationDraft[]> {
  const after =
    place === undefined
      ? await changedAfter(repository, bases, head.commit)
      : await ports.openRepository(place.checkout.dir, (checkout) => changedAfter(checkout, [head.commit], head.commit))
  const paths = after === 'moved' ? ['.'] : rewrittenPaths(place === undefined ? before : untouched, after)
  const message = after === 'moved' ? 'a command moved HEAD' : 'a command changed what was judged'
  return paths.map((path) => ({ kind: 'tree-rewritten', severity: 'block', path, message }))
}

/** Adds them to what was judged. At integration scope has no task to judge by, and still nothing may be rewritten. */
export function withViolations({ digest }: GatePorts, { scope, ...rest }: JudgedChange, drafts: readonly ViolationDraft[]): JudgedChange {
  if (drafts.length === 0) return { ...rest, scope }
  return { ...rest, scope: { ...scope, judged: 'yes', findings: [...scope.findings, ...withIds(drafts, digest)] } }
}

async function changedAfter(repository: Repository, bases: readonly string[], head: string): Promise<Seen | 'moved'> {
  if ((await repository.head()).commit !== head) return 'moved'
  // What commands leave untracked counts for nothing.
  return changesOf(repository, bases, head, true, 'none')
}

/**
 * What commands did to the tree that was judged (F38): a commit, a tracked file, a staged path that is not what it was, also where it became what the base has. New untracked files
 * are what builds and tests leave behind (F37) and count for nothing.
 */
export function rewrittenPaths(before: Seen, after: Seen): string[] {
  const known = new Map(topmost(before.changed).map((change) => [change.path, change]))
  const now = new Map(topmost(after.changed).map((change) => [change.path, change]))
  const [wasDirty, isDirty] = [new Set(before.dirty), new Set(after.dirty)]
  const paths = [...new Set([...known.keys(), ...now.keys(), ...wasDirty, ...isDirty])].sort()
  return paths.filter((path) => {
    const [was, is] = [known.get(path), now.get(path)]
    if ((was ?? is) !== undefined && isUntracked(was) && isUntracked(is)) return false
    if (wasDirty.has(path) !== isDirty.has(path)) return true
    return is?.where !== was?.where || is?.head?.oid !== was?.head?.oid || is?.head?.mode !== was?.head?.mode
  })
}

/** Untracked, or not there at all. */
function isUntracked(change: ChangedPath | undefined): boolean {
  return change === undefined || change.where === 'untracked'
}
