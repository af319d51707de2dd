import type { Strength } from './test-file'

const words: Readonly<Record<Exclude<Strength, 'nothing'>, string>> = {
  same: `toBe toStrictEqual strictEqual deepStrictEqual deepEqual.strict is isTrue isFalse isNull isUndefined isNaN toBeNull toBeUndefined toBeNaN
    toBeTrue toBeFalse equal equals eq true false null undefined NaN === rejectedWith.exact assertStrictEquals`,
  exact: `toEqual deep.equal deep.equals deep.eq eql eqls toHaveLength lengthOf length toMatchSnapshot toMatchInlineSnapshot matchSnapshot snapshot
    toMatchFileSnapshot toThrowErrorMatchingSnapshot toThrowErrorMatchingInlineSnapshot toHaveBeenCalledTimes toHaveBeenCalledOnce
    toHaveBeenCalledWith toHaveBeenLastCalledWith toHaveBeenNthCalledWith toHaveBeenCalledExactlyOnceWith toBeCalledWith toBeCalledTimes
    lastCalledWith toHaveReturnedWith toHaveLastReturnedWith toHaveText toHaveValue toHaveAttribute toHaveURL toHaveTitle toHaveCount toHaveStyle
    toHaveCSS toHaveScreenshot toEqualTypeOf calledWith calledOnce calledOnceWith calledOnceWithExactly calledWithExactly callCount notCalled
    same notSame deepEqual.chai expect toBeEmpty empty toBeEmptyDOMElement isEmpty assertEquals toBeExtensible like`,
  loose: 'equal.loose deepEqual == sameMembers sameDeepMembers members toIncludeSameMembers notDeepEqual unordered',
  near: 'toBeCloseTo closeTo approximately assertAlmostEquals approx',
  part: `toContain toContainEqual toMatch toMatchObject include includes contain contains match matches string startsWith endsWith property
    toHaveProperty keys any.keys all.keys oneOf toBeOneOf containSubset doesNotMatch regex toContainText toHaveTextContent toHaveClass
    toThrow.with toThrowError.with throws.with throw.with rejects.with rejectedWith throwsAsync.with toContainKey toSatisfy satisfy satisfies
    nested.property own.property ownProperty deep.include contains.text have.text partialDeepStrictEqual hasProperty stringContaining`,
  bound: `toBeGreaterThan toBeGreaterThanOrEqual toBeLessThan toBeLessThanOrEqual above greaterThan gt least gte below lessThan lt most lte within
    isAbove isAtLeast isBelow isAtMost < > <= >= notEqual notStrictEqual notDeepStrictEqual not.same != !== toBeWithin isNot is.not`,
  kind: `toBeInstanceOf instanceOf instanceof a an toBeTypeOf typeOf isArray isString isNumber isObject isFunction isBoolean toThrow toThrowError
    throws throw rejects rejected rejectedWith.any throwsAsync toBeA isA assertThrows assertRejects error isInstanceOf Throw`,
  present: `toBeTruthy toBeDefined toBeFalsy ok exist exists isOk notOk isNotOk truthy falsy assert toBeInTheDocument toBeVisible toBeHidden
    toBeEnabled toBeDisabled toBeChecked toBeAttached toBeFocused isDefined isNotNull isNotUndefined assertExists be.visible should pass.present true.loose`,
  runs: `toHaveBeenCalled toBeCalled called toHaveReturned doesNotThrow notThrows doesNotReject ifError fail unreachable pass resolves fulfilled assertions
    hasAssertions notThrowsAsync step plan calledTwice`,
}

const strengthOfWord: ReadonlyMap<string, Strength> = new Map(
  (Object.entries(words) as [Strength, string][]).flatMap(([strength, list]) => list.split(/\s+/).map((word) => [word, strength] as const)),
)

/** Matchers that look at a length only. */
export const lengthMatchers = /^(toHaveLength|lengthOf|length)$/

/** How sharp a matcher is; one that isn't known counts as exact, since a matcher of the project's own was written for the purpose. */
export function matcherStrength(word: string): Strength {
  return strengthOfWord.get(word) ?? 'exact'
}

/** Says nothing of the value: an exact matcher turned round excludes one value only. */
export function negatedStrength(strength: Strength): Strength {
  if (strength === 'same' || strength === 'exact' || strength === 'loose' || strength === 'near') return 'bound'
  return strength === 'kind' || strength === 'runs' ? 'present' : strength
}

/** What asymmetric matchers in the expected value leave of an exact comparison. */
export function softened(strength: Strength, expected: string): Strength {
  if (strength !== 'same' && strength !== 'exact' && strength !== 'loose') return strength
  const plain = expected.replaceAll(' ', '')
  if (/^expect\.anything\(\)$/.test(plain)) return 'present'
  if (/^(expect\.any|sinon\.match\.\w+|Match\.any)\(?[\w.]*\)?$/.test(plain)) return 'kind'
  if (/^expect\.(objectContaining|arrayContaining|stringContaining|stringMatching)\(/.test(plain)) return 'part'
  return plain.startsWith('expect.closeTo(') ? 'near' : strength
}

/** The distance that a matcher allows: digits of toBeCloseTo (2 unless said), delta of closeTo; undefined where it states none. */
export function toleranceOf(matcher: string, args: readonly string[]): number | undefined {
  if (matcher === 'toBeCloseTo') {
    const digits = args[1] === undefined ? 2 : Number(args[1])
    return Number.isFinite(digits) ? 10 ** -digits / 2 : undefined
  }
  if (!/^(closeTo|approximately|assertAlmostEquals)$/.test(matcher)) return undefined
  const stated = Number((args.at(-1) ?? '').replaceAll(' ', ''))
  return Number.isFinite(stated) ? stated : undefined
}

/** Why a matcher can't fail whatever the value is; undefined for one that can. */
export function emptyMatcher(matcher: string, actual: string, expected: string | undefined): string | undefined {
  const plain = (expected ?? '').replaceAll(' ', '')
  if (
    /^(toContain|toMatch|include|includes|contain|toContainText|toHaveTextContent|match)$/.test(matcher) &&
    /^("")$|^\/(\.\*|\(\?:\)|\^|\$|\.\*\$|\^\.\*|\^\.\*\$)\/\w*$/.test(plain)
  ) {
    return 'every text matches'
  }
  if (/^(toBeGreaterThanOrEqual|least|gte|isAtLeast|>=)$/.test(matcher) && plain === '0' && /\. (length|size)$/.test(actual))
    return 'a length is never below 0'
  if (
    /^(toBeGreaterThan|toBeGreaterThanOrEqual|above|gt)$/.test(matcher) &&
    /^-(Infinity|1|Number\.MAX_VALUE|Number\.MAX_SAFE_INTEGER)$/.test(plain) &&
    /\. (length|size)$|Infinity/.test(actual)
  )
    return 'nothing is below that'
  if (/^toBe(Greater|Less)Than(OrEqual)?$/.test(matcher) && /^-?Infinity$/.test(plain)) return 'every number passes'
  return matcher === 'toMatchObject' && plain === '{}' ? 'every object matches' : undefined
}
