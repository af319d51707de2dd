import * as z from 'zod'
import { bugfixStandardsSchema, casesSchema, filledSchema, textSchema } from './facts'

const texts = z.array(filledSchema).readonly()
const evidenceKind = z.enum(['EV1', 'EV2', 'EV3', 'EV4'])
const dossierText = z.union([z.string(), z.array(z.string()).readonly()]).exactOptional()

const dossierSchema = z
  .strictObject({
    hypothesisedCause: dossierText,
    supportingEvidence: dossierText,
    counterEvidence: dossierText,
    verification: dossierText,
    rollback: dossierText,
  })
  .readonly()

export const recheckPayloadSchema = z
  .strictObject({
    standards: bugfixStandardsSchema,
    should_be: textSchema,
    actually_is: filledSchema,
    evidence: z
      .array(z.strictObject({ kind: evidenceKind, text: filledSchema, source: textSchema }).readonly())
      .min(1)
      .readonly(),
    hypotheses: texts,
    fixes: texts,
    places: texts,
    operations: texts,
    authorized: z.strictObject({ H2: z.boolean(), H4: z.boolean() }).readonly(),
    dossier: dossierSchema.nullable(),
    cases: casesSchema,
  })
  .readonly()

/** What a triage is rechecked from (R-JUDGE-11): the facts that it was made from and not what it came to, which would hint at the answer (R-JUDGE-06). */
export type RecheckPayload = z.infer<typeof recheckPayloadSchema>

export const recheckAnswerSchema = z
  .strictObject({
    cause: z.enum(['RC1', 'RC2', 'RC3']),
    solution: z.enum(['FX1', 'FX2', 'FX3']),
    evidence: evidenceKind,
    scope: z.enum(['SC1', 'SC2', 'SC3']),
    H1: z.enum(['no', 'yes']),
    H2: z.enum(['no', 'authorized', 'needed']),
    H3: z.enum(['no', 'yes']),
    H4: z.enum(['no', 'authorized', 'needed-contained', 'needed-severe']),
    causes: texts,
    risks: texts,
    suggestions: texts,
  })
  .readonly()

/** The four axes and the mandatory checks of bugfix, judged anew; it holds no colour (R-JUDGE-11, R-JUDGE-29). */
export type RecheckAnswer = z.infer<typeof recheckAnswerSchema>
