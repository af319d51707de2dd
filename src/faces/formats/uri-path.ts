import { nameOfPath } from '../../text/path-name'

/** A repository's path as a relative URI reference (RFC 3986): every byte of its name that isn't unreserved is percent-encoded, `:` too. */
export function uriOfPath(path: string): string {
  let uri = ''
  for (const byte of nameOfPath(path)) {
    const letter = String.fromCharCode(byte)
    uri += /[\w.~/-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return uri
}
