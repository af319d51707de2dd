import { join } from 'node:path'
import { fileLedger } from '../../src/adapters/ledger-store/file'
import type { Event } from '../../src/ledger/event'
import type { Place } from './command-line'

/** What the record of a place holds, of one stream or of some types. */
export async function recordOf(
  place: Place,
  which: { readonly stream?: string; readonly types?: readonly string[] } = {},
): Promise<readonly Event[]> {
  const ledger = fileLedger(join(place.folder, '.adjudicate'))
  const events: Event[] = []
  for await (const event of ledger.read(which)) events.push(event)
  await ledger.close()
  return events
}
