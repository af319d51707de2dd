import * as z from 'zod'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'
import { actorKinds, hashPattern, nameLengthMax, timePattern } from './event-limits'

const name = z
  .string()
  .min(1)
  .max(nameLengthMax)
  .refine((text) => text.isWellFormed(), 'a text without half a surrogate pair')
const count = z.int().min(1)
const time = z.string().regex(timePattern, 'a time in UTC like 2026-08-14T16:30:00.000Z')
const hash = z.string().regex(hashPattern, 'sha256: and 64 hex digits')
const actorSchema = z.strictObject({ kind: z.enum(actorKinds), id: name }).readonly()
const batchSchema = z
  .strictObject({ i: count, n: count })
  .refine(({ i, n }) => i <= n, 'i is at most n')
  .readonly()

const writtenByTheCaller = { stream: name, type: name, schema: count, actor: actorSchema, id: name }
const newEventSchema = z.strictObject({ ...writtenByTheCaller, at: time.optional(), data: z.unknown() }).readonly()
const envelopeSchema = z
  .strictObject({
    ...writtenByTheCaller,
    seq: count,
    version: count,
    at: time,
    batch: batchSchema.exactOptional(),
    prev: hash,
    hash,
    data: z.unknown(),
  })
  .readonly()

/** Who caused an event; whether the kind is proved is another matter than that it is said. */
export type Actor = z.infer<typeof actorSchema>

/** An event as its author hands it in: `id` is the idempotency key, unique in its stream; without `at` the store's clock is asked. */
export type NewEvent = z.infer<typeof newEventSchema>

/** The place of an event among those of one append: the i-th of n, counted from 1; absent where the append holds one event. */
export type BatchMark = z.infer<typeof batchSchema>

/** A recorded event (spec 08): `seq` counts over the ledger, `version` in its stream, both from 1; `at` never gives the order. */
export type Event<Data = unknown> = Omit<z.infer<typeof envelopeSchema>, 'data'> & { readonly data: Data }

/** Reads a new event. Whether JSON can hold its data exactly is asked where it is drafted. */
export function parseNewEvent(input: unknown): Parsed<NewEvent> {
  return parseWith(newEventSchema, input)
}

/** Reads a recorded event's envelope: its shape alone, neither its hash nor its place in the chain. */
export function parseEvent(input: unknown): Parsed<Event> {
  return parseWith(envelopeSchema, input)
}
