import type { SyntaxNode, SyntaxTree } from '../syntax-tree'
import type { TestCase } from '../tampering/test-file'

/** A stretch of the text by its offsets; `to` is exclusive. */
export type Stretch = { readonly from: number; readonly to: number }

const blocks = new Set(['statement_block', 'block'])
const statements = new Set(['expression_statement', 'assert_statement', 'if_statement'])

/** What stands inside a case's body: between its braces, or Python's whole block. Undefined for a body that is a mere expression. */
export function bodyOf(tree: SyntaxTree, one: TestCase): Stretch | undefined {
  const declaration = declarationOf(tree.root, one)
  const block = declaration === undefined ? undefined : firstOf(declaration, blocks)
  if (block === undefined) return undefined
  const { start, end } = block
  return tree.language === 'python'
    ? { from: start.offset, to: end.offset }
    : end.offset - start.offset < 2
      ? undefined
      : { from: start.offset + 1, to: end.offset - 1 }
}

/** The statement that begins on a line, outermost first. */
export function statementAt(tree: SyntaxTree, line: number): SyntaxNode | undefined {
  return outermost(tree.root, (node) => node.start.line === line && statements.has(node.type))
}

/** All nodes below one, outermost first. */
export function* below(node: SyntaxNode): Generator<SyntaxNode> {
  for (const child of node.children) {
    yield child
    yield* below(child)
  }
}

// An annotation or a decorator may stand above the declared line, so the start is looked for exactly first.
function declarationOf(root: SyntaxNode, { line, lastLine }: TestCase): SyntaxNode | undefined {
  return (
    outermost(root, (node) => node.start.line === line && node.end.line === lastLine) ??
    [...below(root)].findLast((node) => node.start.line <= line && node.end.line === lastLine && firstOf(node, blocks) !== undefined)
  )
}

function outermost(node: SyntaxNode, fits: (node: SyntaxNode) => boolean): SyntaxNode | undefined {
  for (const one of below(node)) if (fits(one)) return one
  return undefined
}

function firstOf(node: SyntaxNode, types: ReadonlySet<string>): SyntaxNode | undefined {
  return outermost(node, ({ type }) => types.has(type))
}
