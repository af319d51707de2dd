import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import type { Chain, Link } from './javascript-chain'
import { argumentsOf, bare, chainOf, isFunction } from './javascript-chain'
import { assertCallOf } from './javascript-asserts'
import type { BareAssertion, Tools } from './javascript-comparison'
import { common, compared, flatOf } from './javascript-comparison'
import { conditionAssertion } from './javascript-conditions'
import { isConstant } from './javascript-values'

const fillers = /^(to|be|been|is|that|which|and|has|have|with|at|of|but|does|still|also|soft|resolves|rejects|eventually|toBeTypeOf_|poll)$/
const subjects = /^(expect|expectTypeOf|expectType|should)$/
/** Reads one call (or chai's property) as an assertion; undefined where it is none. */
export function javascriptAssertion(node: SyntaxNode, tools: Tools): BareAssertion | undefined {
  const chain = chainOf(node)
  if (subjects.test(chain.root) && (chain.rootCalls.length > 0 || chain.links[0]?.calls.length === 1)) return expectation(node, chain)
  const called = assertCallOf(node, chain, tools)
  if (called !== undefined) return called
  const should = chain.links.findIndex(({ name, calls }) => name === 'should' || (name === 'expect' && calls.length > 0))
  return should < 0 ? undefined : shouldChain(node, chain, should)
}

function expectation(node: SyntaxNode, chain: Chain): BareAssertion | undefined {
  const isSoft = chain.rootCalls.length === 0
  const first = chain.links[0]
  if (
    isSoft &&
    first !== undefined &&
    /^(assertions|hasAssertions|extend|any|anything|objectContaining|arrayContaining|stringContaining|stringMatching|closeTo|not|addSnapshotSerializer|configure|setState|getState)$/.test(
      first.name,
    )
  )
    return undefined
  if (isSoft && first !== undefined && /^(fail|unreachable)$/.test(first.name)) return undefined
  const subject = argumentsOf(isSoft ? first?.calls[0] : chain.rootCalls[0])[0]
  return chained(node, subject, flatOf(subject), isSoft ? chain.links.slice(1) : chain.links)
}

function shouldChain(node: SyntaxNode, chain: Chain, at: number): BareAssertion | undefined {
  const link = chain.links[at]
  const actual = flatText(node).split(new RegExp(`\\s*\\. ${link?.name ?? ''}\\b`))[0] ?? ''
  if (actual === '' || chain.root === 'sinon') return undefined
  const args = argumentsOf(link?.calls[0])
  const rest = chain.links.slice(at + 1)
  if (args.length === 0) return chained(node, undefined, actual, rest)
  const matcher = link?.name === 'should' && args[0]?.type === 'string' ? `should ${args[0].text.slice(1, -1)}` : (link?.name ?? '')
  const expected = args.map(flatText).join(' , ')
  const strength = /exist|visible|be\./.test(matcher) ? 'present' : /contain|include|match/.test(matcher) ? 'part' : 'exact'
  return {
    ...common(node),
    actual,
    matcher,
    expected,
    strength,
    negated: /\bnot\b/.test(matcher),
    constantActual: false,
    constantExpected: args.every(isConstant),
  }
}

function chained(node: SyntaxNode, subject: SyntaxNode | undefined, actual: string, links: readonly Link[]): BareAssertion {
  const rejects = links.some(({ name }) => name === 'rejects')
  const negated = links.filter(({ name }) => name === 'not' || name === 'never').length % 2 === 1
  const telling = links.filter(({ name }) => !fillers.test(name) && name !== 'not' && name !== 'never')
  const args = telling.flatMap(({ calls }) => argumentsOf(calls.at(-1)))
  const word = telling.map(({ name }) => name).join('.')
  const base = {
    ...common(node),
    actual: rejects ? `rejects ${actual}` : actual,
    negated,
    constantActual: subject !== undefined && isConstant(subject) && !isFunction(subject),
  }
  if (telling.length === 0) {
    const isRejection = rejects && links.at(-1)?.name !== 'rejects'
    return {
      ...base,
      matcher: '',
      strength: isRejection ? 'kind' : 'nothing',
      constantExpected: true,
      ...(isRejection ? {} : { alwaysTrue: 'nothing is compared' }),
    }
  }
  if (/^(to|not\.to)[A-Z]\w*$/.test(word) && telling.every(({ calls }) => calls.length === 0))
    return { ...base, matcher: word, strength: 'nothing', constantExpected: true, alwaysTrue: 'its matcher is never called' }
  if (
    subject !== undefined &&
    args.length <= 1 &&
    /^(toBe|toEqual|toStrictEqual|toBeTruthy|toBeFalsy|toBeTrue|toBeFalse|equal|true|false|ok)$/.test(word)
  ) {
    const inner = truthAssertion(base, subject, word, args[0], negated)
    if (inner !== undefined) return inner
  }
  return compared(base, word, args)
}

/** `expect(a === b).toBe(true)` says what `expect(a).toBe(b)` says. */
function truthAssertion(
  base: BareAssertion | object,
  subject: SyntaxNode,
  word: string,
  arg: SyntaxNode | undefined,
  negated: boolean,
): BareAssertion | undefined {
  const wanted = arg === undefined ? !/falsy|false/i.test(word) : arg.type === 'true' ? true : arg.type === 'false' ? false : undefined
  if (wanted === undefined) return undefined
  if (/^(!\s*!|Boolean\()/.test(bare(subject).text) && wanted !== negated) return { ...base, ...common(subject), ...bareTruth(subject) }
  if (bare(subject).type !== 'binary_expression') return undefined
  if (/^(toBe|toEqual|toStrictEqual|equal)$/.test(word) && arg === undefined) return undefined
  const inner = conditionAssertion(subject, wanted !== negated)
  return inner === undefined ? undefined : { ...base, ...common(subject), ...inner }
}

/** `expect(!!a)` asks only whether there is something. */
function bareTruth(subject: SyntaxNode): Omit<BareAssertion, 'line' | 'text'> {
  const actual = flatText(bare(subject))
    .replace(/^(! )+/, '')
    .replace(/^Boolean \( (.*) \)$/, '$1')
  return { actual, matcher: 'truthy', strength: 'present', negated: false, constantActual: isConstant(subject), constantExpected: true }
}
