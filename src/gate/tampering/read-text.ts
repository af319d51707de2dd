import { lineCounter } from './line-counter'
import { textAssertions } from './read-text-assertions'
import { blanked } from './read-text-blank'
import type { FileFact, Marker, TestCase, TestFile } from './test-file'

/** How a test is declared: the pattern runs over text without comments and strings; its last group is the name, or the opening quote of one. */
const declarations: readonly RegExp[] = [
  // RSpec, Jasmine and their kin, ExUnit, Catch2, bats, Dart, busted: a word and a name in quotes.
  /(?<![\w.:@$-])(?:it|test|specify|example|scenario|fit|xit|ftest|xtest|fspecify|xspecify|pending|property|testWidgets|TEST_CASE|SCENARIO|TEMPLATE_TEST_CASE|its|should)(?:\.(?:skip|only|todo|each|fails|concurrent|failing)\b(?:\([^)]*\))?)*\s*\(?\s*(["'`])/g,
  /@test\s+(["'])/g,
  /@testset\s+(["'])/g,
  // xUnit, NUnit, MSTest, JUnit in Kotlin, Java or Groovy, PHPUnit's attributes, Swift Testing, Rust.
  /(?:\[\s*(?:Xunit\.)?(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod|SkippableFact|SkippableTheory)\b[^\]]{0,500}\]|@(?:org\.junit\.)?(?:Test|ParameterizedTest|RepeatedTest)\b(?:\([^)]{0,500}\))?|#\[\s{0,20}(?:\w+::)?(?:Test|test|rstest|TestWith|DataProvider)\b[^\]]{0,500}\])(?:\s{0,200}(?:\[[^\]]{0,500}\]|@\w{1,80}(?:\.\w{1,80}){0,4}(?:\([^)]{0,500}\))?|#\[[^\]]{0,500}\])){0,8}\s{0,200}(?:(?:public|private|protected|internal|open|override|async|suspend|static|final|virtual|pub|unsafe|inline|void|Task|ValueTask|[A-Z]\w*(?:<[^>]{0,80}>)?)\s{1,200}){0,8}(?:(?:function|func|fun|fn|def)\s+)?(`|\w+(?=\s*[(<]))/g,
  // PHPUnit, XCTest, Python, Go, Minitest.
  /\b(?:function|func|def|fun)\s+(test\w*[?!]?)/g,
  /\bfunc\s+(?:\([^)]*\)\s*)?((?:Test|Fuzz)(?![a-z])\w*)/g,
  // GoogleTest, Boost.
  /\b(?:TEST|TEST_F|TEST_P|TYPED_TEST|BOOST_AUTO_TEST_CASE|BOOST_FIXTURE_TEST_CASE)\s*\(\s*(\w+(?:\s*,\s*\w+)?)/g,
  /\(deftest\s+(?:\^\S+\s+)?(\S+)/g,
]

const skips =
  /(?<![\w.])(?:x(?:it|test|specify|describe|context|example)|pending|skip)\b(?=\s*(?:\(|["'`]|$|if\b|unless\b|do\b))|(?<=\b(?:it|test|describe|context|suite|specify|each))\.(?:skip|todo)\b(?=\s*\(|\s*["'`])|\bSkip\s*=|\[\s*(?:Ignore|Explicit)\b[^\]]*\]|@(?:Disabled|Ignore|Ignored|disabled)\b|#\[\s*ignore\b|\bXCTSkip\w*|->markTest(?:Skipped|Incomplete)\b|@tag\s+:?skip\b|\bAssert\.(?:Ignore|Inconclusive)\b|\bGTEST_SKIP\b|(?:^|[\s,])DISABLED_\w+|@pytest\.mark\.(?:skip|xfail)\w*|@unittest\.(?:skip|expectedFailure)\w*|\bt\.Skip\w*\(|\.disabled\s*\(|\bassume(?:True|False|That)\s*\(|,\s*:?skip(?::|\s*=>)|\bskip:\s*(?!false)/gm
const focuses =
  /(?<![\w.])f(?:it|describe|context|specify|test|example)\b(?=\s*(?:\(|["'`]))|(?<=\b(?:it|test|describe|context|suite|specify|each))\.only\b(?=\s*\()|,\s*:focus\b|\bfocus:\s*true|,\s*focus\s*=>\s*true|@tag\s+:focus\b/g
const groups = /(?<![\w.:@$-])(?:[fx]?(?:describe|context|feature)|class|module|testset)\b/

/** Attributes further before a declaration than this are not looked for. */
const reachMax = 2_000

type Declared = { readonly name: string; readonly start: number; readonly from: number }

/**
 * Reads any other language's tests from its text (spec 10 §3): comments and strings are taken out as well as the extension lets tell, cases reach
 * from one declaration to the next. `exact` is false and the language is `text`, so that findings can say that they are careful guesses.
 */
export function readTextTests(text: string, path: string): TestFile {
  const { bare, code } = blanked(text, path)
  const lineOf = lineCounter(text)
  const declared = declarationsIn(code, bare)
  const cases = declared.map((one, index) => caseIn(one, declared[index + 1], { bare, code, lineOf }))
  const first = declared[0]?.from ?? code.length
  const lines = code.split('\n')
  return {
    path,
    language: 'text',
    exact: false,
    cases,
    helpers: [],
    markers: markersIn(code, 0, first, 'file', lineOf).filter(({ line }) => groups.test(lines[line - 1] ?? '')),
    setups: [],
    bindings: [],
    facts: exitsIn(code, bare, lineOf),
  }
}

function declarationsIn(code: string, bare: string): Declared[] {
  const found = new Map<number, Declared>()
  for (const pattern of declarations) {
    for (const match of code.matchAll(pattern)) {
      const last = match[1] ?? ''
      const at = match.index + match[0].length - last.length
      const quoted = /^["'`]$/.test(last)
      const name = quoted ? bare.slice(at + 1, closing(bare, at, last)) : last
      const before = attributesBefore(code, match.index)
      if (![at - 1, at, at + 1].some((near) => found.has(near)))
        found.set(at, { name: name.replaceAll(/\s+/g, ' '), start: at, from: before })
    }
  }
  return [...found.values()].sort((a, b) => a.start - b.start)
}

function closing(text: string, at: number, quote: string): number {
  for (let end = at + 1; end < Math.min(text.length, at + reachMax); end += 1) {
    if (text[end] === '\\') end += 1
    else if (text[end] === quote) return end
  }
  return Math.min(text.length, at + reachMax)
}

/** Where the attributes, tags and annotations begin that stand on the lines right before a declaration. */
function attributesBefore(code: string, at: number): number {
  const low = Math.max(0, at - reachMax)
  const start = (before: number): number => Math.max(low, low + code.slice(low, Math.max(low, before)).lastIndexOf('\n') + 1)
  let from = start(at)
  for (;;) {
    const previous = start(from - 1)
    const line = code.slice(previous, from).trim()
    if (from === low || !/^(\[.*\]|@\w.*|#\[.*\])$/.test(line)) return from
    from = previous
  }
}

type Reading = { readonly bare: string; readonly code: string; readonly lineOf: (offset: number) => number }

function caseIn(declared: Declared, next: Declared | undefined, { bare, code, lineOf }: Reading): TestCase {
  const end = next?.from ?? code.length
  const body = flat(bare.slice(declared.start, end))
  const markers = markersIn(code, declared.from, end, 'case', lineOf)
  const assertions = textAssertions(code.slice(declared.start, end), bare.slice(declared.start, end), lineOf(declared.start))
  const rows = [...code.slice(declared.from, declared.start).matchAll(/\[\s*(?:InlineData|TestCase|DataRow|MemberData|TestWith)\b/g)]
  const lastLine = lineOf(declared.from + code.slice(declared.from, end).trimEnd().length)
  return {
    name: [declared.name],
    line: lineOf(declared.start),
    lastLine: Math.max(lastLine, lineOf(declared.start)),
    markers,
    ...(rows.length > 1 ? { table: { count: rows.length, rows: [] } } : {}),
    assertions,
    calls: [],
    steps: [],
    body,
  }
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function markersIn(code: string, from: number, to: number, at: Marker['at'], lineOf: (offset: number) => number): Marker[] {
  const slice = code.slice(from, to)
  const made =
    (kind: Marker['kind']) =>
    (match: RegExpExecArray): Marker => ({ kind, line: lineOf(from + match.index + match[0].search(/\S/)), text: flat(match[0]), at })
  const conditional = /^(assume|XCTSkip(If|Unless)|@pytest\.mark\.skipif)/
  return [
    ...[...slice.matchAll(skips)]
      .map(made('skip'))
      .map((marker) => (conditional.test(marker.text) ? { ...marker, kind: 'conditional-skip' as const } : marker)),
    ...[...slice.matchAll(focuses)].map(made('focus')),
  ].sort((a, b) => a.line - b.line)
}

function exitsIn(code: string, bare: string, lineOf: (offset: number) => number): FileFact[] {
  const exits =
    /(?<![\w.>:$-])(?:(?:Kernel\.|Process\.|System\.)?exit!?|Environment\.Exit|exitProcess|System\.halt|os\._exit|sys\.exit|process\.exit|os\.Exit)\s*\(?\s*(-?\d+|true|false)?\s*\)?(?=\s*;?\s*$)/gm
  return [...code.matchAll(exits)].map((match) => {
    const status = match[1] === undefined || match[1] === '0' || match[1] === 'true' ? 'zero' : 'failing'
    return {
      kind: 'exit',
      line: lineOf(match.index),
      text: flat(bare.slice(match.index, match.index + match[0].length)),
      status,
      at: 'function',
    }
  })
}
