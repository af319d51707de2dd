import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { runGit } from '../../adapters/git/git-process'

/** Whether `--artifact` names a folder; a revision that is also a folder's name is written `refs/heads/NAME`. */
export async function isFolder(cwd: string, name: string): Promise<boolean> {
  try {
    return (await stat(resolve(cwd, name))).isDirectory()
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG'))
      return false
    throw error
  }
}

/** Whether git knows the name as a commit here; outside a repository, or where there is no git, it knows none. */
export async function isRevision(cwd: string, name: string): Promise<boolean> {
  const args = ['-C', cwd, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]
  try {
    const { exitCode } = await runGit({ args, timeoutMs: 10_000, stdoutBytesMax: 4096, exitCodes: [0, 1, 128] })
    return exitCode === 0
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return false
    throw error
  }
}
