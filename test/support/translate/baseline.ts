import { baselineFormat, parseBaseline } from '../../../src/gate/baseline'
import type { CheckResult } from '../../../src/gate/check'
import { compareWithBaseline } from '../../../src/gate/delta'
import type { Delta } from '../../../src/gate/delta'

type CheckDocument = {
  readonly status: string
  readonly failed?: readonly string[] | null
  readonly exit?: number
  readonly ran?: number
  readonly counts?: Readonly<Record<string, number>>
  readonly runs?: readonly number[]
  readonly note?: string
  readonly cmd?: string
  readonly kind?: string
}
type RunDocument = { readonly sha: string; readonly checks: Readonly<Record<string, CheckDocument>> }

/** One row of test/cases/baseline.jsonl: the checks of the base commit and of now, and what the comparison must say. */
export type BaselineCase = {
  readonly id: string
  readonly input: { readonly baseline: RunDocument | null; readonly current: RunDocument }
  readonly expected: { readonly verdict: string; readonly new_failures: readonly string[] | null }
}

/** Runs one case; undefined is a pass, else one line says what differs. */
export function runBaselineCase(row: BaselineCase): string | undefined {
  const { baseline, current } = row.input
  const found = shownDelta(compared(baseline, current))
  const { verdict, new_failures: failures } = row.expected
  const same =
    found.verdict === verdict && JSON.stringify(failures === null ? null : [...failures].sort()) === JSON.stringify(found.failures)
  return same ? undefined : `${row.id}: found ${JSON.stringify(found)}, expected ${JSON.stringify(row.expected)}`
}

function compared(baseline: RunDocument | null, current: RunDocument): Delta {
  const now = { commit: commitOf(current.sha), config, checks: checksOf(current) }
  if (baseline === null) return compareWithBaseline(undefined, now)
  const document = { format: baselineFormat, tool: '0.0.0', commit: commitOf(baseline.sha), config, checks: checksOf(baseline) }
  const parsed = parseBaseline(document)
  return parsed.ok ? compareWithBaseline(parsed.value, now) : { kind: 'unusable', issues: parsed.issues }
}

/** ERROR has no list of failures, it judges nothing. */
function shownDelta(delta: Delta): { readonly verdict: string; readonly failures: readonly string[] | null } {
  if (delta.kind === 'unusable' || delta.verdict === 'ERROR') return { verdict: 'ERROR', failures: null }
  return {
    verdict: delta.verdict,
    failures: delta.checks.flatMap(({ name, newFailures }) => newFailures.map((failure) => `${name}:${failure}`)).sort(),
  }
}

const config = `sha256:${'0'.repeat(64)}`

/** The cases' letters as commits. */
function commitOf(sha: string): string {
  return Buffer.from(sha).toString('hex').padStart(40, '0')
}

const known: Readonly<Record<string, CheckResult['status']>> = { PASS: 'PASS', FAIL: 'FAIL', ERROR: 'ERROR', FLAKY: 'FLAKY' }

function checksOf({ checks }: RunDocument): CheckResult[] {
  return Object.entries(checks).map(([name, check]) => {
    const cases = casesOf(check)
    return {
      kind: check.kind === 'contract' ? 'contract' : 'validation',
      name,
      cmd: check.cmd ?? `run ${name}`,
      status: known[check.status] ?? 'INCONCLUSIVE',
      exit: check.exit ?? (check.status === 'PASS' ? 0 : null),
      ...(check.counts === undefined ? {} : { counts: check.counts }),
      ...(cases === undefined ? {} : { cases }),
    }
  })
}

/** `ran` counts more cases than `failed` names: the others passed. A green check without `ran` lists nothing. */
function casesOf({ status, failed, ran }: CheckDocument): CheckResult['cases'] {
  if (failed === undefined || failed === null || (failed.length === 0 && ran === undefined && status !== 'FAIL')) return undefined
  const passed = Array.from({ length: Math.max(0, (ran ?? 0) - failed.length) }, (_, index) => ({
    id: `passing ${index}`,
    outcome: 'passed' as const,
  }))
  return [...failed.map((id) => ({ id, outcome: 'failed' as const })), ...passed]
}
