import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { nodesIn, partsOf } from './nodes'
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

/** Whether a handler fails in its turn, by raising, asserting or failing. */
export function speaksUp(node: SyntaxNode, names: PythonNames): boolean {
  for (const part of nodesIn(node)) {
    if (part.type === 'raise_statement' || part.type === 'assert_statement') return true
    if (part.type === 'call' && /^(self|pytest)\.(fail|assert\w+)$/.test(dottedName(part, names))) return true
  }
  return false
}
