import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { Arm, Dialect, Leaf, Part } from './read-body'
import { failIfClaims } from './read-go-assertions'
import { checkClaim } from './read-go-checks'
import type { GoNames } from './read-go-tables'
import { calleeOf, isSubtest, rowsOf } from './read-go-tables'
import { goTruth } from './read-go-values'
import type { FileFact, Guard } from './test-file'

type Place = 'load' | 'setup' | 'case' | 'function'

/** Go's statements as parts of a walk. */
export function goDialect(names: GoNames, at: Place): Dialect {
  return { part: (node) => partOf(node, names, at) }
}

/** The statements of a block or of a function's body. */
export function goBlock(node: SyntaxNode | undefined): SyntaxNode[] {
  if (node === undefined) return []
  const block = node.type === 'block' ? node : (fieldOf(node, 'body') ?? node)
  return partsOf(block).flatMap((part) => (part.type === 'statement_list' ? partsOf(part) : [part]))
}

function partOf(node: SyntaxNode, names: GoNames, at: Place): Part {
  switch (node.type) {
    case 'block':
    case 'labeled_statement':
      return { kind: 'block', nodes: node.type === 'block' ? goBlock(node) : partsOf(node).slice(1) }
    case 'if_statement':
      return ifPart(node, names, at)
    case 'for_statement':
      return loopPart(node, names, at)
    case 'expression_switch_statement':
    case 'type_switch_statement':
    case 'select_statement':
      return switchPart(node, names, at)
    default:
      return functionPart(node) ?? { kind: 'leaf', lead: leafOf(node, names, at) }
  }
}

/** `check := func(…) { … }` is a function that counts when it is called. */
function functionPart(node: SyntaxNode): Part | undefined {
  if (node.type !== 'short_var_declaration') return undefined
  const [name] = partsOf(fieldOf(node, 'left') ?? node)
  const values = partsOf(fieldOf(node, 'right') ?? node)
  const [only] = values
  return only?.type === 'func_literal' && values.length === 1 ? { kind: 'function', name: name?.text, nodes: goBlock(only) } : undefined
}

function ifPart(node: SyntaxNode, names: GoNames, at: Place): Part {
  const condition = fieldOf(node, 'condition') ?? node
  const body = goBlock(fieldOf(node, 'consequence'))
  const other = fieldOf(node, 'alternative')
  const initial = fieldOf(node, 'initializer')
  const said = expressionLeaf(condition, names, at)
  const first = initial === undefined ? {} : leafOf(initial, names, at)
  const local = initial === undefined ? names.values : new Map([...names.values, ...bindingsOf(initial)])
  const rest: Arm[] =
    other === undefined
      ? []
      : [
          {
            text: `not ${flatText(condition)}`,
            truth: opposite(goTruth(condition)),
            nodes: other.type === 'block' ? goBlock(other) : [other],
          },
        ]
  if (body.some((part) => isFailure(part, names))) {
    const claims = failIfClaims(condition, node.start.line, local)
    const lead = { ...merged([first, said]), claims }
    return rest.length === 0 ? { kind: 'leaf', lead } : { kind: 'block', lead, nodes: rest.flatMap(({ nodes }) => nodes) }
  }
  const arms = [{ text: flatText(condition), truth: goTruth(condition), nodes: body }, ...rest]
  return { kind: 'branch', lead: merged([first, said]), arms, complete: rest.length > 0 }
}

function opposite(truth: boolean | undefined): boolean | undefined {
  return truth === undefined ? undefined : !truth
}

/** `a, b := f(), 3` one by one. */
function bindingsOf(node: SyntaxNode): [string, SyntaxNode][] {
  const left = partsOf(fieldOf(node, 'left') ?? node)
  const right = partsOf(fieldOf(node, 'right') ?? node)
  return left.length !== right.length
    ? []
    : left.flatMap((name, index): [string, SyntaxNode][] => (right[index] === undefined ? [] : [[name.text, right[index]]]))
}

function isFailure(node: SyntaxNode, names: GoNames): boolean {
  const call = node.type === 'expression_statement' ? partsOf(node)[0] : undefined
  if (call?.type !== 'call_expression') return false
  const [receiver, name] = calleeOf(call)
  if (receiver === '') return name === 'panic'
  return (
    (names.testers.has(receiver) && /^(Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/.test(name)) ||
    (receiver === 'log' && name.startsWith('Fatal'))
  )
}

function loopPart(node: SyntaxNode, names: GoNames, at: Place): Part {
  const [head] = partsOf(node).filter(({ type }) => type !== 'block')
  const nodes = goBlock(node)
  if (head === undefined) return { kind: 'loop', text: 'for', sure: true, nodes }
  const condition = fieldOf(head, 'condition')
  const right = condition === undefined ? undefined : fieldOf(condition, 'right')
  const counted = head.type === 'for_clause' && right?.type === 'int_literal' && right.text !== '0'
  const range = head.type === 'range_clause' ? fieldOf(head, 'right') : undefined
  const sure =
    counted || (range !== undefined && (rowsOf(range, names)?.length ?? 0) > 0) || (range?.type === 'int_literal' && range.text !== '0')
  return { kind: 'loop', lead: expressionLeaf(range ?? condition ?? node, names, at), text: `for ${flatText(head)}`, sure, nodes }
}

function switchPart(node: SyntaxNode, names: GoNames, at: Place): Part {
  const value = fieldOf(node, 'value')
  const cases = partsOf(node).filter(({ type }) => type.endsWith('_case'))
  const arms = cases.map((arm) => {
    const label = fieldOf(arm, 'value') ?? fieldOf(arm, 'type') ?? fieldOf(arm, 'communication')
    return {
      text: `case ${value === undefined ? '' : `${flatText(value)} is `}${label === undefined ? 'default' : flatText(label)}`,
      nodes: goBlock(arm).filter((part) => part !== label),
    }
  })
  const complete = node.type === 'select_statement' || cases.some(({ type }) => type === 'default_case')
  return { kind: 'branch', lead: value === undefined ? {} : expressionLeaf(value, names, at), arms, complete }
}

function merged(leaves: readonly Leaf[]): Leaf {
  return {
    claims: leaves.flatMap(({ claims }) => claims ?? []),
    markers: leaves.flatMap(({ markers }) => markers ?? []),
    facts: leaves.flatMap(({ facts }) => facts ?? []),
    calls: leaves.flatMap(({ calls }) => calls ?? []),
    inner: leaves.flatMap(({ inner }) => inner ?? []),
    nested: leaves.flatMap(({ nested }) => nested ?? []),
    step: leaves.find(({ step }) => step !== undefined)?.step,
  }
}

function leafOf(node: SyntaxNode, names: GoNames, at: Place): Leaf {
  const said = expressionLeaf(node, names, at)
  const spoken = (said.claims ?? []).length > 0 || (said.nested ?? []).length > 0
  const step = spoken ? undefined : flatText(node)
  if (/^(return|break|continue|goto)_statement$/.test(node.type)) return { ...said, step, ends: 'exit' }
  return { ...said, step }
}

function expressionLeaf(node: SyntaxNode, names: GoNames, at: Place): Leaf {
  const calls = [...nodesIn(node, ({ type }) => type === 'func_literal')].filter(({ type }) => type === 'call_expression')
  const nested = calls.filter((call) => isSubtest(call, names))
  const literals = topLiterals(node).filter(
    (literal) => !nested.some((call) => call.start.offset <= literal.start.offset && literal.end.offset <= call.end.offset),
  )
  const outer = node.type === 'expression_statement' ? partsOf(node)[0] : undefined
  const leaves = calls.map((call) => callLeaf(call, call === outer, names, at))
  const base = merged(leaves)
  const ends = leaves.map((leaf) => leaf.ends).find((ending) => ending !== undefined)
  return { ...base, nested, inner: literals.map((literal) => goBlock(literal)), innerGuard: unheardBy(node), ends, step: undefined }
}

function topLiterals(node: SyntaxNode): SyntaxNode[] {
  return node.type === 'func_literal' ? [node] : node.children.flatMap(topLiterals)
}

function callLeaf(call: SyntaxNode, alone: boolean, names: GoNames, at: Place): Leaf {
  const [receiver, name] = calleeOf(call)
  const line = call.start.line
  const text = flatText(call)
  if (names.testers.has(receiver) || receiver.endsWith('. T ( )')) {
    if (/^(Skip|Skipf|SkipNow)$/.test(name)) return { markers: [{ kind: 'skip', line, text }], ends: 'skip' }
    if (/^(Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/.test(name)) {
      const claim = {
        line,
        text,
        actual: '',
        matcher: `t.${name}`,
        strength: 'runs',
        negated: false,
        constantActual: false,
        constantExpected: false,
      } as const
      return { claims: [claim], ends: name.startsWith('F') && name !== 'Fail' ? 'fail' : undefined }
    }
    return {}
  }
  const exit = exitOf(call, receiver, name, at)
  if (exit !== undefined) return { facts: [exit], ends: 'exit' }
  if (receiver === '' && name === 'panic') return { ends: 'fail' }
  if (receiver === 'runtime' && name === 'Goexit') return { ends: 'exit' }
  const claim = alone ? checkClaim(call, receiver, name) : undefined
  return { ...(claim === undefined ? {} : { claims: [claim] }), calls: receiver === '' || /^[a-z]$/.test(receiver) ? [name] : [] }
}

function exitOf(call: SyntaxNode, receiver: string, name: string, at: Place): FileFact | undefined {
  if (!((receiver === 'os' || receiver === 'syscall') && name === 'Exit')) return undefined
  const status = partsOf(fieldOf(call, 'arguments') ?? call)[0]?.text ?? ''
  return {
    kind: 'exit',
    line: call.start.line,
    text: flatText(call),
    status: status === '0' ? 'zero' : /^-?\d+$/.test(status) ? 'failing' : 'unknown',
    at,
  }
}

/** A goroutine that tells nobody when it is done, a function that is put away. */
function unheardBy(node: SyntaxNode): Guard | undefined {
  const text = flatText(node)
  if (text.startsWith('_ = func (')) return { kind: 'uncalled', text: '_' }
  return text.startsWith('go func (') && !/Done \( \)|<-|close \(/.test(text) ? { kind: 'unawaited', text: 'go' } : undefined
}
