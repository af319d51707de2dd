import type { Haystack } from './haystack'
import { isWhiteSpace } from './white-space'

/**
 * Whether all that an occurrence shows of a diff was deleted: no line of which it holds more than white space and the
 * mark in the first column begins with anything but `-`, and at least one begins with it (15, "a deleted line quoted from a diff").
 */
export function standsInDeletedLines({ text, lines }: Haystack, start: number, end: number): boolean {
  let deleted = false
  for (let lineStart = lines.startOf(lines.lineAt(start)) ?? start; lineStart < end;) {
    const lf = text.indexOf('\n', lineStart)
    const lineEnd = lf < 0 ? text.length : lf
    if (text[lineStart] === '-') deleted = true
    else if (showsContent(text, Math.max(start, lineStart + 1), Math.min(end, lineEnd))) return false
    lineStart = lineEnd + 1
  }
  return deleted
}

function showsContent(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isWhiteSpace(text.charCodeAt(at))) return true
  return false
}
