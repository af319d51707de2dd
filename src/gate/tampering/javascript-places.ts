import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import type { Tools } from './javascript-comparison'
import { readBody } from './javascript-body'
import { bare, parameterNames } from './javascript-chain'
import { isName } from './javascript-name-use'
import type { Names } from './javascript-names'
import type { RunnerCall } from './javascript-runner'
import { truthOf } from './javascript-values'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { Binding, FileFact, Helper, Marker, Setup, Table, TestCase } from './test-file'

/** What is gathered from one file. */
export type Reader = {
  readonly names: Names
  readonly cases: TestCase[]
  readonly helpers: Helper[]
  readonly markers: Marker[]
  readonly setups: Setup[]
  readonly bindings: Binding[]
  readonly facts: FileFact[]
}

/** Where a declaration stands: the groups around it, their markers, the table of loops and of tables around it. */
export type Place = { readonly groups: readonly string[]; readonly markers: readonly Marker[]; readonly table: Table | undefined }

type Marking = { readonly names: Names; readonly markers: Marker[] }

/** A place under a condition that skips what is declared there. */
export function marked(place: Place, condition: SyntaxNode | undefined, node: SyntaxNode, names: Names): Place {
  const truth = condition === undefined ? true : truthOf(condition, names.constants)
  if (condition === undefined || truth === true) return place
  const kind = truth === false ? 'skip' : 'conditional-skip'
  return { ...place, markers: [...place.markers, { kind, line: node.start.line, text: `if ${flatText(bare(condition))}`, at: 'group' }] }
}

/** `test.skip(condition, "why")` and `jest.retryTimes(3)` in the file or a group. */
export function fileMarker(
  node: SyntaxNode,
  root: string,
  name: string,
  args: readonly SyntaxNode[],
  place: Place,
  reader: Marking,
): Place {
  const marker = { line: node.start.line, text: flatText(node), at: place.groups.length === 0 ? 'file' : 'group' } as const
  if (name === 'retryTimes' || (name === 'configure' && /\bretries:/.test(node.text)) || (root === 'this' && name === 'retries')) {
    if (!/\(\s*0\b/.test(node.text)) reader.markers.push({ ...marker, kind: 'retry' })
    return place
  }
  const isWord = reader.names.aliases.has(root) || /^(it|test|describe|this)$/.test(root)
  if (!isWord || !/^(skip|fixme)$/.test(name)) return place
  const condition = args[0]
  const truth = condition === undefined || condition.type === 'string' ? true : truthOf(condition)
  const kind = truth === true ? 'skip' : 'conditional-skip'
  return truth === false ? place : { ...place, markers: [...place.markers, { ...marker, kind }] }
}

/** What the runner hands to a callback, by the usual names. */
export function toolsOf(fn: SyntaxNode, names: Names): Tools {
  const contexts = parameterNames(fn).filter((name) => /^(t|ctx|context|assert|is|skip|tt|st|test|task|q)$/.test(name))
  return { names, testContexts: new Set(contexts) }
}

/** A parameter of a plain case that is called in it is its done callback. */
export function hasDone(fn: SyntaxNode, isTable: boolean): boolean {
  const [first] = parameterNames(fn)
  return (
    first !== undefined &&
    (/^(done|cb|next|resolve|end)$/.test(first) || (!isTable && new RegExp(`\\b${first.replace(/\$/g, '\\$&')}(\\.end)?\\(`).test(fn.text)))
  )
}

/** What runs around cases: its exits, and skips of `before` hooks. */
export function readSetup(call: RunnerCall, node: SyntaxNode, place: Place, reader: Reader): void {
  if (call.body === undefined) return
  const body = readBody(call.body, toolsOf(call.body, reader.names), 'setup', false)
  reader.setups.push({ name: call.title, line: node.start.line, body: flatText(call.body) })
  reader.facts.push(...body.exits)
  for (const marker of body.markers) {
    if (!call.title.startsWith('before')) continue
    const own = { ...marker, at: 'setup' as const }
    if (place.groups.length === 0) reader.markers.push(own)
    else mark(place.groups, own, reader)
  }
}

/** A skip in a group's set-up is a skip of each of its cases declared so far; later ones are declared after it only by odd hands. */
function mark(groups: readonly string[], marker: Marker, reader: Reader): void {
  reader.markers.push({ ...marker, text: `${groups.join(' > ')}: ${marker.text}` })
}

/** `while (false)`, `for (let i = 0; i < 0; i++)`. */
export function neverHolds(node: SyntaxNode, condition: SyntaxNode | undefined, constants: ReadonlyMap<string, SyntaxNode>): boolean {
  if (condition === undefined) return false
  const first = fieldOf(node, 'initializer')
  const start = first === undefined ? undefined : partsOf(first).find(({ type }) => type === 'variable_declarator')
  const [name, value] = start === undefined ? [] : [fieldOf(start, 'name'), fieldOf(start, 'value')]
  const begun = name === undefined || value === undefined ? constants : new Map([...constants, [name.text, value]])
  const inner = condition.type === 'expression_statement' ? (partsOf(condition)[0] ?? condition) : condition
  return truthOf(inner, begun) === false
}

/** A named function whose name stands nowhere but in itself. */
export function isUncalled(fn: SyntaxNode, name: string, { uses }: Names): boolean {
  if (name === '' || name === 'constructor') return false
  const inside = [...nodesIn(fn)].filter((node) => node.text === name && isName(node)).length
  const own = fieldOf(fn, 'name')?.text === name ? 0 : 1
  return (uses.get(name) ?? 0) - inside - own <= 0
}
