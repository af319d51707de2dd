import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangedPath, PathEntry } from '../../gate/changed-path'
import { changedPath, sameEntry } from '../../gate/changed-path'
import type { UntrackedWanted, WorkTreeChanges } from '../../ports/repository'
import { pathOfName } from '../../text/path-name'
import { splitAt } from '../git/git-fields'
import { readBlobs } from './git-blobs'
import { diskEntry } from './git-disk'
import { asOneIgnoreFile } from './git-ignore'
import type { IndexFacts, IndexState } from './git-index'
import { sameButLineEnds } from './git-line-ends'
import { contentsOfNested, strayGitFolders, submoduleChanges } from './git-nested'
import type { RawChange } from './git-raw-diff'
import { fileChanges } from './git-raw-diff'
import type { AtHead, Found, WorkTree } from './git-tree-access'

/** See `Repository.workTreeChanges`. */
export async function changesInWorkTree(
  tree: WorkTree,
  committedChanges: Promise<readonly ReadonlyMap<string, RawChange>[]>,
  { head, wanted }: { readonly head: string; readonly wanted: UntrackedWanted },
): Promise<WorkTreeChanges> {
  const { asked } = tree
  const known = Promise.all([tree.index(asked, head), committedChanges])
  const [[{ facts, staged }, committed], files, others] = await Promise.all([
    known,
    fileChanges(asked),
    wanted === 'none'
      ? undefined
      : known.then(([index, [first = new Map<string, RawChange>()]]) =>
          othersListed(tree, index, first, wanted === 'all' ? [] : wanted.outside),
        ),
  ])
  const atHead = (path: string, inIndex: PathEntry | undefined): PathEntry | undefined =>
    staged.has(path) ? staged.get(path)?.old : inIndex
  const hidden = await hiddenChanges(tree, facts, atHead)
  const found: Found[] = [
    ...[...staged.values()].map(({ name, old, new: after }) => ({ name, before: old, after, where: 'staged' as const })),
    ...(await unstaged(tree, files, facts, atHead)),
    ...hidden.found,
    ...(others === undefined ? [] : await untracked(tree, facts, others, atHead)),
  ]
  const nested = await submoduleChanges(tree, facts, atHead)
  const whole = result([...found, ...nested], committed)
  return hidden.leftOut.length === 0 ? whole : { ...whole, leftOut: hidden.leftOut }
}

function result(found: readonly Found[], committed: readonly ReadonlyMap<string, RawChange>[]): WorkTreeChanges {
  const changed: ChangedPath[] = []
  const dirty = new Set<string>()
  for (const { name, before, after, where } of found) {
    const path = pathOfName(name)
    if (sameEntry(before, after) && where !== 'untracked') continue
    dirty.add(path)
    const atBases = committed.map((changes) => (changes.has(path) ? changes.get(path)?.old : before))
    if (atBases.every((base) => !sameEntry(base, after))) changed.push(changedPath(path, atBases[0], after, where))
  }
  return { changed: changed.sort((a, b) => order(a.path, b.path) || order(a.where, b.where)), dirty: [...dirty].sort() }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A file that differs from the index only in line ends that git itself would convert has not changed. */
async function unstaged(tree: WorkTree, files: ReadonlyMap<string, RawChange>, index: IndexFacts, atHead: AtHead): Promise<Found[]> {
  const found: Found[] = []
  for (const [path, { name, old, status }] of files) {
    const after = status === 'D' ? undefined : await diskEntry(tree.disk, name)
    if (after !== undefined && old !== undefined && (await sameButLineEnds(tree, index, name, old, after))) continue
    found.push({ name, before: atHead(path, old), after, where: 'unstaged' })
  }
  return found
}

async function hiddenChanges(
  { disk }: WorkTree,
  index: IndexFacts,
  atHead: AtHead,
): Promise<{ readonly found: readonly Found[]; readonly leftOut: readonly string[] }> {
  const found: Found[] = []
  const leftOut: string[] = []
  for (const { name, entry, mayBeAbsent } of index.hidden) {
    const after = await diskEntry(disk, name)
    if (after === undefined && mayBeAbsent) leftOut.push(pathOfName(name))
    else if (!sameEntry(after, entry)) found.push({ name, before: atHead(pathOfName(name), entry), after, where: 'skip-worktree' })
  }
  return { found, leftOut: leftOut.sort() }
}

/** What git lists as in no index, outside some folders; names of folders end in a slash. */
async function othersListed(
  tree: WorkTree,
  index: IndexState,
  committed: ReadonlyMap<string, RawChange>,
  outside: readonly string[],
): Promise<Buffer[]> {
  const rules = join(tree.git.privateDir, 'base-ignore')
  await writeFile(rules, await ignoreRulesAtBase(tree, index, committed), 'latin1')
  const notThese = outside.map((folder) => `--exclude=/${folder}`)
  const { stdout } = await tree.asked(['ls-files', '--others', '-z', `--exclude-from=${rules}`, ...notThese])
  return splitAt(stdout, 0)
}

async function untracked(tree: WorkTree, index: IndexFacts, listed: readonly Buffer[], atHead: AtHead): Promise<Found[]> {
  const names = listed.filter((name) => name.at(-1) !== 47)
  names.push(...(await strayGitFolders(tree, index, names)))
  for (const folder of listed.filter((name) => name.at(-1) === 47)) names.push(...(await contentsOfNested(tree, folder.subarray(0, -1))))
  const found: Found[] = []
  for (const name of names) {
    found.push({ name, before: atHead(pathOfName(name), undefined), after: await diskEntry(tree.disk, name), where: 'untracked' })
  }
  return found
}

/** What the merge base ignores, not what the branch or this clone would like to be ignored. */
async function ignoreRulesAtBase(
  { git }: WorkTree,
  { facts, staged }: IndexState,
  committed: ReadonlyMap<string, RawChange>,
): Promise<string> {
  const atBase = new Map<string, { readonly name: Buffer; readonly entry: PathEntry | undefined }>(facts.rules)
  for (const changes of [staged, committed]) for (const [path, { name, old }] of changes) atBase.set(path, { name, entry: old })
  const files = [...atBase.values()].flatMap(({ name, entry }) => {
    const isOne = /(?:^|\/)\.gitignore$/.test(name.toString('latin1')) && entry?.mode.startsWith('100') === true
    return isOne ? [{ folder: name.toString('latin1').replace(/\/?\.gitignore$/, ''), oid: entry.oid }] : []
  })
  const texts = new Map<string, string>()
  await readBlobs(git, [...new Set(files.map(({ oid }) => oid))], ignoreBytesMax, (oid, content) => {
    if (content.kind === 'bytes') texts.set(oid, Buffer.from(content.bytes).toString('latin1'))
  })
  return asOneIgnoreFile(files.map(({ folder, oid }) => ({ folder, text: texts.get(oid) ?? '' })))
}

const ignoreBytesMax = 1024 * 1024
