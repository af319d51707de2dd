import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Disk } from '../../src/adapters/ledger-store/file-disk'
import { nodeDisk } from '../../src/adapters/ledger-store/file-disk'
import { surroundings } from '../../src/adapters/ledger-store/file-holder'
import type { FileLedgerOptions } from '../../src/adapters/ledger-store/file-store'
import { openFileLedger } from '../../src/adapters/ledger-store/file-store'
import type { LedgerInjectors, Relief } from '../../src/conformance/ledger-store'
import type { LedgerStore } from '../../src/ports/ledger-store'
import { killChild, removeChildProgram, runChildren } from './ledger-processes'

let folder: string | undefined
const mounts: string[] = []

/** Removes everything that was made here; call it when the tests of a file are over. */
export function removeEverything(): void {
  for (const mount of mounts.splice(0)) spawnSync('umount', ['--lazy', mount])
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  folder = undefined
  removeChildProgram()
}

/** A directory for a place's name; not made here. */
export function directoryOf(place: string): string {
  folder ??= mkdtempSync(join(tmpdir(), 'adjudicate-ledger-'))
  return join(folder, place)
}

/** A write that is to fail in a directory: after so many bytes, or in its sync (-1), with this system error. */
type Failure = { readonly bytes: number; readonly system: string }
const failures = new Map<string, Failure>()

/** Makes writes to the ledger of a directory fail until the answer is called. */
export function failWrites(directory: string, bytes: number, system = 'EIO'): Relief {
  failures.set(directory, { bytes, system })
  return () => void failures.delete(directory)
}

/** A file ledger whose writes fail when they are told to. The real disk is underneath, so that half a write is really there. */
export function failingLedger(directory: string, options: FileLedgerOptions = {}): LedgerStore {
  return openFileLedger(directory, options, { disk: failingDisk(directory), here: surroundings() })
}

function failingDisk(directory: string): Disk {
  const opened = new Set<number>()
  return {
    ...nodeDisk,
    open: (path, flags) => {
      const descriptor = nodeDisk.open(path, flags)
      if (flags === 'a+') opened.add(descriptor)
      return descriptor
    },
    write: (descriptor, bytes) => {
      const failure = opened.has(descriptor) ? failures.get(directory) : undefined
      if (failure === undefined || failure.bytes < 0) return nodeDisk.write(descriptor, bytes)
      if (failure.bytes > 0) nodeDisk.write(descriptor, bytes.subarray(0, failure.bytes))
      throw systemError(failure.system)
    },
    sync: async (descriptor) => {
      const failure = opened.has(descriptor) ? failures.get(directory) : undefined
      if (failure !== undefined && failure.bytes < 0) throw systemError(failure.system)
      await nodeDisk.sync(descriptor)
    },
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code })
}

/** The faults of the conformance suite, brought about for real wherever this machine lets them be. */
export const injectors: LedgerInjectors = {
  kill: (place, round) => killChild(directoryOf(place), round),
  processes: (place, { processes, appendsEach }) => runChildren(directoryOf(place), processes, appendsEach),
  failWrite: (place, bytes) => failWrites(directoryOf(place), bytes),
  fullDisk: (place) => fillDisk(directoryOf(place)),
  readOnly: (place) => makeReadOnly(directoryOf(place)),
}

const smallDisk = { size: '2m', left: 65_536 }

/** A small file system of its own, filled up to 64 KiB. Where none may be mounted the write itself reports a full disk. */
function fillDisk(directory: string): Relief {
  const aside = `${directory}-aside`
  renameSync(directory, aside)
  mkdirSync(directory)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${smallDisk.size}`, 'tmpfs', directory]).status !== 0) {
    rmSync(directory, { recursive: true })
    renameSync(aside, directory)
    return failWrites(directory, 4096, 'ENOSPC')
  }
  mounts.push(directory)
  copyFileSync(join(aside, 'ledger.jsonl'), join(directory, 'ledger.jsonl'))
  const { bavail, bsize } = statfsSync(directory)
  const filler = join(directory, 'filler')
  writeFileSync(filler, Buffer.alloc(bavail * bsize - smallDisk.left))
  return () => rmSync(filler, { force: true })
}

/** Permissions for a user; for root, whom they don't bind, a read-only mount of the directory on itself or the immutable flag. */
export function makeReadOnly(directory: string): Relief {
  const file = join(directory, 'ledger.jsonl')
  const ways: readonly { readonly on: () => void; readonly off: () => void }[] = [
    {
      on: () => {
        if (existsSync(file)) chmodSync(file, 0o444)
        chmodSync(directory, 0o555)
      },
      off: () => {
        chmodSync(directory, 0o755)
        if (existsSync(file)) chmodSync(file, 0o644)
      },
    },
    {
      on: () => {
        if (spawnSync('mount', ['--bind', directory, directory]).status === 0) spawnSync('mount', ['-o', 'remount,ro,bind', directory])
      },
      off: () => void spawnSync('umount', ['--lazy', directory]),
    },
    {
      on: () => void spawnSync('chattr', ['+i', directory, ...(existsSync(file) ? [file] : [])]),
      off: () => void spawnSync('chattr', ['-i', directory, ...(existsSync(file) ? [file] : [])]),
    },
  ]
  for (const { on, off } of ways) {
    on()
    if (!isWritable(directory)) return off
    off()
  }
  return failWrites(directory, 0, 'EROFS')
}

function isWritable(directory: string): boolean {
  const probe = join(directory, 'probe')
  try {
    writeFileSync(probe, '')
  } catch {
    return false
  }
  unlinkSync(probe)
  return true
}
