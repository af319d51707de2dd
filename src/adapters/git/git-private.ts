import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AdjudicateError } from '../../errors'
import { shown } from '../../issues'
import { watching } from '../children/watcher'
import type { GitAnswer, GitCall } from './git-process'
import { runGit } from './git-process'

/** Runs git with limits set; only what differs from call to call is given. */
export type Git = (args: readonly string[], more?: Partial<Omit<GitCall, 'args' | 'timeoutMs' | 'signal'>>) => Promise<GitAnswer>

/** The two ways to ask one repository. */
export type GitAccess = {
  /** Sees references and the repository's own configuration: only for finding commits. */
  readonly named: Git
  /** Sees the objects alone, from an empty git directory: no configuration, attributes, grafts, replacements, index or hooks. */
  readonly objects: Git
  readonly hash: 'sha1' | 'sha256'
  readonly shallow: boolean
  /** The empty git directory of `objects`, gone when the work is done. */
  readonly privateDir: string
  readonly objectsDir: string
}

export type GitLimits = { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined }

const stdoutBytesMax = 64 * 1024 * 1024

/** Opens the objects of a repository for the time of `work`; nothing is written into the repository. Throws `git-failed`. */
export async function withGit<T>(repo: string, limits: GitLimits, work: (git: GitAccess) => Promise<T>): Promise<T> {
  const named: Git = (args, more = {}) => runGit({ stdoutBytesMax, ...more, ...limits, args: ['-C', repo, ...args] })
  const { hash, shallow, objectsDir } = await factsOf(repo, named)
  const watch = watching()
  const dir = await temporaryFolder()
  const gone = watch.folder(dir)
  const env = privateEnvironment({ privateDir: dir, objectsDir })
  try {
    await layOut(dir, hash)
    const objects: Git = (args, more = {}) => runGit({ stdoutBytesMax, ...more, ...limits, args, env: { ...env, ...more.env } })
    return await work({ named, objects, hash, shallow, privateDir: dir, objectsDir })
  } finally {
    await rm(dir, { recursive: true, force: true })
    gone()
  }
}

/** What leads git to the objects alone. */
export function privateEnvironment({ privateDir, objectsDir }: Pick<GitAccess, 'privateDir' | 'objectsDir'>): Record<string, string> {
  return { GIT_DIR: privateDir, GIT_OBJECT_DIRECTORY: objectsDir }
}

type Facts = { readonly hash: 'sha1' | 'sha256'; readonly shallow: boolean; readonly objectsDir: string }

async function factsOf(repo: string, named: Git): Promise<Facts> {
  const asked = ['--show-object-format', '--is-shallow-repository', '--path-format=absolute', '--git-path', 'objects']
  const { stdout } = await named(['rev-parse', ...asked]).catch((error: unknown) => {
    throw noRepository(repo, error)
  })
  // A folder's name may hold line ends, so the path is all of the rest but the last one.
  const [, hash, shallow, objectsDir] = /^(sha1|sha256)\n(true|false)\n([^]+)\n$/.exec(stdout.toString()) ?? []
  if ((hash !== 'sha1' && hash !== 'sha256') || objectsDir === undefined) {
    throw new AdjudicateError('git-failed', `git 2.32 or newer is needed, \`git rev-parse\` answered ${shown(stdout.toString())}`)
  }
  return { hash, shallow: shallow === 'true', objectsDir }
}

function noRepository(repo: string, error: unknown): unknown {
  const stderr = error instanceof AdjudicateError ? error.details['stderr'] : undefined
  if (typeof stderr !== 'string' || !/not a git repository|cannot change to/.test(stderr)) return error
  return new AdjudicateError('git-failed', `${JSON.stringify(repo)} is no git repository: ${stderr}`, { repo, stderr }, error)
}

async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'adjudicate-git-')).catch((error: unknown) => {
    throw new AdjudicateError('git-failed', `no temporary folder can be made for git: ${String(error)}`, {}, error)
  })
}

/** The least that git takes for a repository. */
async function layOut(dir: string, hash: 'sha1' | 'sha256'): Promise<void> {
  const version = hash === 'sha1' ? 0 : 1
  const format = hash === 'sha1' ? '' : '[extensions]\nobjectFormat = sha256\n'
  await mkdir(join(dir, 'refs'))
  await writeFile(join(dir, 'HEAD'), 'ref: refs/heads/none\n')
  await writeFile(join(dir, 'config'), `[core]\nrepositoryFormatVersion = ${version}\nbare = true\n${format}`)
}
