import type { SyntaxNode } from '../syntax-tree'
import type { Ending } from './endings'
import { statusOf, withSurroundings } from './endings'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'

/** See `endingsIn`. What `init` does, and what stands outside of functions, happens when the package is loaded. */
export function goEndings(root: SyntaxNode): Ending[] {
  const packages = new Map<string, string>()
  for (const node of nodesIn(root)) {
    if (node.type !== 'import_spec') continue
    const path = (fieldOf(node, 'path')?.text ?? '').slice(1, -1)
    packages.set(fieldOf(node, 'name')?.text ?? path.slice(path.lastIndexOf('/') + 1), path)
  }
  return endingsBy(root, {
    entersLater: (node) => /^(?:function|method)_declaration$/.test(node.type) && fieldOf(node, 'name')?.text !== 'init',
    nameOf: (node) => {
      if (node.type !== 'selector_expression') return undefined
      const path = packages.get(fieldOf(node, 'operand')?.text ?? '')
      const name = path === undefined ? '' : `${path}.${fieldOf(node, 'field')?.text ?? ''}`
      return /^(?:os\.Exit|(?:syscall|golang\.org\/x\/sys\/unix)\.(?:Exit|Kill|Exec))$/.test(name) ? name : undefined
    },
  })
}

/** See `endingsIn`. */
export function javaEndings(root: SyntaxNode): Ending[] {
  const text = flatText(root)
  const isImported = /\bimport static java \. lang \. System \. (?:exit|\*)/.test(text)
  const runtimes = new Set(
    [...text.matchAll(/\b(?:Runtime|var) (\w+) = (?:\w+ \. )*Runtime \. getRuntime \(/g)].map(([, name = '']) => name),
  )
  return endingsBy(root, {
    entersLater: (node) => /^(?:method|constructor)_declaration$/.test(node.type),
    nameOf: (node) => {
      if (node.type !== 'method_invocation' && node.type !== 'method_reference') return undefined
      const shown = flatText(node).replace(/^java \. lang \. /, '')
      const name =
        /^System (?:\.|::) exit\b|^Runtime \. getRuntime \( \) (?:\.|::) (?:exit|halt)\b|^ProcessHandle \. current \( \) \. destroy/.exec(
          shown,
        )?.[0]
      const bare = /^(\w+) (?:\. (exit|halt) )?\(/.exec(shown)
      const isOther = bare !== null && (bare[2] === undefined ? isImported && bare[1] === 'exit' : runtimes.has(bare[1] ?? ''))
      return name ?? (isOther ? shown.slice(0, shown.indexOf(' (')) : undefined)
    },
  })
}

/** See `endingsIn`. Nothing runs when a crate is loaded. */
export function rustEndings(root: SyntaxNode): Ending[] {
  const uses = new Map<string, string>()
  for (const node of nodesIn(root)) if (node.type === 'use_declaration') used(fieldOf(node, 'argument'), '', uses)
  return endingsBy(root, {
    entersLater: () => true,
    nameOf: (node, parent) => {
      if (
        !/^(?:scoped_identifier|identifier)$/.test(node.type) ||
        /^(?:scoped_identifier|use_\w+|scoped_use_list)$/.test(parent?.type ?? '')
      )
        return undefined
      const path = node.text.replace(/\s/g, '')
      const [first = '', ...rest] = path.split('::')
      const whole = [uses.get(first) ?? first, ...rest].join('::')
      return /^(?:(?:std|core)::)?process::(?:exit|abort)$|^(?:libc|nix)::(?:\w+::)*(?:_?exit|abort|kill|raise)$/.test(whole)
        ? whole
        : undefined
    },
  })
}

/** `a::{b, c as d}` gives the names b and d. */
function used(node: SyntaxNode | undefined, before: string, uses: Map<string, string>): void {
  if (node === undefined) return
  const joined = (text: string): string => (before === '' ? text : `${before}::${text}`).replace(/\s/g, '')
  if (node.type === 'use_as_clause') uses.set(fieldOf(node, 'alias')?.text ?? '', joined(fieldOf(node, 'path')?.text ?? ''))
  else if (node.type === 'scoped_use_list') used(fieldOf(node, 'list'), joined(fieldOf(node, 'path')?.text ?? ''), uses)
  else if (node.type === 'use_list') for (const part of partsOf(node)) used(part, before, uses)
  else if (node.text === 'self') uses.set(before.slice(before.lastIndexOf(':') + 1), before)
  else if (node.type === 'identifier' || node.type === 'scoped_identifier') {
    const path = joined(node.text)
    uses.set(path.slice(path.lastIndexOf(':') + 1), path)
  }
}

type Reader = {
  readonly entersLater: (node: SyntaxNode) => boolean
  readonly nameOf: (node: SyntaxNode, parent: SyntaxNode | undefined) => string | undefined
}

/** A name that is called has the status of its first argument, one that is handed on may be called with any. */
function endingsBy(root: SyntaxNode, { entersLater, nameOf }: Reader): Ending[] {
  return withSurroundings(root, entersLater).flatMap(([node, { isAtLoad, parent }]): Ending[] => {
    const name = nameOf(node, parent)
    if (name === undefined) return []
    const call =
      node.type === 'method_invocation' ? node : parent?.type === 'call_expression' && node.field === 'function' ? parent : undefined
    const list = call === undefined ? undefined : fieldOf(call, 'arguments')
    const first = list === undefined ? undefined : partsOf(list)[0]
    const isKill = /[Kk]ill$/.test(name)
    if (isKill && !/getpid/i.test(first?.text ?? '')) return []
    if (name.endsWith('abort')) return []
    const isOpen = call === undefined || isKill || /Exec$|raise$|destroy/.test(name)
    return [{ line: node.start.line, name, text: flatText(call ?? node), status: isOpen ? 'unknown' : statusOf(first?.text), isAtLoad }]
  })
}
