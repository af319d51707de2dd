import type { CheckDelta } from '../../gate/check-delta'
import { compareWithBaseline } from '../../gate/delta'
import type { FindingDraft } from '../../gate/finding'
import { withIds } from '../../gate/fingerprint'
import type { GateParts } from '../../gate/gate-parts'
import { judgeCensus } from '../../gate/judge-census'
import { censusDrafts, checkEntry, deltaPart } from '../../gate/report-entries'
import { assert } from '../../errors'
import type { GatePorts } from './gate-request'
import type { ControlFiles } from './read-control'
import type { RanCheck } from './run-checks'

/** Every check held against the baseline, in the order of the run; checks that only the baseline has come last. */
export function deltasOf({ baseline, hashes }: ControlFiles, base: string, ran: readonly RanCheck[]): readonly CheckDelta[] {
  const commit = baseline?.commit ?? base
  const compared = compareWithBaseline(baseline, { commit, config: hashes.config, checks: ran.map(({ result }) => result) })
  assert(compared.kind === 'compared', 'a baseline that does not fit was refused before anything ran')
  return compared.checks
}

/** Commands, delta and census, as the report has them. */
export function partsOfChecks(
  ports: GatePorts,
  { baseline }: ControlFiles,
  ran: readonly RanCheck[],
  deltas: readonly CheckDelta[],
): Pick<GateParts, 'validation' | 'contracts' | 'delta' | 'census'> {
  const entries = ran.flatMap((one, index) => {
    const delta = deltas[index]
    return delta === undefined ? [] : [{ kind: one.result.kind, entry: checkEntry(one.result, delta, one.tail, one.why) }]
  })
  const of = (kind: 'validation' | 'contract'): GateParts['validation'] =>
    entries.filter((one) => one.kind === kind).map(({ entry }) => entry)
  return {
    validation: of('validation'),
    contracts: of('contract'),
    delta: deltaPart(deltas, baseline !== undefined),
    census: censusPart(ports, baseline, ran),
  }
}

function censusPart(ports: GatePorts, baseline: ControlFiles['baseline'], ran: readonly RanCheck[]): GateParts['census'] {
  const checks: GateParts['census']['checks'][number][] = []
  const uncounted: string[] = []
  const drafts: FindingDraft[] = []
  for (const { result, census } of ran) {
    const before = baseline?.checks.find(({ kind, name, cmd }) => kind === result.kind && name === result.name && cmd === result.cmd)
    const verdict = judgeCensus(census, result.exit, before?.counts?.['run'])
    if (verdict.kind === 'uncounted') {
      uncounted.push(result.name)
      continue
    }
    drafts.push(...censusDrafts(result.name, verdict.faults))
    if (verdict.kind === 'unreadable') continue
    const { run, skipped, failed } = verdict.census
    checks.push({ check: result.name, run, skipped, failed, at_baseline: verdict.atBaseline ?? null })
  }
  if (checks.length + drafts.length === 0) return { judged: 'not-run', why: 'no check names a report', checks, uncounted, findings: [] }
  return { judged: 'yes', checks, uncounted, findings: withIds(drafts, ports.digest) }
}
