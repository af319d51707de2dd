import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, partsOf } from './nodes'
import type { Claim } from './read-body'
import type { Strength } from './test-file'

const compounds = new Set([
  'unary_expression',
  'binary_expression',
  'parenthesized_expression',
  'array_initializer',
  'element_value_array_initializer',
])

/** Written out: literals, sums and lists of literals, `List.of(1, 2)`. */
export function isJavaWritten(node: SyntaxNode): boolean {
  if (node.type.endsWith('_literal') || ['true', 'false', 'class_literal'].includes(node.type)) return true
  if (node.type === 'array_creation_expression') return [...partsOf(node)].filter(({ field }) => field === 'value').every(isJavaWritten)
  if (node.type === 'method_invocation')
    return (
      /^(List|Set|Map|Arrays|Optional|BigDecimal|Integer|Long) \. (of|asList|valueOf|empty) /.test(flatText(node)) &&
      argumentsOf(node).every(isJavaWritten)
    )
  return compounds.has(node.type) && partsOf(node).every(isJavaWritten)
}

/** What a written-out condition comes to; undefined where that takes running it. */
export function javaTruth(node: SyntaxNode): boolean | undefined {
  if (node.type === 'true') return true
  if (node.type === 'false') return false
  if (node.type === 'parenthesized_expression') return javaTruth(partsOf(node)[0] ?? node.children[0] ?? node)
  const operator = fieldOf(node, 'operator')?.text
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')]
  if (node.type === 'unary_expression' && operator === '!') {
    const truth = javaTruth(fieldOf(node, 'operand') ?? node)
    return truth === undefined ? undefined : !truth
  }
  if (node.type !== 'binary_expression' || left === undefined || right === undefined) return undefined
  if (operator === '||' || operator === '&&') {
    const truths = [javaTruth(left), javaTruth(right)]
    if (truths.includes(operator === '||')) return operator === '||'
    return truths.includes(undefined) ? undefined : operator === '&&'
  }
  if (!isJavaWritten(left) || !isJavaWritten(right) || (operator !== '==' && operator !== '!=')) return undefined
  return (flatText(left) === flatText(right)) === (operator === '==')
}

/** Arguments of a call, without comments. */
export function argumentsOf(call: SyntaxNode): SyntaxNode[] {
  const list = fieldOf(call, 'arguments')
  return list === undefined ? [] : partsOf(list)
}

/** What one claim is made of. */
export type Shape = {
  actual: SyntaxNode | undefined
  matcher: string
  expected?: SyntaxNode | undefined
  strength: Strength
  negated?: boolean
  tolerance?: SyntaxNode | undefined
  alwaysTrue?: string | undefined
}

/** One claim, with nothing said that is not known. */
export function claim(line: number, text: string, shape: Shape): Claim {
  const { actual, matcher, expected, strength, negated = false, alwaysTrue } = shape
  const tolerance = shape.tolerance === undefined ? undefined : Number(shape.tolerance.text.replace(/[dDfFlL]$/, '').replaceAll('_', ''))
  return {
    line,
    text,
    actual: actual === undefined ? '' : flatText(actual),
    matcher,
    ...(expected === undefined ? {} : { expected: flatText(expected) }),
    strength: alwaysTrue === undefined ? strength : 'nothing',
    negated,
    ...(tolerance === undefined || Number.isNaN(tolerance) ? {} : { tolerance }),
    constantActual: actual !== undefined && isJavaWritten(actual),
    constantExpected: expected !== undefined && isJavaWritten(expected),
    ...(alwaysTrue === undefined ? {} : { alwaysTrue }),
  }
}

const opposites: Readonly<Record<string, string>> = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }

/** What a condition claims that must hold, or must not; `&&` joins two claims. */
export function conditionClaims(node: SyntaxNode, line: number, wrap: string, negated = false): Claim[] {
  const inner = node.type === 'parenthesized_expression' ? (partsOf(node)[0] ?? node) : node
  const operator = fieldOf(inner, 'operator')?.text ?? ''
  const [left, right] = [fieldOf(inner, 'left'), fieldOf(inner, 'right')]
  const truth = javaTruth(inner)
  const written = truth !== undefined && truth !== negated ? 'written out' : undefined
  const text = `${wrap} ( ${negated ? '! ' : ''}${flatText(inner)} )`
  if (inner.type === 'unary_expression' && operator === '!' && written === undefined)
    return conditionClaims(fieldOf(inner, 'operand') ?? inner, line, wrap, !negated)
  if (left !== undefined && right !== undefined && written === undefined && operator === (negated ? '||' : '&&')) {
    return [...conditionClaims(left, line, wrap, negated), ...conditionClaims(right, line, wrap, negated)]
  }
  if (left !== undefined && right !== undefined && /^(==|!=|<|>|<=|>=)$/.test(operator)) {
    const sign = negated ? (opposites[operator] ?? operator) : operator
    const yoda = isJavaWritten(left) && !isJavaWritten(right)
    const [actual, expected] = yoda ? [right, left] : [left, right]
    const same = sign === '==' && flatText(left) === flatText(right) ? 'both sides are the same' : undefined
    const strength: Strength = sign === '==' ? 'same' : sign === '!=' && expected.type === 'null_literal' ? 'present' : 'bound'
    const compared = `${wrap} ( ${flatText(left)} ${sign} ${flatText(right)} )`
    return [
      claim(line, written === undefined ? compared : text, {
        actual,
        matcher: sign,
        expected,
        strength,
        negated: sign === '!=',
        alwaysTrue: written ?? same,
      }),
    ]
  }
  if (inner.type === 'instanceof_expression')
    return [claim(line, text, { actual: left, matcher: 'instanceof', expected: right, strength: 'kind', negated, alwaysTrue: written })]
  const name = inner.type === 'method_invocation' ? (fieldOf(inner, 'name')?.text ?? '') : ''
  const [argument] = argumentsOf(inner)
  const known: readonly [Strength, boolean] = /^(equals|deepEquals)$/.test(name)
    ? ['exact', true]
    : /^(contains|startsWith|endsWith|matches|containsKey|containsAll)$/.test(name)
      ? ['part', true]
      : ['present', false]
  const whole = known[1] && argumentsOf(inner).length === 1
  return [
    claim(line, text, {
      actual: whole ? fieldOf(inner, 'object') : inner,
      matcher: whole ? name : 'truth',
      expected: whole ? argument : undefined,
      strength: operator === '||' ? 'bound' : known[0],
      negated,
      alwaysTrue: written,
    }),
  ]
}
