import type { SyntaxNode, SyntaxTree } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { Nested } from './read-body'
import { walkBody } from './read-body'
import { goBlock, goDialect } from './read-go-body'
import type { GoNames } from './read-go-tables'
import { goTables } from './read-go-tables'
import { isGoWritten } from './read-go-values'
import type { Assertion, Binding, FileFact, Guard, Helper, Marker, Setup, Table, TestCase, TestFile } from './test-file'

type Found = { cases: TestCase[]; helpers: Helper[]; setups: Setup[]; bindings: Binding[]; facts: FileFact[] }

const platforms =
  /_(aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows|386|amd64|arm|arm64|wasm|riscv64|s390x)_test\.go$/

/** Reads a Go test file the way `go test` collects it, subtests and tables included (spec 10 §3). */
export function readGoTests(tree: SyntaxTree, path: string): TestFile {
  const names = goNames(tree.root)
  const found: Found = {
    cases: [],
    helpers: [],
    setups: [],
    bindings: [],
    facts: [...buildFacts(tree.root, path), ...importFacts(tree.root)],
  }
  const skips = suiteSkips(tree.root, names)
  for (const node of partsOf(tree.root)) {
    if (node.type === 'function_declaration' || node.type === 'method_declaration') readFunction(node, names, skips, found)
    if (node.type === 'var_declaration' || node.type === 'const_declaration') readValues(node, found)
  }
  return { path, language: 'go', exact: !tree.broken, markers: [], ...found }
}

function goNames(root: SyntaxNode): GoNames {
  const testers = new Set<string>()
  const values = new Map<string, SyntaxNode>()
  const ambiguous = new Set<string>()
  for (const node of nodesIn(root)) {
    if (
      node.type === 'parameter_declaration' &&
      /^\*? ?testing ?\. ?(T|B|F|TB|PB)$/.test(flatText(fieldOf(node, 'type') ?? node).replace(/^\* /, '*'))
    ) {
      for (const name of node.children.filter(({ field }) => field === 'name')) testers.add(name.text)
    }
    if (node.type !== 'short_var_declaration' && node.type !== 'var_spec' && node.type !== 'const_spec') continue
    const left =
      node.type === 'short_var_declaration' ? partsOf(fieldOf(node, 'left') ?? node) : node.children.filter(({ field }) => field === 'name')
    const right = fieldOf(node, node.type === 'short_var_declaration' ? 'right' : 'value')
    const [name] = left
    const [value] = right === undefined ? [] : partsOf(right)
    if (name === undefined || value === undefined || left.length !== 1) continue
    if (values.has(name.text)) ambiguous.add(name.text)
    values.set(name.text, value)
  }
  // A table of the same name in several tests is told apart by where it stands; a plain value is not.
  for (const name of ambiguous) if (values.get(name)?.type !== 'composite_literal') values.delete(name)
  return { testers, values }
}

/** The names as seen inside one function: its own values before those of others. */
function localNames(node: SyntaxNode, names: GoNames): GoNames {
  const own = goNames(node)
  return { testers: names.testers, values: new Map([...names.values, ...own.values]) }
}

function buildFacts(root: SyntaxNode, path: string): FileFact[] {
  const clause = root.children.find(({ type }) => type === 'package_clause')
  const before = root.children.filter(
    (node) => node.type === 'comment' && (clause === undefined || node.start.offset < clause.start.offset),
  )
  const conditions = before.filter(({ text }) => /^\/\/(go:build\b| ?\+build\b)/.test(text))
  const facts: FileFact[] = conditions.map((node) => ({
    kind: 'build-condition',
    line: node.start.line,
    text: node.text.replaceAll(/\s+/g, ' ').trim(),
  }))
  const platform = platforms.exec(path)?.[1]
  return platform === undefined ? facts : [...facts, { kind: 'build-condition', line: 1, text: `file name for ${platform} only` }]
}

function importFacts(root: SyntaxNode): FileFact[] {
  return [...nodesIn(root)].flatMap((node): FileFact[] => {
    const target = node.type === 'import_spec' ? stringValue(fieldOf(node, 'path') ?? node) : undefined
    if (target === undefined) return []
    return [
      { kind: 'import', line: node.start.line, target, names: [fieldOf(node, 'name')?.text ?? target.slice(target.lastIndexOf('/') + 1)] },
    ]
  })
}

function readValues(node: SyntaxNode, found: Found): void {
  for (const spec of [...nodesIn(node)].filter(({ type }) => type === 'var_spec' || type === 'const_spec')) {
    const name = fieldOf(spec, 'name')
    const value = fieldOf(spec, 'value')
    if (name === undefined || value === undefined) continue
    found.bindings.push({ name: name.text, line: spec.start.line, value: flatText(value), constant: partsOf(value).every(isGoWritten) })
  }
}

const setupMethod = /^(Setup(Test|Suite|SubTest)|TearDown(Test|Suite|SubTest)|BeforeTest|AfterTest)$/

/** Skips in a suite's set-up, by the suite's type. */
function suiteSkips(root: SyntaxNode, names: GoNames): ReadonlyMap<string, readonly Marker[]> {
  const skips = new Map<string, Marker[]>()
  for (const node of partsOf(root)) {
    if (node.type !== 'method_declaration' || !setupMethod.test(fieldOf(node, 'name')?.text ?? '')) continue
    const suite = suiteOf(node)
    const markers = walkBody(goBlock(node), goDialect(names, 'setup')).markers.map((marker) => ({ ...marker, at: 'setup' as const }))
    skips.set(suite, [...(skips.get(suite) ?? []), ...markers])
  }
  return skips
}

function suiteOf(method: SyntaxNode): string {
  const receiver = fieldOf(method, 'receiver')
  return [...nodesIn(receiver ?? method)].find(({ type }) => type === 'type_identifier')?.text ?? ''
}

function readFunction(node: SyntaxNode, names: GoNames, skips: ReadonlyMap<string, readonly Marker[]>, found: Found): void {
  const name = fieldOf(node, 'name')?.text ?? ''
  const method = node.type === 'method_declaration'
  const line = node.start.line
  const body = flatText(fieldOf(node, 'body') ?? node)
  const parameters = flatText(fieldOf(node, 'parameters') ?? node)
  const local = localNames(node, names)
  const takesTester = /testing \. (T|F)\b/.test(parameters)
  if ((!method && (name === 'init' || name === 'TestMain')) || (method && setupMethod.test(name))) {
    found.setups.push({ name, line, body })
    found.facts.push(...walkBody(goBlock(node), goDialect(local, name === 'init' ? 'load' : 'setup')).facts)
    if (name === 'TestMain') found.facts.push({ kind: 'hook', line, name, text: body, rewrites: dropsCode(body) })
    return
  }
  const example = !method && /^Example(?![a-z])/.test(name)
  if ((method ? /^Test(?![a-z])/.test(name) && parameters === '( )' : takesTester && /^(Test|Fuzz)(?![a-z])/.test(name)) || example) {
    const markers = method ? (skips.get(suiteOf(node)) ?? []) : []
    readCase(node, { name: method ? [suiteOf(node), name] : [name], markers, guards: [], table: undefined, example }, local, found)
    return
  }
  if (takesTester && /^(Test|Fuzz)[a-z]/.test(name)) found.facts.push({ kind: 'uncollected', line, name })
  const walked = walkBody(goBlock(node), goDialect(local, 'function'))
  found.facts.push(...walked.facts)
  if (walked.assertions.length > 0) found.helpers.push({ name, line, assertions: walked.assertions, calls: walked.calls, body })
}

/** Whether TestMain ends with another code than the one `m.Run()` gave, or doesn't run the tests at all. */
function dropsCode(body: string): boolean {
  if (!body.includes('. Run ( )')) return true
  const held = /(\w+) :?= \w+ \. Run \( \)/.exec(body)?.[1]
  const altered = held !== undefined && new RegExp(`\\b${held} = (?!\\w+ \\. Run)`).test(body)
  const exits = [...body.matchAll(/os \. Exit \( (.+?) \)(?= |$)/g)].map((match) => match[1] ?? '')
  return altered || exits.some((status) => status === '0' || !(status === held || status.includes('. Run (') || /^[1-9]/.test(status)))
}

type Around = {
  readonly name: readonly string[]
  readonly markers: readonly Marker[]
  readonly guards: readonly Guard[]
  readonly table: Table | undefined
  readonly example?: boolean
}

function readCase(node: SyntaxNode, around: Around, names: GoNames, found: Found): void {
  const block = fieldOf(node, 'body') ?? node
  const walked = walkBody(goBlock(node), goDialect(names, 'case'))
  const tables = goTables(block, names)
  const table = around.table ?? tables.plain
  const own = walked.markers.map((marker) => ({ ...marker, at: 'body' as const }))
  const checked = around.example === true ? outputAssertions(block) : walked.assertions
  found.facts.push(...walked.facts)
  if (around.example === true && checked.length === 0)
    found.facts.push({ kind: 'uncollected', line: node.start.line, name: around.name.join('.') })
  else {
    found.cases.push({
      name: around.name,
      line: node.start.line,
      lastLine: node.end.line,
      markers: [...around.markers, ...own],
      ...(table === undefined ? {} : { table }),
      assertions: checked.map((assertion) => ({ ...assertion, guards: [...around.guards, ...assertion.guards] })),
      calls: walked.calls,
      steps: walked.steps,
      body: `${flatText(fieldOf(node, 'parameters') ?? node)} ${flatText(block)}`,
    })
  }
  for (const nested of walked.nested)
    readSubtest(
      nested,
      { ...around, markers: [...around.markers, ...own.map((marker) => ({ ...marker, at: 'group' as const }))] },
      tables.runs,
      names,
      found,
    )
}

function readSubtest(nested: Nested, around: Around, tables: ReadonlyMap<SyntaxNode, Table>, names: GoNames, found: Found): void {
  const [title, body] = partsOf(fieldOf(nested.call, 'arguments') ?? nested.call)
  if (title === undefined || body?.type !== 'func_literal') return
  const table = tables.get(nested.call)
  readCase(
    body,
    {
      name: [...around.name, stringValue(title) ?? flatText(title)],
      markers: around.markers,
      guards: [...around.guards, ...nested.guards],
      table,
    },
    names,
    found,
  )
}

/** An example's `// Output:` is what it must print. */
function outputAssertions(block: SyntaxNode): Assertion[] {
  const comments = [...nodesIn(block)].filter(({ type }) => type === 'comment')
  const start = comments.findIndex(({ text }) => /^\/\/\s*(unordered )?output:/i.test(text))
  const first = comments[start]
  if (first === undefined) return []
  const expected = comments
    .slice(start)
    .map(({ text }) => text.replace(/^\/\/\s?/, '').trimEnd())
    .join('\n')
  const loose = /^unordered/i.test(expected)
  return [
    {
      line: first.start.line,
      text: expected,
      actual: 'output',
      matcher: 'Output',
      expected,
      strength: loose ? 'loose' : 'exact',
      negated: false,
      constantActual: false,
      constantExpected: true,
      guards: [],
    },
  ]
}
