import type { FileContent } from '../../ports/artifact-rules'
import { artifactLimits, contentOf, startsBinary } from '../../ports/artifact-rules'
import { misread, splitAt } from './git-changes'
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

function entryOf(field: Buffer): TreeEntry {
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

/** A blob's content, `too-large` where it wasn't read. */
export type BlobContent = FileContent | { readonly kind: 'too-large' }

/** The contents of blobs whose sizes are known, through one process; `seen` is told of each text as it comes. Throws `git-failed` and what `seen` throws. */
export async function contentsOf(
  objects: Git,
  sizes: ReadonlyMap<string, number>,
  seen: (id: string, bytes: number) => void = () => undefined,
): Promise<Map<string, BlobContent>> {
  const contents = new Map<string, BlobContent>()
  const ids = [...sizes].flatMap(([id, bytes]) => (bytes > artifactLimits.fileBytesMax ? [] : [id]))
  for (const [id, bytes] of sizes) if (bytes > artifactLimits.fileBytesMax) contents.set(id, { kind: 'too-large' })
  if (ids.length === 0) return contents
  const reader = batchReader((id, content) => {
    contents.set(id, content)
    if (content.kind === 'text') seen(id, content.bytes)
  })
  await objects(['cat-file', '--batch', '--buffer'], { input: `${ids.join('\n')}\n`, take: (chunk) => reader.take(chunk) })
  reader.close()
  if (contents.size !== sizes.size) throw misread(`${contents.size} blobs of ${sizes.size}`)
  return contents
}

/** Reads `<id> blob <size>`, LF, the bytes and LF again and again, however they are cut; of binary blobs no more than the beginning is kept. */
function batchReader(give: (id: string, content: FileContent) => void): { take(chunk: Buffer): void; close(): void } {
  let header = ''
  let body: { readonly id: string; readonly size: number; left: number; binary: boolean; chunks: Buffer[] } | undefined

  /** Takes what belongs to the open blob and gives the rest. */
  function intoBody(chunk: Buffer): Buffer {
    if (body === undefined) return chunk
    const own = chunk.subarray(0, body.left)
    const from = body.size - body.left
    body.left -= own.length
    body.binary ||= from < artifactLimits.binaryWithinBytes && startsBinary(own.subarray(0, artifactLimits.binaryWithinBytes - from))
    if (body.binary) body.chunks = []
    else body.chunks.push(own)
    if (body.left > 0 || chunk.length === own.length) return chunk.subarray(own.length)
    if (chunk[own.length] !== 10) throw misread(`a blob ${body.id} that doesn't end where it should`)
    give(body.id, body.binary ? { kind: 'binary' } : contentOf(Buffer.concat(body.chunks)))
    body = undefined
    return chunk.subarray(own.length + 1)
  }
  function intoHeader(chunk: Buffer): Buffer {
    const lf = chunk.indexOf(10)
    header += chunk.subarray(0, lf < 0 ? chunk.length : lf).toString('latin1')
    if (lf < 0) return chunk.subarray(chunk.length)
    const [, id, size] = /^([0-9a-f]+) blob ([0-9]+)$/.exec(header) ?? []
    if (id === undefined || size === undefined) throw misread(`${JSON.stringify(header)} for a blob`)
    body = { id, size: Number(size), left: Number(size), binary: false, chunks: [] }
    header = ''
    return chunk.subarray(lf + 1)
  }
  return {
    take(chunk) {
      for (let rest = chunk; rest.length > 0;) rest = body === undefined ? intoHeader(rest) : intoBody(rest)
    },
    close() {
      if (body !== undefined || header !== '') throw misread('a blob that breaks off')
    },
  }
}
