import type { Issue } from '../issues'
import { shown } from '../issues'
import type { Baseline } from './baseline'
import type { CheckResult } from './check'
import { compareCheck } from './check-delta'
import type { CheckDelta } from './check-delta'

/** The checks of one run, with what they are compared by: the base commit in git's hex and the configuration's hash. */
export type CheckedNow = { readonly commit: string; readonly config: string; readonly checks: readonly CheckResult[] }

/**
 * `unusable`: the baseline is of another commit or configuration, nothing may be judged by it (exit 2). `compared`: FAIL has a regression, ERROR a check that
 * couldn't be carried out, REVIEW something that neither side proves; checks are in the order of the run, those that only the baseline has come last.
 */
export type Delta =
  | { readonly kind: 'unusable'; readonly issues: readonly Issue[] }
  | { readonly kind: 'compared'; readonly verdict: 'PASS' | 'REVIEW' | 'FAIL' | 'ERROR'; readonly checks: readonly CheckDelta[] }

/**
 * Holds the checks of a task or an integration run against the baseline (spec 10, 4; R-BUILD-38; F25 to F28, F58). Without a baseline nothing is known to fail, so
 * every failure is new. Checks are matched by kind, name and command.
 */
export function compareWithBaseline(baseline: Baseline | undefined, now: CheckedNow): Delta {
  const issues = baseline === undefined ? [] : mismatches(baseline, now)
  if (issues.length > 0) return { kind: 'unusable', issues }
  const before = baseline?.checks ?? []
  const judged = now.checks.map((check) =>
    compareCheck(
      before.find((one) => sameCheck(one, check)),
      check,
    ),
  )
  const notRun = before.filter((one) => !now.checks.some((check) => sameCheck(one, check))).map(missing)
  const checks = [...judged, ...notRun]
  return { kind: 'compared', verdict: verdictOf(checks), checks }
}

function mismatches(baseline: Baseline, now: CheckedNow): Issue[] {
  const issues: Issue[] = []
  if (baseline.commit !== now.commit) {
    const message = `the baseline is of commit ${shown(baseline.commit)}, the base is ${shown(now.commit)}: take it anew`
    issues.push({ code: 'baseline-of-another-commit', path: 'commit', message })
  }
  if (baseline.config !== now.config) {
    const message = `the baseline is of configuration ${shown(baseline.config)}, this one is ${shown(now.config)}: take it anew`
    issues.push({ code: 'baseline-of-another-config', path: 'config', message })
  }
  return issues
}

/** A renamed or rewritten check is another one, and so is a contract with a validation's name (F26, F27). */
function sameCheck(a: CheckResult, b: CheckResult): boolean {
  return a.kind === b.kind && a.name === b.name && a.cmd === b.cmd
}

function missing({ kind, name, cmd }: CheckResult): CheckDelta {
  const none = { known: [], fixed: [], gone: [], coarse: false }
  return { kind, name, cmd, standing: 'regression', newFailures: ['<not run>'], ...none, why: 'the baseline has it and it was not run' }
}

function verdictOf(checks: readonly CheckDelta[]): 'PASS' | 'REVIEW' | 'FAIL' | 'ERROR' {
  const has = (standing: CheckDelta['standing']): boolean => checks.some((check) => check.standing === standing)
  return has('regression') ? 'FAIL' : has('error') ? 'ERROR' : has('unclear') ? 'REVIEW' : 'PASS'
}
