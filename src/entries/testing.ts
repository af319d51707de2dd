export { blobStoreConformance } from '../conformance/blob-store'
export { ledgerStoreConformance } from '../conformance/ledger-store'
export type { LedgerSetting } from '../conformance/ledger-store'
