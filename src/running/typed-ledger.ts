import { AdjudicateError } from '../errors'
import { actorFaults } from '../ledger/claimed-actor'
import { refusal } from '../ledger/draft'
import type { Event } from '../ledger/event'
import type { EventRegistry } from '../ledger/event-registry'
import { faultsOfNew, readEvent } from '../ledger/event-registry'
import type { LedgerStore, ReadOptions } from '../ports/ledger-store'

/**
 * A ledger whose data is checked on the way in and on the way out (spec 08): a new event of a known type that breaks its schema, or whose data names
 * another doer than its actor, is `event-refused`; a stored one is lifted to the current version as it is read, and is `ledger-corrupt` (reason `schema`) where it then breaks it. Unknown types pass.
 */
export function withEventTypes(ledger: LedgerStore, registry: EventRegistry): LedgerStore {
  return {
    ...ledger,
    append: async (events, expect) => {
      for (const [index, event] of events.entries()) {
        const issues = [...faultsOfNew(registry, event), ...actorFaults(event)]
        if (issues.length > 0) throw refusal(issues, `events[${index}]`)
      }
      return await ledger.append(events, expect)
    },
    read: (which) => readTyped(ledger, registry, which),
  }
}

async function* readTyped(ledger: LedgerStore, registry: EventRegistry, which: ReadOptions | undefined): AsyncGenerator<Event> {
  for await (const event of ledger.read(which)) {
    const reading = readEvent(registry, event)
    if (reading.kind === 'invalid') throw invalid(event, reading.issues)
    yield reading.event
  }
}

function invalid({ seq, type, schema }: Event, issues: readonly { readonly path: string; readonly message: string }[]): AdjudicateError {
  const message = `event ${seq} is no ${type} of version ${schema}: ${issues.map(({ path, message: what }) => `${path}: ${what}`).join('; ')}`
  return new AdjudicateError('ledger-corrupt', message, { seq, reason: 'schema', issues })
}
