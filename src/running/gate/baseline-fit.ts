import { isAdjudicateError } from '../../errors'
import type { Baseline } from '../../gate/baseline'
import { isControlFile } from '../../gate/control-path'
import { compareWithBaseline } from '../../gate/delta'
import type { Issue } from '../../issues'
import { shown } from '../../issues'
import type { Repository } from '../../ports/repository'

/** What a baseline is held against before anything runs; `bases` are the merge bases, `config` is the configuration's hash. */
type BaselinePlace = { readonly base: string; readonly bases: readonly string[]; readonly config: string }

const anew =
  'to take it anew: remove baseline.json (where a commit has it, commit that), then run `adjudicate gate --integration` on the base branch'

/**
 * Why a baseline says nothing here (spec 10, 4; exit 2): it is of another commit or configuration. A base that stands on the baseline's commit and differs from it in
 * control files alone is the same work tree, else no baseline could be committed: its own commit would make it one of another.
 */
export async function baselineIssues(
  repository: Repository,
  baseline: Baseline,
  { base, bases, config }: BaselinePlace,
): Promise<readonly Issue[]> {
  const differing = await differsFrom(repository, baseline.commit, [...new Set([base, ...bases])])
  const compared = compareWithBaseline(baseline, { commit: differing === undefined ? baseline.commit : base, config, checks: [] })
  if (compared.kind === 'compared') return []
  return compared.issues.map((issue) => ({
    ...issue,
    path: `baseline.json: ${issue.path}`,
    message: `${issue.message}${issue.code === 'baseline-of-another-commit' && differing !== undefined ? ` (${differing})` : ''}; ${anew}`,
  }))
}

/** What tells the baseline's commit from every one of the others, in a few words; undefined where it is the same work as one of them. */
async function differsFrom(repository: Repository, commit: string, others: readonly string[]): Promise<string | undefined> {
  if (others.includes(commit)) return undefined
  if (!(await isHere(repository, commit))) return 'the baseline’s commit is not in this repository'
  let why = 'the base does not stand on the baseline’s commit'
  for (const other of others) {
    if (!(await standsOn(repository, commit, other))) continue
    const paths = (await repository.committedChanges([commit], other)).map(({ path }) => path).filter((path) => !isControlFile(path))
    const [first] = paths
    if (first === undefined) return undefined
    why = `between them ${paths.length} ${paths.length === 1 ? 'path differs' : 'paths differ'}, such as ${shown(first)}`
  }
  return why
}

async function isHere(repository: Repository, commit: string): Promise<boolean> {
  try {
    return (await repository.commitAt(commit)).commit === commit
  } catch (error) {
    if (isAdjudicateError(error) && (error.code === 'git-failed' || error.code === 'no-merge-base')) return false
    throw error
  }
}

async function standsOn(repository: Repository, commit: string, other: string): Promise<boolean> {
  try {
    return (await repository.mergeBases(other, commit)).includes(commit)
  } catch (error) {
    if (isAdjudicateError(error) && error.code === 'no-merge-base') return false
    throw error
  }
}
