import type { Event } from '../ledger/event'
import { signedPayload } from '../ledger/signed-payload'
import type { SignatureData } from '../ledger/signing-event'
import { keysEventType, signatureEventType } from '../ledger/signing-event'
import type { LedgerStore } from '../ports/ledger-store'
import type { Signatures } from '../ports/signatures'

/**
 * How signatures are checked. `keys` are those kept outside the ledger: with them only what they signed, or what a key signed that they led to, counts,
 * and a ledger is keyed even where its first event says nothing. `personal` are the types that need a signature in a keyed ledger.
 */
export type SignatureCheck = {
  readonly signatures: Signatures
  readonly personal: ReadonlySet<string>
  readonly keys?: readonly string[]
}

/** What became of the events that a person has to sign: `byHost` ones rest on the host's word alone, as in every ledger without keys. */
export type SignatureCounts = { readonly keyed: boolean; readonly signed: number; readonly byHost: number }

export type SignatureVerdict =
  ({ readonly kind: 'whole' } & SignatureCounts) | { readonly kind: 'broken'; readonly seq: number; readonly message: string }

type Work = {
  readonly check: SignatureCheck
  /** Recorded signatures by the event that they are for. */
  readonly waiting: Map<string, SignatureData>
  ledger: string
  /** The keys that count; undefined in a ledger without keys. */
  ring: ReadonlySet<string> | undefined
  signed: number
  byHost: number
}

/**
 * Checks every signature up to the event `toSeq` of a ledger whose chain is whole (spec 09): a keyed ledger never becomes unkeyed, its keys change only by
 * a key that counted before, and each personal event was signed for its very place and content before it was recorded.
 */
export async function verifySignatures(ledger: LedgerStore, check: SignatureCheck, toSeq: number): Promise<SignatureVerdict> {
  const ring = check.keys === undefined ? undefined : new Set(check.keys)
  const work: Work = { check, waiting: new Map(), ledger: '', ring, signed: 0, byHost: 0 }
  for await (const event of ledger.read({ toSeq })) {
    const fault = await faultOf(work, event)
    if (fault !== undefined) return { kind: 'broken', seq: event.seq, message: fault }
  }
  return { kind: 'whole', keyed: work.ring !== undefined, signed: work.signed, byHost: work.byHost }
}

async function faultOf(work: Work, event: Event): Promise<string | undefined> {
  if (event.seq === 1) work.ledger = event.hash
  if (event.type === keysEventType.type) return await takeKeys(work, event)
  if (event.type === signatureEventType.type) return takeSignature(work, event)
  const claims = claimsSignature(event.data)
  if (!claims && !work.check.personal.has(event.type)) return undefined
  if (work.ring !== undefined) return await signatureFault(work, event, work.ring)
  work.byHost++
  return claims ? `${event.type} says that it is signed, and no key is known to this ledger` : undefined
}

async function takeKeys(work: Work, event: Event): Promise<string | undefined> {
  const parsed = keysEventType.data.safeParse(event.data)
  if (!parsed.success) return 'its keys can’t be read'
  if (event.seq > 1) {
    if (work.ring === undefined) return 'a ledger is keyed by its first event or not at all'
    const fault = await signatureFault(work, event, work.ring)
    if (fault === undefined) work.ring = new Set(parsed.data.keys)
    return fault
  }
  const known = work.check.keys === undefined ? parsed.data.keys : parsed.data.keys.filter((key) => work.check.keys?.includes(key))
  work.ring = new Set(known)
  return known.length === 0 ? 'none of the keys it begins with is among those kept outside' : undefined
}

function takeSignature(work: Work, event: Event): string | undefined {
  const parsed = signatureEventType.data.safeParse(event.data)
  if (!parsed.success) return 'it is no signature that can be read'
  work.waiting.set(placeOf(parsed.data), parsed.data)
  return undefined
}

async function signatureFault(work: Work, event: Event, ring: ReadonlySet<string>): Promise<string | undefined> {
  const { stream, type, id, data, at } = event
  const place = placeOf(event)
  const found = work.waiting.get(place)
  if (found === undefined) return `${type} needs a person’s signature, and none was recorded before it`
  if (!ring.has(found.key)) return `${type} is signed with a key that doesn’t count at this place: ${found.key}`
  if (!(Date.parse(at) <= Date.parse(found.notAfter))) return `${type} is of ${at}, and its signature counted until ${found.notAfter}`
  const payload = signedPayload({ ledger: work.ledger, stream, type, data, id, notAfter: found.notAfter })
  if (!(await work.check.signatures.verify(payload, found.signature, found.key))) return `the signature of ${type} is for something else`
  work.waiting.delete(place)
  work.signed++
  return undefined
}

function placeOf({ stream, id }: { readonly stream: string; readonly id: string }): string {
  return JSON.stringify([stream, id])
}

function claimsSignature(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'attested' in data && data.attested === 'signature'
}
