import { hashOf } from '../../canonical/digest'
import type { ChangedPath } from '../../gate/changed-path'
import { withIds } from '../../gate/fingerprint'
import type { GateParts } from '../../gate/gate-parts'
import type { JudgedFile } from '../../gate/tampering/judge-tampering'
import { judgeTampering } from '../../gate/tampering/judge-tampering'
import { readTests } from '../../gate/tampering/read-tests'
import { roleOf } from '../../gate/tampering/file-role'
import { isControlFile, isGatePath } from '../../gate/control-path'
import { controlScripts } from '../../gate/control-scripts'
import { judgeScope } from '../../gate/scope'
import type { Repository } from '../../ports/repository'
import type { ControlFiles } from './read-control'
import { followScripts } from './followed-scripts'
import { readChange, topmost } from './changed-files'
import { unchangedTests } from './unchanged-tests'
import type { GatePorts } from './gate-request'

/** What the gate looks at without running anything: scope and tampering, and which paths are in no commit. */
export type JudgedChange = {
  readonly changed: readonly ChangedPath[]
  readonly dirty: readonly string[]
  readonly scope: GateParts['scope']
  readonly tampering: GateParts['tampering']
}

/** Judges scope and tampering of a change; `base` is the merge base, by whose scripts the checks are followed (without it HEAD's). */
export async function judgeChange(
  ports: GatePorts,
  repository: Repository,
  control: ControlFiles,
  change: { readonly changed: readonly ChangedPath[]; readonly dirty: readonly string[] },
  { skipScope, base }: { readonly skipScope?: string; readonly base?: string } = {},
): Promise<JudgedChange> {
  const { config, manifest } = control
  const { dirty } = change
  // What lies untracked in the gate's own folder is the orchestrator's: reports, a baseline, tasks.
  const changed = change.changed.filter(({ path, where }) => where !== 'untracked' || !isGatePath(path))
  const all = await readChange(repository, ports.syntax, changed, config)
  // At integration the baseline by which is judged lies in the range itself, for it is committed on top of its own commit.
  const read = skipScope === undefined ? all : { ...all, files: all.files.filter((file) => !isThisBaseline(file, control, ports)) }
  const paths = read.files.map(({ path }) => path)
  const followed = await followScripts(repository, base ?? (await repository.head()).commit, config, paths)
  const controlPaths = controlScripts(followed, read.files)
  const scope = judgeScope({ changed, manifest, scopeIgnore: config.scope_ignore, texts: read.texts, controlPaths })
  // A link that leads out is nobody's right, with a task or without (A-BLD-5).
  const violations = skipScope === undefined ? scope.violations : scope.violations.filter(({ kind }) => kind === 'symlink-leaves')
  const testPaths = await testPathsFor(repository, changed, config.test_globs)
  const findings = judgeTampering({
    files: read.files,
    testGlobs: config.test_globs,
    severities: config.severities,
    scriptPaths: followed.told,
    unchanged: await unchangedTests(repository, ports.syntax, read.files, config.test_globs),
    ...(testPaths === undefined ? {} : { testPaths }),
  }).findings
  const counts = countsOf(read.files, config.test_globs)
  return {
    changed,
    dirty,
    scope: {
      ...(skipScope === undefined || violations.length > 0 ? { judged: 'yes' } : { judged: 'not-run', why: skipScope }),
      changed: scope.changed,
      allowed: scope.allowed,
      no_op_declared: manifest?.no_op === true,
      findings: withIds(violations, ports.digest),
    },
    tampering: {
      judged: 'yes',
      ...counts,
      read_as_text: read.asText,
      findings: withIds([...findings, ...read.unread], ports.digest),
    },
  }
}

/** Whether a change brought exactly the baseline that is judged by, which was read where the branch has no say. */
function isThisBaseline({ path, head }: JudgedFile, { hashes }: ControlFiles, { digest }: GatePorts): boolean {
  if (head === undefined || hashes.baseline === null || !isControlFile(path) || !path.endsWith('/baseline.json')) return false
  try {
    return hashOf(JSON.parse(head.text), digest) === hashes.baseline
  } catch {
    // What is no JSON isn't it.
    return false
  }
}

/** All test paths, needed only where something changed that chooses among them: otherwise the cost would grow with the tests that nobody touched. */
async function testPathsFor(
  repository: Repository,
  changed: readonly ChangedPath[],
  globs: readonly string[],
): Promise<string[] | undefined> {
  const choosing = new Set(['config', 'attributes', 'ci', 'script'])
  if (!changed.some(({ path }) => choosing.has(roleOf(path, globs)))) return undefined
  const { tree } = await repository.head()
  const paths = new Set((await repository.allEntries(tree)).keys())
  for (const { path, head } of topmost(changed)) {
    if (head === undefined) paths.delete(path)
    else paths.add(path)
  }
  return [...paths].filter((path) => roleOf(path, globs) === 'test').sort()
}

/** How many cases and assertions of the merge base were followed. */
function countsOf(files: Awaited<ReturnType<typeof readChange>>['files'], globs: readonly string[]): { cases: number; assertions: number } {
  let cases = 0
  let assertions = 0
  for (const { path, base } of files) {
    if (base === undefined || roleOf(path, globs) !== 'test') continue
    for (const one of readTests(path, base).cases) {
      cases++
      assertions += one.assertions.length
    }
  }
  return { cases, assertions }
}
