import type { SyntaxNode, SyntaxTree } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import { walkBody } from './read-body'
import { javaBlock, javaDialect } from './read-java-body'
import { isJavaWritten, javaTruth } from './read-java-values'
import type { Assertion, Binding, FileFact, Helper, Marker, Setup, Table, TestCase, TestFile } from './test-file'

type Found = { cases: TestCase[]; helpers: Helper[]; setups: Setup[]; bindings: Binding[]; facts: FileFact[] }
type Group = { readonly name: readonly string[]; readonly markers: readonly Marker[]; readonly junit3: boolean }

const testAnnotation =
  /^(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Theory|ArchTest|RetryingTest|RepeatedIfExceptionsTest|RetryTest)$/
const setupAnnotation = /^(Before|After|BeforeEach|AfterEach|BeforeAll|AfterAll|BeforeClass|AfterClass|BeforeMethod|AfterMethod)$/
const sourceAnnotation =
  /^(ValueSource|CsvSource|EnumSource|MethodSource|CsvFileSource|ArgumentsSource|NullSource|EmptySource|NullAndEmptySource|FieldSource)$/

/** Reads a Java file the way JUnit 3, 4 and 5 and TestNG collect it (spec 10 §3). */
export function readJavaTests(tree: SyntaxTree, path: string): TestFile {
  const found: Found = { cases: [], helpers: [], setups: [], bindings: [], facts: importFacts(tree.root) }
  for (const node of partsOf(tree.root)) if (isType(node)) readType(node, { name: [], markers: [], junit3: false }, found)
  return { path, language: 'java', exact: !tree.broken, markers: [], ...found }
}

function isType(node: SyntaxNode): boolean {
  return node.type === 'class_declaration' || node.type === 'interface_declaration' || node.type === 'record_declaration'
}

function importFacts(root: SyntaxNode): FileFact[] {
  return root.children
    .filter(({ type }) => type === 'import_declaration')
    .map((node) => {
      const target = flatText(node)
        .replace(/^import (static )?/, '')
        .replaceAll(' ', '')
      return { kind: 'import', line: node.start.line, target, names: [target.slice(target.lastIndexOf('.') + 1)] }
    })
}

function annotationsOf(node: SyntaxNode): SyntaxNode[] {
  const modifiers = node.children.find(({ type }) => type === 'modifiers')
  return (modifiers?.children ?? []).filter(({ type }) => type === 'annotation' || type === 'marker_annotation')
}

function annotationName(annotation: SyntaxNode): string {
  const name = fieldOf(annotation, 'name')?.text ?? ''
  return name.slice(name.lastIndexOf('.') + 1)
}

/** The value of an annotation's element; without a name its only value. */
function elementOf(annotation: SyntaxNode, name: string): SyntaxNode | undefined {
  const list = partsOf(fieldOf(annotation, 'arguments') ?? annotation).filter(({ field }) => field !== 'name')
  const pair = list.find((part) => part.type === 'element_value_pair' && fieldOf(part, 'key')?.text === name)
  return pair !== undefined ? fieldOf(pair, 'value') : name === 'value' ? list.find(({ type }) => type !== 'element_value_pair') : undefined
}

function markersOf(node: SyntaxNode, at: Marker['at']): Marker[] {
  return annotationsOf(node).flatMap((annotation) => {
    const kind = markerKind(annotation)
    return kind === undefined ? [] : [{ kind, line: annotation.start.line, text: flatText(annotation), at }]
  })
}

function markerKind(annotation: SyntaxNode): Marker['kind'] | undefined {
  const name = annotationName(annotation)
  if (/^(Disabled|Ignore|Ignored)$/.test(name)) return 'skip'
  if (
    name === 'Test' &&
    fieldOf(annotation, 'arguments') !== undefined &&
    javaTruth(elementOf(annotation, 'enabled') ?? annotation) === false
  )
    return 'skip'
  if (/^(Retry\w*|Flaky|RetryingTest|RepeatedIfExceptionsTest)$/.test(name)) return 'retry'
  return /^(Enabled|Disabled|Require|Assume)\w+$|^(SkipIf\w*|IfProfileValue|RunIf\w*|DisabledUntil|ExpectedToFail|NotWorking)$/.test(name)
    ? name === 'ExpectedToFail'
      ? 'expected-failure'
      : 'conditional-skip'
    : undefined
}

function readType(node: SyntaxNode, outer: Group, found: Found): void {
  const name = fieldOf(node, 'name')?.text ?? ''
  const members = partsOf(fieldOf(node, 'body') ?? node)
  const superclass = fieldOf(node, 'superclass')
  const setups = members.filter((member) => member.type === 'method_declaration' && isSetup(member))
  const skips = setups.flatMap((setup) =>
    walkBody(javaBlock(fieldOf(setup, 'body')), javaDialect('setup')).markers.map((marker) => ({ ...marker, at: 'setup' as const })),
  )
  const abstract = node.children.some(({ type, text }) => type === 'modifiers' && /\babstract\b/.test(text))
  const group = {
    name: [...outer.name, name],
    markers: [...outer.markers, ...markersOf(node, 'group'), ...skips],
    junit3: superclass !== undefined && /TestCase\b/.test(superclass.text),
  }
  const nestedLost =
    outer.name.length > 0 &&
    !annotationsOf(node).some((annotation) => annotationName(annotation) === 'Nested') &&
    !node.children.some(({ type, text }) => type === 'modifiers' && /\bstatic\b/.test(text))
  for (const member of members) {
    if (isType(member)) readType(member, group, found)
    if (member.type === 'field_declaration') readField(member, found)
    if (member.type === 'static_initializer')
      found.facts.push(
        ...walkBody(
          partsOf(member).flatMap((part) => javaBlock(part)),
          javaDialect('load'),
        ).facts,
      )
    if (member.type === 'method_declaration') readMethod(member, group, members, nestedLost && !abstract, found)
  }
}

function isSetup(member: SyntaxNode): boolean {
  return (
    annotationsOf(member).some((annotation) => setupAnnotation.test(annotationName(annotation))) ||
    /^(setUp|tearDown)$/.test(fieldOf(member, 'name')?.text ?? '')
  )
}

function readField(member: SyntaxNode, found: Found): void {
  for (const annotation of annotationsOf(member)) {
    if (/^(Mock|MockBean|Spy|SpyBean|MockitoBean|InjectMock)$/.test(annotationName(annotation)))
      found.facts.push({ kind: 'mock', line: member.start.line, text: flatText(member), target: fieldOf(member, 'type')?.text ?? '' })
  }
  for (const declarator of member.children.filter(({ type }) => type === 'variable_declarator')) {
    const [name, value] = [fieldOf(declarator, 'name'), fieldOf(declarator, 'value')]
    if (name !== undefined && value !== undefined)
      found.bindings.push({ name: name.text, line: member.start.line, value: flatText(value), constant: isJavaWritten(value) })
  }
}

function readMethod(member: SyntaxNode, group: Group, members: readonly SyntaxNode[], lost: boolean, found: Found): void {
  const name = fieldOf(member, 'name')?.text ?? ''
  const line = (fieldOf(member, 'name') ?? member).start.line
  const block = fieldOf(member, 'body')
  const body = block === undefined ? '' : flatText(block)
  const annotations = annotationsOf(member)
  const collected =
    annotations.some((annotation) => testAnnotation.test(annotationName(annotation))) || (group.junit3 && name.startsWith('test'))
  if (isSetup(member) && !collected) {
    found.setups.push({ name, line, body })
    found.facts.push(...walkBody(javaBlock(block), javaDialect('setup')).facts)
    return
  }
  const walked = walkBody(javaBlock(block), javaDialect(collected ? 'case' : 'function'))
  found.facts.push(...walked.facts)
  const hidden =
    lost ||
    annotations.some(
      (annotation) =>
        testAnnotation.test(annotationName(annotation)) &&
        /\b(private|static)\b/.test(member.children.find(({ type }) => type === 'modifiers')?.text ?? ''),
    )
  if (collected && hidden) found.facts.push({ kind: 'uncollected', line, name: [...group.name, name].join('.') })
  if (!collected || hidden) {
    if (walked.assertions.length > 0) found.helpers.push({ name, line, assertions: walked.assertions, calls: walked.calls, body })
    return
  }
  const table = tableOf(annotations, members)
  found.cases.push({
    name: [...group.name, name],
    line,
    lastLine: member.end.line,
    markers: [...group.markers, ...markersOf(member, 'case'), ...walked.markers.map((marker) => ({ ...marker, at: 'body' as const }))],
    ...(table === undefined ? {} : { table }),
    assertions: [...annotations.flatMap(expectedError), ...walked.assertions],
    calls: walked.calls,
    steps: walked.steps,
    body: `${flatText(fieldOf(member, 'parameters') ?? member)} ${body}`,
  })
}

/** JUnit 4's `@Test(expected = X.class)`. */
function expectedError(annotation: SyntaxNode): Assertion[] {
  const type =
    annotationName(annotation) === 'Test' ? (elementOf(annotation, 'expected') ?? elementOf(annotation, 'expectedExceptions')) : undefined
  if (type === undefined) return []
  const broad = /^(Exception|Throwable|RuntimeException)\.class$/.test(type.text)
  return [
    {
      line: annotation.start.line,
      text: flatText(annotation),
      actual: '',
      matcher: '@Test expected',
      expected: flatText(type),
      strength: broad ? 'present' : 'kind',
      negated: false,
      constantActual: false,
      constantExpected: false,
      guards: [],
    },
  ]
}

function tableOf(annotations: readonly SyntaxNode[], members: readonly SyntaxNode[]): Table | undefined {
  const sources = annotations.filter((annotation) => sourceAnnotation.test(annotationName(annotation)))
  if (sources.length === 0) return undefined
  const rows: string[] = []
  let count: number | undefined = 0
  for (const source of sources) {
    const found = rowsOf(source, members)
    rows.push(...(found ?? []))
    count = found === undefined || count === undefined ? undefined : count + found.length
  }
  return { count, rows }
}

function rowsOf(source: SyntaxNode, members: readonly SyntaxNode[]): string[] | undefined {
  const name = annotationName(source)
  if (name === 'NullSource' || name === 'EmptySource') return [name]
  if (name === 'NullAndEmptySource') return ['null', 'empty']
  if (name === 'MethodSource') return methodRows(elementOf(source, 'value'), members)
  if (name !== 'ValueSource' && name !== 'CsvSource') return undefined
  const block = elementOf(source, 'textBlock')
  if (block !== undefined)
    return (stringValue(block) ?? block.text)
      .split('\n')
      .map((row) => row.trim())
      .filter((row) => row !== '' && !row.startsWith('#'))
  const list = [...nodesIn(source)].find(({ type }) => type === 'element_value_array_initializer')
  if (list !== undefined) return partsOf(list).map(flatText)
  const single = elementOf(source, 'value') ?? [...nodesIn(source)].find(({ type }) => type === 'element_value_pair')
  return single === undefined ? [] : [flatText(single)]
}

/** A provider such as `Stream.of(arguments(1, 2), …)` in the same class. */
function methodRows(named: SyntaxNode | undefined, members: readonly SyntaxNode[]): string[] | undefined {
  const name = named === undefined ? undefined : stringValue(named)
  const method = members.find((member) => member.type === 'method_declaration' && fieldOf(member, 'name')?.text === name)
  const calls = method === undefined ? [] : [...nodesIn(method)].filter(({ type }) => type === 'method_invocation')
  const list = calls.find((call) => /^(Stream|List|Arrays|IntStream) \. (of|asList) /.test(flatText(call)))
  return list === undefined ? undefined : partsOf(fieldOf(list, 'arguments') ?? list).map(flatText)
}
