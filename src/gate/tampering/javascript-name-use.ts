import type { SyntaxNode } from '../syntax-tree'
import { bare } from './javascript-chain'
import { fieldOf, nodesIn, partsOf } from './nodes'

/** What a file does with its names: which are bound once, anywhere, and keep their value, and how often each is written. */
export type NameUse = {
  readonly bound: ReadonlyMap<string, SyntaxNode>
  /** Names that get another value, or whose list loses elements. */
  readonly changed: ReadonlySet<string>
  readonly uses: ReadonlyMap<string, number>
}

const shrinking = /^(splice|pop|shift|fill|copyWithin)$/

/** Goes through the whole file once. */
export function nameUse(root: SyntaxNode): NameUse {
  const bound = new Map<string, SyntaxNode>()
  const often = new Set<string>()
  const changed = new Set<string>()
  const uses = new Map<string, number>()
  for (const node of nodesIn(root)) {
    if (isName(node)) uses.set(node.text, (uses.get(node.text) ?? 0) + 1)
    else if (node.type === 'variable_declarator') {
      const [name, value] = [fieldOf(node, 'name'), fieldOf(node, 'value')]
      if (name?.type !== 'identifier' || value === undefined) continue
      if (bound.has(name.text)) often.add(name.text)
      bound.set(name.text, value)
    } else if (node.type === 'formal_parameters')
      for (const part of nodesIn(node)) if (part.type.endsWith('identifier') || part.type.endsWith('_pattern')) often.add(part.text)
    const target = changedBy(node)
    if (target !== undefined) changed.add(target)
  }
  for (const name of [...often, ...changed]) bound.delete(name)
  return { bound, changed, uses }
}

/** Whether a node writes a name, as a variable or as a member. */
export function isName({ type }: SyntaxNode): boolean {
  return type === 'identifier' || type === 'property_identifier' || type === 'shorthand_property_identifier'
}

function changedBy(node: SyntaxNode): string | undefined {
  if (node.type === 'assignment_expression' || node.type === 'augmented_assignment_expression' || node.type === 'update_expression') {
    const left = bare(fieldOf(node, 'left') ?? fieldOf(node, 'argument') ?? node)
    if (left.type === 'identifier') return left.text
    return left.type === 'member_expression' && fieldOf(left, 'property')?.text === 'length' ? fieldOf(left, 'object')?.text : undefined
  }
  if (node.type !== 'call_expression') return undefined
  const called = fieldOf(node, 'function')
  const isShrunk = called?.type === 'member_expression' && shrinking.test(fieldOf(called, 'property')?.text ?? '')
  return isShrunk ? fieldOf(called, 'object')?.text : undefined
}

/** What a name stands for, where it is written out somewhere in the file; the node itself for everything else. */
export function resolved(node: SyntaxNode, constants: ReadonlyMap<string, SyntaxNode>, hops = 4): SyntaxNode {
  const inner = bare(node)
  const target = inner.type === 'identifier' ? constants.get(inner.text) : undefined
  return target === undefined || hops === 0 ? inner : resolved(target, constants, hops - 1)
}

/** The pairs of a record, those of spread records too: `{ ...options, skip }`. */
export function pairsOf(node: SyntaxNode, constants: ReadonlyMap<string, SyntaxNode>, hops = 4): SyntaxNode[] {
  const record = resolved(node, constants)
  if (record.type !== 'object' || hops === 0) return []
  return partsOf(record).flatMap((part) => {
    const spread = part.type === 'spread_element' ? partsOf(part)[0] : undefined
    return spread === undefined ? [part] : pairsOf(spread, constants, hops - 1)
  })
}
