import type { GateConfig } from '../../gate/gate-config'
import type { ScriptReach } from '../../gate/script-reach'
import { checkScripts, scriptReach } from '../../gate/script-reach'
import type { Repository } from '../../ports/repository'
import { decodeSource } from '../../gate/tampering/source-text'

/** A script over this many bytes is not followed any further. */
const scriptBytesMax = 512 * 1024

/** So many steps from script to script are taken. */
const roundsMax = 12

/** What the checks of a configuration run of the repository, as it is at a commit; `told` holds also what scripts of package.json run that are named like checks. */
export type FollowedScripts = {
  readonly run: ReadonlySet<string>
  readonly packageScripts: ReadonlySet<string>
  readonly told: readonly string[]
}

/** Follows the checks' commands through the files of a commit; the files of each step are read in one stream. */
export async function followScripts(repository: Repository, commit: string, config: GateConfig): Promise<FollowedScripts> {
  const { validation, contracts, originals } = config
  const commands = [...validation, ...contracts, ...(originals === undefined ? [] : [originals])].map(({ cmd }) => cmd)
  const texts = new Map<string, string | undefined>()
  let asked: ScriptReach = scriptReach(commands, texts)
  let told = scriptReach([...commands, ...checkScripts(texts.get('package.json'))], texts)
  for (let round = 0; round < roundsMax && told.wanted.length > 0; round++) {
    await readTexts(repository, commit, [...told.wanted, 'package.json'], texts)
    asked = scriptReach(commands, texts)
    told = scriptReach([...commands, ...checkScripts(texts.get('package.json'))], texts)
  }
  return { run: asked.run, packageScripts: asked.packageScripts, told: [...new Set([...told.run, ...told.loaded])].sort() }
}

async function readTexts(
  repository: Repository,
  commit: string,
  paths: readonly string[],
  texts: Map<string, string | undefined>,
): Promise<void> {
  const missing = [...new Set(paths)].filter((path) => !texts.has(path))
  const entries = await repository.entriesAt(commit, missing)
  const byOid = new Map<string, string[]>()
  for (const path of missing) {
    texts.set(path, undefined)
    const entry = entries.get(path)
    if (entry?.mode.startsWith('100') === true) byOid.set(entry.oid, [...(byOid.get(entry.oid) ?? []), path])
  }
  await repository.read(
    [...byOid.keys()].map((oid) => ({ oid })),
    scriptBytesMax,
    (oid, content) => {
      // A script that is too large is there all the same.
      for (const path of byOid.get(oid) ?? []) texts.set(path, content.kind === 'bytes' ? decodeSource(content.bytes) : '')
    },
  )
}
