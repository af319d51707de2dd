/** One `.gitignore` with the folder that it stands in, '' for the top. */
export type IgnoreFile = { readonly folder: string; readonly text: string }

/**
 * Writes the `.gitignore` files of a tree as one, so that git can apply them to another tree than their own. Deeper folders come
 * later, as the last rule that fits decides. Names are one character for each byte.
 */
export function asOneIgnoreFile(files: readonly IgnoreFile[]): string {
  const byDepth = [...files].sort((a, b) => depthOf(a) - depthOf(b) || (a.folder < b.folder ? -1 : 1))
  return byDepth
    .flatMap(({ folder, text }) =>
      text
        .replace(/^\u00ef\u00bb\u00bf/, '')
        .split('\n')
        .flatMap((line) => moved(line.replace(/\r$/, ''), folder)),
    )
    .join('')
}

function depthOf({ folder }: IgnoreFile): number {
  return folder === '' ? 0 : folder.split('/').length
}

/** A rule with a slash inside holds from its own folder, any other at any depth below it. */
function moved(line: string, folder: string): string[] {
  if (line.trim() === '' || line.startsWith('#')) return []
  if (folder === '') return [`${line}\n`]
  const isException = line.startsWith('!')
  const rule = isException ? line.slice(1) : line
  const isAnchored = rule.trimEnd().slice(0, -1).includes('/')
  const rest = rule.startsWith('/') ? rule.slice(1) : rule
  if (rest === '') return []
  const literal = folder.replace(/[\\*?[\]]/g, '\\$&')
  return [`${isException ? '!' : ''}/${literal}/${isAnchored ? '' : '**/'}${rest}\n`]
}
