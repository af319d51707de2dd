import { mustBeQuoted, nameOfPath } from '../text/path-name'

/** What a written entry owns, ready to be compared; `text` is the entry without `./` and doubled slashes. */
export type PathPattern =
  | { readonly kind: 'path'; readonly text: string }
  | { readonly kind: 'folder'; readonly text: string }
  | { readonly kind: 'glob'; readonly text: string; readonly segments: readonly string[] }

/** Why an entry is refused. */
export type PatternFault =
  'path-empty' | 'path-negated' | 'path-backslash' | 'path-absolute' | 'path-parent' | 'path-control' | 'path-owns-all'

/** Longest entry, in UTF-16 units; no path that git can check out is longer. */
export const patternUnitsMax = 4096

const faultWords: Readonly<Record<PatternFault, string>> = {
  'path-empty': `a path of 1 to ${patternUnitsMax} characters`,
  'path-negated': 'a path that is owned, never one with ! before it',
  'path-backslash': 'a path with / between folders and no backslash',
  'path-absolute': 'a path from the root of the repository, not an absolute one',
  'path-parent': 'a path without ..',
  'path-control': 'a path without NUL and line ends',
  'path-owns-all': 'less than the whole tree',
}

/** What would be right instead, for a message. */
export function wantedInstead(fault: PatternFault): string {
  return faultWords[fault]
}

/** The fault of an entry of a manifest or of `scope_ignore`, or undefined (spec 10, 2). */
export function patternFault(written: string): PatternFault | undefined {
  if (written === '' || written.length > patternUnitsMax) return 'path-empty'
  if (/^\s*!/.test(written)) return 'path-negated'
  if (written.includes('\\')) return 'path-backslash'
  if (/[\0\n\r]/.test(written)) return 'path-control'
  if (written.startsWith('/') || /^[A-Za-z]:/.test(written)) return 'path-absolute'
  const segments = segmentsOf(written)
  if (segments.includes('..')) return 'path-parent'
  const ownsAll = segments.every((segment) => /^[*?]*$/.test(segment)) && (segments.length === 0 || segments.includes('**'))
  return ownsAll || (written.endsWith('/') && segments.every((segment) => /^\*+$/.test(segment))) ? 'path-owns-all' : undefined
}

/**
 * An entry as spec 10, 2 reads it: with `*` or `?` a glob, with a trailing `/` a folder, everything else (`[id]`, `{a,b}`, `(group)`)
 * the very name. For entries without a `patternFault`.
 */
export function pathPattern(written: string): PathPattern {
  const segments = segmentsOf(written)
  const text = segments.join('/')
  const isFolder = /\/\.?$/.test(written)
  if (!/[*?]/.test(text)) return isFolder ? { kind: 'folder', text: `${text}/` } : { kind: 'path', text }
  return { kind: 'glob', text: isFolder ? `${text}/` : text, segments: isFolder ? [...segments, '**'] : segments }
}

/** Without empty and `.` segments. */
function segmentsOf(written: string): string[] {
  return written.split('/').filter((segment) => segment !== '' && segment !== '.')
}

/** Whether a changed path is one of the entry's, byte for byte: case and composed letters count. Time is bounded by the product of both lengths. */
export function matchesPath(pattern: PathPattern, path: string): boolean {
  const name = path.startsWith('"') ? nameOfPath(path) : undefined
  // A name that isn't UTF-8 is compared as its bytes, the entry as its own.
  return name !== undefined && mustBeQuoted(name) ? matches(asBytes(pattern), latin1(name)) : matches(pattern, path)
}

function matches(pattern: PathPattern, name: string): boolean {
  switch (pattern.kind) {
    case 'path':
      return name === pattern.text
    case 'folder':
      return name.startsWith(pattern.text)
    case 'glob':
      return fits(pattern.segments, name.split('/'), '**', segmentFits)
  }
}

function asBytes(pattern: PathPattern): PathPattern {
  const bytesOf = (text: string): string => latin1(new TextEncoder().encode(text))
  const text = bytesOf(pattern.text)
  return pattern.kind === 'glob' ? { kind: 'glob', text, segments: pattern.segments.map(bytesOf) } : { kind: pattern.kind, text }
}

/** One character for each byte. */
function latin1(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** Whether any of the entries has the path. */
export function matchesAny(patterns: readonly PathPattern[], path: string): boolean {
  return patterns.some((pattern) => matchesPath(pattern, path))
}

function segmentFits(pattern: string, segment: string): boolean {
  return fits([...pattern], [...segment], '*', (wanted, found) => wanted === '?' || wanted === found)
}

/**
 * Matches a list with wild items that stand for any run, `**` at the end of a path for one segment at least. Only the last wild item
 * is ever widened: what an earlier one could take more, the later one can take as well, so no pattern costs more than both
 * lengths multiplied.
 */
function fits(pattern: readonly string[], list: readonly string[], wild: string, one: (wanted: string, found: string) => boolean): boolean {
  let at = 0
  let wildAt = -1
  let resumeAt = 0
  for (let index = 0; index < list.length;) {
    const wanted = pattern[at]
    if (wanted === wild) {
      wildAt = at++
      resumeAt = index
    } else if (wanted !== undefined && one(wanted, list[index] ?? '')) {
      at++
      index++
    } else if (wildAt >= 0) {
      at = wildAt + 1
      index = ++resumeAt
    } else return false
  }
  const left = pattern.slice(at)
  return wild === '**' ? left.length === 0 : left.every((item) => item === wild)
}
