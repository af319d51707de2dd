import { createHash } from 'node:crypto'
import { readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AdjudicateError } from '../../errors'
import type { ChangedPath, PathEntry } from '../../gate/changed-path'
import { changedPath } from '../../gate/changed-path'
import type { BlobContent, CommitFacts, HeadFacts, OpenRepository, Repository, Wanted, WorkTreeChanges } from '../../ports/repository'
import { nameOfPath, pathOfName } from '../../text/path-name'
import { splitAt } from '../git/git-fields'
import type { GitAccess, GitLimits } from '../git/git-private'
import { entryOf } from '../git/git-tree'
import { readBlobs } from './git-blobs'
import { freshCheckout } from './git-checkout'
import { factsOf, oidOf, placeOf } from './git-disk'
import { commitNamed, layShallowEnds, mergeBasesOf } from './git-history'
import { indexReader } from './git-index'
import type { OpenGit } from './git-open'
import { withOpenGit } from './git-open'
import { pathFinder } from './git-paths'
import type { Places } from './git-places'
import { mainWorkTreeOf, placesOf } from './git-places'
import type { RawChange } from './git-raw-diff'
import { treeChanges } from './git-raw-diff'
import type { OpenNested, WorkTree } from './git-tree-access'
import { workTreeOf } from './git-tree-access'
import { changesInWorkTree } from './git-work-tree'

export type GitRepositoryOptions = {
  /** For each run of git; 60,000 when not given. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Repositories through the git on the PATH, 2.32 or newer; see `ports/repository.ts`. Nothing of anyone's configuration or of the judged tree is obeyed. */
export function gitRepositories({ timeoutMs = 60_000, signal }: GitRepositoryOptions = {}): OpenRepository {
  const limits: GitLimits = { timeoutMs, signal }
  const open: OpenRepository = async (folder, work) => {
    const places = await placesOf(folder)
    return withOpenGit(places.root ?? places.gitDir, limits, async (git) => {
      await layShallowEnds(git, places.commonDir)
      return work(repositoryAt(git, places, nested))
    })
  }
  const nested: OpenNested = (folder) =>
    open(folder, async (repository) => {
      const { commit } = await repository.head()
      return { commit, changed: (await repository.workTreeChanges([commit], commit)).changed }
    })
  return open
}

function repositoryAt(git: OpenGit, places: Places, nested: OpenNested): Repository {
  const index = indexReader(places.gitDir)
  const workTree = async (): Promise<WorkTree> => {
    if (places.root === undefined) throw new AdjudicateError('git-failed', 'a bare repository has no work tree', {})
    return workTreeOf(git, places, places.root, { nested, index })
  }
  // A base is the same for the whole run, whatever moves its branch meanwhile.
  const named = new Map<string, Promise<CommitFacts>>()
  // Commits don't change, so each pair is compared once.
  const known = new Map<string, Promise<Map<string, RawChange>>>()
  const between = async (bases: readonly string[], commit: string): Promise<Map<string, RawChange>[]> =>
    Promise.all(
      bases.map((base) => {
        const changes = known.get(`${base} ${commit}`) ?? treeChanges(git.objects, base, commit)
        known.set(`${base} ${commit}`, changes)
        return changes
      }),
    )
  const head = async (): Promise<HeadFacts> => {
    const branch = /^ref: refs\/heads\/([^\n]+)\n?$/.exec(await readFile(join(places.gitDir, 'HEAD'), 'utf8'))?.[1]
    return { ...(await commitNamed(git, 'HEAD')), ...(branch === undefined ? {} : { branch }) }
  }
  const workTreeChanges: Repository['workTreeChanges'] = async (bases, commit, wanted = 'all') =>
    changesInWorkTree(await workTree(), between(bases, commit), { head: commit, wanted })
  return {
    root: places.root,
    stateDir: join(places.gitDir, 'adjudicate'),
    mainWorkTree: mainWorkTreeOf(places),
    shallow: git.shallow,
    head,
    commitAt: (name) => {
      const commit = named.get(name) ?? commitNamed(git, name)
      if (!/^(HEAD|@)/.test(name)) named.set(name, commit)
      return commit
    },
    mergeBases: (headCommit, base) => mergeBasesOf(git, headCommit, base),
    committedChanges: async (bases, commit) => inEvery(await between(bases, commit)),
    workTreeChanges,
    entriesAt: pathFinder(git.contents, git.hash),
    allEntries: (tree) => allEntries(git, tree),
    read: async (wanted, bytesMax, give) => {
      const inTree = wanted.filter(({ workTreePath }) => workTreePath !== undefined)
      const oids = wanted.filter(({ workTreePath }) => workTreePath === undefined).map(({ oid }) => oid)
      await readBlobs(git, [...new Set(oids)], bytesMax, give)
      const elsewhere: Wanted[] = []
      for (const one of inTree) {
        const content = await fileContent(await workTree(), one, bytesMax)
        if (content === undefined) elsewhere.push(one)
        else give(one.oid, content)
      }
      await readStaged(git, elsewhere, bytesMax, give)
    },
    checkOut: (commit, overlays = []) => freshCheckout(git, commit, overlays),
    fingerprint: async (bases) => {
      const { commit } = await head()
      return fingerprintOf(commit, await workTreeChanges(bases, commit))
    },
  }
}

/** With several merge bases only what differs from every one (spec 10, 2). */
function inEvery([first = new Map(), ...others]: readonly Map<string, RawChange>[]): ChangedPath[] {
  return [...first]
    .filter(([path]) => others.every((changes) => changes.has(path)))
    .map(([path, change]) => changedPath(path, change.old, change.new, 'committed'))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function allEntries(git: GitAccess, tree: string): Promise<Map<string, PathEntry>> {
  const { stdout } = await git.objects(['ls-tree', '-r', '-z', '--full-tree', tree])
  return new Map(
    splitAt(stdout, 0)
      .map(entryOf)
      .map(({ name, mode, id }) => [pathOfName(name), { mode, oid: id }]),
  )
}

/** Undefined where the file is not, or no longer, the one that was asked for. */
async function fileContent({ disk }: WorkTree, { oid, workTreePath = '' }: Wanted, bytesMax: number): Promise<BlobContent | undefined> {
  const place = placeOf(disk, nameOfPath(workTreePath))
  const facts = await factsOf(place)
  if (facts === undefined || facts.isDirectory()) return undefined
  if (facts.size > bytesMax) return { kind: 'too-large', bytesMin: facts.size }
  const bytes = facts.isSymbolicLink() ? await readlink(place, 'buffer') : await readFile(place)
  return oidOf(disk, bytes) === oid ? { kind: 'bytes', bytes } : undefined
}

/** What was staged and then edited again is among the objects. Throws `file-unreadable` for what isn't: it changed under our eyes. */
async function readStaged(
  git: OpenGit,
  wanted: readonly Wanted[],
  bytesMax: number,
  give: (oid: string, content: BlobContent) => void,
): Promise<void> {
  const oids = [...new Set(wanted.map(({ oid }) => oid))]
  await readBlobs(git, oids, bytesMax, give).catch((error: unknown) => {
    const paths = wanted.map(({ workTreePath }) => workTreePath)
    throw new AdjudicateError('file-unreadable', `${JSON.stringify(paths.slice(0, 3))} changed while it was judged`, { paths }, error)
  })
}

function fingerprintOf(commit: string, { changed, dirty }: WorkTreeChanges): string {
  return createHash('sha256')
    .update(JSON.stringify([commit, changed, dirty]))
    .digest('hex')
}
