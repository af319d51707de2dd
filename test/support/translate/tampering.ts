import { createRequire } from 'node:module'
import { treeSitterSyntax } from '../../../src/adapters/syntax/tree-sitter'
import { checkScripts, scriptReach } from '../../../src/gate/script-reach'
import { roleOf } from '../../../src/gate/tampering/file-role'
import type { JudgedFile } from '../../../src/gate/tampering/judge-tampering'
import { judgeTampering, verdictOf } from '../../../src/gate/tampering/judge-tampering'
import type { SourceSide } from '../../../src/gate/tampering/read-tests'
import type { TamperFinding } from '../../../src/gate/tampering/tamper-finding'

type Files = Readonly<Record<string, string | null>>
type Waiver = { readonly by?: unknown; readonly reason?: unknown; readonly files?: readonly string[]; readonly kinds?: readonly string[] }

export type TamperingCase = {
  readonly id: string
  readonly input: { readonly base: Files; readonly head: Files; readonly test_globs: readonly string[]; readonly waiver?: Waiver }
  readonly expected: { readonly verdict: string; readonly kinds?: readonly string[]; readonly files?: readonly string[] }
}

/** What the cases call the kinds that the project has under other names or has several of. */
const caseNames: Readonly<Record<string, readonly string[]>> = {
  'assertion-tautology': ['assertion-tautological', 'tautology-added'],
  'test-removed': ['test-case-removed'],
  'test-commented-out': ['test-case-removed'],
  'test-file-deleted': ['test-deleted'],
  'assertion-removed': ['assertion-removed', 'test-emptied'],
  'expectation-changed': ['expectation-changed', 'expectation-followed'],
  'fixture-changed': ['fixture-changed', 'fixture-adapted'],
  'snapshot-rewritten': ['snapshot-rewritten', 'snapshot-followed'],
  'sut-mocked': ['subject-mocked'],
  'runner-config-changed': ['runner-config-weakened', 'runner-config-changed'],
  'runner-config-narrowed': ['runner-config-weakened'],
  'early-exit': ['exit-forced', 'exit-added'],
  'coverage-lowered': ['coverage-lowered', 'coverage-excluded'],
  'grader-overwritten': ['control-plane'],
}

// A module that is closed after its first run can't import: the parser is handed in.
const syntax = treeSitterSyntax({}, () => Promise.resolve(createRequire(import.meta.url)('@vscode/tree-sitter-wasm') as unknown))

/** One side of a file, parsed. */
export async function sideOf(path: string, text: string | null | undefined): Promise<SourceSide | undefined> {
  if (text === null || text === undefined) return undefined
  const language = syntax.languageOf(path)
  return language === undefined ? { text } : { text, tree: await syntax.parse(language, text) }
}

/** A changed file from its two texts. */
export async function judgedFile(
  path: string,
  baseText: string | null | undefined,
  headText: string | null | undefined,
): Promise<JudgedFile> {
  const [base, head] = [await sideOf(path, baseText), await sideOf(path, headText)]
  return { path, ...(base === undefined ? {} : { base }), ...(head === undefined ? {} : { head }) }
}

/** Judges a map of files against another; `head` holds what changed. */
export async function judgeMaps(base: Files, head: Files, testGlobs: readonly string[]): Promise<ReturnType<typeof judgeTampering>> {
  const files: JudgedFile[] = []
  for (const [path, text] of Object.entries(head)) if (base[path] !== text) files.push(await judgedFile(path, base[path], text))
  const unchanged: JudgedFile[] = []
  for (const [path, text] of Object.entries(base)) if (head[path] === undefined) unchanged.push(await judgedFile(path, text, text))
  const testPaths = [...new Set([...Object.keys(base), ...Object.keys(head)])].filter(
    (path) => head[path] !== null && roleOf(path, testGlobs) === 'test',
  )
  return judgeTampering({ files, testGlobs, testPaths, unchanged, scriptPaths: scriptsOf(base) })
}

/** What the package scripts of the base that are named like checks run. */
function scriptsOf(base: Files): string[] {
  const texts = new Map(Object.entries(base).map(([path, text]) => [path, text ?? undefined]))
  const { run, loaded } = scriptReach(checkScripts(texts.get('package.json')), texts)
  return [...run, ...loaded]
}

/** Undefined for a case that comes out as it should, else the difference in words. */
export async function runTamperingCase({ input, expected }: TamperingCase): Promise<string | undefined> {
  const { findings } = await judgeMaps(input.base, input.head, input.test_globs)
  const left = input.waiver === undefined ? findings : findings.filter((finding) => !isWaived(finding, input.waiver ?? {}))
  return difference(left, expected)
}

function isWaived(finding: TamperFinding, waiver: Waiver): boolean {
  if (typeof waiver.reason !== 'string' || waiver.reason.trim() === '' || /agent|bot|model|worker/i.test(JSON.stringify(waiver.by ?? '')))
    return false
  return (
    (waiver.files?.includes(finding.path) ?? true) &&
    (waiver.kinds?.flatMap((kind) => caseNames[kind] ?? [kind]).includes(finding.kind) ?? true)
  )
}

function difference(findings: readonly TamperFinding[], expected: TamperingCase['expected']): string | undefined {
  const told = findings.map(({ kind, path, line, message }) => `${kind} ${path}:${line ?? 0} ${message}`).join('; ')
  const verdict = verdictOf(findings)
  if (verdict !== expected.verdict) return `${verdict}, wanted ${expected.verdict}: ${told}`
  const wanted = (expected.kinds ?? []).map((kind) => caseNames[kind] ?? [kind])
  const missing = wanted.filter((names) => !findings.some(({ kind }) => names.includes(kind)))
  if (missing.length > 0) return `without ${missing.map((names) => names.join('/')).join(', ')}: ${told}`
  const surplus = findings.filter(({ kind }) => !wanted.some((names) => names.includes(kind)))
  if (surplus.length > 0) return `more than wanted: ${told}`
  const files = (expected.files ?? []).filter((file) => !findings.some(({ path }) => path === file))
  return files.length === 0 ? undefined : `nothing about ${files.join(', ')}: ${told}`
}
