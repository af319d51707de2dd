import type { SyntaxNode } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import { fieldOf, partsOf } from './nodes'

/** One step of a chain: `.each([...])` is `{ name: 'each', calls: [arguments] }`; a call's node is its arguments or its template. */
export type Link = { readonly name: string; readonly calls: readonly SyntaxNode[] }

/** `it.skip.each([1])("x", f)` is root `it`, links skip and each; each was called twice. */
export type Chain = {
  readonly root: string
  readonly rootNode: SyntaxNode
  readonly rootCalls: readonly SyntaxNode[]
  readonly links: readonly Link[]
}

const wrappers = new Set(['parenthesized_expression', 'as_expression', 'satisfies_expression', 'non_null_expression', 'type_assertion'])
const functions = new Set(['arrow_function', 'function_expression', 'function', 'generator_function'])

/** What stands in parentheses, type casts and non-null marks. */
export function bare(node: SyntaxNode): SyntaxNode {
  const inner = wrappers.has(node.type) ? partsOf(node)[0] : undefined
  return inner === undefined ? node : bare(inner)
}

/** Takes calls and members apart, from the root outwards. */
export function chainOf(node: SyntaxNode): Chain {
  const inner = bare(node)
  if (inner.type === 'await_expression') return chainOf(partsOf(inner)[0] ?? inner.children[0] ?? inner)
  const called = inner.type === 'call_expression' ? fieldOf(inner, 'function') : undefined
  const args = inner.type === 'call_expression' ? fieldOf(inner, 'arguments') : undefined
  if (called !== undefined && args !== undefined) return withCall(chainOf(called), args)
  const object = inner.type === 'member_expression' || inner.type === 'subscript_expression' ? fieldOf(inner, 'object') : undefined
  if (object !== undefined) {
    const chain = chainOf(object)
    return { ...chain, links: [...chain.links, { name: memberName(inner), calls: [] }] }
  }
  return {
    root: inner.type === 'identifier' || inner.type === 'this' ? inner.text : flatText(inner),
    rootNode: inner,
    rootCalls: [],
    links: [],
  }
}

function withCall(chain: Chain, args: SyntaxNode): Chain {
  const last = chain.links.at(-1)
  if (last === undefined) return { ...chain, rootCalls: [...chain.rootCalls, args] }
  return { ...chain, links: [...chain.links.slice(0, -1), { name: last.name, calls: [...last.calls, args] }] }
}

function memberName(node: SyntaxNode): string {
  const property = fieldOf(node, 'property')
  if (property !== undefined) return property.text
  const index = fieldOf(node, 'index')
  return index === undefined ? '' : (stringValue(index) ?? flatText(index))
}

/** The arguments of one call; a template after a name counts as one argument. */
export function argumentsOf(call: SyntaxNode | undefined): SyntaxNode[] {
  if (call === undefined) return []
  return call.type === 'arguments' ? partsOf(call) : [call]
}

/** A node that is a function; its name tells the checker no more than that. */
export type FunctionNode = SyntaxNode & { readonly named: true }

/** True for arrows and function expressions. */
export function isFunction(node: SyntaxNode | undefined): node is FunctionNode {
  return node !== undefined && functions.has(node.type)
}

/** Names that a function's parameters bring in, taken apart: `({ page, skip })` → page, skip. */
export function parameterNames(fn: SyntaxNode): string[] {
  const list = fieldOf(fn, 'parameters') ?? fieldOf(fn, 'parameter')
  if (list === undefined) return []
  return list.type === 'identifier' ? [list.text] : patternNames(list)
}

/** The names that a pattern binds. */
export function patternNames(pattern: SyntaxNode): string[] {
  if (pattern.type === 'identifier' || pattern.type === 'shorthand_property_identifier_pattern') return [pattern.text]
  if (pattern.type === 'pair_pattern') return partsOf(pattern).slice(1).flatMap(patternNames)
  if (pattern.type.endsWith('type_annotation')) return []
  return partsOf(pattern).flatMap(patternNames)
}
