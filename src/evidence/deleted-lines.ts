import type { Haystack } from './haystack'
import { isWhiteSpace } from './white-space'

/**
 * Whether all that an occurrence shows of a diff is no part of what is judged: deleted lines, headers, hunk marks and git's own remarks. Only added
 * and kept lines, those that begin with `+` or a space, are the artifact's words (15, "a deleted line quoted from a diff").
 */
export function standsInDeletedLines({ text, lines }: Haystack, start: number, end: number): boolean {
  let deleted = false
  for (let lineStart = lines.startOf(lines.lineAt(start)) ?? start; lineStart < end;) {
    const lf = text.indexOf('\n', lineStart)
    const lineEnd = lf < 0 ? text.length : lf
    if (!isOfArtifact(text, lineStart)) deleted = true
    else if (showsContent(text, Math.max(start, lineStart + 1), Math.min(end, lineEnd))) return false
    lineStart = lineEnd + 1
  }
  return deleted
}

/** The second header line of a file begins with `+` too, and stands right below the first. */
function isOfArtifact(text: string, lineStart: number): boolean {
  const mark = text[lineStart]
  if (mark === ' ') return true
  if (mark !== '+') return false
  if (!text.startsWith('+++ ', lineStart)) return true
  const before = text.lastIndexOf('\n', lineStart - 2) + 1
  return !text.startsWith('--- ', before)
}

function showsContent(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isWhiteSpace(text.charCodeAt(at))) return true
  return false
}
