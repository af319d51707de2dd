import { AdjudicateError } from '../errors'
import { shown } from '../issues'
import type { EventRegistry } from '../ledger/event-registry'
import type { LedgerStore } from '../ports/ledger-store'
import { withEventTypes } from './typed-ledger'

/** What every kind of store may be told; each takes what concerns it. */
export type LedgerSettings = {
  readonly now?: () => string
  readonly lockWaitMs?: number
  readonly legacyLines?: number
  readonly onNotice?: (notice: { readonly kind: string; readonly message: string }) => void
}

/** Where a ledger is: the whole address, its scheme, and what stands after the scheme's colon. */
export type LedgerAddress = { readonly address: string; readonly scheme: string; readonly place: string }

/** Opens a store at an address of its scheme. */
export type LedgerFactory = (where: LedgerAddress, settings: LedgerSettings) => LedgerStore | Promise<LedgerStore>

/** With `types`, data is checked on the way in and out; events of other types pass. */
export type OpenLedgerOptions = LedgerSettings & { readonly types?: EventRegistry }

/** Opens the ledger at an address like `file:.adjudicate`, `memory:` or `postgres://…`. Throws `usage` for a scheme that isn't offered. */
export type OpenLedger = (address: string, options?: OpenLedgerOptions) => Promise<LedgerStore>

/** Makes `openLedger` out of the stores that an embedder offers, by scheme: which adapters are in reach is decided by who calls this. */
export function ledgerOpener(stores: Readonly<Record<string, LedgerFactory>>): OpenLedger {
  return async (address, { types, ...settings } = {}) => {
    const where = parseAddress(address)
    const open = Object.hasOwn(stores, where.scheme) ? stores[where.scheme] : undefined
    if (open === undefined) throw unknownScheme(address, Object.keys(stores))
    const ledger = await open(where, settings)
    return types === undefined ? ledger : withEventTypes(ledger, types)
  }
}

function parseAddress(address: string): LedgerAddress {
  const colon = address.indexOf(':')
  return { address, scheme: address.slice(0, Math.max(colon, 0)).toLowerCase(), place: address.slice(colon + 1) }
}

function unknownScheme(address: string, schemes: readonly string[]): AdjudicateError {
  const wanted = schemes.map((scheme) => `${scheme}:`).join(', ')
  return new AdjudicateError('usage', `${shown(address)} is no address of a ledger: it begins with one of ${wanted}`, { address, schemes })
}
