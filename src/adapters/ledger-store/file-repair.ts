import { readSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Disk } from './file-disk'
import { markOfOpen, syncDirectory, systemCode, writeAll } from './file-disk'
import type { OnNotice } from './file-notice'
import type { Tail } from './file-tail'

const chunkBytes = 262_144

/** An open ledger file, with what is done about it on the way. */
export type OpenFile = { readonly path: string; readonly descriptor: number; readonly disk: Disk; readonly onNotice: OnNotice }

/**
 * Cuts what a crash left behind the last whole batch, under the lock (spec 08). It is copied beside the ledger, durably, before it is cut; line ends
 * alone aren't worth a copy. A last record that lacks only its line end is left: the next write begins with that.
 */
export async function repairTail(file: OpenFile, tail: Tail): Promise<void> {
  const { ending, offset, verification } = tail
  const { path, descriptor, disk, onNotice } = file
  if (ending.kind !== 'torn' && ending.kind !== 'blank') return
  const afterSeq = verification.head.seq
  const bytes = markOfOpen(descriptor).size - offset
  const movedTo = ending.kind === 'torn' ? await copyAside(file, offset) : ''
  disk.truncate(path, offset)
  await disk.sync(descriptor)
  tail.mark = markOfOpen(descriptor)
  tail.ending = { kind: 'whole' }
  if (ending.kind === 'blank') {
    const { lines } = ending
    onNotice({ kind: 'blank-lines-cut', lines, afterSeq, message: `${lines} blank lines cut after event ${afterSeq}` })
  } else {
    const message = `torn tail of ${bytes} bytes after event ${afterSeq}, moved aside to ${movedTo}`
    onNotice({ kind: 'torn-tail', bytes, events: ending.events, afterSeq, movedTo, message })
  }
}

async function copyAside({ path, descriptor, disk }: OpenFile, from: number): Promise<string> {
  const aside = openAside(path, disk)
  const chunk = Buffer.allocUnsafe(chunkBytes)
  try {
    for (let position = from; ;) {
      const bytes = readSync(descriptor, chunk, 0, chunk.length, position)
      if (bytes === 0) break
      writeAll(disk, aside.descriptor, chunk.subarray(0, bytes))
      position += bytes
    }
    await disk.sync(aside.descriptor)
  } catch (thrown) {
    disk.unlink(aside.path)
    throw thrown
  } finally {
    disk.close(aside.descriptor)
  }
  await syncDirectory(disk, dirname(path))
  return basename(aside.path)
}

function openAside(path: string, disk: Disk): { readonly path: string; readonly descriptor: number } {
  for (let n = 1; ; n++) {
    const candidate = `${path}.torn-${n}`
    try {
      return { path: candidate, descriptor: disk.open(candidate, 'wx') }
    } catch (thrown) {
      if (systemCode(thrown) !== 'EEXIST') throw thrown
    }
  }
}
