import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { constants } from 'node:fs'
import { lstat, open, readdir, readlink } from 'node:fs/promises'
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
  const bytes = await readThrough(place, size, (piece) => sum.update(piece))
  if (bytes !== size) throw new AdjudicateError('file-unreadable', `${JSON.stringify(pathOfName(place))} changed while it was read`, {})
  return sum.digest('hex')
}

const pieceBytesMax = 256 * 1024

// Neither follows a link nor waits for a pipe that was put there since the file was looked at; Windows knows neither flag, and without a number it counts as none.
const plainRead = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Hands on a file piece by piece, each in the same memory; gives how many bytes it had, of one that grew more than were expected. */
async function readThrough(place: Buffer, expected: number, take: (piece: Uint8Array) => void): Promise<number> {
  const file = await open(place, plainRead).catch((error: unknown) => {
    throw unreadable(place, error)
  })
  try {
    const piece = Buffer.allocUnsafe(Math.min(expected + 1, pieceBytesMax))
    let total = 0
    for (let bytesRead = -1; bytesRead !== 0 && total <= expected; total += bytesRead) {
      bytesRead = (await file.read(piece, 0, piece.length)).bytesRead
      take(piece.subarray(0, bytesRead))
    }
    return total
  } catch (error) {
    throw unreadable(place, error)
  } finally {
    await file.close()
  }
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
  const left = [folder]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const place = placeOf(disk, next)
    const entries = await readdir(place, { withFileTypes: true, encoding: 'buffer' }).catch((error: unknown) => {
      throw unreadable(place, error)
    })
    for (const entry of entries) {
      const name = Buffer.concat([next, slash, entry.name])
      if (await skip(name)) continue
      if (entry.isDirectory()) left.push(name)
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(name)
    }
  }
  return found
}
