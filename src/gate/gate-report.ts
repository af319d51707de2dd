import * as z from 'zod'
import { canariesShape, censusShape, deltaShape, gateShape, originalsShape, scopeShape, tamperingShape } from './gate-parts'
import { waiverSchema } from './waiver'

/** The form of the report, raised whenever a field changes its meaning. */
export const gateReportFormat = 'gate-report@1'

const names = z.array(z.string()).readonly()
const status = z.enum(['PASS', 'FAIL', 'ERROR', 'not-run'])
const verdict = z.enum(['PASS', 'FAIL'])

const reasonSchema = z.strictObject({ code: z.string(), message: z.string(), findings: names }).readonly()

/** One reason why the gate says FAIL: a stable code, a sentence, and the ids of the findings behind it. */
export type FailReason = z.infer<typeof reasonSchema>

export const gateReportSchema = z
  .strictObject({
    ...gateShape,
    format: z.literal(gateReportFormat),
    verdict,
    reasons: z.array(reasonSchema).readonly(),
    asked: z.strictObject({ kind: z.enum(['provisional', 'deciding']), doubts: names }).readonly(),
    run: z.strictObject({ kind: z.enum(['provisional', 'deciding']), reasons: names }).readonly(),
    scope: z.strictObject({ ...scopeShape, status, violations: names }).readonly(),
    tampering: z.strictObject({ ...tamperingShape, status }).readonly(),
    delta: z.strictObject({ ...deltaShape, status }).readonly(),
    census: z.strictObject({ ...censusShape, status }).readonly(),
    originals: z.strictObject({ ...originalsShape, status }).readonly(),
    canaries: z.strictObject({ ...canariesShape, status }).readonly(),
    waivers: z
      .strictObject({
        given: z.array(waiverSchema).readonly(),
        used: z.array(waiverSchema).readonly(),
        unused: z
          .array(
            waiverSchema
              .unwrap()
              .extend({ why: z.enum(['expired', 'no-such-finding']) })
              .readonly(),
          )
          .readonly(),
      })
      .readonly(),
    machine_verdict: verdict,
    fail_reasons: names,
    failing_checks: names,
    test_tampering: z
      .strictObject({ status, findings: z.array(z.strictObject({ file: z.string(), issue: z.string() }).readonly()).readonly() })
      .readonly(),
    baseline_delta: z.strictObject({ baseline_present: z.boolean(), known_failing_at_baseline: names, regressions: names }).readonly(),
  })
  .readonly()

/**
 * What the gate found (spec 10, 5; R-BUILD-63). A drop-in for the public script's report: its fields keep their names and meanings, and stand beside
 * the gate's own. Everything but `generated_at` and `times` is the same in every run on the same commit, config, task and baseline.
 */
export type GateReport = z.infer<typeof gateReportSchema>

export const nothingJudgedSchema = z
  .strictObject({
    format: z.literal(gateReportFormat),
    version: z.string().min(1),
    verdict: z.literal('nothing-judged'),
    task_id: z.string().nullable(),
    issues: z
      .array(z.strictObject({ code: z.string(), path: z.string(), message: z.string() }).readonly())
      .min(1)
      .readonly(),
  })
  .readonly()

/** The document of exit code 2: no verdict at all, with every fault and its path. It has no `machine_verdict`, so nobody can take it for one. */
export type NothingJudged = z.infer<typeof nothingJudgedSchema>

/** Either verdict, or none; told apart by `verdict`. */
export type GateOutcome = GateReport | NothingJudged
