import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf } from './nodes'
import type { Claim } from './read-body'
import { chainClaims } from './read-java-chains'
import { argumentsOf, claim, conditionClaims, isJavaWritten } from './read-java-values'
import type { Strength } from './test-file'

const pairs: readonly (readonly [RegExp, Strength, boolean])[] = [
  [/^assertNot(Equals|Same)$/, 'bound', true],
  [/^assertSame$/, 'same', false],
  [/^assert(Equals|ArrayEquals|IterableEquals|LinesMatch|Equal|JsonEquals)$/, 'exact', false],
  [/^assert(InstanceOf)$/, 'kind', false],
]

/** The claims of a call statement: JUnit, AssertJ, Truth, Hamcrest, Mockito's `verify`, and whatever else is named assert…. */
export function javaClaims(call: SyntaxNode): Claim[] {
  const name = fieldOf(call, 'name')?.text ?? ''
  const line = call.start.line
  const list = argumentsOf(call)
  const [first, second, third] = list
  const chained = chainClaims(call, line)
  if (chained !== undefined) return chained
  const object = fieldOf(call, 'object')
  if (object?.type === 'method_invocation' && fieldOf(object, 'name')?.text === 'verify') {
    return [
      claim(line, flatText(call), {
        actual: object,
        matcher: `verify ${name}`,
        expected: fieldOf(call, 'arguments'),
        strength: argumentsOf(call).some(({ text }) => text.startsWith('any')) ? 'runs' : 'exact',
      }),
    ]
  }
  if (name === 'fail' && (object === undefined || /^(Assert|Assertions|TestCase)/.test(object.text)))
    return [claim(line, 'fail', { actual: undefined, matcher: 'fail', strength: 'runs' })]
  const truthName = /^assert(True|False)$/.exec(name)
  if (truthName !== null && first !== undefined) {
    const condition = first.type === 'string_literal' && second !== undefined ? second : first
    return conditionClaims(condition, line, 'assertTrue', name === 'assertFalse')
  }
  const nil = /^assert(Not)?Null$/.exec(name)
  if (nil !== null && first !== undefined) {
    const subject = first.type === 'string_literal' && second !== undefined ? second : first
    return [
      claim(line, `${name} ( ${flatText(subject)} )`, {
        actual: subject,
        matcher: name,
        strength: nil[1] === undefined ? 'same' : 'present',
        negated: nil[1] !== undefined,
        alwaysTrue: nil[1] === undefined && subject.type === 'null_literal' ? 'written out' : undefined,
      }),
    ]
  }
  if (/^assert(Throws|ThrowsExactly|DoesNotThrow|Timeout\w*)$/.test(name)) return [throwsClaim(name, first, second, line)]
  if (!/^assert[A-Z]/.test(name) || name === 'assertAll' || first === undefined) return []
  // JUnit 4 puts a message before the two values.
  const messaged =
    list.length >= 3 &&
    first.type === 'string_literal' &&
    third !== undefined &&
    third.type !== 'string_literal' &&
    !/^[\d.]+[dDfF]?$/.test(third.text)
  const [expected, actual, more] = messaged ? [second, third, list[3]] : [first, second, third]
  const [, strength, negated] = pairs.find(([pattern]) => pattern.test(name)) ?? [undefined, 'exact' as const, false]
  const delta = more !== undefined && /^[\d.eE+-]+[dDfF]?$/.test(more.text) ? more : undefined
  const same = !negated && actual !== undefined && expected !== undefined && flatText(actual) === flatText(expected)
  const flip = actual !== undefined && expected !== undefined && isJavaWritten(actual) && !isJavaWritten(expected) && strength !== 'kind'
  const text = `${name} ( ${[expected, actual, delta]
    .filter((part) => part !== undefined)
    .map(flatText)
    .join(' , ')} )`
  return [
    claim(line, text, {
      actual: flip ? expected : actual,
      matcher: name,
      expected: flip ? actual : expected,
      strength: delta === undefined || delta.text === '0' ? strength : 'near',
      negated,
      tolerance: delta,
      alwaysTrue: same ? 'both sides are the same' : undefined,
    }),
  ]
}

function throwsClaim(name: string, first: SyntaxNode | undefined, second: SyntaxNode | undefined, line: number): Claim {
  const type = name.startsWith('assertThrows') ? first : undefined
  const broad = type !== undefined && /^(Exception|Throwable|RuntimeException)\.class$/.test(type.text)
  const text = `${name} ( ${[first, second]
    .filter((part) => part !== undefined)
    .map(flatText)
    .join(' , ')} )`
  return {
    ...claim(line, text, {
      actual: second ?? first,
      matcher: name,
      expected: type,
      strength: type === undefined ? 'runs' : broad ? 'present' : 'kind',
    }),
    constantActual: false,
    constantExpected: false,
  }
}
