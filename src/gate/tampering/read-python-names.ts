import type { SyntaxNode } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { FileFact } from './test-file'

/** What the names of one Python file stand for. */
export type PythonNames = {
  /** Local name → dotted name it was imported as: `pt` → `pytest`, `skip` → `pytest.skip`. */
  readonly imported: ReadonlyMap<string, string>
  /** Names bound exactly once in the file → the value's node. */
  readonly values: ReadonlyMap<string, SyntaxNode>
  /** Functions and classes of the file. */
  readonly defined: ReadonlySet<string>
  /** Functions of the file by name, the last one where there are several. */
  readonly functions: ReadonlyMap<string, SyntaxNode>
  readonly imports: readonly FileFact[]
}

/** Reads the imports, definitions and file-level values of a module. */
export function pythonNames(root: SyntaxNode): PythonNames {
  const imported = new Map<string, string>()
  const values = new Map<string, SyntaxNode>()
  const defined = new Set<string>()
  const functions = new Map<string, SyntaxNode>()
  const imports: FileFact[] = []
  const ambiguous = new Set<string>()
  for (const node of nodesIn(root, ({ type }) => type === 'lambda')) {
    if (node.type === 'import_statement' || node.type === 'import_from_statement') imports.push(importOf(node, imported))
    if (node.type === 'function_definition' || node.type === 'class_definition') defined.add(fieldOf(node, 'name')?.text ?? '')
    if (node.type === 'function_definition') functions.set(fieldOf(node, 'name')?.text ?? '', node)
    if (node.type !== 'assignment') continue
    const left = fieldOf(node, 'left')
    const right = fieldOf(node, 'right')
    if (left?.type !== 'identifier' || right === undefined) continue
    if (values.has(left.text)) ambiguous.add(left.text)
    values.set(left.text, right)
  }
  for (const name of ambiguous) values.delete(name)
  return { imported, values, defined, functions, imports }
}

function importOf(node: SyntaxNode, imported: Map<string, string>): FileFact {
  const from = fieldOf(node, 'module_name')?.text.replaceAll(/\s/g, '')
  const names: string[] = []
  let target = from ?? ''
  for (const part of node.children.filter(({ field }) => field === 'name')) {
    const whole = (fieldOf(part, 'name') ?? part).text
    const local = fieldOf(part, 'alias')?.text ?? (from === undefined ? (whole.split('.')[0] ?? whole) : whole)
    const alone = from === undefined && fieldOf(part, 'alias') === undefined
    imported.set(local, from === undefined ? (alone ? local : whole) : `${from}.${whole}`)
    names.push(local)
    if (from === undefined) target = whole
  }
  return { kind: 'import', line: node.start.line, target, names }
}

/** The dotted name of a name, an attribute or what a call calls, with import aliases undone; '' for anything else. */
export function dottedName(node: SyntaxNode, names: PythonNames): string {
  if (node.type === 'call') return dottedName(fieldOf(node, 'function') ?? node.children[0] ?? node, names)
  if (node.type === 'identifier') return names.imported.get(node.text) ?? node.text
  if (node.type !== 'attribute') return ''
  const object = fieldOf(node, 'object')
  const attribute = fieldOf(node, 'attribute')?.text ?? ''
  const before = object === undefined ? '' : dottedName(object, names)
  return before === '' ? `?.${attribute}` : `${before}.${attribute}`
}

/** The last word of a dotted name. */
export function lastWord(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf('.') + 1)
}

/** Positional arguments of a call, without comments. */
export function positionals(call: SyntaxNode): SyntaxNode[] {
  const list = fieldOf(call, 'arguments')
  return list === undefined ? [] : partsOf(list).filter(({ type }) => type !== 'keyword_argument')
}

/** The value of a keyword argument. */
export function keyword(call: SyntaxNode, name: string): SyntaxNode | undefined {
  const list = fieldOf(call, 'arguments')
  const found = list?.children.find((part) => part.type === 'keyword_argument' && fieldOf(part, 'name')?.text === name)
  return found === undefined ? undefined : fieldOf(found, 'value')
}

const literals = new Set(['integer', 'float', 'true', 'false', 'none', 'string', 'ellipsis'])
const compounds = new Set([
  'list',
  'tuple',
  'set',
  'dictionary',
  'pair',
  'unary_operator',
  'binary_operator',
  'parenthesized_expression',
  'not_operator',
  'boolean_operator',
  'comparison_operator',
  'concatenated_string',
  'expression_list',
])

/** Written out: literals, and lists, records, sums and comparisons of literals. */
export function isWritten(node: SyntaxNode): boolean {
  if (node.type === 'string') return !node.children.some(({ type }) => type === 'interpolation')
  return literals.has(node.type) || (compounds.has(node.type) && partsOf(node).every(isWritten))
}

/** The node without parentheses around it. */
export function unwrapped(node: SyntaxNode): SyntaxNode {
  let inner = node
  while (inner.type === 'parenthesized_expression') {
    const [only] = partsOf(inner)
    if (only === undefined) return inner
    inner = only
  }
  return inner
}

/** What a written-out condition comes to; undefined where that takes running it. */
export function pythonTruth(node: SyntaxNode): boolean | undefined {
  const inner = unwrapped(node)
  if (inner.type === 'true' || inner.type === 'lambda' || inner.type === 'generator_expression' || inner.type === 'ellipsis') return true
  if (inner.type === 'false' || inner.type === 'none') return false
  if (inner.type === 'integer' || inner.type === 'float') return Number(inner.text.replaceAll('_', '')) !== 0
  if (inner.type === 'string') return isWritten(inner) ? (stringValue(inner) ?? inner.text.slice(3)) !== '' : undefined
  if (inner.type === 'tuple' || inner.type === 'list' || inner.type === 'set' || inner.type === 'dictionary') {
    return partsOf(inner).some(({ type }) => !type.endsWith('splat')) ? true : partsOf(inner).length === 0 ? false : undefined
  }
  if (inner.type === 'not_operator') return opposite(pythonTruth(fieldOf(inner, 'argument') ?? inner))
  if (inner.type === 'comparison_operator') return comparedTruth(inner)
  if (inner.type !== 'boolean_operator') return undefined
  const truths = partsOf(inner).map(pythonTruth)
  const decisive = fieldOf(inner, 'operator')?.text === 'or'
  if (truths.includes(decisive)) return decisive
  return truths.includes(undefined) ? undefined : !decisive
}

function comparedTruth(node: SyntaxNode): boolean | undefined {
  const [left, right] = partsOf(node)
  if (left === undefined || right === undefined || !isWritten(left) || !isWritten(right)) return undefined
  const operator = node.children.find(({ field }) => field === 'operators')?.text
  if (operator === '==' || operator === 'is') return flatText(left) === flatText(right)
  if (operator === '!=') return flatText(left) !== flatText(right)
  const [a, b] = [Number(left.text), Number(right.text)]
  if (operator === '<') return a < b
  if (operator === '>') return a > b
  return operator === '<=' ? a <= b : operator === '>=' ? a >= b : undefined
}

function opposite(truth: boolean | undefined): boolean | undefined {
  return truth === undefined ? undefined : !truth
}

/** The number that a node says, also through a name of the file or as `10 ** -3`; undefined for others. */
export function numberIn(node: SyntaxNode | undefined, names: PythonNames, hops = 3): number | undefined {
  if (node === undefined || hops === 0) return undefined
  const inner = unwrapped(node)
  const bound = inner.type === 'identifier' ? names.values.get(inner.text) : undefined
  if (bound !== undefined) return numberIn(bound, names, hops - 1)
  const text = inner.text.replaceAll(/[\s_]/g, '')
  const power = /^(\d+)\*\*\(?(-?\d+)\)?$/.exec(text)
  if (power !== null) return Number(power[1]) ** Number(power[2])
  return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
}
