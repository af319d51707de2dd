import * as z from 'zod'
import { hasText } from '../text/blank'
import { actorSchema, attestedSchema, nameSchema } from './actor'
import { foldSignature } from './signature'

export const signalKinds = ['human_negative_feedback', 'interruption', 'correction', 'veto'] as const

/** Facts of the case as a policy takes them. */
export const factsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).readonly()

/** A person's words, kept to the letter: checked for saying something, never trimmed. */
export const wordsSchema = z.string().refine(hasText, 'a text that says something')

export const signatureSchema = z.string().refine((text) => foldSignature(text) !== '', 'a signature of more than separators')

/** What a person said: the fields of `human_signal` (R-JUDGE-13) with its kind, its task and, where the host knows them, the clause and the facts. */
export const signalFields = {
  target: nameSchema,
  quote: wordsSchema,
  verdict: wordsSchema,
  evidence: z.array(z.string()).readonly(),
  signature: signatureSchema,
  kind: z.enum(signalKinds),
  source: nameSchema,
  clause: nameSchema.exactOptional(),
  facts: factsSchema.exactOptional(),
}

export const signalDataSchema = z
  .strictObject({ signal: nameSchema, ...signalFields, by: actorSchema, attested: attestedSchema })
  .readonly()

/** A recorded signal. `quote` and `verdict` are the person's, to the letter; `source` is the task that the card `target` was made in. */
export type Signal = z.infer<typeof signalDataSchema>
