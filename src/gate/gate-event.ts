import * as z from 'zod'
import { hashPattern } from '../ledger/event-limits'

const hash = z.string().regex(hashPattern)
const objectId = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)

const gateDataSchema = z.strictObject({
  rules: z.literal('gate@1'),
  verdict: z.enum(['PASS', 'FAIL']),
  run: z.enum(['provisional', 'deciding']),
  mode: z.enum(['task', 'integration', 'branch']),
  task: z.string().nullable(),
  commits: z.strictObject({ base: objectId, merge_bases: z.array(objectId).min(1), head: objectId }),
  tree: objectId,
  hashes: z.strictObject({ config: hash, task: hash.nullable(), baseline: hash.nullable() }),
  blocking: z.array(z.string()),
  waived: z.array(z.strictObject({ finding: z.string(), by: z.string(), reason: z.string() })),
  report: hash,
})

/** A recorded gate run: what was judged by which files, the findings that block, those that a person let stand, and the whole report by its hash. */
export type GateData = z.infer<typeof gateDataSchema>

/** The event type under which gate runs are recorded, in its current schema version. */
export const gateEventType = { type: 'gate.judged', schema: 1, data: gateDataSchema } as const
