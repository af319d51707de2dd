import { AdjudicateError } from '../../errors'
import type { PathEntry } from '../../gate/changed-path'
import { nameOfPath } from '../../text/path-name'
import { misread } from '../git/git-fields'
import type { KeptGit } from '../git/git-kept'
import { readObjects } from './git-blobs'

/** The entries of one folder by name, one character for each byte. */
type Folder = ReadonlyMap<string, PathEntry>

const folderMode = '040000'
const folderBytesMax = 64 * 1024 * 1024

/** Finds entries by their paths, see `Repository.entriesAt`: from folder to folder, each of which is read once, since trees don't change. */
export function pathFinder(
  contents: KeptGit,
  hash: 'sha1' | 'sha256',
): (tree: string, paths: readonly string[]) => Promise<Map<string, PathEntry>> {
  const folders = new Map<string, Promise<Folder>>()
  const folderAt = (name: string): Promise<Folder> => {
    const folder = folders.get(name) ?? readFolder(contents, name, hash)
    folders.set(name, folder)
    return folder
  }
  const entryAt = async (tree: string, path: string): Promise<PathEntry | undefined> => {
    const segments = Buffer.from(nameOfPath(path)).toString('latin1').split('/')
    let found: PathEntry = { mode: folderMode, oid: `${tree}^{tree}` }
    for (const segment of segments) {
      const next = found.mode === folderMode ? (await folderAt(found.oid)).get(segment) : undefined
      if (next === undefined) return undefined
      found = next
    }
    return found.mode === folderMode ? undefined : found
  }
  return async (tree, paths) => {
    const entries = new Map<string, PathEntry>()
    for (const path of paths) {
      const entry = await entryAt(tree, path)
      if (entry !== undefined) entries.set(path, entry)
    }
    return entries
  }
}

async function readFolder(contents: KeptGit, name: string, hash: 'sha1' | 'sha256'): Promise<Folder> {
  let bytes: Buffer | undefined
  await readObjects(contents, 'tree', [name], folderBytesMax, (oid, content) => {
    if (content.kind === 'too-large') {
      const message = `the folder ${oid} takes over ${folderBytesMax} bytes`
      throw new AdjudicateError('file-too-large', message, { oid, bytesMax: folderBytesMax })
    }
    bytes = Buffer.from(content.bytes)
  })
  if (bytes === undefined) throw misread(`no folder for ${name}`)
  return folderIn(bytes, hash === 'sha1' ? 20 : 32)
}

/** Entries are `<mode> <name>`, NUL and the bytes of the id, one after the other. */
function folderIn(bytes: Buffer, idBytes: number): Folder {
  const folder = new Map<string, PathEntry>()
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(32, at)
    const nul = bytes.indexOf(0, at)
    const end = nul + 1 + idBytes
    const mode = bytes.toString('latin1', at, space)
    if (space < at || nul < space || end > bytes.length || !/^[0-7]{5,6}$/.test(mode)) throw misread('a folder that breaks off')
    folder.set(bytes.toString('latin1', space + 1, nul), { mode: mode.padStart(6, '0'), oid: bytes.toString('hex', nul + 1, end) })
    at = end
  }
  return folder
}
