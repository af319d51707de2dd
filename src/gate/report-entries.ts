import type { CheckResult } from './check'
import type { CheckDelta } from './check-delta'
import type { FindingDraft } from './finding'
import type { CheckEntry, GateParts } from './gate-parts'
import { logTailLinesMax } from './log-tail'
import type { CensusFault } from './judge-census'

/** A check as the report has it: the result, where it stands against the baseline, and the last 25 of its output's lines. */
export function checkEntry(result: CheckResult, delta: CheckDelta, output: readonly string[], why?: string): CheckEntry {
  const { name, cmd, exit, status } = result
  const classification = classificationOf(status, delta.standing)
  return {
    name,
    cmd,
    exit,
    status,
    log_tail: output.slice(-logTailLinesMax),
    ...(classification === undefined ? {} : { classification }),
    ...(why === undefined ? {} : { why }),
  }
}

function classificationOf(status: CheckResult['status'], standing: CheckDelta['standing']): CheckEntry['classification'] {
  if (standing === 'known_failing_at_baseline' || standing === 'regression' || standing === 'unclear') return standing
  // The public script classifies whatever is red, and knows no third way.
  return status === 'PASS' ? undefined : 'regression'
}

/**
 * The delta as the report has it: `check:case` for what is worse, known or fixed by case, the check's name alone where it has no cases. Without a
 * baseline there is nothing to be worse than, and a red check is a regression by itself.
 */
export function deltaPart(checks: readonly CheckDelta[], hasBaseline: boolean): GateParts['delta'] {
  const none = { regressions: [], known: [], fixed: [], coarse: [] }
  if (!hasBaseline) return { judged: 'not-run', why: 'no baseline', ...none }
  return {
    judged: 'yes',
    regressions: checks.filter(({ standing }) => standing === 'regression').flatMap(({ name, newFailures }) => spelled(name, newFailures)),
    known: checks.flatMap(({ name, known, standing }) =>
      known.length > 0 ? spelled(name, known) : standing === 'known_failing_at_baseline' ? [name] : [],
    ),
    fixed: checks.flatMap(({ name, fixed, standing }) => (fixed.length > 0 ? spelled(name, fixed) : standing === 'fixed' ? [name] : [])),
    coarse: checks.filter(({ coarse }) => coarse).map(({ name }) => name),
  }
}

/** What is wrong with a check's count, as findings that block. */
export function censusDrafts(check: string, faults: readonly CensusFault[]): FindingDraft[] {
  return faults.map(({ code, message }) => ({
    kind: code,
    severity: 'block',
    subject: check,
    message: `${check}: ${message}`,
    after: message,
  }))
}

function spelled(name: string, cases: readonly string[]): string[] {
  return cases.length === 0 ? [name] : cases.map((id) => `${name}:${id}`)
}
