import type { SyntaxNode } from '../syntax-tree'
import { flatTokens } from './flat-text'
import type { Assertion, FileFact, Guard, Marker } from './test-file'

/** An assertion before it is known what stands around it. */
export type Claim = Omit<Assertion, 'guards'>

/** How a statement ends what it stands in: in silence (`return`), by failing the case, or by a skip, which is a marker of its own. */
export type Ending = 'exit' | 'fail' | 'skip'

/** What one statement says. */
export type Leaf = {
  readonly claims?: readonly Claim[]
  readonly markers?: readonly Omit<Marker, 'at'>[]
  readonly facts?: readonly FileFact[]
  readonly calls?: readonly string[]
  /** The flat text of a statement that is no assertion. */
  readonly step?: string | undefined
  readonly ends?: Ending | undefined
  /** Bodies of functions that the statement hands on and that are taken to run. */
  readonly inner?: readonly (readonly SyntaxNode[])[]
  /** Why nobody hears what those functions say; undefined where somebody does. */
  readonly innerGuard?: Guard | undefined
  /** Calls that start a case of their own. */
  readonly nested?: readonly SyntaxNode[]
}

/** A case inside a case, and what stands around it. */
export type Nested = { readonly call: SyntaxNode; readonly guards: readonly Guard[] }

/** One way through a branch; `truth` is what a written-out condition comes to. */
export type Arm = { readonly text: string; readonly truth?: boolean | undefined; readonly nodes: readonly SyntaxNode[] }

/** A statement as the walk sees it, whatever its language; `lead` is what its head says (a condition's calls, `with` items). */
export type Part = { readonly lead?: Leaf } & (
  | { readonly kind: 'leaf' }
  | { readonly kind: 'block'; readonly nodes: readonly SyntaxNode[] }
  /** `complete`: one of the arms is always taken. */
  | { readonly kind: 'branch'; readonly arms: readonly Arm[]; readonly complete: boolean }
  /** `sure`: runs at least once. */
  | { readonly kind: 'loop'; readonly text: string; readonly sure: boolean; readonly nodes: readonly SyntaxNode[] }
  | {
      readonly kind: 'attempt'
      readonly nodes: readonly SyntaxNode[]
      /** The head of the handler that hides a failed assertion; undefined where none does. */
      readonly swallows?: string | undefined
      readonly handlers: readonly Arm[]
      readonly always: readonly SyntaxNode[]
    }
  | { readonly kind: 'function'; readonly name: string | undefined; readonly nodes: readonly SyntaxNode[] }
)

/** Turns a statement of one language into a part. */
export type Dialect = { part(node: SyntaxNode): Part }

/** All that stands in one body, in order. */
export type Walked = {
  readonly assertions: readonly Assertion[]
  readonly markers: readonly Omit<Marker, 'at'>[]
  readonly facts: readonly FileFact[]
  readonly calls: readonly string[]
  readonly steps: readonly string[]
  readonly nested: readonly Nested[]
}

type Sink = {
  assertions: Assertion[]
  markers: Omit<Marker, 'at'>[]
  facts: FileFact[]
  calls: Set<string>
  steps: string[]
  nested: Nested[]
  used: Map<string, number>
}
type Outcome = { readonly ends?: Ending | undefined; readonly later: readonly Guard[] }

/** Follows a body statement by statement; each assertion gets the guards it stands behind (spec 10 §3, test-file.ts). */
export function walkBody(nodes: readonly SyntaxNode[], dialect: Dialect): Walked {
  const sink: Sink = { assertions: [], markers: [], facts: [], calls: new Set(), steps: [], nested: [], used: usedWords(nodes) }
  runNodes(nodes, [], dialect, sink)
  return { ...sink, calls: [...sink.calls] }
}

function usedWords(nodes: readonly SyntaxNode[]): Map<string, number> {
  const used = new Map<string, number>()
  for (const node of nodes) for (const token of flatTokens(node)) used.set(token, (used.get(token) ?? 0) + 1)
  return used
}

function runNodes(nodes: readonly SyntaxNode[], guards: readonly Guard[], dialect: Dialect, sink: Sink): Outcome {
  let later: readonly Guard[] = []
  let ends: Ending | undefined
  for (const node of nodes) {
    const outcome = runPart(dialect.part(node), [...guards, ...later], dialect, sink)
    later = [...later, ...outcome.later]
    if (outcome.ends === undefined || ends !== undefined) continue
    ends = outcome.ends
    if (ends !== 'skip') later = [...later, { kind: 'after-exit', text: flatTokens(node).join(' ').slice(0, 200) }]
  }
  return { ends, later: ends === undefined ? later : [] }
}

function runPart(part: Part, guards: readonly Guard[], dialect: Dialect, sink: Sink): Outcome {
  const led = part.lead === undefined ? undefined : runLeaf(part.lead, guards, dialect, sink)
  if (part.kind === 'leaf') return { ends: led, later: [] }
  if (part.kind === 'block') return runNodes(part.nodes, guards, dialect, sink)
  if (part.kind === 'branch') return runBranch(part.arms, part.complete, guards, dialect, sink)
  if (part.kind === 'loop') {
    runNodes(part.nodes, part.sure ? guards : [...guards, { kind: 'condition', text: part.text }], dialect, sink)
    return { later: [] }
  }
  if (part.kind === 'attempt') return runAttempt(part, guards, dialect, sink)
  const { name, nodes } = part
  const called = name === undefined || (sink.used.get(name) ?? 0) > 1
  runNodes(nodes, called ? guards : [...guards, { kind: 'uncalled', text: name }], dialect, sink)
  return { later: [] }
}

function runLeaf(leaf: Leaf, guards: readonly Guard[], dialect: Dialect, sink: Sink): Ending | undefined {
  for (const claim of leaf.claims ?? []) sink.assertions.push({ ...claim, guards })
  const dead = guards.some(({ kind }) => kind === 'after-exit' || kind === 'constant' || kind === 'uncalled')
  const sometimes = guards.some(({ kind }) => kind === 'condition')
  for (const marker of dead ? [] : (leaf.markers ?? [])) {
    sink.markers.push(
      marker.kind === 'skip' && sometimes ? { ...marker, kind: 'conditional-skip', text: behind(marker.text, guards) } : marker,
    )
  }
  sink.facts.push(...(leaf.facts ?? []))
  for (const call of leaf.calls ?? []) sink.calls.add(call)
  if (leaf.step !== undefined && leaf.step !== '') sink.steps.push(leaf.step)
  for (const call of leaf.nested ?? []) sink.nested.push({ call, guards })
  for (const nodes of leaf.inner ?? [])
    runNodes(nodes, leaf.innerGuard === undefined ? guards : [...guards, leaf.innerGuard], dialect, sink)
  return leaf.ends
}

function behind(text: string, guards: readonly Guard[]): string {
  const conditions = guards.filter(({ kind }) => kind === 'condition').map((guard) => guard.text)
  return `if ${conditions.join(' and ')} : ${text}`
}

function runBranch(arms: readonly Arm[], complete: boolean, guards: readonly Guard[], dialect: Dialect, sink: Sink): Outcome {
  const endings: (Ending | undefined)[] = []
  const later: Guard[] = []
  let settled = false
  for (const arm of arms) {
    const truth = settled ? false : arm.truth
    const own =
      truth === true ? guards : [...guards, { kind: truth === false ? ('constant' as const) : ('condition' as const), text: arm.text }]
    const outcome = runNodes(arm.nodes, own, dialect, sink)
    if (truth === true) settled = true
    if (truth === false) continue
    endings.push(outcome.ends)
    if (outcome.ends === 'exit' && truth === undefined) later.push({ kind: 'condition', text: opposite(arm.text) })
  }
  if ((!complete && !settled) || endings.length === 0 || endings.includes(undefined)) return { later }
  return { ends: endings.includes('exit') ? 'exit' : endings[0], later: [] }
}

function opposite(text: string): string {
  return text.startsWith('not ') ? text.slice(4) : `not ${text}`
}

function runAttempt(part: Part & { kind: 'attempt' }, guards: readonly Guard[], dialect: Dialect, sink: Sink): Outcome {
  const own = part.swallows === undefined ? guards : [...guards, { kind: 'swallowed' as const, text: part.swallows }]
  const tried = runNodes(part.nodes, own, dialect, sink)
  const handled = part.handlers.map((arm) => runNodes(arm.nodes, [...guards, { kind: 'condition', text: arm.text }], dialect, sink))
  const last = runNodes(part.always, guards, dialect, sink)
  if (last.ends !== undefined) return last
  const all = tried.ends !== undefined && handled.every(({ ends }) => ends !== undefined)
  if (all && (tried.ends !== 'fail' || handled.length === 0)) return { ends: tried.ends, later: [] }
  return { later: tried.later }
}
