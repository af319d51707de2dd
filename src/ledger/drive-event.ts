import * as z from 'zod'
import { nameLengthMax, timePattern } from './event-limits'

const name = z.string().min(1).max(nameLengthMax)
const count = z.int().min(0)
const term = z.int().min(1)
const time = z.string().regex(timePattern)

/** Tokens and cost in millionths of the price table's currency; what a call may take at most, or what it took. */
const amountSchema = z.strictObject({ tokens: count, costMicros: count }).readonly()

const started = { action: name, term, attempt: z.int().min(1) }

/**
 * What a driver keeps beside a stream, in `drive/<stream>` (spec 13): who holds it under which term, and what was started, stopped, done or failed. `until` is the
 * end of the lease.
 */
export const driveEventTypes = [
  { type: 'drive.claimed', schema: 1, data: z.strictObject({ term, holder: name, until: time }).readonly() },
  { type: 'drive.released', schema: 1, data: z.strictObject({ term }).readonly() },
  {
    type: 'action.started',
    schema: 1,
    data: z.strictObject({ ...started, kind: name, reserved: amountSchema, until: time }).readonly(),
  },
  { type: 'action.stopped', schema: 1, data: z.strictObject({ ...started, spent: amountSchema }).readonly() },
  {
    type: 'action.done',
    schema: 1,
    data: z
      .strictObject({
        ...started,
        /** `recorded`: its events stand in the stream; `refused`: the protocol wanted none of it; `late`: another's result was first. */
        outcome: z.enum(['recorded', 'refused', 'late']),
        spent: amountSchema,
        because: z.string().exactOptional(),
      })
      .readonly(),
  },
  { type: 'action.failed', schema: 1, data: z.strictObject({ ...started, because: z.string(), spent: amountSchema }).readonly() },
] as const

type Of<Entry> = Entry extends { readonly type: infer Type; readonly data: infer Data extends z.ZodType }
  ? { readonly type: Type; readonly data: z.infer<Data> }
  : never

/** An event of a driver, in the words of `driveEventTypes`. */
export type DriveEvent = Of<(typeof driveEventTypes)[number]>

/** What a call may take, or took; costs in millionths of the currency of the price table. */
export type Amount = z.infer<typeof amountSchema>
