import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { bare } from './javascript-chain'
import { isConstant, truthOf } from './javascript-values'
import { fieldOf } from './nodes'
import type { Assertion } from './test-file'

type Comparison = Omit<Assertion, 'guards' | 'line' | 'text'>

const opposites: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
}

/** What `assert(condition)` compares, where the condition is a comparison; `wanted` false reads it turned round. Undefined for others. */
export function conditionAssertion(node: SyntaxNode, wanted: boolean): Comparison | undefined {
  const inner = bare(node)
  const operator = fieldOf(inner, 'operator')?.text ?? ''
  const left = fieldOf(inner, 'left')
  const right = fieldOf(inner, 'right')
  if (inner.type !== 'binary_expression' || left === undefined || right === undefined) return undefined
  if (operator === '||' && wanted && (truthOf(left) === true || truthOf(right) === true)) return always(node)
  if (operator === '||' && wanted) return eitherOf(left, right)
  const shown = wanted ? operator : opposites[operator]
  if (shown === undefined || opposites[operator] === undefined) return undefined
  return comparison(left, shown, right, node)
}

function comparison(left: SyntaxNode, operator: string, right: SyntaxNode, node: SyntaxNode): Comparison {
  const isEquality = operator === '===' || operator === '=='
  const flip = isConstant(left) && !isConstant(right)
  const [actual, expected] = flip ? [right, left] : [left, right]
  const truth = isConstant(left) && isConstant(right) ? truthOf(node) : undefined
  return {
    actual: flatText(bare(actual)),
    matcher: flip && !isEquality ? (mirrored[operator] ?? operator) : operator,
    expected: flatText(bare(expected)),
    strength: strengthOf(operator, flatText(bare(actual))),
    negated: operator === '!==' || operator === '!=',
    constantActual: isConstant(actual),
    constantExpected: isConstant(expected),
    ...(truth === true ? { alwaysTrue: 'it is written out as true' } : {}),
  }
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }

function strengthOf(operator: string, actual: string): Assertion['strength'] {
  if (operator === '===' || operator === '==') return actual.startsWith('typeof ') ? 'kind' : operator === '===' ? 'same' : 'loose'
  return 'bound'
}

function always(node: SyntaxNode): Comparison {
  const text = flatText(bare(node))
  return {
    actual: text,
    matcher: 'assert',
    strength: 'nothing',
    negated: false,
    constantActual: false,
    constantExpected: true,
    alwaysTrue: 'one side of its "or" is written out as true',
  }
}

/** `a === 6 || a === 5` lets more pass than one of them. */
function eitherOf(left: SyntaxNode, right: SyntaxNode): Comparison | undefined {
  const [one, other] = [conditionAssertion(left, true), conditionAssertion(right, true)]
  if (one === undefined || other === undefined || one.actual !== other.actual) return undefined
  return { ...one, matcher: '||', expected: `${one.expected ?? ''} , ${other.expected ?? ''}`, strength: 'part' }
}
