import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The system's code of a failure, such as ENOENT; else what was thrown as a text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/** Undefined where there is no such file. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
}

/**
 * Makes a folder with those above it and gives the topmost that was made. Step by step: the platform's own way says of a file system that can't be
 * written that the folder isn't there.
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  try {
    return await made(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
  }
  const topmost = await makeFolder(dirname(path))
  const own = await made(path)
  return topmost ?? own
}

async function made(path: string): Promise<string | undefined> {
  try {
    await mkdir(path)
    return path
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  }
}
