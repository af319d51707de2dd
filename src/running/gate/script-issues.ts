import { isAdjudicateError } from '../../errors'
import type { GateConfig } from '../../gate/gate-config'
import { missingScripts } from '../../gate/missing-scripts'
import type { Issue } from '../../issues'
import type { Files } from '../../ports/files'
import type { Repository } from '../../ports/repository'

/** Where a script may be: at the merge bases, in the judged commit, and in the work tree where that is judged. */
type ScriptPlace = {
  readonly bases: readonly string[]
  readonly head: string
  readonly withWorkTree: boolean
  readonly files: Pick<Files, 'read'>
}

const manifest = 'package.json'
const manifestBytesMax = 4 * 1024 * 1024

/** Commands of the configuration that call a package script which is nowhere: faults of the configuration, told before anything runs. */
export async function scriptIssues(repository: Repository, config: GateConfig, place: ScriptPlace): Promise<readonly Issue[]> {
  // Most configurations call none: then nothing is read.
  if (missingScripts(config, []).length === 0) return []
  const texts = await textsAt(repository, [...new Set([...place.bases, place.head])])
  return missingScripts(config, place.withWorkTree ? [...texts, await workTreeText(repository, place.files)] : texts)
}

async function textsAt(repository: Repository, commits: readonly string[]): Promise<string[]> {
  const oids = new Set<string>()
  for (const commit of commits) {
    const entry = (await repository.entriesAt(commit, [manifest])).get(manifest)
    if (entry !== undefined) oids.add(entry.oid)
  }
  const texts: string[] = []
  await repository.read(
    [...oids].map((oid) => ({ oid })),
    manifestBytesMax,
    // One that is too large to read says nothing either way, like one that is no JSON.
    (_, content) => texts.push(content.kind === 'bytes' ? new TextDecoder().decode(content.bytes) : ''),
  )
  return texts
}

async function workTreeText({ root }: Repository, files: Pick<Files, 'read'>): Promise<string | undefined> {
  if (root === undefined) return undefined
  try {
    const bytes = await files.read(`${root}/${manifest}`, manifestBytesMax)
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes)
  } catch (error) {
    if (isAdjudicateError(error) && error.code !== 'internal') return ''
    throw error
  }
}
