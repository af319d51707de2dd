import { execFile } from 'node:child_process'
import { closeSync, constants, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { PipeId } from '../children/ending'

/**
 * One pipe for standard and error output together, which keeps their order (F65). It is a named pipe whose name is gone again: what Node itself makes for a child
 * is a socket, and `echo x >/dev/stderr` fails on a socket.
 */
export type Channel = {
  readonly output: Readable
  readonly writeEnd: number
  readonly pipe: PipeId
  /** Closes our own copy of the end that the command writes to. */
  handOver(): void
  /** Ends the reading, also when somebody out of reach still holds the pipe. */
  drop(): void
}

/** Undefined where the system has no named pipes. */
export async function openChannel(): Promise<Channel | undefined> {
  const ends = spare.pop() ?? (await openedEnds())
  if (ends === undefined) return undefined
  const { readEnd, writeEnd } = ends
  const output = new Socket({ fd: readEnd, readable: true, writable: false })
  return { output, writeEnd, pipe: fstatSync(writeEnd), handOver: () => closeSync(writeEnd), drop: () => output.destroy() }
}

type Ends = { readonly readEnd: number; readonly writeEnd: number }

/** Pipes for the commands to come: making some costs as much as making one. They have no names any more, so that nothing is left of them when the process ends. */
const spare: Ends[] = []

const spareMax = 4

async function openedEnds(): Promise<Ends | undefined> {
  const place = placeForPipe()
  try {
    await place.made
    return endsAt(place.path)
  } catch {
    // The caller falls back on two pipes.
    return undefined
  } finally {
    place.leave()
  }
}

function endsAt(path: string): Ends {
  // Without waiting for each other: a reading end that blocks nobody is there before the writing one.
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return { readEnd, writeEnd: openSync(path, constants.O_WRONLY) }
  } catch (error) {
    closeSync(readEnd)
    throw error
  }
}

/** Pipes that are asked for in one go, in a folder that goes with the last of them: one process makes them all, and the spare ones. */
type Batch = { readonly folder: string; readonly made: Promise<void>; pipes: number; users: number }

let gathering: Batch | undefined

function placeForPipe(): { readonly path: string; readonly made: Promise<void>; readonly leave: () => void } {
  const batch = (gathering ??= newBatch())
  batch.users++
  const leave = (): void => {
    batch.users--
    if (batch.users === 0) rmSync(batch.folder, { recursive: true, force: true })
  }
  return { path: pathIn(batch.folder, batch.pipes++), made: batch.made, leave }
}

function newBatch(): Batch {
  const folder = mkdtempSync(join(tmpdir(), 'adjudicate-'))
  const made = Promise.resolve().then(async () => {
    gathering = undefined
    const paths = Array.from({ length: batch.pipes + spareMax }, (_, at) => pathIn(folder, at))
    await promisify(execFile)('mkfifo', paths)
    for (const path of paths.slice(batch.pipes)) spare.push(endsAt(path))
  })
  const batch: Batch = { folder, made, pipes: 0, users: 0 }
  return batch
}

function pathIn(folder: string, at: number): string {
  return join(folder, `output-${at}`)
}
