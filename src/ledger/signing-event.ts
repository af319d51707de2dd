import * as z from 'zod'
import { nameLengthMax, timePattern } from './event-limits'

const name = z.string().min(1).max(nameLengthMax)

/** An Ed25519 public key: 32 bytes as base64url, without padding. */
const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'an Ed25519 public key, 43 letters of base64url')

const keysDataSchema = z
  .strictObject({ keys: z.array(publicKey).min(1).max(100).readonly() })
  .refine(({ keys }) => new Set(keys).size === keys.length, 'no key twice')
  .readonly()

const signatureDataSchema = z
  .strictObject({
    stream: name,
    id: name,
    type: name,
    key: publicKey,
    notAfter: z.string().regex(timePattern, 'a time in UTC like 2026-08-14T16:30:00.000Z'),
    signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/, 'an Ed25519 signature, 86 letters of base64url'),
  })
  .readonly()

/** The keys whose signatures count from then on; the first event of a keyed ledger, and later only a rotation signed by one of the keys before. */
export type KeysData = z.infer<typeof keysDataSchema>

/** A person's signature of the event `id` of `stream`, recorded before that event. */
export type SignatureData = z.infer<typeof signatureDataSchema>

/** The event type that makes a ledger keyed, or rotates its keys. */
export const keysEventType = { type: 'ledger.keys', schema: 1, data: keysDataSchema } as const

/** The event type that holds a signature. */
export const signatureEventType = { type: 'ledger.signature', schema: 1, data: signatureDataSchema } as const
