import type { SyntaxNode } from '../syntax-tree'
import type { Tools } from './javascript-comparison'
import type { Assertion, FileFact, Guard, Marker, Table } from './test-file'

/** What a function's body holds; filled while it is read. */
export type Body = {
  readonly tools: Tools
  /** The outermost function that is read: where a nested function's name may be used. */
  readonly scope: SyntaxNode
  readonly assertions: Assertion[]
  readonly steps: string[]
  readonly calls: Set<string>
  readonly markers: Marker[]
  readonly exits: Extract<FileFact, { kind: 'exit' }>[]
  /** Calls that declare something of their own (`t.test("name", f)`), with the table of the loop around them. */
  readonly declared: { readonly node: SyntaxNode; readonly table: Table | undefined }[]
  /** With a done callback, callbacks are waited for. */
  readonly hasDone: boolean
  /** Reads a nested function where it is called. */
  readonly enter: (fn: SyntaxNode, reading: Reading) => void
}

/** How a place in a body is reached; `at` is where an exit there would happen. */
export type Reading = {
  readonly guards: readonly Guard[]
  readonly awaited: boolean
  readonly at: Extract<FileFact, { kind: 'exit' }>['at']
}
