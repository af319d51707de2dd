import * as z from 'zod'
import { citationSchema } from '../evidence/citation'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'
import { actorSchema } from './actor'
import { reconstructionSchema, pathSchema } from './words'

// What a card or a correction lacks is refused by its own code and rule, so nothing but its shape is asked here.
const text = z.string().exactOptional()
const evidence = z.array(citationSchema).readonly().exactOptional()
/** Any form that a corpus may have; it is read when it is needed. */
const corpus = z.unknown().optional()

const commands = [
  z.strictObject({ do: z.literal('open') }).readonly(),
  z
    .strictObject({
      do: z.literal('give-card'),
      /** The card's own name; `k1`, `k2` … by its place unless given. */
      card: text,
      builder: text,
      packet: text,
      instruction: text,
      violation: text,
      evidence,
      corpus,
      correction: text,
      actBeforeBench: z.boolean().exactOptional(),
      reportedBy: text,
    })
    .readonly(),
  z.strictObject({ do: z.literal('correct'), card: z.string(), evidence, corpus }).readonly(),
  z.strictObject({ do: z.literal('amend'), by: actorSchema, instruction: z.string(), sha256: text, text }).readonly(),
  z.strictObject({ do: z.literal('rescind'), card: z.string(), by: actorSchema, reason: z.string() }).readonly(),
  z
    .strictObject({
      do: z.literal('complete'),
      packet: z.string(),
      by: z.string(),
      size: text,
      instructions: z.array(z.string()).readonly().exactOptional(),
    })
    .readonly(),
  z.strictObject({ do: z.literal('fail'), packet: z.string(), by: z.string() }).readonly(),
  z.strictObject({ do: z.literal('revert'), packet: z.string() }).readonly(),
  z.strictObject({ do: z.literal('reread'), builder: z.string(), sha256: z.string() }).readonly(),
  z.strictObject({ do: z.literal('reconstruct'), builder: z.string(), parts: reconstructionSchema }).readonly(),
  z.strictObject({ do: z.literal('keep-alternate'), by: actorSchema }).readonly(),
  z.strictObject({ do: z.literal('review'), by: actorSchema, diagnosis: z.string() }).readonly(),
  z.strictObject({ do: z.literal('continue'), by: actorSchema, path: pathSchema, builder: text }).readonly(),
] as const

const commandSchema = z.discriminatedUnion('do', commands)

/** What can be asked of a build under discipline. */
export type DisciplineCommand = z.infer<typeof commandSchema>

/** One kind of command. */
export type CommandTo<Do extends DisciplineCommand['do']> = Extract<DisciplineCommand, { readonly do: Do }>

/** Reads a command's shape; whether it may be carried out is `decide`'s to say. */
export function parseDisciplineCommand(input: unknown): Parsed<DisciplineCommand> {
  return parseWith(commandSchema, input)
}
