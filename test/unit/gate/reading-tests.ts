import { treeSitterSyntax } from '../../../src/adapters/syntax/tree-sitter'
import type { Language, SyntaxTree } from '../../../src/gate/syntax-tree'
import type { TestCase, TestFile } from '../../../src/gate/tampering/test-file'

const syntax = treeSitterSyntax()

export function reading(
  language: Language,
  path: string,
  read: (tree: SyntaxTree, path: string) => TestFile,
): (text: string) => Promise<TestFile> {
  return async (text) => read(await syntax.parse(language, text), path)
}

export function caseNames(file: TestFile): string[] {
  return file.cases.map(({ name }) => name.join(' > '))
}

export function onlyCase(file: TestFile): TestCase {
  const [only] = file.cases
  if (only === undefined || file.cases.length !== 1) throw new Error(`${file.cases.length} cases`)
  return only
}

/** `matcher|actual|expected|strength` with `!` before a negated one, for short expectations. */
export function short(item: TestCase): string[] {
  return item.assertions.map(
    ({ matcher, actual, expected, strength, negated }) => `${negated ? '!' : ''}${matcher}|${actual}|${expected ?? ''}|${strength}`,
  )
}

export function guardKinds(item: TestCase): string[] {
  return item.assertions.map(({ guards }) => guards.map(({ kind }) => kind).join('+'))
}

export function markerKinds(item: TestCase): string[] {
  return item.markers.map(({ kind, at }) => `${kind}@${at}`)
}
