import type { GateParts } from './gate-parts'
import type { GateOutcome, GateReport } from './gate-report'
import { isKnownFailing, statusOf, verdictOf } from './gate-verdict'
import { applyWaivers, waivedIds } from './waive'
import { wellFormed } from './well-formed'

/** The exit codes of the gate, which are the public script's too (R-BUILD-62). */
export type GateExit = 0 | 1 | 2

/**
 * The one way to a report: everything in it that can be worked out is worked out here, verdict, statuses, the public script's fields, the kind of the
 * run and what became of the waivers. `nothing-judged` where there was no check.
 */
export function assembleReport(seen: GateParts): GateOutcome {
  const parts = wellFormed(seen)
  const given = parts.waivers.given
  const applied = applyWaivers(
    findingsOf(parts).map(({ id }) => id),
    given,
    parts.generated_at,
  )
  const waived = waivedIds(applied)
  const outcome = verdictOf(parts, waived)
  if (outcome.kind === 'nothing-judged') {
    return { format: 'gate-report@1', version: parts.version, verdict: 'nothing-judged', task_id: parts.task_id, issues: outcome.issues }
  }
  const { verdict, reasons } = outcome
  const checks = [...parts.validation, ...parts.contracts]
  return {
    ...parts,
    format: 'gate-report@1',
    verdict,
    reasons,
    run: runOf(parts),
    scope: {
      ...parts.scope,
      status: statusOf(parts.scope, waived),
      violations: [...new Set(standing(parts.scope.findings, waived).map(({ path }) => path))],
    },
    tampering: { ...parts.tampering, status: statusOf(parts.tampering, waived) },
    delta: { ...parts.delta, status: parts.delta.regressions.length > 0 ? 'FAIL' : statusOf(parts.delta, waived) },
    census: { ...parts.census, status: statusOf(parts.census, waived) },
    originals: { ...parts.originals, status: statusOf(parts.originals, waived) },
    canaries: { ...parts.canaries, status: statusOf(parts.canaries, waived) },
    waivers: { given, ...applied },
    machine_verdict: verdict,
    fail_reasons: reasons.map(({ message }) => message),
    failing_checks: checks.filter(({ status }) => status !== 'PASS').map(({ name }) => name),
    test_tampering: testTampering(parts, waived),
    baseline_delta: {
      baseline_present: parts.delta.judged === 'yes',
      known_failing_at_baseline: checks.filter((check) => isKnownFailing(check, parts)).map(({ name }) => name),
      regressions: checks.filter((check) => check.status !== 'PASS' && !isKnownFailing(check, parts)).map(({ name }) => name),
    },
  }
}

/** 0 PASS, 1 FAIL, 2 nothing judged. */
export function exitOfGate({ verdict }: Pick<GateOutcome, 'verdict'>): GateExit {
  switch (verdict) {
    case 'PASS':
      return 0
    case 'FAIL':
      return 1
    case 'nothing-judged':
      return 2
  }
}

/** The report without what differs from run to run on the same inputs: `generated_at` and `times`. What reports are compared by. */
export function withoutTimes(report: GateReport): Omit<GateReport, 'generated_at' | 'times'> {
  const { generated_at: _at, times: _times, ...rest } = report
  return rest
}

/** Every finding of a report's parts, in the order of the rows. */
export function findingsOf(parts: Pick<GateParts, 'scope' | 'tampering' | 'census' | 'originals'>): GateParts['tampering']['findings'] {
  return [...parts.scope.findings, ...parts.tampering.findings, ...parts.census.findings, ...parts.originals.findings]
}

/** Deciding only where that was asked and nothing speaks against it; a provisional run says why it is one (spec 10). */
function runOf({ asked, control, dirty }: GateParts): GateReport['run'] {
  const reasons = [
    ...(asked.kind === 'deciding' ? [] : ['a provisional run was asked for']),
    ...(control.from === 'judged-tree' ? ['the control files come from the judged tree'] : []),
    ...(dirty.length === 0 ? [] : [`${dirty.length} ${dirty.length === 1 ? 'path is' : 'paths are'} not committed`]),
    ...asked.doubts,
  ]
  return { kind: reasons.length === 0 ? 'deciding' : 'provisional', reasons }
}

function testTampering({ tampering }: GateParts, waived: ReadonlySet<string>): GateReport['test_tampering'] {
  const findings = standing(tampering.findings, waived)
  return {
    status: statusOf(tampering, waived),
    findings: findings.map(({ path = '', kind, message }) => ({ file: path, issue: `${kind}: ${message}` })),
  }
}

/** The public script knows neither reports nor waivers: its lists hold what makes the gate fail. */
function standing<T extends { readonly id: string; readonly severity: 'block' | 'report' }>(
  findings: readonly T[],
  waived: ReadonlySet<string>,
): T[] {
  return findings.filter(({ id, severity }) => severity === 'block' && !waived.has(id))
}
