import type { SyntaxNode } from '../syntax-tree'

/** The first child in a field of the grammar. */
export function fieldOf(node: SyntaxNode, name: string): SyntaxNode | undefined {
  return node.children.find(({ field }) => field === name)
}

/** Named children without comments: statements of a block, arguments of a call. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter(({ named, type }) => named && !type.endsWith('comment'))
}

/** Every node under a node, itself first, in order; what `skip` says is left out with all that is in it. */
export function* nodesIn(node: SyntaxNode, skip: (node: SyntaxNode) => boolean = () => false): Generator<SyntaxNode> {
  if (skip(node)) return
  yield node
  for (const child of node.children) yield* nodesIn(child, skip)
}
