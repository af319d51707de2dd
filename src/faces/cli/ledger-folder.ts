import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileLedger } from '../../adapters/ledger-store/file'
import { AdjudicateError } from '../../errors'
import type { LedgerStore } from '../../ports/ledger-store'
import { noticeText } from './terminal'

/**
 * Opens the ledger of a folder; what the store has to say (a torn tail moved aside, a stale lock) goes to stderr as warnings. Throws `usage` for links
 * and for what is no file: a repository that is judged must not lead the record somewhere else.
 */
export function openFileLedger(
  cwd: string,
  folder: string,
  err: (text: string) => void,
): { readonly ledger: LedgerStore; readonly folder: string } {
  if (folder.trim() === '') throw new AdjudicateError('usage', '--ledger is empty', { folder })
  const path = resolve(cwd, folder)
  mustBe(path, folder, 'folder')
  mustBe(join(path, 'ledger.jsonl'), `${folder}/ledger.jsonl`, 'file')
  return { ledger: fileLedger(path, { onNotice: (notice) => err(noticeText(notice.message)) }), folder: path }
}

function mustBe(path: string, name: string, wanted: 'folder' | 'file'): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || (wanted === 'folder' ? found.isDirectory() : found.isFile())) return
  const what = found.isSymbolicLink() ? 'a link' : `no ${wanted}`
  throw new AdjudicateError('usage', `${name} is ${what}; the record is kept in a folder of its own, name it with --ledger`, { path: name })
}
