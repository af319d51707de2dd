import * as z from 'zod'
import type { Parsed } from '../issues'
import { sortIssues } from '../issues'
import { parseWith } from '../parsing'
import { dimensionFaults, doubledNames, scorecardCode, scorecardShape } from './scorecard'

const modelSchema = z.strictObject({
  provider: z.string().optional(),
  id: z.string(),
  family: z.string().optional(),
  tier: z.string().optional(),
})

/** Which AI model spoke; `family` tells models apart that fail alike. */
export type Model = z.infer<typeof modelSchema>

const abstentionReasonSchema = z.enum(['infrastructure', 'timeout', 'truncated-input', 'out-of-contract', 'low-confidence', 'conflict'])

/** Why a seat gave no scorecard; an error is never a score and never a pass. */
export type AbstentionReason = z.infer<typeof abstentionReasonSchema>

const seatShape = {
  member: z.string().min(1),
  session: z.string().min(1).optional(),
  lens: z.string().min(1),
  adversary: z.boolean(),
  model: modelSchema.optional(),
}

const answeredSeatSchema = z.strictObject({ ...seatShape, outcome: z.literal('scorecard'), ...scorecardShape })

const abstainedSeatSchema = z.strictObject({
  ...seatShape,
  outcome: z.literal('abstained'),
  reason: abstentionReasonSchema,
  issues: z.array(z.strictObject({ code: z.string(), path: z.string(), message: z.string() })).optional(),
})

export const seatSchema = z.preprocess(seatSpelledOut, z.discriminatedUnion('outcome', [answeredSeatSchema, abstainedSeatSchema]))

/** A seat that gave a scorecard; the scorecard's fields stand in the seat itself. */
export type AnsweredSeat = z.infer<typeof answeredSeatSchema>

/** One member asked, answered or not; member and session are its own (R-TRI-03). */
export type Seat = z.infer<typeof seatSchema>

export const doerSchema = z.strictObject({ session: z.string().min(1), model: modelSchema.optional() })

/** Who did the work; its session may hold no seat (R-TRI-03). */
export type Doer = z.infer<typeof doerSchema>

/** Short forms: a seat with scores is a scorecard, the member is named by its lens, and the lens `adversary` opposes. */
export function seatSpelledOut(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const seat = input as Record<string, unknown>
  const full = typeof seat['adversary'] === 'boolean' && 'member' in seat && 'lens' in seat && 'outcome' in seat
  if (full) return input
  const member = seat['member'] ?? seat['lens']
  const lens = seat['lens'] ?? seat['member']
  const outcome = seat['outcome'] ?? ('scores' in seat ? 'scorecard' : undefined)
  const named = { ...seat, member, lens, adversary: seat['adversary'] ?? lens === 'adversary' }
  return outcome === undefined ? named : { ...named, outcome }
}

/** Reads a seat for a rubric: its own fields and, where it answered, the scorecard's, every fault with its path. */
export function parseSeat(input: unknown, rubric: { readonly dimensions: readonly { readonly id: string }[] }): Parsed<Seat> {
  const parsed = parseWith(seatSchema, input, scorecardCode)
  const answered = typeof input === 'object' && input !== null && 'scores' in input
  const ids = rubric.dimensions.map((dimension) => dimension.id)
  const faults = answered ? [...dimensionFaults(input, ids), ...doubledNames(input)] : []
  if (parsed.ok && faults.length === 0) return parsed
  return { ok: false, issues: sortIssues([...(parsed.ok ? [] : parsed.issues), ...faults]) }
}
