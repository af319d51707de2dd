export { fileLedger } from '../../../adapters/ledger-store/file'
export type { FileLedgerOptions, LedgerNotice } from '../../../adapters/ledger-store/file'
