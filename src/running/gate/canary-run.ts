import { assert, isAdjudicateError } from '../../errors'
import type { CanaryResult, Planting } from '../../gate/canaries/canary'
import { canaryKinds } from '../../gate/canaries/canary'
import type { CanaryReport } from '../../gate/canaries/canary-report'
import { canariesPart, canaryReportFormat, canaryVerdict } from '../../gate/canaries/canary-report'
import type { Finding } from '../../gate/finding'
import type { NothingJudged } from '../../gate/gate-report'
import { gateReportFormat } from '../../gate/gate-report'
import { parseTaskManifest } from '../../gate/task-manifest'
import type { Issue } from '../../issues'
import type { Repository } from '../../ports/repository'
import { release } from '../../release'
import { baseNamedBy } from './base-commit'
import type { CanarySources } from './canary-sources'
import { canarySources } from './canary-sources'
import { findControl } from './control-files'
import type { DecidingPlace } from './deciding-place'
import { decidingPlace } from './deciding-place'
import type { GatePorts, GateRequest } from './gate-request'
import { judgeChange } from './judge-change'
import { changesOf } from './seen-change'
import { planCanary } from './plant-canaries'
import type { ControlFiles } from './read-control'
import { readControl } from './read-control'
import { checksOf, runChecks } from './run-checks'

/** How canaries are asked for: on HEAD, with the configuration that the gate would use. */
export type CanaryRequest = Pick<GateRequest, 'repo' | 'control' | 'base' | 'signal'>

/**
 * Plants known faults in a throw-away checkout of HEAD, one at a time, and tells which ones this configuration catches (spec 10, canaries). Nothing is written into the
 * repository. Commands are run for the one fault that only a failing test can show. Throws only what a disk or a bug does.
 */
export async function canaryRun(ports: GatePorts, request: CanaryRequest): Promise<CanaryReport | NothingJudged> {
  try {
    return await ports.openRepository(request.repo, (repository) => inRepository(ports, repository, request))
  } catch (error) {
    if (!isAdjudicateError(error) || error.code === 'internal') throw error
    return nothingJudged([{ code: error.code, path: '', message: error.message }])
  }
}

function nothingJudged(issues: readonly Issue[]): NothingJudged {
  return { format: gateReportFormat, version: release, verdict: 'nothing-judged', task_id: null, issues: [...issues] }
}

async function inRepository(ports: GatePorts, repository: Repository, asked: CanaryRequest): Promise<CanaryReport | NothingJudged> {
  const target = { mode: 'branch' as const }
  const control = await findControl(repository, ports.files, { ...asked, target, decide: false }, (config) =>
    baseNamedBy(repository, config),
  )
  if (control === undefined) {
    const message = 'missing: no .claude/build/config.json and no .adjudicate/config.json, neither in the base commit nor in the work tree'
    return nothingJudged([{ code: 'missing-file', path: 'config.json', message }])
  }
  const head = await repository.head()
  const read = await readControl(control, target, head.branch, ports.digest)
  if (!read.ok) return nothingJudged(read.issues)
  const files = read.value
  const sources = await canarySources(repository, ports.syntax, head.commit, files.config)
  const fresh = (): Promise<DecidingPlace> => decidingPlace(ports, repository, head.commit, files.config, asked.signal)
  const place = await fresh()
  try {
    const results = await resultsOf(ports, asked, { files, sources, place, fresh, head: head.commit })
    return {
      format: canaryReportFormat,
      version: release,
      verdict: canaryVerdict(results),
      generated_at: ports.now(),
      head: head.commit,
      control: { from: control.from, place: control.place },
      hashes: { config: files.hashes.config },
      canaries: canariesPart(results),
      results,
    }
  } finally {
    await place.remove()
  }
}

type Field = {
  readonly files: ControlFiles
  readonly sources: CanarySources
  readonly place: DecidingPlace
  readonly fresh: () => Promise<DecidingPlace>
  readonly head: string
}

async function resultsOf(ports: GatePorts, asked: CanaryRequest, field: Field): Promise<CanaryResult[]> {
  const results: CanaryResult[] = []
  for (const kind of canaryKinds) {
    const plan = await planCanary(ports.syntax, field.files.config, field.sources, kind)
    if ('why' in plan) results.push({ kind, outcome: 'not-planted', why: plan.why })
    else if (kind === 'assertion-broken') results.push(await withCommands(ports, asked, field, plan.planting))
    else results.push(await byLooking(ports, field, plan.planting))
  }
  return results
}

/** Plants one fault, judges the change and takes the fault out again; what else differs then would spoil the next one. */
async function byLooking(ports: GatePorts, field: Field, planting: Planting): Promise<CanaryResult> {
  const { place, head } = field
  const { kind, edit } = planting
  const takeOut = await plant(ports, field, planting)
  try {
    const found = await ports.openRepository(place.checkout.dir, async (copy) => {
      const change = await changesOf(copy, [head], head, true)
      const paths = [...new Set(change.changed.map(({ path }) => path))]
      assert(paths.length <= 1 && paths.every((path) => path === edit.path), `the copy differs in ${paths.join(', ')}`)
      const judged = await judgeChange(ports, copy, controlFor(field, kind), change)
      return kind === 'scope-breach' ? judged.scope.findings : [...judged.tampering.findings, ...judged.scope.findings]
    })
    return resultOf(planting, found)
  } finally {
    await takeOut()
  }
}

function resultOf({ kind, edit, what }: Planting, found: readonly Finding[]): CanaryResult {
  const blocking = found.find((one) => one.severity === 'block' && one.kind !== 'no-op')
  return blocking === undefined
    ? { kind, outcome: 'missed', path: edit.path, what, reported: found.length > 0 }
    : { kind, outcome: 'caught', path: edit.path, what, by: blocking.kind }
}

/** The breach is one of a made-up task that owns one test file. */
function controlFor({ files, sources }: Field, kind: Planting['kind']): ControlFiles {
  if (kind !== 'scope-breach') return { ...files, manifest: undefined }
  const manifest = parseTaskManifest({ task_id: 'canary', owned_files: [sources.tests[0]?.path ?? 'canary'] })
  return { ...files, manifest: manifest.ok ? manifest.value : undefined }
}

async function plant({ files }: GatePorts, { place, sources }: Field, { edit }: Planting): Promise<() => Promise<void>> {
  const file = `${place.checkout.dir}/${edit.path}`
  const before = [...sources.tests, ...sources.plain, ...sources.sources].find(({ path }) => path === edit.path)?.text
  assert(before !== undefined, 'a fault is planted in a file that was read')
  await (edit.text === undefined ? files.remove(file) : files.write(file, edit.text))
  return () => files.write(file, before)
}

/** All checks run with the fault, and those that are red once more without it, elsewhere: only one that is red because of the fault counts. */
async function withCommands(ports: GatePorts, { signal }: CanaryRequest, field: Field, planting: Planting): Promise<CanaryResult> {
  const { files, place } = field
  const { kind, edit, what } = planting
  const { dir } = place.checkout
  const fault = await place.setup(dir)
  if (fault !== undefined) return { kind, outcome: 'not-planted', why: fault, undecided: true }
  const at = { folder: dir, home: place.home, ...(signal === undefined ? {} : { signal }) }
  const takeOut = await plant(ports, field, planting)
  const faulty = await runChecks(ports, files.config, checksOf(files.config), at)
  await takeOut()
  const red = new Set(faulty.filter(({ result }) => result.status === 'FAIL').map(({ result }) => `${result.kind} ${result.name}`))
  const again = checksOf(files.config).filter((check) => red.has(`${check.kind} ${check.name}`))
  const sound = (await runAfresh(ports, signal, field, again)).find(({ result }) => result.status === 'PASS')
  if (sound !== undefined) return { kind, outcome: 'caught', path: edit.path, what, by: `check ${sound.result.name}` }
  return faulty.some(({ result }) => result.status === 'PASS')
    ? { kind, outcome: 'missed', path: edit.path, what, reported: false }
    : {
        kind,
        outcome: 'not-planted',
        undecided: true,
        why: `no check passes in a fresh checkout of HEAD, after \`setup\`: ${endsOf(faulty)}`,
      }
}

/** In a checkout of its own: what the faulty run left behind, such as Python's compiled files, would stand for a text that is as long and as young. */
async function runAfresh(
  ports: GatePorts,
  signal: CanaryRequest['signal'],
  { files, fresh }: Field,
  checks: ReturnType<typeof checksOf>,
): ReturnType<typeof runChecks> {
  if (checks.length === 0) return []
  const place = await fresh()
  try {
    const { dir } = place.checkout
    if ((await place.setup(dir)) !== undefined) return []
    return await runChecks(ports, files.config, checks, { folder: dir, home: place.home, ...(signal === undefined ? {} : { signal }) })
  } finally {
    await place.remove()
  }
}

function endsOf(ran: Awaited<ReturnType<typeof runChecks>>): string {
  return ran.map(({ result, why }) => `${result.name} (${why ?? `exit code ${result.exit}`})`).join(', ')
}
