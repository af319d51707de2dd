import { isKnownFailing } from '../../gate/gate-verdict'
import type { CheckEntry } from '../../gate/gate-parts'
import type { Finding } from '../../gate/finding'
import type { GateReport } from '../../gate/gate-report'
import type { Violation } from '../../gate/violation'

/** The six rows of a gate, always in this order. */
export const gateRows = ['commands', 'scope', 'tampering', 'baseline', 'census', 'originals'] as const

export type GateRow = (typeof gateRows)[number]

/**
 * One thing that a format shows: `error` fails the gate, `warning` is reported, `note` is known or waived. `id` is stable from run to run,
 * `lines` counts them as in `+1 -1`.
 */
export type GateItem = {
  readonly row: GateRow
  readonly kind: string
  readonly level: 'error' | 'warning' | 'note'
  readonly severity: 'block' | 'report'
  readonly message: string
  readonly id: string
  readonly path?: string
  readonly line?: number
  readonly subject?: string
  readonly before?: string
  readonly after?: string
  readonly lines?: string
  readonly waiver?: { readonly by: string; readonly reason: string }
}

/** Everything that is wrong, noted or waived in a report, row by row; an error for each reason of a FAIL at the least. */
export function gateItems(report: GateReport): GateItem[] {
  const checks = [
    ...report.validation.map((check) => ['validation', check] as const),
    ...report.contracts.map((check) => ['contract', check] as const),
  ]
  const items = [
    ...checks.flatMap(([kind, check]) => checkItem(kind, check, report)),
    ...found('scope', report.scope.findings, report).map((item, index) => ({ ...item, ...lineCounts(report.scope.findings[index]) })),
    ...found('tampering', report.tampering.findings, report),
    ...regressionItems(report),
    ...found('census', report.census.findings, report),
    ...found('originals', report.originals.findings, report),
  ]
  return [...items, ...bareReasons(report)].sort((a, b) => gateRows.indexOf(a.row) - gateRows.indexOf(b.row))
}

function checkItem(kind: string, check: CheckEntry, report: GateReport): GateItem[] {
  if (check.status === 'PASS') return []
  const isKnown = isKnownFailing(check, report)
  const how = check.why ?? (check.exit === null ? 'gave no exit code' : `exit ${check.exit}`)
  const last = check.log_tail.at(-1)
  return [
    {
      row: 'commands',
      kind: isKnown ? 'known-failing' : check.status === 'FAIL' || check.status === 'FLAKY' ? 'check-failed' : 'check-error',
      level: isKnown ? 'note' : 'error',
      severity: isKnown ? 'report' : 'block',
      message: `${kind} ${check.name}: ${how}${isKnown ? ', as at the baseline' : ''}${last === undefined ? '' : `; last line: ${last}`}`,
      id: `${kind}/${check.name}`,
      subject: check.name,
    },
  ]
}

function found(row: GateRow, findings: readonly Finding[], report: GateReport): GateItem[] {
  return findings.map((finding) => {
    const waiver = report.waivers.used.find((one) => one.findings.includes(finding.id))
    const level = waiver !== undefined ? 'note' : finding.severity === 'block' ? 'error' : 'warning'
    const { id, kind, severity, message, path, line, subject, before, after } = finding
    const rest = { path, line, subject, before, after }
    return {
      row,
      id,
      kind,
      level,
      severity,
      message,
      ...present(rest),
      ...(waiver === undefined ? {} : { waiver: { by: waiver.by.id, reason: waiver.reason } }),
    }
  })
}

function lineCounts(violation: Violation | undefined): { readonly lines?: string } {
  const { added, removed } = violation ?? {}
  return added === undefined && removed === undefined ? {} : { lines: `+${added ?? 0} -${removed ?? 0}` }
}

type Details = Pick<GateItem, 'path' | 'line' | 'subject' | 'before' | 'after'>

function present({ path, line, subject, before, after }: { [K in keyof Details]: Details[K] | undefined }): Details {
  return {
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line }),
    ...(subject === undefined ? {} : { subject }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  }
}

/** What a failing check's own item doesn't say: the cases that are worse than at the baseline, and checks that were not run. */
function regressionItems({ delta, baseline_delta }: GateReport): GateItem[] {
  const fresh = delta.regressions.filter((name) => !baseline_delta.regressions.includes(name))
  return fresh.map((name) => ({
    row: 'baseline',
    kind: 'regression',
    level: 'error',
    severity: 'block',
    message: `worse than at the baseline: ${name}`,
    id: `baseline/${name}`,
    subject: name,
  }))
}

/** Reasons whose parts are items of their own. */
const spelledOut: readonly string[] = ['check-regressions', 'check-errors', 'baseline-regressions']

/** Reasons that no finding and no check stands for, such as a part that wasn't looked at. */
function bareReasons({ reasons }: GateReport): GateItem[] {
  return reasons
    .filter(({ code, findings }) => findings.length === 0 && !spelledOut.includes(code))
    .map(({ code, message }) => ({ row: rowOf(code), kind: code, level: 'error', severity: 'block', message, id: `reason/${code}` }))
}

function rowOf(code: string): GateRow {
  if (code === 'no-op') return 'scope'
  if (code === 'baseline-regressions' || code.startsWith('delta')) return 'baseline'
  return gateRows.find((row) => code.startsWith(row)) ?? 'commands'
}
