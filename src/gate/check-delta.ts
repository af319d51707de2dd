import type { CheckResult } from './check'

/**
 * One check held against the baseline. `newFailures` are case ids, or in angle brackets what failed without a case; `known` failed at the baseline too, `fixed` failed
 * there and passes now, `gone` were run there and aren't now. `coarse`: no cases to compare, so a new failure could hide behind an old one.
 */
export type CheckDelta = {
  readonly kind: CheckResult['kind']
  readonly name: string
  readonly cmd: string
  readonly standing: 'pass' | 'fixed' | 'known_failing_at_baseline' | 'regression' | 'unclear' | 'error'
  readonly newFailures: readonly string[]
  readonly known: readonly string[]
  readonly fixed: readonly string[]
  readonly gone: readonly string[]
  readonly coarse: boolean
  readonly why: string
}

type Judged = Pick<CheckDelta, 'standing' | 'why'> & { readonly newFailures?: readonly string[]; readonly coarse?: boolean }

/**
 * Judges one check by what it was at the baseline; undefined where the baseline doesn't have it, which excuses nothing. Only FAIL and FLAKY at the baseline excuse: an ERROR
 * says nothing about the tests. ERROR and INCONCLUSIVE now are never excused.
 */
export function compareCheck(before: CheckResult | undefined, now: CheckResult): CheckDelta {
  const failedNow = idsOf(now, 'failed')
  const excuse = before !== undefined && (before.status === 'FAIL' || before.status === 'FLAKY') ? before : undefined
  const failedBefore = new Set(excuse === undefined ? [] : idsOf(excuse, 'failed'))
  const passedNow = new Set(idsOf(now, 'passed'))
  const judged = judge(before, excuse, now)
  return {
    kind: now.kind,
    name: now.name,
    cmd: now.cmd,
    newFailures: [],
    coarse: false,
    ...judged,
    known: failedNow.filter((id) => failedBefore.has(id)),
    fixed: [...failedBefore].filter((id) => passedNow.has(id)),
    gone: goneSince(before, now),
  }
}

function judge(before: CheckResult | undefined, excuse: CheckResult | undefined, now: CheckResult): Judged {
  if (now.status === 'ERROR') return { standing: 'error', why: 'it could not be carried out' }
  if (now.status === 'INCONCLUSIVE')
    return regression([failedCountOf(now) > 0 ? String(failedCountOf(now)) : '<inconclusive>'], 'it came to no result')
  const lost = countersLost(before, now)
  if (lost.length > 0 && failedCountOf(now) === 0) return regression(['<inconclusive>'], `it no longer counts ${lost.join(', ')}`)
  return isGreen(now) ? judgeGreen(before, now) : judgeRed(before, excuse, now)
}

function judgeGreen(before: CheckResult | undefined, now: CheckResult): Judged {
  const [ran, ranBefore] = [ranOf(now), before === undefined ? undefined : ranOf(before)]
  if (ran === 0 && ranBefore !== 0) return regression(['<0 ran>'], 'no case was run')
  if (ran !== undefined && ranBefore !== undefined && ran < ranBefore) {
    return { standing: 'unclear', why: `${ran} cases were run, ${ranBefore} at the baseline` }
  }
  if (ranBefore !== undefined && ranBefore > 0 && ran === undefined)
    return regression(['<inconclusive>'], 'its cases are no longer counted')
  if (before === undefined || isGreen(before)) return { standing: 'pass', why: 'it passes' }
  return { standing: 'fixed', why: 'it failed at the baseline and passes now' }
}

function judgeRed(before: CheckResult | undefined, excuse: CheckResult | undefined, now: CheckResult): Judged {
  const failed = idsOf(now, 'failed')
  if (failed.length === 0 && ranOf(now) === 0 && excuse?.cases?.length !== 0)
    return regression(['<suite-broken>'], 'it failed before a case was run')
  if (excuse === undefined) {
    const why =
      before === undefined
        ? 'the baseline does not know it'
        : before.status === 'PASS'
          ? 'it passed at the baseline'
          : 'the baseline has no result for it'
    return regression(failed.length > 0 ? failed : [remark(now)], why)
  }
  if (excuse.cases === undefined) return judgeCoarse(excuse, now)
  if (now.cases === undefined) return regression([remark(now)], 'its cases are no longer known')
  const failedBefore = new Set(idsOf(excuse, 'failed'))
  const fresh = failed.filter((id) => !failedBefore.has(id))
  if (fresh.length > 0) return regression(fresh, 'these did not fail at the baseline')
  if (failed.length === 0)
    return failedBefore.size > 0 ? regression(['<suite-broken>'], 'it fails without a failing case') : judgeCoarse(excuse, now)
  const [ran, ranBefore] = [ranOf(now), ranOf(excuse)]
  if (excuse.status === 'FLAKY') return { standing: 'unclear', why: 'it was flaky at the baseline: one run proves nothing' }
  if (ran !== undefined && ranBefore !== undefined && ran < ranBefore) {
    return { standing: 'unclear', why: `only ${ran} cases were run, ${ranBefore} at the baseline` }
  }
  return { standing: 'known_failing_at_baseline', why: 'the same cases failed at the baseline' }
}

/** Without cases only numbers are left: more failures are new ones, another exit code may be another failure. */
function judgeCoarse(excuse: CheckResult, now: CheckResult): Judged {
  const [failed, failedBefore] = [failedCountOf(now), failedCountOf(excuse)]
  if (failed > failedBefore && excuse.counts !== undefined)
    return regression([String(failed)], `${failed} failed, ${failedBefore} at the baseline`)
  if (excuse.status === 'FLAKY') return { standing: 'unclear', coarse: true, why: 'it was flaky at the baseline: one run proves nothing' }
  if (excuse.exit !== now.exit) {
    return {
      standing: 'unclear',
      coarse: true,
      why: `exit code ${shownExit(now)}, ${shownExit(excuse)} at the baseline: nothing shows that it is the same failure`,
    }
  }
  return { standing: 'known_failing_at_baseline', coarse: true, why: 'it failed at the baseline with the same exit code' }
}

function regression(newFailures: readonly string[], why: string): Judged {
  return { standing: 'regression', newFailures, why }
}

/** Only what says PASS in every respect is green: a failed case under exit code 0 isn't. */
function isGreen(check: CheckResult): boolean {
  return check.status === 'PASS' && check.exit === 0 && idsOf(check, 'failed').length === 0 && failedCountOf(check) === 0
}

function idsOf({ cases = [] }: CheckResult, outcome: 'passed' | 'failed'): string[] {
  return cases.filter((one) => one.outcome === outcome).map(({ id }) => id)
}

function ranOf({ cases, counts }: CheckResult): number | undefined {
  return cases === undefined ? counts?.['run'] : cases.filter(({ outcome }) => outcome !== 'skipped').length
}

const badCounters = ['failed', 'errors', 'error', 'cancelled', 'timed_out']

function failedCountOf({ counts = {} }: CheckResult): number {
  return badCounters.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
}

/** A counter that is gone can't be zero. */
function countersLost(before: CheckResult | undefined, now: CheckResult): string[] {
  return Object.keys(before?.counts ?? {}).filter((name) => now.counts?.[name] === undefined)
}

function goneSince(before: CheckResult | undefined, now: CheckResult): string[] {
  if (before?.cases === undefined || now.cases === undefined) return []
  const ran = new Set(now.cases.filter(({ outcome }) => outcome !== 'skipped').map(({ id }) => id))
  return before.cases.filter(({ id, outcome }) => outcome !== 'skipped' && !ran.has(id)).map(({ id }) => id)
}

function remark(now: CheckResult): string {
  if (now.status === 'FLAKY') return '<flaky>'
  const failed = failedCountOf(now)
  return failed > 0 ? String(failed) : `<exit ${shownExit(now)}>`
}

function shownExit({ exit }: CheckResult): string {
  return exit === null ? 'none' : String(exit)
}
