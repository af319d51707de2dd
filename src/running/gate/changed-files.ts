import type { ChangedPath, PathEntry } from '../../gate/changed-path'
import type { GateConfig } from '../../gate/gate-config'
import type { FindingDraft } from '../../gate/finding'
import { roleOf } from '../../gate/tampering/file-role'
import type { JudgedFile } from '../../gate/tampering/judge-tampering'
import { decodeSource } from '../../gate/tampering/source-text'
import type { SourceSide } from '../../gate/tampering/read-tests'
import type { Repository, Wanted } from '../../ports/repository'
import type { Syntax } from '../../ports/syntax'

/** A file over this many bytes is not read; a test file that large can't be followed, which is a finding. */
export const judgedBytesMax = 2 * 1024 * 1024

/** All texts of a change together; what is beyond is not read and told as a finding. */
export const judgedBytesInAllMax = 64 * 1024 * 1024

/** The changed files with their texts and trees, by object id, and what could not be read. */
export type ReadChange = {
  readonly texts: ReadonlyMap<string, string>
  readonly files: readonly JudgedFile[]
  readonly unread: readonly FindingDraft[]
  /** Test files that were read without a grammar, for the report. */
  readonly asText: readonly string[]
}

/**
 * Reads what changed, both sides of it, in one stream: each blob once, unchanged ones never, large ones not at all. `latest` are the changes with one record for each path, the
 * topmost layer; test files that can't be read whole are blocking findings, for nothing may pass because it was too large to look at.
 */
export async function readChange(
  repository: Repository,
  syntax: Syntax,
  changed: readonly ChangedPath[],
  config: GateConfig,
): Promise<ReadChange> {
  const wanted = new Map<string, Wanted>()
  for (const { path, base, head, where } of changed) {
    if (isText(base)) wanted.set(base.oid, { oid: base.oid })
    if (isText(head) && !wanted.has(head.oid))
      wanted.set(head.oid, where === 'committed' ? { oid: head.oid } : { oid: head.oid, workTreePath: path })
  }
  const texts = new Map<string, string>()
  const tooLarge = new Set<string>()
  let total = 0
  await repository.read([...wanted.values()], judgedBytesMax, (oid, content) => {
    if (content.kind === 'bytes' && total + content.bytes.length <= judgedBytesInAllMax) {
      total += content.bytes.length
      texts.set(oid, decodeSource(content.bytes))
    } else tooLarge.add(oid)
  })
  const latest = topmost(changed)
  const files: JudgedFile[] = []
  const asText: string[] = []
  for (const change of latest) {
    const [base, head] = [await side(syntax, change.path, change.base, texts), await side(syntax, change.path, change.head, texts)]
    files.push({ path: change.path, ...(base === undefined ? {} : { base }), ...(head === undefined ? {} : { head }) })
    const untreed = [base, head].some((one) => one !== undefined && (one.tree === undefined || one.tree.broken))
    if (untreed && roleOf(change.path, config.test_globs) === 'test') asText.push(change.path)
  }
  const unread = latest.flatMap((change) => unreadOf(change, tooLarge, config))
  return { texts, files, unread, asText }
}

/** Plain files and links; submodules have no text. */
function isText(entry: PathEntry | undefined): entry is PathEntry {
  return entry !== undefined && entry.mode !== '160000'
}

/** One record for each path; where several layers differ the last one is what lies on the disk. */
export function topmost(changed: readonly ChangedPath[]): ChangedPath[] {
  const byPath = new Map<string, ChangedPath>()
  const rank = ['committed', 'staged', 'unstaged', 'untracked', 'skip-worktree']
  for (const change of changed) {
    const known = byPath.get(change.path)
    if (known === undefined || rank.indexOf(change.where) >= rank.indexOf(known.where)) byPath.set(change.path, change)
  }
  return [...byPath.values()]
}

async function side(
  syntax: Syntax,
  path: string,
  entry: PathEntry | undefined,
  texts: ReadonlyMap<string, string>,
): Promise<SourceSide | undefined> {
  if (entry === undefined || !entry.mode.startsWith('100')) return undefined
  const text = texts.get(entry.oid)
  if (text === undefined) return undefined
  const language = syntax.languageOf(path)
  return language === undefined ? { text } : { text, tree: await syntax.parse(language, text) }
}

function unreadOf({ path, base, head }: ChangedPath, tooLarge: ReadonlySet<string>, config: GateConfig): FindingDraft[] {
  const sides = [base, head].filter((entry) => entry !== undefined && tooLarge.has(entry.oid))
  if (sides.length === 0) return []
  const role = roleOf(path, config.test_globs)
  const matters = role === 'test' || role === 'config' || role === 'ci' || role === 'script'
  const message = `too large to be looked at: a file is read up to ${judgedBytesMax} bytes, and all of them up to ${judgedBytesInAllMax}`
  return [{ kind: 'too-large', severity: matters ? 'block' : 'report', path, message }]
}
