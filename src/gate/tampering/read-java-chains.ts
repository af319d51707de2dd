import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn } from './nodes'
import type { Claim } from './read-body'
import { argumentsOf, claim, conditionClaims, javaTruth } from './read-java-values'
import type { Strength } from './test-file'

const fluent: readonly (readonly [RegExp, Strength, boolean])[] = [
  [/^is(Not|Un)(Equal|Same)|^doesNot|^isNotIn|^isNotInstance|^not/, 'bound', true],
  [/^(isNotNull|isNotEmpty|isPresent|isNotBlank|exists|isNotZero)$/, 'present', true],
  [/^(isSameAs|isNull|isTrue|isFalse)$/, 'same', false],
  [
    /^(isEqualTo|isEqualByComparingTo|isEmpty|hasSize|hasLength|containsExactly|containsOnly|hasValue|hasMessage|isZero|isOne|hasToString|isBlank|isEqualToComparingFieldByField)$/,
    'exact',
    false,
  ],
  [/^(containsExactlyInAnyOrder\w*|isEqualToIgnoring\w*|hasSameElementsAs|hasSameSizeAs)$/, 'loose', false],
  [/^(isCloseTo|isWithin|isBetween)$/, 'near', false],
  [
    /^(contains|startsWith|endsWith|matches|hasMessage\w*|isSubsetOf|hasField\w*|satisfies|anyMatch|allMatch|isIn|returns|extracting\w*|containsKey\w*|containsEntry|containsAnyOf|hasRootCause\w*|hasCause\w*)/,
    'part',
    false,
  ],
  [/^(is(Instance|Exactly)\w*|hasSameClassAs)$/, 'kind', false],
  [/^(is(Greater|Less|Positive|Negative|After|Before|AtLeast|AtMost)\w*|hasSize\w+)$/, 'bound', false],
]

/** A chain such as `assertThat(x).isEqualTo(3).isNotNull()`: one claim for each check in it. */
export function chainClaims(call: SyntaxNode, line: number): Claim[] | undefined {
  const links: SyntaxNode[] = []
  let root: SyntaxNode | undefined = call
  while (
    root?.type === 'method_invocation' &&
    !/^(assertThat|assertThatThrownBy|assertThatExceptionOfType|assertThatCode|expect|then)$/.test(fieldOf(root, 'name')?.text ?? '')
  ) {
    links.unshift(root)
    root = fieldOf(root, 'object')
  }
  if (root?.type !== 'method_invocation') return undefined
  const [subject, matcher, third] = argumentsOf(root)
  const last = matcher === undefined ? undefined : third !== undefined ? third : matcher
  if (last !== undefined && links.length === 0) return hamcrest(third === undefined ? (subject ?? root) : (matcher ?? root), last, line)
  const described = flatText(root)
  const checks = links.filter(
    (link) =>
      !/^(as|describedAs|withFailMessage|overridingErrorMessage|usingRecursiveComparison|extracting|that|using\w+|first|last|element|asString|asList|getCause|rootCause|cause)$/.test(
        fieldOf(link, 'name')?.text ?? '',
      ),
  )
  if (checks.length === 0)
    return [claim(line, described, { actual: subject, matcher: 'assertThat', strength: 'nothing', alwaysTrue: 'nothing is checked' })]
  return checks.map((link) => {
    const name = fieldOf(link, 'name')?.text ?? ''
    const [, strength, negated] = fluent.find(([pattern]) => pattern.test(name)) ?? [undefined, 'exact' as const, false]
    const list = argumentsOf(link)
    const expected = list.length > 1 ? fieldOf(link, 'arguments') : list[0]
    const value = subject !== undefined && javaTruth(subject)
    const alwaysTrue =
      (name === 'isTrue' && value === true) ||
      (name === 'isFalse' && value === false) ||
      (!negated && expected !== undefined && subject !== undefined && flatText(expected) === flatText(subject))
        ? 'both sides are the same'
        : undefined
    const inside =
      (name === 'isTrue' || name === 'isFalse') && subject !== undefined && alwaysTrue === undefined
        ? conditionClaims(subject, line, `assertThat ${name}`, name === 'isFalse')[0]
        : undefined
    const offset = /^(isCloseTo|isWithin)$/.test(name)
      ? [...nodesIn(list[1] ?? link)].find(({ type }) => /(integer|floating)/.test(type))
      : undefined
    return (
      inside ??
      claim(line, `${described} . ${name} ${flatText(fieldOf(link, 'arguments') ?? link)}`, {
        actual: subject,
        matcher: name,
        expected,
        strength,
        negated,
        tolerance: offset,
        alwaysTrue,
      })
    )
  })
}

/** `assertThat(x, is(3))`, also with a reason before. */
function hamcrest(subject: SyntaxNode, matcher: SyntaxNode, line: number): Claim[] {
  const name = fieldOf(matcher, 'name')?.text ?? ''
  const [expected, more] = argumentsOf(matcher)
  if (
    name === 'is' &&
    expected?.type === 'method_invocation' &&
    /^(equalTo|not\w*|greater\w*|less\w*|contains\w*|instanceOf|null\w*|closeTo|any\w*|has\w*)$/.test(fieldOf(expected, 'name')?.text ?? '')
  )
    return hamcrest(subject, expected, line)
  const strength: Strength = /^(is|equalTo|nullValue|contains|hasSize|arrayContaining|empty)$/.test(name)
    ? 'exact'
    : name === 'sameInstance'
      ? 'same'
      : name.startsWith('not')
        ? 'present'
        : name === 'closeTo'
          ? 'near'
          : name === 'anything'
            ? 'nothing'
            : /^(greater|less)/.test(name)
              ? 'bound'
              : /^(instanceOf|any|isA)$/.test(name)
                ? 'kind'
                : /AnyOrder/.test(name)
                  ? 'loose'
                  : 'part'
  const same = expected !== undefined && flatText(expected) === flatText(subject) && strength === 'exact'
  return [
    claim(line, `assertThat ( ${flatText(subject)} , ${flatText(matcher)} )`, {
      actual: subject,
      matcher: name,
      expected,
      strength,
      negated: name.startsWith('not'),
      tolerance: name === 'closeTo' ? more : undefined,
      alwaysTrue: same || name === 'anything' ? 'both sides are the same' : undefined,
    }),
  ]
}
