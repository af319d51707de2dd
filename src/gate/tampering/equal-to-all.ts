import type { SyntaxNode } from '../syntax-tree'
import { flatText } from './flat-text'
import { fieldOf, nodesIn, partsOf } from './nodes'
import type { JudgedPath } from './runner-context'
import type { Tampering } from './tamper-finding'

const functions = /^(?:function_definition|method_definition|method_declaration|function_item|pair|assignment_expression)$/
/** What runners and languages ask when two values are compared. */
const comparing = /^(?:__eq__|equals|eq|asymmetricMatch|isEqual|deepEqual)$/

/** New code by which a value is equal to whatever it is compared with: no assertion on it can fail. */
export function equalToAll({ path, base, head }: JudgedPath): Tampering[] {
  if (head?.tree === undefined) return []
  const before = base?.tree === undefined ? 0 : yieldingIn(base.tree.root).length
  return yieldingIn(head.tree.root)
    .slice(before)
    .map((node) => ({
      kind: 'tautology-added',
      path,
      line: node.start.line,
      message: 'it is equal to whatever it is compared with',
      after: flatText(node).slice(0, 200),
    }))
}

function yieldingIn(root: SyntaxNode): SyntaxNode[] {
  return [...nodesIn(root)].filter((node) => {
    if (!functions.test(node.type)) return false
    const name = (fieldOf(node, 'name') ?? fieldOf(node, 'key') ?? fieldOf(node, 'left'))?.text.split('.').at(-1) ?? ''
    const own = fieldOf(node, 'value') ?? fieldOf(node, 'right') ?? node
    const body = fieldOf(own, 'body')
    return comparing.test(name) && body !== undefined && isAlwaysTrue(body)
  })
}

/** `{ return true }`, `true` or `return True`, whatever stands around it in words for people. */
function isAlwaysTrue(body: SyntaxNode): boolean {
  const said = partsOf(body).filter(
    ({ type, children }) => type !== 'expression_statement' || !children.every((one) => one.type === 'string'),
  )
  const [only, more] = said.length === 0 ? [body] : said
  return more === undefined && only !== undefined && /^(?:return )?(?:\( )?(?:true|True|1 == 1|! 0|not False)(?: \))?$/.test(flatText(only))
}
