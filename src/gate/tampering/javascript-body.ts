import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import type { Tools } from './javascript-comparison'
import { bare, isFunction } from './javascript-chain'
import { conditionAssertion } from './javascript-conditions'
import type { Body, Reading } from './javascript-reading'
import { readExpression } from './javascript-expressions'
import { listElements, truthOf } from './javascript-values'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { Assertion, Guard } from './test-file'

/** Reads one function from its start. `contexts` are the names of the runner's own tools among its parameters. */
export function readBody(fn: SyntaxNode, tools: Tools, at: Reading['at'], hasDone: boolean): Body {
  const body: Body = {
    tools,
    scope: fn,
    hasDone,
    assertions: [],
    steps: [],
    calls: new Set(),
    markers: [],
    exits: [],
    declared: [],
    enter: (inner, reading) => readFunction(inner, body, reading),
  }
  readFunction(fn, body, { guards: [], awaited: false, at })
  return body
}

/** Reads a function's body, or an expression that stands for one. */
function readFunction(fn: SyntaxNode, body: Body, reading: Reading): void {
  const block = fieldOf(fn, 'body')
  if (block === undefined) return
  if (block.type === 'statement_block') readBlock(partsOf(block), body, reading)
  else readReturned(block, body, reading)
}

function readReturned(node: SyntaxNode, body: Body, reading: Reading): void {
  const before = body.assertions.length
  readExpression(node, body, { ...reading, awaited: true })
  if (body.assertions.length === before) body.steps.push(flatText(node))
}

/** Statements in order: a return puts a guard on all that follows. */
function readBlock(statements: readonly SyntaxNode[], body: Body, reading: Reading): void {
  let guards = reading.guards
  for (const statement of statements) guards = [...guards, ...readStatement(statement, body, { ...reading, guards })]
}

function readStatement(node: SyntaxNode, body: Body, reading: Reading): Guard[] {
  switch (node.type) {
    case 'statement_block':
      readBlock(partsOf(node), body, reading)
      return ending(node) === 'return' ? [{ kind: 'after-exit', text: 'return' }] : []
    case 'if_statement':
      return readIf(node, body, reading)
    case 'return_statement':
      for (const part of partsOf(node)) readReturned(part, body, reading)
      return [{ kind: 'after-exit', text: 'return' }]
    case 'throw_statement':
    case 'break_statement':
    case 'continue_statement':
      body.steps.push(flatText(node))
      return [{ kind: 'after-exit', text: flatText(node).split(' ')[0] ?? '' }]
    case 'try_statement':
      readTry(node, body, reading)
      return []
    case 'for_statement':
    case 'for_in_statement':
    case 'while_statement':
    case 'do_statement':
      readLoop(node, body, reading)
      return []
    case 'switch_statement':
      readCases(node, body, reading)
      return []
    case 'labeled_statement':
      return readStatement(fieldOf(node, 'body') ?? node, body, reading)
    case 'function_declaration':
      readNested(node, fieldOf(node, 'name')?.text ?? '', body, reading)
      return []
    default:
      return readPlain(node, body, reading)
  }
}

function readPlain(node: SyntaxNode, body: Body, reading: Reading): Guard[] {
  const before = body.assertions.length + body.declared.length + body.markers.length
  const exits = body.exits.length
  const isStatement = node.type === 'expression_statement'
  for (const part of partsOf(node)) {
    const value = part.type === 'variable_declarator' ? fieldOf(part, 'value') : part
    if (value === undefined) continue
    if (part !== value && isFunction(bare(value))) readNested(bare(value), fieldOf(part, 'name')?.text ?? '', body, reading)
    else readExpression(value, body, { ...reading, awaited: !isStatement })
  }
  if (body.assertions.length + body.declared.length + body.markers.length === before) body.steps.push(flatText(node))
  return body.exits.length > exits && isStatement ? [{ kind: 'after-exit', text: flatText(node) }] : []
}

/** A function of the body's own: it counts where its name is used again. */
function readNested(fn: SyntaxNode, name: string, body: Body, reading: Reading): void {
  const isUsed = [...nodesIn(body.scope)].filter((node) => node.text === name && node.type.endsWith('identifier')).length > 1
  readFunction(fn, body, isUsed ? reading : { ...reading, guards: [...reading.guards, { kind: 'uncalled', text: name }] })
}

function readIf(node: SyntaxNode, body: Body, reading: Reading): Guard[] {
  const condition = fieldOf(node, 'condition')
  const consequence = fieldOf(node, 'consequence')
  const alternative = node.children.find(({ type }) => type === 'else_clause')
  if (condition === undefined || consequence === undefined) return []
  const truth = truthOf(condition)
  const text = flatText(bare(condition))
  if (alternative === undefined && fails(consequence, body)) {
    body.assertions.push({ line: node.start.line, text: flatText(node), guards: reading.guards, ...failing(condition) })
    return []
  }
  const branch = (wanted: boolean, guard: string): Reading => {
    if (truth === wanted) return reading
    return { ...reading, guards: [...reading.guards, { kind: truth === undefined ? 'condition' : 'constant', text: guard }] }
  }
  readExpression(condition, body, { ...reading, awaited: true })
  readBlock([consequence], body, branch(true, text))
  if (alternative !== undefined) readBlock(partsOf(alternative), body, branch(false, `not ${text}`))
  const leaves = ending(consequence) === 'return'
  if (!leaves || truth === false) return []
  return truth === true ? [{ kind: 'after-exit', text: 'return' }] : [{ kind: 'condition', text: `not ${text}` }]
}

/** `if (wrong) throw …` asserts that it isn't so. */
function failing(condition: SyntaxNode): Omit<Assertion, 'line' | 'text' | 'guards'> {
  const inner = conditionAssertion(condition, false)
  if (inner !== undefined) return inner
  return {
    actual: flatText(bare(condition)),
    matcher: 'throw if',
    strength: 'present',
    negated: false,
    constantActual: false,
    constantExpected: true,
  }
}

function fails(node: SyntaxNode, body: Body): boolean {
  const last = node.type === 'statement_block' ? partsOf(node).at(-1) : node
  if (last?.type === 'throw_statement') return true
  const text = last === undefined ? '' : flatText(last)
  if (/^(expect \. (fail|unreachable)|assert \. fail|fail|process \. exit) \(/.test(text)) return !/exit \( (0 )?\)/.test(text)
  return [...body.tools.testContexts].some((name) => text.startsWith(`${name} . fail (`))
}

function ending(node: SyntaxNode): 'return' | 'other' {
  const last = node.type === 'statement_block' ? partsOf(node).at(-1) : node
  return last !== undefined && /^(return|continue|break)_statement$/.test(last.type) ? 'return' : 'other'
}

function readTry(node: SyntaxNode, body: Body, reading: Reading): void {
  const handler = fieldOf(node, 'handler')
  const tried = fieldOf(node, 'body')
  const before = body.assertions.length
  const handlerBlock = handler === undefined ? undefined : fieldOf(handler, 'body')
  const last = fieldOf(node, 'finalizer')
  const caught = handler === undefined ? undefined : fieldOf(handler, 'parameter')
  const isHeard =
    (handlerBlock === undefined || speaksUp(partsOf(handlerBlock), caught?.text)) && (last === undefined || !dropsThrown(last))
  if (tried !== undefined)
    readBlock(partsOf(tried), body, isHeard ? reading : { ...reading, guards: [...reading.guards, { kind: 'swallowed', text: '' }] })
  const isPair = body.assertions.length > before
  if (handlerBlock !== undefined)
    readBlock(partsOf(handlerBlock), body, {
      ...reading,
      guards: [...reading.guards, { kind: 'condition', text: isPair ? 'catch' : 'caught' }],
    })
  if (last !== undefined) readBlock(partsOf(fieldOf(last, 'body') ?? last), body, reading)
}

/** Whether a handler fails in its turn. Where it does so under a condition, that has to ask for what was caught. */
function speaksUp(statements: readonly SyntaxNode[], caught: string | undefined): boolean {
  return statements.some((statement) => {
    if (statement.type === 'if_statement') {
      const condition = fieldOf(statement, 'condition')?.text ?? ''
      const asks = caught !== undefined && new RegExp(`\\b${(/^\w+/.exec(caught) ?? ['error'])[0]}\\b`).test(condition)
      const arms = [fieldOf(statement, 'consequence'), ...statement.children.filter(({ type }) => type === 'else_clause')]
      const heard = arms.flatMap((arm) => (arm === undefined ? [] : [speaksUp([arm], caught)]))
      return asks ? heard.includes(true) : heard.length > 1 && !heard.includes(false)
    }
    if (statement.type === 'statement_block' || statement.type === 'else_clause') return speaksUp(partsOf(statement), caught)
    return [...nodesIn(statement)].some(
      ({ type, text }) =>
        type === 'throw_statement' || (type === 'call_expression' && /^(expect|assert|t\.|done|fail|reject|next)\b/.test(text)),
    )
  })
}

/** A `return` or a jump in a `finally` drops what was thrown. */
function dropsThrown(finalizer: SyntaxNode): boolean {
  const own = (node: SyntaxNode): boolean => isFunction(node) || /_declaration$|^(for|while|do|for_in|switch)_statement$/.test(node.type)
  return [...nodesIn(finalizer, own)].some(({ type }) => /^(return|break|continue)_statement$/.test(type))
}

function readLoop(node: SyntaxNode, body: Body, reading: Reading): void {
  const inner = fieldOf(node, 'body')
  const source = fieldOf(node, 'right') ?? fieldOf(node, 'condition')
  if (inner === undefined) return
  const elements = source === undefined ? undefined : listElements(source, body.tools.names.constants)
  const isSure =
    (elements?.length ?? 0) > 0 ||
    (node.type === 'for_statement' && /<=? *[1-9]\d*\s*;?\s*$/.test(source?.text ?? '')) ||
    node.type === 'do_statement'
  const text = source === undefined ? '' : flatText(source)
  const from = body.declared.length
  const isDead = elements?.length === 0 || (node.type === 'while_statement' && source !== undefined && truthOf(source) === false)
  readBlock([inner], body, isSure ? reading : { ...reading, guards: [...reading.guards, { kind: isDead ? 'constant' : 'loop', text }] })
  const table = elements === undefined ? { count: undefined, rows: [] } : { count: elements.length, rows: elements.map(flatText) }
  for (let at = from; at < body.declared.length; at++) body.declared[at] = { node: body.declared[at]?.node ?? node, table }
}

function readCases(node: SyntaxNode, body: Body, reading: Reading): void {
  const text = flatText(fieldOf(node, 'value') ?? node)
  for (const one of partsOf(fieldOf(node, 'body') ?? node)) {
    const guard: Guard = { kind: 'condition', text: `${text} ${flatText(fieldOf(one, 'value') ?? one.children[0] ?? one)}` }
    readBlock(
      partsOf(one).filter(({ field }) => field !== 'value'),
      body,
      { ...reading, guards: [...reading.guards, guard] },
    )
  }
}
