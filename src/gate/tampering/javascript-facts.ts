import type { SyntaxNode } from '../syntax-tree'
import { flatText, stringValue } from './flat-text'
import { argumentsOf, chainOf } from './javascript-chain'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { FileFact } from './test-file'

/** Mocks anywhere in the file, exits at load, and exit codes that are set to 0. */
export function javascriptFacts(root: SyntaxNode): FileFact[] {
  const facts: FileFact[] = []
  for (const node of nodesIn(root)) {
    if (node.type === 'call_expression') facts.push(...mockFacts(node))
    if (node.type === 'assignment_expression') facts.push(...exitCodeFacts(node))
  }
  for (const statement of partsOf(root)) facts.push(...loadExits(statement))
  return facts
}

function mockFacts(node: SyntaxNode): FileFact[] {
  const chain = chainOf(node)
  const link = chain.links.at(-1)
  if (link === undefined || link.calls.length !== 1) return []
  const args = argumentsOf(link.calls[0])
  const first = args[0]
  const fact = { kind: 'mock', line: node.start.line, text: flatText(node) } as const
  if (
    /^(jest|vi|vitest|td|mock)$/.test(chain.root) &&
    /^(mock|doMock|setMock|unstable_mockModule|replace|module)$/.test(link.name) &&
    chain.links.length === 1
  ) {
    const target =
      first === undefined ? undefined : (stringValue(first) ?? stringValue(argumentsOf(first)[0] ?? first) ?? importedIn(first))
    return target === undefined ? [] : [{ ...fact, target }]
  }
  if (/^(spyOn|stub|method|replaceProperty)$/.test(link.name) && first !== undefined && args[1] !== undefined)
    return [{ ...fact, target: `${flatText(first)}.${stringValue(args[1]) ?? flatText(args[1])}` }]
  if (/^(mockReturnValue|mockImplementation|mockResolvedValue|returns|resolves|callsFake)(Once)?$/.test(link.name)) {
    const spied = chain.links.find(({ name }) => /^(mocked)$/.test(name))
    const target = argumentsOf(spied?.calls[0])[0]
    return target === undefined ? [] : [{ ...fact, target: `.${flatText(target)}` }]
  }
  return []
}

/** vi.mock(import('./cart')) */
function importedIn(node: SyntaxNode): string | undefined {
  const args = fieldOf(node, 'arguments')
  const first = args === undefined ? undefined : partsOf(args)[0]
  return first === undefined ? undefined : stringValue(first)
}

function exitCodeFacts(node: SyntaxNode): FileFact[] {
  const left = fieldOf(node, 'left')
  const right = fieldOf(node, 'right')
  if (left === undefined || right === undefined) return []
  if (flatText(left) === 'process . exitCode' && right.text === '0')
    return [{ kind: 'exit', line: node.start.line, text: flatText(node), status: 'zero', at: 'load' }]
  const isOverwritten = flatText(left) === 'process . exit' && right.type !== 'identifier'
  return isOverwritten ? [{ kind: 'hook', line: node.start.line, name: 'process.exit', text: flatText(node), rewrites: true }] : []
}

function loadExits(statement: SyntaxNode): FileFact[] {
  const isPlain = statement.type === 'expression_statement' || statement.type === 'if_statement'
  if (!isPlain) return []
  const isDeclared = (node: SyntaxNode): boolean => /^(arrow_function|function_expression|function_declaration)$/.test(node.type)
  return [...nodesIn(statement, isDeclared)].flatMap((node): FileFact[] => {
    const found = node.type === 'call_expression' ? /^process\s*\.\s*exit\s*\(\s*(\w*)/.exec(node.text) : null
    if (found === null) return hookOnExit(node)
    const status = found[1] === '' || found[1] === '0' ? 'zero' : /^\d+$/.test(found[1] ?? '') ? 'failing' : 'unknown'
    return [{ kind: 'exit', line: node.start.line, text: flatText(node), status, at: 'load' }]
  })
}

/** `process.on("exit", () => process.exit(0))` rewrites the result at the end. */
function hookOnExit(node: SyntaxNode): FileFact[] {
  if (
    node.type !== 'call_expression' ||
    !/^process\s*\.\s*(on|once)\s*\(\s*["'](exit|beforeExit|uncaughtException|unhandledRejection)["']/.test(node.text)
  )
    return []
  const rewrites = /exit(Code)?\s*(\(|=)\s*0?\s*\)?/.test(node.text.slice(12)) && /exitCode\s*=\s*0|exit\(\s*0?\s*\)/.test(node.text)
  return [{ kind: 'hook', line: node.start.line, name: 'process.on', text: flatText(node), rewrites }]
}
