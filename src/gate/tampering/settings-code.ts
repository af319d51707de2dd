import type { SyntaxNode } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import { argumentsOf, chainOf, isFunction } from './javascript-chain'
import { nameUse, resolved } from './javascript-name-use'
import { isConstant } from './javascript-values'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { Sink } from './setting'
import { joined, put } from './setting'

type Reading = { readonly sink: Sink; readonly constants: ReadonlyMap<string, SyntaxNode> }

const merging = /^(mergeConfig|merge|extend|defu|assign|createDefaultPreset|withDefaults|compose)$/
const defaults = /^\.{3}\s*(configDefaults|coverageConfigDefaults|defaultExclude|defaultInclude|defaults)\b/

/** Every key of every written-out record, also by way of names that are bound once; what a function makes of them isn't known. The key `...` stands for what is mixed in, `listKey` for a list that the file is as a whole. */
export function readCodeSettings(root: SyntaxNode, sink: Sink, listKey?: string): void {
  const { bound } = nameUse(root)
  const reading: Reading = { sink, constants: bound }
  const named = new Set([...bound.values()].filter(({ type }) => type === 'object' || type === 'array'))
  for (const part of objectsIn(root, named)) readInside(part, '', reading)
  for (const node of nodesIn(root)) {
    readLater(node, reading)
    if (node.type === 'call_expression') readMerge(node, reading)
    if (listKey !== undefined && node.type === 'export_statement') readExported(node, listKey, reading)
  }
}

/** A file that is a list as a whole, also one that a function only types. */
function readExported(node: SyntaxNode, key: string, reading: Reading): void {
  const value = fieldOf(node, 'value')
  const own = value?.type === 'call_expression' ? argumentsOf(chainOf(value).rootCalls[0])[0] : value
  const list = own === undefined ? undefined : resolved(own, reading.constants)
  if (list?.type === 'array') readArray(list, key, reading)
}

function readInside(node: SyntaxNode, key: string, reading: Reading): void {
  const inner = resolved(node, reading.constants)
  if (inner.type === 'object') {
    for (const pair of partsOf(inner)) readPair(pair, key, reading)
  } else if (inner.type === 'array') readArray(inner, key, reading)
  else if (inner.type === 'call_expression' || isFunction(inner)) {
    const parts = objectsIn(inner, new Set())
    for (const part of parts) readInside(part, key, reading)
    if (key !== '' && parts.length === 0 && isFunction(inner)) put(reading.sink, key, [flatText(inner)], false, node.start.line, true)
  } else if (key !== '')
    put(reading.sink, key, [writtenText(inner) ?? flatText(inner)], false, node.start.line, !isConstant(inner) && inner.type !== 'regex')
  if (key !== '' && inner.type === 'call_expression') put(reading.sink, key, [flatText(inner)], false, node.start.line, true)
}

function readPair(pair: SyntaxNode, key: string, reading: Reading): void {
  const name = fieldOf(pair, 'key') ?? fieldOf(pair, 'name')
  const value = fieldOf(pair, 'value')
  const word = name === undefined ? '' : (stringValue(name) ?? name.text)
  if (pair.type === 'pair' && value !== undefined) readInside(value, joined(key, word), reading)
  else if (pair.type === 'shorthand_property_identifier')
    readInside(reading.constants.get(pair.text) ?? pair, joined(key, pair.text), reading)
  else if (pair.type === 'spread_element') readSpread(pair, key, reading)
}

/** A record that is mixed in: its pairs where it is written out, else the fact. */
function readSpread(spread: SyntaxNode, key: string, reading: Reading): void {
  const [source] = partsOf(spread)
  const record = source === undefined ? undefined : resolved(source, reading.constants)
  if (record?.type === 'object') readInside(record, key, reading)
  else if (!defaults.test(spread.text)) put(reading.sink, joined(key, '...'), [flatText(spread)], true, spread.start.line, true)
}

function readArray(node: SyntaxNode, key: string, reading: Reading): void {
  const parts = elementsOf(node, reading)
  const plain = parts.filter((part) => !/^(object|array)$/.test(resolved(part, reading.constants).type))
  const values = plain.map((part) => resolved(part, reading.constants))
  const isComputed = values.some((value) => !isConstant(value) && value.type !== 'regex' && value.type !== 'call_expression')
  if (plain.length > 0 || parts.length === 0)
    put(
      reading.sink,
      key,
      values.map((value) => writtenText(value) ?? flatText(value)),
      true,
      node.start.line,
      isComputed,
    )
  for (const part of parts) if (!plain.includes(part)) readInside(part, joined(key, '[]'), reading)
}

/** A text, also one that is joined of several. */
function writtenText(node: SyntaxNode): string | undefined {
  if (node.type !== 'binary_expression' || fieldOf(node, 'operator')?.text !== '+') return stringValue(node)
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')]
  const texts = [left, right].map((part) => (part === undefined ? undefined : writtenText(part)))
  return texts.includes(undefined) ? undefined : texts.join('')
}

/** With those of written-out lists that are spread in; the runner's own defaults are left out. */
function elementsOf(node: SyntaxNode, reading: Reading, hops = 4): SyntaxNode[] {
  return partsOf(node).flatMap((part) => {
    if (part.type !== 'spread_element') return [part]
    if (defaults.test(part.text)) return []
    const source = partsOf(part)[0]
    const list = source === undefined ? undefined : resolved(source, reading.constants)
    return list?.type === 'array' && hops > 0 ? elementsOf(list, reading, hops - 1) : [part]
  })
}

/** `mergeConfig(shared, {…})`, and a configuration that a function makes. */
function readMerge(node: SyntaxNode, { sink, constants }: Reading): void {
  const chain = chainOf(node)
  const name = chain.links.at(-1)?.name ?? chain.root
  const args = argumentsOf(chain.links.at(-1)?.calls[0] ?? chain.rootCalls[0]).map((arg) => resolved(arg, constants))
  if (merging.test(name))
    for (const arg of args)
      if (arg.type !== 'object' && arg.type !== 'string') put(sink, '...', [flatText(arg)], true, node.start.line, true)
  const [first] = args
  if (/^(define\w*Config|defineWorkspace|defineProject)$/.test(name) && isFunction(first))
    put(sink, '...', ['a function'], true, node.start.line, true)
}

/** `config.test.exclude.push("x")`, `config.test.exclude = […]` and `delete config.test.coverage` after the record. */
function readLater(node: SyntaxNode, reading: Reading): void {
  if (node.type === 'unary_expression' && node.children[0]?.type === 'delete') {
    const gone = chainOf(fieldOf(node, 'argument') ?? node)
      .links.map(({ name }) => name)
      .join('.')
    for (const key of reading.sink.keys()) if (key === gone || key.startsWith(`${gone}.`)) reading.sink.delete(key)
  }
  if (node.type === 'call_expression') {
    const chain = chainOf(node)
    const last = chain.links.at(-1)
    if (last === undefined || chain.links.length < 2 || !/^(push|unshift)$/.test(last.name) || last.calls.length !== 1) return
    const key = chain.links
      .slice(0, -1)
      .map((link) => link.name)
      .join('.')
    const values = argumentsOf(last.calls[0]).map((arg) => stringValue(resolved(arg, reading.constants)) ?? flatText(arg))
    put(reading.sink, key, values, true, node.start.line)
  } else if (node.type === 'assignment_expression') {
    const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')]
    const chain = left?.type === 'member_expression' ? chainOf(left) : undefined
    if (
      chain === undefined ||
      right === undefined ||
      /^(module|exports)$/.test(chain.root) ||
      chain.links.some(({ calls }) => calls.length > 0)
    )
      return
    readInside(right, chain.links.map(({ name }) => name).join('.'), reading)
  }
}

/** The outermost records under a node; those that a name stands for are read where the name is. */
function objectsIn(node: SyntaxNode, named: ReadonlySet<SyntaxNode>): SyntaxNode[] {
  const found: SyntaxNode[] = []
  const covered = new Set<SyntaxNode>()
  for (const inner of nodesIn(node, (one) => covered.has(one) || named.has(one))) {
    if (inner.type !== 'object' || inner === node) continue
    found.push(inner)
    for (const part of inner.children) covered.add(part)
  }
  return found
}
