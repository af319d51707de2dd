/** What commands run of the repository, however many steps away. All paths are from the top. */
export type ScriptReach = {
  /** Files that are run, and links on the way to them. */
  readonly run: ReadonlySet<string>
  /** Files beside a run one, or in a folder for scripts, that it loads. */
  readonly loaded: ReadonlySet<string>
  /** Paths where nothing is: a file that appears there is run, or is taken instead of one that is. */
  readonly absent: ReadonlySet<string>
  /** Paths that a build's targets stand for: what appears there, a file or a folder, is taken for the result, and the target's commands don't run. */
  readonly made: ReadonlySet<string>
  /** Patterns of which all that they find is read into a script or build that is run (`matching`). */
  readonly patterns: ReadonlySet<string>
  /** By the path of a package.json or a Makefile, the parts of it that decide what is run (`isPartChanged`, `isBuildChanged`). */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>
  /** Paths whose text would tell more; ask again with them. */
  readonly wanted: readonly string[]
  /** Whether the paths of all files would tell more. */
  readonly wantsPaths: boolean
}

/** Texts by path; undefined where there is no such file. */
export type Texts = ReadonlyMap<string, string | undefined>

/** What is known of a commit besides texts: the targets of symbolic links by their paths, and the paths of all files. */
export type TreeFacts = { readonly links?: ReadonlyMap<string, string>; readonly paths?: readonly string[] }
