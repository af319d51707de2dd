import { randomUUID } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { AdjudicateError } from '../../errors'
import type { Disk } from './file-disk'
import { systemCode, writeAll } from './file-disk'
import type { Holder, Surroundings } from './file-holder'
import { parseHolder, standingOf } from './file-holder'
import type { OnNotice } from './file-notice'

/**
 * The lock of a ledger across processes. A lock is a hard link to a finished file that names its holder, so that it is there with its content or not
 * at all. A dead holder's lock is removed only by whoever gets the right to it: a second link, named for the lock that it is about.
 */
export type FileLock = {
  readonly path: string
  readonly own: string
  readonly holder: Holder
  readonly disk: Disk
  readonly here: Surroundings
  readonly waitMs: number
  readonly onNotice: OnNotice
  /** Which the finished file is, where there is one, and which file is the lock while it is held. */
  ownInode: number | undefined
  heldInode: number | undefined
}

export type FileLockOptions = Pick<FileLock, 'disk' | 'here' | 'waitMs' | 'onNotice'>

/** A lock beside the ledger at `path`; nothing is taken or written yet. */
export function fileLock(path: string, options: FileLockOptions): FileLock {
  const { host, machine, boot, space, pid, start } = options.here
  const nonce = randomUUID()
  return {
    ...options,
    path: `${path}.lock`,
    own: `${path}.lock-${nonce}`,
    holder: { host, machine, boot, space, pid, start, nonce },
    ownInode: undefined,
    heldInode: undefined,
  }
}

/** Takes the lock, waiting up to `waitMs` while it is another's; throws `ledger-locked` naming the holder. */
export async function acquireLock(lock: FileLock): Promise<void> {
  const isFresh = lock.ownInode === undefined
  await prepareOwn(lock)
  const until = performance.now() + lock.waitMs
  let pauseMs = 1
  while (!(await taken(lock))) {
    const found = holderAt(lock.path)
    // A release that failed: the lock is still this one's.
    if (isHolder(found) && found.nonce === lock.holder.nonce) break
    if (isHolder(found) && standingOf(found, lock.here) === 'dead' && takenOver(lock, found)) continue
    if (performance.now() >= until) throw locked(lock, found)
    await wait(pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(pauseMs * 1.5, 10)
  }
  if (!isFresh) return
  try {
    sweep(lock)
  } catch (thrown) {
    releaseLock(lock)
    throw thrown
  }
}

/** Gives the lock back. One that is no longer this one's, since somebody removed it by hand, is left alone and noticed. */
export function releaseLock(lock: FileLock): void {
  try {
    const inode = statSync(lock.path, { throwIfNoEntry: false })?.ino
    if (inode !== undefined && inode === lock.heldInode) lock.disk.unlink(lock.path)
    else lock.onNotice({ kind: 'lock-lost', path: lock.path, message: `the lock ${lock.path} was removed by somebody while it was held` })
  } catch (cause) {
    // What was appended is durable, so this can't fail the append; the next one finds the lock its own.
    lock.onNotice({ kind: 'lock-not-released', path: lock.path, cause, message: `the lock ${lock.path} could not be removed` })
  }
}

/** Removes this one's finished file, which is made anew when it is needed. Not while the lock is held. */
export function retireLock(lock: FileLock): void {
  if (lock.ownInode === undefined) return
  removeIfThere(lock.disk, lock.own)
  lock.ownInode = undefined
}

/** What it says is synced: a lock that outlives a power cut still says whose it was. */
async function prepareOwn(lock: FileLock): Promise<void> {
  if (lock.ownInode !== undefined) return
  const { disk, own } = lock
  const descriptor = disk.open(own, 'wx')
  try {
    writeHolder(lock, descriptor)
    await disk.sync(descriptor)
    lock.ownInode = statSync(own).ino
  } catch (thrown) {
    removeIfThere(disk, own)
    throw thrown
  } finally {
    disk.close(descriptor)
  }
}

function writeHolder({ disk, holder }: FileLock, descriptor: number): void {
  writeAll(disk, descriptor, Buffer.from(`${JSON.stringify(holder)}\n`))
}

async function taken(lock: FileLock): Promise<boolean> {
  try {
    return isHeld(lock)
  } catch (thrown) {
    if (systemCode(thrown) !== 'ENOENT') throw thrown
    // Somebody tidied up the finished file.
    lock.ownInode = undefined
    await prepareOwn(lock)
    return isHeld(lock)
  }
}

function isHeld(lock: FileLock): boolean {
  const how = placed(lock, lock.path)
  if (how === undefined) return false
  lock.heldInode = how === 'linked' ? lock.ownInode : statSync(lock.path).ino
  return true
}

const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Puts this one's name at a path where there is none yet; undefined where there is one. */
function placed(lock: FileLock, path: string): 'linked' | 'created' | undefined {
  try {
    lock.disk.link(lock.own, path)
    return 'linked'
  } catch (thrown) {
    const code = systemCode(thrown)
    if (code === 'EEXIST') return undefined
    if (!withoutLinks.has(code)) throw thrown
  }
  return isCreated(lock, path) ? 'created' : undefined
}

/** On a file system without hard links the file is made in its place: whoever reads it half-made takes it for nobody's, and waits. */
function isCreated(lock: FileLock, path: string): boolean {
  let descriptor: number
  try {
    descriptor = lock.disk.open(path, 'wx')
  } catch (thrown) {
    if (systemCode(thrown) === 'EEXIST') return false
    throw thrown
  }
  try {
    writeHolder(lock, descriptor)
    return true
  } catch (thrown) {
    removeIfThere(lock.disk, path)
    throw thrown
  } finally {
    lock.disk.close(descriptor)
  }
}

/** Undefined where there is no lock any more, 'nobody' where the file doesn't say whose it is. */
function holderAt(path: string): Holder | 'nobody' | undefined {
  try {
    return parseHolder(readFileSync(path, 'utf8')) ?? 'nobody'
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return undefined
    throw thrown
  }
}

function isHolder(found: Holder | 'nobody' | undefined): found is Holder {
  return found !== undefined && found !== 'nobody'
}

function takenOver(lock: FileLock, dead: Holder): boolean {
  const rights = rightsTo(lock, dead.nonce)
  if (rights === undefined) return false
  try {
    // With the right in hand nobody else removes this lock, and its holder is dead: what is read here can't change before the removal.
    const found = holderAt(lock.path)
    if (!isHolder(found) || found.nonce !== dead.nonce) return true
    removeIfThere(lock.disk, lock.path)
    const message = `the lock of process ${dead.pid} on ${dead.host}, which is dead, was taken over`
    lock.onNotice({ kind: 'lock-taken-over', from: dead, message })
    return true
  } finally {
    for (const right of rights) removeIfThere(lock.disk, right)
  }
}

/** The links that make up the right to remove a dead holder's lock: more than one where earlier takers died with the right in hand. */
function rightsTo(lock: FileLock, nonce: string): string[] | undefined {
  const right = `${lock.path}-steal-${nonce}`
  if (placed(lock, right) !== undefined) return [right]
  const taker = holderAt(right)
  if (isHolder(taker) && taker.nonce === lock.holder.nonce) return [right]
  if (!isHolder(taker) || standingOf(taker, lock.here) !== 'dead') return undefined
  const inherited = rightsTo(lock, taker.nonce)
  return inherited === undefined ? undefined : [right, ...inherited]
}

/** Under the lock: the finished files of dead holders, and rights to locks that are gone for good. */
function sweep(lock: FileLock): void {
  const prefix = `${basename(lock.path)}-`
  const directory = dirname(lock.path)
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    if (!name.startsWith(prefix) || path === lock.own) continue
    const owner = holderAt(path)
    const isUseless = name.startsWith(`${prefix}steal-`) || (isHolder(owner) && standingOf(owner, lock.here) === 'dead')
    if (isUseless) removeIfThere(lock.disk, path)
  }
}

function removeIfThere(disk: Disk, path: string): void {
  try {
    disk.unlink(path)
  } catch (thrown) {
    if (systemCode(thrown) !== 'ENOENT') throw thrown
  }
}

function locked({ path, waitMs }: FileLock, found: Holder | 'nobody' | undefined): AdjudicateError {
  if (!isHolder(found)) {
    const message = `the lock ${path} doesn't say who holds it; remove it if no process uses the ledger (waited ${waitMs} ms)`
    return new AdjudicateError('ledger-locked', message, { path, waitMs })
  }
  const { host, pid, boot, start } = found
  const message = `the ledger is locked by process ${pid} on ${host} (waited ${waitMs} ms); remove ${path} only if that process is gone`
  return new AdjudicateError('ledger-locked', message, { path, waitMs, host, pid, boot, start })
}
