import { canonicalJson } from '../canonical/canonical-json'
import { plainCopy } from '../canonical/plain'
import type { Issue, Parsed } from '../issues'
import { shown, sortIssues } from '../issues'
import { parseWith } from '../parsing'
import { assembleReport } from './assemble-report'
import { gatePartsSchema } from './gate-parts'
import type { GateOutcome, GateReport } from './gate-report'
import { gateReportSchema, nothingJudgedSchema } from './gate-report'

/**
 * Reads the document of a gate run. A verdict, status or list that doesn't follow from the report's own parts is a fault (`report-altered`, with the
 * field), so that no edited report passes for a PASS.
 */
export function parseGateOutcome(input: unknown): Parsed<GateOutcome> {
  const { copy, issues } = plainCopy(input)
  if (issues.length > 0) return { ok: false, issues }
  if (typeof copy === 'object' && copy !== null && 'verdict' in copy && copy.verdict === 'nothing-judged') {
    return parseWith(nothingJudgedSchema, copy)
  }
  const read = parseWith(gateReportSchema, copy)
  return read.ok ? agreed(read.value) : read
}

/** Reads a report that has a verdict; `nothing-judged` is a fault here. */
export function parseGateReport(input: unknown): Parsed<GateReport> {
  const read = parseGateOutcome(input)
  if (!read.ok) return read
  if (read.value.verdict !== 'nothing-judged') return { ok: true, value: read.value }
  return {
    ok: false,
    issues: [{ code: 'nothing-judged', path: 'verdict', message: 'found "nothing-judged": there is no verdict to read' }],
  }
}

function agreed(report: GateReport): Parsed<GateReport> {
  const parts = parseWith(gatePartsSchema, report)
  if (!parts.ok) return parts
  const due = assembleReport(parts.value)
  const issues = Object.entries(report).flatMap(([field, found]): Issue[] => {
    const wanted: unknown = Object.entries(due).find(([name]) => name === field)?.[1]
    if (wanted !== undefined && canonicalJson(found) === canonicalJson(wanted)) return []
    return [{ code: 'report-altered', path: field, message: `found ${shown(found)}: the parts of this report give ${shown(wanted)}` }]
  })
  return issues.length === 0 ? { ok: true, value: report } : { ok: false, issues: sortIssues(issues) }
}
