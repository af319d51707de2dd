import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import { catchesFailures, dropsRaised, speaksUp } from './read-python-handlers'
import type { PythonNames } from './read-python-names'

/** A decorator that the file defines itself, or a lambda, that leaves the test out: it never gives the function on nor calls it, or drops what it raises. */
export function dropsTest(node: SyntaxNode, names: PythonNames): boolean {
  const inner = node.type === 'parenthesized_expression' ? (partsOf(node)[0] ?? node) : node
  if (inner.type === 'lambda') return !usesName(fieldOf(inner, 'body'), parametersOf(inner)[0])
  const called = inner.type === 'call' ? fieldOf(inner, 'function') : inner
  const made = called?.type === 'identifier' ? names.functions.get(called.text) : undefined
  if (made === undefined) return false
  const decorating = inner.type === 'call' ? innerFunctions(made)[0] : made
  const [tested] = decorating === undefined ? [] : parametersOf(decorating)
  const body = decorating === undefined ? undefined : fieldOf(decorating, 'body')
  if (decorating === undefined || tested === undefined || body === undefined) return false
  return !isGivenOn(body, tested) || isSwallowed(body, tested, names)
}

function parametersOf(fn: SyntaxNode): string[] {
  const list = fieldOf(fn, 'parameters')
  return list === undefined ? [] : partsOf(list).map((part) => /^\**(\w+)/.exec(part.text)?.[1] ?? '')
}

function innerFunctions(fn: SyntaxNode): SyntaxNode[] {
  return [...nodesIn(fieldOf(fn, 'body') ?? fn)].filter(({ type }) => type === 'function_definition')
}

function usesName(node: SyntaxNode | undefined, name: string | undefined): boolean {
  return node !== undefined && name !== undefined && [...nodesIn(node)].some(({ type, text }) => type === 'identifier' && text === name)
}

/** Called, or handed to something else than `functools.wraps`, or returned. */
function isGivenOn(body: SyntaxNode, name: string): boolean {
  const text = flatText(body).replace(/@ [\w. ]*wraps \( \w+ \)/g, '')
  return new RegExp(`\\b${name}\\b`).test(text)
}

function isSwallowed(body: SyntaxNode, name: string, names: PythonNames): boolean {
  return [...nodesIn(body)].some((node) => {
    if (node.type !== 'try_statement' || !new RegExp(`\\b${name} \\(`).test(flatText(fieldOf(node, 'body') ?? node))) return false
    const isLater = [...nodesIn(body, (one) => one === node)].some(({ type }) => type === 'raise_statement')
    if (isLater) return false
    const ending = node.children.find(({ type }) => type === 'finally_clause')
    const clauses = node.children.filter(({ type }) => type.startsWith('except'))
    const deaf = clauses.some((clause) => {
      const block = clause.children.find(({ type }) => type === 'block')
      return (
        catchesFailures(clause) &&
        block !== undefined &&
        !speaksUp(block, names, undefined) &&
        !/\breturn (?!None\b)\w/.test(flatText(block))
      )
    })
    return deaf || (ending !== undefined && dropsRaised(ending))
  })
}
