import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { Arm, Claim, Dialect, Leaf, Part } from './read-body'
import { assertClaims, callClaims, raisesClaim } from './read-python-assertions'
import { catchesFailures, caughtName, dropsRaised, flatHead, speaksUp } from './read-python-handlers'
import { callMarkers, exitFact, exitHook, mockFacts } from './read-python-markers'
import type { PythonNames } from './read-python-names'
import { dottedName, isWritten, lastWord, positionals, pythonTruth, unwrapped } from './read-python-names'
import { predicateClaims } from './read-python-predicate'

/** Where a body stands, for the facts about ended processes. */
export type Place = 'load' | 'setup' | 'case' | 'function'

/** Python's statements as parts of a walk. */
export function pythonDialect(names: PythonNames, at: Place): Dialect {
  return { part: (node) => partOf(node, names, at) }
}

function partOf(node: SyntaxNode, names: PythonNames, at: Place): Part {
  switch (node.type) {
    case 'if_statement':
      return branchPart(node, names, at)
    case 'for_statement':
    case 'while_statement':
      return loopPart(node, names, at)
    case 'try_statement':
      return attemptPart(node, names)
    case 'with_statement':
      return withPart(node, names, at)
    case 'match_statement':
      return matchPart(node, names, at)
    case 'function_definition':
      return { kind: 'function', name: fieldOf(node, 'name')?.text, nodes: blockOf(node) }
    case 'decorated_definition':
      return partOf(fieldOf(node, 'definition') ?? node, names, at)
    case 'class_definition':
    case 'block':
      return { kind: 'block', nodes: node.type === 'block' ? partsOf(node) : blockOf(node) }
    default:
      return { kind: 'leaf', lead: leafOf(node, names, at) }
  }
}

/** The statements of a node's body. */
export function blockOf(node: SyntaxNode, field = 'body'): SyntaxNode[] {
  const block = fieldOf(node, field) ?? node.children.find(({ type }) => type === 'block')
  return block === undefined ? [] : partsOf(block)
}

function branchPart(node: SyntaxNode, names: PythonNames, at: Place): Part {
  const condition = fieldOf(node, 'condition') ?? node
  const rest = node.children.filter(({ field }) => field === 'alternative')
  const failing = rest.length === 0 ? failIf(node, condition, names) : undefined
  if (failing !== undefined) return { kind: 'leaf', lead: failing }
  const arms: Arm[] = [{ text: flatText(condition), truth: pythonTruth(condition), nodes: blockOf(node, 'consequence') }]
  for (const other of rest) {
    const test = fieldOf(other, 'condition')
    if (test === undefined)
      arms.push({
        text: `not ${flatText(condition)}`,
        truth: arms.every(({ truth }) => truth === false) ? true : undefined,
        nodes: blockOf(other),
      })
    else arms.push({ text: flatText(test), truth: pythonTruth(test), nodes: blockOf(other, 'consequence') })
  }
  return { kind: 'branch', lead: expressionLeaf(condition, names, at), arms, complete: rest.some(({ type }) => type === 'else_clause') }
}

/** `if x != 6: pytest.fail()` asserts that x is 6. */
function failIf(node: SyntaxNode, condition: SyntaxNode, names: PythonNames): Leaf | undefined {
  const body = blockOf(node, 'consequence')
  const [only] = body
  if (only === undefined || body.length !== 1 || !isFailure(only, names)) return undefined
  const wrap = (flat: string): string => `assert ${flat}`
  return {
    claims: predicateClaims(condition, { line: node.start.line, wrap, names }, true).map(positive),
    calls: callsIn(condition, names),
  }
}

/** `not x != 6` is `x == 6`. */
function positive(claim: Claim): Claim {
  if (claim.matcher !== '!=' || claim.negated) return claim
  return { ...claim, matcher: '==', strength: 'exact', text: `assert ${claim.actual} == ${claim.expected ?? ''}` }
}

function isFailure(node: SyntaxNode, names: PythonNames): boolean {
  const [inner] = partsOf(node)
  if (inner === undefined) return false
  if (node.type === 'raise_statement') return /(AssertionError|Failed|failureException)$/.test(dottedName(inner, names))
  if (node.type === 'assert_statement') return pythonTruth(inner) === false
  return node.type === 'expression_statement' && inner.type === 'call' && /^(self|pytest)\.fail$/.test(dottedName(inner, names))
}

function loopPart(node: SyntaxNode, names: PythonNames, at: Place): Part {
  const head = fieldOf(node, 'right') ?? fieldOf(node, 'condition') ?? node
  const text =
    node.type === 'for_statement' ? `for ${flatText(fieldOf(node, 'left') ?? node)} in ${flatText(head)}` : `while ${flatText(head)}`
  const sure = node.type === 'for_statement' ? runsOnce(head, names) : pythonTruth(head) === true
  return { kind: 'loop', lead: expressionLeaf(head, names, at), text, sure, nodes: [...blockOf(node)] }
}

/** Whether a loop's list is written out and not empty, also by way of a name, `range(3)`, `enumerate` or `.items()`. */
function runsOnce(node: SyntaxNode, names: PythonNames): boolean {
  const inner = unwrapped(node)
  if (inner.type === 'identifier') {
    const value = names.values.get(inner.text)
    return value !== undefined && value.type !== 'identifier' && runsOnce(value, names)
  }
  if (inner.type !== 'call')
    return (
      ['list', 'tuple', 'set', 'dictionary', 'string', 'expression_list'].includes(inner.type) &&
      pythonTruth(inner) !== false &&
      partsOf(inner).length > 0
    )
  const dotted = dottedName(inner, names)
  const list = positionals(inner)
  if (dotted === 'range') return list.every(isWritten) && list.length > 0 && list[0]?.text !== '0'
  const object = fieldOf(fieldOf(inner, 'function') ?? inner, 'object')
  if (/\.(items|keys|values)$/.test(dotted) && object !== undefined) return runsOnce(object, names)
  const [first] = list
  return (
    /^(enumerate|zip|sorted|list|reversed|tuple|set|itertools\.product)$/.test(dotted) &&
    first !== undefined &&
    list.every((part) => runsOnce(part, names))
  )
}

function attemptPart(node: SyntaxNode, names: PythonNames): Part {
  const clauses = node.children.filter(({ type }) => type === 'except_clause' || type === 'except_group_clause')
  const handlers = clauses.map((clause) => ({ text: flatHead(clause), nodes: blockOf(clause) }))
  const hiding = clauses.find(
    (clause) => catchesFailures(clause) && !blockOf(clause).some((part) => speaksUp(part, names, caughtName(clause))),
  )
  const ending = node.children.find(({ type }) => type === 'finally_clause')
  const otherwise = node.children.find(({ type }) => type === 'else_clause')
  const always = [...(otherwise === undefined ? [] : blockOf(otherwise)), ...(ending === undefined ? [] : blockOf(ending))]
  const dropped = ending !== undefined && dropsRaised(ending) ? 'finally' : undefined
  return { kind: 'attempt', nodes: blockOf(node), swallows: hiding === undefined ? dropped : flatHead(hiding), handlers, always }
}

function withPart(node: SyntaxNode, names: PythonNames, at: Place): Part {
  const items = [...nodesIn(node.children.find(({ type }) => type === 'with_clause') ?? node)].filter(({ type }) => type === 'with_item')
  const calls = items
    .map((item) => unwrapped(fieldOf(item, 'value') ?? item))
    .map((value) => (value.type === 'as_pattern' ? (partsOf(value)[0] ?? value) : value))
  const leaves = calls.map((call) => expressionLeaf(call, names, at))
  const led = merged(leaves)
  const raising = blockOf(node).map(flatText).join(' ; ')
  const lead = {
    ...led,
    claims: (led.claims ?? []).map((claim) => (/^(pytest\.)?raises$/.test(claim.matcher) ? { ...claim, raising } : claim)),
  }
  const suppressed = calls.find(
    (call) => /(^|\.)suppress$/.test(dottedName(call, names)) && /\b(Exception|BaseException|AssertionError)\b/.test(call.text),
  )
  if (suppressed !== undefined)
    return { kind: 'attempt', lead, nodes: blockOf(node), swallows: flatText(suppressed), handlers: [], always: [] }
  const expected = calls.find(
    (call) => raisesClaim(call, names) !== undefined && /\b(Exception|BaseException|AssertionError)\b/.test(call.text),
  )
  if (expected !== undefined)
    return {
      kind: 'attempt',
      lead,
      nodes: blockOf(node),
      swallows: flatText(expected),
      handlers: [{ text: 'raised', nodes: [] }],
      always: [],
    }
  const raised = calls.some((call) => raisesClaim(call, names) !== undefined)
  // What follows an expected error isn't left out: a block that ends by the error goes on behind the `with`.
  return raised
    ? { kind: 'attempt', lead, nodes: blockOf(node), handlers: [{ text: 'raised', nodes: [] }], always: [] }
    : { kind: 'block', lead, nodes: blockOf(node) }
}

function matchPart(node: SyntaxNode, names: PythonNames, at: Place): Part {
  const subject = fieldOf(node, 'subject') ?? node
  const cases = blockOf(node).filter(({ type }) => type === 'case_clause')
  const arms = cases.map((arm) => ({
    text: `${flatText(subject)} is ${flatText(partsOf(arm)[0] ?? arm)}`,
    nodes: blockOf(arm, 'consequence'),
  }))
  return { kind: 'branch', lead: expressionLeaf(subject, names, at), arms, complete: arms.some(({ text }) => text.endsWith(' is _')) }
}

function merged(leaves: readonly Leaf[]): Leaf {
  return {
    claims: leaves.flatMap(({ claims }) => claims ?? []),
    markers: leaves.flatMap(({ markers }) => markers ?? []),
    facts: leaves.flatMap(({ facts }) => facts ?? []),
    calls: leaves.flatMap(({ calls }) => calls ?? []),
  }
}

function leafOf(node: SyntaxNode, names: PythonNames, at: Place): Leaf {
  if (node.type === 'pass_statement' || isRemark(node)) return {}
  if (node.type === 'assert_statement') return { claims: assertClaims(node, names), calls: callsIn(node, names) }
  const [inner] = partsOf(node)
  const said = expressionLeaf(node, names, at)
  const step = (said.claims ?? []).length > 0 ? undefined : flatText(node)
  if (node.type === 'return_statement' || node.type === 'break_statement' || node.type === 'continue_statement')
    return { ...said, step, ends: 'exit' }
  if (node.type !== 'raise_statement') return { ...said, ...(step === undefined ? {} : { step }) }
  const error = inner === undefined ? '' : dottedName(inner, names)
  if (/(SkipTest|skip\.Exception|Skipped)$/.test(error))
    return { ...said, markers: [{ kind: 'skip', line: node.start.line, text: flatText(node) }], ends: 'skip' }
  const exit = /^SystemExit$/.test(error) && inner !== undefined ? exitFact(inner, node, at) : undefined
  return { ...said, step, ...(exit === undefined ? {} : { facts: [exit] }), ends: exit === undefined ? 'fail' : 'exit' }
}

/** A docstring, or a value that nobody looks at. */
function isRemark(node: SyntaxNode): boolean {
  const parts = partsOf(node)
  return node.type === 'expression_statement' && parts.length === 1 && isWritten(parts[0] ?? node)
}

/** What the calls of an expression say: checks, skips, exits, mocks. */
function expressionLeaf(node: SyntaxNode, names: PythonNames, at: Place): Leaf {
  const calls = [...nodesIn(node, ({ type }) => type === 'lambda')].filter(({ type }) => type === 'call')
  const [outer] = node.type === 'expression_statement' ? partsOf(node) : [node]
  const awaited = outer?.type === 'await' ? partsOf(outer)[0] : outer
  const claims = awaited?.type === 'call' ? callClaims(awaited, names) : []
  const markers = calls.flatMap((call) => callMarkers(call, names))
  const exits = calls
    .flatMap((call) => [exitFact(call, call, at, dottedName(call, names)), exitHook(call, names)])
    .filter((fact) => fact !== undefined)
  const mocks = [...mockFacts(node, names)]
  const ends = markers.some(({ kind }) => kind === 'skip' || kind === 'expected-failure')
    ? 'skip'
    : exits.some(({ kind }) => kind === 'exit')
      ? 'exit'
      : undefined
  return { claims, markers, facts: [...exits, ...mocks], calls: callsIn(node, names), ...(ends === undefined ? {} : { ends }) }
}

function callsIn(node: SyntaxNode, names: PythonNames): string[] {
  const calls = [...nodesIn(node)].filter(({ type }) => type === 'call')
  return calls
    .map((call) => dottedName(call, names))
    .filter((dotted) => dotted !== '' && (!dotted.includes('.') || /^(self|cls)\.\w+$/.test(dotted)))
    .map(lastWord)
}
