import { resolve } from 'node:path'
import { folderArtifact } from '../../adapters/artifact/folder'
import { gitArtifact } from '../../adapters/artifact/git'
import { AdjudicateError } from '../../errors'
import type { Artifact, ArtifactReader, Cited } from '../../ports/artifact'
import { isFolder, isRevision } from './target'
import type { Surroundings } from './terminal'

/** What `--artifact` names, a revision or a folder, as far as it was changed or is cited; undefined where nothing is named. Throws `usage` for what is both, or unchanged. */
export async function namedArtifact(
  { artifact, base }: { readonly artifact?: string; readonly base?: string },
  cited: Cited,
  here: Surroundings,
): Promise<Artifact | undefined> {
  if (artifact === undefined) return undefined
  const read = async (reader: ArtifactReader): Promise<Artifact> => reader.read(cited)
  if (!(await isFolder(here.cwd, artifact))) {
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
