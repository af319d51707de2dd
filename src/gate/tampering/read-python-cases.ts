import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import { walkBody } from './read-body'
import { blockOf, pythonDialect } from './read-python-body'
import { decoratorMarkers, mockFacts, pythonTable } from './read-python-markers'
import type { PythonNames } from './read-python-names'
import { dottedName, keyword } from './read-python-names'
import type { Assertion, FileFact, Marker, TestCase } from './test-file'

/** A function or class with what decorates it. */
export type Definition = {
  readonly name: string
  readonly line: number
  readonly node: SyntaxNode
  readonly decorators: readonly SyntaxNode[]
}

/** A module or class around cases; `collected` is false for a class that neither pytest nor unittest looks into,
 * `unittest` is true for a plain `unittest.TestCase`, whose async methods nobody waits for. */
export type Group = {
  readonly name: readonly string[]
  readonly markers: readonly Marker[]
  readonly unittest: boolean
  readonly collected: boolean
}

/** The definition that a statement is, undecorated; undefined for other statements. */
export function definitionOf(statement: SyntaxNode): Definition | undefined {
  const node = statement.type === 'decorated_definition' ? fieldOf(statement, 'definition') : statement
  if (node?.type !== 'function_definition' && node?.type !== 'class_definition') return undefined
  const decorators = statement.children.filter(({ type }) => type === 'decorator').flatMap((decorator) => partsOf(decorator).slice(0, 1))
  return { name: fieldOf(node, 'name')?.text ?? '', line: node.start.line, node, decorators }
}

/** Whether a function is a fixture, and whether every case gets it. */
export function fixtureOf(definition: Definition, names: PythonNames): { readonly everywhere: boolean } | undefined {
  const decorator = definition.decorators.find((node) => /(^|\.)(yield_)?fixture$/.test(dottedName(node, names)))
  if (decorator === undefined) return undefined
  return { everywhere: decorator.type === 'call' && keyword(decorator, 'autouse')?.text === 'True' }
}

/** One collected test function or method; facts found in it are added to `facts`. */
export function caseOf(definition: Definition, group: Group, names: PythonNames, facts: FileFact[]): TestCase {
  const { name, line, node, decorators } = definition
  const body = blockOf(node)
  const walked = walkBody(body, pythonDialect(names, 'case'))
  const own = decorators.flatMap((decorator) => decoratorMarkers(decorator, decorator.start.line, names))
  const table = pythonTable(decorators, names)
  const rows = (table?.rows ?? []).filter((row) => /\bskip|\bxfail/.test(row))
  facts.push(...walked.facts, ...decorators.flatMap((decorator) => [...mockFacts(decorator, names)]))
  const silent = neverRuns(definition, group)
  if (silent !== undefined && !silent.startsWith('yield')) facts.push({ kind: 'uncollected', line, name: [...group.name, name].join('.') })
  return {
    name: [...group.name, name],
    line,
    lastLine: node.end.line,
    markers: [
      ...group.markers.filter(({ at }) => at !== 'file'),
      ...own.map((marker) => ({ ...marker, at: 'case' as const })),
      ...rows.map((text) => ({
        kind: /\bxfail/.test(text) ? ('expected-failure' as const) : ('skip' as const),
        line,
        text,
        at: 'case' as const,
      })),
      ...walked.markers.map((marker) => ({ ...marker, at: 'body' as const })),
    ],
    ...(table === undefined ? {} : { table }),
    assertions: silent === undefined ? walked.assertions : walked.assertions.map((assertion) => unheard(assertion, silent)),
    calls: walked.calls,
    steps: walked.steps,
    body: `${flatText(fieldOf(node, 'parameters') ?? node)} ${flatText(fieldOf(node, 'body') ?? node)}`,
  }
}

function unheard(assertion: Assertion, text: string): Assertion {
  return { ...assertion, guards: [{ kind: 'uncalled', text }, ...assertion.guards] }
}

/** Why the runner never runs the body of a function that it collects; undefined where it does. */
function neverRuns(definition: Definition, group: Group): string | undefined {
  const { node } = definition
  const nested = new Set(['function_definition', 'lambda', 'class_definition'])
  const inside = blockOf(node).flatMap((part) => [...nodesIn(part, ({ type }) => nested.has(type))])
  if (inside.some(({ type }) => type === 'yield')) return 'yield: a generator is never run'
  const isAsync = node.children.some(({ type }) => type === 'async')
  return isAsync && group.unittest ? 'async: nobody waits for it' : undefined
}
