import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { PythonNames } from './read-python-names'
import { dottedName } from './read-python-names'

/** `except ValueError`, flat. */
export function flatHead(clause: SyntaxNode): string {
  const head = partsOf(clause).filter(({ type }) => type !== 'block')
  return ['except', ...head.map(flatText)].join(' ')
}

/** Whether a handler would catch a failed assertion. */
export function catchesFailures(clause: SyntaxNode): boolean {
  const head = partsOf(clause).filter(({ type }) => type !== 'block')
  return head.length === 0 || /\b(Exception|BaseException|AssertionError)\b/.test(head.map(flatText).join(' '))
}

/** Whether a handler fails in its turn, by raising, asserting or failing. Where it does so under a condition, that has to ask for what was caught. */
export function speaksUp(node: SyntaxNode, names: PythonNames, caught: string | undefined): boolean {
  if (node.type === 'if_statement') {
    const isAsked = caught !== undefined && new RegExp(`\\b${caught}\\b`).test(fieldOf(node, 'condition')?.text ?? '')
    const arms = node.children.filter(({ field }) => field === 'consequence' || field === 'alternative')
    const heard = arms.map((arm) => partsOf(arm).some((part) => speaksUp(part, names, caught)))
    return isAsked ? heard.includes(true) : heard.length > 1 && !heard.includes(false)
  }
  if (node.type === 'block') return partsOf(node).some((part) => speaksUp(part, names, caught))
  for (const part of nodesIn(node)) {
    if (part.type === 'raise_statement' || part.type === 'assert_statement') return true
    if (part.type === 'call' && /^(self|pytest)\.(fail|assert\w+)$/.test(dottedName(part, names))) return true
  }
  return false
}

/** The name that a handler gives to what it caught. */
export function caughtName(clause: SyntaxNode): string | undefined {
  return /\bas (\w+)$/.exec(flatHead(clause))?.[1]
}

/** A `return` or a jump in a `finally` drops what was raised. */
export function dropsRaised(finalizer: SyntaxNode): boolean {
  const own = ({ type }: SyntaxNode): boolean => /^(function_definition|class_definition|lambda|for_statement|while_statement)$/.test(type)
  return [...nodesIn(finalizer, own)].some(({ type }) => /^(return|break|continue)_statement$/.test(type))
}
