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
export function nodesIn(node: SyntaxNode, skip?: (node: SyntaxNode) => boolean): Iterable<SyntaxNode> {
  const nodes: SyntaxNode[] = []
  collect(node, skip, nodes)
  return nodes
}

function collect(node: SyntaxNode, skip: ((node: SyntaxNode) => boolean) | undefined, nodes: SyntaxNode[]): void {
  if (skip?.(node) === true) return
  nodes.push(node)
  for (const child of node.children) collect(child, skip, nodes)
}
