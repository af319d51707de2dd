import { misread, splitAt } from './git-fields'
import type { Git } from './git-private'

/** An entry of a tree; `id` names the blob of a file or link. */
export type TreeEntry = { readonly name: Buffer; readonly mode: string; readonly id: string }

const folderMode = '040000'
const argumentBytesMax = 64 * 1024

/** The files, links and submodules of the tree at exactly these names, by name in bytes; names that can't stand in a tree are passed over. */
export async function entriesAt(objects: Git, tree: string, names: readonly Uint8Array[]): Promise<TreeEntry[]> {
  const wanted = new Map(names.filter(canStand).map((name) => [key(name), Buffer.from(name)]))
  const found = new Map<string, TreeEntry>()
  for (const paths of listingsOf([...wanted.values()])) {
    const { stdout } = await objects(['ls-tree', '-z', ...paths.options, tree, '--', ...paths.names])
    for (const entry of splitAt(stdout, 0).map(entryOf))
      if (entry.mode !== folderMode && wanted.has(key(entry.name))) found.set(key(entry.name), entry)
  }
  return [...found.values()].sort((a, b) => Buffer.compare(a.name, b.name))
}

function key(name: Uint8Array): string {
  return Buffer.from(name).toString('latin1')
}

/** Git takes `.`, `..`, empty segments and NUL for other things than names. */
function canStand(name: Uint8Array): boolean {
  return (
    !name.includes(0) &&
    key(name)
      .split('/')
      .every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  )
}

type Listing = { readonly options: readonly string[]; readonly names: readonly string[] }

/** Names go as arguments, a bounded number of bytes at a time; for one that is no UTF-8, which no argument can hold, the whole tree is listed. */
function listingsOf(names: readonly Buffer[]): Listing[] {
  const texts = names.map((name) => name.toString())
  if (names.some((name, index) => !Buffer.from(texts[index] ?? '').equals(name))) return [{ options: ['-r'], names: [] }]
  return inBatches(texts, (text) => Buffer.byteLength(text), argumentBytesMax).map((batch) => ({ options: [], names: batch }))
}

/** Cuts a list into runs whose sizes come to at most `sizeMax`; what is larger stands alone. */
export function inBatches<T>(items: readonly T[], sizeOf: (item: T) => number, sizeMax: number): T[][] {
  const batches: T[][] = []
  let left = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (batches.length === 0 || size > left) {
      batches.push([])
      left = sizeMax
    }
    batches.at(-1)?.push(item)
    left -= size
  }
  return batches
}

/** Reads one field of `ls-tree -z`. */
export function entryOf(field: Buffer): TreeEntry {
  const tab = field.indexOf(9)
  const [, mode, id] = /^([0-7]{6}) (?:blob|tree|commit) ([0-9a-f]+)$/.exec(field.subarray(0, tab).toString('latin1')) ?? []
  if (mode === undefined || id === undefined) throw misread(`the tree entry ${JSON.stringify(field.toString('latin1'))}`)
  return { name: field.subarray(tab + 1), mode, id }
}

/** Whether the entry is a file that can be read; links and submodules aren't. */
export function isFile(mode: string): boolean {
  return mode.startsWith('100')
}

/** Bytes of each entry's blob, by id. Throws `git-failed` for one that is missing. */
export async function sizesOf(objects: Git, entries: readonly Pick<TreeEntry, 'id'>[]): Promise<Map<string, number>> {
  const unique = [...new Set(entries.map(({ id }) => id))]
  if (unique.length === 0) return new Map()
  const { stdout } = await objects(['cat-file', '--batch-check', '--buffer'], { input: `${unique.join('\n')}\n` })
  const lines = splitAt(stdout, 10)
  if (lines.length !== unique.length) throw misread(`${lines.length} sizes for ${unique.length} blobs`)
  return new Map(unique.map((id, index) => [id, sizeIn(lines[index]?.toString('latin1') ?? '', id)]))
}

function sizeIn(line: string, id: string): number {
  const size = line.startsWith(`${id} blob `) ? Number(line.slice(id.length + 6)) : Number.NaN
  if (!Number.isSafeInteger(size)) throw misread(`${JSON.stringify(line)} for the blob ${id} (an incomplete repository?)`)
  return size
}
