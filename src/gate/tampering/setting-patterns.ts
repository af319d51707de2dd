import { minimatch } from 'minimatch'

/** Whether a pattern (glob, folder, part of a path, simple regular expression) takes a path. */
export function fits(path: string, entry: string): boolean {
  const plain = entry
    .replace(/^<rootDir>\/?/, '')
    .replace(/^\.?\//, '')
    .replace(/\/$/, '')
  if (plain === '' || plain === '.' || path === plain || path.startsWith(`${plain}/`)) return true
  if (minimatch(path, plain, { dot: true }) || minimatch(path.split('/').at(-1) ?? '', plain, { dot: true })) return true
  if (!/[\\^$()|]/.test(entry)) return /^[\w./-]+$/.test(entry) && path.includes(plain)
  const literal = entry.replace(/\\([./-])/g, '$1').replace(/^\^|\$$/g, '')
  return /^[\w./-]+$/.test(literal) ? path.includes(literal) : /\.\*|\.\+/.test(literal)
}
