import { isAdjudicateError } from '../../errors'
import { parseGateConfig } from '../../gate/gate-config'
import type { Issue } from '../../issues'
import type { CommitFacts, Repository } from '../../ports/repository'
import type { GateRequest } from './gate-request'
import type { ControlFiles } from './read-control'

/** The commit that a configuration's `base_ref` leads to; undefined where it can't be told, which the reading proper then says. */
export async function baseNamedBy(repository: Repository, config: string): Promise<string | undefined> {
  let json: unknown
  try {
    json = JSON.parse(config)
  } catch {
    return undefined
  }
  const parsed = parseGateConfig(json)
  return parsed.ok ? (await repository.commitAt(parsed.value.base_ref)).commit : undefined
}

/** As `baseNamedBy`, undefined too where the name leads nowhere: `baseCommit` then says so with the field that names it. */
export async function baseIfAny(repository: Repository, config: string): Promise<string | undefined> {
  try {
    return await baseNamedBy(repository, config)
  } catch (error) {
    if (isAdjudicateError(error) && error.code === 'git-failed') return undefined
    throw error
  }
}

/** The base of a run, or the fault of what names one that is nowhere. */
export async function baseCommit(repository: Repository, request: GateRequest, files: ControlFiles): Promise<CommitFacts | Issue> {
  const name = baseName(request, files)
  try {
    return await repository.commitAt(name)
  } catch (error) {
    if (!isAdjudicateError(error) || error.code !== 'git-failed' || request.signal?.aborted === true) throw error
    const path = request.base !== undefined ? 'base' : name === files.config.base_ref ? 'config.json: base_ref' : 'baseline.json: commit'
    return { code: error.code, path, message: error.message }
  }
}

/** At integration the base is the commit that the baseline was taken at: the branch has moved on since, and is what is judged. */
function baseName({ base, target }: GateRequest, { config, baseline }: ControlFiles): string {
  if (base !== undefined) return base
  return target.mode === 'integration' && baseline !== undefined ? baseline.commit : config.base_ref
}
