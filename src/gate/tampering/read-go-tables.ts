import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { Table } from './test-file'

/** What is known of a Go file before its bodies are read. */
export type GoNames = {
  /** Parameters of type *testing.T and its kin, by name. */
  readonly testers: ReadonlySet<string>
  /** Names given exactly one value in the file → that value. */
  readonly values: ReadonlyMap<string, SyntaxNode>
}

/** Receiver and name of what a call calls, flat. */
export function calleeOf(call: SyntaxNode): [string, string] {
  const callee = fieldOf(call, 'function')
  if (callee === undefined) return ['', '']
  if (callee.type !== 'selector_expression') return ['', flatText(callee)]
  return [flatText(fieldOf(callee, 'operand') ?? callee), fieldOf(callee, 'field')?.text ?? '']
}

/** The written-out elements of a list or map, also by way of a name. */
export function rowsOf(node: SyntaxNode, names: GoNames): SyntaxNode[] | undefined {
  const value = node.type === 'identifier' ? names.values.get(node.text) : node
  const body = value?.type === 'composite_literal' ? fieldOf(value, 'body') : undefined
  return body === undefined ? undefined : partsOf(body)
}

/** Tables by the call that runs a row: `t.Run` in a loop over a list, or the loop itself where there is none. */
export function goTables(
  body: SyntaxNode,
  names: GoNames,
): { readonly runs: ReadonlyMap<SyntaxNode, Table>; readonly plain: Table | undefined } {
  const runs = new Map<SyntaxNode, Table>()
  let plain: Table | undefined
  for (const loop of [...nodesIn(body)].filter(({ type }) => type === 'for_statement')) {
    const head = loop.children.find(({ type }) => type === 'range_clause')
    const range = head === undefined ? undefined : fieldOf(head, 'right')
    if (range === undefined) continue
    const rows = rowsOf(range, names)
    const table = { count: rows?.length, rows: (rows ?? []).map(flatText) }
    const inside = [...nodesIn(loop)].filter((call) => isSubtest(call, names))
    for (const call of inside) runs.set(call, table)
    if (inside.length === 0 && rows !== undefined) plain ??= table
  }
  return { runs, plain }
}

/** `t.Run("name", func(t *testing.T) { … })`. */
export function isSubtest(call: SyntaxNode, names: GoNames): boolean {
  if (call.type !== 'call_expression') return false
  const [receiver, name] = calleeOf(call)
  return name === 'Run' && (names.testers.has(receiver) || receiver === 's') && partsOf(fieldOf(call, 'arguments') ?? call).length === 2
}
