export { blobStoreConformance } from '../conformance/blob-store'
export { ledgerStoreConformance } from '../conformance/ledger-store'
