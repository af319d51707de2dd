import type { PathEntry } from '../../gate/changed-path'
import type { FindingDraft } from '../../gate/finding'
import { withIds } from '../../gate/fingerprint'
import type { GateConfig } from '../../gate/gate-config'
import type { GateParts } from '../../gate/gate-parts'
import { claimOn, ownershipOf } from '../../gate/ownership'
import type { TaskManifest } from '../../gate/task-manifest'
import { roleOf, standsWithTests } from '../../gate/tampering/file-role'
import type { Overlay, Repository } from '../../ports/repository'
import type { Baseline } from '../../gate/baseline'
import type { GatePorts } from './gate-request'
import type { RanCheck } from './run-checks'
import { runChecks } from './run-checks'

/** Everything that the original tests are run from. */
export type OriginalsInput = {
  readonly repository: Repository
  readonly base: string
  readonly head: string
  readonly config: GateConfig
  readonly manifest: TaskManifest | undefined
  readonly baseline: Baseline | undefined
  readonly home?: string
  readonly setup: (folder: string) => Promise<string | undefined>
  readonly signal?: AbortSignal
}

const nothing = { passed: 0, run: 0, findings: [] }

/**
 * The merge base's tests and runner configuration, laid over the head's code in a throw-away checkout and run there (spec 10, originals). What fails there is a
 * regression unless it failed at the baseline too; where the task owns every test that differs, behaviour may change on purpose and it is reported only.
 */
export async function runOriginals(ports: GatePorts, input: OriginalsInput): Promise<GateParts['originals']> {
  const { config, repository, base, head } = input
  if (config.originals === undefined) return { judged: 'not-run', why: 'the configuration names no `originals`', ...nothing }
  const overlays = await overlaysOf(repository, base, head, config)
  const checkout = await repository.checkOut(head, overlays)
  try {
    const why = await input.setup(checkout.dir)
    if (why !== undefined) return { judged: 'error', why, ...nothing }
    const check = { kind: 'validation' as const, name: 'originals', ...config.originals }
    const place = {
      folder: checkout.dir,
      ...(input.home === undefined ? {} : { home: input.home }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    }
    const [ran] = await runChecks(ports, config, [check], place)
    if (ran === undefined) return { judged: 'error', why: 'it was not run', ...nothing }
    return partOf(ports, ran, overlays, input)
  } finally {
    await checkout.remove()
  }
}

/** Every test and runner file that differs between the two, as the base has it; what only the head has is taken away. */
async function overlaysOf(repository: Repository, base: string, head: string, config: GateConfig): Promise<Overlay[]> {
  const [before, now] = [await repository.allEntries(base), await repository.allEntries(head)]
  const paths = new Set([...before.keys(), ...now.keys()])
  return [...paths].sort().flatMap((path): Overlay[] => {
    const [was, is] = [before.get(path), now.get(path)]
    if (same(was, is)) return []
    const role = roleOf(path, config.test_globs)
    // A script that stands with the tests is one of them, whatever language it is in.
    const isTest =
      role === 'test' || role === 'snapshot' || role === 'data' || (role === 'script' && standsWithTests(path, config.test_globs))
    if (!isTest && role !== 'config') return []
    // Packages that the head needs are its own: only what chooses and judges tests is laid back.
    if (role === 'config' && /(^|\/)(package\.json|pyproject\.toml|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(\.kts)?)$/.test(path))
      return []
    return [was === undefined ? { path } : { path, entry: was }]
  })
}

function same(a: PathEntry | undefined, b: PathEntry | undefined): boolean {
  return a?.oid === b?.oid && a?.mode === b?.mode
}

function partOf(
  ports: GatePorts,
  ran: RanCheck,
  overlays: readonly Overlay[],
  { manifest, baseline }: OriginalsInput,
): GateParts['originals'] {
  const { result, census } = ran
  const counted = census?.ok === true ? census.census : undefined
  const numbers = { passed: counted === undefined ? 0 : counted.run - counted.failed, run: counted?.run ?? 0 }
  if (result.status === 'ERROR' || result.status === 'INCONCLUSIVE') {
    return { judged: 'error', why: ran.why ?? 'the original tests came to no result', ...numbers, findings: [] }
  }
  if (census !== undefined && !census.ok) return { judged: 'error', why: census.message, ...numbers, findings: [] }
  if (counted !== undefined && counted.run === 0) return { judged: 'error', why: 'no original test was run', ...numbers, findings: [] }
  const owned =
    manifest !== undefined && overlays.length > 0 && overlays.every(({ path }) => claimOn(ownershipOf(manifest), path).kind === 'owned')
  const severity = owned ? 'report' : 'block'
  const known = new Set(
    (baseline?.checks ?? []).flatMap(({ cases = [] }) => cases.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)),
  )
  const failed = (counted?.cases ?? []).filter(({ outcome, id }) => outcome === 'failed' && !known.has(id))
  const drafts: FindingDraft[] = failed.map(({ id }) => ({
    kind: 'original-failed',
    severity,
    subject: id,
    message: `${id} passed at the base and fails with the base's own test`,
  }))
  const redAnyway = result.status !== 'PASS' && failed.length === 0 && (counted === undefined || counted.failed === 0)
  const excused = (baseline?.checks ?? []).some(({ cmd, status }) => cmd === result.cmd && status === 'FAIL')
  if (redAnyway && !excused) {
    drafts.push({
      kind: 'original-failed',
      severity,
      message: `the base's own tests fail: exit code ${result.exit ?? 'none'}`,
      after: ran.tail.slice(-5).join('\n'),
    })
  }
  return { judged: 'yes', ...numbers, findings: withIds(drafts, ports.digest) }
}
