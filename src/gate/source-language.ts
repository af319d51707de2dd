import type { Language } from './syntax-tree'

const byExtension = new Map<string, Language>([
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['jsx', 'javascript'],
  ['ts', 'typescript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['tsx', 'tsx'],
  ['py', 'python'],
  ['pyi', 'python'],
  ['go', 'go'],
  ['java', 'java'],
  ['rs', 'rust'],
])

/** The grammar for a path, by its extension in any case; undefined is read as text (spec 10 §3). */
export function languageOf(path: string): Language | undefined {
  const extension = /\.([^./]+)$/.exec(path)?.[1]
  return extension === undefined ? undefined : byExtension.get(extension.toLowerCase())
}
