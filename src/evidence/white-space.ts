/** Texts with fewer characters than this that are not white space are short: they need to be a whole line (spec 02, `too-short`). */
export const shortBelow = 8

/** Unicode's White_Space by UTF-16 unit; zero-width characters and the byte order mark are none. */
export function isWhiteSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x2000) return code === 0x85 || code === 0xa0 || code === 0x1680
  if (code <= 0x200a) return true
  return code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000
}

/** The part of `text` from `from` to `to` without white space at either end. */
export function trimmed(text: string, from = 0, to = text.length): string {
  let start = from
  let end = to
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/** Whether `text` has fewer than 8 code points that are not white space (E-UTF16COUNT). */
export function isShort(text: string): boolean {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isWhiteSpace(code)) continue
    if (code >= 0xd800 && code <= 0xdbff && isLowSurrogate(text.charCodeAt(at + 1))) at++
    if (++count === shortBelow) return false
  }
  return true
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
