import type { SyntaxNode, SyntaxTree } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import type { Tools } from './javascript-comparison'
import { readBody } from './javascript-body'
import { argumentsOf, bare, chainOf, isFunction } from './javascript-chain'
import { javascriptFacts } from './javascript-facts'
import { namesOf } from './javascript-names'
import type { RunnerCall } from './javascript-runner'
import { runnerCallOf } from './javascript-runner'
import type { Place, Reader } from './javascript-places'
import { fileMarker, hasDone, isUncalled, marked, neverHolds, readSetup, toolsOf } from './javascript-places'
import { listTable, nestedTable } from './javascript-tables'
import { isConstant, truthOf } from './javascript-values'
import { fieldOf, partsOf } from './nodes'
import type { Marker, TestFile } from './test-file'

const outermost: Place = { groups: [], markers: [], table: undefined }

/** Reads a JavaScript or TypeScript file's tests (spec 10, 3), whatever runner of the usual ones they are for. */
export function readJavascriptTests(tree: SyntaxTree, path: string): TestFile {
  const names = namesOf(tree.root)
  const reader: Reader = { names, cases: [], helpers: [], markers: [], setups: [], bindings: [], facts: [...names.imports] }
  readStatements(partsOf(tree.root), outermost, reader)
  reader.facts.push(...javascriptFacts(tree.root))
  const { cases, helpers, markers, setups, bindings, facts } = reader
  return { path, language: 'javascript', exact: !tree.broken, cases, helpers, markers, setups, bindings, facts }
}

function readStatements(statements: readonly SyntaxNode[], place: Place, reader: Reader): void {
  let now = place
  for (const statement of statements) now = readStatement(statement, now, reader)
}

/** A bare `return` among groups keeps the rest from being declared: what follows is marked. */
function readStatement(node: SyntaxNode, place: Place, reader: Reader): Place {
  switch (node.type) {
    case 'export_statement':
      return partsOf(node).reduce((at, part) => readStatement(part, at, reader), place)
    case 'statement_block':
      readStatements(partsOf(node), place, reader)
      return place
    case 'expression_statement':
      return partsOf(node).reduce((at, part) => readTopExpression(part, at, reader), place)
    case 'lexical_declaration':
    case 'variable_declaration':
      for (const part of partsOf(node)) if (part.type === 'variable_declarator') readDeclarator(part, place, reader)
      return place
    case 'function_declaration':
    case 'generator_function_declaration':
      readHelper(node, fieldOf(node, 'name')?.text ?? '', reader)
      return place
    case 'if_statement':
      return readBranches(node, place, reader)
    case 'return_statement':
      return { ...place, markers: [...place.markers, { kind: 'skip', line: node.start.line, text: 'return', at: 'group' }] }
    case 'for_in_statement':
    case 'for_statement':
    case 'while_statement':
      readLoop(node, place, reader)
      return place
    case 'class_declaration':
      readMethods(node, reader)
      return place
    case 'try_statement':
      readStatements(partsOf(fieldOf(node, 'body') ?? node), place, reader)
      return place
    default:
      return place
  }
}

function readTopExpression(node: SyntaxNode, place: Place, reader: Reader): Place {
  const inner = bare(node)
  if (inner.type === 'await_expression') return partsOf(inner).reduce((at, part) => readTopExpression(part, at, reader), place)
  if (inner.type === 'binary_expression' || inner.type === 'ternary_expression') {
    const condition = fieldOf(inner, 'left') ?? fieldOf(inner, 'condition')
    for (const part of partsOf(inner).filter((one) => one !== condition))
      readTopExpression(part, marked(place, condition, inner, reader.names), reader)
    return place
  }
  if (inner.type === 'assignment_expression') {
    const value = fieldOf(inner, 'right')
    if (value !== undefined && isFunction(bare(value)))
      readHelper(bare(value), fieldOf(inner, 'left')?.text.split('.').at(-1) ?? '', reader)
    return place
  }
  if (inner.type === 'call_expression') return readTopCall(inner, place, reader)
  return place
}

function readBranches(node: SyntaxNode, place: Place, reader: Reader): Place {
  const condition = fieldOf(node, 'condition')
  const consequence = fieldOf(node, 'consequence')
  const alternative = node.children.find(({ type }) => type === 'else_clause')
  const before = reader.cases.length
  if (consequence !== undefined) readStatement(consequence, marked(place, condition, node, reader.names), reader)
  if (alternative !== undefined) {
    const other: Marker = {
      kind: 'conditional-skip',
      line: node.start.line,
      text: `if not ${condition === undefined ? '' : flatText(bare(condition))}`,
      at: 'group',
    }
    readStatements(partsOf(alternative), { ...place, markers: [...place.markers, other] }, reader)
  }
  const leaves = consequence !== undefined && /^\{?\s*return\b/.test(consequence.text) && reader.cases.length === before
  return leaves && condition !== undefined && truthOf(condition, reader.names.constants) !== false
    ? {
        ...place,
        markers: [
          ...place.markers,
          {
            kind: truthOf(condition, reader.names.constants) === true ? 'skip' : 'conditional-skip',
            line: node.start.line,
            text: `if ${flatText(bare(condition))} return`,
            at: 'group',
          },
        ],
      }
    : place
}

function readLoop(node: SyntaxNode, place: Place, reader: Reader): void {
  const source = fieldOf(node, 'right')
  const body = fieldOf(node, 'body')
  const { constants } = reader.names
  const condition = fieldOf(node, 'condition')
  const own = source === undefined && neverHolds(node, condition, constants) ? { count: 0, rows: [] } : listTable(source, constants)
  if (body !== undefined) readStatement(body, { ...place, table: nestedTable(place.table, own) }, reader)
}

function readTopCall(node: SyntaxNode, place: Place, reader: Reader): Place {
  const chain = chainOf(node)
  const call = runnerCallOf(chain, reader.names)
  if (call !== undefined) {
    readRunnerCall(call, node, place, reader)
    return place
  }
  const last = chain.links.at(-1)
  const args = argumentsOf(last?.calls.at(-1) ?? chain.rootCalls.at(-1))
  if (last !== undefined && /^(forEach|map)$/.test(last.name)) {
    const table = nestedTable(place.table, listTable(chain.rootNode, reader.names.constants))
    for (const fn of args.map(bare).filter(isFunction)) readInside(fn, { ...place, table }, reader)
  } else if (isFunction(chain.rootNode)) readInside(chain.rootNode, place, reader)
  else return fileMarker(node, chain.root, last?.name ?? '', args, place, reader)
  return place
}

function readInside(fn: SyntaxNode, place: Place, reader: Reader): void {
  const body = fieldOf(fn, 'body')
  if (body?.type === 'statement_block') readStatements(partsOf(body), place, reader)
  else if (body !== undefined) readTopExpression(body, place, reader)
}

function readRunnerCall(call: RunnerCall, node: SyntaxNode, place: Place, reader: Reader): void {
  const markers = [...place.markers, ...call.markers]
  const table = nestedTable(place.table, call.table)
  if (call.role === 'group') {
    if (call.body !== undefined && isFunction(call.body))
      readInside(call.body, { groups: [...place.groups, call.title], markers, table }, reader)
  } else if (call.role === 'case') readCase(call, node, { ...place, markers, table }, reader)
  else if (call.body !== undefined) readSetup(call, node, place, reader)
}

function readCase(call: RunnerCall, node: SyntaxNode, place: Place, reader: Reader): void {
  const name = [...place.groups, call.title]
  const shape = { name, line: node.start.line, lastLine: node.end.line, ...(place.table === undefined ? {} : { table: place.table }) }
  const fn = call.body
  if (fn === undefined || !(isFunction(fn) || fn.type === 'method_definition')) {
    const calls = fn?.type === 'identifier' ? [fn.text] : []
    const markers: Marker[] =
      fn === undefined && !place.markers.some(({ kind }) => kind === 'todo')
        ? [...place.markers, { kind: 'todo', line: node.start.line, text: flatText(node), at: 'case' }]
        : [...place.markers]
    reader.cases.push({ ...shape, markers, assertions: [], calls, steps: calls.map((one) => `${one} ( )`), body: calls.join('') })
    return
  }
  const tools = toolsOf(fn, reader.names)
  const body = readBody(fn, tools, 'case', hasDone(fn, place.table !== undefined))
  const text = `${flatText(fieldOf(fn, 'parameters') ?? fieldOf(fn, 'parameter') ?? fn.children[0] ?? fn)} ${flatText(fieldOf(fn, 'body') ?? fn)}`
  reader.cases.push({
    ...shape,
    markers: [...place.markers, ...body.markers],
    assertions: body.assertions,
    calls: [...body.calls],
    steps: body.steps,
    body: text,
  })
  reader.facts.push(...body.exits)
  for (const { node: inner, table } of body.declared)
    readDeclared(inner, { groups: name, markers: place.markers, table: nestedTable(place.table, table) }, tools, reader)
}

function readDeclared(node: SyntaxNode, place: Place, tools: Tools, reader: Reader): void {
  const chain = chainOf(node)
  const first = chain.links[0]
  if (!tools.testContexts.has(chain.root) || first === undefined) {
    readTopCall(node, place, reader)
    return
  }
  const call = runnerCallOf(
    { root: first.name, rootNode: chain.rootNode, rootCalls: first.calls, links: chain.links.slice(1) },
    reader.names,
  )
  if (call !== undefined) readRunnerCall(call, node, place, reader)
}

function readDeclarator(node: SyntaxNode, place: Place, reader: Reader): void {
  const name = fieldOf(node, 'name')
  const value = fieldOf(node, 'value')
  if (name === undefined || value === undefined) return
  const inner = bare(value)
  if (isFunction(inner)) readHelper(inner, name.text, reader)
  else if (inner.type === 'call_expression' && runnerCallOf(chainOf(inner), reader.names) !== undefined) readTopCall(inner, place, reader)
  else if (inner.type === 'object') readMethods(inner, reader)
  if (!isFunction(inner) && name.type === 'identifier')
    reader.bindings.push({ name: name.text, line: node.start.line, value: flatText(value), constant: isConstant(value) })
}

/** Methods of page objects and suites count as helpers by their own names. */
function readMethods(node: SyntaxNode, reader: Reader): void {
  for (const member of partsOf(fieldOf(node, 'body') ?? node)) {
    if (member.type === 'method_definition') readHelper(member, fieldOf(member, 'name')?.text ?? '', reader)
    const value = member.type === 'pair' ? fieldOf(member, 'value') : undefined
    const key = fieldOf(member, 'key')
    if (value !== undefined && isFunction(value)) readHelper(value, key === undefined ? '' : (stringValue(key) ?? key.text), reader)
  }
}

function readHelper(fn: SyntaxNode, name: string, reader: Reader): void {
  const body = readBody(fn, toolsOf(fn, reader.names), 'function', true)
  reader.facts.push(...body.exits)
  const markers: Marker[] = isUncalled(fn, name, reader.names)
    ? [{ kind: 'skip', line: fn.start.line, text: `nobody calls ${name}`, at: 'group' }]
    : []
  for (const { node, table } of body.declared) readTopCall(node, { groups: [`${name} ( )`], markers, table }, reader)
  if (name !== '')
    reader.helpers.push({
      name,
      line: fn.start.line,
      assertions: body.assertions,
      calls: [...body.calls],
      body: flatText(fieldOf(fn, 'body') ?? fn),
    })
}
