/** The languages whose grammar the gate reads by (spec 10 §3); every other file is read as text. */
export type Language = 'javascript' | 'typescript' | 'tsx' | 'python' | 'go' | 'java' | 'rust'

/** `line` and `column` count from 1, `offset` from 0; column and offset in UTF-16 units. */
export type SyntaxPlace = { readonly line: number; readonly column: number; readonly offset: number }

/** One node of a grammar's tree; `type` and `field` are the grammar's own names, a token such as `==` has `named: false`. `end` is exclusive. */
export type SyntaxNode = {
  readonly type: string
  readonly named: boolean
  readonly field?: string
  readonly text: string
  readonly start: SyntaxPlace
  readonly end: SyntaxPlace
  readonly children: readonly SyntaxNode[]
}

/**
 * What a parser made of one file. A `broken` tree holds an unreadable place or is cut short, and `fault` says why in one sentence:
 * its reader falls back to the text and says so. No tree is deeper than the adapter's limit, so that walking it can't run out of stack.
 */
export type SyntaxTree = { readonly language: Language; readonly root: SyntaxNode; readonly broken: boolean; readonly fault?: string }
