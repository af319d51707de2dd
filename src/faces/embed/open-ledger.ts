import type { OpenLedger } from '../../running/open-ledger'
import { ledgerOpener } from '../../running/open-ledger'

/**
 * Opens the ledger at an address: `file:DIR` (the embedded default) or `memory:`. A store's adapter is loaded when it is asked for.
 * Throws `usage` for a scheme that isn't offered.
 */
export const openLedger: OpenLedger = ledgerOpener({
  file: async ({ place }, settings) => {
    const { fileLedger } = await import('../../adapters/ledger-store/file')
    return fileLedger(place, settings)
  },
  memory: async (_, settings) => {
    const { memoryLedger } = await import('../../adapters/ledger-store/memory')
    return memoryLedger(settings)
  },
})
