import type { ChangedTests } from './compare-tests'
import { compareTests } from './compare-tests'
import { flatText } from './flat-text'
import { roleOf } from './file-role'
import type { FileRole } from './file-role'
import { isShellTest } from './read-shell'
import { evenSides, readTests } from './read-tests'
import type { SourceSide } from './read-tests'
import { speaksToRunner } from './runner-words'
import { compareRunnerFiles } from './compare-runner-files'
import type { TamperFinding, Tampering } from './tamper-finding'
import { sortTamperings, withSeverity } from './tamper-finding'
import type { SyntaxTree } from '../syntax-tree'
import type { Severities } from './tamper-kind'
import type { TestFile } from './test-file'

/** One changed path with its text at the merge base and now; a side where it isn't a plain file (gone, a folder, a link) is left out (F19, F45). */
export type JudgedFile = { readonly path: string; readonly base?: SourceSide; readonly head?: SourceSide }

/** What tampering is judged from. */
export type TamperingInput = {
  /** Every changed path. Trees are made beforehand; a file without one is read as text. */
  readonly files: readonly JudgedFile[]
  readonly testGlobs: readonly string[]
  readonly severities?: Severities
  /** Every test path of the head, changed or not: by these, patterns of a runner's configuration are tried. Without it they are judged by their look. */
  readonly testPaths?: readonly string[]
  /** Files that a check runs, and what these load from beside them (`scriptReach`). */
  readonly scriptPaths?: readonly string[]
  /** Test files that did not change, for telling special cases of their inputs. */
  readonly unchanged?: readonly JudgedFile[]
}

/** `FAIL` with a finding that blocks, `REVIEW` with one that reports, else `PASS`. Waivers are the caller's: they go by the findings' ids. */
export type TamperingVerdict = 'PASS' | 'REVIEW' | 'FAIL'

/** Judges all changed files at once (spec 10, 3; F02, F06, F08 to F19, F39, F45, F46, F53 to F56, F62, F63). */
export function judgeTampering(input: TamperingInput): { readonly verdict: TamperingVerdict; readonly findings: readonly TamperFinding[] } {
  const files = input.files.map((file) => ({ ...evenSides(file), role: roleOf(file.path, input.testGlobs) }))
  const codeChanged = files.some((file) => file.role === 'source' && isCodeChange(file))
  const tests = files.flatMap((file): ChangedTests[] => {
    if (file.role !== 'test' && file.role !== 'source' && !isShellTest(file.path)) return []
    const base = testsOf(file.path, file.base, file.role)
    const head = testsOf(file.path, file.head, file.role)
    return base === undefined && head === undefined
      ? []
      : [{ path: file.path, ...(base === undefined ? {} : { base }), ...(head === undefined ? {} : { head }) }]
  })
  const found = [
    ...compareTests(tests, codeChanged, () =>
      (input.unchanged ?? []).flatMap(({ path, head }) => (head === undefined ? [] : readTests(path, head))),
    ),
    ...compareRunnerFiles(files, {
      codeChanged,
      testPaths: input.testPaths,
      unchanged: input.unchanged ?? [],
      scriptPaths: new Set(input.scriptPaths ?? []),
    }),
  ]
  const findings = sortTamperings(withoutEchoes(found).map((one) => withSeverity(one, input.severities ?? {})))
  return { verdict: verdictOf(findings), findings }
}

/** A forced exit leaves what stands behind it unreached: that is one fault, not many. */
function withoutEchoes(found: readonly Tampering[]): Tampering[] {
  const forced = new Set(found.filter(({ kind }) => kind === 'exit-forced' || kind === 'harness-hook').map(({ path }) => path))
  return found.filter(
    ({ kind, path, message }) =>
      !forced.has(path) || !(kind === 'exit-added' || (kind === 'assertion-unreachable' && message === 'it comes after an exit')),
  )
}

/** The verdict that findings come to. */
export function verdictOf(findings: readonly Pick<TamperFinding, 'severity'>[]): TamperingVerdict {
  if (findings.some(({ severity }) => severity === 'block')) return 'FAIL'
  return findings.length > 0 ? 'REVIEW' : 'PASS'
}

/** Sources may hold tests of their own (Rust's `#[cfg(test)]`, vitest's `import.meta.vitest`): those count, the rest of a source doesn't. */
function testsOf(path: string, side: SourceSide | undefined, role: FileRole): TestFile | undefined {
  if (side === undefined) return undefined
  if (role === 'source' && !holdsTests(side)) return undefined
  return readTests(path, side)
}

function holdsTests({ text, tree }: SourceSide): boolean {
  if (speaksToRunner(text)) return true
  if (tree?.language === 'rust') return /#\s*\[\s*([\w:]*test|cfg\s*\(\s*test)/.test(text)
  return text.includes('import.meta.vitest')
}

/** A Rust source without its own tests. */
function codeText({ language, root }: SyntaxTree): string {
  if (language !== 'rust') return flatText(root)
  let isTest = false
  const kept = root.children.filter((node) => {
    if (node.type === 'attribute_item') {
      isTest = isTest || /^# \[ (cfg \( (test|all \( test)|(\w+ :: )?test\b|rstest\b)/.test(flatText(node))
      return !isTest
    }
    const isKept = !isTest
    if (node.named && !node.type.endsWith('comment')) isTest = false
    return isKept
  })
  return kept.map(flatText).join(' ')
}

/** Comments and layout are no change of code. */
function isCodeChange({ base, head }: JudgedFile): boolean {
  if (base === undefined || head === undefined) return true
  if (base.tree === undefined || head.tree === undefined) return base.text !== head.text
  return codeText(base.tree) !== codeText(head.tree)
}
