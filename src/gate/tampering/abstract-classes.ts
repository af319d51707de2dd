import { fieldOf, partsOf } from './nodes'
import { readTests } from './read-tests'
import type { SourceSide } from './read-tests'
import type { JudgedPath, RunnerContext } from './runner-context'
import type { Tampering } from './tamper-finding'

/** A Java class of tests that became abstract and that no class of the change or of the other tests extends: JUnit leaves its cases out (spec 10, 3). */
export function abstractClasses({ path, base, head }: JudgedPath, context: RunnerContext, files: readonly JudgedPath[]): Tampering[] {
  if (base?.tree?.language !== 'java' || head?.tree?.language !== 'java' || readTests(path, base).cases.length === 0) return []
  const before = abstractIn(base)
  const others = [...files, ...context.unchanged].flatMap((file) => file.head?.text ?? [])
  return [...abstractIn(head)].flatMap(([name, line]): Tampering[] => {
    const isExtended = others.some((text) => new RegExp(`\\bextends\\s+(?:[\\w.]+\\.)?${name}\\b`).test(text))
    if (before.has(name) || isExtended) return []
    return [{ kind: 'test-skipped', path, line, subject: name, message: 'its class is abstract now and nothing extends it' }]
  })
}

function abstractIn({ tree }: SourceSide): Map<string, number> {
  const found = new Map<string, number>()
  for (const node of tree === undefined ? [] : partsOf(tree.root)) {
    const isAbstract = node.children.some(({ type, text }) => type === 'modifiers' && /\babstract\b/.test(text))
    const name = fieldOf(node, 'name')
    if (node.type === 'class_declaration' && isAbstract && name !== undefined) found.set(name.text, node.start.line)
  }
  return found
}
