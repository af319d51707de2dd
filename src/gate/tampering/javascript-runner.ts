import type { SyntaxNode } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import type { Chain, Link } from './javascript-chain'
import { argumentsOf, bare, isFunction } from './javascript-chain'
import type { Alias, Names } from './javascript-names'
import { aliasOf, runnerWords } from './javascript-names'
import { javascriptTable } from './javascript-tables'
import { truthOf } from './javascript-values'
import { pairsOf, resolved } from './javascript-name-use'
import { fieldOf, partsOf } from './nodes'
import type { Marker, Table } from './test-file'

/** A call that declares a case, a group or something that runs around cases. */
export type RunnerCall = {
  readonly role: 'case' | 'group' | 'hook'
  /** A hook's word; the title of a case or group, '' where it has none. */
  readonly title: string
  readonly markers: readonly Marker[]
  readonly table: Table | undefined
  readonly body: SyntaxNode | undefined
}

const hooks =
  /^(before|after|beforeEach|afterEach|beforeAll|afterAll|aroundEach|aroundAll|setup|teardown|suiteSetup|suiteTeardown|onTestFinished)$/
const quiet =
  /^(concurrent|sequential|serial|parallel|shuffle|each|for|extend|with|skipIf|runIf|if|todoIf|configure|describe|step|macro|scoped|override)$/
const markerKinds: Readonly<Record<string, Marker['kind']>> = {
  skip: 'skip',
  fixme: 'skip',
  only: 'focus',
  todo: 'todo',
  fails: 'expected-failure',
  failing: 'expected-failure',
  fail: 'expected-failure',
}

/** Reads a chain as a runner's call; undefined where it is something else. */
export function runnerCallOf(chain: Chain, names: Names): RunnerCall | undefined {
  const alias = names.aliases.get(chain.root) ?? choiceOf(chain, names)
  const deno = chain.root === 'Deno' && chain.links[0]?.name === 'test'
  const word = deno ? 'test' : (alias?.word ?? chain.root)
  const links = deno ? chain.links.slice(1) : chain.links
  const calls = links.at(-1)?.calls ?? (deno ? (chain.links[0]?.calls ?? []) : chain.rootCalls)
  if (hooks.test(word) && links.length === 0) return hookCall(word, calls)
  const role = runnerWords.get(word)
  if (role === undefined || (names.shadowed.has(word) && alias === undefined) || calls.length === 0) return undefined
  const last = links.at(-1)
  if (last !== undefined && hooks.test(last.name)) return hookCall(last.name, calls)
  if (links.some(({ name }) => !quiet.test(name) && markerKinds[name] === undefined)) return undefined
  return declared(links.some(({ name }) => name === 'describe') ? 'group' : role, word, links, alias, calls, names)
}

/** `(condition ? it.skip : it)("…")` */
function choiceOf({ rootNode }: Chain, names: Names): Alias | undefined {
  return rootNode.type === 'ternary_expression' || rootNode.type === 'binary_expression' ? aliasOf(rootNode, names) : undefined
}

function hookCall(word: string, calls: readonly SyntaxNode[]): RunnerCall | undefined {
  const body = argumentsOf(calls.at(-1)).find(isFunction)
  return calls.length === 0 ? undefined : { role: 'hook', title: word, markers: [], table: undefined, body }
}

function declared(
  role: 'case' | 'group',
  word: string,
  links: readonly Link[],
  alias: { readonly links: readonly string[]; readonly maybe: boolean } | undefined,
  calls: readonly SyntaxNode[],
  names: Names,
): RunnerCall | undefined {
  const list = calls.at(-1)
  const last = links.at(-1)?.name ?? ''
  const factories = calls.length === 1 && /^(each|for|skipIf|runIf|if|todoIf|configure|extend|step|macro|scoped|override|with)$/.test(last)
  if (list === undefined || factories) return undefined
  const args = argumentsOf(list)
  const head = args[0]
  const body =
    args.map(bare).find(isFunction) ??
    recordBody(head) ??
    args
      .slice(1)
      .map(bare)
      .find(({ type }) => type === 'identifier')
  const isTitled = head !== undefined && (stringValue(head) !== undefined || bare(head).type !== 'arrow_function')
  if (!isTitled && body === undefined) return undefined
  if (body === undefined && isCondition(last, head)) return undefined
  const at = role
  const line = list.start.line
  const markers = [
    ...(word.startsWith('x') ? [{ kind: 'skip', line, text: word, at } as const] : []),
    ...(/^f(it|test|specify|describe|context)$/.test(word) ? [{ kind: 'focus', line, text: word, at } as const] : []),
    ...(alias?.links ?? []).flatMap((name) => markerNamed(name, alias?.maybe === true, line, at)),
    ...links.flatMap((link) => linkMarkers(link, link === links.at(-1), word, line, at, names.constants)),
    ...args
      .filter((arg, index) => arg !== body && (index > 0 || bare(arg).type === 'object'))
      .flatMap((arg) => optionMarkers(arg, at, names.constants)),
  ]
  return { role, title: titleOf(head), markers, table: javascriptTable(links, names.constants), body }
}

/** `test.skip(condition, "why")` inside a body or a group declares nothing. */
function isCondition(last: string, head: SyntaxNode | undefined): boolean {
  return markerKinds[last] !== undefined && (head === undefined || stringValue(head) === undefined)
}

function recordBody(node: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.type !== 'object') return undefined
  return (
    partsOf(node)
      .map((pair) => fieldOf(pair, 'value'))
      .find(isFunction) ?? partsOf(node).find(({ type }) => type === 'method_definition')
  )
}

function titleOf(node: SyntaxNode | undefined): string {
  if (node === undefined) return ''
  if (node.type === 'object') {
    const name = partsOf(node).find((pair) => fieldOf(pair, 'key')?.text === 'name')
    return titleOf(name === undefined ? undefined : fieldOf(name, 'value'))
  }
  return isFunction(node) ? '' : (stringValue(node) ?? flatText(node))
}

function markerNamed(name: string, maybe: boolean, line: number, at: 'case' | 'group'): Marker[] {
  const kind = markerKinds[name]
  if (kind === undefined) return []
  return [{ kind: maybe && (kind === 'skip' || kind === 'todo') ? 'conditional-skip' : kind, line, text: name, at }]
}

function linkMarkers(
  link: Link,
  isLast: boolean,
  word: string,
  line: number,
  at: 'case' | 'group',
  constants: ReadonlyMap<string, SyntaxNode>,
): Marker[] {
  const condition = argumentsOf(link.calls[0])[0]
  if (/^(skipIf|todoIf|runIf|if)$/.test(link.name) && condition !== undefined) {
    const truth = truthOf(condition, constants)
    const skips = link.name === 'skipIf' || link.name === 'todoIf'
    if (truth === !skips) return []
    return [
      { kind: truth === undefined ? 'conditional-skip' : 'skip', line, text: `${word} . ${link.name} ( ${flatText(condition)} )`, at },
    ]
  }
  return isLast || link.calls.length === 0
    ? markerNamed(link.name, false, line, at).map((marker) => ({ ...marker, text: `${word}.${link.name}` }))
    : []
}

/** `{ skip: true, retry: 3 }` beside a title or after a function, also by way of a name; a key that takes running counts as a skip that may be. */
export function optionMarkers(node: SyntaxNode, at: 'case' | 'group', constants: ReadonlyMap<string, SyntaxNode>): Marker[] {
  return pairsOf(node, constants).flatMap((pair): Marker[] => {
    const name = fieldOf(pair, 'key')
    const key = pair.type === 'shorthand_property_identifier' ? pair.text : name === undefined ? '' : (stringValue(name) ?? name.text)
    const value = pair.type === 'shorthand_property_identifier' ? pair : fieldOf(pair, 'value')
    if (value === undefined || isFunction(value)) return []
    const marker = { line: pair.start.line, text: flatText(pair), at }
    const truth = truthOf(pair === value ? (constants.get(key) ?? value) : value, constants)
    if (name?.type === 'computed_property_name') return truth === false ? [] : [{ ...marker, kind: 'conditional-skip' }]
    if (key === 'ignore') return truth === false ? [] : [{ ...marker, kind: truth === undefined ? 'conditional-skip' : 'skip' }]
    if (/^(retry|retries)$/.test(key)) return resolved(value, constants).text === '0' ? [] : [{ ...marker, kind: 'retry' }]
    const kind = markerKinds[key]
    if (kind === undefined || truth === false) return []
    return [{ ...marker, kind: kind === 'skip' && truth === undefined ? 'conditional-skip' : kind }]
  })
}
