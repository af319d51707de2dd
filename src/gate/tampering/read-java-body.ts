import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { Arm, Dialect, Leaf, Part } from './read-body'
import { javaClaims } from './read-java-assertions'
import { argumentsOf, conditionClaims, isJavaWritten, javaTruth } from './read-java-values'
import type { FileFact, Guard, Marker } from './test-file'

type Place = 'load' | 'setup' | 'case' | 'function'

/** Java's statements as parts of a walk. */
export function javaDialect(at: Place): Dialect {
  return { part: (node) => partOf(node, at) }
}

/** The statements of a block, or the one statement that stands in its place. */
export function javaBlock(node: SyntaxNode | undefined): SyntaxNode[] {
  if (node === undefined) return []
  return node.type === 'block' || node.type === 'constructor_body' ? partsOf(node) : [node]
}

function partOf(node: SyntaxNode, at: Place): Part {
  const body = fieldOf(node, 'body')
  switch (node.type) {
    case 'block':
    case 'synchronized_statement':
      return { kind: 'block', nodes: javaBlock(node.type === 'block' ? node : body) }
    case 'labeled_statement':
      return { kind: 'block', nodes: partsOf(node).slice(1) }
    case 'if_statement':
      return ifPart(node, at)
    case 'for_statement':
    case 'enhanced_for_statement':
    case 'while_statement':
    case 'do_statement':
      return loopPart(node, at)
    case 'try_statement':
    case 'try_with_resources_statement':
      return attemptPart(node, at)
    case 'switch_expression':
    case 'switch_statement':
      return switchPart(node, at)
    default:
      return { kind: 'leaf', lead: leafOf(node, at) }
  }
}

function ifPart(node: SyntaxNode, at: Place): Part {
  const condition = fieldOf(node, 'condition') ?? node
  const inner = condition.type === 'parenthesized_expression' ? (partsOf(condition)[0] ?? condition) : condition
  const body = javaBlock(fieldOf(node, 'consequence'))
  const other = fieldOf(node, 'alternative')
  const lead = expressionLeaf(condition, at)
  if (other === undefined && body.length === 1 && body.every(isFailure))
    return { kind: 'leaf', lead: { ...lead, claims: conditionClaims(inner, node.start.line, 'assert', true) } }
  const arms: Arm[] = [{ text: flatText(inner), truth: javaTruth(inner), nodes: body }]
  const truth = javaTruth(inner)
  if (other !== undefined)
    arms.push({ text: `not ${flatText(inner)}`, truth: truth === undefined ? undefined : !truth, nodes: javaBlock(other) })
  return { kind: 'branch', lead, arms, complete: other !== undefined }
}

function isFailure(node: SyntaxNode): boolean {
  const [inner] = partsOf(node)
  if (node.type === 'throw_statement') return /\b(AssertionError|AssertionFailedError|AssertionFailedException)\b/.test(node.text)
  return inner?.type === 'method_invocation' && fieldOf(inner, 'name')?.text === 'fail'
}

function loopPart(node: SyntaxNode, at: Place): Part {
  const value = fieldOf(node, 'value')
  const condition = fieldOf(node, 'condition')
  const right = condition === undefined ? undefined : fieldOf(condition, 'right')
  const counted =
    node.type === 'for_statement' && (condition === undefined || (right !== undefined && isJavaWritten(right) && right.text !== '0'))
  const listed = value !== undefined && isJavaWritten(value) && flatText(value) !== '{ }' && !flatText(value).endsWith('( )')
  const sure = counted || listed || node.type === 'do_statement' || (condition !== undefined && javaTruth(condition) === true)
  const text = `for ${flatText(value ?? condition ?? node).slice(0, 200)}`
  return { kind: 'loop', lead: value === undefined ? {} : expressionLeaf(value, at), text, sure, nodes: javaBlock(fieldOf(node, 'body')) }
}

function attemptPart(node: SyntaxNode, at: Place): Part {
  const clauses = node.children.filter(({ type }) => type === 'catch_clause')
  const head = (clause: SyntaxNode): string => `catch ${flatText([...nodesIn(clause)].find(({ type }) => type === 'catch_type') ?? clause)}`
  const handlers = clauses.map((clause) => ({ text: head(clause), nodes: javaBlock(fieldOf(clause, 'body')) }))
  const hiding = clauses.find(
    (clause) =>
      /\b(Throwable|Error|AssertionError|AssertionFailedError)\b/.test(head(clause)) && !speaksUp(fieldOf(clause, 'body') ?? clause),
  )
  const ending = node.children.find(({ type }) => type === 'finally_clause')
  const always = ending === undefined ? [] : partsOf(ending).flatMap((part) => javaBlock(part))
  const resources = fieldOf(node, 'resources')
  return {
    kind: 'attempt',
    lead: resources === undefined ? {} : expressionLeaf(resources, at),
    nodes: javaBlock(fieldOf(node, 'body')),
    swallows: hiding === undefined ? undefined : head(hiding),
    handlers,
    always,
  }
}

function speaksUp(node: SyntaxNode): boolean {
  return [...nodesIn(node)].some(
    (part) =>
      part.type === 'throw_statement' ||
      (part.type === 'method_invocation' && /^(fail|assert\w+)$/.test(fieldOf(part, 'name')?.text ?? '')),
  )
}

function switchPart(node: SyntaxNode, at: Place): Part {
  const value = fieldOf(node, 'condition') ?? node
  const groups = partsOf(fieldOf(node, 'body') ?? node)
  const arms = groups.map((group) => {
    const [label, ...rest] = partsOf(group)
    return { text: `${flatText(value)} is ${label === undefined ? '' : flatText(label)}`, nodes: rest.flatMap((part) => javaBlock(part)) }
  })
  return { kind: 'branch', lead: expressionLeaf(value, at), arms, complete: arms.some(({ text }) => text.endsWith(' is default')) }
}

function leafOf(node: SyntaxNode, at: Place): Leaf {
  if (node.type === 'assert_statement') {
    const [condition] = partsOf(node)
    return condition === undefined ? {} : { claims: conditionClaims(condition, node.start.line, 'assert') }
  }
  const said = expressionLeaf(node, at)
  const step = (said.claims ?? []).length > 0 ? undefined : flatText(node)
  if (/^(return|break|continue|yield)_statement$/.test(node.type)) return { ...said, step, ends: 'exit' }
  if (node.type !== 'throw_statement') return { ...said, step }
  const skips = /\b(TestAbortedException|AssumptionViolatedException|SkipException)\b/.test(node.text)
  return skips
    ? { ...said, markers: [{ kind: 'skip', line: node.start.line, text: flatText(node) }], ends: 'skip' }
    : { ...said, step, ends: 'fail' }
}

const closures = new Set(['lambda_expression', 'class_body'])

function expressionLeaf(node: SyntaxNode, at: Place): Leaf {
  const calls = [...nodesIn(node, ({ type }) => closures.has(type))].filter(({ type }) => type === 'method_invocation')
  const outer = node.type === 'expression_statement' ? partsOf(node)[0] : node.type === 'lambda_expression' ? fieldOf(node, 'body') : node
  const value =
    outer?.type === 'assignment_expression'
      ? fieldOf(outer, 'right')
      : outer?.type === 'local_variable_declaration'
        ? fieldOf(fieldOf(outer, 'declarator') ?? outer, 'value')
        : outer
  const claims = value?.type === 'method_invocation' ? javaClaims(value) : []
  const markers = calls.flatMap(callMarkers)
  const exits = calls.flatMap((call) => exitFact(call, at))
  const names = calls
    .filter((call) => fieldOf(call, 'object') === undefined || fieldOf(call, 'object')?.type === 'this')
    .map((call) => fieldOf(call, 'name')?.text ?? '')
  const inner = topClosures(node).map((closure) => closureBody(closure))
  const ends = exits.length > 0 ? ('exit' as const) : markers.some(({ kind }) => kind === 'skip') ? ('skip' as const) : undefined
  return { claims, markers, facts: [...exits, ...calls.flatMap(mockFact)], calls: names, inner, innerGuard: unheardBy(node), ends }
}

function topClosures(node: SyntaxNode): SyntaxNode[] {
  return closures.has(node.type) ? [node] : node.children.flatMap(topClosures)
}

/** A lambda's statements; of an anonymous class all methods'. */
function closureBody(closure: SyntaxNode): SyntaxNode[] {
  if (closure.type === 'class_body') return partsOf(closure).flatMap((member) => javaBlock(fieldOf(member, 'body')))
  const body = fieldOf(closure, 'body')
  // An expression stands for the statement that it would be; it keeps its own node.
  return body === undefined ? [] : javaBlock(body)
}

function callMarkers(call: SyntaxNode): Omit<Marker, 'at'>[] {
  const name = fieldOf(call, 'name')?.text ?? ''
  if (!/^(assumeTrue|assumeFalse|assumeThat|assumeNotNull|assumeNoException|assumingThat|abort)$/.test(name)) return []
  const [first, second] = argumentsOf(call)
  const truth = [first, second].map((part) => (part === undefined ? undefined : javaTruth(part))).find((part) => part !== undefined)
  if (truth === (name === 'assumeTrue')) return []
  const never = name === 'abort' || (truth !== undefined && /^assume(True|False|ingThat)$|^assumingThat$/.test(name))
  return [{ kind: never ? 'skip' : 'conditional-skip', line: call.start.line, text: flatText(call) }]
}

function exitFact(call: SyntaxNode, at: Place): FileFact[] {
  if (!/^(System \. exit|Runtime \. getRuntime \( \) \. (exit|halt)|exitProcess) \(/.test(flatText(call))) return []
  const status = argumentsOf(call)[0]?.text ?? ''
  return [
    {
      kind: 'exit',
      line: call.start.line,
      text: flatText(call),
      status: status === '0' ? 'zero' : /^-?\d+$/.test(status) ? 'failing' : 'unknown',
      at,
    },
  ]
}

function mockFact(call: SyntaxNode): FileFact[] {
  const [first] = argumentsOf(call)
  if (!/^(mock|spy|mockStatic|mockConstruction)$/.test(fieldOf(call, 'name')?.text ?? '') || first === undefined) return []
  return [
    {
      kind: 'mock',
      line: call.start.line,
      text: flatText(call),
      target: flatText(first)
        .replace(/ \. class$/, '')
        .replaceAll(' ', ''),
    },
  ]
}

/** A thread of its own that is started and left alone. */
function unheardBy(node: SyntaxNode): Guard | undefined {
  const text = node.type === 'expression_statement' ? flatText(node) : ''
  const isLoose = /^new Thread \(|^CompletableFuture \. (runAsync|supplyAsync) \(|^\w+ \. (submit|execute) \(/.test(text)
  return isLoose && !/\. (join|get|await\w*) \([^)]*\)$/.test(text) ? { kind: 'unawaited', text: 'a thread of its own' } : undefined
}
