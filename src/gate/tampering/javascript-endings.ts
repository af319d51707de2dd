import type { SyntaxNode } from '../syntax-tree'
import type { Ending, Surroundings } from './endings'
import { statusOf, withSurroundings } from './endings'
import { flatText, stringValue } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'

type Names = ReadonlyMap<string, string>

const endingName = /^(?:process\.(?:exit|reallyExit|abort|kill|_kill|exitCode)|Deno\.exit|Bun\.exit)$/
const everywhere = /^(?:globalThis|global|window|self|root)\./
const functions = /^(?:arrow_function|function_expression|function_declaration|generator_function\w*|method_definition|function)$/
/** Calls that run a function handed to them without anybody's further doing. */
const runsIt = /^(?:setTimeout|setImmediate|setInterval|queueMicrotask|process\.nextTick)$|\.(?:then|finally|forEach|map)$/
const listens = /^process\.(?:on|once|addListener|prependListener|prependOnceListener)$/
const atTheEnd = /^(?:exit|beforeExit|uncaughtException|uncaughtExceptionMonitor|unhandledRejection)$/

/** See `endingsIn`. */
export function javascriptEndings(root: SyntaxNode): Ending[] {
  const names = otherNames(root)
  return withSurroundings(root, (node, parents) => functions.test(node.type) && !isRunAtOnce(node, parents, names)).flatMap(
    ([node, around]) => endingAt(node, around, names),
  )
}

/** Called where it stands, or handed to what runs it. */
function isRunAtOnce(node: SyntaxNode, parents: readonly SyntaxNode[], names: Names): boolean {
  const outer = parents.findLast(({ type }) => type !== 'parenthesized_expression' && type !== 'arguments')
  const called = outer?.type === 'call_expression' ? fieldOf(outer, 'function') : undefined
  if (outer === undefined || called === undefined) return false
  if (called.start.offset <= node.start.offset && node.end.offset <= called.end.offset) return true
  const name = nameOf(called, names) ?? called.text
  // A signal is somebody's wish to end it, an event of the end itself is not.
  return listens.test(name) ? atTheEnd.test(writtenText(argumentsIn(outer)[0] ?? outer) ?? '') : runsIt.test(name)
}

function endingAt(node: SyntaxNode, { isAtLoad, parent }: Surroundings, names: Names): Ending[] {
  const ending = (name: string, whole: SyntaxNode, status: Ending['status']): Ending[] => [
    { line: node.start.line, name, text: flatText(whole), status, isAtLoad },
  ]
  if (node.type === 'call_expression' || node.type === 'new_expression')
    return runsText(node, names) || takesProcess(node) ? ending('a text or module', node, 'unknown') : definedCode(node, names, ending)
  if (!/^(?:member_expression|subscript_expression|identifier|parenthesized_expression)$/.test(node.type)) return []
  if (node.type === 'identifier' && (!names.has(node.text) || node.field === 'name' || node.field === 'property')) return []
  if (node.type === 'parenthesized_expression' && parent?.type !== 'call_expression') return []
  const name = nameOf(node, names)
  if (name === undefined || !endingName.test(name)) return []
  if (name === 'process.exitCode') return assignedCode(node, parent, ending)
  if (parent?.type === 'variable_declarator' || parent?.type === 'import_specifier') return []
  const isCalled = parent?.type === 'call_expression' && node.field === 'function'
  const args = isCalled ? argumentsIn(parent) : undefined
  const target = args?.[0]
  if (name.endsWith('kill'))
    return target !== undefined && /^process\.pp?id$/.test(nameOf(target, names) ?? '') ? ending(name, parent ?? node, 'unknown') : []
  if (args === undefined) return isLookedAt(parent) ? [] : ending(name, parent ?? node, 'unknown')
  return ending(name, parent ?? node, name === 'process.abort' ? 'failing' : statusOf(args[0]?.text))
}

/** `typeof process.exit`, a comparison, or the object of a further name is no use of it; `.bind`, `.call` and `.apply` are. */
function isLookedAt(parent: SyntaxNode | undefined): boolean {
  if (parent === undefined) return true
  if (parent.type === 'member_expression') return !/\.\s*(?:bind|call|apply)$/.test(parent.text)
  return (
    /^(?:unary_expression|binary_expression|assignment_expression|type_query|nested_identifier)$/.test(parent.type) &&
    !parent.text.includes('=>')
  )
}

function assignedCode(
  node: SyntaxNode,
  parent: SyntaxNode | undefined,
  ending: (name: string, whole: SyntaxNode, status: Ending['status']) => Ending[],
): Ending[] {
  if (parent?.type !== 'assignment_expression' || node.field !== 'left') return []
  return ending('process.exitCode', parent, statusOf(fieldOf(parent, 'right')?.text))
}

/** `Object.defineProperty(process, 'exitCode', ...)`. */
function definedCode(
  node: SyntaxNode,
  names: Names,
  ending: (name: string, whole: SyntaxNode, status: Ending['status']) => Ending[],
): Ending[] {
  const [object, key] = argumentsIn(node)
  if (
    object === undefined ||
    key === undefined ||
    !/\.(?:defineProperty|set)$/.test(nameOf(fieldOf(node, 'function') ?? node, names) ?? '')
  )
    return []
  const isProcess = nameOf(object, names) === 'process' && /^(?:exit|exitCode|reallyExit)$/.test(writtenText(key) ?? '')
  return isProcess ? ending('process.exitCode', node, 'zero') : []
}

/** A text that is run as code and speaks of the process or of an exit. */
function runsText(node: SyntaxNode, names: Names): boolean {
  const called = fieldOf(node, 'function') ?? fieldOf(node, 'constructor')
  const name = called === undefined ? undefined : nameOf(called, names)
  if (called === undefined || !(/^(?:eval|Function)$|runIn\w*Context$/.test(name ?? '') || /\bconstructor$/.test(called.text))) return false
  return argumentsIn(node).some((arg) => /\b(?:exit|process)\b/.test(writtenText(arg) ?? ''))
}

/** `import('node:process')`, whatever is done with it then. */
function takesProcess(node: SyntaxNode): boolean {
  const [first] = argumentsIn(node)
  return fieldOf(node, 'function')?.text === 'import' && first !== undefined && isProcessModule(writtenText(first))
}

function argumentsIn(call: SyntaxNode): SyntaxNode[] {
  const list = fieldOf(call, 'arguments')
  return list === undefined
    ? []
    : partsOf(list)
        .map((part) => (part.type === 'spread_element' ? (partsOf(part)[0] ?? part) : part))
        .flatMap((part) => (part.type === 'array' ? partsOf(part) : [part]))
}

/** The text that strings put together come to. */
function writtenText(node: SyntaxNode): string | undefined {
  if (node.type === 'parenthesized_expression') return writtenText(partsOf(node).at(-1) ?? node)
  if (node.type !== 'binary_expression') return stringValue(node)
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')].map((side) => (side === undefined ? undefined : writtenText(side)))
  return left === undefined || right === undefined || fieldOf(node, 'operator')?.text !== '+' ? undefined : left + right
}

/** `process.exit` for all the ways to write it. */
function nameOf(node: SyntaxNode, names: Names): string | undefined {
  const name = writtenName(node, names)
  return name === undefined ? undefined : name.replace(everywhere, '').replace(everywhere, '')
}

function writtenName(node: SyntaxNode, names: Names): string | undefined {
  const inner = (one: SyntaxNode | undefined): string | undefined => (one === undefined ? undefined : nameOf(one, names))
  switch (node.type) {
    case 'identifier':
      return names.get(node.text) ?? node.text
    case 'member_expression': {
      const property = fieldOf(node, 'property')?.text ?? ''
      const object = inner(fieldOf(node, 'object'))
      return object === undefined ? undefined : property === 'default' && object === 'process' ? object : `${object}.${property}`
    }
    case 'subscript_expression': {
      const index = fieldOf(node, 'index')
      const [object, key] = [inner(fieldOf(node, 'object')), index === undefined ? undefined : writtenText(index)]
      return object === undefined || key === undefined ? undefined : `${object}.${key}`
    }
    case 'parenthesized_expression':
    case 'sequence_expression':
    case 'await_expression':
    case 'non_null_expression':
      return inner(partsOf(node).at(-1))
    case 'as_expression':
    case 'satisfies_expression':
      return inner(partsOf(node)[0])
    case 'call_expression': {
      const isModule = /^(?:require|import)$/.test(fieldOf(node, 'function')?.text ?? '')
      return isModule && isProcessModule(writtenText(argumentsIn(node)[0] ?? node)) ? 'process' : undefined
    }
    default:
      return undefined
  }
}

function isProcessModule(target: string | undefined): boolean {
  return target === 'process' || target === 'node:process'
}

/** Local names for the process and its parts, from declarations and imports. */
function otherNames(root: SyntaxNode): Names {
  const names = new Map<string, string>()
  const nodes = [...nodesIn(root)].filter(({ type }) => type === 'variable_declarator' || type === 'import_statement')
  // A name may be made from one that is declared further down; more than a few hops nobody reads.
  for (let hop = 0; hop < 3; hop++) for (const node of nodes) (node.type === 'import_statement' ? imported : declared)(node, names)
  return names
}

function imported(node: SyntaxNode, names: Map<string, string>): void {
  const source = fieldOf(node, 'source')
  if (source === undefined || !isProcessModule(stringValue(source))) return
  for (const part of nodesIn(node)) {
    if (part.type === 'import_specifier') {
      const name = fieldOf(part, 'name')?.text ?? ''
      names.set(fieldOf(part, 'alias')?.text ?? name, name === 'default' ? 'process' : `process.${name}`)
    } else if (part.type === 'identifier' && part.field === undefined) names.set(part.text, 'process')
  }
}

function declared(node: SyntaxNode, names: Map<string, string>): void {
  const [left, right] = [fieldOf(node, 'name'), fieldOf(node, 'value')]
  const value = right === undefined ? undefined : nameOf(right, names)
  if (left === undefined || value === undefined || !/^(?:process|Deno|Bun)\b/.test(value)) return
  if (left.type === 'identifier') names.set(left.text, value)
  if (left.type !== 'object_pattern') return
  for (const part of partsOf(left)) {
    if (part.type === 'shorthand_property_identifier_pattern') names.set(part.text, `${value}.${part.text}`)
    const [key, local] = [fieldOf(part, 'key')?.text, fieldOf(part, 'value')]
    if (part.type === 'pair_pattern' && key !== undefined && local?.type === 'identifier') names.set(local.text, `${value}.${key}`)
  }
}
