import type { Language, SyntaxNode, SyntaxTree } from '../syntax-tree'
import type { Ending } from './endings'
import { javascriptEndings } from './javascript-endings'
import { pythonEndings } from './python-endings'

const readers: Readonly<Partial<Record<Language, (root: SyntaxNode) => Ending[]>>> = {
  javascript: javascriptEndings,
  typescript: javascriptEndings,
  tsx: javascriptEndings,
  python: pythonEndings,
}

/** The endings in a file; none in languages that have no such reader. */
export function endingsIn({ language, root }: SyntaxTree): Ending[] {
  return readers[language]?.(root) ?? []
}
