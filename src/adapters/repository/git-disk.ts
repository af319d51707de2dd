import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { AdjudicateError } from '../../errors'
import type { PathEntry } from '../../gate/changed-path'
import { pathOfName } from '../../text/path-name'

/** A work tree as bytes: names need not be UTF-8. */
export type Disk = { readonly root: string; readonly hash: 'sha1' | 'sha256' }

const slash = Buffer.from('/')

/** Where a name of the tree is on disk. */
export function placeOf({ root }: Disk, name: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(root), slash, name])
}

/** What git would record for a file or link; undefined where there is none, or a folder, or a way through a link. Throws `file-unreadable`. */
export async function diskEntry(disk: Disk, name: Buffer): Promise<PathEntry | undefined> {
  if (await leadsThroughLink(disk, name)) return undefined
  const place = placeOf(disk, name)
  const found = await factsOf(place)
  if (found?.isSymbolicLink() === true) return { mode: '120000', oid: oidOf(disk, await readlink(place, 'buffer')) }
  if (found?.isFile() !== true) return undefined
  return { mode: (found.mode & 0o100) === 0 ? '100644' : '100755', oid: await fileOid(disk, place, found.size) }
}

/** The id of a blob with this content. */
export function oidOf({ hash }: Pick<Disk, 'hash'>, bytes: Uint8Array): string {
  return createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

async function fileOid({ hash }: Disk, place: Buffer, size: number): Promise<string> {
  const sum = createHash(hash).update(`blob ${size}\0`)
  let bytes = 0
  try {
    for await (const chunk of createReadStream(place)) {
      const piece: unknown = chunk
      if (!(piece instanceof Uint8Array)) continue
      bytes += piece.length
      sum.update(piece)
    }
  } catch (error) {
    throw unreadable(place, error)
  }
  if (bytes !== size) throw new AdjudicateError('file-unreadable', `${JSON.stringify(pathOfName(place))} changed while it was read`, {})
  return sum.digest('hex')
}

async function leadsThroughLink(disk: Disk, name: Buffer): Promise<boolean> {
  for (let at = name.indexOf(slash); at >= 0; at = name.indexOf(slash, at + 1)) {
    const found = await factsOf(placeOf(disk, name.subarray(0, at)))
    if (found?.isDirectory() !== true) return true
  }
  return false
}

/** Undefined where nothing is there. Throws `file-unreadable`. */
export async function factsOf(place: Buffer): Promise<Stats | undefined> {
  return lstat(place).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw unreadable(place, error)
  })
}

function unreadable(place: Buffer, error: unknown): AdjudicateError {
  return new AdjudicateError('file-unreadable', `${JSON.stringify(pathOfName(place))} can't be read: ${String(error)}`, {}, error)
}

/** Every file and link below a folder of the tree, without what `skip` names. Throws `file-unreadable`. */
export async function filesBelow(disk: Disk, folder: Buffer, skip: (name: Buffer) => Promise<boolean>): Promise<Buffer[]> {
  const found: Buffer[] = []
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const place = placeOf(disk, next)
    const entries = await readdir(place, { withFileTypes: true, encoding: 'buffer' }).catch((error: unknown) => {
      throw unreadable(place, error)
    })
    for (const entry of entries) {
      const name = Buffer.concat([next, slash, entry.name])
      if (await skip(name)) continue
      if (entry.isDirectory()) open.push(name)
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(name)
    }
  }
  return found
}
