import { existsSync } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { folderArtifact } from '../../adapters/artifact/folder'
import { gitArtifact } from '../../adapters/artifact/git'
import { AdjudicateError } from '../../errors'
import type { Artifact, ArtifactReader, Cited } from '../../ports/artifact'
import { isFolder, isRevision } from './target'
import type { Surroundings } from './terminal'

/**
 * What `--artifact` names, a revision or a folder, as far as it was changed or is cited; undefined where nothing is named. `input` is the file that says
 * what is cited: it is no part of what is judged, or every quotation would be found in itself. Throws `usage` for what is both, or unchanged.
 */
export async function namedArtifact(
  { artifact, base }: { readonly artifact?: string; readonly base?: string },
  cited: Cited,
  here: Surroundings,
  input: string,
): Promise<Artifact | undefined> {
  if (artifact === undefined) return undefined
  const folder = await isFolder(here.cwd, artifact)
  const root = folder ? resolve(here.cwd, artifact) : repositoryAbove(here.cwd)
  const read = async (reader: ArtifactReader): Promise<Artifact> => await without(await reader.read(cited), root, resolve(here.cwd, input))
  if (!folder) {
    const judged = await read(gitArtifact({ repo: here.cwd, revision: artifact, ...(base === undefined ? {} : { base }) }))
    if (judged.sources.some(({ role }) => role === 'diff')) return judged
    throw new AdjudicateError('usage', `nothing changed between ${artifact} and ${base ?? 'its parent'}: there is nothing to judge`, {
      artifact,
    })
  }
  if (base !== undefined) throw new AdjudicateError('usage', `--base goes with a revision, and ${artifact} is a folder`, { artifact, base })
  // Whoever commits a folder named like a revision must not choose what is judged.
  if (!/^\.{0,2}\/|\/$|^\.{1,2}$/.test(artifact) && (await isRevision(here.cwd, artifact))) {
    const message = `${artifact} is both a folder and a revision: write ./${artifact} for the folder, or the commit's id`
    throw new AdjudicateError('usage', message, { artifact })
  }
  return read(folderArtifact({ dir: resolve(here.cwd, artifact) }))
}

/** The artifact without this file, where it holds just what stands on disk under that name. */
async function without(artifact: Artifact, root: string, input: string): Promise<Artifact> {
  // What has no real path is no file of the artifact; it was read already, or will say so.
  const file = await realpath(input).catch(() => input)
  const top = await realpath(root).catch(() => root)
  const own = artifact.sources.find(({ role, path }) => role === 'artifact' && path !== undefined && join(top, path) === file)
  if (own?.path === undefined || (await readFile(file, 'utf8')) !== own.text) return artifact
  return {
    ...artifact,
    sources: artifact.sources.filter(({ path }) => path !== own.path),
    notices: [...artifact.notices, `${own.path} says what is cited and is no part of what is judged: nothing is looked up in it`],
  }
}

function repositoryAbove(folder: string): string {
  const parent = dirname(folder)
  return existsSync(join(folder, '.git')) || parent === folder ? folder : repositoryAbove(parent)
}
