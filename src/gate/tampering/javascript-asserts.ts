import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import type { Chain } from './javascript-chain'
import { argumentsOf, isFunction } from './javascript-chain'
import type { BareAssertion, Tools } from './javascript-comparison'
import { common, compared, flatOf } from './javascript-comparison'
import { conditionAssertion } from './javascript-conditions'
import { matcherStrength, toleranceOf } from './javascript-matchers'
import { isConstant, truthOf } from './javascript-values'
import type { Assertion } from './test-file'

type Style = 'strict' | 'legacy' | 'chai'
type Method = { readonly name: string; readonly args: readonly SyntaxNode[]; readonly style: Style }

const unary = new Set([
  'ok',
  'assert',
  'isTrue',
  'isFalse',
  'true',
  'false',
  'truthy',
  'falsy',
  'isOk',
  'notOk',
  'isNotOk',
  'exists',
  'isDefined',
  'isUndefined',
  'isNull',
  'isNotNull',
  'isArray',
  'isString',
  'isNumber',
  'isFunction',
  'isObject',
  'isEmpty',
  'isNaN',
  'ifError',
  'assertExists',
  'pass',
  'fail',
])

const countedAsExact =
  /^(deepEqual|equal|eql|lengthOf|snapshot|matchSnapshot|calledOnce|calledWith|callCount|assertEquals|calledOnceWithExactly|calledWithExactly|notCalled|same|like)$/
const noAsserts =
  /^(skip|test|todo|diagnostic|before|after|beforeEach|afterEach|log|timeout|teardown|plan|end|comment|mock|step|context|runOnly|waitFor)$/

/** `assert(x)`, `assert.equal(a, b)`, `t.is(a, b)`, `sinon.assert.calledOnce(f)` and their kin. */
export function assertCallOf(node: SyntaxNode, chain: Chain, tools: Tools): BareAssertion | undefined {
  const method = assertMethod(chain, tools)
  return method === undefined ? undefined : assertCall(node, method)
}

function assertMethod(chain: Chain, tools: Tools): Method | undefined {
  const isAssert = /^assert(\w*)$/.test(chain.root)
  const known =
    tools.names.asserts.get(chain.root) ??
    (isAssert ? { method: chain.root === 'assert' ? '' : chain.root, style: 'legacy' as const } : undefined)
  if (known !== undefined) return knownMethod(chain, known)
  const link = chain.links.find(({ name }) => name !== 'strict' && name !== 'assert')
  const isContext = tools.testContexts.has(chain.root) && link !== undefined && link.calls.length > 0
  const viaSinon = chain.root === 'sinon' && chain.links[0]?.name === 'assert'
  if ((!isContext && !viaSinon) || link === undefined || noAsserts.test(link.name) || !matcherKnown(link.name)) return undefined
  return { name: link.name, args: argumentsOf(link.calls[0]), style: 'strict' }
}

function knownMethod(chain: Chain, known: { readonly method: string; readonly style: Style }): Method | undefined {
  const link = chain.links.find(({ name }) => name !== 'strict' && name !== 'assert')
  const style = chain.links.some(({ name }) => name === 'strict') ? 'strict' : known.style
  const isDirect = link === undefined && chain.rootCalls.length > 0 && (known.method === '' || matcherKnown(known.method))
  if (isDirect) return { name: known.method === '' ? 'assert' : known.method, args: argumentsOf(chain.rootCalls[0]), style }
  const isMember = known.method === '' && link !== undefined && link.calls.length > 0 && chain.rootCalls.length === 0
  return isMember ? { name: link.name, args: argumentsOf(link.calls[0]), style } : undefined
}

/** Names of asserts that only look like one (`assertThat` of the project's own) are helpers. */
function matcherKnown(name: string): boolean {
  return unary.has(name) || matcherStrength(name) !== 'exact' || countedAsExact.test(name)
}

function assertCall(node: SyntaxNode, { name, args, style }: Method): BareAssertion {
  const [first, second, third] = args
  const base = {
    ...common(node),
    actual: flatOf(first),
    negated: false,
    constantActual: first !== undefined && isConstant(first) && !isFunction(first),
  }
  if (first !== undefined && /^(ok|assert|isTrue|true|isOk|truthy)$/.test(name)) {
    const inner = conditionAssertion(first, true)
    if (inner !== undefined) return { ...base, ...inner }
    const always = truthOf(first) === true ? { alwaysTrue: 'it is written out as true' } : {}
    return { ...base, matcher: name, strength: matcherStrength(name === 'true' ? 'isTrue' : name), constantExpected: true, ...always }
  }
  if (unary.has(name)) return { ...base, matcher: name, strength: matcherStrength(name), constantExpected: true }
  const tolerance = toleranceOf(name, third === undefined ? [] : [flatText(third)])
  const assertion = compared(base, name, second === undefined || isMessage(name, args) ? [] : [second])
  const strength = assertion.alwaysTrue === undefined ? { strength: styled(name, style, assertion.strength) } : {}
  return { ...assertion, ...strength, ...(tolerance === undefined ? {} : { tolerance }) }
}

/** `assert.throws(f, "why")`: a text that stands there is a message in legacy and chai style. */
function isMessage(name: string, args: readonly SyntaxNode[]): boolean {
  return /^(throws|rejects|doesNotThrow)$/.test(name) && args[1]?.type === 'string'
}

function styled(name: string, style: Style, strength: Assertion['strength']): Assertion['strength'] {
  if (name === 'equal') return style === 'strict' ? 'same' : 'loose'
  if (name === 'deepEqual') return style === 'legacy' ? 'loose' : style === 'chai' ? 'exact' : 'same'
  return strength
}
