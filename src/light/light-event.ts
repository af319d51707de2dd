import * as z from 'zod'
import { actorKinds, hashPattern, nameLengthMax } from '../ledger/event-limits'
import { lights } from './bugfix'
import type { FaultPayload } from './fault-payload'
import { dossierFields } from './dossier'
import { parseFaultPayload } from './fault-payload'
import type { GatePayload } from './judge-gate'
import { parseGatePayload } from './judge-gate'

const name = z.string().min(1).max(nameLengthMax)
const hash = z.string().regex(hashPattern)
const light = z.enum(lights)
const timeMs = z.int().min(0).max(253_402_300_799_999)
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).readonly()
const faultCard = z.string().regex(/^F-\d{8}-\d{2,}$/)
const gateCard = z.string().regex(/^G-\d{8}-\d{2,}$/)

/** The grants that a person can give. */
export const grants = ['attempt-hypothesis', 'observe-this-version', 'verification-fix', 'dangerous-operation'] as const

const faultJudgedSchema = z
  .strictObject({
    kind: z.literal('fault'),
    card: faultCard,
    policy: name,
    /** The hash of the table, where it isn't a published one: of those that the standards had in force. */
    policyHash: hash.exactOptional(),
    /** The table that the standards would have judged this by, where whoever asked chose another; such a card lets nothing go on. */
    insteadOf: name.exactOptional(),
    /** The hash of the payload's canonical JSON; authorizations are bound to it. */
    payloadHash: hash,
    payload: z.custom<FaultPayload>((input) => parseFaultPayload(input).ok, "a fault's payload"),
    light,
    table: light,
    rule: name,
    because: z.string(),
    facts,
    demoted: z.strictObject({ from: name, to: name, because: z.string() }).readonly().nullable(),
    missing: z.array(z.enum(dossierFields)).readonly(),
    whenAuthorized: light.nullable(),
    /** The dangerous operation that H4 is about, where it was named. */
    operation: name.exactOptional(),
    /** The authorization that this was judged anew by. */
    authorization: name.exactOptional(),
  })
  .readonly()

const gateJudgedSchema = z
  .strictObject({
    kind: z.literal('gate'),
    card: gateCard,
    policy: name,
    policyHash: hash.exactOptional(),
    payloadHash: hash,
    payload: z.custom<GatePayload>((input) => parseGatePayload(input).ok, "the development gate's payload"),
    light,
    rule: name,
    because: z.string(),
    path: z.enum(['l1', 'l2', 'table']),
    redChecks: z.array(z.string()).readonly(),
  })
  .readonly()

const authorizedSchema = z
  .strictObject({
    id: z.string().regex(/^A-\d{8}-\d{2,}$/),
    card: faultCard,
    payloadHash: hash,
    grant: z.enum(grants),
    operation: name.exactOptional(),
    by: z.strictObject({ kind: z.enum(actorKinds), id: name }).readonly(),
    /** The person's own words. */
    text: z.string().min(1),
    attested: z.enum(['host', 'signature']),
    givenAtMs: timeMs,
    expiresAtMs: timeMs,
  })
  .readonly()

const usedSchema = z
  .strictObject({
    authorization: name,
    card: faultCard,
    /** What it let happen: work goes on with the card still yellow, or the case was judged anew under `anew`. */
    action: z.enum(['attempt-hypothesis', 'observe-this-version', 'judged-anew']),
    anew: faultCard.exactOptional(),
  })
  .readonly()

/** Every event type of the lights with its data, in its current schema version. */
export const lightEventTypes = [
  { type: 'light.judged', schema: 1, data: z.discriminatedUnion('kind', [faultJudgedSchema, gateJudgedSchema]) },
  { type: 'light.authorized', schema: 1, data: authorizedSchema },
  { type: 'light.authorization-used', schema: 1, data: usedSchema },
] as const

/** A judged fault as it is recorded, with its card's id (R-TL-15). */
export type FaultCard = z.infer<typeof faultJudgedSchema>

/** A judged development gate as it is recorded, with its card's id. */
export type GateCard = z.infer<typeof gateJudgedSchema>

/** A person's authorization as it is recorded. */
export type AuthorizationData = z.infer<typeof authorizedSchema>

/** The one use of an authorization. */
export type AuthorizationUse = z.infer<typeof usedSchema>

/** What the lights record. */
export type LightEvent =
  | { readonly type: 'light.judged'; readonly data: FaultCard | GateCard }
  | { readonly type: 'light.authorized'; readonly data: AuthorizationData }
  | { readonly type: 'light.authorization-used'; readonly data: AuthorizationUse }
