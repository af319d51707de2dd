import type { SyntaxNode } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { PythonNames } from './read-python-names'
import { dropsTest } from './read-python-decorators'
import { dottedName, keyword, lastWord, positionals, pythonTruth } from './read-python-names'
import type { FileFact, Marker, Table } from './test-file'

type Loose = Omit<Marker, 'at'>

/** The markers of one decorator, or of one value of `pytestmark`; aliases and names bound to marks are followed. */
export function decoratorMarkers(node: SyntaxNode, line: number, names: PythonNames, hops = 3): Loose[] {
  if (node.type === 'list' || node.type === 'tuple') return partsOf(node).flatMap((part) => decoratorMarkers(part, line, names))
  const bound = node.type === 'identifier' ? names.values.get(node.text) : undefined
  if (bound !== undefined && hops > 0) return decoratorMarkers(bound, line, names, hops - 1)
  const kind = markerKind(node, names) ?? (dropsTest(node, names) || pythonTable([node], names)?.count === 0 ? 'skip' : undefined)
  return kind === undefined ? [] : [{ kind, line, text: flatText(node) }]
}

function markerKind(node: SyntaxNode, names: PythonNames): Marker['kind'] | undefined {
  const dotted = dottedName(node, names)
  const word = lastWord(dotted)
  const known =
    /^(pytest|unittest|twisted|nose|django|numpy|testtools)\b/.test(dotted) || !dotted.includes('.') || /\bmark\.\w+$/.test(dotted)
  if ((word === 'skip' && known) || word === 'nottest') return 'skip'
  if (word === 'skipif' || word === 'skipIf' || word === 'skipUnless') return conditionalKind(node, word)
  if (word === 'expectedFailure') return 'expected-failure'
  if (word === 'xfail' && known) return xfailKind(node)
  if (/^(flaky|retry|rerun|repeat_on_failure)$/.test(word)) return 'retry'
  return /^(skip|skip_\w+|skipIf\w+|skipUnless\w+|requires_\w+|require_\w+)$/.test(word) ? 'conditional-skip' : undefined
}

function conditionalKind(node: SyntaxNode, word: string): Marker['kind'] | undefined {
  const condition = node.type === 'call' ? (positionals(node)[0] ?? keyword(node, 'condition')) : undefined
  const text = condition === undefined ? undefined : stringValue(condition)
  const truth =
    condition === undefined
      ? undefined
      : text === undefined
        ? pythonTruth(condition)
        : ({ True: true, False: false, '1': true } as Record<string, boolean>)[text]
  if (truth === undefined) return 'conditional-skip'
  return truth === (word !== 'skipUnless') ? 'skip' : undefined
}

/** A strict xfail fails when the test passes, and one whose condition is written out false marks nothing. */
function xfailKind(node: SyntaxNode): Marker['kind'] | undefined {
  const condition = node.type === 'call' ? (positionals(node)[0] ?? keyword(node, 'condition')) : undefined
  return condition !== undefined && stringValue(condition) === undefined && pythonTruth(condition) === false
    ? undefined
    : 'expected-failure'
}

/** `pytest.skip()`, `self.skipTest()`, `pytest.importorskip()`, `pytest.xfail()` as calls in a body or at load. */
export function callMarkers(call: SyntaxNode, names: PythonNames): Loose[] {
  const dotted = dottedName(call, names)
  const marker = (kind: Marker['kind']): Loose[] => [{ kind, line: call.start.line, text: flatText(call) }]
  if (dotted === 'pytest.skip' || /(^|\.)skipTest$/.test(dotted)) return marker('skip')
  if (dotted === 'pytest.importorskip') return marker('conditional-skip')
  return dotted === 'pytest.xfail' ? marker('expected-failure') : []
}

/** A call that ends the process, or undefined; `name` is the dotted name of what is called. */
export function exitFact(
  call: SyntaxNode,
  whole: SyntaxNode,
  at: 'load' | 'setup' | 'case' | 'function',
  name = 'sys.exit',
): FileFact | undefined {
  if (!/^(sys\.exit|os\._exit|exit|quit|os\.abort|os\.execv\w*|os\.kill|pytest\.exit)$/.test(name)) return undefined
  const [status] =
    call.type !== 'call'
      ? []
      : name === 'pytest.exit'
        ? [keyword(call, 'returncode')]
        : name === 'os.kill'
          ? [undefined]
          : positionals(call)
  const text = status?.text
  const zero = text === undefined ? name !== 'os.abort' && name !== 'os.kill' : ['0', 'None', 'False', 'os.EX_OK'].includes(text)
  const failing = /^-?\d+$|^["']/.test(text ?? '') || name === 'os.abort'
  return { kind: 'exit', line: whole.start.line, text: flatText(whole), status: zero ? 'zero' : failing ? 'failing' : 'unknown', at }
}

/** `atexit.register(os._exit, 0)` and `unittest.main(exit=False)`: the process ends with success whatever the tests said. */
export function exitHook(call: SyntaxNode, names: PythonNames): FileFact | undefined {
  const dotted = dottedName(call, names)
  const text = flatText(call)
  const isHook = dotted === 'atexit.register' && /\b(_exit|sys \. exit|os \. kill|os \. abort)\b/.test(text)
  const isMain = dotted === 'unittest.main' && keyword(call, 'exit')?.text === 'False'
  return isHook || isMain
    ? { kind: 'hook', line: call.start.line, name: isHook ? 'atexit' : 'exit=False', text, rewrites: true }
    : undefined
}

/** What is replaced in an expression or statement: `mock.patch("a.b")`, `monkeypatch.setattr(…)`, `sys.modules["a"] = …`, `cart.total = …`. */
export function* mockFacts(node: SyntaxNode, names: PythonNames): Generator<FileFact> {
  for (const part of nodesIn(node)) {
    const target = part.type === 'call' ? patchTarget(part, names) : part.type === 'assignment' ? assignedTarget(part, names) : undefined
    for (const module of part.type === 'call' ? replacedModules(part, names) : [])
      yield { kind: 'mock', line: part.start.line, text: flatText(part), target: module }
    if (target !== undefined && target !== '') yield { kind: 'mock', line: part.start.line, text: flatText(part), target }
  }
}

/** `sys.modules.update({"a": …})`, `sys.modules.setdefault("a", …)`, `monkeypatch.setitem(sys.modules, "a", …)`, `patch.dict("sys.modules", {"a": …})`. */
function replacedModules(call: SyntaxNode, names: PythonNames): string[] {
  const dotted = dottedName(call, names)
  const [first, second] = positionals(call)
  const isOwn = /^sys\.modules\.(update|setdefault|__setitem__)$/.test(dotted)
  const isGiven =
    /(^|\.)(patch\.dict|setitem|delitem)$/.test(dotted) &&
    first !== undefined &&
    (stringValue(first) ?? dottedName(first, names)) === 'sys.modules'
  const key = isOwn ? first : isGiven ? second : undefined
  if (key === undefined) return []
  const keys = key.type === 'dictionary' ? partsOf(key).flatMap((pair) => fieldOf(pair, 'key') ?? []) : [key]
  return keys.flatMap((one) => stringValue(one) ?? [])
}

function patchTarget(call: SyntaxNode, names: PythonNames): string | undefined {
  const dotted = dottedName(call, names)
  const word = lastWord(dotted)
  const isPatch =
    /(^|\.)patch(\.(object|dict|multiple))?$/.test(dotted) ||
    /^monkeypatch\.(setattr|setitem|delattr)$/.test(dotted) ||
    dotted === 'setattr' ||
    dotted.endsWith('create_autospec')
  const [first, second] = positionals(call)
  if (!isPatch || first === undefined) return undefined
  const path = stringValue(first)
  if (path !== undefined) return path
  const object = loadedModule(first, names) ?? (dottedName(first, names) || flatText(first))
  const name = second === undefined || word === 'dict' ? undefined : stringValue(second)
  return name === undefined ? object : `${object}.${name}`
}

/** The module that `importlib.import_module("a.b")` and `sys.modules["a.b"]` stand for. */
function loadedModule(node: SyntaxNode, names: PythonNames): string | undefined {
  const [value, key] = [fieldOf(node, 'value'), fieldOf(node, 'subscript')]
  if (value !== undefined && key !== undefined) return dottedName(value, names) === 'sys.modules' ? stringValue(key) : undefined
  const [first] = node.type === 'call' && /^(importlib\.import_module|__import__)$/.test(dottedName(node, names)) ? positionals(node) : []
  return first === undefined ? undefined : stringValue(first)
}

/** A name of an imported module that gets another value; only plain assignments count. */
function assignedTarget(node: SyntaxNode, names: PythonNames): string | undefined {
  const left = fieldOf(node, 'left')
  if (left?.type === 'subscript') {
    const value = fieldOf(left, 'value')
    const key = fieldOf(left, 'subscript')
    return value !== undefined && key !== undefined && dottedName(value, names) === 'sys.modules'
      ? (stringValue(key) ?? flatText(key))
      : undefined
  }
  if (left?.type === 'identifier') return node.children.some(({ type }) => type === 'type') ? undefined : names.imported.get(left.text)
  const first = left === undefined ? undefined : [...nodesIn(left)].find(({ type }) => type === 'identifier')
  return left?.type === 'attribute' && first !== undefined && names.imported.has(first.text) ? dottedName(left, names) : undefined
}

/** The table of `@pytest.mark.parametrize` and `@parameterized.expand`; several stacked ones multiply. */
export function pythonTable(decorators: readonly SyntaxNode[], names: PythonNames): Table | undefined {
  let count: number | undefined = 1
  const rows: string[] = []
  let found = false
  for (const node of decorators) {
    const word = node.type === 'call' ? lastWord(dottedName(node, names)) : ''
    if (!/^(parametrize|expand|parameters|data|cases|subtests)$/.test(word)) continue
    found = true
    const listed = rowsOf(word === 'parametrize' ? (positionals(node)[1] ?? keyword(node, 'argvalues')) : positionals(node)[0], names, 3)
    const parts = listed === undefined || word !== 'data' ? listed : positionals(node)
    count =
      parts === undefined || count === undefined || parts.some(({ type }) => type.includes('splat')) ? undefined : count * parts.length
    rows.push(...(parts ?? []).map(flatText))
  }
  return found ? { count, rows } : undefined
}

/** The elements of a list, also by way of names; those of `list()` and `range(0)` are none. */
function rowsOf(node: SyntaxNode | undefined, names: PythonNames, hops: number): SyntaxNode[] | undefined {
  if (node === undefined || hops === 0) return undefined
  if (node.type === 'identifier') return rowsOf(names.values.get(node.text), names, hops - 1)
  if (node.type === 'call' && /^(list|tuple|set|dict|frozenset|range|iter)$/.test(dottedName(node, names))) {
    const [first, ...others] = positionals(node)
    const isEmpty = first === undefined || (dottedName(node, names) === 'range' && others.length === 0 && first.text === '0')
    return isEmpty ? [] : undefined
  }
  return ['list', 'tuple', 'set', 'string', 'integer'].includes(node.type) ? partsOf(node) : undefined
}
