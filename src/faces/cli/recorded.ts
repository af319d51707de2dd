import { systemAmbient } from '../../adapters/ambient/system'
import { isAdjudicateError, AdjudicateError } from '../../errors'
import { keysEventType } from '../../ledger/signing-event'
import type { Event } from '../../ledger/event'
import type { LedgerStore } from '../../ports/ledger-store'
import { knownEvents } from '../../running/known-events'
import { withEventTypes } from '../../running/typed-ledger'
import { openFileLedger } from './ledger-folder'
import type { Surroundings } from './terminal'

/** Opens the folder's ledger with every known event type checked, works, and closes it whatever happens. A lost race says what to do. */
export async function inLedger<T>(
  here: Surroundings,
  folder: string,
  work: (ledger: LedgerStore, folder: string) => Promise<T>,
): Promise<T> {
  const opened = openFileLedger(here.cwd, folder, here.err)
  try {
    return await work(withEventTypes(opened.ledger, knownEvents), opened.folder)
  } catch (error) {
    if (!isAdjudicateError(error) || error.code !== 'conflict') throw error
    throw new AdjudicateError(
      'conflict',
      `${error.message}\nOthers wrote at the same time, again and again; nothing was recorded. Run it again.`,
      error.details,
      error,
    )
  } finally {
    await opened.ledger.close()
  }
}

/** Says on stderr where the last of some events stands. */
export function sayRecorded(here: Surroundings, events: readonly Event[]): void {
  const last = events.at(-1)
  if (last !== undefined) here.err(`recorded as event ${last.seq}, ${last.hash.slice(0, 19)}\n`)
}

/** Now, as milliseconds since 1970 and as the UTC day `YYYYMMDD`. */
export function nowOf(here: Surroundings): { readonly nowMs: number; readonly day: string } {
  const now = here.now?.() ?? systemAmbient.now()
  return { nowMs: Date.parse(now), day: now.slice(0, 10).replaceAll('-', '') }
}

/** In a keyed ledger a person's act needs a signature, which a terminal can't give: throws `usage` before anything is asked. */
export async function refuseIfKeyed(ledger: LedgerStore): Promise<void> {
  for await (const event of ledger.read({ types: [keysEventType.type] })) {
    const message = `this ledger has keys since event ${event.seq}: a person's act needs a signature made with one of them, and words at a terminal are none`
    throw new AdjudicateError('usage', message, { seq: event.seq })
  }
}
