import type { TestCase } from '../tampering/test-file'
import type { CanaryKind, TestSource } from './canary'
import { brokenAssertions } from './broken-assertion'
import { bodyOf, statementAt } from './places'

/** Faults that are planted by an edit inside a test file. */
export const testEditKinds = [
  'test-case-removed',
  'test-skipped',
  'focus-added',
  'assertion-removed',
  'assertion-tautological',
  'test-emptied',
  'exit-forced',
  'assertion-broken',
] as const satisfies readonly CanaryKind[]

export type TestEditKind = (typeof testEditKinds)[number]

/** At most so many places of a file are tried. */
const placesMax = 12

/** Ways to plant the fault in this file, as whole new texts, likeliest first; whether one took is for `hasTaken` to say. */
export function testEdits(kind: TestEditKind, source: TestSource): string[] {
  if (kind === 'exit-forced') return exits(source)
  const plain = source.tests.cases.filter(({ markers, table, body }) => markers.length === 0 && table === undefined && body !== '')
  const texts = plain.slice(0, placesMax).flatMap((one) => editsOfCase(kind, source, one))
  return texts.filter((text) => text !== source.text)
}

function editsOfCase(kind: Exclude<TestEditKind, 'exit-forced'>, source: TestSource, one: TestCase): string[] {
  switch (kind) {
    case 'test-case-removed':
      return [withoutLines(source.text, one)]
    case 'test-skipped':
      return skipped(source, one)
    case 'focus-added':
      return source.tests.language === 'javascript' ? [onLine(source.text, one.line, '$1.only')] : []
    case 'assertion-removed':
      return one.assertions.length < 2 ? [] : statementInstead(source, one, source.tests.language === 'python' ? 'pass' : '')
    case 'assertion-tautological':
      return tautology(source, one)
    case 'test-emptied':
      return one.assertions.length === 0 ? [] : emptied(source, one)
    case 'assertion-broken':
      return brokenAssertions(source, one)
  }
}

function withoutLines(text: string, { line, lastLine }: TestCase): string {
  const lines = text.split('\n')
  return [...lines.slice(0, line - 1), ...lines.slice(lastLine)].join('\n')
}

// `test` or `it` before a bracket, a dot or a template; the first on the line is the declaration.
function onLine(text: string, line: number, instead: string): string {
  const lines = text.split('\n')
  return lines.map((one, index) => (index === line - 1 ? one.replace(/\b(test|it)\b(?=\s*[.(`<])/, instead) : one)).join('\n')
}

function skipped(source: TestSource, one: TestCase): string[] {
  const { text, tests } = source
  switch (tests.language) {
    case 'javascript':
      return [onLine(text, one.line, '$1.skip')]
    case 'python':
      return [lineBefore(text, one.line, '@pytest.mark.skip(reason="canary")')]
    case 'rust':
      return [lineBefore(text, one.line, '#[ignore]')]
    case 'java':
      return [lineBefore(text, one.line, '@Disabled')]
    case 'go': {
      const body = bodyOf(source.tree, one)
      return body === undefined ? [] : [spliced(text, body.from, body.from, '\n\tt.Skip("canary")')]
    }
    case 'text':
      return []
  }
}

function lineBefore(text: string, line: number, added: string): string {
  const lines = text.split('\n')
  const indent = /^[ \t]*/.exec(lines[line - 1] ?? '')?.[0] ?? ''
  return [...lines.slice(0, line - 1), `${indent}${added}`, ...lines.slice(line - 1)].join('\n')
}

function statementInstead({ text, tree }: TestSource, one: TestCase, instead: string): string[] {
  const heard = one.assertions.filter(({ guards }) => guards.length === 0)
  return heard.flatMap(({ line }) => {
    const statement = statementAt(tree, line)
    return statement === undefined ? [] : [spliced(text, statement.start.offset, statement.end.offset, instead)]
  })
}

function tautology(source: TestSource, one: TestCase): string[] {
  switch (source.tests.language) {
    case 'python':
      return statementInstead(source, one, 'assert True')
    case 'rust':
      return statementInstead(source, one, 'assert!(true);')
    case 'java':
      return statementInstead(source, one, 'assertTrue(true);')
    case 'javascript':
      return statementInstead(
        source,
        one,
        /\bexpect\s*\(/.test(source.text) ? 'expect(true).toBe(true)' : /\bassert\b/.test(source.text) ? 'assert.ok(true)' : 'true',
      )
    case 'go':
    case 'text':
      return []
  }
}

function emptied(source: TestSource, one: TestCase): string[] {
  const body = bodyOf(source.tree, one)
  return body === undefined ? [] : [spliced(source.text, body.from, body.to, source.tests.language === 'python' ? 'pass' : '')]
}

function exits({ text, tests }: TestSource): string[] {
  const end = text.endsWith('\n') ? '' : '\n'
  switch (tests.language) {
    case 'javascript':
      return [`${text}${end}process.exit(0)\n`]
    case 'python':
      return [`${text}${end}\nimport os\nos._exit(0)\n`, `${text}${end}\nimport sys\nsys.exit(0)\n`]
    case 'go':
      return [`${text}${end}\nfunc init() { os.Exit(0) }\n`]
    case 'java':
    case 'rust':
    case 'text':
      return []
  }
}

/** The text with a stretch of it replaced. */
export function spliced(text: string, from: number, to: number, instead: string): string {
  return `${text.slice(0, from)}${instead}${text.slice(to)}`
}
