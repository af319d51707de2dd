import type { Language, SyntaxTree } from '../gate/syntax-tree'

/** Reads source text by its grammar (spec 10 §3). */
export type Syntax = {
  /** Undefined for a path whose language has no grammar here. */
  languageOf(path: string): Language | undefined
  /** Takes any text: what can't be read gives a `broken` tree. Throws `peer-unusable` where the parser itself can't be loaded. */
  parse(language: Language, text: string): Promise<SyntaxTree>
  /** Begins to load what languages take, while something else is waited for; what goes wrong then is said when one is parsed. */
  prepare?(languages: readonly Language[]): void
}
