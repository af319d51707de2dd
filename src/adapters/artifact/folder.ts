import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { hashOf } from '../../canonical/digest'
import type { Source } from '../../evidence/corpus'
import type { Artifact, ArtifactReader } from '../../ports/artifact'
import type { FileContent } from '../../ports/artifact-rules'
import { artifactLimits, contentOf, counted, leftOutNotices, noticeOf, textBudget } from '../../ports/artifact-rules'
import { mustBeQuoted, pathOfName } from '../../text/path-name'
import type { FoundFile } from './folder-walk'
import { unreadable, walk } from './folder-walk'

export type FolderArtifactOptions = { readonly dir: string }

type ReadFile = { readonly path: string; readonly hash: string; readonly content: FileContent | { readonly kind: 'too-large' } }

const filesAtOnce = 16

/**
 * A folder as an artifact: every regular file below it, but for `.git`, `node_modules`, `.adjudicate` and `.tribunal`; nothing
 * is followed. Address `folder:<path from the working directory>`; the digest is the hash of the canonical JSON of
 * `[[path, "sha256:…"], …]` in order of the names' bytes, binary and large files too. Throws `file-unreadable`, `file-too-large`.
 */
export function folderArtifact({ dir }: FolderArtifactOptions): ArtifactReader {
  return { read: () => readFolder(dir) }
}

async function readFolder(dir: string): Promise<Artifact> {
  const shownDir = relative(process.cwd(), resolve(dir)).replaceAll(sep, '/') || '.'
  const { files, others } = await walk(dir, shownDir)
  const budget = textBudget()
  const read = await allOf(files, async (file) => {
    const one = await readOne(file, shownDir)
    if (one.content.kind === 'text') budget.add(one.content.bytes, one.path)
    return one
  })
  const named = (kind: string): string[] => read.filter(({ content }) => content.kind === kind).map(({ path }) => path)
  const quoted = files.filter(({ name }) => mustBeQuoted(name)).map(({ name }) => pathOfName(name))
  return {
    address: `folder:${shownDir}`,
    digest: hashOf(read.map(({ path, hash }) => [path, hash])),
    sources: read.flatMap(sourceOf),
    notices: [
      ...leftOutNotices({ binary: named('binary'), tooLarge: named('too-large'), quoted }),
      ...noticeOf(others, (count) => `${counted(count, 'entry', 'entries')} left out, neither files nor folders`),
    ],
  }
}

function sourceOf({ path, content }: ReadFile): Source[] {
  // What can't be read as text is judged too: it stays a file that somebody must have been shown.
  return [{ id: path, role: 'artifact', path, text: content.kind === 'text' ? content.text : '' }]
}

/** Results in the order of the items; a few at once, and none is begun after one has failed. */
async function allOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  let failed = false
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (failed) return
      results[index] = await work(item).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: Math.min(filesAtOnce, items.length) }, worker))
  return results
}

// A file that was swapped for a link or a pipe since it was listed is neither followed nor waited for. Where a flag is unknown it counts as 0.
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

async function readOne({ name, location }: FoundFile, shownDir: string): Promise<ReadFile> {
  const path = pathOfName(name)
  let handle: FileHandle | undefined
  try {
    handle = await open(location, openFlags)
    const status = await handle.stat()
    if (!status.isFile()) throw new Error('no regular file any more')
    const { hash, bytes } = await hashedBytes(handle, status.size)
    const content = bytes === undefined ? { kind: 'too-large' as const } : contentOf(bytes)
    return { path, hash, content }
  } catch (error) {
    throw unreadable('file', shownDir, name, error)
  } finally {
    await handle?.close()
  }
}

const chunkBytesMax = 1024 * 1024

/** Without bytes for a file over the limit, whose hash is taken piece by piece. */
async function hashedBytes(handle: FileHandle, size: number): Promise<{ readonly hash: string; readonly bytes?: Buffer }> {
  const hash = createHash('sha256')
  const kept: Buffer[] = []
  let length = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.min(Math.max(size + 1 - length, 4096), chunkBytesMax))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null)
    if (bytesRead === 0) break
    length += bytesRead
    hash.update(chunk.subarray(0, bytesRead))
    if (length <= artifactLimits.fileBytesMax) kept.push(chunk.subarray(0, bytesRead))
    else kept.length = 0
  }
  const named = `sha256:${hash.digest('hex')}`
  return length > artifactLimits.fileBytesMax ? { hash: named } : { hash: named, bytes: Buffer.concat(kept) }
}
