import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, mkdtemp, open, rename, rm, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { AdjudicateError } from '../../errors'
import type { Files } from '../../ports/files'

/** The disk of this machine. */
export function diskFiles(): Files {
  return { read, write, remove, makeFolder, leadsThroughLink, temporaryFolder, link }
}

async function read(path: string, bytesMax: number): Promise<Uint8Array | undefined> {
  try {
    // A link at the end of the path would let the judged tree choose what is read; a fifo must not keep us waiting.
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const facts = await file.stat()
      if (!facts.isFile()) throw new AdjudicateError('file-unreadable', `${path} is no file`, { path })
      if (facts.size > bytesMax) {
        throw new AdjudicateError('file-too-large', `${path} has ${facts.size} bytes, at most ${bytesMax} are read`, {
          path,
          bytes: facts.size,
          bytesMax,
        })
      }
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw code === undefined ? error : failure('file-unreadable', 'read', path, error)
  }
}

async function write(path: string, text: string): Promise<void> {
  const beside = `${path}.${randomUUID()}.tmp`
  try {
    await mkdir(dirname(path), { recursive: true })
    const file = await open(beside, 'wx')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw failure('file-io', 'written', path, error)
  }
}

async function remove(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw failure('file-io', 'taken away', path, error)
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    throw failure('file-io', 'made', path, error)
  }
}

async function leadsThroughLink(root: string, path: string): Promise<boolean> {
  for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) {
    const found = await lstat(folder).catch((error: unknown) => {
      const code = codeOf(error)
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      throw failure('file-unreadable', 'read', folder, error)
    })
    if (found?.isSymbolicLink() === true) return true
  }
  return false
}

async function temporaryFolder(): ReturnType<Files['temporaryFolder']> {
  try {
    const dir = await mkdtemp(join(tmpdir(), 'adjudicate-'))
    return { dir, remove: () => rm(dir, { recursive: true, force: true, maxRetries: 3 }) }
  } catch (error) {
    throw failure('file-io', 'made', join(tmpdir(), 'adjudicate-'), error)
  }
}

async function link(target: string, path: string): Promise<void> {
  try {
    const there = await lstat(target).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
    if (there === undefined) return
    await mkdir(dirname(path), { recursive: true })
    await symlink(target, path)
  } catch (error) {
    throw failure('file-io', 'made', path, error)
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && error.name !== 'AdjudicateError' ? String(error.code) : undefined
}

function failure(code: 'file-unreadable' | 'file-io', what: string, path: string, error: unknown): AdjudicateError {
  return new AdjudicateError(code, `${path} can't be ${what}: ${codeOf(error) ?? String(error)}`, { path, system: codeOf(error) }, error)
}
