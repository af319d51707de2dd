import { isAdjudicateError } from '../../errors'
import { assembleReport } from '../../gate/assemble-report'
import type { Baseline } from '../../gate/baseline'
import { baselineFormat } from '../../gate/baseline'
import type { GateParts } from '../../gate/gate-parts'
import type { GateOutcome } from '../../gate/gate-report'
import { gateReportFormat } from '../../gate/gate-report'
import type { Issue } from '../../issues'
import type { Repository } from '../../ports/repository'
import { release } from '../../release'
import type { Control } from './control-files'
import { findControl } from './control-files'
import { baseCommit, baseIfAny } from './base-commit'
import { baselineIssues } from './baseline-fit'
import { deltasOf, partsOfChecks } from './check-parts'
import type { GatePorts, GateRequest } from './gate-request'
import type { JudgedChange } from './judge-change'
import { changesOf, prepareGrammars } from './seen-change'
import { treeViolations, withViolations } from './tree-violations'
import type { ControlFiles } from './read-control'
import { readControl, targetIssues } from './read-control'
import { runOriginals } from './originals'
import type { RanCheck } from './run-checks'
import { checksOf, runChecks } from './run-checks'
import type { DecidingPlace } from './deciding-place'
import { decidingPlace, runSetup } from './deciding-place'
import { scriptIssues } from './script-issues'
import { waiversOf } from './waivers'

/** What a run came to; `root` is the judged work tree, `stateDir` the gate's own place outside the tree, `control` where its files were found, `taken` the baseline that a run on the base commit took. */
export type GateRun = {
  readonly outcome: GateOutcome
  readonly root?: string
  readonly stateDir?: string
  readonly control?: Control
  readonly taken?: Baseline
}

/** Runs the gate (spec 10). What keeps it from judging is an outcome too, with every fault; only a failing disk or a bug throws. */
export async function gateRun(ports: GatePorts, request: GateRequest): Promise<GateRun> {
  const issues = targetIssues(request.target)
  if (issues.length > 0) return { outcome: nothingJudged(request, issues) }
  try {
    return await ports.openRepository(request.repo, (repository) => inRepository(ports, repository, request))
  } catch (error) {
    if (!isAdjudicateError(error) || error.code === 'internal') throw error
    if (request.signal?.aborted === true)
      return { outcome: nothingJudged(request, [{ code: 'stopped', path: '', message: 'stopped from outside: nothing was judged' }]) }
    return { outcome: nothingJudged(request, [{ code: error.code, path: '', message: error.message }]) }
  }
}

function nothingJudged({ target }: GateRequest, issues: readonly Issue[]): GateOutcome {
  const task_id = target.mode === 'task' ? target.taskId : null
  return { format: gateReportFormat, version: release, verdict: 'nothing-judged', task_id, issues: [...issues] }
}

async function inRepository(ports: GatePorts, repository: Repository, request: GateRequest): Promise<GateRun> {
  const startedAt = ports.now()
  if (repository.root === undefined) {
    const message = 'a bare repository has no work tree and no place for a report: judge a clone of it'
    return { outcome: nothingJudged(request, [{ code: 'git-failed', path: '', message }]) }
  }
  const control = await findControl(repository, ports.files, request, (config) => baseIfAny(repository, config))
  const known = { root: repository.root, stateDir: repository.stateDir, ...(control === undefined ? {} : { control }) }
  if (control === undefined) {
    const message = 'missing: no .claude/build/config.json and no .adjudicate/config.json, neither in the base commit nor in the work tree'
    return { ...known, outcome: nothingJudged(request, [{ code: 'missing-file', path: 'config.json', message }]) }
  }
  const head = await repository.head()
  const read = await readControl(control, request.target, head.branch, ports.digest)
  if (!read.ok) return { ...known, outcome: nothingJudged(request, read.issues) }
  const seen = await judged(ports, repository, request, { control, files: read.value, head, startedAt })
  return { ...known, ...seen }
}

type Setting = {
  readonly control: Control
  readonly files: ControlFiles
  readonly head: Awaited<ReturnType<Repository['head']>>
  readonly startedAt: string
}

async function judged(
  ports: GatePorts,
  repository: Repository,
  request: GateRequest,
  setting: Setting,
): Promise<Pick<GateRun, 'outcome' | 'taken'>> {
  const { files, head } = setting
  const base = await baseCommit(repository, request, files)
  if ('code' in base) return { outcome: nothingJudged(request, [base]) }
  const bases = await repository.mergeBases(head.commit, base.commit)
  const misfits =
    files.baseline === undefined
      ? []
      : await baselineIssues(repository, files.baseline, { base: base.commit, bases, config: files.hashes.config })
  const issues = [
    ...misfits,
    ...(await scriptIssues(repository, files.config, { bases, head: head.commit, withWorkTree: !request.decide, files: ports.files })),
  ]
  if (issues.length > 0) return { outcome: nothingJudged(request, issues) }
  const place = request.decide ? await decidingPlace(ports, repository, head.commit, files.config, request.signal) : undefined
  try {
    return await judgedIn(ports, repository, request, { ...setting, base: base.commit, bases, place })
  } finally {
    await place?.remove()
  }
}

type Place = Setting & { readonly base: string; readonly bases: readonly string[]; readonly place: DecidingPlace | undefined }

async function judgedIn(
  ports: GatePorts,
  repository: Repository,
  request: GateRequest,
  at: Place,
): Promise<Pick<GateRun, 'outcome' | 'taken'>> {
  const { files, head, bases, place, base } = at
  const integration = request.target.mode === 'integration'
  // Looked at before anything runs: what commands leave behind or rewrite is no work of the task's.
  const [before, { judgeChange }] = await Promise.all([
    changesOf(repository, bases, head.commit, place === undefined),
    // The rules are much to load, and git takes a while.
    import('./judge-change'),
    prepareGrammars(ports, repository, bases, head.commit),
  ])
  const judgedBefore = await judgeChange(ports, repository, files, before, {
    base: bases[0] ?? base,
    ...(integration ? { skipScope: 'integration has no task' } : {}),
  })
  const setupFault = place === undefined ? undefined : await place.setup(place.checkout.dir)
  const checks = checksOf(files.config)
  const ran =
    setupFault === undefined
      ? await runChecks(ports, files.config, checks, checkPlace(repository, request, place))
      : checks.map((check) => notRun(check, setupFault))
  const judgedChange = withViolations(ports, judgedBefore, await treeViolations(ports, repository, { ...at, before }))
  const [mergeBase = base] = bases
  const originals =
    mergeBase === head.commit
      ? { judged: 'not-run' as const, why: 'nothing differs from the merge base', passed: 0, run: 0, findings: [] }
      : await runOriginals(ports, {
          repository,
          base: mergeBase,
          head: head.commit,
          config: files.config,
          manifest: files.manifest,
          baseline: files.baseline,
          setup: (folder) => (place === undefined ? runSetup(ports, files.config, { folder, ...signalOf(request) }) : place.setup(folder)),
          ...(place === undefined ? {} : { home: place.home }),
          ...signalOf(request),
        })
  const parts = partsOf(ports, request, at, judgedChange, ran, originals)
  const taken = integration && files.baseline === undefined && head.commit === base ? { taken: baselineOf(head.commit, files, ran) } : {}
  return { outcome: assembleReport(waiversOf(parts, request)), ...taken }
}

function checkPlace(repository: Repository, request: GateRequest, place: DecidingPlace | undefined): Parameters<typeof runChecks>[3] {
  return {
    folder: place?.checkout.dir ?? repository.root ?? request.repo,
    logs: `${repository.stateDir}/logs/${request.target.mode === 'task' ? request.target.taskId : request.target.mode}`,
    ...(place === undefined ? {} : { home: place.home }),
    ...signalOf(request),
  }
}

function signalOf({ signal }: GateRequest): Pick<GateRequest, 'signal'> {
  return signal === undefined ? {} : { signal }
}

function notRun(check: ReturnType<typeof checksOf>[number], why: string): RanCheck {
  const { kind, name, cmd } = check
  return { result: { kind, name, cmd, status: 'ERROR', exit: null }, census: undefined, tail: [], tookMs: 0, why }
}

function partsOf(
  ports: GatePorts,
  request: GateRequest,
  at: Place,
  change: JudgedChange,
  ran: readonly RanCheck[],
  originals: GateParts['originals'],
): GateParts {
  const { files, head, bases, base, control, startedAt, place } = at
  const deltas = deltasOf(files, base, ran)
  const generated = ports.now()
  return {
    version: release,
    task_id: request.target.mode === 'task' ? request.target.taskId : null,
    mode: request.target.mode,
    base_ref: files.config.base_ref,
    generated_at: generated,
    commits: { base, merge_bases: [...bases], head: head.commit },
    tree: head.tree,
    hashes: files.hashes,
    control: { from: control.from, place: control.place },
    dirty: change.dirty,
    asked: { kind: place === undefined ? 'provisional' : 'deciding', doubts: files.doubts },
    scope: change.scope,
    tampering: change.tampering,
    ...partsOfChecks(ports, files, ran, deltas),
    originals,
    canaries: { judged: 'not-run', why: 'asked for with --canary', caught: [], missed: [], not_planted: [] },
    waivers: { given: [] },
    times: {
      started_at: startedAt,
      took_ms: Math.max(0, Date.parse(generated) - Date.parse(startedAt)),
      checks: ran.map(({ result, tookMs }) => ({ kind: result.kind, name: result.name, took_ms: tookMs })),
    },
  }
}

function baselineOf(commit: string, files: ControlFiles, ran: readonly RanCheck[]): Baseline {
  return { format: baselineFormat, tool: release, commit, config: files.hashes.config, checks: ran.map(({ result }) => result) }
}
