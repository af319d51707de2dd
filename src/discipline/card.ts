import * as z from 'zod'
import { citationSchema } from '../evidence/citation'

/** The seven kinds of breach (R-REF-05). Style, taste and a verifier's preference have none, so no card can be written for them (R-REF-06). */
export const violationKinds = [
  'skipped-requirement',
  'unauthorized-architecture-change',
  'unrequested-scope',
  'ignored-constraint',
  'different-interpretation',
  'false-completion',
  'preferred-approach-substituted',
] as const

export const violationSchema = z.enum(violationKinds)

/** What a card says happened. */
export type ViolationKind = z.infer<typeof violationSchema>

export const cardColourSchema = z.enum(['YELLOW', 'RED', 'EXPULSION', 'LATE'])

/** `LATE` is recorded and counts for nothing: the builder was benched or expelled, or the act was older than its bench. */
export type CardColour = z.infer<typeof cardColourSchema>

export const evidenceSchema = z
  .strictObject({
    citation: citationSchema,
    outcome: z.enum(['found', 'drifted', 'near', 'too-short', 'missing']),
    /** It was found in the artifact, a diff or an output, so it shows an act. */
    anchors: z.boolean(),
    source: z.string().exactOptional(),
    line: z.int().min(1).exactOptional(),
    /** The hash of the whole lines that it anchored in, white space aside; of an output that of the cited words. */
    shows: z.string().exactOptional(),
    /** It stands in deleted lines of a diff and nowhere else. */
    deleted: z.literal(true).exactOptional(),
  })
  .readonly()

/** A citation as it was looked up when the command was decided: `line` counts from 1. */
export type CheckedEvidence = z.infer<typeof evidenceSchema>

export const cardDataSchema = z
  .strictObject({
    rules: z.literal('discipline@1'),
    card: z.string().min(1),
    builder: z.string().min(1),
    packet: z.string().min(1),
    instruction: z.string().min(1),
    /** `unchecked`: the authority is known by its hash alone. */
    quote: z.enum(['found', 'unchecked']),
    authority: z.strictObject({ id: z.string().min(1), sha256: z.string().min(1) }).readonly(),
    violation: violationSchema,
    evidence: z.array(evidenceSchema).readonly(),
    /** The hash of all that the evidence was looked up in. */
    corpus: z.string(),
    correction: z.string().min(1),
    actBeforeBench: z.boolean(),
    reportedBy: z.string().exactOptional(),
    colour: cardColourSchema,
    /** The builder's counting cards, this one among them. */
    count: z.int().min(0),
    /** In which of the builder's cycles the card counts; a late card counts in none. */
    cycle: z.enum(['initial', 'probation', 'none']),
  })
  .readonly()

/** A card as it is recorded. */
export type CardData = z.infer<typeof cardDataSchema>

/** How a card stands: `corrected` and `amended` let the packet go on, `rescinded` strikes the card from the count. */
export type CardStatus = 'open' | 'corrected' | 'amended' | 'rescinded'

/** A card on record. `version` is the number of the event that gave it. */
export type Card = CardData & { readonly status: CardStatus; readonly version: number }
