import type { GateParts } from '../gate-parts'
import type { CanaryResult } from './canary'

/** The form of the report, raised whenever a field changes its meaning. */
export const canaryReportFormat = 'canary-report@1'

/** What this configuration catches of the faults that were planted in copies of HEAD; `generated_at` alone differs from run to run. */
export type CanaryReport = {
  readonly format: typeof canaryReportFormat
  readonly version: string
  readonly verdict: 'PASS' | 'FAIL'
  readonly generated_at: string
  readonly head: string
  readonly control: GateParts['control']
  readonly hashes: { readonly config: string }
  readonly canaries: GateParts['canaries']
  readonly results: readonly CanaryResult[]
}

/** The results as the gate's report has them: a fault that was only reported would have passed, so it is missed. */
export function canariesPart(results: readonly CanaryResult[]): GateParts['canaries'] {
  return {
    judged: 'yes',
    caught: results.flatMap((one) => (one.outcome === 'caught' ? [one.kind] : [])),
    missed: results.flatMap((one) => (one.outcome === 'missed' ? [one.reported ? `${one.kind} (reported only)` : one.kind] : [])),
    not_planted: results.flatMap((one) => (one.outcome === 'not-planted' ? [`${one.kind} (${one.why})`] : [])),
  }
}

/** FAIL where one was missed, where red commands left one undecided, and where none could be planted: then nothing was shown. */
export function canaryVerdict(results: readonly CanaryResult[]): CanaryReport['verdict'] {
  const isMissed = results.some((one) => one.outcome === 'missed' || (one.outcome === 'not-planted' && one.undecided === true))
  return !isMissed && results.some(({ outcome }) => outcome === 'caught') ? 'PASS' : 'FAIL'
}
