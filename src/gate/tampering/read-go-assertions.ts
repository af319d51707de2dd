import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf } from './nodes'
import type { Claim } from './read-body'
import { argumentsOf, bare, claim, goTruth, isGoWritten } from './read-go-values'
import type { Strength } from './test-file'

const opposites: Readonly<Record<string, string>> = { '==': '!=', '!=': '==', '<': '>=', '>=': '<', '>': '<=', '<=': '>' }

/** The claims of `if CONDITION { t.Errorf(…) }`: what must hold so that the test doesn't fail, one for each part that `||` joins. */
export function failIfClaims(condition: SyntaxNode, line: number, values: ReadonlyMap<string, SyntaxNode>): Claim[] {
  const inner = bare(condition)
  const [left, right] = [fieldOf(inner, 'left'), fieldOf(inner, 'right')]
  const operator = fieldOf(inner, 'operator')?.text ?? ''
  if (operator === '||' && left !== undefined && right !== undefined)
    return [...failIfClaims(left, line, values), ...failIfClaims(right, line, values)]
  const never =
    goTruth(inner) === false || (operator === '&&' && [left, right].some((side) => side !== undefined && goTruth(side) === false))
  if (never)
    return [
      claim(line, `never ${flatText(inner)}`, {
        actual: flatText(inner),
        matcher: 'if',
        strength: 'nothing',
        constants: [true, false],
        alwaysTrue: 'the condition is written out false',
      }),
    ]
  if (inner.type === 'unary_expression' && operator === '!') return [holdsClaim(bare(fieldOf(inner, 'operand') ?? inner), line)]
  const wanted = opposites[operator]
  if (wanted === undefined || left === undefined || right === undefined) {
    return [
      claim(line, `not ${flatText(inner)}`, {
        actual: flatText(inner),
        matcher: 'if',
        strength: operator === '&&' ? 'bound' : 'present',
        negated: true,
      }),
    ]
  }
  return [comparedClaim(left, wanted, right, line, values)]
}

function comparedClaim(
  first: SyntaxNode,
  operator: string,
  second: SyntaxNode,
  line: number,
  values: ReadonlyMap<string, SyntaxNode>,
): Claim {
  const named = (node: SyntaxNode): SyntaxNode => (node.type === 'identifier' ? (values.get(node.text) ?? node) : node)
  const [one, two] = [named(first), named(second)]
  const swap =
    (isGoWritten(one) && !isGoWritten(two)) || (/^(want|expected|exp)\b/i.test(first.text) && !/^(want|expected|exp)\b/i.test(second.text))
  const [actual, expected] = swap ? [two, one] : [one, two]
  const same = operator === '==' && flatText(actual) === flatText(expected)
  const nothing = expected.type === 'nil' || flatText(expected) === '""'
  const strength: Strength = operator === '==' ? 'exact' : nothing && operator === '!=' ? 'present' : 'bound'
  const [a, e] = [flatText(actual), flatText(expected)]
  const distance = /^math \. Abs \( (.+) - (.+) \)$/.exec(a)
  if (distance !== null && (operator === '<=' || operator === '<')) {
    return claim(line, `${a} ${operator} ${e}`, {
      actual: distance[1] ?? a,
      matcher: 'abs <',
      expected: distance[2],
      strength: 'near',
      tolerance: numberOf(expected),
      constants: [false, false],
    })
  }
  const constants = [isGoWritten(actual), isGoWritten(expected)] as const
  return claim(line, `${a} ${operator} ${e}`, {
    actual: a,
    matcher: operator,
    expected: e,
    strength,
    negated: operator === '!=',
    constants,
    alwaysTrue: same ? 'both sides are the same' : undefined,
  })
}

/** `if !reflect.DeepEqual(got, want)`, `if !ok`, `if !strings.Contains(…)`. */
function holdsClaim(node: SyntaxNode, line: number): Claim {
  const callee = node.type === 'call_expression' ? flatText(fieldOf(node, 'function') ?? node).replaceAll(' ', '') : ''
  const [first, second] = argumentsOf(node)
  const text = flatText(node)
  if (
    /^(reflect\.DeepEqual|cmp\.Equal|bytes\.Equal|slices\.Equal|maps\.Equal|strings\.EqualFold|errors\.Is)$/.test(callee) &&
    first !== undefined &&
    second !== undefined
  ) {
    const same = flatText(first) === flatText(second)
    const strength: Strength = callee === 'errors.Is' ? 'kind' : callee.endsWith('Fold') ? 'loose' : 'exact'
    const constants = [isGoWritten(first), isGoWritten(second)] as const
    return claim(line, text, {
      actual: flatText(first),
      matcher: callee,
      expected: flatText(second),
      strength,
      constants,
      alwaysTrue: same ? 'both sides are the same' : undefined,
    })
  }
  if (/^(strings|bytes|slices)\.(Contains|HasPrefix|HasSuffix|ContainsAny)$|\.MatchString$/.test(callee) && first !== undefined) {
    return claim(line, text, {
      actual: flatText(first),
      matcher: callee,
      expected: second === undefined ? undefined : flatText(second),
      strength: 'part',
    })
  }
  if (callee === 'errors.As')
    return claim(line, text, { actual: first === undefined ? text : flatText(first), matcher: callee, strength: 'kind' })
  return claim(line, text, { actual: text, matcher: 'if', strength: 'present', constants: [isGoWritten(node), false] })
}

/** The number that a literal says. */
export function numberOf(node: SyntaxNode | undefined): number | undefined {
  const value = Number(node?.text.replaceAll('_', ''))
  return node === undefined || Number.isNaN(value) ? undefined : value
}

/** `assert.True(t, got == want)` says as much as the comparison. */
export function predicate(node: SyntaxNode, line: number): Claim | undefined {
  const inner = bare(node)
  const [left, right] = [fieldOf(inner, 'left'), fieldOf(inner, 'right')]
  const operator = fieldOf(inner, 'operator')?.text ?? ''
  if (operator === '||' && left !== undefined && right !== undefined && [goTruth(left), goTruth(right)].includes(true)) {
    return claim(line, flatText(inner), {
      actual: flatText(inner),
      matcher: 'True',
      strength: 'nothing',
      alwaysTrue: 'one side is written out true',
    })
  }
  if (left !== undefined && right !== undefined && opposites[operator] !== undefined)
    return comparedClaim(left, operator, right, line, new Map())
  return inner.type === 'call_expression' ? holdsClaim(inner, line) : undefined
}
