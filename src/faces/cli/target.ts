import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'

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
