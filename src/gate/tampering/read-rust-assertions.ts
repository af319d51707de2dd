import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, partsOf } from './nodes'
import type { Claim } from './read-body'
import type { Strength } from './test-file'

type Tokens = readonly SyntaxNode[]

const literalTokens = new Set(['&', '-', '!', '+', '*', '/', ',', '(', ')', '[', ']', '==', '!='])

/** Written out: literals, and lists, tuples and sums of literals. */
export function isRustWritten(tokens: Tokens): boolean {
  if (tokens.length === 0) return false
  return tokens.every((token, index) => {
    if (token.type.endsWith('_literal')) return !/^".*\{\w+\}/.test(token.text)
    if (token.type === 'identifier')
      return ['vec', 'None', 'Some', 'Ok', 'Err', 'String'].includes(token.text) && tokens.length > (token.text === 'None' ? 0 : index + 1)
    if (token.type === 'token_tree' || token.type === 'array_expression' || token.type === 'tuple_expression' || token.type === 'arguments')
      return token.children.every((child) => literalTokens.has(child.type) || isRustWritten([child]))
    if (token.type === 'reference_expression' || token.type === 'unary_expression') return isRustWritten(partsOf(token))
    return literalTokens.has(token.type)
  })
}

/** What a written-out condition comes to; undefined where that takes running it. */
export function rustTruth(tokens: Tokens): boolean | undefined {
  const text = flat(tokens)
  if (text === 'true' || text === '( true )' || text === '! false') return true
  if (text === 'false' || text === '( false )' || text === '! true') return false
  const equal = splitOn(tokens, '==')
  if (equal.length === 2 && equal.every(isRustWritten)) return flat(equal[0] ?? []) === flat(equal[1] ?? [])
  const parts = splitOn(tokens, '||')
  if (parts.length > 1) return parts.some((part) => rustTruth(part) === true) ? true : undefined
  return undefined
}

/** The tokens of a macro's argument list, or of an expression: what stands in it one by one. */
export function tokensOf(node: SyntaxNode): SyntaxNode[] {
  if (node.type === 'token_tree') return node.children.slice(1, -1).filter(({ type }) => !type.endsWith('comment'))
  return /^(binary_expression|unary_expression|call_expression|field_expression|parenthesized_expression)$/.test(node.type)
    ? spread(node)
    : [node]
}

function spread(node: SyntaxNode): SyntaxNode[] {
  if (!/^(binary_expression|unary_expression|call_expression|field_expression)$/.test(node.type)) return [node]
  return node.children.flatMap(spread)
}

function flat(tokens: Tokens): string {
  return tokens
    .map(flatText)
    .filter((text) => text !== '')
    .join(' ')
}

/** Parts between a separator that stands outside of brackets. */
export function splitOn(tokens: Tokens, separator: string): SyntaxNode[][] {
  const parts: SyntaxNode[][] = [[]]
  for (const token of tokens) {
    if (token.type === separator) parts.push([])
    else parts.at(-1)?.push(token)
  }
  if (separator === ',' && parts.at(-1)?.length === 0) parts.pop()
  return parts
}

type Shape = {
  actual: Tokens
  matcher: string
  expected?: Tokens | undefined
  strength: Strength
  negated?: boolean
  tolerance?: number | undefined
  alwaysTrue?: string | undefined
}

function claim(line: number, text: string, shape: Shape): Claim {
  const { actual, matcher, expected, strength, negated = false, tolerance, alwaysTrue } = shape
  return {
    line,
    text,
    actual: flat(actual),
    matcher,
    ...(expected === undefined ? {} : { expected: flat(expected) }),
    strength: alwaysTrue === undefined ? strength : 'nothing',
    negated,
    ...(tolerance === undefined || Number.isNaN(tolerance) ? {} : { tolerance }),
    constantActual: isRustWritten(actual),
    constantExpected: expected !== undefined && isRustWritten(expected),
    ...(alwaysTrue === undefined ? {} : { alwaysTrue }),
  }
}

/** What a condition claims that must hold, or must not; `&&` joins two claims. */
export function conditionClaims(tokens: Tokens, line: number, negated = false): Claim[] {
  const [first, ...rest] = tokens
  const only = tokens.length === 1 ? first : undefined
  if (only !== undefined && (only.type === 'parenthesized_expression' || (only.type === 'token_tree' && only.text.startsWith('(')))) {
    return conditionClaims(only.type === 'token_tree' ? tokensOf(only) : partsOf(only).flatMap(tokensOf), line, negated)
  }
  const truth = rustTruth(tokens)
  const text = `assert ( ${negated ? '! ' : ''}${flat(tokens)} )`
  if (truth !== undefined && truth !== negated)
    return [claim(line, text, { actual: tokens, matcher: 'truth', strength: 'nothing', alwaysTrue: 'written out' })]
  const joined = splitOn(tokens, negated ? '||' : '&&')
  if (joined.length > 1) return joined.flatMap((part) => conditionClaims(part, line, negated))
  if (splitOn(tokens, '||').length > 1 || splitOn(tokens, '&&').length > 1)
    return [claim(line, text, { actual: tokens, matcher: 'or', strength: 'bound', negated })]
  for (const operator of ['==', '!=', '<=', '>=', '<', '>']) {
    const sides = splitOn(tokens, operator)
    if (sides.length === 2)
      return [comparedClaim(sides[0] ?? [], negated ? (opposites[operator] ?? operator) : operator, sides[1] ?? [], line)]
  }
  if (first?.type === '!' && rest.length > 0) return conditionClaims(rest, line, !negated)
  const body = flat(tokens)
  const strength: Strength = body.startsWith('matches !')
    ? 'part'
    : /\. is_(ok|err|some|none)(_and)? /.test(body)
      ? 'kind'
      : /\. (contains|starts_with|ends_with|is_match) \(.*\)$/.test(body)
        ? 'part'
        : 'present'
  const alwaysTrue = !negated && /^matches ! \( .* , (_|_ if true) \)$/.test(body) ? 'its pattern takes everything' : undefined
  return [claim(line, text, { actual: tokens, matcher: 'truth', strength, negated, alwaysTrue })]
}

const opposites: Readonly<Record<string, string>> = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }

function comparedClaim(left: Tokens, operator: string, right: Tokens, line: number): Claim {
  const text = `assert ( ${flat(left)} ${operator} ${flat(right)} )`
  const distance = /^\( (.+) - (.+) \) \. abs \( \)$/.exec(flat(left))
  if (distance !== null && operator.startsWith('<')) {
    const near = claim(line, text, {
      actual: left,
      matcher: 'abs <',
      strength: 'near',
      tolerance: Number(flat(right).replace(/_?f(32|64)$/, '')),
    })
    return { ...near, actual: distance[1] ?? near.actual, expected: distance[2] ?? '' }
  }
  const yoda = isRustWritten(left) && !isRustWritten(right)
  const [actual, expected] = yoda ? [right, left] : [left, right]
  const alwaysTrue = operator === '==' && flat(left) === flat(right) ? 'both sides are the same' : undefined
  return claim(line, text, {
    actual,
    matcher: operator,
    expected,
    strength: operator === '==' ? 'exact' : 'bound',
    negated: operator === '!=',
    alwaysTrue,
  })
}

/** The claims of a macro such as `assert_eq!(…)`; none for other macros. */
export function macroClaims(node: SyntaxNode): Claim[] {
  const path = flatText(fieldOf(node, 'macro') ?? node).replaceAll(' ', '')
  const name = path.slice(path.lastIndexOf(':') + 1).replace(/^(debug_|prop_)(?=assert)/, '')
  const tree = node.children.find(({ type }) => type === 'token_tree')
  if (tree === undefined || !/^(assert|insta|check)/.test(name)) return []
  const [first = [], second, ...more] = splitOn(tokensOf(tree), ',')
  const line = node.start.line
  if (name === 'assert' || name === 'check') return first.length === 0 ? [] : conditionClaims(first, line)
  if (second === undefined)
    return [
      claim(line, `${name} ( ${flat(first)} )`, {
        actual: first,
        matcher: name,
        strength: /ok|err|some|none/.test(name) ? 'kind' : 'exact',
      }),
    ]
  const yoda = isRustWritten(first) && !isRustWritten(second)
  const [actual, expected] = yoda ? [second, first] : [first, second]
  const negated = /_ne$|_not_/.test(name)
  const near = /relative_eq|abs_diff_eq|ulps_eq|approx_eq|float/.test(name)
  const same = !negated && !/matches/.test(name) && flat(actual) === flat(expected)
  const epsilon =
    more.map(flat).find((part) => /^(epsilon|max_relative|abs|max_ulps) =/.test(part)) ??
    (near && more[0] !== undefined ? `= ${flat(more[0])}` : undefined)
  const strength: Strength = negated ? 'bound' : near ? 'near' : /matches|contains/.test(name) ? 'part' : 'exact'
  const text = `${name} ( ${flat(actual)} , ${flat(expected)}${epsilon === undefined ? '' : ` , ${epsilon}`} )`
  return [
    claim(line, text, {
      actual,
      matcher: name,
      expected,
      strength,
      negated,
      tolerance: epsilon === undefined ? undefined : Number(epsilon.replace(/^.*= /, '').replace(/_?f(32|64)$/, '')),
      alwaysTrue: same
        ? 'both sides are the same'
        : /matches/.test(name) && flat(expected) === '_'
          ? 'its pattern takes everything'
          : undefined,
    }),
  ]
}
