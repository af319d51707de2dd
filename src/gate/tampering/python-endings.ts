import type { SyntaxNode } from '../syntax-tree'
import type { Ending, Surroundings } from './endings'
import { statusOf, withSurroundings } from './endings'
import { flatText, stringValue } from './flat-text'
import { fieldOf, partsOf } from './nodes'
import type { PythonNames } from './read-python-names'
import { positionals, pythonNames } from './read-python-names'

type Names = Pick<PythonNames, 'imported' | 'values' | 'defined'>

const endingName =
  /^(?:(?:os|posix|nt)\.(?:_exit|abort|kill|killpg|exec\w+)|sys\.exit|(?:builtins\.)?(?:exit|quit|SystemExit)|signal\.raise_signal|ctypes(?:\.\w+)*\.(?:_?exit|_Exit|abort|kill))$/
const replaced = /^(?:sys\.(?:excepthook|exit)|os\._exit|threading\.excepthook)$/

/** See `endingsIn`. What stands under `if __name__ == "__main__"` is a program's own. */
export function pythonEndings(root: SyntaxNode): Ending[] {
  const names = pythonNames(root)
  return withSurroundings(
    root,
    (node, parents) => /^(?:function_definition|lambda)$/.test(node.type) && !isRegistered(node, parents),
  ).flatMap(([node, around]) => endingAt(node, around, names))
}

/** A lambda that is handed to what runs it: `atexit.register(lambda: ...)`, `threading.Timer(1, lambda: ...)`. */
function isRegistered({ type }: SyntaxNode, parents: readonly SyntaxNode[]): boolean {
  const outer = parents.findLast((one) => one.type !== 'argument_list')
  return type === 'lambda' && (outer?.type === 'call' || outer?.type === 'assignment')
}

function endingAt(node: SyntaxNode, { isAtLoad, parent }: Surroundings, names: Names): Ending[] {
  const ending = (name: string, whole: SyntaxNode, status: Ending['status']): Ending[] => [
    { line: node.start.line, name, text: flatText(whole), status, isAtLoad },
  ]
  if (node.type === 'assignment') {
    const left = fieldOf(node, 'left')
    const name = left === undefined ? undefined : nameOf(left, names)
    return name !== undefined && replaced.test(name) ? ending(name, node, 'unknown') : []
  }
  if (node.type === 'call' && /^(?:eval|exec|compile)$/.test(fieldOf(node, 'function')?.text ?? ''))
    return /\b_?exit\b|SystemExit/.test(writtenText(positionals(node)[0]) ?? '') ? ending('exec', node, 'unknown') : []
  if (!/^(?:identifier|attribute|call|subscript)$/.test(node.type) || /^(?:name|attribute|alias|left)$/.test(node.field ?? '')) return []
  if (
    /^(?:attribute|dotted_name|aliased_import|import_from_statement|keyword_argument)$/.test(parent?.type ?? '') &&
    node.type === 'identifier'
  )
    return []
  const name = nameOf(node, names)
  if (name === undefined || !endingName.test(name)) return []
  return used(name, node, parent, ending)
}

function used(
  name: string,
  node: SyntaxNode,
  parent: SyntaxNode | undefined,
  ending: (name: string, whole: SyntaxNode, status: Ending['status']) => Ending[],
): Ending[] {
  const isCalled = parent?.type === 'call' && node.field === 'function'
  if (!isCalled) {
    // `except SystemExit`, a comparison or the value of another name uses nothing.
    if (name.endsWith('SystemExit')) return parent?.type === 'raise_statement' ? ending(name, parent, 'zero') : []
    return /^(?:argument_list|list|tuple|keyword_argument|lambda)$/.test(parent?.type ?? '') ? ending(name, parent ?? node, 'unknown') : []
  }
  const [first] = positionals(parent)
  if (/exec\w+$/.test(name)) return ending(name, parent, 'zero')
  if (/kill(?:pg)?$/.test(name)) return /getpid|getpgr?p|^0$/.test(first?.text ?? '') ? ending(name, parent, 'unknown') : []
  if (name.endsWith('raise_signal')) return ending(name, parent, 'unknown')
  if (name.endsWith('abort')) return []
  return ending(name, parent, statusOf(first?.text))
}

/** The text that strings put together come to. */
function writtenText(node: SyntaxNode | undefined): string | undefined {
  if (node === undefined) return undefined
  if (node.type === 'parenthesized_expression') return writtenText(partsOf(node)[0])
  if (node.type === 'concatenated_string') return joined(partsOf(node))
  if (node.type !== 'binary_operator') return stringValue(node)
  return fieldOf(node, 'operator')?.text === '+' ? joined([fieldOf(node, 'left'), fieldOf(node, 'right')]) : undefined
}

function joined(nodes: readonly (SyntaxNode | undefined)[]): string | undefined {
  const texts = nodes.map(writtenText)
  return texts.includes(undefined) ? undefined : texts.join('')
}

/** `os._exit` for all the ways to write it. */
function nameOf(node: SyntaxNode, names: Names, hops = 4): string | undefined {
  if (hops === 0) return undefined
  const inner = (one: SyntaxNode | undefined): string | undefined => (one === undefined ? undefined : nameOf(one, names, hops))
  const dotted = (object: SyntaxNode | undefined, key: string | undefined): string | undefined => {
    const before = inner(object)
    return before === undefined || key === undefined ? undefined : before === 'sys.modules' ? key : `${before}.${key}`
  }
  switch (node.type) {
    case 'identifier': {
      if (names.defined.has(node.text)) return undefined
      const value = names.values.get(node.text)
      return names.imported.get(node.text) ?? (value === undefined ? node.text : nameOf(value, names, hops - 1))
    }
    case 'attribute': {
      const key = fieldOf(node, 'attribute')?.text
      return key === '__dict__' ? inner(fieldOf(node, 'object')) : dotted(fieldOf(node, 'object'), key)
    }
    case 'subscript':
      return dotted(fieldOf(node, 'value'), writtenText(fieldOf(node, 'subscript')))
    case 'parenthesized_expression':
      return inner(partsOf(node)[0])
    case 'call': {
      const [first, second] = positionals(node)
      const called = fieldOf(node, 'function')
      const program = called === undefined ? undefined : nameOf(called, names, hops - 1)
      if (program === 'getattr') return dotted(first, writtenText(second))
      if (program === 'vars') return inner(first)
      if (program === '__import__' || program === 'importlib.import_module') return writtenText(first)
      return program !== undefined && /^ctypes\.\w+$/.test(program) ? 'ctypes' : undefined
    }
    default:
      return undefined
  }
}
