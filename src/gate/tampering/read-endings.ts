import type { Language, SyntaxNode, SyntaxTree } from '../syntax-tree'
import { goEndings, javaEndings, rustEndings } from './compiled-endings'
import type { Ending } from './endings'
import { javascriptEndings } from './javascript-endings'
import { pythonEndings } from './python-endings'

const readers: Readonly<Record<Language, (root: SyntaxNode) => Ending[]>> = {
  javascript: javascriptEndings,
  typescript: javascriptEndings,
  tsx: javascriptEndings,
  python: pythonEndings,
  go: goEndings,
  java: javaEndings,
  rust: rustEndings,
}

/** The endings in a file. */
export function endingsIn({ language, root }: SyntaxTree): Ending[] {
  return readers[language](root)
}
