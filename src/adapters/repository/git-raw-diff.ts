import type { PathEntry } from '../../gate/changed-path'
import { pathOfName } from '../../text/path-name'
import { misread, splitAt } from '../git/git-fields'
import type { Git } from '../git/git-private'

/** Both sides of a path that differs; a side that isn't there is undefined. `status` is git's letter, `U` for a conflict. */
export type RawChange = {
  readonly name: Buffer
  readonly old: PathEntry | undefined
  readonly new: PathEntry | undefined
  readonly status: string
}

const flags = ['--raw', '-z', '--no-abbrev', '--no-renames', '--no-color', '--no-ext-diff', '--no-textconv', '--no-relative']

/** Every path in which two trees differ, by path. Submodules count, whatever `.gitmodules` says. */
export function treeChanges(objects: Git, base: string, head: string): Promise<Map<string, RawChange>> {
  return rawChanges(objects, ['diff-tree', '-r', ...flags, '--ignore-submodules=none', base, head])
}

/** Every path in which the index differs from a commit. */
export function indexChanges(workTree: Git, head: string): Promise<Map<string, RawChange>> {
  return rawChanges(workTree, ['diff-index', '--cached', ...flags, '--ignore-submodules=none', head, '--'])
}

/** Every path in which the work tree differs from the index, without submodules, in which git would run a status of theirs. */
export function fileChanges(workTree: Git): Promise<Map<string, RawChange>> {
  return rawChanges(workTree, ['diff-files', ...flags, '--ignore-submodules=all'])
}

async function rawChanges(git: Git, args: readonly string[]): Promise<Map<string, RawChange>> {
  const { stdout, stderr } = await git(args)
  if (stderr !== '') throw misread(`the message ${JSON.stringify(stderr)} to \`git ${args[0]}\``)
  const fields = splitAt(stdout, 0)
  if (fields.length % 2 !== 0) throw misread(`an odd number of fields, ${fields.length}`)
  const changes = new Map<string, RawChange>()
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at + 1]
    if (name === undefined) throw misread('a change without a name')
    const change = changeOf(fields[at]?.toString('latin1') ?? '', name)
    const path = pathOfName(name)
    // A path in conflict is listed again with its other sides.
    if (changes.get(path)?.status !== 'U') changes.set(path, change)
  }
  return changes
}

function changeOf(facts: string, name: Buffer): RawChange {
  const [, oldMode, newMode, oldId, newId, status] = /^:([0-7]{6}) ([0-7]{6}) ([0-9a-f]+) ([0-9a-f]+) ([AMDTU])$/.exec(facts) ?? []
  if (oldMode === undefined || newMode === undefined || oldId === undefined || newId === undefined || status === undefined) {
    throw misread(JSON.stringify(facts))
  }
  return { name, old: entryOf(oldMode, oldId), new: entryOf(newMode, newId), status }
}

function entryOf(mode: string, oid: string): PathEntry | undefined {
  return mode === '000000' ? undefined : { mode, oid }
}
