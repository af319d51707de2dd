import type { Source } from '../../evidence/corpus'
import type { Artifact, ArtifactReader, Cited } from '../../ports/artifact'
import type { LeftOut, TextBudget } from '../../ports/artifact-rules'
import { counted, leftOutNotices, noticeOf, textBudget } from '../../ports/artifact-rules'
import { mustBeQuoted, nameOfPath, pathOfName } from '../../text/path-name'
import type { Git, GitLimits } from '../git/git-private'
import { withGit } from '../git/git-private'
import type { TreeEntry } from '../git/git-tree'
import { entriesAt, isFile, sizesOf } from '../git/git-tree'
import type { Change, PathDiff } from './git-changes'
import { changesOf, diffsOf } from './git-changes'
import type { Compared } from './git-commits'
import { findCompared } from './git-commits'
import { contentsOf } from './git-objects'
import { quotedFiles } from './git-quotes'

export type GitArtifactOptions = {
  /** A folder of the repository, or a bare one. */
  readonly repo: string
  /** Anything git takes for a commit. */
  readonly revision: string
  /** What the revision is compared with; its first parent when not given, nothing at all where it has none. */
  readonly base?: string | undefined
  /** For each run of git; 60,000 when not given. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * A commit as an artifact: each changed path's text and diff, the cited files, and for cited texts found in none of them the
 * first file that holds them. Address `git:<commit id>`, digest `git-tree:<tree id>+<base commit id or empty>`. Nothing of the
 * judged tree or anyone's git configuration changes the result (spec 10, Git without surprises). Needs git 2.32 or newer.
 */
export function gitArtifact({ repo, revision, base, timeoutMs = 60_000, signal }: GitArtifactOptions): ArtifactReader {
  const limits: GitLimits = { timeoutMs, signal }
  return {
    read: (cited) => withGit(repo, limits, async (git) => readArtifact(git.objects, await findCompared(git, revision, base), cited)),
  }
}

async function readArtifact(objects: Git, compared: Compared, { citedPaths, citedTexts }: Cited): Promise<Artifact> {
  const { commit, tree, base = 'empty' } = compared
  const budget = textBudget()
  const changes = await changesOf(objects, compared)
  const diffs = await diffsOf(objects, compared, changes)
  for (const { path, text } of diffs) budget.add(Buffer.byteLength(text), path)
  const changed = new Set(changes.map(({ path }) => path))
  const cited = await entriesAt(
    objects,
    tree,
    citedPaths.filter((path) => !changed.has(path)).map((path) => nameOfPath(path)),
  )
  const listed = [...changes.filter(({ status }) => status !== 'D'), ...cited]
  const loaded = await loadedFiles(objects, listed, budget)
  const texts = [...loaded.sources, ...diffs].map(({ text }) => text)
  const quoted = await quotedFiles(objects, tree, citedTexts, texts, new Set(listed.map(({ name }) => name.toString('latin1'))))
  for (const { entry, bytes } of quoted.files) budget.add(bytes, pathOfName(entry.name))
  const artifacts = [...loaded.sources, ...quoted.files.map(({ entry, text }) => artifactSource(pathOfName(entry.name), text))]
  const named = [...changes, ...cited, ...quoted.files.map(({ entry }) => entry)]
  return {
    address: `git:${commit}`,
    digest: `git-tree:${tree}+${base}`,
    sources: [...artifacts, ...diffs.map(diffSource)],
    notices: [
      ...leftOutNotices({ ...loaded.leftOut, quoted: named.filter(({ name }) => mustBeQuoted(name)).map(({ name }) => pathOfName(name)) }),
      ...diffNotices(diffs, changes),
      ...citedNotices(cited),
      ...quoted.notices,
    ],
  }
}

type Loaded = { readonly sources: readonly Source[]; readonly leftOut: Omit<LeftOut, 'quoted'> }

async function loadedFiles(objects: Git, entries: readonly TreeEntry[], budget: TextBudget): Promise<Loaded> {
  const files = entries.filter(({ mode }) => isFile(mode))
  const namesOf = new Map<string, Buffer[]>()
  for (const { id, name } of files) {
    const same = namesOf.get(id)
    if (same === undefined) namesOf.set(id, [name])
    else same.push(name)
  }
  const contents = await contentsOf(objects, await sizesOf(objects, files), (id, bytes) => {
    for (const name of namesOf.get(id) ?? []) budget.add(bytes, pathOfName(name))
  })
  const sources: Source[] = []
  const leftOut = { binary: [] as string[], tooLarge: [] as string[] }
  for (const { id, name } of files) {
    const content = contents.get(id)
    if (content?.kind === 'text') sources.push(artifactSource(pathOfName(name), content.text))
    else leftOut[content?.kind === 'binary' ? 'binary' : 'tooLarge'].push(pathOfName(name))
  }
  return { sources, leftOut }
}

/** A file called `diff:…` must not be taken for a diff. */
function artifactSource(path: string, text: string): Source {
  return { id: /^(?:diff|artifact):/.test(path) ? `artifact:${path}` : path, role: 'artifact', path, text }
}

function diffSource({ path, text }: PathDiff): Source {
  return { id: `diff:${path}`, role: 'diff', path, text }
}

function diffNotices(diffs: readonly PathDiff[], changes: readonly Change[]): string[] {
  const headerOnly = diffs.filter((diff) => diff.headerOnly).map(({ path }) => path)
  const outside = changes.filter(({ mode, status }) => status !== 'D' && !isFile(mode)).map(({ path }) => path)
  return [
    ...noticeOf(headerOnly, (count) => `${counted(count, 'diff')} without lines, which are not in UTF-8`),
    ...noticeOf(
      outside,
      (count) => `${counted(count, 'symbolic link or submodule', 'symbolic links or submodules')} given by the diff only`,
    ),
  ]
}

function citedNotices(cited: readonly TreeEntry[]): string[] {
  const other = cited.filter(({ mode }) => !isFile(mode)).map(({ name }) => pathOfName(name))
  return noticeOf(other, (count) => `${counted(count, 'cited path')} left out, no regular file`)
}
