/**
 * What a reader finds in one test file, whatever its language and runner. All texts are flat: comments gone, white space made one space,
 * trailing commas and semicolons gone, plain strings in double quotes (see flat-text.ts), so that a formatter changes nothing.
 */
export type TestFile = {
  readonly path: string
  /** `text` is the fallback for languages without a parser. */
  readonly language: 'javascript' | 'python' | 'go' | 'java' | 'rust' | 'text'
  /** False for the text fallback and for a file that didn't parse whole: what it says is a careful guess. */
  readonly exact: boolean
  /** Every case that the runner would collect, in file order; nested ones too (a Go subtest, a `test` step with a name). */
  readonly cases: readonly TestCase[]
  /** Functions that are no cases and hold assertions; a case that calls one by its name has these assertions too. */
  readonly helpers: readonly Helper[]
  /** Skips and focuses of the whole file: `pytestmark`, a skip at load, JUnit's class annotation counts for its cases instead. */
  readonly markers: readonly Marker[]
  /** What runs around the cases: beforeEach, setUp, fixtures, TestMain, init; in file order. */
  readonly setups: readonly Setup[]
  /** Named values outside of cases and functions (file level, class level, body of a describe). */
  readonly bindings: readonly Binding[]
  readonly facts: readonly FileFact[]
}

export type TestCase = {
  /** The names from the outermost group to the case: ['total', 'adds all'], ['CartTest', 'test_total']. No quotes. */
  readonly name: readonly string[]
  /** 1-based line of the declaration. */
  readonly line: number
  /** 1-based line of its last character. */
  readonly lastLine: number
  /** Its own markers and those of the groups around it (group markers first), skips in its body and in its group's set-up included. */
  readonly markers: readonly Marker[]
  /** The table that it runs over; undefined for a plain case. */
  readonly table?: Table
  /** Assertions in order, without those of nested cases and without those of called helpers. */
  readonly assertions: readonly Assertion[]
  /** Names of plain calls in the body (`check(…)`, `self.check(…)` → `check`), each once. Only used to find helpers. */
  readonly calls: readonly string[]
  /** Statements that are no assertions, one flat text each, in order; nested blocks by their leaves. */
  readonly steps: readonly string[]
  /** The flat text of parameters and body. '' when there is no body (`it.todo("x")`, `it("x")`). */
  readonly body: string
}

export type Helper = {
  readonly name: string
  readonly line: number
  readonly assertions: readonly Assertion[]
  readonly calls: readonly string[]
  readonly body: string
}

export type Table = {
  /** How many rows; undefined where the rows come from an expression that isn't written out. */
  readonly count: number | undefined
  /** The flat text of every row that is written out. A matrix (two stacked tables) has the product as its count and all rows' texts here. */
  readonly rows: readonly string[]
}

/** How sharply an assertion tells right from wrong; the order of `strengths` is from weakest to sharpest. */
export type Strength = (typeof strengths)[number]

/**
 * nothing: can't fail. runs: only that no error is thrown, that a call was made. present: defined, truthy, not null, not empty.
 * kind: instance, type, any error. bound: greater, less, differs from. part: contains, matches, subset, a message's part, has property.
 * near: equal within a tolerance. loose: equal after conversion or order ignored. exact: equal in value. same: strictly equal, identical.
 */
export const strengths = ['nothing', 'runs', 'present', 'kind', 'bound', 'part', 'near', 'loose', 'exact', 'same'] as const

export type Assertion = {
  readonly line: number
  /** The whole assertion, flat. */
  readonly text: string
  /** What is looked at: `total ( [ 1 , 2 , 3 ] )`. */
  readonly actual: string
  /** Runner's word for the comparison: `toBe`, `==`, `assertEqual`, `pytest.raises`, `assert_eq!`, `t.Fatal`. */
  readonly matcher: string
  /** What it is compared with; undefined where the matcher takes nothing. For errors: type and message pattern. */
  readonly expected?: string
  readonly strength: Strength
  readonly negated: boolean
  /** Allowed distance where the assertion states one, the larger the looser: 1e-7 for rel_tol, 10 ** -digits / 2 for digits. */
  readonly tolerance?: number
  /** True where the looked-at value is written out (`true`, `1 + 1`, `"a"`): nothing of the code under test is in it. */
  readonly constantActual: boolean
  /** True where the expected value is written out (literals only, no names, no calls). */
  readonly constantExpected: boolean
  /** For one that expects an error: the code that is to raise it, flat, where it isn't what is looked at. */
  readonly raising?: string
  /** What the reader itself knows to be always true: `x or True`, `assert (x, "message")`, `expect(x)` without a matcher. */
  readonly alwaysTrue?: string
  /** What stands between the start of the case and this assertion, outermost first. Empty: it is always reached and heard. */
  readonly guards: readonly Guard[]
}

/**
 * condition: an `if` around it, or an `if (…) return` before it (then the text starts with `not `; a branch that throws or fails is no guard).
 * loop: a loop around it (not one over a written-out, non-empty list). after-exit: a return or exit always comes before it. swallowed: a try around it whose handler neither rethrows nor fails. unawaited: in a promise that nobody waits for. constant: a condition that is
 * written out false. uncalled: in a nested function that nobody calls.
 */
export type Guard = {
  readonly kind: 'condition' | 'loop' | 'after-exit' | 'swallowed' | 'unawaited' | 'constant' | 'uncalled'
  /** The condition, flat; '' where there is none. `else` branches start with `not `. */
  readonly text: string
}

/**
 * skip: never runs. conditional-skip: runs unless a condition holds. focus: keeps others from running. todo: declared without a body or meant so.
 * expected-failure: passes when it fails (xfail, it.fails). retry: runs again after a failure (flaky marks, `{ retry: 3 }`).
 */
export type Marker = {
  readonly kind: 'skip' | 'conditional-skip' | 'focus' | 'todo' | 'expected-failure' | 'retry'
  readonly line: number
  /** The marker as written, flat: `it.skip`, `@pytest.mark.skipif(...)`, `t.Skip("later")`, `#[ignore]`. */
  readonly text: string
  /** Where it stands: on the case, a group around it, the file, a set-up, or as a statement in the body. */
  readonly at: 'case' | 'group' | 'file' | 'setup' | 'body'
}

export type Setup = {
  /** The hook's name: beforeEach, setUp, TestMain, pytest_runtest_makereport, a fixture's name. */
  readonly name: string
  readonly line: number
  readonly body: string
}

export type Binding = {
  readonly name: string
  readonly line: number
  /** Flat text of the value. */
  readonly value: string
  /** Written out: literals, lists and records of literals. */
  readonly constant: boolean
}

export type FileFact =
  /** The process is ended: status `zero` (or none), `failing`, or `unknown` (an expression). `at` says where: at load, in a set-up, in a case, in another function. */
  | {
      readonly kind: 'exit'
      readonly line: number
      readonly text: string
      readonly status: 'zero' | 'failing' | 'unknown'
      readonly at: 'load' | 'setup' | 'case' | 'function'
    }
  /** A hook of the runner that can change outcomes or which tests run: pytest_runtest_makereport, pytest_sessionfinish, TestMain without m.Run's code. */
  | { readonly kind: 'hook'; readonly line: number; readonly name: string; readonly text: string; readonly rewrites: boolean }
  /** The file is only built under a condition: `//go:build integration`, `#![cfg(feature = "x")]`, a GOOS file name. */
  | { readonly kind: 'build-condition'; readonly line: number; readonly text: string }
  /** A module, class or function is replaced: jest.mock("../src/cart.js"), mock.patch("src.cart.total"). `target` as written without quotes. */
  | { readonly kind: 'mock'; readonly line: number; readonly text: string; readonly target: string }
  /** What the file imports: a module's path or dotted name, as written without quotes. */
  | { readonly kind: 'import'; readonly line: number; readonly target: string; readonly names: readonly string[] }
  /** Something that stands where a test could stand and that the runner won't collect: `func Testtotal(t *testing.T)`, an async def without a plugin. */
  | { readonly kind: 'uncollected'; readonly line: number; readonly name: string }
