import { AdjudicateError } from '../errors'
import { utf8Text } from '../text/path-name'

/** What every artifact adapter holds to; a file over the first limit is left out, more text than the second is an error. */
export const artifactLimits = { fileBytesMax: 16 * 1024 * 1024, totalBytesMax: 64 * 1024 * 1024, binaryWithinBytes: 8000 } as const

/** What a file's bytes come to. */
export type FileContent = { readonly kind: 'text'; readonly text: string; readonly bytes: number } | { readonly kind: 'binary' }

/** A NUL within the first 8,000 bytes (as git has it) or bytes that are no UTF-8 make a file binary; text is kept as it is, BOM and CR too. */
export function contentOf(bytes: Uint8Array): FileContent {
  if (startsBinary(bytes)) return { kind: 'binary' }
  const text = utf8Text(bytes)
  return text === undefined ? { kind: 'binary' } : { kind: 'text', text, bytes: bytes.length }
}

/** Whether the beginning alone shows that the file is binary. */
export function startsBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, artifactLimits.binaryWithinBytes).includes(0)
}

/** Adds up text; throws `file-too-large` as soon as all of it is over the limit. */
export type TextBudget = { add(bytes: number, path: string): void }

/** A budget of `artifactLimits.totalBytesMax`. */
export function textBudget(): TextBudget {
  const { totalBytesMax } = artifactLimits
  let total = 0
  return {
    add(bytes, path) {
      total += bytes
      if (total <= totalBytesMax) return
      const message = `the artifact holds ${total} bytes of text up to ${JSON.stringify(path)}, at most ${totalBytesMax} are read`
      throw new AdjudicateError('file-too-large', message, { path, bytes: total, bytesMax: totalBytesMax })
    },
  }
}

const namesMax = 10

/** One sentence that ends with the names it is about, the first ten of them; none where there are no names. */
export function noticeOf(names: readonly string[], sentence: (count: number) => string): string[] {
  if (names.length === 0) return []
  const listed = names.slice(0, namesMax).map((name) => JSON.stringify(name))
  const more = names.length > namesMax ? [`${names.length - namesMax} more`] : []
  return [`${sentence(names.length)}: ${[...listed, ...more].join(', ')}`]
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** Paths by why their text is not in the artifact as it stands in the file. */
export type LeftOut = { readonly binary: string[]; readonly tooLarge: string[]; readonly quoted: string[] }

/** The notices that all adapters give, in one order. */
export function leftOutNotices({ binary, tooLarge, quoted }: LeftOut): string[] {
  return [
    ...noticeOf(quoted, (count) => `${counted(count, 'name')} not in UTF-8, written in quotes with octal escapes`),
    ...noticeOf(binary, (count) => `${counted(count, 'binary file')} left out`),
    ...noticeOf(tooLarge, (count) => `${counted(count, 'file')} over ${artifactLimits.fileBytesMax} bytes left out`),
  ]
}
