import type { Assertion, Strength } from './test-file'

const words =
  /(?<![\w.])(?:(?:Assert|Assertions|XCTest|self|this|\$this|Test::More|CollectionAssert|StringAssert)(?:\.|->|::)(?:assert)?\w+|assert(?:_\w+|[A-Z]\w*)?[!?]?|refute(?:_\w+)?|flunk|XCTAssert\w*|XCTFail|expect(?:_\w+|That)?|is_expected|#expect|#require|EXPECT_\w+|ASSERT_\w+|REQUIRE(?:_\w+)?|CHECK(?:_\w+)?|BOOST_(?:CHECK|REQUIRE|TEST)\w*|verify|require\.\w+|raise AssertionError)(?=[\s({!]|$)|\.(?:should|must_\w+|Should|shouldBe|wont_\w+)\b|\bshould(?:Be|Throw|Not\w*|Contain)\b/g

const strengths: readonly (readonly [RegExp, Strength])[] = [
  [
    /(?:InDelta|WithDelta|_in_delta|within|be_within|closeTo|toBeCloseTo|approx|NEAR|accuracy|tolerance|DOUBLE_EQ|FLOAT_EQ|withTolerance|BeApproximately)/i,
    'near',
  ],
  [/(?:assertSame|\.Same\b|be_equal|\bequal\(|XCTAssertIdentical|toBe\(|===)/, 'same'],
  [
    /(?:NotEqual|not_to|to_not|NotNull|not_nil|be_truthy|be_present|NotEmpty|NotNil|isNotNull|XCTAssertTrue|assertTrue|\.True\b|_TRUE\b|EXPECT_NE|ASSERT_NE|refute)/,
    'present',
  ],
  [/(?:Throw|Raise|raise_error|assertInstanceOf|IsType|IsAssignable|be_an?\b|kind_of|instance_of|is_a\b)/i, 'kind'],
  [/(?:Contains|include|match|StartsWith|EndsWith|have_attributes|HasSubstr)/i, 'part'],
  [/(?:Greater|Less|_GT|_LT|_GE|_LE|be >|be <|InRange)/i, 'bound'],
  [/(?:match_array|contain_exactly|Equivalent|EqualsCanonicalizing|same_elements)/i, 'loose'],
]

/** A condition that holds whatever the code does: a written-out truth, or a value compared with itself. */
const constant =
  /^(?:assert(?:_true|True)?!?|XCTAssert(?:True)?|Assert\.(?:True|IsTrue|That)|(?:\$this->|self::|static::)assertTrue|EXPECT_TRUE|ASSERT_TRUE|REQUIRE|CHECK|#expect|expect)\s*[({]?\s*(?:true|True|1|1 ?==? ?1|"[^"]*")\s*(?:[,)}].*|$)/

/** A longer statement is taken as it is, since looking into it could take for ever. */
const textMax = 2_000

/** Assertions in one case of the text fallback, one for each statement with a word that asserts; multi-line ones are joined by their brackets. */
export function textAssertions(code: string, bare: string, firstLine: number): Assertion[] {
  const found: Assertion[] = []
  let done = -1
  for (const match of code.matchAll(words)) {
    if (match.index < done) continue
    const start = code.lastIndexOf('\n', match.index) + 1
    const end = statementEnd(code, match.index)
    done = end
    const begin = /^\s*$/.test(code.slice(start, match.index)) || match[0].startsWith('.') ? start : match.index
    const text = bare
      .slice(begin, end)
      .replaceAll(/\s+/g, ' ')
      .replace(/[;\s]+$/, '')
      .replaceAll(/([([{]) | (?=[)\]},])/g, '$1')
      .replaceAll(/'([^'"\\]*)'/g, '"$1"')
      .trim()
    found.push(assertionOf(text, match[0], firstLine + code.slice(0, match.index).split('\n').length - 1))
  }
  return found
}

/** The end of the line on which the brackets opened since are closed again. */
function statementEnd(code: string, from: number): number {
  let depth = 0
  for (let at = from; at < code.length; at += 1) {
    const sign = code[at] ?? ''
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    if (depth < 0 || (depth === 0 && (sign === '\n' || sign === ';'))) {
      // A chain goes on with a dot, or with a word that joins, on the next line.
      if (sign === '\n' && /^\s*(\.|->|&&|\|\|)/.test(code.slice(at + 1, at + 200))) continue
      return at
    }
  }
  return code.length
}

function assertionOf(text: string, word: string, line: number): Assertion {
  if (text.length > textMax)
    return {
      line,
      text,
      actual: '',
      matcher: word.trim(),
      strength: 'exact',
      negated: false,
      constantActual: false,
      constantExpected: false,
      guards: [],
    }
  const strength = strengths.find(([pattern]) => pattern.test(text))?.[1] ?? 'exact'
  const inner = /\(\s*(.+)\s*\)$/.exec(text)?.[1] ?? text.slice(text.indexOf(word) + word.length).trim()
  const parts = /^(.+?), ?(.+)$/.exec(inner)
  const halves =
    inner.length % 2 === 0 ? undefined : [inner.slice(0, (inner.length - 1) / 2).trim(), inner.slice((inner.length + 1) / 2).trim()]
  const chain =
    /^expect ?[({] ?(.+?) ?[)}]\.?(?:to|should)?\s*(?:eq|eql|equal|be|==|\.toBe|\.toEqual|\.to\.equal)\b\s*\(? ?(.+?)\)?$/i.exec(text)
  const sides =
    chain !== null
      ? [chain[1], chain[2]]
      : halves !== undefined && inner[(inner.length - 1) / 2] === ','
        ? halves
        : [parts?.[1], parts?.[2]]
  const same = sides[0] !== undefined && sides[0] === sides[1] && !/Not|_NE|refute/.test(text)
  const equation = /^assert\w*!? ?\((.+?) ={2,3} (.+)\)$/.exec(text) ?? /^assert\w*!? (.+?) ={2,3} (.+)$/.exec(text)
  const always = constant.test(text) || same || (equation !== null && equation[1] === equation[2]) || /\|\| true\b|\bor true\b/i.test(text)
  return {
    line,
    text,
    actual: inner,
    matcher: word.trim(),
    strength: always ? 'nothing' : strength,
    negated: /Not|_NE\b|not_to|to_not|refute/.test(text),
    constantActual: always,
    constantExpected: false,
    ...(always ? { alwaysTrue: same ? 'both sides are the same' : 'written out' } : {}),
    guards: [],
  }
}
