import { keysEventType } from '../../ledger/signing-event'
import { parseWith } from '../../parsing'
import { refuseEmpty } from './flags'
import { readJson } from './reading'
import { wellRead } from './told'

/** The public keys of a file that was kept outside the ledger: `["..."]`, or `{ "keys": ["..."] }` as the event `ledger.keys` has them. An empty list is a fault. */
export async function readOutsideKeys(cwd: string, file: string | undefined): Promise<readonly string[] | undefined> {
  refuseEmpty({ keys: file })
  if (file === undefined) return undefined
  const read = await readJson(cwd, file)
  return wellRead(file, parseWith(keysEventType.data, Array.isArray(read) ? { keys: read } : read), 'adjudicate ledger verify --help').keys
}
