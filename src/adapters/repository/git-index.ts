import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AdjudicateError } from '../../errors'
import type { PathEntry } from '../../gate/changed-path'
import { pathOfName } from '../../text/path-name'
import { misread, splitAt } from '../git/git-fields'
import type { Git } from '../git/git-private'
import type { RawChange } from './git-raw-diff'
import { indexChanges } from './git-raw-diff'

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

/** The index as it stands, with every path in which it differs from a commit. */
export type IndexState = { readonly facts: IndexFacts; readonly staged: ReadonlyMap<string, RawChange> }

/** Reads the index of the work tree that is asked beside a commit. */
export type ReadIndex = (asked: Git, head: string) => Promise<IndexState>

/** Reads the index in a git directory; what was read stands as long as not a byte of it changes. */
export function indexReader(gitDir: string): ReadIndex {
  let known: { readonly head: string; readonly sum: string; readonly state: IndexState } | undefined
  return async (asked, head) => {
    const sum = indexSum(gitDir)
    if (known?.head === head && known.sum === sum) return known.state
    const [staged, facts] = await Promise.all([indexChanges(asked, head), indexFacts(asked)])
    const state = { facts, staged }
    // Written in between, it may not be what git has read.
    known = indexSum(gitDir) === sum ? { head, sum, state } : undefined
    return state
  }
}

/** A split index has a shared part beside it. Read at once, so that git is asked before anything else has its turn. */
function indexSum(gitDir: string): string {
  const sum = createHash('sha256')
  try {
    const names = readdirSync(gitDir).filter((name) => name === 'index' || name.startsWith('sharedindex.'))
    for (const name of names.sort()) {
      const bytes = readFileSync(join(gitDir, name))
      sum.update(`${name} ${bytes.length}\n`).update(bytes)
    }
  } catch (error) {
    throw new AdjudicateError('file-unreadable', `the index in ${JSON.stringify(gitDir)} can't be read: ${String(error)}`, {}, error)
  }
  return sum.digest('hex')
}

/** Reads the whole index; entries in conflict count as any other. */
async function indexFacts(workTree: Git): Promise<IndexFacts> {
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
