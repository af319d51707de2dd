import type { ChangedPath, PathEntry } from '../gate/changed-path'

/** A commit with its tree, by their ids. */
export type CommitFacts = { readonly commit: string; readonly tree: string }

/** The commit that is judged; `branch` is left out on a detached HEAD. */
export type HeadFacts = CommitFacts & { readonly branch?: string }

/** What the work tree holds that HEAD doesn't. */
export type WorkTreeChanges = {
  /** In layers other than `committed`, sorted by path; entries have the object ids that their contents would have. */
  readonly changed: readonly ChangedPath[]
  /** Every path where the work tree or the index differs from HEAD, also where that is what a merge base has; sorted. */
  readonly dirty: readonly string[]
  /** Files that a sparse checkout leaves out of the work tree, sorted; not there where there are none. */
  readonly leftOut?: readonly string[]
}

/** Which files that are in no index are looked at: none isn't even listed; `outside` names folders at the top of the tree, each ending in a slash, whose files aren't. */
export type UntrackedWanted = 'all' | 'none' | { readonly outside: readonly string[] }

/** A blob's or work tree file's content; `too-large` where it is over the limit and was not kept. */
export type BlobContent = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'too-large'; readonly bytesMin: number }

/** What to read: a blob of the repository, or a path of the work tree where the content is in no commit and no index. */
export type Wanted = { readonly oid: string; readonly workTreePath?: string }

/** Where the path stands at a commit in a fresh checkout; without an entry it is taken away. */
export type Overlay = { readonly path: string; readonly entry?: PathEntry }

/** A throw-away checkout; `dir` has a `.git` of its own, so that it can be opened as a repository. */
export type Checkout = { readonly dir: string; readonly remove: () => Promise<void> }

/**
 * What the gate needs of a git repository (spec 10). No program that the repository names is run and nobody's configuration counts. All functions
 * throw `git-failed`, and `file-unreadable` for a work tree that can't be read; nothing is ever written into the repository.
 */
export type Repository = {
  /** The folder of the work tree, whatever `core.worktree` says; undefined in a bare repository. */
  readonly root: string | undefined
  /** `git rev-parse --git-path adjudicate`: the gate's own place outside the tree, one for each worktree; it may not exist yet. */
  readonly stateDir: string
  /** The main worktree's folder where this one is linked to it. */
  readonly mainWorkTree: string | undefined
  readonly shallow: boolean
  readonly head: () => Promise<HeadFacts>
  /** A full id, else a branch, else a remote branch, else a tag, else anything git takes for a commit. Throws `no-merge-base` where a shallow clone lacks it. */
  readonly commitAt: (name: string) => Promise<CommitFacts>
  /** All of them, sorted; several after criss-cross merges. Throws `no-merge-base` where there is none. */
  readonly mergeBases: (head: string, base: string) => Promise<readonly string[]>
  /** Paths of HEAD's tree that differ from every one of the bases, sorted. */
  readonly committedChanges: (bases: readonly string[], head: string) => Promise<readonly ChangedPath[]>
  /** What the index and the work tree add to that, whatever flags and exclude files would hide it; with all that is untracked unless less is wanted. */
  readonly workTreeChanges: (bases: readonly string[], head: string, untracked?: UntrackedWanted) => Promise<WorkTreeChanges>
  /** The entries of a commit or tree at exactly these paths; those that aren't there are left out. */
  readonly entriesAt: (tree: string, paths: readonly string[]) => Promise<ReadonlyMap<string, PathEntry>>
  /** Every file, link and submodule of a commit or tree. */
  readonly allEntries: (tree: string) => Promise<ReadonlyMap<string, PathEntry>>
  /** Hands each content out once, in no promised order, and keeps none. */
  readonly read: (wanted: readonly Wanted[], bytesMax: number, give: (oid: string, content: BlobContent) => void) => Promise<void>
  /** Makes a checkout in a new temporary folder: contents byte for byte as in the commit, without filters and line end conversion. */
  readonly checkOut: (commit: string, overlays?: readonly Overlay[]) => Promise<Checkout>
  /** The same text as long as HEAD, the index and the work tree stay as they are; ignored files aside. */
  readonly fingerprint: (bases: readonly string[]) => Promise<string>
}

/** Opens a repository for the time of `work`. Throws `git-failed` where there is none. */
export type OpenRepository = <T>(folder: string, work: (repository: Repository) => Promise<T>) => Promise<T>
