import { execFile, spawn } from 'node:child_process'
import { closeSync, constants, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { assert } from '../../errors'
import type { PipeId } from './process-ending'

/**
 * One pipe for standard and error output together, which keeps their order (F65). It is a named pipe whose name is gone again, read by `cat`: what Node itself makes for a child
 * is a socket, and `echo x >/dev/stderr` fails on a socket.
 */
export type Channel = {
  readonly output: Readable
  readonly writeEnd: number
  readonly pipe: PipeId
  readonly readerPid: number | undefined
  /** Closes our own copy of the end that the command writes to. */
  handOver(): void
  /** Ends the reading, also when somebody out of reach still holds the pipe. */
  drop(): void
}

/** Undefined where the system has no named pipes. */
export async function openChannel(): Promise<Channel | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'adjudicate-'))
  const opened: number[] = []
  const open = (path: string, flags: number): number => {
    const descriptor = openSync(path, flags)
    opened.push(descriptor)
    return descriptor
  }
  try {
    const path = join(folder, 'output')
    await promisify(execFile)('mkfifo', [path])
    // With both ends open at once the other two can be opened without waiting for each other.
    const both = open(path, constants.O_RDWR)
    const readEnd = open(path, constants.O_RDONLY)
    const writeEnd = open(path, constants.O_WRONLY)
    const reader = spawn('cat', { stdio: [readEnd, 'pipe', 'ignore'], detached: true })
    const { stdout } = reader
    assert(stdout !== null, 'a process that was given a pipe has one')
    // Without the reader the output ends at once, and the command's exit code tells the rest.
    reader.on('error', () => undefined)
    for (const descriptor of [both, readEnd]) closeSync(descriptor)
    const drop = (): void => {
      reader.kill('SIGKILL')
      stdout.destroy()
    }
    return { output: stdout, writeEnd, pipe: fstatSync(writeEnd), readerPid: reader.pid, handOver: () => closeSync(writeEnd), drop }
  } catch {
    for (const descriptor of opened) closeSync(descriptor)
    // The caller falls back on two pipes.
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
