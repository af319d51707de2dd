/** Stands at the front of an absolute path for the repository's top folder; no path holds it. */
export const topFolder = '\u0000'

/** Stands for a part of a text that isn't known; no path holds it. */
export const unknownPart = '\u0001'

/** No path that is longer leads anywhere. */
const lengthMax = 4_000

/** A path from the top, without `.` and `..`; empty for the top itself, undefined where it leads outside or isn't known. */
export function pathFrom(folder: string, written: string): string | undefined {
  // What a pattern found is absolute, and `./$file` the same file.
  const bare = written.replace(/^(?:\.\/)+/, '')
  const path = bare.startsWith(topFolder) ? bare : written
  if (path === '' || path.includes(unknownPart) || folder.length + path.length > lengthMax) return undefined
  const isFromTop = path.startsWith(topFolder)
  if (!isFromTop && /^(?:[/\\~]|[A-Za-z]:[/\\])/.test(path)) return undefined
  const parts = isFromTop || folder === '' ? [] : folder.split('/')
  for (const part of (isFromTop ? path.slice(topFolder.length) : path).split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '.' && part !== '') parts.push(part)
  }
  const plain = parts.join('/')
  return plain.includes(topFolder) ? undefined : plain
}

/** The absolute form of a path from the top. */
export function absolute(path: string): string {
  return path === '' ? topFolder : `${topFolder}/${path}`
}

/** The folder of a path from the top; empty for the top. */
export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

/** The folder, then those it lies in, up to the top. */
export function foldersUp(folder: string): string[] {
  const parts = folder === '' ? [] : folder.split('/')
  return [...parts.keys(), parts.length].reverse().map((count) => parts.slice(0, count).join('/'))
}

/** Whether a path lies in a folder that is for scripts by its name. */
export function liesWithScripts(path: string): boolean {
  return /(^|\/)(scripts?|ci|tools?|hack|checks?)\//.test(path)
}

/** Whether a path is a pattern for several; a name that holds such a letter counts as one. */
export function isPattern(path: string): boolean {
  return /[*?]/.test(path)
}

/** Paths that a pattern with `*`, `**` and `?` stands for; a star crosses no slash. */
export function matching(pattern: string, paths: Iterable<string>): string[] {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (glob) => (glob === '**/' ? '(?:.*/)?' : glob === '**' ? '.*' : glob === '*' ? '[^/]*' : '[^/]'))
  if (source.split('*').length > 12) return []
  const regex = new RegExp(`^${source}$`, 'u')
  return [...paths].filter((path) => regex.test(path))
}
