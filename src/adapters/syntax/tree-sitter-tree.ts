import type * as Sitter from '@vscode/tree-sitter-wasm'
import type { Language, SyntaxNode, SyntaxPlace, SyntaxTree } from '../../gate/syntax-tree'

type OpenNode = { readonly node: SyntaxNode; readonly children: SyntaxNode[] }
type Kind = Pick<SyntaxNode, 'type' | 'named'>
type PlaceOf = (offset: number) => SyntaxPlace

/** A tree of one node over the whole text, for what was not read; `fault` says why. */
export function brokenTree(language: Language, text: string, fault: string): SyntaxTree {
  const placeOf = placesIn(text)
  const root = { type: 'ERROR', named: true, text, start: placeOf(0), end: placeOf(text.length), children: [] }
  return { language, root, broken: true, fault }
}

/**
 * Copies a parser's tree into plain values, without recursion; the caller frees the parser's.
 * A tree deeper than `depthMax`, or one with an unreadable or missing place, is broken.
 */
export function plainTree(tree: Sitter.Tree, language: Language, text: string, depthMax: number): SyntaxTree {
  const cursor = tree.walk()
  try {
    const root = copied(cursor, text, depthMax)
    if (root === undefined) return brokenTree(language, text, `nested more than ${depthMax} deep, the limit`)
    if (!tree.rootNode.hasError) return { language, root, broken: false }
    return { language, root, broken: true, fault: `not ${language} in every place` }
  } finally {
    cursor.delete()
  }
}

/** Undefined where the tree is too deep. */
function copied(cursor: Sitter.TreeCursor, text: string, depthMax: number): SyntaxNode | undefined {
  const placeOf = placesIn(text)
  const kindOf = kindsOf(cursor)
  const top = opened(cursor, text, placeOf, kindOf)
  const open = [top]
  for (;;) {
    if (cursor.gotoFirstChild()) {
      if (open.length >= depthMax) return undefined
    } else {
      while (!cursor.gotoNextSibling()) {
        open.pop()
        if (open.length === 0 || !cursor.gotoParent()) return top.node
      }
      open.pop()
    }
    const next = opened(cursor, text, placeOf, kindOf)
    open.at(-1)?.children.push(next.node)
    open.push(next)
  }
}

function opened(cursor: Sitter.TreeCursor, text: string, placeOf: PlaceOf, kindOf: () => Kind): OpenNode {
  const { startIndex, endIndex, currentFieldName } = cursor
  const { type, named } = kindOf()
  const children: SyntaxNode[] = []
  const node: SyntaxNode = {
    type,
    named,
    ...(currentFieldName === null ? {} : { field: currentFieldName }),
    text: text.slice(startIndex, endIndex),
    start: placeOf(startIndex),
    end: placeOf(endIndex),
    children,
  }
  return { node, children }
}

/** Every question to the parser crosses into its memory, so what a kind of node is called and whether it has a name is asked once for each kind. */
function kindsOf(cursor: Sitter.TreeCursor): () => Kind {
  const known = new Map<number, Kind>()
  return () => {
    const id = cursor.nodeTypeId
    const kind = known.get(id) ?? { type: cursor.nodeType, named: cursor.nodeIsNamed }
    known.set(id, kind)
    return kind
  }
}

function placesIn(text: string): PlaceOf {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1, offset }
  }
}
