import { lstat, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { AdjudicateError } from '../../errors'

/** Where a repository's parts are, found without asking git, whose answers its configuration can bend. */
export type Places = {
  readonly root: string | undefined
  readonly gitDir: string
  readonly commonDir: string
}

/** Looks from a folder upwards for `.git`, a folder or a file that names one, or for a bare repository. Throws `git-failed`. */
export async function placesOf(folder: string): Promise<Places> {
  const start = await realpath(folder).catch((error: unknown) => {
    throw noRepository(folder, error)
  })
  for (let dir = start; ; dir = dirname(dir)) {
    const gitDir = await gitDirAt(join(dir, '.git'))
    if (gitDir !== undefined) return { root: dir, gitDir, commonDir: await commonDirOf(gitDir) }
    if (await isGitDir(dir)) return { root: undefined, gitDir: dir, commonDir: await commonDirOf(dir) }
    if (dirname(dir) === dir) throw noRepository(folder)
  }
}

function noRepository(folder: string, cause?: unknown): AdjudicateError {
  return new AdjudicateError('git-failed', `${JSON.stringify(folder)} is no git repository`, { repo: folder }, cause)
}

/** The git directory that a `.git` is or names; undefined where it is neither. */
export async function gitDirAt(dotGit: string): Promise<string | undefined> {
  const kind = await kindOf(dotGit)
  if (kind === 'folder') return (await isGitDir(dotGit)) ? dotGit : undefined
  if (kind !== 'file') return undefined
  const named = /^gitdir: ([^\n]+)\n?$/.exec(await readFile(dotGit, 'utf8'))?.[1]
  if (named === undefined) return undefined
  const dir = resolve(dirname(dotGit), named.replace(/\r$/, ''))
  return (await isGitDir(dir)) ? dir : undefined
}

async function isGitDir(dir: string): Promise<boolean> {
  return (
    (await kindOf(join(dir, 'HEAD'))) !== undefined &&
    ((await kindOf(join(dir, 'objects'))) === 'folder' || (await kindOf(join(dir, 'commondir'))) === 'file')
  )
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(path).catch(() => lstat(path).catch(() => undefined))
  return found === undefined ? undefined : found.isDirectory() ? 'folder' : 'file'
}

async function commonDirOf(gitDir: string): Promise<string> {
  const text = await readFile(join(gitDir, 'commondir'), 'utf8').catch(() => undefined)
  const named = text?.replace(/\r?\n$/, '')
  return named === undefined || named === '' ? gitDir : isAbsolute(named) ? named : resolve(gitDir, named)
}

/** The folder that holds the main `.git`, where this worktree is a linked one of it. */
export function mainWorkTreeOf({ gitDir, commonDir }: Places): string | undefined {
  return gitDir !== commonDir && basename(commonDir) === '.git' ? dirname(commonDir) : undefined
}
