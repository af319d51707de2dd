import type { SyntaxNode, SyntaxTree } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import { walkBody } from './read-body'
import { isRustWritten, tokensOf } from './read-rust-assertions'
import { rustBlock, rustDialect } from './read-rust-body'
import type { Assertion, Binding, FileFact, Helper, Marker, Table, TestCase, TestFile } from './test-file'

type Found = { cases: TestCase[]; helpers: Helper[]; bindings: Binding[]; facts: FileFact[] }
type Group = { readonly name: readonly string[]; readonly markers: readonly Marker[] }

/** Reads a Rust file the way `cargo test` collects it: also the tests inside of a source file (spec 10 §3). */
export function readRustTests(tree: SyntaxTree, path: string): TestFile {
  const found: Found = { cases: [], helpers: [], bindings: [], facts: [] }
  const conditions = tree.root.children.filter(
    (node) => node.type === 'inner_attribute_item' && flatText(node).startsWith('# ! [ cfg (') && !isTestCondition(flatText(node)),
  )
  found.facts.push(...conditions.map((node) => ({ kind: 'build-condition' as const, line: node.start.line, text: flatText(node) })))
  readItems(tree.root.children, { name: [], markers: [] }, found)
  return { path, language: 'rust', exact: !tree.broken, markers: [], setups: [], ...found }
}

/** `cfg(test)` alone, or with what any test run fulfils. */
function isTestCondition(text: string): boolean {
  return /cfg \( (test|any \( test .*\)|all \( test \)) \)/.test(text)
}

/** Attributes stand before the item that they belong to, as items of their own. */
function readItems(items: readonly SyntaxNode[], group: Group, found: Found): void {
  let attributes: SyntaxNode[] = []
  for (const item of items) {
    if (item.type === 'attribute_item') attributes.push(item)
    else if (item.named && !item.type.endsWith('comment')) {
      readItem(item, attributes, group, found)
      attributes = []
    }
  }
}

function readItem(item: SyntaxNode, attributes: readonly SyntaxNode[], group: Group, found: Found): void {
  const name = fieldOf(item, 'name')?.text ?? ''
  const body = fieldOf(item, 'body')
  if (item.type === 'function_item') return readFunction(item, attributes, group, found)
  if (item.type === 'mod_item' || item.type === 'impl_item') {
    const inner = (body?.children ?? []).filter(({ type }) => type === 'inner_attribute_item')
    const markers = [...attributes, ...inner].flatMap((attribute) => markersOf(attribute, 'group'))
    return readItems(
      body?.children ?? [],
      { name: item.type === 'mod_item' ? [...group.name, name] : group.name, markers: [...group.markers, ...markers] },
      found,
    )
  }
  if (item.type === 'use_declaration')
    found.facts.push({
      kind: 'import',
      line: item.start.line,
      target: flatText(fieldOf(item, 'argument') ?? item).replaceAll(' ', ''),
      names: [],
    })
  if (item.type === 'macro_invocation' && fieldOf(item, 'macro')?.text === 'proptest') readProptest(item, group, found)
  const value = fieldOf(item, 'value')
  if ((item.type === 'const_item' || item.type === 'static_item') && value !== undefined) {
    found.bindings.push({ name, line: item.start.line, value: flatText(value), constant: isRustWritten(tokensOf(value)) })
  }
}

function attributeName(attribute: SyntaxNode): string {
  const inner = attribute.children.find(({ type }) => type === 'attribute')
  return inner === undefined ? '' : flatText(partsOf(inner)[0] ?? inner).replaceAll(' ', '')
}

function markersOf(attribute: SyntaxNode, at: Marker['at']): Marker[] {
  const kind = markerKind(attributeName(attribute), flatText(attribute))
  return kind === undefined ? [] : [{ kind, line: attribute.start.line, text: flatText(attribute), at }]
}

function markerKind(name: string, text: string): Marker['kind'] | undefined {
  if (name === 'ignore') return 'skip'
  if (name === 'cfg_attr') return /, ignore\b/.test(text) ? 'conditional-skip' : undefined
  if (name === 'cfg') {
    if (isTestCondition(text)) return undefined
    return /cfg \( (not \( test \)|any \( \)|FALSE|false) \)/.test(text) ? 'skip' : 'conditional-skip'
  }
  return /^(flaky|retry)$|flaky_test/.test(name) ? 'retry' : undefined
}

function isTest(attribute: SyntaxNode): boolean {
  return /(^|::)(test|rstest|test_case|quickcheck|wasm_bindgen_test|proptest|gtest|sqlx_test|tokio_test|apply|parameterized)$/.test(
    attributeName(attribute),
  )
}

function readFunction(item: SyntaxNode, attributes: readonly SyntaxNode[], group: Group, found: Found): void {
  const name = fieldOf(item, 'name')?.text ?? ''
  const line = (fieldOf(item, 'name') ?? item).start.line
  const collected = attributes.some(isTest)
  const block = fieldOf(item, 'body')
  const body = block === undefined ? '' : flatText(block)
  const walked = walkBody(rustBlock(block), rustDialect(collected ? 'case' : 'function'))
  found.facts.push(...walked.facts)
  if (!collected) {
    if (name.startsWith('test_') && group.name.length > 0 && flatText(fieldOf(item, 'parameters') ?? item) === '( )')
      found.facts.push({ kind: 'uncollected', line, name: [...group.name, name].join('::') })
    if (walked.assertions.length > 0) found.helpers.push({ name, line, assertions: walked.assertions, calls: walked.calls, body })
    return
  }
  const table = tableOf(item, attributes)
  found.cases.push({
    name: [...group.name, name],
    line,
    lastLine: item.end.line,
    markers: [
      ...group.markers,
      ...attributes.flatMap((attribute) => markersOf(attribute, 'case')),
      ...walked.markers.map((marker) => ({ ...marker, at: 'body' as const })),
    ],
    ...(table === undefined ? {} : { table }),
    assertions: [...attributes.flatMap(panicAssertion).map((one) => ({ ...one, raising: body })), ...walked.assertions],
    calls: walked.calls,
    steps: walked.steps,
    body: `${flatText(fieldOf(item, 'parameters') ?? item)} ${body}`,
  })
}

/** `#[should_panic(expected = "…")]` is what the test asserts. */
function panicAssertion(attribute: SyntaxNode): Assertion[] {
  if (attributeName(attribute) !== 'should_panic') return []
  const text = [...nodesIn(attribute)].find(({ type }) => type === 'string_literal')
  const expected = text === undefined ? undefined : (stringValue(text) ?? text.text)
  const some = expected !== undefined && expected !== ''
  return [
    {
      line: attribute.start.line,
      text: flatText(attribute),
      actual: '',
      matcher: 'should_panic',
      ...(some ? { expected: `"${expected}"` } : {}),
      strength: some ? 'part' : 'present',
      negated: false,
      constantActual: false,
      constantExpected: some,
      guards: [],
    },
  ]
}

/** Rows of rstest's `#[case(…)]` and of `#[test_case(…)]`; `#[values(…)]` of parameters multiply. */
function tableOf(item: SyntaxNode, attributes: readonly SyntaxNode[]): Table | undefined {
  const rows = attributes
    .filter((attribute) => /^(case|test_case|test_case::test_case)(::\w+)?$/.test(attributeName(attribute)))
    .map((attribute) => rowText(attribute))
  const values = [...nodesIn(fieldOf(item, 'parameters') ?? item)].filter(
    (node) => node.type === 'attribute_item' && attributeName(node) === 'values',
  )
  if (rows.length === 0 && values.length === 0) return undefined
  let count = Math.max(rows.length, 1)
  for (const node of values) {
    const tree = [...nodesIn(node)].find(({ type }) => type === 'token_tree')
    count *= tree === undefined ? 1 : tokensOf(tree).filter(({ type }) => type === ',').length + 1
  }
  return { count, rows: [...rows, ...values.map(flatText)] }
}

function rowText(attribute: SyntaxNode): string {
  const tree = [...nodesIn(attribute)].find(({ type }) => type === 'token_tree')
  return tree === undefined ? '' : flatText(tree)
}

/** The functions inside `proptest! { … }`, of which only the tokens are known. */
function readProptest(item: SyntaxNode, group: Group, found: Found): void {
  const tokens = [...nodesIn(item)].filter(({ children }) => children.length === 0)
  for (const [index, token] of tokens.entries()) {
    const name = tokens[index + 1]
    if (token.text !== 'fn' || name === undefined) continue
    const end = tokens.findIndex((other, at) => at > index && other.text === 'fn')
    const own = tokens.slice(index, end < 0 ? undefined : end)
    const assertions = own
      .filter((part) => /^(prop_)?assert(_\w+)?$/.test(part.text))
      .map((part) => ({
        line: part.start.line,
        text: part.text,
        actual: '',
        matcher: part.text,
        strength: 'exact' as const,
        negated: false,
        constantActual: false,
        constantExpected: false,
        guards: [],
      }))
    found.cases.push({
      name: [...group.name, name.text],
      line: name.start.line,
      lastLine: own.at(-1)?.end.line ?? name.start.line,
      markers: group.markers,
      assertions,
      calls: [],
      steps: [],
      body: own.map(({ text }) => text).join(' '),
    })
  }
}
