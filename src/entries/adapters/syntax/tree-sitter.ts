export type { TreeSitterLimits } from '../../../adapters/syntax/tree-sitter'
export { treeSitterSyntax } from '../../../adapters/syntax/tree-sitter'
export type { Language, SyntaxNode, SyntaxPlace, SyntaxTree } from '../../../gate/syntax-tree'
export type { Syntax } from '../../../ports/syntax'
