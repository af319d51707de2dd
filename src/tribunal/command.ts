import * as z from 'zod'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'
import { keptTextSchema } from './kept-text'
import { modelSchema, seatedSchema, triageSchema } from './member'
import { reportSchema, runSchema } from './report'
import { actorSchema, waySchema } from './resolution-way'

const text = z.string()
const optional = z.string().exactOptional()

const commands = [
  z.strictObject({ do: z.literal('open'), setup: z.unknown().optional() }).readonly(),
  z.strictObject({ do: z.literal('vet'), lens: text, session: text, approves: z.boolean(), critique: z.string().default('') }).readonly(),
  z.strictObject({ do: z.literal('refine-plan'), plan: text, rubric: z.unknown().optional() }).readonly(),
  z
    .strictObject({
      do: z.literal('dispatch'),
      session: text,
      token: text,
      model: modelSchema.exactOptional(),
      /** What was missing, now said. */
      context: optional,
      /** The smaller task, where the slice is split. */
      part: optional,
      /** Steps of the triage that are passed over, each with its reason. */
      passedOver: z
        .array(z.strictObject({ step: triageSchema, because: text }).readonly())
        .readonly()
        .exactOptional(),
    })
    .readonly(),
  z.strictObject({ do: z.literal('report'), session: text, token: text, report: reportSchema }).readonly(),
  z.strictObject({ do: z.literal('lose-doer'), reason: text }).readonly(),
  z
    .strictObject({
      do: z.literal('verify'),
      runs: z.array(runSchema).readonly(),
      resolves: z.boolean(),
      /** The actual diff, or for a document the text before and after; over 64 KiB better the blob that holds it. */
      diff: keptTextSchema,
      files: z.array(z.string()).readonly().exactOptional(),
      digest: optional,
      /** What the diff was taken against, as the messages name it. */
      base: optional,
      /** What the host found besides and nobody may overrule, such as a gate that fails; any of it sends the work back. */
      faults: z.array(text).readonly().exactOptional(),
    })
    .readonly(),
  z.strictObject({ do: z.literal('convene'), seats: z.array(seatedSchema).readonly() }).readonly(),
  z.strictObject({ do: z.literal('seat'), seat: seatedSchema }).readonly(),
  z
    .strictObject({
      do: z.literal('scorecard'),
      member: text,
      token: optional,
      /** A scorecard, a seat that `readScorecard` made, or `{ outcome: 'abstained', reason }`. */
      answer: z.unknown(),
      /** Texts beside the record that the member was shown, such as a diff out of its blob; what stands in them is no leak. */
      given: z.array(z.string()).readonly().exactOptional(),
    })
    .readonly(),
  z
    .strictObject({
      do: z.literal('adjudicate'),
      corpus: z.unknown(),
      artifact: z.strictObject({ address: z.string().exactOptional(), digest: z.string() }).readonly().exactOptional(),
      adjudications: z.array(z.unknown()).readonly().exactOptional(),
      responses: z.array(z.unknown()).readonly().exactOptional(),
      standards: optional,
      waived: z.literal(true).exactOptional(),
    })
    .readonly(),
  z.strictObject({ do: z.literal('reply'), member: text, token: text, replies: z.array(z.unknown()).readonly() }).readonly(),
  z.strictObject({ do: z.literal('give-up'), reason: text }).readonly(),
  z.strictObject({ do: z.literal('resolve'), by: actorSchema, way: waySchema }).readonly(),
  z.strictObject({ do: z.literal('delivered'), channel: text }).readonly(),
  z.strictObject({ do: z.literal('acknowledge'), by: text }).readonly(),
] as const

const commandSchema = z.discriminatedUnion('do', commands)

/** What can be asked of a slice, read and with its defaults. */
export type SliceCommand = z.output<typeof commandSchema>

/** A command as a host writes it. */
export type SliceCommandInput = z.input<typeof commandSchema>

/** One kind of command. */
export type CommandTo<Do extends SliceCommand['do']> = Extract<SliceCommand, { readonly do: Do }>

/** Reads a command's shape; whether it may be carried out is `decide`'s to say. */
export function parseSliceCommand(input: unknown): Parsed<SliceCommand> {
  return parseWith(commandSchema, input)
}
