import * as z from 'zod'
import { keptTextSchema } from './kept-text'
import { referenceSchema } from './setup'

const text = z.string()
const budget = z.strictObject({ round: z.int(), roundsMax: z.int(), roundsLeft: z.int(), dispatchesLeft: z.int() }).readonly()
const criterion = z.strictObject({ id: text, text }).readonly()
const fix = z
  .strictObject({ fix: text, dimension: text.exactOptional(), id: text.exactOptional(), repair: text.exactOptional() })
  .readonly()
const scenario = z.strictObject({ id: text, input: text, wrongBehaviour: text, class: text, repair: text }).readonly()

/** What a round gives back to a fresh doer (R-TRI-73). */
export const feedbackSchema = z
  .strictObject({
    topConcerns: z.array(text).readonly(),
    scenarios: z.array(scenario).readonly(),
    scores: z
      .array(z.strictObject({ dimension: text, consensus: z.number().nullable(), scores: z.array(z.number()).readonly() }).readonly())
      .readonly(),
    fixList: z.array(fix).readonly(),
    followUps: z.array(fix).readonly(),
  })
  .readonly()

export type Feedback = z.infer<typeof feedbackSchema>

const rubricFields = {
  rubric: text,
  criteria: z.array(criterion).readonly(),
  commands: z.array(text).readonly(),
  skills: z.array(text).readonly(),
  budget,
}

const doerBriefSchema = z
  .strictObject({
    role: z.literal('doer'),
    ...rubricFields,
    spec: text,
    plan: text.exactOptional(),
    references: z.array(referenceSchema).readonly(),
    why: text,
    /** What sent the work back, in the words of whoever did. */
    reasons: z.array(text).readonly(),
    contexts: z.array(text).readonly(),
    part: text.exactOptional(),
    feedback: feedbackSchema.exactOptional(),
  })
  .readonly()

const memberFields = {
  ...rubricFields,
  dimensions: z.array(z.strictObject({ id: text, weight: z.number(), criteria: z.array(text).readonly() }).readonly()).readonly(),
  target: z.number(),
  address: text,
  /** A text before it is written out; what a blob holds is put in first. */
  diff: keptTextSchema,
  references: z.array(referenceSchema).readonly(),
  risks: z.array(text).readonly(),
  lens: text,
}

const verifierBriefSchema = z.strictObject({ role: z.literal('verifier'), ...memberFields }).readonly()
const adversaryBriefSchema = z.strictObject({ role: z.literal('adversary'), ...memberFields, attacks: z.array(text).readonly() }).readonly()

const synthesisBriefSchema = z
  .strictObject({
    role: z.literal('synthesis'),
    rubric: text,
    budget,
    disputed: z
      .array(
        z.strictObject({ dimension: text, rationales: z.array(z.strictObject({ label: text, text }).readonly()).readonly() }).readonly(),
      )
      .readonly(),
  })
  .readonly()

const planBriefSchema = z
  .strictObject({
    role: z.literal('plan-lens'),
    lens: text,
    asks: text,
    spec: text,
    plan: text,
    criteria: z.array(criterion).readonly(),
    commands: z.array(text).readonly(),
    skills: z.array(text).readonly(),
  })
  .readonly()

/** The fields of each role's brief and no others: what isn't named here can't be passed on (R-TRI-19, R-TRI-20). */
export const briefSchemas = {
  doer: doerBriefSchema,
  verifier: verifierBriefSchema,
  adversary: adversaryBriefSchema,
  synthesis: synthesisBriefSchema,
  'plan-lens': planBriefSchema,
} as const

export type BriefRole = keyof typeof briefSchemas
export type BriefFor<Role extends BriefRole> = z.infer<(typeof briefSchemas)[Role]>
export type Brief = { [Role in BriefRole]: BriefFor<Role> }[BriefRole]
