import type { SyntaxNode } from '../syntax-tree'
import { bare } from './javascript-chain'
import { resolved } from './javascript-name-use'
import { fieldOf, partsOf } from './nodes'

const literals = new Set(['number', 'string', 'true', 'false', 'null', 'undefined', 'regex', 'template_string'])
const compounds = new Set([
  'array',
  'object',
  'pair',
  'unary_expression',
  'binary_expression',
  'ternary_expression',
  'spread_element',
  'sequence_expression',
])
const keys = new Set(['property_identifier', 'number', 'string', 'private_property_identifier'])

/** Written out: literals, lists and records of literals, and sums of them. */
export function isConstant(node: SyntaxNode): boolean {
  const inner = bare(node)
  if (inner.type === 'template_string') return !inner.children.some(({ type }) => type === 'template_substitution')
  if (literals.has(inner.type)) return true
  if (inner.type === 'identifier') return inner.text === 'undefined' || inner.text === 'NaN' || inner.text === 'Infinity'
  if (inner.type === 'new_expression')
    return /^(Date|Map|Set|URL|RegExp|Uint8Array)$/.test(fieldOf(inner, 'constructor')?.text ?? '') && argumentsConstant(inner)
  if (!compounds.has(inner.type)) return false
  return partsOf(inner).every((part, index) => (inner.type === 'pair' && index === 0 && keys.has(part.type)) || isConstant(part))
}

function argumentsConstant(node: SyntaxNode): boolean {
  const list = fieldOf(node, 'arguments')
  return list === undefined || partsOf(list).every(isConstant)
}

const none: ReadonlyMap<string, SyntaxNode> = new Map()

/** What a written-out condition comes to, also by way of names for `constants`; undefined where that takes running it. */
export function truthOf(node: SyntaxNode, constants: ReadonlyMap<string, SyntaxNode> = none): boolean | undefined {
  const inner = resolved(node, constants)
  const text = inner.text
  if (inner.type === 'true') return true
  if (inner.type === 'false' || inner.type === 'null' || text === 'undefined' || text === 'NaN') return false
  if (inner.type === 'number') return Number(text.replaceAll('_', '')) !== 0
  if (inner.type === 'string') return text.length > 2
  if (inner.type === 'array' || inner.type === 'object' || inner.type === 'regex' || isFunctionLike(inner)) return true
  const operator = fieldOf(inner, 'operator')?.text
  if (inner.type === 'unary_expression' && operator === '!')
    return not(truthOf(fieldOf(inner, 'argument') ?? inner.children[1] ?? inner, constants))
  const [leftSide, rightSide] = [fieldOf(inner, 'left'), fieldOf(inner, 'right')]
  if (inner.type !== 'binary_expression' || leftSide === undefined || rightSide === undefined) return undefined
  const [left, right] = [resolved(leftSide, constants), resolved(rightSide, constants)]
  if (operator === '||') return either(truthOf(left, constants), truthOf(right, constants))
  if (operator === '&&') return not(either(not(truthOf(left, constants)), not(truthOf(right, constants))))
  return isConstant(left) && isConstant(right) ? compared(left.text, operator ?? '', right.text) : undefined
}

function isFunctionLike(node: SyntaxNode): boolean {
  return node.type === 'arrow_function' || node.type === 'function_expression'
}

function not(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value
}

function either(a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  if (a === true || b === true) return true
  return a === false && b === false ? false : undefined
}

function compared(left: string, operator: string, right: string): boolean | undefined {
  if (operator === '===' || operator === '==') return left === right
  if (operator === '!==' || operator === '!=') return left !== right
  const [a, b] = [Number(left), Number(right)]
  if (operator === '<') return a < b
  if (operator === '>') return a > b
  if (operator === '<=') return a <= b
  return operator === '>=' ? a >= b : undefined
}

/** How many elements a written-out list has, and their nodes; undefined for anything else. A spread makes the count unknown. */
export function listElements(node: SyntaxNode, named: ReadonlyMap<string, SyntaxNode>): SyntaxNode[] | undefined {
  const inner = resolved(node, named)
  if (isEmptyList(inner, named)) return []
  if (inner.type !== 'array') return undefined
  const parts = partsOf(inner)
  return parts.some(({ type }) => type === 'spread_element') ? undefined : parts
}

/** `new Array()`, `Array(0)`, `Object.keys({})`, `Array.from([])`, `new Set()`: a list without elements. */
function isEmptyList(node: SyntaxNode, named: ReadonlyMap<string, SyntaxNode>): boolean {
  const called = fieldOf(node, 'constructor') ?? fieldOf(node, 'function')
  const args = fieldOf(node, 'arguments')
  if (called === undefined || args === undefined || args.type !== 'arguments') return false
  const [first, ...others] = partsOf(args)
  if (/^(Array|Set|Map)$/.test(called.text)) return others.length === 0 && (first === undefined || first.text === '0')
  if (!/^(Object\s*\.\s*(keys|values|entries)|Array\s*\.\s*from)$/.test(called.text) || first === undefined) return false
  const inner = resolved(first, named)
  return inner.type === 'object' || inner.type === 'array' ? partsOf(inner).length === 0 : isEmptyList(inner, new Map())
}
