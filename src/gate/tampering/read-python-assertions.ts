import type { SyntaxNode } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import { fieldOf, partsOf } from './nodes'
import type { Claim } from './read-body'
import type { PythonNames } from './read-python-names'
import { dottedName, isWritten, keyword, lastWord, numberIn, positionals } from './read-python-names'
import type { Frame } from './read-python-predicate'
import { claimOf, predicateClaims } from './read-python-predicate'
import type { Strength } from './test-file'

const pairs: Readonly<Record<string, readonly [Strength, boolean]>> = {
  assertEqual: ['exact', false],
  assertEquals: ['exact', false],
  assertNotEqual: ['bound', true],
  assertIs: ['same', false],
  assertIsNot: ['bound', true],
  assertIn: ['part', false],
  assertNotIn: ['part', true],
  assertIsInstance: ['kind', false],
  assertNotIsInstance: ['bound', true],
  assertGreater: ['bound', false],
  assertGreaterEqual: ['bound', false],
  assertLess: ['bound', false],
  assertLessEqual: ['bound', false],
  assertRegex: ['part', false],
  assertNotRegex: ['part', true],
  assertContains: ['part', false],
  assertCountEqual: ['loose', false],
  assertItemsEqual: ['loose', false],
  assertDictContainsSubset: ['part', false],
}

const digits: Readonly<Record<string, readonly [string, number]>> = {
  assertAlmostEqual: ['places', 7],
  assertNotAlmostEqual: ['places', 7],
  assert_almost_equal: ['decimal', 7],
  assert_array_almost_equal: ['decimal', 6],
  assert_approx_equal: ['significant', 7],
}

const mockChecks: Readonly<Record<string, Strength>> = {
  assert_called: 'runs',
  assert_called_once: 'bound',
  assert_called_with: 'exact',
  assert_called_once_with: 'exact',
  assert_any_call: 'part',
  assert_has_calls: 'part',
  assert_not_called: 'exact',
  assert_awaited: 'runs',
  assert_awaited_once: 'bound',
  assert_awaited_with: 'exact',
  assert_awaited_once_with: 'exact',
  assert_not_awaited: 'exact',
}

/** Attributes of a mock that check nothing, though they read as if they did. */
const falseChecks = /^(called_once_with|called_with|called_once|has_calls|not_called|any_call|asert_\w+|assret_\w+|asset_\w+)$/

/** `assert x, "message"`. */
export function assertClaims(node: SyntaxNode, names: PythonNames): Claim[] {
  const [condition] = partsOf(node)
  if (condition === undefined) return []
  return predicateClaims(condition, { line: node.start.line, wrap: (flat) => `assert ${flat}`, names })
}

/** The claims of a call statement: unittest's methods, mocks' checks, numpy's, `pytest.fail`, and whatever else is named assert…. */
export function callClaims(call: SyntaxNode, names: PythonNames): Claim[] {
  const dotted = dottedName(call, names)
  const word = lastWord(dotted)
  const frame: Frame = { line: call.start.line, wrap: (flat) => `assert ${flat}`, names }
  const [first, second] = positionals(call)
  const raised = raisesClaim(call, names)
  if (raised !== undefined) return [raised]
  if (word === 'fail' && /^(self|pytest|\?)\./.test(dotted))
    return [claimOf(frame, flatText(call), { actual: call, matcher: 'fail', strength: 'runs' })]
  if (falseChecks.test(word) && dotted.includes('.')) {
    return [claimOf(frame, flatText(call), { actual: call, matcher: word, strength: 'nothing', alwaysTrue: `${word} is no check` })]
  }
  const checks = mockChecks[word]
  if (checks !== undefined) return [mockClaim(call, word, checks, frame)]
  if (!/^(assert|check_equal|expect_equal)/.test(word) || first === undefined) return []
  if (word === 'assertTrue' || word === 'assert_true' || word === 'assert_') return predicateClaims(first, frame)
  if (word === 'assertFalse' || word === 'assert_false') return predicateClaims(first, frame, true)
  if (word === 'assertIsNone') return [claimOf(frame, flatText(call), { actual: first, matcher: 'is None', strength: 'same' })]
  if (word === 'assertIsNotNone')
    return [claimOf(frame, flatText(call), { actual: first, matcher: 'is None', strength: 'present', negated: true })]
  if (second === undefined) return [claimOf(frame, flatText(call), { actual: first, matcher: word, strength: 'present' })]
  return [pairClaim(call, word, first, second, frame)]
}

function mockClaim(call: SyntaxNode, word: string, strength: Strength, frame: Frame): Claim {
  const callee = fieldOf(call, 'function')
  const object = callee === undefined ? undefined : fieldOf(callee, 'object')
  const list = fieldOf(call, 'arguments')
  const expects = /_with$|_calls$|_any_call$/.test(word) ? list : undefined
  return claimOf(frame, flatText(call), { actual: object ?? call, matcher: word, expected: expects, strength })
}

function pairClaim(call: SyntaxNode, word: string, first: SyntaxNode, second: SyntaxNode, frame: Frame): Claim {
  const { names } = frame
  const near = digits[word]
  const [strength, negated] = pairs[word] ?? ['exact', /Not[A-Z]|_not_/.test(word)]
  // Yoda order says the same: only a written-out value on the left and a call on the right are exchanged.
  const swap = strength === 'exact' && claimOf(frame, '', { actual: first, matcher: '', strength }).constantActual
  const swapped = swap && !claimOf(frame, '', { actual: second, matcher: '', strength }).constantActual
  const [actual, expected] = swapped ? [second, first] : [first, second]
  const same = !negated && ['exact', 'same', 'loose'].includes(strength) && flatText(first) === flatText(second)
  const base = { actual, matcher: word, expected, negated, alwaysTrue: same ? 'both sides are the same' : undefined }
  const message = positionals(call).slice(2)
  const text = `${word} ( ${flatText(actual)} , ${flatText(expected)}${optionText(call, near === undefined ? [] : message)} )`
  if (near !== undefined) {
    const [name, standard] = near
    const delta = numberIn(keyword(call, 'delta'), names)
    const places = numberIn(keyword(call, name) ?? message[0], names) ?? standard
    return claimOf(frame, text, { ...base, strength: negated ? 'bound' : 'near', tolerance: delta ?? 10 ** -places / 2 })
  }
  if (/allclose/.test(word)) {
    const stated = [keyword(call, 'rtol') ?? message[0], keyword(call, 'atol') ?? message[1]].map((part) => numberIn(part, names))
    const known = stated.filter((part) => part !== undefined)
    return claimOf(frame, text, { ...base, strength: 'near', tolerance: known.length === 0 ? 1e-7 : Math.max(...known) })
  }
  return claimOf(frame, text, { ...base, strength: negated && strength === 'exact' ? 'bound' : strength })
}

/** Keyword arguments other than the message, in the order of their names. */
function optionText(call: SyntaxNode, more: readonly SyntaxNode[]): string {
  const list = fieldOf(call, 'arguments')
  const keywords = (list?.children ?? []).filter(
    (part) => part.type === 'keyword_argument' && !['msg', 'err_msg'].includes(fieldOf(part, 'name')?.text ?? ''),
  )
  const texts = [...more, ...keywords].map(flatText)
  return texts.map((text) => ` , ${text}`).join('')
}

/** `pytest.raises(E, match=…)`, `self.assertRaisesRegex(E, …)` and their kin, as a call or as a `with` item; undefined for others. */
export function raisesClaim(call: SyntaxNode, names: PythonNames): Claim | undefined {
  const word = lastWord(dottedName(call, names))
  if (
    !/^(raises|warns|deprecated_call|assertRaises|assertRaisesRegexp?|assertRaisesMessage|assertWarns|assertWarnsRegex|assertLogs|assertNoLogs)$/.test(
      word,
    )
  )
    return undefined
  const [error, second] = positionals(call)
  const kind = error ?? keyword(call, 'expected_exception')
  const pattern = keyword(call, 'match') ?? (/Regex|Message/.test(word) ? (second ?? keyword(call, 'expected_regex')) : undefined)
  const matches =
    pattern !== undefined && !['', '.', '.*', '.+', '(?s).*'].includes(stringValue(pattern) ?? pattern.text.replace(/^\w*["']|["']$/g, ''))
  const broad = kind === undefined || /^(Exception|BaseException|\(? ?Exception.*|Warning)$/.test(flatText(kind))
  const frame: Frame = { line: call.start.line, wrap: (flat) => flat, names }
  const strength = matches ? 'part' : broad ? 'present' : 'kind'
  const made = claimOf(frame, flatText(call), {
    actual: call,
    matcher: word.startsWith('assertRaises') ? 'raises' : word,
    expected: kind,
    strength,
  })
  const expected = [kind, matches ? pattern : undefined].filter((part) => part !== undefined).map(flatText)
  return {
    ...made,
    actual: second === undefined || matches ? '' : flatText(second),
    expected: expected.join(' , '),
    constantExpected: matches && isWritten(pattern),
  }
}
