import type { Issue } from '../issues'
import type { Finding } from './finding'
import type { CheckEntry, GateParts } from './gate-parts'
import type { FailReason } from './gate-report'

/** What the parts come to: a verdict with all its reasons at once, or nothing judged. */
export type GateVerdict =
  | { readonly kind: 'verdict'; readonly verdict: 'PASS' | 'FAIL'; readonly reasons: readonly FailReason[] }
  | { readonly kind: 'nothing-judged'; readonly issues: readonly Issue[] }

/** How a part came out, given what a person let stand. */
export type PartStatus = 'PASS' | 'FAIL' | 'ERROR' | 'not-run'

type Part = { readonly judged: GateParts['scope']['judged']; readonly why?: string; readonly findings?: readonly Finding[] }

/**
 * The verdict (spec 10; R-BUILD-03, R-BUILD-38, F22): PASS where every check passes or was red in the baseline that is at hand, every part that the
 * mode needs was looked at without an error, and no blocking finding stands. No checks at all is no verdict. `waived` holds ids of findings.
 */
export function verdictOf(parts: GateParts, waived: ReadonlySet<string>): GateVerdict {
  if (parts.validation.length + parts.contracts.length === 0) {
    return {
      kind: 'nothing-judged',
      issues: [{ code: 'no-checks', path: 'validation', message: 'found no check: nothing would be judged' }],
    }
  }
  const reasons = [
    ...checkReasons(parts),
    ...scopeReasons(parts, waived),
    ...partReasons('tampering', parts.tampering, waived),
    ...partReasons('delta', parts.delta, waived),
    ...(parts.delta.regressions.length === 0
      ? []
      : [reason('baseline-regressions', `worse than the baseline: ${parts.delta.regressions.join(', ')}`)]),
    ...partReasons('census', parts.census, waived),
    ...partReasons('originals', parts.originals, waived),
    ...partReasons('canaries', parts.canaries, waived),
    ...unseenReasons(parts),
  ]
  return { kind: 'verdict', verdict: reasons.length === 0 ? 'PASS' : 'FAIL', reasons }
}

/** What a part's row shows: a blocking finding that nobody waived is a FAIL, an error is never less. */
export function statusOf(part: Part, waived: ReadonlySet<string>): PartStatus {
  if (part.judged === 'error') return 'ERROR'
  if (blocking(part.findings ?? [], waived).length > 0) return 'FAIL'
  return part.judged === 'yes' ? 'PASS' : 'not-run'
}

/** Whether a check's red is excused: it failed and gave a result, it did so in the baseline too, and there is a baseline. */
export function isKnownFailing({ status, classification }: CheckEntry, { delta }: Pick<GateParts, 'delta'>): boolean {
  return (status === 'FAIL' || status === 'FLAKY') && classification === 'known_failing_at_baseline' && delta.judged === 'yes'
}

function checkReasons(parts: GateParts): FailReason[] {
  const checks = [...parts.validation, ...parts.contracts].filter((check) => check.status !== 'PASS' && !isKnownFailing(check, parts))
  const failed = checks.filter(gaveResult).map(({ name }) => name)
  const broken = checks.filter((check) => !gaveResult(check)).map(({ name, why }) => (why === undefined ? name : `${name} (${why})`))
  return [
    ...(failed.length === 0 ? [] : [reason('check-regressions', `validation or contract regressions: ${failed.join(', ')}`)]),
    ...(broken.length === 0 ? [] : [reason('check-errors', `checks that gave no result: ${broken.join(', ')}`)]),
  ]
}

function gaveResult({ status }: CheckEntry): boolean {
  return status === 'FAIL' || status === 'FLAKY'
}

function scopeReasons(parts: GateParts, waived: ReadonlySet<string>): FailReason[] {
  const { scope, mode } = parts
  const isSilent = scope.judged === 'yes' && scope.changed.length === 0 && !scope.no_op_declared && mode !== 'integration'
  const isNamed = scope.findings.some(({ kind }) => kind === 'no-op')
  return [
    ...partReasons('scope', scope, waived),
    ...(isSilent && !isNamed ? [reason('no-op', 'nothing differs from the merge base, so there is no work to judge')] : []),
  ]
}

function partReasons(name: string, part: Part, waived: ReadonlySet<string>): FailReason[] {
  const standing = blocking(part.findings ?? [], waived)
  const kinds = [...new Set(standing.map(({ kind }) => kind))].sort().join(', ')
  return [
    ...(part.judged === 'error' ? [reason(`${name}-error`, `${name} could not be judged: ${part.why ?? 'no reason given'}`)] : []),
    ...(standing.length === 0
      ? []
      : [
          reason(
            `${name}-findings`,
            `${name}: ${standing.length} blocking (${kinds})`,
            standing.map(({ id }) => id),
          ),
        ]),
  ]
}

/** Scope and tampering are the gate's own eyes: in a task and on a branch it never passes with them shut. */
function unseenReasons({ mode, scope, tampering }: GateParts): FailReason[] {
  if (mode === 'integration') return []
  const shut = Object.entries({ scope, tampering }).filter(([, { judged }]) => judged === 'not-run')
  return shut.map(([name, { why }]) => reason(`${name}-not-judged`, `${name} was not looked at: ${why ?? 'no reason given'}`))
}

function blocking(findings: readonly Finding[], waived: ReadonlySet<string>): Finding[] {
  return findings.filter(({ severity, id }) => severity === 'block' && !waived.has(id))
}

function reason(code: string, message: string, findings: readonly string[] = []): FailReason {
  return { code, message, findings }
}
