export { fileLedger } from '../../../adapters/ledger-store/file'
export type { FileLedgerOptions, Holder, LedgerNotice, OnNotice } from '../../../adapters/ledger-store/file'
