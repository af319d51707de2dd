import { readdirSync, statSync } from 'node:fs'

/** Ends a process group; tells whether there was one. */
export function endGroup(pid: number | undefined): boolean {
  if (pid === undefined || process.platform === 'win32') return false
  try {
    process.kill(-pid, 'SIGKILL')
    return true
  } catch {
    // Nobody of the group is left.
    return false
  }
}

/** What the system knows a pipe by. */
export type PipeId = { readonly dev: number; readonly ino: number }

/** Ends processes that fled the group and still hold the pipe, where the system lists them (Linux); tells how many. Those of other users are out of reach. */
export function endHolders(pipe: PipeId, readerPid: number | undefined): number {
  const holders = namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && Number(name) !== readerPid)
    .filter((pid) => namesIn(`/proc/${pid}/fd`).some((descriptor) => isPipe(`/proc/${pid}/fd/${descriptor}`, pipe)))
  for (const pid of holders) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
  }
  return holders.length
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
