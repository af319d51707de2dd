import type { SyntaxNode } from '../syntax-tree'

/**
 * A place that reaches for the end of the process, by whatever name: called, handed on or put into a text that is run. `status` is `zero` where success is written out, or nothing else can
 * come of it; `isAtLoad` where loading the file comes to it.
 */
export type Ending = {
  readonly line: number
  readonly name: string
  readonly text: string
  readonly status: 'zero' | 'failing' | 'unknown'
  readonly isAtLoad: boolean
}

/** What may stand around a place. */
export type Surroundings = { readonly isAtLoad: boolean; readonly parent: SyntaxNode | undefined }

/** Those that the base doesn't have as often. */
export function newEndings(before: readonly Ending[], after: readonly Ending[]): Ending[] {
  const left = new Map<string, number>()
  const keyOf = ({ name, status, isAtLoad }: Ending): string => `${name} ${status} ${isAtLoad}`
  for (const one of before) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1)
  return after.filter((one) => {
    const count = left.get(keyOf(one)) ?? 0
    left.set(keyOf(one), count - 1)
    return count <= 0
  })
}

/** Every node with what is around it; `entersLater` says of a function whether it only runs when somebody calls it. */
export function withSurroundings(
  root: SyntaxNode,
  entersLater: (node: SyntaxNode, parents: readonly SyntaxNode[]) => boolean,
): [node: SyntaxNode, around: Surroundings][] {
  const found: [SyntaxNode, Surroundings][] = []
  const parents: SyntaxNode[] = []
  const visit = (node: SyntaxNode, isAtLoad: boolean): void => {
    found.push([node, { isAtLoad, parent: parents.at(-1) }])
    const inside = isAtLoad && !entersLater(node, parents)
    parents.push(node)
    for (const child of node.children) visit(child, inside)
    parents.pop()
  }
  visit(root, true)
  return found
}

/** What a written-out status says. */
export function statusOf(written: string | undefined): Ending['status'] {
  if (written === undefined || /^(?:0+|None|False|null|undefined|false|"0"|'0')$/.test(written)) return 'zero'
  return /^-?\d+$|^["']/.test(written) ? 'failing' : 'unknown'
}
