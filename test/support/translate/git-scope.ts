import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gitRepositories } from '../../../src/adapters/repository/git'
import { isAdjudicateError } from '../../../src/errors'
import type { ChangedPath } from '../../../src/gate/changed-path'
import { pathsOf } from '../../../src/gate/changed-path'
import { judgeScope } from '../../../src/gate/scope'
import { parseTaskManifest } from '../../../src/gate/task-manifest'
import type { Repository } from '../../../src/ports/repository'
import { pathOfName } from '../../../src/text/path-name'
import type { Built, Step } from '../git-steps'
import { buildSteps, bytesOfText, clearBuilt } from '../git-steps'

/** One row of test/cases/git_scope.jsonl. */
export type ScopeCase = { readonly id: string; readonly input: unknown; readonly expected: unknown }

type Input = {
  readonly steps: readonly Step[]
  readonly trusted_base: string
  readonly manifest: unknown
  readonly env?: Readonly<Record<string, string>>
  readonly note?: string
}

/** What came out, in the words of the cases. */
export type Outcome = {
  readonly verdict: string
  readonly changed: readonly string[] | null
  readonly violations: readonly string[] | null
  readonly reason?: string
}

/** Runs one case; undefined is a pass, else one line says what differs. A field or a step that isn't known here never passes. */
export async function runScopeCase({ id, input, expected }: ScopeCase): Promise<string | undefined> {
  const wanted = expected as Readonly<Record<string, unknown>>
  const built = buildSteps((input as Input).steps)
  try {
    const outcome = await outcomeOf(built, input as Input)
    const faults = Object.entries(wanted).flatMap(([field, value]) => {
      const got = found(field, outcome, built)
      const same = Array.isArray(value) ? asPaths(value) : JSON.stringify(value)
      return got === same ? [] : [`${field}: wanted ${same}, found ${String(got)}`]
    })
    if (!('verdict' in wanted)) faults.push('no verdict is expected')
    return faults.length === 0 ? undefined : `${id}: ${faults.join('; ')}`
  } finally {
    clearBuilt(built)
  }
}

function found(field: string, outcome: Outcome, { sentinel }: Built): string | undefined {
  switch (field) {
    case 'verdict':
      return JSON.stringify(outcome.verdict)
    case 'changed':
    case 'violations':
      return JSON.stringify(outcome[field])
    case 'reason':
      return JSON.stringify(outcome.reason)
    case 'sentinel_must_not_exist':
      return JSON.stringify(!existsSync(sentinel))
    default:
      return 'a field that is not known here'
  }
}

function asPaths(list: readonly unknown[]): string {
  return JSON.stringify(list.map((path) => pathOfName(bytesOfText(String(path)))).sort())
}

async function outcomeOf(built: Built, { trusted_base: trusted, manifest, env = {}, note }: Input): Promise<Outcome> {
  const within = /cwd = ([\w/.-]+)/.exec(note ?? '')?.[1] ?? ''
  const before = Object.fromEntries(Object.keys(env).map((name) => [name, process.env[name]]))
  Object.assign(process.env, env)
  try {
    return await gitRepositories()(join(built.folder, within), async (repository) =>
      scopeOf(repository, trusted.replace('$PIN', built.pin ?? ''), manifest),
    )
  } catch (thrown) {
    if (!isAdjudicateError(thrown)) throw thrown
    return { verdict: 'ERROR', changed: null, violations: null, reason: thrown.code }
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}

/** A provisional run's scope: HEAD, index and work tree against the merge bases. */
export async function scopeOf(repository: Repository, base: string, manifest: unknown): Promise<Outcome> {
  const head = await repository.head()
  const bases = await repository.mergeBases(head.commit, (await repository.commitAt(base)).commit)
  const committed = await repository.committedChanges(bases, head.commit)
  const { changed: more } = await repository.workTreeChanges(bases, head.commit)
  const changed = [...committed, ...more]
  const parsed = parseTaskManifest(manifest)
  if (!parsed.ok) return { verdict: 'ERROR', changed: pathsOf(changed), violations: null, reason: 'manifest-invalid' }
  const verdict = judgeScope({ changed, manifest: parsed.value, texts: await textsOf(repository, changed) })
  const paths = [...new Set(verdict.violations.map(({ path }) => path))].sort()
  return {
    verdict: verdict.status,
    changed: verdict.changed,
    violations: paths,
    ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
  }
}

async function textsOf(repository: Repository, changed: readonly ChangedPath[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const wanted = changed.flatMap(({ path, base, head, where }) => [
    ...(base === undefined || base.mode === '160000' ? [] : [{ oid: base.oid }]),
    ...(head === undefined || head.mode === '160000'
      ? []
      : [where === 'committed' || where === 'staged' ? { oid: head.oid } : { oid: head.oid, workTreePath: path }]),
  ])
  await repository.read(wanted, 1024 * 1024, (oid, content) => {
    if (content.kind === 'bytes') texts.set(oid, Buffer.from(content.bytes).toString())
  })
  return texts
}
