import * as z from 'zod'
import type { Corpus } from '../evidence/corpus'
import { corpusSchema } from '../evidence/corpus'
import { chosenBy } from '../parsing'
import type { Adjudication } from './adjudication'
import { adjudicationSchema } from './adjudication'
import type { Response } from './response'
import { responseSchema } from './response'
import type { FrozenRubric } from './rubric'
import type { Doer, Seat } from './seat'
import { doerSchema, seatSchema } from './seat'
import type { SynthesisReply } from './synthesis-reply'
import { synthesisReplySchema } from './synthesis-reply'

const roundSchema = z.strictObject({ index: z.int().min(1), max: z.int().min(1).default(3) })

export const adjudicateInputSchema = z.strictObject({
  rubric: z.unknown(),
  doer: doerSchema.optional(),
  artifact: z.strictObject({ address: z.string().optional(), digest: z.string().min(1) }).optional(),
  standards: z.string().min(1).default('consensus@1'),
  panel: z.array(seatSchema),
  corpus: corpusSchema,
  adjudications: z.array(adjudicationSchema).default([]),
  responses: z.array(responseSchema).default([]),
  synthesis: chosenBy((input) => typeof input === 'string', z.literal('waived'), z.array(synthesisReplySchema)).optional(),
  replacements: z.array(seatSchema).optional(),
  round: roundSchema.default({ index: 1, max: 3 }),
  dispatchesLeft: z.int().min(0).default(5),
  mode: z.enum(['build', 'final']).default('final'),
  independence: z.enum(['panel', 'single-context', 'unstated']).optional(),
  seed: z.int().default(0),
})

/** Whether the members were walled sessions; `single-context` and `unstated` say that they may not have been (R-TRI-81). */
export type Independence = 'panel' | 'single-context' | 'unstated'

/** What a panel's ruling is made from, read and checked; `round.index` counts from 1 (C-ROUND0). */
export type ParsedInput = {
  readonly rubric: FrozenRubric
  readonly doer?: Doer | undefined
  readonly artifact?: { readonly address?: string | undefined; readonly digest: string } | undefined
  readonly standards: string
  readonly panel: readonly Seat[]
  readonly corpus: Corpus
  readonly adjudications: readonly Adjudication[]
  readonly responses: readonly Response[]
  readonly synthesis?: 'waived' | readonly SynthesisReply[] | undefined
  readonly replacements?: readonly Seat[] | undefined
  readonly round: { readonly index: number; readonly max: number }
  readonly dispatchesLeft: number
  readonly mode: 'build' | 'final'
  readonly independence: Independence
  readonly seed: number
}

/**
 * What `adjudicate` takes, as an author writes it: short forms are welcome, so everything below the first level is open.
 * Only `rubric`, `panel` and `corpus` are needed; `dispatchesLeft` is 5, `mode` final, `seed` 0, the round 1 of 3 unless said.
 */
export type AdjudicateInput = {
  readonly rubric: unknown
  readonly panel: readonly unknown[]
  readonly corpus: unknown
  readonly doer?: Doer
  readonly artifact?: { readonly address?: string; readonly digest: string }
  readonly standards?: string
  readonly adjudications?: readonly unknown[]
  readonly responses?: readonly unknown[]
  readonly synthesis?: 'waived' | readonly unknown[]
  readonly replacements?: readonly unknown[]
  readonly round?: { readonly index: number; readonly max?: number }
  readonly dispatchesLeft?: number
  readonly mode?: 'build' | 'final'
  readonly independence?: Independence
  readonly seed?: number
}
