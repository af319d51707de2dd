import type { SyntaxNode } from '../syntax-tree'

const comments = new Set(['comment', 'line_comment', 'block_comment'])
const strings = new Set([
  'string',
  'string_literal',
  'interpreted_string_literal',
  'raw_string_literal',
  'template_string',
  'char_literal',
  'character_literal',
])
const closers = new Set([')', ']', '}', '>'])

/** A node's text without comments, white space differences, trailing commas, semicolons and quote styles: what formatters leave alone. */
export function flatText(node: SyntaxNode): string {
  return flatTokens(node).join(' ')
}

/** The tokens of `flatText`, each string one token. */
export function flatTokens(node: SyntaxNode): string[] {
  const tokens: string[] = []
  gather(node, tokens)
  return tokens.filter((token, index) => !(token === ',' && closers.has(tokens[index + 1] ?? '')))
}

/** Without its quotes, where a node is a plain string; undefined where it isn't one or has values put into it. */
export function stringValue(node: SyntaxNode): string | undefined {
  if (!strings.has(node.type) || isInterpolated(node)) return undefined
  return unquoted(node.text)
}

function gather(node: SyntaxNode, tokens: string[]): void {
  if (comments.has(node.type)) return
  if (strings.has(node.type)) {
    const plain = stringValue(node)
    tokens.push(plain === undefined ? prefixed(node.text) : `"${plain}"`)
    return
  }
  if (node.children.length === 0 || node.type === 'regex') {
    const text = node.text.trim()
    if (text !== '' && text !== ';') tokens.push(text)
    return
  }
  for (const child of node.children) gather(child, tokens)
}

function isInterpolated(node: SyntaxNode): boolean {
  return node.children.some(({ type }) => type === 'template_substitution' || type === 'interpolation')
}

/** Python's `r'a'`, `f"b"` and `b'c'` with their quotes made the same. */
function prefixed(text: string): string {
  const found = /^([a-zA-Z]{1,2})((['"])[^]*\3)$/.exec(text)
  const inner = found === null ? undefined : unquoted(found[2] ?? '')
  if (found === null || inner === undefined) return text.replace(/\r\n/g, '\n')
  const prefix = (found[1] ?? '').toLowerCase()
  const isPlain = /^[ru]$/.test(prefix) && !inner.includes('\\')
  return `${isPlain ? '' : prefix}"${inner}"`
}

/** A prefix that changes the meaning (r, b, f) stays in front; without a backslash `r` changes nothing. */
function unquoted(text: string): string | undefined {
  const found = /^("""|'''|"|'|`)([\s\S]*)\1$/.exec(text)
  if (found === null) return undefined
  const inner = (found[2] ?? '').replace(/\r\n/g, '\n')
  return found[1] === "'" || found[1] === "'''" ? inner.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"') : inner
}
