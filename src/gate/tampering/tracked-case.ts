import type { Assertion, Helper, TestCase, TestFile } from './test-file'
import { isWrittenOut, literalsOf, tokensOf } from './test-words'

/** One assertion of a case with its names put in: `INPUT` → `[ 1 , 2 , 3 ]`. */
export type TrackedAssertion = {
  readonly assertion: Assertion
  readonly actual: string
  readonly expected: string | undefined
  readonly literals: readonly string[]
  /** It stands in a helper that the case calls. */
  readonly isHelpers: boolean
}

/** A case with all that it asserts, its helpers' assertions included. */
export type TrackedCase = {
  readonly path: string
  readonly test: TestCase
  readonly file: TestFile
  readonly title: string
  readonly assertions: readonly TrackedAssertion[]
  readonly literals: readonly string[]
  /** Steps that call a helper with assertions. */
  readonly helperSteps: readonly { readonly step: string; readonly assertions: readonly Assertion[] }[]
}

const checkWord = /^(assert|expect|check|verify|should|ensure|validate|must|require|testThat|compare|match|step|run_?test)/i

/**
 * The cases of one side. Helpers are found in the case's own file first, then in any file of the side. A call of a helper that both sides have
 * (`kept`) counts as an assertion of its own, since the helper is followed by itself (`trackHelpers`).
 */
export function trackCases(files: readonly TestFile[], kept: ReadonlySet<string>): TrackedCase[] {
  const shared = new Map<string, Helper>()
  for (const file of files) for (const helper of file.helpers) if (!shared.has(helper.name)) shared.set(helper.name, helper)
  return files.flatMap((file) => {
    const own = new Map(file.helpers.map((helper) => [helper.name, helper]))
    const find = (name: string): Helper | undefined => own.get(name) ?? shared.get(name)
    return file.cases.map((test) => trackCase(test, file, find, kept))
  })
}

/** Helpers with assertions, as if each were a case. */
export function trackHelpers(files: readonly TestFile[], kept: ReadonlySet<string>): TrackedCase[] {
  return files.flatMap((file) =>
    file.helpers
      .filter(({ name }) => kept.has(name))
      .map(({ name, line, assertions, calls, body }) => {
        const test = { name: [`${name} ( )`], line, lastLine: line, markers: [], assertions, calls, steps: [], body }
        return trackCase(test, file, () => undefined, kept)
      }),
  )
}

/** Names of helpers with assertions that both sides have. */
export function keptHelpers(base: readonly TestFile[], head: readonly TestFile[]): Set<string> {
  const names = new Set(head.flatMap(({ helpers }) => helpers.map(({ name }) => name)))
  return new Set(
    base.flatMap(({ helpers }) =>
      helpers.filter(({ name, assertions }) => assertions.length > 0 && names.has(name)).map(({ name }) => name),
    ),
  )
}

function trackCase(test: TestCase, file: TestFile, find: (name: string) => Helper | undefined, kept: ReadonlySet<string>): TrackedCase {
  const values = valuesOf(test, file)
  const unknown = test.calls.filter((name) => kept.has(name) || (checkWord.test(name) && find(name) === undefined))
  const other = test.calls.filter((name) => !kept.has(name))
  const checks = test.steps.flatMap((step) => {
    const name = unknown.find((one) => isCalledIn(one, step))
    return name === undefined ? [] : [checkCall(name, step, test.line)]
  })
  const assertions = [
    ...[...test.assertions, ...checks].map((assertion) => tracked(assertion, values, false)),
    ...helperAssertions(other, find, new Set()).map((assertion) => tracked(assertion, new Map(), true)),
  ]
  return {
    path: file.path,
    test,
    file,
    title: test.name.join(' > '),
    assertions,
    literals: assertions.filter(({ isHelpers }) => !isHelpers).flatMap(({ literals }) => literals),
    helperSteps: test.steps.flatMap((step) => {
      const found = helperAssertions(
        test.calls.filter((name) => isCalledIn(name, step)),
        find,
        new Set(),
      )
      const unread = checks.filter(({ text }) => text === step)
      return found.length + unread.length === 0 ? [] : [{ step: putIn(step, values), assertions: [...found, ...unread] }]
    }),
  }
}

function isCalledIn(name: string, step: string): boolean {
  return new RegExp(`(^|[ .])${name.replace(/\W/g, '\\$&')} \\(`).test(step)
}

/** A call of a helper whose inside isn't looked at here. */
function checkCall(name: string, step: string, line: number): Assertion {
  return {
    line,
    text: step,
    actual: step,
    matcher: name,
    strength: 'exact',
    negated: false,
    constantActual: false,
    constantExpected: true,
    guards: [],
  }
}

function tracked(assertion: Assertion, values: ReadonlyMap<string, string>, isHelpers: boolean): TrackedAssertion {
  const actual = putIn(assertion.actual, values)
  const expected = assertion.expected === undefined ? undefined : putIn(assertion.expected, values)
  return { assertion, actual, expected, literals: literalsOf(`${actual} ${expected ?? ''}`), isHelpers }
}

function helperAssertions(names: readonly string[], find: (name: string) => Helper | undefined, seen: Set<string>): Assertion[] {
  return names.flatMap((name) => {
    const helper = seen.has(name) ? undefined : find(name)
    if (helper === undefined || seen.size > 20) return []
    seen.add(name)
    return [...helper.assertions, ...helperAssertions(helper.calls, find, seen)]
  })
}

/** What names stand for: constants of the file and what the case itself assigns once. */
function valuesOf(test: TestCase, file: TestFile): Map<string, string> {
  const values = new Map<string, string>()
  for (const { name, value, constant } of file.bindings) if (constant) values.set(name, value)
  const assigned = new Map<string, string | undefined>()
  for (const step of test.steps) {
    const found =
      /^(?:(?:const|final|auto|mut|[A-Z]\w*(?: < .* >)?(?: \[ \])?|int|long|double|float|boolean|char) )*([A-Za-z_$][\w$]*)(?: : [^=]+)? :?= (.+)$/.exec(
        step,
      )
    const [, name, value] = found ?? []
    if (name !== undefined && value !== undefined) assigned.set(name, assigned.has(name) ? undefined : value.replace(/^(await|yield) /, ''))
  }
  for (const [name, value] of assigned) {
    if (value === undefined || tokensOf(value).includes(name) || isMutated(name, test.body)) values.delete(name)
    else values.set(name, putIn(value, values))
  }
  return values
}

/** Counted up, added to, assigned by index: then its first value says nothing. */
function isMutated(name: string, body: string): boolean {
  const word = name.replace(/\$/g, '\\$&')
  const changes = `(\\+\\+|--|[-+*/|&%]=|\\. (push|pop|shift|unshift|splice|sort|reverse|append|extend|add|set|insert|update|delete|clear|remove|put) \\(|\\[ [^\\]]* \\] =(?!=))`
  return new RegExp(`(^|[^\\w.])${word} ${changes}|(\\+\\+|--) ${word}\\b`).test(body)
}

function putIn(text: string, values: ReadonlyMap<string, string>): string {
  if (values.size === 0) return text
  const tokens = tokensOf(text)
  return tokens.map((token, index) => (isReplaceable(tokens, index) ? (values.get(token) ?? token) : token)).join(' ')
}

/** Not a member's name, not a key, not what is called or assigned. */
function isReplaceable(tokens: readonly string[], index: number): boolean {
  return tokens[index - 1] !== '.' && tokens[index + 1] !== ':' && tokens[index + 1] !== '('
}

/** An assertion that tells nothing: written out true, or a value beside itself. */
export function isTautology({ assertion, actual, expected }: TrackedAssertion): boolean {
  return isConstantTautology({ assertion, actual, expected }) || isSelfComparison({ assertion, actual, expected })
}

/** Nothing of any code is in it. */
export function isConstantTautology({ assertion, actual, expected }: Pick<TrackedAssertion, 'assertion' | 'actual' | 'expected'>): boolean {
  if (assertion.alwaysTrue !== undefined || assertion.strength === 'nothing') return true
  if (!assertion.constantActual) return false
  return expected === undefined || (assertion.constantExpected && isWrittenOut(actual))
}

function isSelfComparison({ assertion, actual, expected }: Pick<TrackedAssertion, 'assertion' | 'actual' | 'expected'>): boolean {
  const compares = /^(same|exact|loose|near)$/.test(assertion.strength)
  return (
    compares &&
    !assertion.negated &&
    expected !== undefined &&
    expected !== '' &&
    assertion.actual !== '' &&
    (assertion.actual === assertion.expected || (actual === expected && isWrittenOut(actual)))
  )
}

/** Reached and heard, and telling. */
export function isLive(one: TrackedAssertion): boolean {
  return !isTautology(one) && !one.assertion.guards.some(({ kind }) => kind !== 'condition' && kind !== 'loop')
}
