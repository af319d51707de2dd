import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { bare } from './javascript-chain'
import { emptyMatcher, lengthMatchers, matcherStrength, negatedStrength, softened, toleranceOf } from './javascript-matchers'
import type { Names } from './javascript-names'
import { isConstant } from './javascript-values'
import type { Assertion } from './test-file'

/** An assertion before its surroundings are known. */
export type BareAssertion = Omit<Assertion, 'guards'>

/** What the body of a case knows: names of the file and of the callback's own tools (`t`). */
export type Tools = { readonly names: Names; readonly testContexts: ReadonlySet<string> }

/** What a matcher and its arguments come to. */
export function compared(
  base: Pick<BareAssertion, 'line' | 'text' | 'actual' | 'negated' | 'constantActual'>,
  word: string,
  args: readonly SyntaxNode[],
): BareAssertion {
  const texts = args.map(flatText)
  const matcher = word
  const expected = texts.length === 0 ? undefined : texts.join(' , ')
  const last = word.split('.').at(-1) ?? word
  const known = matcherStrength(matcherKey(word, last, args.length))
  const strength = softened(/^(toHaveProperty|property)$/.test(last) && args.length > 1 ? 'exact' : known, expected ?? '')
  const tolerance = toleranceOf(last, texts)
  const empty = base.negated ? undefined : emptyMatcher(last, base.actual, expected)
  return turned({
    ...base,
    ...(lengthMatchers.test(last) && args.length === 1 ? { actual: `${base.actual} . length` } : {}),
    matcher,
    ...(expected === undefined ? {} : { expected: tolerance === undefined ? expected : (texts[0] ?? expected) }),
    strength: base.negated ? negatedStrength(strength) : typeofKind(base.actual, strength),
    ...(tolerance === undefined ? {} : { tolerance }),
    constantExpected: args.every(isConstant),
    ...(empty === undefined ? {} : { alwaysTrue: empty }),
  })
}

/** `expect(["a", "b"]).toContain(f())` looks at `f()`. */
function turned(assertion: BareAssertion): BareAssertion {
  const { actual, expected, constantActual, constantExpected } = assertion
  if (!constantActual || constantExpected || expected === undefined) return assertion
  return { ...assertion, actual: expected, expected: actual, constantActual: false, constantExpected: true }
}

function matcherKey(word: string, last: string, count: number): string {
  if (/^(toThrow|toThrowError|throws|throw|rejects|throwsAsync)$/.test(last) && count > 0) return `${last}.with`
  if (/(^|\.)deep\.(equal|equals|eq)$/.test(word)) return 'deep.equal'
  return last
}

function typeofKind(actual: string, strength: Assertion['strength']): Assertion['strength'] {
  return actual.startsWith('typeof ') && (strength === 'same' || strength === 'exact' || strength === 'loose') ? 'kind' : strength
}

/** Line and text of the whole. */
export function common(node: SyntaxNode): { readonly line: number; readonly text: string } {
  return { line: node.start.line, text: flatText(node) }
}

/** A subject without parentheses and without `await`. */
export function flatOf(node: SyntaxNode | undefined): string {
  if (node === undefined) return ''
  const inner = bare(node)
  return flatText(inner.type === 'await_expression' ? (inner.children.at(-1) ?? inner) : inner)
}
