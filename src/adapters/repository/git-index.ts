import type { PathEntry } from '../../gate/changed-path'
import { pathOfName } from '../../text/path-name'
import { misread, splitAt } from '../git/git-fields'
import type { Git } from '../git/git-private'

/** An entry whose work tree file git was told not to look at, by either flag; `mayBeAbsent` where a sparse checkout leaves it out. */
export type HiddenEntry = { readonly name: Buffer; readonly entry: PathEntry; readonly mayBeAbsent: boolean }

/** What the index says beyond its differences, from one listing. */
export type IndexFacts = {
  readonly hidden: readonly HiddenEntry[]
  readonly submodules: readonly { readonly name: Buffer; readonly entry: PathEntry }[]
  /** `.gitignore` and `.gitattributes` files by path. */
  readonly rules: ReadonlyMap<string, { readonly name: Buffer; readonly entry: PathEntry }>
  /** Every folder with an entry below it, one character for each byte. */
  readonly folders: ReadonlySet<string>
}

/** Reads the whole index; entries in conflict count as any other. */
export async function indexFacts(workTree: Git): Promise<IndexFacts> {
  const { stdout } = await workTree(['ls-files', '-s', '-v', '-z'])
  const hidden: HiddenEntry[] = []
  const submodules: { name: Buffer; entry: PathEntry }[] = []
  const rules = new Map<string, { name: Buffer; entry: PathEntry }>()
  const folders = new Set<string>()
  let lastFolder = ''
  for (const field of splitAt(stdout, 0)) {
    const tab = field.indexOf(9)
    const name = field.subarray(tab + 1)
    const tag = field[0] ?? 0
    const slash = name.lastIndexOf(47)
    const folder = slash < 0 ? '' : name.toString('latin1', 0, slash)
    if (folder !== lastFolder) addFolders(folders, (lastFolder = folder))
    const isRule = name.toString('latin1', slash + 1, slash + 5) === '.git'
    const isHidden = tag === 83 || tag >= 97
    if (!isRule && !isHidden && field[2] === 49 && field[3] === 48) continue
    const entry = entryIn(field.toString('latin1', 0, tab))
    if (entry.mode === '160000') submodules.push({ name, entry })
    else if (isHidden) hidden.push({ name, entry, mayBeAbsent: tag === 83 || tag === 115 })
    if (isRule) rules.set(pathOfName(name), { name, entry })
  }
  return { hidden, submodules, rules, folders }
}

function addFolders(folders: Set<string>, folder: string): void {
  for (let path = folder; path !== '' && !folders.has(path); path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) folders.add(path)
}

/** `H 100644 <id> 0`; S is skip-worktree, a small letter assume-unchanged. */
function entryIn(facts: string): PathEntry {
  const [, mode, oid] = /^[A-Za-z?] ([0-7]{6}) ([0-9a-f]+) [0-3]$/.exec(facts) ?? []
  if (mode === undefined || oid === undefined) throw misread(`the index entry ${JSON.stringify(facts)}`)
  return { mode, oid }
}
