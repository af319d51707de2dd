import { isWhiteSpace } from './white-space'

// What is known of a UTF-16 unit, worked out once for each unit that occurs.
const known = 1
const starts = 2
const plain = 4

let units: Uint8Array | undefined

/** Letters outside the marks that can still melt into the character before them: Hangul vowels and finals, and forms that NFKC turns into such. */
const joiningLetters = /[\u1160-\u11ff\u3131-\u318e\ua960-\ua97f\ud7b0-\ud7fb\uff9e\uff9f\uffa0-\uffdc\u{16d40}-\u{16d7f}]/u

/** Whether NFKC of a text is never changed across the place before this code point. */
export function startsCluster(codePoint: number): boolean {
  if (codePoint < 0x300) return true
  return codePoint > 0xffff ? separate(codePoint) : (unit(codePoint) & starts) !== 0
}

/** Whether this UTF-16 unit, alone in its cluster, is folded to itself. */
export function isPlain(code: number): boolean {
  return (unit(code) & plain) !== 0
}

function unit(code: number): number {
  units ??= new Uint8Array(0x10000)
  const cached = units[code] ?? 0
  return cached === 0 ? (units[code] = measured(code)) : cached
}

function measured(code: number): number {
  const char = String.fromCharCode(code)
  const isSurrogate = code >= 0xd800 && code <= 0xdfff
  return known | (separate(code) ? starts : 0) | (!isSurrogate && foldedCluster(char) === char ? plain : 0)
}

function separate(codePoint: number): boolean {
  const char = String.fromCodePoint(codePoint)
  return !/\p{M}/u.test(char) && !joiningLetters.test(char)
}

/** NFKC, then the typographic quotes and dashes, then white space runs; NFKC spells out the ellipsis (E-FOLDTRIM). */
export function foldedCluster(cluster: string): string {
  const straight = cluster
    .normalize('NFKC')
    .replace(/[\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
  let folded = ''
  for (let at = 0; at < straight.length; at++) {
    if (!isWhiteSpace(straight.charCodeAt(at))) folded += straight[at]
    else if (!folded.endsWith(' ')) folded += ' '
  }
  return folded
}

/** The offset after the cluster that begins at `start`. */
export function clusterEnd(text: string, start: number): number {
  let end = start
  do end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  while (end < text.length && !startsCluster(text.codePointAt(end) ?? 0))
  return end
}
