import type { BlobContent } from '../../ports/repository'
import { misread } from '../git/git-fields'
import type { Git } from '../git/git-private'

/** Hands out blobs one by one through one process and keeps none; of one over the limit nothing is kept. Throws `git-failed` where one is missing. */
export async function readBlobs(
  objects: Git,
  oids: readonly string[],
  bytesMax: number,
  give: (oid: string, content: BlobContent) => void,
): Promise<void> {
  if (oids.length === 0) return
  const reader = blobReader(bytesMax, give)
  await objects(['cat-file', '--batch', '--buffer'], { input: `${oids.join('\n')}\n`, take: (chunk) => reader.take(chunk) })
  const count = reader.close()
  if (count !== oids.length) throw misread(`${count} blobs of ${oids.length}`)
}

type Body = { readonly oid: string; readonly size: number; left: number; readonly chunks: Buffer[] }

/** Reads `<id> blob <size>`, LF, the bytes and LF again and again, however they are cut. */
function blobReader(bytesMax: number, give: (oid: string, content: BlobContent) => void): { take(chunk: Buffer): void; close(): number } {
  let header = ''
  let body: Body | undefined
  let count = 0

  function intoBody(open: Body, chunk: Buffer): Buffer {
    const own = chunk.subarray(0, open.left)
    open.left -= own.length
    if (open.size <= bytesMax && own.length > 0) open.chunks.push(own)
    if (open.left > 0 || chunk.length === own.length) return chunk.subarray(own.length)
    if (chunk[own.length] !== 10) throw misread(`a blob ${open.oid} that doesn't end where it should`)
    body = undefined
    count++
    give(open.oid, open.size > bytesMax ? { kind: 'too-large', bytesMin: open.size } : { kind: 'bytes', bytes: Buffer.concat(open.chunks) })
    return chunk.subarray(own.length + 1)
  }

  function intoHeader(chunk: Buffer): Buffer {
    const lf = chunk.indexOf(10)
    header += chunk.subarray(0, lf < 0 ? chunk.length : lf).toString('latin1')
    if (lf < 0) return chunk.subarray(chunk.length)
    const [, oid, size] = /^([0-9a-f]+) blob ([0-9]+)$/.exec(header) ?? []
    if (oid === undefined || size === undefined) throw misread(`${JSON.stringify(header)} for a blob (an incomplete repository?)`)
    body = { oid, size: Number(size), left: Number(size), chunks: [] }
    header = ''
    return chunk.subarray(lf + 1)
  }

  return {
    take(chunk) {
      for (let rest = chunk; rest.length > 0;) rest = body === undefined ? intoHeader(rest) : intoBody(body, rest)
    },
    close() {
      if (body !== undefined || header !== '') throw misread('a blob that breaks off')
      return count
    },
  }
}
