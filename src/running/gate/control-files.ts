import { AdjudicateError, isAdjudicateError } from '../../errors'
import type { PathEntry } from '../../gate/changed-path'
import type { Files } from '../../ports/files'
import type { Repository } from '../../ports/repository'
import type { GateRequest } from './gate-request'

/** Where the control files were found, and how to read another one there; `folder` is on the disk where it has a place there. */
export type Control = {
  readonly from: 'directory' | 'main-worktree' | 'base-commit' | 'judged-tree'
  readonly place: string
  /** `.claude/build` or `.adjudicate`, or the folder itself. */
  readonly layout: string
  readonly folder?: string
  readonly config: string
  /** What lies in the judged tree itself, for files that a commit can't hold; whatever comes from there makes the run provisional. */
  readonly judged?: Control
  /** Undefined where there is no such file, such as `tasks/t03.json`. */
  read(name: string): Promise<string | undefined>
}

/** The folders that may hold control files, the public script's first. */
export const controlLayouts = ['.claude/build', '.adjudicate'] as const

/** No control file is longer than this. */
export const controlBytesMax = 16 * 1024 * 1024

const configName = 'config.json'

/**
 * Finds the control files (spec 10): the folder that was named, else the main worktree of a linked one, else the pinned base commit (without one: the default branch), else the judged tree,
 * which makes the run provisional. `baseOf` gives the commit that a configuration's `base_ref` leads to. Undefined where there is none anywhere.
 */
export async function findControl(
  repository: Repository,
  files: Files,
  request: GateRequest,
  baseOf: (config: string) => Promise<string | undefined>,
): Promise<Control | undefined> {
  if (request.control !== undefined) {
    const named = await onDisk(files, 'directory', request.control, ['', ...controlLayouts])
    if (named !== undefined) return named
    throw new AdjudicateError('usage', `there is no ${configName} in ${request.control}`, { control: request.control })
  }
  const main =
    repository.mainWorkTree === undefined ? undefined : await onDisk(files, 'main-worktree', repository.mainWorkTree, controlLayouts)
  if (main !== undefined) return main
  const judged = repository.root === undefined ? undefined : await onDisk(files, 'judged-tree', repository.root, controlLayouts)
  const pinned = request.base === undefined ? await defaultBranch(repository) : (await repository.commitAt(request.base)).commit
  const base = pinned === undefined ? undefined : await inCommit(repository, pinned)
  // The judged tree names its own base at best: without a configuration on the default branch, or a pinned commit, nothing vouches for it.
  if (base === undefined) return judged
  // Another branch may be the base, but it is the default branch that says so.
  const own = request.base === undefined ? await baseOf(base.config) : pinned
  const trusted = own === pinned || own === undefined ? base : ((await inCommit(repository, own)) ?? base)
  return judged === undefined ? trusted : { ...trusted, judged }
}

/** The branch that the judged tree can't choose: what the remote calls its own, else main, else master. Undefined where there is none of them. */
async function defaultBranch(repository: Repository): Promise<string | undefined> {
  for (const name of ['origin/HEAD', 'main', 'master']) {
    try {
      return (await repository.commitAt(name)).commit
    } catch (error) {
      if (!isAdjudicateError(error) || error.code !== 'git-failed') throw error
    }
  }
  return undefined
}

async function onDisk(files: Files, from: Control['from'], root: string, layouts: readonly string[]): Promise<Control | undefined> {
  for (const layout of layouts) {
    const folder = layout === '' ? root : `${root}/${layout}`
    const read = async (name: string): Promise<string | undefined> =>
      textOf(await files.read(`${folder}/${name}`, controlBytesMax), `${folder}/${name}`)
    const config = await read(configName)
    if (config !== undefined) return { from, place: folder, layout: layout === '' ? root : layout, folder, config, read }
  }
  return undefined
}

async function inCommit(repository: Repository, commit: string): Promise<Control | undefined> {
  const there = await repository.entriesAt(
    commit,
    controlLayouts.map((layout) => `${layout}/${configName}`),
  )
  for (const layout of controlLayouts) {
    const read = async (name: string): Promise<string | undefined> => {
      const path = `${layout}/${name}`
      const entry = name === configName ? there.get(path) : (await repository.entriesAt(commit, [path])).get(path)
      return blobAt(repository, commit, path, entry)
    }
    const config = await read(configName)
    if (config === undefined) continue
    const folder = repository.root === undefined ? {} : { folder: `${repository.root}/${layout}` }
    return { from: 'base-commit', place: `${commit}:${layout}`, layout, config, read, ...folder }
  }
  return undefined
}

async function blobAt(repository: Repository, commit: string, path: string, entry: PathEntry | undefined): Promise<string | undefined> {
  if (entry === undefined || !entry.mode.startsWith('100')) return undefined
  let text: string | undefined
  await repository.read([{ oid: entry.oid }], controlBytesMax, (_, content) => {
    if (content.kind === 'too-large') {
      throw new AdjudicateError('file-too-large', `${commit}:${path} has over ${controlBytesMax} bytes`, {
        path,
        bytesMax: controlBytesMax,
      })
    }
    text = textOf(content.bytes, `${commit}:${path}`)
  })
  return text
}

function textOf(bytes: Uint8Array | undefined, name: string): string | undefined {
  if (bytes === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AdjudicateError('file-unreadable', `${name} is no UTF-8`, { path: name }, error)
  }
}
