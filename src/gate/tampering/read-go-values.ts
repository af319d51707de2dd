import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, partsOf } from './nodes'
import type { Claim } from './read-body'
import type { Strength } from './test-file'

const literals = new Set([
  'int_literal',
  'float_literal',
  'rune_literal',
  'imaginary_literal',
  'interpreted_string_literal',
  'raw_string_literal',
  'true',
  'false',
  'nil',
])
const compounds = new Set([
  'unary_expression',
  'binary_expression',
  'parenthesized_expression',
  'literal_value',
  'literal_element',
  'keyed_element',
])

/** Written out: literals, sums and records of literals. */
export function isGoWritten(node: SyntaxNode): boolean {
  if (literals.has(node.type)) return true
  if (node.type === 'composite_literal') {
    const body = fieldOf(node, 'body')
    return body !== undefined && isGoWritten(body)
  }
  if (node.type === 'keyed_element') return partsOf(node).slice(1).every(isGoWritten)
  return compounds.has(node.type) && partsOf(node).every(isGoWritten)
}

/** What a written-out condition comes to; undefined where that takes running it. */
export function goTruth(node: SyntaxNode): boolean | undefined {
  const inner = bare(node)
  if (inner.type === 'true') return true
  if (inner.type === 'false') return false
  const [left, right] = [fieldOf(inner, 'left'), fieldOf(inner, 'right')]
  const operator = fieldOf(inner, 'operator')?.text
  if (inner.type === 'unary_expression' && operator === '!') {
    const truth = goTruth(fieldOf(inner, 'operand') ?? inner)
    return truth === undefined ? undefined : !truth
  }
  if (left === undefined || right === undefined) return undefined
  if (operator === '||' || operator === '&&') {
    const truths = [goTruth(left), goTruth(right)]
    if (truths.includes(operator === '||')) return operator === '||'
    return truths.includes(undefined) ? undefined : operator === '&&'
  }
  if (!isGoWritten(left) || !isGoWritten(right) || (operator !== '==' && operator !== '!=')) return undefined
  return (flatText(left) === flatText(right)) === (operator === '==')
}

/** The node without parentheses around it. */
export function bare(node: SyntaxNode): SyntaxNode {
  let inner = node
  while (inner.type === 'parenthesized_expression') {
    const [only] = partsOf(inner)
    if (only === undefined) return inner
    inner = only
  }
  return inner
}

/** Arguments of a call, without comments. */
export function argumentsOf(call: SyntaxNode): SyntaxNode[] {
  const list = fieldOf(call, 'arguments')
  return list === undefined ? [] : partsOf(list)
}

/** What one claim is made of; texts are flat. */
export type Shape = {
  readonly actual: string
  readonly matcher: string
  readonly expected?: string | undefined
  readonly strength: Strength
  readonly negated?: boolean
  readonly tolerance?: number | undefined
  readonly constants?: readonly [boolean, boolean]
  readonly alwaysTrue?: string | undefined
}

/** One claim, with nothing said that is not known. */
export function claim(line: number, text: string, shape: Shape): Claim {
  const { actual, matcher, expected, strength, negated = false, tolerance, constants = [false, false], alwaysTrue } = shape
  return {
    line,
    text,
    actual,
    matcher,
    ...(expected === undefined ? {} : { expected }),
    strength: alwaysTrue === undefined ? strength : 'nothing',
    negated,
    ...(tolerance === undefined ? {} : { tolerance }),
    constantActual: constants[0],
    constantExpected: constants[1],
    ...(alwaysTrue === undefined ? {} : { alwaysTrue }),
  }
}
