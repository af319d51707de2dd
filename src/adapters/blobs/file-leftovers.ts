import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifThere } from './file-system'

/** A write takes seconds; what has this age belongs to no writer any more. */
const leftoverAgeMs = 24 * 60 * 60 * 1000

/** The name under which a blob is written before it gets its own. */
export function temporaryName(): string {
  return `.${randomUUID()}.tmp`
}

const temporary = /^\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/

/**
 * Removes what writes that were killed left in a folder of blobs. Ages are taken against the file just written, so that no clock but the file
 * system's own counts. A writer that was stopped for a day fails to give its file a name, and loses nothing that it was told is kept.
 */
export async function sweepLeftovers(root: string, justWritten: string): Promise<void> {
  try {
    const before = (await stat(justWritten)).mtimeMs - leftoverAgeMs
    for (const folder of await readdir(root)) {
      if (!/^[\da-f]{2}$/.test(folder)) continue
      for (const name of await readdir(join(root, folder))) {
        if (temporary.test(name)) await removeIfOlder(join(root, folder, name), before)
      }
    }
  } catch {
    // The blob is kept and durable; that something useless can't be cleared away is no reason to say that it isn't.
  }
}

async function removeIfOlder(path: string, beforeMs: number): Promise<void> {
  const found = await ifThere(stat(path))
  if (found !== undefined && found.mtimeMs < beforeMs) await rm(path, { force: true })
}
