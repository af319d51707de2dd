import type { GateReport } from '../../gate/gate-report'
import type { PartStatus } from '../../gate/gate-verdict'
import { waivedIds } from '../../gate/waive'
import type { GateRow } from './gate-items'

/** A row of the page: its mark, and its figures in one line. `.` is a part that did not run, and the text says why. */
export type RowSummary = { readonly mark: '+' | 'x' | '!' | '.'; readonly row: GateRow; readonly text: string }

/** The six rows of a report, always all of them and in one order. */
export function rowSummaries(report: GateReport): RowSummary[] {
  return [
    commandsRow(report),
    partRow('scope', report.scope, scopeText(report)),
    partRow('tampering', report.tampering, tamperingText(report)),
    partRow('baseline', report.delta, baselineText(report)),
    partRow('census', report.census, censusText(report)),
    partRow('originals', report.originals, originalsText(report)),
  ]
}

type Part = { readonly status: PartStatus; readonly why?: string; readonly findings?: Findings }

const marks = { PASS: '+', FAIL: 'x', ERROR: 'x', 'not-run': '.' } as const

function partRow(row: GateRow, part: Part, text: string): RowSummary {
  const why = part.why ?? 'no reason given'
  if (part.status === 'not-run') return { mark: '.', row, text: `not run: ${why}` }
  // What is only reported, or was let stand, is not nothing.
  if (part.status === 'PASS' && (part.findings ?? []).length > 0) return { mark: '!', row, text }
  return { mark: marks[part.status], row, text: part.status === 'ERROR' ? `not judged: ${why}` : text }
}

function commandsRow(report: GateReport): RowSummary {
  const checks = [...report.validation, ...report.contracts]
  const excused = new Set(report.baseline_delta.known_failing_at_baseline)
  const isRed = report.baseline_delta.regressions.length > 0
  const took = new Map(report.times.checks.map(({ kind, name, took_ms }) => [`${kind} ${name}`, took_ms]))
  const texts = checks.map(({ name, status, exit, why }, index) => {
    const ms = took.get(`${index < report.validation.length ? 'validation' : 'contract'} ${name}`)
    const time = ms === undefined ? '' : ` ${(ms / 1000).toFixed(1)}s`
    if (status === 'PASS') return `${name}${time}`
    const how = why ?? (exit === null ? 'no exit code' : `exit ${exit}`)
    return `${name} ${how}${excused.has(name) ? ', known' : ''}${time}`
  })
  return { mark: isRed ? 'x' : '+', row: 'commands', text: texts.join('   ') }
}

function scopeText(report: GateReport): string {
  const { changed, findings, violations } = report.scope
  const files = `${changed.length} ${changed.length === 1 ? 'file' : 'files'}`
  const stand = standing(report, findings)
  if (stand.some(({ kind }) => kind === 'no-op')) return `${files}: no work to judge`
  const owned = stand.filter(({ kind, path }) => kind === 'not-owned' && violations.includes(path ?? '')).length
  const others = stand.length - owned
  const waived = waivedOf(report, findings)
  if (findings.length === 0) return report.mode === 'task' ? `${files}, all owned` : files
  const parts = [
    ...(owned > 0 ? [`${owned} not owned`] : []),
    ...(others > 0 ? [`${others} against other rules`] : []),
    ...(waived > 0 ? [`${waived} waived`] : []),
  ]
  return [files, ...parts].join(', ')
}

function tamperingText(report: GateReport): string {
  const { cases, assertions, findings } = report.tampering
  if (findings.length === 0) return `${cases} cases, ${assertions} assertions followed, none lost`
  const blocks = standing(report, findings).length
  const waived = waivedOf(report, findings)
  const reported = findings.length - blocks - waived
  return [`${blocks} blocks`, `${reported} reported`, ...(waived > 0 ? [`${waived} waived`] : [])].join(', ')
}

function baselineText({ delta }: GateReport): string {
  const named = (names: readonly string[]): string => (names.length === 0 ? '' : ` (${names.join(', ')})`)
  const regressions = `${delta.regressions.length} ${delta.regressions.length === 1 ? 'regression' : 'regressions'}`
  return [
    `${regressions}${named(delta.regressions)}`,
    `${delta.known.length} known failing${named(delta.known)}`,
    ...(delta.fixed.length === 0 ? [] : [`${delta.fixed.length} fixed${named(delta.fixed)}`]),
    ...(delta.coarse.length === 0 ? [] : [`by command alone: ${delta.coarse.join(', ')}`]),
  ].join(', ')
}

function censusText({ census }: GateReport): string {
  const sum = (of: (check: GateReport['census']['checks'][number]) => number): number =>
    census.checks.reduce((all, one) => all + of(one), 0)
  const known = census.checks.every(({ at_baseline }) => at_baseline !== null)
  return [
    `${sum(({ run }) => run)} run`,
    `${sum(({ skipped }) => skipped)} skipped`,
    ...(known && census.checks.length > 0 ? [`${sum(({ at_baseline }) => at_baseline ?? 0)} at baseline`] : []),
    ...(census.uncounted.length === 0 ? [] : [`uncounted: ${census.uncounted.join(', ')}`]),
  ].join(', ')
}

function originalsText(report: GateReport): string {
  const { passed, run, findings } = report.originals
  const standingCount = standing(report, findings).length
  return `${passed} of ${run}${standingCount === 0 ? '' : `, ${standingCount} ${standingCount === 1 ? 'regression' : 'regressions'}`}`
}

type Findings = GateReport['tampering']['findings']

function standing(report: GateReport, findings: Findings): Findings {
  const waived = waivedIds(report.waivers)
  return findings.filter(({ id, severity }) => severity === 'block' && !waived.has(id))
}

function waivedOf(report: GateReport, findings: Findings): number {
  const waived = waivedIds(report.waivers)
  return findings.filter(({ id }) => waived.has(id)).length
}
