import * as z from 'zod'
import { hashPattern, timePattern } from '../ledger/event-limits'
import { findingSchema } from './finding'
import { logTailLinesMax } from './log-tail'
import { violationSchema } from './violation'
import { waiverSchema } from './waiver'

const names = z.array(z.string()).readonly()
const count = z.int().min(0)
const time = z.string().regex(timePattern, 'a time in UTC like 2026-08-14T16:30:00.000Z')
const hash = z.string().regex(hashPattern, 'sha256: and 64 hex digits')
const objectId = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "git's whole id, 40 or 64 hex digits")

export const checkEntrySchema = z
  .strictObject({
    name: z.string().min(1),
    cmd: z.string(),
    exit: z.int().nullable(),
    status: z.enum(['PASS', 'FAIL', 'ERROR', 'FLAKY', 'INCONCLUSIVE']),
    log_tail: z.array(z.string()).max(logTailLinesMax).readonly(),
    classification: z.enum(['known_failing_at_baseline', 'regression', 'unclear']).exactOptional(),
    why: z.string().exactOptional(),
  })
  .refine(({ status, exit }) => status !== 'PASS' || exit === 0, 'a check passes by exit code 0 alone')
  .readonly()

/**
 * One command of the config and how it ended (R-BUILD-63); `exit` is null where it was ended or never began, and `why` says so. Only
 * `known_failing_at_baseline` excuses a red one.
 */
export type CheckEntry = z.infer<typeof checkEntrySchema>

// Whether a part was looked at; what wasn't says why, so that silence never reads as a pass.
const looked = { judged: z.enum(['yes', 'not-run', 'error']), why: z.string().min(1).exactOptional() }
const findings = z.array(findingSchema).readonly()

export const scopeShape = {
  ...looked,
  changed: names,
  allowed: names,
  no_op_declared: z.boolean(),
  findings: z.array(violationSchema).readonly(),
}
export const tamperingShape = { ...looked, cases: count, assertions: count, read_as_text: names, findings }
export const deltaShape = { ...looked, regressions: names, known: names, fixed: names, coarse: names }
export const censusShape = {
  ...looked,
  checks: z
    .array(z.strictObject({ check: z.string(), run: count, skipped: count, failed: count, at_baseline: count.nullable() }).readonly())
    .readonly(),
  uncounted: names,
  findings,
}
export const originalsShape = { ...looked, passed: count, run: count, findings }
export const canariesShape = { ...looked, caught: names, missed: names, not_planted: names }

export const gateShape = {
  version: z.string().min(1),
  task_id: z.string().nullable(),
  mode: z.enum(['task', 'integration', 'branch']),
  base_ref: z.string().min(1),
  generated_at: time,
  commits: z.strictObject({ base: objectId, merge_bases: z.array(objectId).min(1).readonly(), head: objectId }).readonly(),
  tree: objectId,
  hashes: z.strictObject({ config: hash, task: hash.nullable(), baseline: hash.nullable() }).readonly(),
  control: z.strictObject({ from: z.enum(['directory', 'main-worktree', 'base-commit', 'judged-tree']), place: z.string() }).readonly(),
  dirty: names,
  validation: z.array(checkEntrySchema).readonly(),
  contracts: z.array(checkEntrySchema).readonly(),
  times: z
    .strictObject({
      started_at: time,
      took_ms: z.number().min(0),
      checks: z
        .array(z.strictObject({ kind: z.enum(['validation', 'contract']), name: z.string(), took_ms: z.number().min(0) }).readonly())
        .readonly(),
    })
    .readonly(),
}

// Unknown members are dropped here on purpose: a report's own parts are read back out of it with this schema.
export const gatePartsSchema = z
  .object({
    ...gateShape,
    asked: z.strictObject({ kind: z.enum(['provisional', 'deciding']), doubts: names }).readonly(),
    scope: z.object(scopeShape).readonly(),
    tampering: z.object(tamperingShape).readonly(),
    delta: z.object(deltaShape).readonly(),
    census: z.object(censusShape).readonly(),
    originals: z.object(originalsShape).readonly(),
    canaries: z.object(canariesShape).readonly(),
    waivers: z.object({ given: z.array(waiverSchema).readonly() }).readonly(),
  })
  .readonly()

/**
 * What the runner saw, of which the verdict and the report are made (spec 10, 5). `judged` says of each part whether it was looked at; `asked.doubts`
 * are reasons of the runner's own for calling the run provisional; every list stands in the order in which it is reported.
 */
export type GateParts = z.infer<typeof gatePartsSchema>
