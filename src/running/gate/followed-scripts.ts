import type { GateConfig } from '../../gate/gate-config'
import type { ScriptReach } from '../../gate/following/reach'
import { checkScripts, scriptReach } from '../../gate/script-reach'
import type { Repository } from '../../ports/repository'
import { decodeSource } from '../../gate/tampering/source-text'

/** A script over this many bytes is not followed any further. */
const scriptBytesMax = 512 * 1024

/** So many steps from script to script are taken. */
const roundsMax = 24

/** What the checks of a configuration run of the repository, as it is at a commit; `told` holds also what scripts of package.json run that are named like checks. */
export type FollowedScripts = Pick<ScriptReach, 'run' | 'absent' | 'made' | 'patterns' | 'parts'> & { readonly told: readonly string[] }

/** What is known of the commit so far. */
type Known = {
  readonly texts: Map<string, string | undefined>
  readonly links: Map<string, string>
  readonly asked: Set<string>
  paths: readonly string[] | undefined
}

/** Follows the checks' commands through the files of a commit, for a change of these paths; the files of each step are read in one stream. */
export async function followScripts(
  repository: Repository,
  commit: string,
  config: GateConfig,
  changed: readonly string[],
): Promise<FollowedScripts> {
  const { validation, contracts, originals } = config
  const commands = [...validation, ...contracts, ...(originals === undefined ? [] : [originals])].map(({ cmd }) => cmd)
  const known: Known = { texts: new Map(), links: new Map(), asked: new Set(), paths: undefined }
  const followed = (): readonly [ScriptReach, ScriptReach] => {
    const { texts, links, paths } = known
    const facts = { links, ...(paths === undefined ? {} : { paths }) }
    return [scriptReach(commands, texts, facts), scriptReach([...commands, ...checkScripts(texts.get('package.json'))], texts, facts)]
  }
  let [asked, told] = followed()
  for (let round = 0; round < roundsMax && needsMore(told, known); round++) {
    if (told.wantsPaths && known.paths === undefined) known.paths = [...(await repository.allEntries(commit)).keys()]
    await readTexts(repository, commit, [...told.wanted, 'package.json'], known)
    ;[asked, told] = followed()
  }
  const { run, absent, patterns, parts } = asked
  const made = await madeAnew(asked.made, changed, async () => known.paths ?? [...(await repository.allEntries(commit)).keys()])
  return { run, absent, made, patterns, parts, told: [...new Set([...told.run, ...told.loaded])].sort() }
}

/** The results of a build that only the change has; where something lies already, it counted as made before. */
async function madeAnew(
  made: ReadonlySet<string>,
  changed: readonly string[],
  allPaths: () => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> {
  const lies = (paths: readonly string[]) => {
    const there = new Set(paths.flatMap(withFolders))
    return (path: string): boolean => there.has(path)
  }
  const touched = [...made].filter(lies(changed))
  if (touched.length === 0) return new Set()
  const before = lies(await allPaths())
  return new Set(touched.filter((path) => !before(path)))
}

function needsMore({ wanted, wantsPaths }: ScriptReach, { paths }: Known): boolean {
  return wanted.length > 0 || (wantsPaths && paths === undefined)
}

/** Reads files and links; of a path that isn't there, a folder on the way may be a link. */
async function readTexts(repository: Repository, commit: string, wanted: readonly string[], known: Known): Promise<void> {
  const missing = [...new Set(wanted)].filter((path) => !known.texts.has(path))
  const asked = [...new Set(missing.flatMap(withFolders))].filter((path) => !known.asked.has(path) || !known.texts.has(path))
  const entries = await repository.entriesAt(commit, asked)
  const byOid = new Map<string, { readonly path: string; readonly isLink: boolean }[]>()
  for (const path of asked) {
    known.asked.add(path)
    const entry = entries.get(path)
    const isLink = entry?.mode === '120000'
    if (entry !== undefined && (isLink || (entry.mode.startsWith('100') && missing.includes(path))))
      byOid.set(entry.oid, [...(byOid.get(entry.oid) ?? []), { path, isLink }])
  }
  for (const path of missing) known.texts.set(path, undefined)
  await repository.read(
    [...byOid.keys()].map((oid) => ({ oid })),
    scriptBytesMax,
    (oid, content) => {
      // A script that is too large is there all the same.
      const text = content.kind === 'bytes' ? decodeSource(content.bytes) : ''
      for (const { path, isLink } of byOid.get(oid) ?? []) (isLink ? known.links : known.texts).set(path, text)
    },
  )
}

function withFolders(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
