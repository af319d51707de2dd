import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import type { Link } from './javascript-chain'
import { argumentsOf } from './javascript-chain'
import { listElements } from './javascript-values'
import { partsOf } from './nodes'
import type { Table } from './test-file'

/** The table of `.each([...])`, `.for([...])` and of ``.each`a|b ${1}|${2}` ``; undefined where the chain has none. */
export function javascriptTable(links: readonly Link[], constants: ReadonlyMap<string, SyntaxNode>): Table | undefined {
  const link = links.find(({ name, calls }) => (name === 'each' || name === 'for') && calls.length > 0)
  const source = link?.calls[0]
  if (source === undefined) return undefined
  return source.type === 'template_string' ? templateTable(source) : listTable(argumentsOf(source)[0], constants)
}

/** The table that a written-out list is. */
export function listTable(node: SyntaxNode | undefined, constants: ReadonlyMap<string, SyntaxNode>): Table {
  const elements = node === undefined ? undefined : listElements(node, constants)
  if (elements === undefined) return { count: undefined, rows: [] }
  return { count: elements.length, rows: elements.map(flatText) }
}

/** A table in a table: as many rows as the product. */
export function nestedTable(outer: Table | undefined, inner: Table | undefined): Table | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner
  const count = outer.count === undefined || inner.count === undefined ? undefined : outer.count * inner.count
  return { count, rows: [...outer.rows, ...inner.rows] }
}

/** The first line names the columns; so many values make a row. */
function templateTable(node: SyntaxNode): Table {
  const columns = (node.text.slice(1).trimStart().split('\n')[0] ?? '').split('|').length
  const values = partsOf(node)
    .filter(({ type }) => type === 'template_substitution')
    .map((part) => flatText(partsOf(part)[0] ?? part))
  const rows: string[] = []
  for (let at = 0; at < values.length; at += columns) rows.push(values.slice(at, at + columns).join(' , '))
  return { count: rows.length, rows }
}
