import { readdirSync, readFileSync, statSync } from 'node:fs'

/** Ends a process group; tells whether there was one. */
export function endGroup(pid: number | undefined): boolean {
  return pid !== undefined && process.platform !== 'win32' && ended(-pid)
}

/** Whether it could be told to end: it may have ended by itself meanwhile, or be another user's, which is out of reach. */
function ended(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM')) return false
    throw error
  }
}

/** What the system knows a pipe by. */
export type PipeId = { readonly dev: number; readonly ino: number }

/** Ends processes that fled the group and still hold the pipe, where the system lists them (Linux); tells how many. Those of other users are out of reach. */
export function endHolders(pipe: PipeId): number {
  const holders = namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => namesIn(`/proc/${pid}/fd`).some((descriptor) => isPipe(`/proc/${pid}/fd/${descriptor}`, pipe)))
  for (const pid of holders) ended(Number(pid))
  return holders.length
}

/** The variable by which a command's processes are known, whatever group, session or parent they have by now. */
export const runVariable = 'ADJUDICATE_RUN'

const scansMax = 5

/**
 * Ends processes that were started with a command's mark in their environment, where the system shows it (Linux); tells how many. Looks again until none is found, since one may have
 * started another meanwhile. Who empties its own environment, or is another user's, can't be found this way.
 */
export function endMarked(mark: string): number {
  const wanted = Buffer.from(`${runVariable}=${mark}\0`)
  let count = 0
  for (let scan = 0; scan < scansMax; scan++) {
    const found = namesIn('/proc').filter(
      (name) => /^\d+$/.test(name) && Number(name) !== process.pid && environmentOf(name).includes(wanted),
    )
    if (found.length === 0) break
    for (const pid of found) if (ended(Number(pid))) count++
  }
  return count
}

/** Empty for a process that has ended, and for one that isn't ours to look at. */
function environmentOf(pid: string): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`)
  } catch {
    return Buffer.alloc(0)
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Another system, another user's process, or one that is gone.
    return []
  }
}

function isPipe(path: string, { dev, ino }: PipeId): boolean {
  try {
    const found = statSync(path)
    return found.ino === ino && found.dev === dev
  } catch {
    return false
  }
}
