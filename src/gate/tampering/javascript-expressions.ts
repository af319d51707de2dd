import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { javascriptAssertion } from './javascript-assertions'
import type { Chain, Link } from './javascript-chain'
import { argumentsOf, bare, chainOf, isFunction } from './javascript-chain'
import { runnerWords } from './javascript-names'
import type { Body, Reading } from './javascript-reading'
import { listElements, truthOf } from './javascript-values'
import { fieldOf, partsOf } from './nodes'
import type { Guard, Marker } from './test-file'

const skips = /^(skip|todo|fixme|fail)$/
const timers = /^(setTimeout|setImmediate|queueMicrotask|nextTick|requestAnimationFrame)$/
const iterations = /^(forEach|map|flatMap|every|some|filter|reduce|each)$/

/** Reads what an expression asserts, calls, skips and ends. */
export function readExpression(node: SyntaxNode, body: Body, reading: Reading): void {
  const inner = bare(node)
  switch (inner.type) {
    case 'await_expression':
    case 'yield_expression':
    case 'new_expression':
    case 'array':
      for (const part of partsOf(inner)) readExpression(part, body, { ...reading, awaited: true })
      return
    case 'call_expression':
      readCall(inner, body, reading)
      return
    case 'member_expression':
      readMember(inner, body, reading)
      return
    case 'binary_expression':
      readBinary(inner, body, reading)
      return
    case 'ternary_expression':
      readTernary(inner, body, reading)
      return
    case 'unary_expression':
      for (const part of partsOf(inner))
        readExpression(part, body, { ...reading, awaited: reading.awaited || inner.children[0]?.type === '!' })
      return
    default:
      if (isFunction(inner)) body.enter(inner, reading)
      else for (const part of partsOf(inner)) readExpression(part, body, reading)
  }
}

function guarded(reading: Reading, guard: Guard): Reading {
  return { ...reading, guards: [...reading.guards, guard] }
}

function readBinary(node: SyntaxNode, body: Body, reading: Reading): void {
  const left = fieldOf(node, 'left')
  const right = fieldOf(node, 'right')
  const operator = fieldOf(node, 'operator')?.text ?? ''
  if (left === undefined || right === undefined) return
  readExpression(left, body, reading)
  const isShort = operator === '&&' || operator === '||' || operator === '??'
  const runs = operator === '&&' ? truthOf(left) : operator === '||' ? opposite(truthOf(left)) : undefined
  const text = `${operator === '&&' ? '' : 'not '}${flatText(left)}`
  if (!isShort || runs === true) readExpression(right, body, reading)
  else readExpression(right, body, guarded(reading, { kind: runs === false ? 'constant' : 'condition', text }))
}

function opposite(truth: boolean | undefined): boolean | undefined {
  return truth === undefined ? undefined : !truth
}

function readTernary(node: SyntaxNode, body: Body, reading: Reading): void {
  const condition = fieldOf(node, 'condition')
  const text = condition === undefined ? '' : flatText(condition)
  for (const [name, start] of [
    ['consequence', ''],
    ['alternative', 'not '],
  ] as const) {
    const part = fieldOf(node, name)
    if (part !== undefined) readExpression(part, body, guarded(reading, { kind: 'condition', text: `${start}${text}` }))
  }
}

function readMember(node: SyntaxNode, body: Body, reading: Reading): void {
  const assertion = javascriptAssertion(node, body.tools)
  if (assertion !== undefined) body.assertions.push({ ...assertion, guards: reading.guards })
  else for (const part of partsOf(node)) readExpression(part, body, reading)
}

function readCall(node: SyntaxNode, body: Body, reading: Reading): void {
  const chain = chainOf(node)
  const assertion = javascriptAssertion(node, body.tools)
  if (assertion !== undefined) {
    const isAsync =
      chain.links.some(({ name }) => /^(resolves|rejects|doesNotReject|throwsAsync|notThrowsAsync|eventually|poll)$/.test(name)) ||
      chain.root === 'assertRejects'
    const guards: Guard[] = isAsync && !reading.awaited ? [{ kind: 'unawaited', text: '' }] : []
    body.assertions.push({ ...assertion, guards: [...reading.guards, ...guards] })
    if (!chain.root.startsWith('expect')) enterArguments(chain, body, reading)
    return
  }
  if (isDeclared(chain, body)) {
    body.declared.push({ node, table: undefined })
    return
  }
  const marker = bodyMarker(node, chain, body)
  if (marker !== undefined) body.markers.push(...(marker === 'none' ? [] : [marker]))
  else if (!readExit(node, chain, body, reading)) readPlainCall(node, chain, body, reading)
}

function isDeclared(chain: Chain, body: Body): boolean {
  const last = chain.links.at(-1)
  const args = argumentsOf(last === undefined ? chain.rootCalls.at(-1) : last.calls.at(-1))
  if (!args.some(isFunction)) return false
  if (body.tools.testContexts.has(chain.root)) return /^(test|it|describe)$/.test(chain.links[0]?.name ?? '')
  const isWord = runnerWords.has(chain.root) || body.tools.names.aliases.has(chain.root)
  return isWord && !body.tools.names.shadowed.has(chain.root) && !chain.links.some(({ name }) => name === 'step')
}

/** `t.skip()`, `this.skip()`, `test.skip(condition)`, `pending()`, `this.retries(3)`; `none` for one that is written out not to apply. */
function bodyMarker(node: SyntaxNode, chain: Chain, body: Body): Marker | 'none' | undefined {
  const link = chain.links.at(-1)
  const marker = { line: node.start.line, text: flatText(node), at: 'body' as const }
  const isContext =
    chain.root === 'this' ||
    body.tools.testContexts.has(chain.root) ||
    runnerWords.has(chain.root) ||
    body.tools.names.aliases.has(chain.root)
  if (chain.root === 'pending' && chain.rootCalls.length > 0) return { ...marker, kind: 'skip' }
  const isDirect =
    chain.links.length === 0 && chain.rootCalls.length > 0 && body.tools.testContexts.has(chain.root) && chain.root === 'skip'
  if (isDirect) return conditional(marker, argumentsOf(chain.rootCalls[0]), 'skip')
  if (!isContext || link === undefined || link.calls.length === 0 || chain.rootCalls.length > 0) return undefined
  const args = argumentsOf(link.calls[0])
  if (/^(retries|retryTimes)$/.test(link.name)) return args[0]?.text === '0' ? 'none' : { ...marker, kind: 'retry' }
  if (!skips.test(link.name) || (link.name === 'fail' && !runnerWords.has(chain.root))) return undefined
  return conditional(marker, args, link.name === 'fail' ? 'expected-failure' : link.name === 'todo' ? 'todo' : 'skip')
}

function conditional(marker: Omit<Marker, 'kind'>, args: readonly SyntaxNode[], kind: Marker['kind']): Marker | 'none' {
  const condition = args[0]
  if (condition === undefined || condition.type === 'string' || condition.type === 'template_string') return { ...marker, kind }
  const truth = truthOf(condition)
  return truth === false ? 'none' : { ...marker, kind: truth === true || kind !== 'skip' ? kind : 'conditional-skip' }
}

function readExit(node: SyntaxNode, chain: Chain, body: Body, reading: Reading): boolean {
  const name = [chain.root, ...chain.links.map((link) => link.name)].join('.')
  if (!/^(globalThis\.)?(process\.(exit|reallyExit|kill|abort)|Deno\.exit|Bun\.exit)$/.test(name)) return false
  const arg = argumentsOf(chain.links.at(-1)?.calls[0])[0]
  const status = arg === undefined || arg.text === '0' || arg.text === 'undefined' ? 'zero' : arg.type === 'number' ? 'failing' : 'unknown'
  body.exits.push({
    kind: 'exit',
    line: node.start.line,
    text: flatText(node),
    status: /kill|abort/.test(name) ? 'unknown' : status,
    at: reading.at,
  })
  return true
}

function readPlainCall(node: SyntaxNode, chain: Chain, body: Body, reading: Reading): void {
  const last = chain.links.at(-1)?.name ?? chain.root
  if (/^[A-Za-z_$][\w$]*$/.test(last)) body.calls.add(last)
  if (isFunction(chain.rootNode)) body.enter(chain.rootNode, reading)
  else if (chain.rootNode.type !== 'identifier') for (const part of partsOf(chain.rootNode)) readExpression(part, body, reading)
  enterArguments(chain, body, reading)
  const target = fieldOf(node, 'function')
  if (last === '' && target !== undefined) readExpression(target, body, reading)
}

function enterArguments(chain: Chain, body: Body, outer: Reading): void {
  const isSettled = chain.root === 'Promise' && chain.links[0]?.name === 'allSettled'
  const reading =
    isSettled || chain.links.some((link) => link.name === 'catch' && isDeaf(link))
      ? guarded(outer, { kind: 'swallowed', text: isSettled ? 'allSettled' : 'catch' })
      : outer

  for (const call of chain.rootCalls) enterEach(chain.root, chain.rootNode, call, body, reading)
  for (const link of chain.links) for (const call of link.calls) enterEach(link.name, chain.rootNode, call, body, reading)
}

/** A rejection handler that neither throws nor fails. */
function isDeaf({ calls }: Link): boolean {
  const handler = argumentsOf(calls[0])[0]
  return handler !== undefined && isFunction(bare(handler)) && !/\b(throw|expect|assert|fail|reject|done|next)\b/.test(handler.text)
}

function enterEach(name: string, owner: SyntaxNode, call: SyntaxNode, body: Body, reading: Reading): void {
  for (const arg of argumentsOf(call)) {
    if (!isFunction(bare(arg))) readExpression(arg, body, { ...reading, awaited: true })
    else body.enter(bare(arg), callbackReading(name, owner, body, reading))
  }
}

function callbackReading(name: string, owner: SyntaxNode, body: Body, reading: Reading): Reading {
  const isPromise = /^(then|catch|finally)$/.test(name)
  if ((isPromise || timers.test(name)) && !reading.awaited && !body.hasDone) return guarded(reading, { kind: 'unawaited', text: name })
  if (name === 'catch' && isPromise) return guarded(reading, { kind: 'condition', text: 'catch' })
  if (!iterations.test(name)) return { ...reading, awaited: reading.awaited || !timers.test(name) }
  const elements = listElements(owner, body.tools.names.constants)
  return (elements?.length ?? 0) > 0
    ? { ...reading, awaited: true }
    : { ...guarded(reading, { kind: 'loop', text: flatText(owner) }), awaited: true }
}
