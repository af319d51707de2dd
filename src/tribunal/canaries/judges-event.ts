import * as z from 'zod'
import { hashPattern, nameLengthMax } from '../../ledger/event-limits'
import { judgementSchema } from './canary-judgement'

const name = z.string().min(1).max(nameLengthMax)
const count = z.int().min(0)
const share = z.number().min(0).max(1)

const runFields = {
  run: name,
  set: z.string().regex(hashPattern),
  pairs: z.array(name).min(1).readonly(),
  seed: z.int(),
  models: z.array(z.strictObject({ member: name, model: name, provider: name.exactOptional() }).readonly()).readonly(),
}

const beganSchema = z.strictObject(runFields).readonly()

const measuredSchema = z
  .strictObject({
    run: name,
    set: z.string().regex(hashPattern),
    seed: z.int(),
    verdict: z.enum(['PASS', 'FAIL', 'NOT_MEASURED']),
    because: z.array(z.string()).readonly(),
    thresholds: z.strictObject({ missedMax: share.exactOptional(), falseAlarmsMax: share.exactOptional() }).readonly(),
    unjudged: count,
    stoppedBy: z.string(),
    judgements: z.array(judgementSchema).readonly(),
  })
  .readonly()

/** What a run was begun with; a run that goes on must be the same. */
export type JudgesBegan = z.infer<typeof beganSchema>

/** What came of a sitting: every judgement, so that the figures can be counted again. */
export type JudgesMeasured = z.infer<typeof measuredSchema>

/** The event types of measuring judges, in a stream `judges/<run>`. */
export const judgesEventTypes = [
  { type: 'judges.began', schema: 1, data: beganSchema },
  { type: 'judges.measured', schema: 1, data: measuredSchema },
] as const
