import { rulingEventType } from '../consensus/ruling-event'
import type { EventRegistry } from '../ledger/event-registry'
import { eventRegistry } from '../ledger/event-registry'

/** Every event type that this package writes, each in its current schema version. */
export const knownEvents: EventRegistry = eventRegistry([rulingEventType])
