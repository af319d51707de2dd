import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { sep } from 'node:path'
import { AdjudicateError } from '../../errors'
import { pathOfName } from '../../text/path-name'

/** A regular file: its name in bytes from the folder on, with `/`, and where to open it. */
export type FoundFile = { readonly name: Buffer; readonly location: Buffer }

export type Walk = { readonly files: readonly FoundFile[]; readonly others: readonly string[] }

const skipped = new Set(['.git', 'node_modules', '.adjudicate', '.tribunal'])
const slash = Buffer.from('/')

/**
 * Every regular file below the folder in order of the names' bytes; nothing is followed, and links, pipes, sockets and devices
 * are listed apart. Throws `file-unreadable` naming the folder as `shownDir` and the path in it.
 */
export async function walk(dir: string, shownDir: string): Promise<Walk> {
  const files: FoundFile[] = []
  const others: string[] = []
  const open: FoundFile[] = [{ name: Buffer.alloc(0), location: Buffer.from(dir) }]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of await entriesOf(folder, shownDir)) {
      // Latin1 keeps every byte of a name, whatever it is encoded in.
      const own = Buffer.from(entry.name, 'latin1')
      if (skipped.has(entry.name)) continue
      const name = folder.name.length === 0 ? own : Buffer.concat([folder.name, slash, own])
      const found = { name, location: Buffer.concat([folder.location, Buffer.from(sep), own]) }
      if (entry.isDirectory()) open.push(found)
      else if (entry.isFile()) files.push(found)
      else others.push(pathOfName(name))
    }
  }
  return { files: files.sort((a, b) => Buffer.compare(a.name, b.name)), others: others.sort() }
}

async function entriesOf({ name, location }: FoundFile, shownDir: string): Promise<Dirent[]> {
  try {
    return await readdir(location, { withFileTypes: true, encoding: 'latin1' })
  } catch (error) {
    throw unreadable('folder', shownDir, name, error)
  }
}

/** The error for a file or folder that can't be read; it holds no absolute path but one that was given. */
export function unreadable(what: 'file' | 'folder', shownDir: string, name: Buffer, error: unknown): AdjudicateError {
  const path = name.length === 0 ? shownDir : `${shownDir}/${pathOfName(name)}`
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return new AdjudicateError('file-unreadable', `the ${what} ${JSON.stringify(path)} can't be read: ${code}`, { path }, error)
}
