import type { FileContent } from '../../ports/artifact-rules'
import { artifactLimits, contentOf, startsBinary } from '../../ports/artifact-rules'
import { misread } from '../git/git-fields'
import type { Git } from '../git/git-private'

/** A blob's content, `too-large` where it wasn't read. */
export type BlobContent = FileContent | { readonly kind: 'too-large' }

/** The contents of blobs whose sizes are known, through one process; `seen` is told of each text as it comes. Throws `git-failed` and what `seen` throws. */
export async function contentsOf(
  objects: Git,
  sizes: ReadonlyMap<string, number>,
  seen: (id: string, bytes: number) => void = () => undefined,
): Promise<Map<string, BlobContent>> {
  const contents = new Map<string, BlobContent>()
  const ids = [...sizes].flatMap(([id, bytes]) => (bytes > artifactLimits.fileBytesMax ? [] : [id]))
  for (const [id, bytes] of sizes) if (bytes > artifactLimits.fileBytesMax) contents.set(id, { kind: 'too-large' })
  if (ids.length === 0) return contents
  const reader = batchReader((id, content) => {
    contents.set(id, content)
    if (content.kind === 'text') seen(id, content.bytes)
  })
  await objects(['cat-file', '--batch', '--buffer'], { input: `${ids.join('\n')}\n`, take: (chunk) => reader.take(chunk) })
  reader.close()
  if (contents.size !== sizes.size) throw misread(`${contents.size} blobs of ${sizes.size}`)
  return contents
}

/** Reads `<id> blob <size>`, LF, the bytes and LF again and again, however they are cut; of binary blobs no more than the beginning is kept. */
function batchReader(give: (id: string, content: FileContent) => void): { take(chunk: Buffer): void; close(): void } {
  let header = ''
  let body: { readonly id: string; readonly size: number; left: number; binary: boolean; chunks: Buffer[] } | undefined

  /** Takes what belongs to the open blob and gives the rest. */
  function intoBody(chunk: Buffer): Buffer {
    if (body === undefined) return chunk
    const own = chunk.subarray(0, body.left)
    const from = body.size - body.left
    body.left -= own.length
    body.binary ||= from < artifactLimits.binaryWithinBytes && startsBinary(own.subarray(0, artifactLimits.binaryWithinBytes - from))
    if (body.binary) body.chunks = []
    else body.chunks.push(own)
    if (body.left > 0 || chunk.length === own.length) return chunk.subarray(own.length)
    if (chunk[own.length] !== 10) throw misread(`a blob ${body.id} that doesn't end where it should`)
    give(body.id, body.binary ? { kind: 'binary' } : contentOf(Buffer.concat(body.chunks)))
    body = undefined
    return chunk.subarray(own.length + 1)
  }
  function intoHeader(chunk: Buffer): Buffer {
    const lf = chunk.indexOf(10)
    header += chunk.subarray(0, lf < 0 ? chunk.length : lf).toString('latin1')
    if (lf < 0) return chunk.subarray(chunk.length)
    const [, id, size] = /^([0-9a-f]+) blob ([0-9]+)$/.exec(header) ?? []
    if (id === undefined || size === undefined) throw misread(`${JSON.stringify(header)} for a blob`)
    body = { id, size: Number(size), left: Number(size), binary: false, chunks: [] }
    header = ''
    return chunk.subarray(lf + 1)
  }
  return {
    take(chunk) {
      for (let rest = chunk; rest.length > 0;) rest = body === undefined ? intoHeader(rest) : intoBody(rest)
    },
    close() {
      if (body !== undefined || header !== '') throw misread('a blob that breaks off')
    },
  }
}
