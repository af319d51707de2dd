import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { Arm, Dialect, Leaf, Part } from './read-body'
import { conditionClaims, isRustWritten, macroClaims, rustTruth, tokensOf } from './read-rust-assertions'
import type { FileFact, Guard } from './test-file'

type Place = 'load' | 'setup' | 'case' | 'function'

/** Rust's statements as parts of a walk. */
export function rustDialect(at: Place): Dialect {
  return { part: (node) => partOf(node, at) }
}

/** The statements of a block, or the one expression that stands in its place. */
export function rustBlock(node: SyntaxNode | undefined): SyntaxNode[] {
  if (node === undefined) return []
  return node.type === 'block' ? partsOf(node) : [node]
}

function partOf(node: SyntaxNode, at: Place): Part {
  switch (node.type) {
    case 'expression_statement': {
      const [only] = partsOf(node)
      return only === undefined ? { kind: 'leaf' } : partOf(only, at)
    }
    case 'block':
      return { kind: 'block', nodes: partsOf(node) }
    case 'unsafe_block':
    case 'async_block':
    case 'const_block':
      return { kind: 'block', nodes: partsOf(node).flatMap(rustBlock) }
    case 'if_expression':
      return ifPart(node, at)
    case 'for_expression':
    case 'while_expression':
    case 'loop_expression':
      return loopPart(node, at)
    case 'match_expression':
      return matchPart(node, at)
    case 'function_item':
      return { kind: 'function', name: fieldOf(node, 'name')?.text, nodes: rustBlock(fieldOf(node, 'body')) }
    case 'let_declaration':
      return closurePart(node) ?? { kind: 'leaf', lead: leafOf(node, at) }
    default:
      return { kind: 'leaf', lead: leafOf(node, at) }
  }
}

/** `let check = |x| { … };` is a function that counts when it is called. */
function closurePart(node: SyntaxNode): Part | undefined {
  const value = fieldOf(node, 'value')
  return value?.type === 'closure_expression'
    ? { kind: 'function', name: fieldOf(node, 'pattern')?.text, nodes: rustBlock(fieldOf(value, 'body')) }
    : undefined
}

function ifPart(node: SyntaxNode, at: Place): Part {
  const condition = fieldOf(node, 'condition') ?? node
  const tokens = tokensOf(condition)
  const body = rustBlock(fieldOf(node, 'consequence'))
  const other = fieldOf(node, 'alternative')
  const lead = expressionLeaf(condition, at)
  if (other === undefined && body.length === 1 && body.every(isFailure) && condition.type !== 'let_condition') {
    return { kind: 'leaf', lead: { ...lead, claims: conditionClaims(tokens, node.start.line, true) } }
  }
  const truth = rustTruth(tokens)
  const arms: Arm[] = [{ text: flatText(condition), truth, nodes: body }]
  if (other !== undefined)
    arms.push({
      text: `not ${flatText(condition)}`,
      truth: truth === undefined ? undefined : !truth,
      nodes: partsOf(other).flatMap(rustBlock),
    })
  return { kind: 'branch', lead, arms, complete: other !== undefined }
}

function macroName(node: SyntaxNode): string {
  return node.type === 'macro_invocation' ? (fieldOf(node, 'macro')?.text ?? '') : ''
}

function isFailure(node: SyntaxNode): boolean {
  const inner = node.type === 'expression_statement' ? (partsOf(node)[0] ?? node) : node
  return /^(panic|unreachable|todo|unimplemented)$/.test(macroName(inner))
}

function loopPart(node: SyntaxNode, at: Place): Part {
  const head = fieldOf(node, 'value') ?? fieldOf(node, 'condition')
  const nodes = rustBlock(fieldOf(node, 'body'))
  if (head === undefined) return { kind: 'loop', text: 'loop', sure: true, nodes }
  const written =
    head.type === 'range_expression' ? partsOf(head).every((part) => part.type.endsWith('_literal')) : isRustWritten(listTokens(head))
  const sure = node.type === 'for_expression' ? written && !/^(&|vec !)? ?\[ \]$/.test(flatText(head)) : rustTruth(tokensOf(head)) === true
  return { kind: 'loop', lead: expressionLeaf(head, at), text: `for ${flatText(head)}`, sure, nodes }
}

/** `[1, 2].iter()`, `vec![1, 2]` and `&[1, 2]` without what is around the list. */
function listTokens(node: SyntaxNode): SyntaxNode[] {
  const list = [...nodesIn(node)].find(({ type }) => type === 'array_expression' || type === 'token_tree')
  return list === undefined || /^[a-z_]+ \(/.test(flatText(node)) ? [node] : [list]
}

function matchPart(node: SyntaxNode, at: Place): Part {
  const value = fieldOf(node, 'value') ?? node
  const arms = partsOf(fieldOf(node, 'body') ?? node).filter(({ type }) => type === 'match_arm')
  const ways = arms.map((arm) => ({
    text: `${flatText(value)} is ${flatText(fieldOf(arm, 'pattern') ?? arm)}`,
    nodes: rustBlock(fieldOf(arm, 'value')),
  }))
  // When every other way fails, the remaining one is always taken.
  const open = ways.filter(({ nodes }) => !(nodes.length === 1 && nodes.every(isFailure)))
  const [only] = open
  const lead = expressionLeaf(value, at)
  return only !== undefined && open.length === 1
    ? { kind: 'block', lead, nodes: only.nodes }
    : { kind: 'branch', lead, arms: ways, complete: true }
}

function leafOf(node: SyntaxNode, at: Place): Leaf {
  const said = expressionLeaf(node, at)
  const step = (said.claims ?? []).length > 0 || /_item$|^attribute/.test(node.type) ? undefined : flatText(node)
  if (/^(return|break|continue)_expression$/.test(node.type)) return { ...said, step, ends: 'exit' }
  if (!isFailure(node)) return { ...said, step }
  const claim = {
    line: node.start.line,
    text: macroName(node),
    actual: '',
    matcher: `${macroName(node)}!`,
    strength: 'runs',
    negated: false,
    constantActual: false,
    constantExpected: false,
  } as const
  return { ...said, claims: [claim], ends: 'fail' }
}

function expressionLeaf(node: SyntaxNode, at: Place): Leaf {
  const inside = [...nodesIn(node, ({ type }) => type === 'closure_expression')]
  const claims = node.type === 'macro_invocation' ? macroClaims(node) : []
  const exits = inside.flatMap((call) => exitFact(call, at))
  const calls = inside
    .filter(({ type }) => type === 'call_expression')
    .map((call) => flatText(fieldOf(call, 'function') ?? call).replaceAll(' ', ''))
  const own = calls.filter((name) => /^(self\.|Self::|super::)?\w+$/.test(name)).map((name) => name.replace(/^.*[.:]/, ''))
  const inner = topClosures(node).map((closure) => rustBlock(fieldOf(closure, 'body')))
  const text = flatText(node)
  const innerGuard = unheardBy(text)
  return {
    claims,
    facts: exits,
    calls: own,
    inner,
    ...(innerGuard === undefined ? {} : { innerGuard }),
    ...(exits.length > 0 ? { ends: 'exit' } : {}),
  }
}

function topClosures(node: SyntaxNode): SyntaxNode[] {
  return node.type === 'closure_expression' ? [node] : node.children.flatMap(topClosures)
}

function exitFact(call: SyntaxNode, at: Place): FileFact[] {
  const text = flatText(call)
  const found = call.type === 'call_expression' ? /^(?:std :: )?(?:process :: )?(exit|abort) \( ?(.*?) ?\)$/.exec(text) : null
  if (found === null) return []
  const status = found[2] ?? ''
  return [
    {
      kind: 'exit',
      line: call.start.line,
      text,
      status: found[1] === 'abort' || /^-? ?[1-9]/.test(status) ? 'failing' : status === '0' ? 'zero' : 'unknown',
      at,
    },
  ]
}

/** A thread that nobody joins, a panic that is caught and dropped. */
function unheardBy(text: string): Guard | undefined {
  if (/^(let _ = )?(std :: )?(thread :: )?spawn \(/.test(text) && !/\. join \( \)/.test(text)) return { kind: 'unawaited', text: 'spawn' }
  return /^let _\w* = [\w: ]*catch_unwind \(|catch_unwind \(.*\) \. ok \( \)$/.test(text)
    ? { kind: 'swallowed', text: 'catch_unwind' }
    : undefined
}
