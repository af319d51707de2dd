import type { FileRole } from './file-role'
import type { SourceSide } from './read-tests'

/** A changed path with its role. */
export type JudgedPath = { readonly path: string; readonly role: FileRole; readonly base?: SourceSide; readonly head?: SourceSide }

/** What files around the tests are judged with. */
export type RunnerContext = {
  readonly codeChanged: boolean
  readonly testPaths: readonly string[] | undefined
  /** Files that a check runs, and what these load. */
  readonly scriptPaths: ReadonlySet<string>
  /** Test files that did not change. */
  readonly unchanged: readonly { readonly path: string; readonly head?: SourceSide }[]
}
