/** A file, link or submodule as git holds it; `mode` is octal as in `100644`, `oid` the blob's or the submodule's commit id. */
export type PathEntry = { readonly mode: string; readonly oid: string }

/** The layer in which a path differs from the merge base; all but the first stand in no commit. */
export type ChangeLayer = 'committed' | 'staged' | 'unstaged' | 'untracked' | 'skip-worktree'

/**
 * A path that differs from every merge base (spec 10, 2); a rename is two of them, and one path has a record for each layer in which it differs.
 * `base` is its entry at the first merge base, `head` the one in this layer; each is left out where there is none. A name that isn't
 * UTF-8 is written as `text/path-name.ts` does.
 */
export type ChangedPath = {
  readonly path: string
  readonly status: 'added' | 'modified' | 'deleted' | 'type-changed'
  readonly base?: PathEntry
  readonly head?: PathEntry
  readonly where: ChangeLayer
}

/** The record of a path from its two entries; a file that becomes a link or a submodule, or the other way, has changed its type. */
export function changedPath(path: string, base: PathEntry | undefined, head: PathEntry | undefined, where: ChangeLayer): ChangedPath {
  const status = head === undefined ? 'deleted' : base === undefined ? 'added' : kindOf(base) === kindOf(head) ? 'modified' : 'type-changed'
  return { path, status, ...(base === undefined ? {} : { base }), ...(head === undefined ? {} : { head }), where }
}

/** Whether both are there and the same, or neither is. */
export function sameEntry(a: PathEntry | undefined, b: PathEntry | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.mode === b.mode && a.oid === b.oid
}

/** The paths once each, sorted by their UTF-16 units. */
export function pathsOf(changed: readonly ChangedPath[]): string[] {
  return [...new Set(changed.map(({ path }) => path))].sort()
}

/** `100644` and `100755` are files, `120000` a link, `160000` a submodule. */
function kindOf({ mode }: PathEntry): string {
  return mode.slice(0, 3)
}
