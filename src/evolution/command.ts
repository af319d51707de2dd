import * as z from 'zod'
import type { Parsed } from '../issues'
import { parseWith } from '../parsing'
import { actorSchema, attestedSchema, nameSchema, timeMsSchema } from './actor'
import { changeSchema } from './proposal'
import { workflowSchema } from './setup'
import { factsSchema, signalKinds } from './signal'

// What a signal or a proposal lacks is refused by its own code and rule, so nothing but its shape is asked here.
const text = z.string()
const texts = z.array(text).readonly()
const workflow = workflowSchema.exactOptional()
const person = { by: actorSchema, words: text.exactOptional(), attested: attestedSchema.exactOptional() }

const commands = [
  z.strictObject({ do: z.literal('open') }).readonly(),
  z
    .strictObject({
      do: z.literal('signal'),
      workflow,
      target: text.exactOptional(),
      quote: text.exactOptional(),
      verdict: text.exactOptional(),
      evidence: texts.exactOptional(),
      signature: text.exactOptional(),
      kind: z.enum(signalKinds),
      source: text.exactOptional(),
      clause: text.exactOptional(),
      facts: factsSchema.exactOptional(),
      cause: text.exactOptional(),
      /** What another party counted; only compared, never used (R-JUDGE-16). */
      reportedCount: z.int().min(0).exactOptional(),
      by: actorSchema,
      attested: attestedSchema.exactOptional(),
      nowMs: timeMsSchema,
    })
    .readonly(),
  z
    .strictObject({ do: z.literal('merge-signatures'), from: text, into: text, by: actorSchema, attested: attestedSchema.exactOptional() })
    .readonly(),
  z.strictObject({ do: z.literal('start'), workflow, task: nameSchema }).readonly(),
  z
    .strictObject({ do: z.literal('judge'), workflow, task: nameSchema, card: nameSchema, clause: nameSchema, facts: factsSchema })
    .readonly(),
  z
    .strictObject({
      do: z.literal('propose'),
      workflow,
      signature: text,
      clause: text.exactOptional(),
      change: changeSchema.exactOptional(),
      evidence: texts.exactOptional(),
      counter_example: text.exactOptional(),
      falsify: text.exactOptional(),
      rollback: text.exactOptional(),
      by: actorSchema,
      nowMs: timeMsSchema,
    })
    .readonly(),
  z.strictObject({ do: z.literal('offer'), proposal: text }).readonly(),
  z
    .strictObject({
      do: z.literal('approve'),
      proposal: text,
      digest: text,
      ...person,
      /** The moment at which the person approved; `nowMs` unless said. */
      givenAtMs: timeMsSchema.exactOptional(),
      /** At most 90 days after it was given. */
      expiresAtMs: timeMsSchema.exactOptional(),
      nowMs: timeMsSchema,
    })
    .readonly(),
  z.strictObject({ do: z.literal('reject'), proposal: text, ...person }).readonly(),
  z.strictObject({ do: z.literal('keep'), proposal: text, ...person }).readonly(),
  z.strictObject({ do: z.literal('roll-back'), proposal: text, ...person }).readonly(),
] as const

const commandSchema = z.discriminatedUnion('do', commands)

/** What can be asked of the standards. There is none that judges a person's signal, and none that applies a change by itself (R-EVO-01, R-EVO-02). */
export type EvolutionCommand = z.infer<typeof commandSchema>

/** One kind of command. */
export type CommandTo<Do extends EvolutionCommand['do']> = Extract<EvolutionCommand, { readonly do: Do }>

/** Reads a command's shape; whether it may be carried out is `decide`'s to say. */
export function parseEvolutionCommand(input: unknown): Parsed<EvolutionCommand> {
  return parseWith(commandSchema, input)
}
