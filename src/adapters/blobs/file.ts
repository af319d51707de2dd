import { createHash } from 'node:crypto'
import { access, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AdjudicateError } from '../../errors'
import { blobBytes, digitsOf } from '../../ports/blob-address'
import type { BlobStore } from '../../ports/blobs'
import { codeOf, ifThere, makeFolder } from './file-system'
import { sweepLeftovers, temporaryName } from './file-leftovers'

/**
 * Blobs as files, `<dir>/<2 digits>/<62 digits>`, made when the first is put. A file appears whole or not at all, and is checked
 * against its address whenever it is read. Any number of processes may share a folder; deleting a file purges the blob. The first write of a store
 * clears away what writes that were killed left behind a day ago or earlier.
 */
export function fileBlobs(dir: string): BlobStore {
  const root = resolve(dir)
  const io: Io = (what, digits, work) => inFolder(dir, what, digits, work)
  const placeOf = (digits: string): string => join(root, digits.slice(0, 2), digits.slice(2))
  let isSwept = false
  return {
    async put(content) {
      const bytes = blobBytes(content)
      const digits = sha256(bytes)
      const place = placeOf(digits)
      // A damaged file is made whole again: its content is at hand. One that another process just put may not be durable yet.
      const kept = await holds(place, digits, io)
      await io('write', digits, () => (kept ? syncFolders(dirname(place), root) : write(place, root, bytes)))
      if (!kept && !isSwept) {
        isSwept = true
        await sweepLeftovers(root, place)
      }
      return `sha256:${digits}`
    },
    async get(address) {
      const digits = digitsOf(address)
      const bytes = await io('read', digits, () => ifThere(readFile(placeOf(digits))))
      if (bytes === undefined) return undefined
      const actual = sha256(bytes)
      if (actual === digits) return new Uint8Array(bytes)
      const message = `the blob ${address} was altered: its content has the address sha256:${actual}`
      throw new AdjudicateError('blob-corrupt', message, { address, actual: `sha256:${actual}` })
    },
    async has(address) {
      const digits = digitsOf(address)
      return io('find', digits, async () => (await ifThere(access(placeOf(digits)).then(() => true))) ?? false)
    },
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

type Io = <T>(what: string, digits: string, work: () => Promise<T>) => Promise<T>

async function holds(place: string, digits: string, io: Io): Promise<boolean> {
  const bytes = await io('read', digits, () => ifThere(readFile(place)))
  return bytes !== undefined && sha256(bytes) === digits
}

async function inFolder<T>(dir: string, what: string, digits: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const address = `sha256:${digits}`
    throw new AdjudicateError('blob-io', `can't ${what} the blob ${address} in ${dir}: ${codeOf(error)}`, { address, dir }, error)
  }
}

/** Durable when it resolves: the bytes are synced before the name appears, then the name itself. */
async function write(place: string, root: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(place)
  const made = await makeFolder(folder)
  const temporary = join(folder, temporaryName())
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, place)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolders(folder, made === undefined || made === folder ? root : dirname(made))
}

/** From a folder up to one above it or itself, so that folders just made outlive a power loss too. */
async function syncFolders(from: string, to: string): Promise<void> {
  // Windows can't open folders; its file system keeps names in its own journal.
  if (process.platform === 'win32') return
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (folder === to || folder === dirname(folder)) return
  }
}
