import { AdjudicateError } from '../errors'
import { shown } from '../issues'

/** The 64 digits of a blob's address. Throws `data-invalid` for anything else, so that no address can name another file. */
export function digitsOf(address: string): string {
  const digits = /^sha256:([0-9a-f]{64})$/.exec(address)?.[1]
  if (digits !== undefined) return digits
  throw new AdjudicateError('data-invalid', `${shown(address)} is no blob's address, \`sha256:\` and 64 hex digits`, { address })
}

/** The bytes that a blob is kept as: its own copy, so that nobody can change it later. Throws `data-invalid` for half a surrogate pair, which UTF-8 can't hold. */
export function blobBytes(content: string | Uint8Array): Uint8Array {
  if (typeof content !== 'string') return Uint8Array.from(content)
  if (content.isWellFormed()) return new TextEncoder().encode(content)
  throw new AdjudicateError('data-invalid', `the text ${shown(content)} holds half a surrogate pair, which UTF-8 can't hold`)
}
