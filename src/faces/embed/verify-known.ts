import type { LedgerStore } from '../../ports/ledger-store'
import { knownEvents } from '../../running/known-events'
import type { LedgerVerdict, VerifyOptions } from '../../running/verify-ledger'
import { verify as verifyWith } from '../../running/verify-ledger'

/**
 * Verifies a ledger from its first record: canonical bytes, hashes, chain, versions of streams, batches, and the data of this package's own events.
 * Repairs nothing; a missing or empty ledger is `empty`. Only `expectHead` finds a cut tail. Throws `usage` for an expected head that is no hash,
 * and what the store throws when it can't be read.
 */
export function verify(ledger: LedgerStore, options: VerifyOptions = {}): Promise<LedgerVerdict> {
  return verifyWith(ledger, { types: knownEvents, ...options })
}
