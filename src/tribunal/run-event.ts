import * as z from 'zod'
import { hasText } from '../text/blank'
import { sizeSchema } from './size'

const said = z.string().refine(hasText, 'a text that says something')
const sliceSchema = z.strictObject({ id: said, title: said.exactOptional(), size: sizeSchema.exactOptional() }).readonly()

export const runSetupSchema = z
  .strictObject({
    id: said,
    requester: z.strictObject({ id: said, channel: said }).readonly(),
    /** In the order in which they are worked on. */
    slices: z.array(sliceSchema).min(1).readonly(),
  })
  .refine(({ slices }) => new Set(slices.map(({ id }) => id)).size === slices.length, 'each slice once')
  .readonly()

/** A run: who asked, over which channel, and the slices in their order. */
export type RunSetup = z.infer<typeof runSetupSchema>

export const endingSchema = z.enum(['shipped', 'accepted', 'abandoned'])

/** Every event type of a run with its data, in its current schema version. */
export const runEventTypes = [
  { type: 'run.opened', schema: 1, data: z.strictObject({ setup: runSetupSchema }).readonly() },
  { type: 'run.announced', schema: 1, data: z.strictObject({ channel: said }).readonly() },
  { type: 'run.ended', schema: 1, data: z.strictObject({ slice: said, ending: endingSchema }).readonly() },
  { type: 'run.delivered', schema: 1, data: z.strictObject({ channel: said }).readonly() },
  { type: 'run.acknowledged', schema: 1, data: z.strictObject({ by: said }).readonly() },
] as const

type Of<Entry> = Entry extends { readonly type: infer Type; readonly data: infer Data extends z.ZodType }
  ? { readonly type: Type; readonly data: z.infer<Data> }
  : never

/** What a run records, in the words of `runEventTypes`. */
export type RunEvent = Of<(typeof runEventTypes)[number]>
