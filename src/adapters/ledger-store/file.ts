import { AdjudicateError } from '../../errors'
import type { LedgerStore } from '../../ports/ledger-store'
import { nodeDisk } from './file-disk'
import { surroundings } from './file-holder'
import type { FileLedgerOptions } from './file-store'
import { openFileLedger } from './file-store'

export type { Holder } from './file-holder'
export type { LedgerNotice, OnNotice } from './file-notice'
export type { FileLedgerOptions } from './file-store'

/**
 * The embedded default: one readable file, `ledger.jsonl`, in a directory that is made when the first event is appended. Any number of processes of
 * one host may append; each append is one write and one sync, shared by appends that are under way at the same time in this process.
 */
export function fileLedger(directory: string, options: FileLedgerOptions = {}): LedgerStore {
  if (directory === '') throw new AdjudicateError('usage', 'a file ledger needs a directory, found an empty name')
  return openFileLedger(directory, options, { disk: nodeDisk, here: surroundings() })
}
