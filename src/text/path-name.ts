const escapes: ReadonlyMap<number, string> = new Map([
  [7, 'a'],
  [8, 'b'],
  [9, 't'],
  [10, 'n'],
  [11, 'v'],
  [12, 'f'],
  [13, 'r'],
  [0x22, '"'],
  [0x5c, '\\'],
])
const escaped = new Map([...escapes].map(([byte, letter]) => [letter, byte]))

/** Bytes as UTF-8 text with a byte order mark kept, or undefined where they are none. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * A file's name in bytes as a path: its text where it is UTF-8, else in quotes with octal escapes as git writes it. A text
 * that reads like such a quoted name is quoted too, so no two names give one path and `nameOfPath` leads back.
 */
export function pathOfName(name: Uint8Array): string {
  return mustBeQuoted(name) ? quotedName(name, true) : (utf8Text(name) ?? '')
}

/** The bytes of the name that `pathOfName` wrote so. */
export function nameOfPath(path: string): Uint8Array {
  const inner = unquotedName(path)
  return inner !== undefined && mustBeQuoted(inner) ? inner : new TextEncoder().encode(path)
}

/** Whether `pathOfName` gives the name in quotes. */
export function mustBeQuoted(name: Uint8Array): boolean {
  const text = utf8Text(name)
  if (text === undefined) return true
  const inner = unquotedName(text)
  return inner !== undefined && mustBeQuoted(inner)
}

/** A name in double quotes by git's rules (gitattributes' and diff's C style); `beyondAscii` escapes bytes from 0x80 too. */
export function quotedName(name: Uint8Array, beyondAscii: boolean): string {
  let quoted = ''
  for (const byte of name) quoted += needsEscape(byte, beyondAscii) ? escapeOf(byte) : String.fromCharCode(byte)
  return `"${quoted}"`
}

/** Whether git writes the name in quotes when `core.quotePath` is off. */
export function needsQuotes(name: Uint8Array): boolean {
  return name.some((byte) => needsEscape(byte, false))
}

function needsEscape(byte: number, beyondAscii: boolean): boolean {
  return byte < 0x20 || byte === 0x7f || byte === 0x22 || byte === 0x5c || (beyondAscii && byte >= 0x80)
}

function escapeOf(byte: number): string {
  const letter = escapes.get(byte)
  return letter === undefined ? `\\${byte.toString(8).padStart(3, '0')}` : `\\${letter}`
}

/** Undefined for a text that `quotedName` can't have written. */
function unquotedName(text: string): Uint8Array | undefined {
  if (!/^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[abtnvfr"\\]|\\[0-3][0-7]{2})*"$/.test(text)) return undefined
  const bytes = [...text.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|(.)/g)].map(([, octal, letter = '', plain = '']) =>
    octal === undefined ? (escaped.get(letter) ?? plain.charCodeAt(0)) : Number.parseInt(octal, 8),
  )
  const name = Uint8Array.from(bytes)
  return quotedName(name, true) === text ? name : undefined
}
