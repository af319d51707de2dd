import type { Assertion } from './test-file'
import { strengths } from './test-file'
import type { TamperKind } from './tamper-kind'
import type { TrackedAssertion } from './tracked-case'
import { isTautology } from './tracked-case'
import { countsOf, isContained, isWrittenOut, literalsOf, namesIn, skeletonOf, tokensOf } from './test-words'

/** What became of one assertion; undefined kind: nothing to speak of. */
export type Change = { readonly kind: TamperKind; readonly message: string } | undefined

const rootErrors = new Set(['Exception', 'BaseException', 'Error', 'Throwable', 'RuntimeException', 'object', 'Object'])

/** Judges an assertion that was changed into another. `codeChanged`: code that is no test changed as well. */
export function changeOf(base: TrackedAssertion, head: TrackedAssertion, codeChanged: boolean): Change {
  const becameSelf = base.assertion.constantExpected && isSelf(head) && !isSelf(base)
  if ((isTautology(head) || becameSelf) && !isTautology(base))
    return { kind: 'assertion-tautological', message: head.assertion.alwaysTrue ?? 'it compares a value with itself' }
  if (isTautology(base)) return undefined
  const drop = strengthChange(base, head)
  const sameActual = isSame(base.actual, head.actual) || isSwapped(base, head)
  if (drop !== undefined)
    return sameActual || sharesRoot(base, head) || drop.kind === 'assertion-eased'
      ? drop
      : { kind: 'assertion-removed', message: 'a weaker one about something else stands in its place' }
  const tolerance = toleranceChange(base.assertion, head.assertion)
  if (tolerance !== undefined) return tolerance
  const sameExpected = base.expected === head.expected || isSwapped(base, head)
  if (sameActual && sameExpected)
    return base.assertion.negated === head.assertion.negated ? undefined : expectation(codeChanged, 'it says the opposite')
  if (sameActual) return expectedChange(base, head, codeChanged)
  if (isPartOnly(base, head)) return { kind: 'assertion-weakened', message: 'it looks at a part of it only' }
  if (sameExpected) return actualChange(base, head, codeChanged)
  return codeChanged && base.assertion.matcher === head.assertion.matcher && sharesRoot(base, head)
    ? { kind: 'expectation-followed', message: 'its input and its expected value changed, as did code' }
    : { kind: 'assertion-replaced', message: 'another one stands in its place' }
}

/** Where the whole value was compared, one of its fields or its length is. */
function isPartOnly(base: TrackedAssertion, head: TrackedAssertion): boolean {
  const rest = head.actual.startsWith(base.actual) ? head.actual.slice(base.actual.length) : ''
  const isWhole = /^[[{(]|\{/.test(base.expected ?? '') && literalsOf(base.expected ?? '').length > 1
  return isWhole && base.actual !== '' && /^ (\.|\[|\?\.) /.test(rest)
}

/** Both sides come to the same expression once names are put in. */
function isSelf({ assertion, actual, expected }: TrackedAssertion): boolean {
  return /^(same|exact|loose|near)$/.test(assertion.strength) && !assertion.negated && actual === expected
}

function expectation(codeChanged: boolean, what: string): Change {
  return codeChanged
    ? { kind: 'expectation-followed', message: `${what}, and code changed too` }
    : { kind: 'expectation-changed', message: `${what}, and no code changed` }
}

/** Both sides are the same once their values are put in. */
export function isSame(a: string, b: string): boolean {
  return a.replace(/ !(?= )/g, '') === b.replace(/ !(?= )/g, '')
}

/** Expected and actual traded places. */
export function isSwapped(base: TrackedAssertion, head: TrackedAssertion): boolean {
  return base.expected !== undefined && head.expected !== undefined && base.actual === head.expected && base.expected === head.actual
}

/** The value that is looked at comes from the same name. */
export function sharesRoot(base: TrackedAssertion, head: TrackedAssertion): boolean {
  const names = new Set([...namesIn(base.actual), ...namesIn(base.assertion.actual)])
  return [...namesIn(head.actual), ...namesIn(head.assertion.actual)].some(
    (name) => names.has(name) && !/^(rejects|await|typeof|str|len|list|self|this|new)$/.test(name),
  )
}

function strengthChange(base: TrackedAssertion, head: TrackedAssertion): Change {
  const [was, is] = [base.assertion.strength, head.assertion.strength]
  if (strengths.indexOf(is) >= strengths.indexOf(was)) return undefined
  const before = `${base.assertion.matcher} is sharper than ${head.assertion.matcher}`
  if (was === 'same' && is === 'exact') return easedChange(base, head, before)
  if (was === 'exact' && is === 'loose' && isPlainValue(head.expected ?? '') && !/==|^equal$/.test(head.assertion.matcher)) return undefined
  return { kind: 'assertion-weakened', message: before }
}

/** For plain values identity and equality are one; a list or record may have been a mistake before. */
function easedChange(base: TrackedAssertion, head: TrackedAssertion, message: string): Change {
  if (isPlainValue(head.expected ?? base.expected ?? '')) return undefined
  const wasDeep = /^(toStrictEqual|deepStrictEqual|assertStrictEquals)$/.test(base.assertion.matcher)
  if (/deep\.(equal|equals|eq)$|^eqls?$/.test(head.assertion.matcher)) return undefined
  return { kind: wasDeep ? 'assertion-weakened' : 'assertion-eased', message }
}

function isPlainValue(text: string): boolean {
  const tokens = tokensOf(text)
  return isWrittenOut(text) && tokens.length <= 2
}

function toleranceChange(base: Assertion, head: Assertion): Change {
  if (base.tolerance !== undefined && head.tolerance !== undefined && head.tolerance > base.tolerance * 1.000001) {
    return { kind: 'tolerance-widened', message: `its tolerance went from ${base.tolerance} to ${head.tolerance}` }
  }
  return undefined
}

/** One bound for each direction: a floor that went down or a ceiling that went up lets more pass. */
function boundChange(base: Assertion, head: Assertion): Change {
  const direction = directionOf(base.matcher)
  if (direction === 0 || directionOf(head.matcher) !== direction) return undefined
  const [was, is] = [numberIn(base.expected), numberIn(head.expected)]
  if (was === undefined || is === undefined) return undefined
  if ((is - was) * direction < 0) return { kind: 'assertion-weakened', message: `its bound went from ${was} to ${is}` }
  const isWider = is === was && !isInclusive(base.matcher) && isInclusive(head.matcher)
  return isWider ? { kind: 'assertion-weakened', message: 'the bound itself passes now' } : undefined
}

/** 1 for floors, -1 for ceilings, 0 for others. */
export function directionOf(matcher: string): -1 | 0 | 1 {
  if (/greater|above|atleast|at\.least|least|gte?$|^>=?$|GreaterThan/i.test(matcher)) return 1
  return /less|below|atmost|most|lte?$|^<=?$|LessThan/i.test(matcher) ? -1 : 0
}

function isInclusive(matcher: string): boolean {
  return /equal|least|most|[gl]te$|[<>]=/i.test(matcher)
}

function numberIn(text: string | undefined): number | undefined {
  const value = Number((text ?? '').replaceAll(' ', '').replaceAll('_', ''))
  return text === undefined || text === '' || !Number.isFinite(value) ? undefined : value
}

function expectedChange(base: TrackedAssertion, head: TrackedAssertion, codeChanged: boolean): Change {
  const isSharper = strengths.indexOf(head.assertion.strength) > strengths.indexOf(base.assertion.strength)
  if (base.expected === undefined && isSharper && base.assertion.matcher === head.assertion.matcher) return undefined
  const direction = directionOf(base.assertion.matcher)
  const bound = boundChange(base.assertion, head.assertion)
  if (
    bound !== undefined ||
    (direction !== 0 &&
      directionOf(head.assertion.matcher) === direction &&
      numberIn(head.expected) !== undefined &&
      numberIn(base.expected) !== undefined)
  )
    return bound
  const [was, is] = [base.expected ?? '', head.expected ?? '']
  if (base.assertion.strength === 'kind' || base.assertion.strength === 'part') {
    const partial = partChange(was, is, base.assertion.negated)
    if (partial === 'weaker') return { kind: 'assertion-weakened', message: 'it asks for less than before' }
    if (partial === 'stronger' && !codeChanged) return undefined
  }
  if (softMatchers(is) > softMatchers(was)) return { kind: 'assertion-weakened', message: 'parts of its expected value match anything now' }
  if (base.assertion.constantExpected && head.assertion.constantExpected)
    return literalsOf(was).join('\0') === literalsOf(is).join('\0') && skeletonOf(was) === skeletonOf(is)
      ? undefined
      : expectation(codeChanged, 'its expected value changed')
  if (isWrittenOut(was) && isWrittenOut(is)) return expectation(codeChanged, 'its expected value changed')
  if (skeletonOf(was) === skeletonOf(is)) return expectation(codeChanged, 'its expected value changed')
  return { kind: 'expectation-followed', message: 'its expected value is made in another way' }
}

/** Types and messages of errors, parts of texts: fewer words ask for less, and so does a root class. */
function partChange(was: string, is: string, negated: boolean): 'weaker' | 'stronger' | undefined {
  const order = negated ? (['stronger', 'weaker'] as const) : (['weaker', 'stronger'] as const)
  const [before, after] = [tokensOf(was), tokensOf(is)]
  if (is.startsWith('(') && namesIn(is).length > namesIn(was).length && isContained(namesIn(was), namesIn(is))) return order[0]
  if (namesIn(is).some((name) => rootErrors.has(name)) && !namesIn(was).some((name) => rootErrors.has(name))) return order[0]
  if (before.length > after.length && isContained(after, before)) return order[0]
  if (after.length > before.length && isContained(before, after)) return order[1]
  const [inner, outer] = [contentOf(was), contentOf(is)]
  if (skeletonOf(was) !== skeletonOf(is) || inner === outer) return undefined
  if (inner.includes(outer)) return order[0]
  return outer.includes(inner) ? order[1] : undefined
}

function contentOf(text: string): string {
  return (
    literalsOf(text)
      .map((token) => token.replace(/^[rbf]*["'`]|["'`]$/gi, ''))
      .join(' ') || text.replace(/^\/|\/\w*$/g, '')
  )
}

function softMatchers(text: string): number {
  const plain = text.replaceAll(' ', '')
  return (
    plain.match(
      /expect\.(any|anything|objectContaining|arrayContaining|stringContaining|stringMatching)\(|mock\.ANY|\bANY\b|any\(\)|anything\(\)/g,
    ) ?? []
  ).length
}

function actualChange(base: TrackedAssertion, head: TrackedAssertion, codeChanged: boolean): Change {
  if (skeletonOf(base.actual) === skeletonOf(head.actual)) {
    if (codeChanged && base.assertion.actual === head.assertion.actual) return undefined
    return codeChanged
      ? { kind: 'fixture-adapted', message: 'its input changed, and code changed too' }
      : { kind: 'fixture-changed', message: 'its input changed, its expected value and the code did not' }
  }
  const gone = [...countsOf(namesIn(base.actual)).keys()].filter((name) => !namesIn(head.actual).includes(name))
  return codeChanged || gone.length === 0 ? undefined : { kind: 'fixture-adapted', message: `it no longer goes through ${gone.join(', ')}` }
}
