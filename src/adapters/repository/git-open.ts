import type { KeptGit } from '../git/git-kept'
import { keepGit } from '../git/git-kept'
import type { GitAccess, GitLimits } from '../git/git-private'
import { privateEnvironment, withGit } from '../git/git-private'

/** A repository that is asked again and again. */
export type OpenGit = GitAccess & {
  /** `git cat-file --batch-check` as `named` sees the repository: finds commits by name, as references stand at the moment. */
  readonly names: KeptGit
  /** `git cat-file --batch` as `objects` sees it. */
  readonly contents: KeptGit
}

/** As `withGit`, with the two that stay open. */
export async function withOpenGit<T>(repo: string, limits: GitLimits, work: (git: OpenGit) => Promise<T>): Promise<T> {
  // Begun at once, so that it is there when the repository's format is known.
  const names = keepGit({ ...limits, args: ['-C', repo, 'cat-file', '--batch-check'] })
  try {
    return await withGit(repo, limits, async (git) => {
      const contents = keepGit({ ...limits, args: ['cat-file', '--batch'], env: privateEnvironment(git) })
      try {
        return await work({ ...git, names, contents })
      } finally {
        contents.close()
      }
    })
  } finally {
    names.close()
  }
}
