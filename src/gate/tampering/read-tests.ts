import type { SyntaxTree } from '../syntax-tree'
import { readGoTests } from './read-go'
import { readJavaTests } from './read-java'
import { readJavascriptTests } from './read-javascript'
import { readPythonTests } from './read-python'
import { readRustTests } from './read-rust'
import { isShellTest, readShellTests } from './read-shell'
import { readTextTests } from './read-text'
import type { TestFile } from './test-file'

/** One side of a changed file: its text, and the tree that a parser made of it where its language has one. */
export type SourceSide = { readonly text: string; readonly tree?: SyntaxTree }

/** Where a parser gave up on one side, both sides are read as text: two ways of reading can't be compared. */
export function evenSides<T extends { readonly base?: SourceSide; readonly head?: SourceSide }>(file: T): T {
  if (!isCutOff(file.base) && !isCutOff(file.head)) return file
  const plain = (side: SourceSide | undefined): SourceSide | undefined => (side === undefined ? undefined : { text: side.text })
  const [base, head] = [plain(file.base), plain(file.head)]
  return { ...file, ...(base === undefined ? {} : { base }), ...(head === undefined ? {} : { head }) }
}

function isCutOff(side: SourceSide | undefined): boolean {
  return side?.tree !== undefined && side.tree.broken && side.tree.root.children.length === 0 && side.text.trim() !== ''
}

// Several rules look at the same side of a file: it is read once.
const known = new WeakMap<SourceSide, { readonly path: string; readonly tests: TestFile }>()

/** Reads a file's tests by its tree, by its text where it has none. */
export function readTests(path: string, side: SourceSide): TestFile {
  const before = known.get(side)
  if (before?.path === path) return before.tests
  const tests = testsIn(path, side)
  known.set(side, { path, tests })
  return tests
}

function testsIn(path: string, { text, tree }: SourceSide): TestFile {
  switch (tree?.language) {
    case 'javascript':
    case 'typescript':
    case 'tsx':
      return readJavascriptTests(tree, path)
    case 'python':
      return readPythonTests(tree, path)
    case 'go':
      return readGoTests(tree, path)
    case 'java':
      return readJavaTests(tree, path)
    case 'rust':
      return readRustTests(tree, path)
    case undefined:
      return isShellTest(path) ? readShellTests(text, path) : readTextTests(text, path)
  }
}
