import { lstatSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PathEntry } from '../../gate/changed-path'
import { nameOfPath, pathOfName, utf8Text } from '../../text/path-name'
import { diskEntry, factsOf, filesBelow, placeOf } from './git-disk'
import type { IndexFacts } from './git-index'
import { gitDirAt } from './git-places'
import type { AtHead, Found, WorkTree } from './git-tree-access'

/** The files of an untracked repository inside the tree (F68); none of a worktree that is linked to this very repository. */
export async function contentsOfNested(tree: WorkTree, folder: Buffer): Promise<Buffer[]> {
  return (await isOwnWorkTree(tree, folder)) ? [] : filesBelow(tree.disk, folder, (name) => isGitFolder(tree, name))
}

async function isGitFolder({ disk }: WorkTree, name: Buffer): Promise<boolean> {
  if (!name.toString('latin1').endsWith('/.git')) return false
  const place = utf8Text(placeOf(disk, name))
  return place !== undefined && (await gitDirAt(place)) !== undefined
}

/** Both sides must say so: a `.git` file alone can name any repository. */
async function isOwnWorkTree({ disk, places }: WorkTree, folder: Buffer): Promise<boolean> {
  const place = utf8Text(placeOf(disk, folder))
  const gitDir = place === undefined ? undefined : await gitDirAt(join(place, '.git'))
  if (place === undefined || gitDir === undefined || dirname(gitDir) !== join(places.commonDir, 'worktrees')) return false
  const back = await readFile(join(gitDir, 'gitdir'), 'utf8').catch(() => '')
  const named = await realpath(back.trim()).catch(() => undefined)
  return named === join(place, '.git')
}

/** What lies in a `.git` inside the tree, which git never lists whatever it is. */
export async function strayGitFolders({ disk }: WorkTree, index: IndexFacts, untracked: readonly Buffer[]): Promise<Buffer[]> {
  const folders = new Set(index.folders)
  for (const name of untracked) {
    const slash = name.lastIndexOf(47)
    if (slash > 0) folders.add(name.toString('latin1', 0, slash))
  }
  const found: Buffer[] = []
  for (const folder of folders) {
    const name = Buffer.from(`${folder}/.git`, 'latin1')
    const facts = lstatSync(placeOf(disk, name), { throwIfNoEntry: false })
    if (facts?.isDirectory() === true) found.push(...(await filesBelow(disk, name, () => Promise.resolve(false))))
    else if (facts !== undefined) found.push(name)
  }
  return found
}

/** Submodules at another commit than HEAD has, and what their own work trees hide. An empty folder is one that wasn't fetched. */
export async function submoduleChanges(tree: WorkTree, index: IndexFacts, atHead: AtHead): Promise<Found[]> {
  const found: Found[] = []
  for (const { name, entry } of index.submodules) {
    const before = atHead(pathOfName(name), entry)
    const facts = await factsOf(placeOf(tree.disk, name))
    const place = utf8Text(placeOf(tree.disk, name))
    if (facts?.isDirectory() !== true) found.push({ name, before, after: undefined, where: 'unstaged' })
    else if (place !== undefined && (await gitDirAt(join(place, '.git'))) !== undefined)
      found.push(...(await opened(tree, { name, entry, before }, place)))
    else {
      const files = await filesBelow(tree.disk, name, () => Promise.resolve(false))
      for (const file of files) found.push({ name: file, before: undefined, after: await diskEntry(tree.disk, file), where: 'untracked' })
    }
  }
  return found
}

type Submodule = { readonly name: Buffer; readonly entry: PathEntry; readonly before: PathEntry | undefined }

async function opened({ nested }: WorkTree, { name, entry, before }: Submodule, place: string): Promise<Found[]> {
  const { commit, changed } = await nested(place)
  const found: Found[] = changed.map(({ path, base, head, where }) => ({
    name: Buffer.concat([name, Buffer.from('/'), nameOfPath(path)]),
    before: base,
    after: head,
    where,
  }))
  if (commit !== entry.oid) found.push({ name, before, after: { mode: '160000', oid: commit }, where: 'unstaged' })
  return found
}
