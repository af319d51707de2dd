import type { SyntaxNode, SyntaxTree } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import { walkBody } from './read-body'
import { blockOf, pythonDialect } from './read-python-body'
import { caseOf, definitionOf, fixtureOf } from './read-python-cases'
import type { Definition, Group } from './read-python-cases'
import { hookFact } from './read-python-hooks'
import { decoratorMarkers, exitHook, mockFacts } from './read-python-markers'
import type { PythonNames } from './read-python-names'
import { dottedName, isWritten, lastWord, pythonNames, pythonTruth } from './read-python-names'
import type { Binding, FileFact, Helper, Marker, Setup, TestCase, TestFile } from './test-file'

type Found = { cases: TestCase[]; helpers: Helper[]; markers: Marker[]; setups: Setup[]; bindings: Binding[]; facts: FileFact[] }

const setupName = /^(setUp|setup|tearDown|teardown|async(SetUp|TearDown))(Class|Module|TestData|_class|_module|_method|_function)?$/

/** Reads a Python file the way pytest and unittest collect it (spec 10 §3); a broken tree is read as far as it goes, `exact: false`. */
export function readPythonTests(tree: SyntaxTree, path: string): TestFile {
  const names = pythonNames(tree.root)
  const found: Found = { cases: [], helpers: [], markers: [], setups: [], bindings: [], facts: [...names.imports] }
  readScope(partsOf(tree.root), { name: [], markers: [], unittest: false, collected: true }, names, found)
  readLoad(tree.root, names, found)
  return { path, language: 'python', exact: !tree.broken, ...found }
}

/** Definitions of a module, a class, or a block under a condition in one. */
function readScope(nodes: readonly SyntaxNode[], outer: Group, names: PythonNames, found: Found): void {
  const definitions = nodes.flatMap((node) => definitionOf(node) ?? [])
  const group = { ...outer, markers: [...outer.markers, ...scopeMarkers(nodes, outer, names), ...setupMarkers(definitions, names)] }
  if (group.name.length === 0) found.markers.push(...group.markers.filter(({ at }) => at !== 'group'))
  for (const node of nodes) {
    const definition = definitionOf(node)
    if (definition === undefined) readOther(node, group, names, found)
    else if (shadowed(definition, nodes))
      found.facts.push({ kind: 'uncollected', line: definition.line, name: [...group.name, definition.name].join('.') })
    else if (definition.node.type === 'class_definition') readClass(definition, group, names, found)
    else readFunction(definition, group, names, found)
  }
}

/** A later definition or value of the same name in the same scope takes the place of an earlier one. */
function shadowed(definition: Definition, nodes: readonly SyntaxNode[]): boolean {
  if (!/^test/i.test(definition.name) || definition.decorators.some(({ text }) => /overload|register|setter/.test(text))) return false
  return nodes.some((node) => {
    if (node.start.offset <= definition.node.end.offset) return false
    if (definitionOf(node)?.name === definition.name) return true
    const [inner] = partsOf(node)
    if (node.type === 'delete_statement')
      return partsOf(node).some((part) =>
        flatText(part)
          .split(' , ')
          .some((one) => one === definition.name || /^(globals|vars|locals) \( \) \[ "(\w+)" \]$/.exec(one)?.[2] === definition.name),
      )
    if (
      node.type === 'expression_statement' &&
      inner?.type === 'call' &&
      new RegExp(`^(globals|vars|locals) \\( \\) \\. pop \\( "${definition.name}"`).test(flatText(node))
    )
      return true
    return node.type === 'expression_statement' && inner?.type === 'assignment' && fieldOf(inner, 'left')?.text === definition.name
  })
}

function readOther(node: SyntaxNode, group: Group, names: PythonNames, found: Found): void {
  if (node.type === 'if_statement') return readCondition(node, group, names, found)
  if (node.type === 'try_statement' || node.type === 'with_statement')
    return readScope(blockOf(node), { ...group, markers: group.markers.filter(({ at }) => at !== 'file') }, names, found)
  const [assignment] = partsOf(node)
  const left = assignment?.type === 'assignment' ? fieldOf(assignment, 'left') : undefined
  const right = assignment === undefined ? undefined : fieldOf(assignment, 'right')
  if (left?.type !== 'identifier' || right === undefined) return
  found.bindings.push({ name: left.text, line: node.start.line, value: flatText(right), constant: isWritten(right) })
  if (/^collect_ignore(_glob)?$/.test(left.text))
    found.facts.push({ kind: 'hook', line: node.start.line, name: left.text, text: flatText(node), rewrites: true })
}

/** Tests that stand under a condition of the file are collected under it only. */
function readCondition(node: SyntaxNode, group: Group, names: PythonNames, found: Found): void {
  const condition = fieldOf(node, 'condition') ?? node
  const truth = pythonTruth(condition)
  const text = `if ${flatText(condition)}`
  const marked = (kind: Marker['kind'], written: string): Group => ({
    ...group,
    markers: [...group.markers, { kind, line: node.start.line, text: written, at: 'group' }],
  })
  const kindOf = (holds: boolean | undefined): Marker['kind'] => (holds === false ? 'skip' : 'conditional-skip')
  readScope(blockOf(node, 'consequence'), truth === true ? group : marked(kindOf(truth), text), names, found)
  for (const other of node.children.filter(({ field }) => field === 'alternative')) {
    const body = other.type === 'elif_clause' ? blockOf(other, 'consequence') : blockOf(other)
    readScope(body, truth === false ? group : marked(kindOf(truth === true ? false : undefined), `not ${text}`), names, found)
  }
}

/** `pytestmark`, `__test__` and skips at the start of a module or class. */
function scopeMarkers(nodes: readonly SyntaxNode[], group: Group, names: PythonNames): Marker[] {
  const at = group.name.length === 0 ? 'file' : 'group'
  return nodes.flatMap((node): Marker[] => {
    const [inner] = partsOf(node)
    const left = inner?.type === 'assignment' ? fieldOf(inner, 'left')?.text : undefined
    const right = inner === undefined ? undefined : fieldOf(inner, 'right')
    if (right === undefined) return []
    if (left === 'pytestmark') return decoratorMarkers(right, node.start.line, names).map((marker) => ({ ...marker, at }))
    const off = left === '__test__' || left === '__unittest_skip__' ? pythonTruth(right) === (left === '__unittest_skip__') : false
    return off ? [{ kind: 'skip', line: node.start.line, text: flatText(node), at }] : []
  })
}

/** Skips in set-up methods and in fixtures that every case gets. */
function setupMarkers(definitions: readonly Definition[], names: PythonNames): Marker[] {
  return definitions
    .filter((definition) => setupName.test(definition.name) || fixtureOf(definition, names)?.everywhere === true)
    .flatMap(({ node }) => walkBody(blockOf(node), pythonDialect(names, 'setup')).markers)
    .map((marker) => ({ ...marker, at: 'setup' }))
}

function readClass(definition: Definition, group: Group, names: PythonNames, found: Found): void {
  const bases = fieldOf(definition.node, 'superclasses')
  const baseNames = bases === undefined ? [] : partsOf(bases).map((base) => lastWord(dottedName(base, names)))
  const cased = baseNames.some((base) => /TestCase|Case$|Tests?$/.test(base))
  const unittest = bases !== undefined && partsOf(bases).some((base) => dottedName(base, names) === 'unittest.TestCase')
  const body = blockOf(definition.node)
  const built = body.some((node) => definitionOf(node)?.name === '__init__')
  const collected = group.collected && (cased || (definition.name.startsWith('Test') && !built))
  const markers = definition.decorators.flatMap((decorator) => decoratorMarkers(decorator, decorator.start.line, names))
  const inner = group.markers.filter(({ at }) => at !== 'file')
  const own = markers.map((marker) => ({ ...marker, at: 'group' as const }))
  found.facts.push(...decoratorMocks(definition, names), ...(cased ? ownRunning(body) : []))
  readScope(body, { name: [...group.name, definition.name], markers: [...inner, ...own], unittest, collected }, names, found)
}

/** A method by which a test case runs its tests, written anew without the one that it stands for. */
function ownRunning(body: readonly SyntaxNode[]): FileFact[] {
  return body.flatMap((node): FileFact[] => {
    const method = definitionOf(node)
    if (method === undefined || !/^(run|__call__|debug|_callTestMethod|_run\w*|defaultTestResult)$/.test(method.name)) return []
    const text = flatText(method.node)
    return [{ kind: 'hook', line: method.line, name: method.name, text, rewrites: !/\bsuper \(|TestCase \. \w+ \( self/.test(text) }]
  })
}

function readFunction(definition: Definition, group: Group, names: PythonNames, found: Found): void {
  const { name, node, line } = definition
  const fixture = fixtureOf(definition, names)
  const body = flatText(fieldOf(node, 'body') ?? node)
  if (fixture !== undefined || setupName.test(name)) {
    const walked = walkBody(blockOf(node), pythonDialect(names, 'setup'))
    found.setups.push({ name, line, body })
    found.facts.push(...walked.facts)
    return
  }
  const hook = hookFact(definition)
  if (hook !== undefined) found.facts.push(hook)
  if (name.startsWith('test') && hook === undefined) {
    if (group.collected) found.cases.push(caseOf(definition, group, names, found.facts))
    else found.facts.push({ kind: 'uncollected', line, name: [...group.name, name].join('.') })
    if (group.collected) return
  }
  const walked = walkBody(blockOf(node), pythonDialect(names, 'function'))
  found.facts.push(...walked.facts, ...decoratorMocks(definition, names))
  const shadowsImport = group.name.length === 0 ? names.imported.get(name) : undefined
  if (shadowsImport !== undefined) found.facts.push({ kind: 'mock', line, text: `def ${name}`, target: shadowsImport })
  if (walked.assertions.length > 0) found.helpers.push({ name, line, assertions: walked.assertions, calls: walked.calls, body })
}

/** What happens when the file is loaded: skips of the whole module, exits, replaced modules. */
function readLoad(root: SyntaxNode, names: PythonNames, found: Found): void {
  const definitions = new Set(['function_definition', 'class_definition', 'decorated_definition'])
  const main = (node: SyntaxNode): boolean =>
    node.type === 'if_statement' && (fieldOf(node, 'condition')?.text.includes('__name__') ?? false)
  const nodes = partsOf(root).filter(
    (node) =>
      !definitions.has(node.type) &&
      !main(node) &&
      !(node.type === 'if_statement' && [...nodesIn(node)].some(({ type }) => definitions.has(type))),
  )
  const walked = walkBody(nodes, pythonDialect(names, 'load'))
  found.markers.push(...walked.markers.map((marker) => ({ ...marker, at: 'file' as const })))
  found.facts.push(...walked.facts)
  for (const node of partsOf(root).filter(main)) found.facts.push(...mainFacts(node, names))
  const offs = nodes.filter((node) => /^[\w.]+\.__test__ = False$/.test(flatText(node).replaceAll(' . ', '.')))
  const drops = nodes.filter((node) =>
    /\b(del (globals|vars|locals) \( \) \[ (?!")|(globals|vars|locals) \( \) \. (pop \( (?!")|clear\b))/.test(flatText(node)),
  )
  for (const node of [...offs, ...drops])
    found.facts.push({
      kind: 'hook',
      line: node.start.line,
      name: offs.includes(node) ? '__test__' : 'globals',
      text: flatText(node),
      rewrites: true,
    })
}

/** What `if __name__ == "__main__"` does to the result of the tests: it isn't given on, or the end is success whatever happened. */
function mainFacts(node: SyntaxNode, names: PythonNames): FileFact[] {
  const hooks = [...nodesIn(node)].flatMap((part) => (part.type === 'call' ? (exitHook(part, names) ?? []) : []))
  const text = flatText(node)
  const isForced = /\b(finally|except\b[^:]*) : [^:]*\b(SystemExit|sys \. exit|os \. _exit|exit|quit)( \( 0? ?\)|$| (?!\())/.test(text)
  return [...hooks, ...(isForced ? [{ kind: 'hook', line: node.start.line, name: 'exit', text, rewrites: true } as const] : [])]
}

function decoratorMocks(definition: Definition, names: PythonNames): FileFact[] {
  return definition.decorators.flatMap((decorator) => [...mockFacts(decorator, names)])
}
