import { canonicalJson } from '../canonical/canonical-json'

/**
 * What a person signs (spec 09). `ledger` is the hash of the ledger's first event, `id` the id that the event will have in its stream, so a signature
 * serves one event of one ledger once; after `notAfter`, a time in UTC as events have it, it serves none.
 */
export type ToSign = {
  readonly ledger: string
  readonly stream: string
  readonly type: string
  readonly data: unknown
  readonly id: string
  readonly notAfter: string
}

/** The very bytes that are signed: canonical JSON under a name of its own, so that no other signed text can be taken for one. Throws `not-canonical`. */
export function signedPayload({ ledger, stream, type, data, id, notAfter }: ToSign): Uint8Array {
  return new TextEncoder().encode(canonicalJson({ format: 'adjudicate-signature@1', ledger, stream, type, data, id, notAfter }))
}
