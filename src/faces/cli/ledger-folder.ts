import { resolve } from 'node:path'
import { fileLedger } from '../../adapters/ledger-store/file'
import type { LedgerStore } from '../../ports/ledger-store'

/** Opens the ledger of a folder; what the store has to say (a torn tail moved aside, a stale lock) goes to stderr as warnings. */
export function openFileLedger(
  cwd: string,
  folder: string,
  err: (text: string) => void,
): { readonly ledger: LedgerStore; readonly folder: string } {
  const path = resolve(cwd, folder)
  const ledger = fileLedger(path, { onNotice: (notice) => err(`! ${notice.message}\n`) })
  return { ledger, folder: path }
}
