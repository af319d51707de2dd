import type { BlobContent } from '../../ports/repository'
import { misread } from '../git/git-fields'
import type { KeptGit } from '../git/git-kept'
import type { OpenGit } from './git-open'

/** Hands out objects one by one, each of the kind that is wanted, and keeps none; of one over the limit nothing is kept. Throws `git-failed` where one is missing. */
export async function readObjects(
  contents: KeptGit,
  kind: 'blob' | 'tree',
  names: readonly string[],
  bytesMax: number,
  give: (oid: string, content: BlobContent) => void,
): Promise<void> {
  if (names.length === 0) return
  const reader = objectReader(kind, bytesMax, give)
  await contents.ask(`${names.join('\n')}\n`, (chunk) => reader.take(chunk) === names.length)
  reader.close()
}

/** The same for blobs by their ids; those over the limit are told first and not read at all, so that their bytes cost nothing. */
export async function readBlobs(
  { names, contents }: Pick<OpenGit, 'names' | 'contents'>,
  oids: readonly string[],
  bytesMax: number,
  give: (oid: string, content: BlobContent) => void,
): Promise<void> {
  const large = await largeBlobs(names, oids, bytesMax)
  for (const [oid, bytesMin] of large) give(oid, { kind: 'too-large', bytesMin })
  await readObjects(
    contents,
    'blob',
    oids.filter((oid) => !large.has(oid)),
    bytesMax,
    give,
  )
}

/** Sizes over a limit, by id. What isn't found or is no blob is left to whoever reads it, and to their words for it. */
async function largeBlobs(names: KeptGit, oids: readonly string[], bytesMax: number): Promise<Map<string, number>> {
  const large = new Map<string, number>()
  if (oids.length === 0) return large
  let [answers, rest] = [0, '']
  await names.ask(`${oids.join('\n')}\n`, (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, oid, size] = /^([0-9a-f]+) blob ([0-9]+)$/.exec(line) ?? []
      if (oid !== undefined && Number(size) > bytesMax) large.set(oid, Number(size))
    }
    answers += lines.length
    return answers >= oids.length
  })
  return large
}

type Body = { readonly oid: string; readonly size: number; left: number; readonly chunks: Buffer[] }

/** Reads `<id> <kind> <size>`, LF, the bytes and LF again and again, however they are cut; `take` tells how many objects are whole. */
function objectReader(
  kind: string,
  bytesMax: number,
  give: (oid: string, content: BlobContent) => void,
): { take(chunk: Buffer): number; close(): void } {
  let header = ''
  let body: Body | undefined
  let count = 0

  function intoBody(open: Body, chunk: Buffer): Buffer {
    const own = chunk.subarray(0, open.left)
    open.left -= own.length
    if (open.size <= bytesMax && own.length > 0) open.chunks.push(own)
    if (open.left > 0 || chunk.length === own.length) return chunk.subarray(own.length)
    if (chunk[own.length] !== 10) throw misread(`a ${kind} ${open.oid} that doesn't end where it should`)
    body = undefined
    count++
    give(open.oid, open.size > bytesMax ? { kind: 'too-large', bytesMin: open.size } : { kind: 'bytes', bytes: Buffer.concat(open.chunks) })
    return chunk.subarray(own.length + 1)
  }

  function intoHeader(chunk: Buffer): Buffer {
    const lf = chunk.indexOf(10)
    header += chunk.subarray(0, lf < 0 ? chunk.length : lf).toString('latin1')
    if (lf < 0) return chunk.subarray(chunk.length)
    const [, oid, found, size] = /^([0-9a-f]+) ([a-z]+) ([0-9]+)$/.exec(header) ?? []
    if (oid === undefined || found !== kind || size === undefined)
      throw misread(`${JSON.stringify(header)} for a ${kind} (an incomplete repository?)`)
    body = { oid, size: Number(size), left: Number(size), chunks: [] }
    header = ''
    return chunk.subarray(lf + 1)
  }

  return {
    take(chunk) {
      for (let rest = chunk; rest.length > 0;) rest = body === undefined ? intoHeader(rest) : intoBody(body, rest)
      return count
    },
    close() {
      if (body !== undefined || header !== '') throw misread(`more than the last ${kind}`)
    },
  }
}
