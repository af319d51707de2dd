export { memoryLedger } from '../../../adapters/ledger-store/memory'
export type { MemoryLedgerOptions } from '../../../adapters/ledger-store/memory'
