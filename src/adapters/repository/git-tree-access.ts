import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangedPath, ChangeLayer, PathEntry } from '../../gate/changed-path'
import type { Git } from '../git/git-private'
import type { Disk } from './git-disk'
import type { ReadIndex } from './git-index'
import type { OpenGit } from './git-open'
import type { Places } from './git-places'

/** A path that one layer changes, before the merge bases are looked at; `before` is what HEAD has. */
export type Found = {
  readonly name: Buffer
  readonly before: PathEntry | undefined
  readonly after: PathEntry | undefined
  readonly where: ChangeLayer
}

/** HEAD's entry of a path, given the one that the index has. */
export type AtHead = (path: string, inIndex: PathEntry | undefined) => PathEntry | undefined

/** Opens the repository in a submodule's folder: its HEAD, and what its work tree adds to that. */
export type OpenNested = (folder: string) => Promise<{ readonly commit: string; readonly changed: readonly ChangedPath[] }>

/** A work tree that can be asked through the private git directory, so that none of the repository's settings counts. */
export type WorkTree = {
  readonly git: OpenGit
  readonly places: Places
  readonly disk: Disk
  readonly asked: Git
  readonly nested: OpenNested
  readonly index: ReadIndex
}

/** Contents count byte for byte, whatever the tree's own attributes ask for. */
export const neutralAttributes = '* !text !eol !crlf !ident !filter !working-tree-encoding !diff !merge\n'

/** Makes the private directory ready for the work tree; a split index has its shared part beside it. */
export async function workTreeOf(
  git: OpenGit,
  places: Places,
  root: string,
  { nested, index }: Pick<WorkTree, 'nested' | 'index'>,
): Promise<WorkTree> {
  await mkdir(join(git.privateDir, 'info'), { recursive: true })
  await writeFile(join(git.privateDir, 'info', 'attributes'), neutralAttributes)
  const shared = (await readdir(places.gitDir)).filter((name) => name.startsWith('sharedindex.'))
  for (const name of shared) await copyFile(join(places.gitDir, name), join(git.privateDir, name))
  const env = { GIT_WORK_TREE: root, GIT_INDEX_FILE: join(places.gitDir, 'index') }
  const settings = process.platform === 'win32' ? ['-c', 'core.fileMode=false', '-c', 'core.symlinks=false'] : ['-c', 'core.fileMode=true']
  const unicode = process.platform === 'darwin' ? ['-c', 'core.precomposeUnicode=true'] : []
  const asked: Git = (args, more = {}) =>
    git.objects(['-C', root, '-c', 'core.bare=false', '-c', 'core.untrackedCache=false', ...settings, ...unicode, ...args], {
      ...more,
      env,
    })
  return { git, places, disk: { root, hash: git.hash }, asked, nested, index }
}
