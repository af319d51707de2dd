import { rulingEventType } from '../consensus/ruling-event'
import { disciplineEventTypes } from '../discipline/event'
import { evolutionEventTypes, personalEvolutionTypes } from '../evolution/event'
import { gateEventType } from '../gate/gate-event'
import { driveEventTypes } from '../ledger/drive-event'
import type { EventRegistry } from '../ledger/event-registry'
import { eventRegistry } from '../ledger/event-registry'
import { handsEventType } from '../ledger/hands-event'
import { lightEventTypes } from '../light/light-event'
import { refereeEventTypes } from '../referee/referee-event'
import { keysEventType, signatureEventType } from '../ledger/signing-event'
import { judgesEventTypes } from '../tribunal/canaries/judges-event'
import { tribunalEventTypes } from '../tribunal/event'
import { runEventTypes } from '../tribunal/run-event'

/** Every event type that this package writes, each in its current schema version. */
export const knownEvents: EventRegistry = eventRegistry([
  rulingEventType,
  gateEventType,
  ...disciplineEventTypes,
  ...evolutionEventTypes,
  ...lightEventTypes,
  ...refereeEventTypes,
  ...tribunalEventTypes,
  ...driveEventTypes,
  handsEventType,
  ...runEventTypes,
  ...judgesEventTypes,
  keysEventType,
  signatureEventType,
])

/** The types that are a person's act: in a keyed ledger each needs a signature (spec 09). */
export const personalEvents: ReadonlySet<string> = new Set([
  ...personalEvolutionTypes,
  'discipline.rescinded',
  'light.authorized',
  'tribunal.resolved',
])
