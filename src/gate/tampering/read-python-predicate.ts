import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, partsOf } from './nodes'
import type { Claim } from './read-body'
import type { PythonNames } from './read-python-names'
import { dottedName, isWritten, keyword, lastWord, numberIn, positionals, pythonTruth, unwrapped } from './read-python-names'
import type { Strength } from './test-file'

/** What the pieces of an assertion have in common: where it stands and how its text is made. */
export type Frame = { readonly line: number; readonly wrap: (flat: string) => string; readonly names: PythonNames }

type Shape = {
  readonly actual: SyntaxNode
  readonly matcher: string
  readonly expected?: SyntaxNode | undefined
  readonly strength: Strength
  readonly negated?: boolean
  readonly tolerance?: number | undefined
  readonly alwaysTrue?: string | undefined
}

/** One claim from its nodes; the texts are flat. */
export function claimOf(frame: Frame, text: string, shape: Shape): Claim {
  const { actual, matcher, expected, strength, negated = false, tolerance, alwaysTrue } = shape
  return {
    line: frame.line,
    text,
    actual: flatText(actual),
    matcher,
    ...(expected === undefined ? {} : { expected: flatText(expected) }),
    strength: alwaysTrue === undefined ? strength : 'nothing',
    negated,
    ...(tolerance === undefined ? {} : { tolerance }),
    constantActual: isWritten(actual),
    constantExpected: expected !== undefined && isWritten(expected),
    ...(alwaysTrue === undefined ? {} : { alwaysTrue }),
  }
}

/** The claims that a condition makes when it must hold (or must not, `negated`): one for each part that `and` joins. */
export function predicateClaims(node: SyntaxNode, frame: Frame, negated = false): Claim[] {
  const inner = unwrapped(node)
  if (inner.type === 'not_operator') return predicateClaims(fieldOf(inner, 'argument') ?? inner, frame, !negated)
  if (inner.type === 'boolean_operator') {
    const joins = (fieldOf(inner, 'operator')?.text === 'and') !== negated
    const parts = partsOf(inner)
    if (joins && pythonTruth(inner) === undefined) return parts.flatMap((part) => predicateClaims(part, frame, negated))
  }
  const text = frame.wrap(negated ? `not ${flatText(inner)}` : flatText(inner))
  return [claimOf(frame, text, { ...shapeOf(inner, frame.names, negated), alwaysTrue: whyAlwaysTrue(inner, frame.names, negated) })]
}

function whyAlwaysTrue(node: SyntaxNode, names: PythonNames, negated: boolean): string | undefined {
  const truth = pythonTruth(node)
  if (truth !== undefined && truth !== negated)
    return truth && node.type === 'tuple' ? 'a tuple that is not empty is always true' : 'written out'
  if (negated) return undefined
  if (node.type === 'identifier' && names.defined.has(node.text) && !names.values.has(node.text))
    return 'a function or class is always true'
  if (node.type === 'boolean_operator') {
    const sides = partsOf(node).map((part) => flatText(unwrapped(part)))
    const opposed = sides.some(
      (side) => sides.includes(`not ${side}`) || (sides.includes(side.replace(' == ', ' != ')) && side.includes(' == ')),
    )
    return opposed ? 'one side holds whenever the other does not' : undefined
  }
  if (node.type !== 'comparison_operator') return undefined
  const [left, right] = partsOf(node).map(flatText)
  const operator = operatorOf(node)
  if (left === right && partsOf(node).length === 2 && ['==', 'is', '<=', '>='].includes(operator)) return 'both sides are the same'
  if (left?.startsWith('len (') === true && ((operator === '>=' && right === '0') || (operator === '>' && right === '- 1')))
    return 'no length is negative'
  if (operator === 'in' && right === `[ ${left} ]`) return 'both sides are the same'
  return undefined
}

function operatorOf(node: SyntaxNode): string {
  return node.children
    .filter(({ field }) => field === 'operators')
    .map((operator) => flatText(operator))
    .join(' ')
}

function shapeOf(node: SyntaxNode, names: PythonNames, negated: boolean): Shape {
  if (node.type === 'comparison_operator') return comparisonShape(node, names, negated)
  if (node.type === 'call') return callShape(node, names, negated)
  if (node.type === 'boolean_operator') return { actual: node, matcher: 'or', strength: 'bound', negated }
  return { actual: node, matcher: 'truth', strength: 'present', negated }
}

const comparisons: Readonly<Record<string, readonly [Strength, boolean]>> = {
  '==': ['exact', false],
  '!=': ['bound', true],
  is: ['same', false],
  'is not': ['bound', true],
  in: ['part', false],
  'not in': ['part', true],
}

function comparisonShape(node: SyntaxNode, names: PythonNames, negated: boolean): Shape {
  const [first, second, third] = partsOf(node)
  const operator = operatorOf(node)
  if (first === undefined || second === undefined || third !== undefined)
    return { actual: node, matcher: operator, strength: 'bound', negated }
  const yoda = operator !== 'in' && operator !== 'not in' && isWritten(first) && !isWritten(second)
  const [actual, expected] = yoda ? [second, first] : [first, second]
  const [strength, flips] = comparisons[operator] ?? ['bound', false]
  const shape = { actual, matcher: yoda ? (mirrored[operator] ?? operator) : operator, expected, strength, negated: negated !== flips }
  if (strength === 'bound') return boundShape(shape, names)
  if (strength !== 'exact') return shape
  if (shape.negated) return { ...shape, strength: 'bound' }
  return (
    nearShape(actual, expected, shape, names) ??
    nearShape(expected, actual, shape, names) ?? { ...shape, strength: unordered(actual, expected) ? 'loose' : 'exact' }
  )
}

const mirrored: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }

/** `== pytest.approx(…)` and `round(x, 2) ==`. */
function nearShape(actual: SyntaxNode, expected: SyntaxNode, shape: Shape, names: PythonNames): Shape | undefined {
  if (expected.type === 'call' && lastWord(dottedName(expected, names)) === 'approx') {
    const [value] = positionals(expected)
    const stated = [keyword(expected, 'rel') ?? positionals(expected)[1], keyword(expected, 'abs') ?? positionals(expected)[2]].map(
      (part) => numberIn(part, names),
    )
    const tolerance = Math.max(...stated.filter((part) => part !== undefined), -1)
    return {
      ...shape,
      actual,
      matcher: '== approx',
      expected: value ?? expected,
      strength: 'near',
      tolerance: tolerance < 0 ? 1e-6 : tolerance,
    }
  }
  if (actual.type !== 'call' || dottedName(actual, names) !== 'round') return undefined
  const [value, digits] = positionals(actual)
  const tolerance = 10 ** -(numberIn(digits, names) ?? 0) / 2
  return { ...shape, actual: value ?? actual, matcher: '== round', expected, strength: 'near', tolerance }
}

function unordered(actual: SyntaxNode, expected: SyntaxNode): boolean {
  return [actual, expected].every((side) => /^(sorted|set|frozenset|Counter) \(/.test(flatText(side)))
}

/** `is not None`, `len(x) > 0` and `!= None` only say that something is there; `abs(a - b) < d` states a distance. */
function boundShape(shape: Shape & { readonly expected: SyntaxNode }, names: PythonNames): Shape {
  const { actual, matcher, expected } = shape
  const nothing = expected.type === 'none' || ['""', '[ ]', '{ }', '( )'].includes(flatText(expected))
  if (nothing && (matcher === 'is not' || matcher === '!=')) return { ...shape, strength: 'present' }
  if (flatText(actual).startsWith('len (') && ((matcher === '>' && expected.text === '0') || (matcher === '>=' && expected.text === '1'))) {
    return { ...shape, strength: 'present' }
  }
  const [distance] = actual.type === 'call' && /^(abs|math\.fabs)$/.test(dottedName(actual, names)) ? positionals(actual) : []
  const [left, right] = distance === undefined ? [] : partsOf(unwrapped(distance))
  if (left === undefined || right === undefined || (matcher !== '<' && matcher !== '<=')) return shape
  return { ...shape, actual: left, matcher: 'abs <', expected: right, strength: 'near', tolerance: numberIn(expected, names) }
}

const closeness: Readonly<Record<string, readonly [string, string, number]>> = {
  isclose: ['rel_tol', 'abs_tol', 1e-9],
  allclose: ['rtol', 'atol', 1e-5],
}

function callShape(node: SyntaxNode, names: PythonNames, negated: boolean): Shape {
  const dotted = dottedName(node, names)
  const word = lastWord(dotted)
  const [first, second] = positionals(node)
  const near = closeness[word]
  if (near !== undefined && first !== undefined && second !== undefined && !negated) {
    const [relative, absolute, standard] = near
    const stated = [keyword(node, relative) ?? keyword(node, 'rtol'), keyword(node, absolute) ?? keyword(node, 'atol')].map((part) =>
      numberIn(part, names),
    )
    const known = stated.filter((part) => part !== undefined)
    return {
      actual: first,
      matcher: word,
      expected: second,
      strength: 'near',
      tolerance: known.length === 0 ? standard : Math.max(...known),
    }
  }
  if ((word === 'isinstance' || word === 'issubclass' || word === 'hasattr') && first !== undefined) {
    const anything = second?.text === 'object'
    return { actual: first, matcher: word, expected: second, strength: anything ? 'nothing' : 'kind', negated }
  }
  if (/^(array_equal|array_equiv|equals|allequal)$/.test(word))
    return { actual: first ?? node, matcher: word, expected: second, strength: 'exact', negated }
  if (/^(startswith|endswith|match|search|fullmatch|issubset|issuperset)$/.test(word))
    return { actual: node, matcher: word, strength: 'part', negated }
  if (dotted === 'any') return { actual: node, matcher: 'any', strength: 'part', negated }
  if (dotted === 'all') return { actual: node, matcher: 'all', strength: 'exact', negated }
  return { actual: node, matcher: 'truth', strength: 'present', negated }
}
