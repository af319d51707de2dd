import * as fs from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { AdjudicateError, isAdjudicateError } from '../../errors'

/** The calls that change something on disk; tests hand in one that fails. Writing is short and at once, only syncing is waited for. */
export type Disk = {
  open(path: string, flags: string): number
  close(descriptor: number): void
  write(descriptor: number, bytes: Uint8Array): number
  truncate(path: string, length: number): void
  sync(descriptor: number): Promise<void>
  link(from: string, to: string): void
  unlink(path: string): void
}

/** The real disk. */
export const nodeDisk: Disk = {
  open: (path, flags) => fs.openSync(path, flags),
  close: (descriptor) => fs.closeSync(descriptor),
  write: (descriptor, bytes) => fs.writeSync(descriptor, bytes),
  // By the path: a file open for appending can't be cut on every system.
  truncate: (path, length) => fs.truncateSync(path, length),
  sync: promisify(fs.fdatasync),
  link: (from, to) => fs.linkSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
}

/** Which file it is, how long, and when it was last changed (in ms, by the system's own account): tells a replaced or rewritten file from the one known. */
export type FileMark = { readonly device: number; readonly inode: number; readonly size: number; readonly changedMs: number }

/** The mark of a file that isn't there. */
export const noFile: FileMark = { device: 0, inode: 0, size: 0, changedMs: 0 }

/** Whether two marks are of one file. */
export function isSameFile(a: FileMark, b: FileMark): boolean {
  return a.inode === b.inode && a.device === b.device
}

/** The mark of the file at this path. */
export function markOf(path: string): FileMark {
  const stats = fs.statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? noFile : marked(stats)
}

/** The mark of an open file. */
export function markOfOpen(descriptor: number): FileMark {
  return marked(fs.fstatSync(descriptor))
}

function marked({ dev, ino, size, ctimeMs }: fs.Stats): FileMark {
  return { device: dev, inode: ino, size, changedMs: ctimeMs }
}

/** Writes all the bytes, however short single writes turn out. */
export function writeAll(disk: Disk, descriptor: number, bytes: Uint8Array): void {
  let written = 0
  while (written < bytes.length) {
    const more = disk.write(descriptor, bytes.subarray(written))
    if (more === 0) throw new AdjudicateError('ledger-io', `the disk took ${written} of ${bytes.length} bytes and then none`)
    written += more
  }
}

/** Makes a directory's entries durable. Windows has no such call and needs none. */
export async function syncDirectory(disk: Disk, path: string): Promise<void> {
  if (process.platform === 'win32') return
  const descriptor = disk.open(path, 'r')
  try {
    await disk.sync(descriptor)
  } finally {
    disk.close(descriptor)
  }
}

/** Makes a directory with its parents, durably: every directory that gained an entry is synced. */
export async function makeDirectory(disk: Disk, path: string): Promise<void> {
  const first = madeWithParents(path)
  if (first === undefined) return
  const top = dirname(first)
  for (let changed = path; changed !== top; changed = dirname(changed)) await syncDirectory(disk, dirname(changed))
}

/** The system's error code, '' where there is none. */
export function systemCode(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
}

/** The topmost that was made. Step by step: the platform's own way says of a file system that can't be written that the directory isn't there. */
function madeWithParents(path: string): string | undefined {
  try {
    return made(path)
  } catch (thrown) {
    if (systemCode(thrown) !== 'ENOENT' || dirname(path) === path) throw thrown
  }
  const topmost = madeWithParents(dirname(path))
  const own = made(path)
  return topmost ?? own
}

function made(path: string): string | undefined {
  try {
    fs.mkdirSync(path)
    return path
  } catch (thrown) {
    if (systemCode(thrown) === 'EEXIST') return undefined
    throw thrown
  }
}

const forbidding: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS'])

/**
 * What the system said, as the library's error: `ledger-readonly` where writing isn't allowed, else `ledger-io`; anything else stays what it is.
 * `second` is what failed while the first failure was being undone.
 */
export function writeFailure(thrown: unknown, path: string, recorded: false | 'unknown' = false, second?: unknown): unknown {
  const system = systemCode(thrown)
  if (isAdjudicateError(thrown) || !(thrown instanceof Error) || system === '') return thrown
  const readonly = forbidding.has(system)
  const message = readonly ? `${path} can't be written: ${thrown.message}` : `writing ${path} failed: ${thrown.message}`
  const cause = second === undefined ? thrown : new AggregateError([thrown, second], 'the write failed, and so did taking it back')
  return new AdjudicateError(readonly ? 'ledger-readonly' : 'ledger-io', message, { path, system, recorded }, cause)
}

/** The same for reading: always `ledger-io`. */
export function throwReadFailure(thrown: unknown, path: string): never {
  const system = systemCode(thrown)
  if (isAdjudicateError(thrown) || !(thrown instanceof Error) || system === '') throw thrown
  throw new AdjudicateError('ledger-io', `reading ${path} failed: ${thrown.message}`, { path, system }, thrown)
}
