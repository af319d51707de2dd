import { ed25519 } from '../../adapters/signatures/ed25519'
import type { LedgerStore } from '../../ports/ledger-store'
import { knownEvents, personalEvents } from '../../running/known-events'
import type { LedgerVerdict, VerifyOptions } from '../../running/verify-ledger'
import { verify as verifyWith } from '../../running/verify-ledger'

/** `keys` are public keys in base64url that were kept where no agent can write. */
export type VerifyKnownOptions = VerifyOptions & { readonly keys?: readonly string[] }

/**
 * Verifies a ledger from its first record: canonical bytes, hashes, chain, versions of streams, batches, and the data of this package's own events.
 * Ed25519 signatures are checked against the keys in the first event and `keys`, those kept outside the ledger (spec 09).
 * Repairs nothing; a missing or empty ledger is `empty`. Only `expectHead` finds a cut tail. Throws `usage` for an expected head that is no hash,
 * and what the store throws when it can't be read.
 */
export function verify(ledger: LedgerStore, { keys, ...options }: VerifyKnownOptions = {}): Promise<LedgerVerdict> {
  const signatures = { signatures: ed25519(), personal: personalEvents, ...(keys === undefined ? {} : { keys }) }
  return verifyWith(ledger, { types: knownEvents, signatures, ...options })
}
