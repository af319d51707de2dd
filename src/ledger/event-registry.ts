import type * as z from 'zod'
import { assert } from '../errors'
import type { Issue } from '../issues'
import { parseWith } from '../parsing'
import type { Event, NewEvent } from './event'

/** Lifts data from one schema version to the next; pure and small. */
export type Upcaster = (data: unknown) => unknown

/**
 * A type of event in its current schema version. `upcasters[0]` lifts version 1 to 2, and so on: one for each older version. The schema checks data and
 * never changes it: what a schema would add or strip is neither stored nor read.
 */
export type EventType = {
  readonly type: string
  readonly schema: number
  readonly data: z.ZodType
  readonly upcasters?: readonly Upcaster[]
}

/** The types of event that a program knows, by name. */
export type EventRegistry = ReadonlyMap<string, EventType>

/** How an event reads: `unknown` is a type, or a newer version of one, that this program doesn't know: kept as it is, skipped by folds, counted. */
export type EventReading =
  | { readonly kind: 'known'; readonly event: Event }
  | { readonly kind: 'unknown'; readonly event: Event }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[] }

/** Collects types. A name given twice, or an upcaster missing for an older version, is a programmer's mistake: throws `internal`. */
export function eventRegistry(types: readonly EventType[]): EventRegistry {
  const registry = new Map<string, EventType>()
  for (const entry of types) {
    const { type, schema, upcasters = [] } = entry
    assert(Number.isSafeInteger(schema) && schema >= 1, `the schema version of ${type} counts from 1`)
    assert(upcasters.length === schema - 1, `${type} has an upcaster for each version before ${schema}`)
    assert(!registry.has(type), `the event type ${type} is given once`)
    registry.set(type, entry)
  }
  return registry
}

/** The way in: the faults of a new event's data. A known type is written in its current version only; an unknown one is taken as it is. */
export function faultsOfNew(registry: EventRegistry, event: NewEvent): readonly Issue[] {
  const known = registry.get(event.type)
  if (known === undefined) return []
  if (event.schema !== known.schema) {
    const message = `found ${event.schema}: ${event.type} is written in version ${known.schema}`
    return [{ code: 'invalid-value', path: 'schema', message }]
  }
  return faultsOfData(known, event.data)
}

/** The way out: lifts the data to the current version and checks it; hash and envelope stay those of what is stored. */
export function readEvent(registry: EventRegistry, event: Event): EventReading {
  const known = registry.get(event.type)
  if (known === undefined || event.schema > known.schema) return { kind: 'unknown', event }
  const lifted = lift(known, event)
  if (!lifted.ok) return { kind: 'invalid', issues: lifted.issues }
  const issues = faultsOfData(known, lifted.data)
  if (issues.length > 0) return { kind: 'invalid', issues }
  return { kind: 'known', event: event.schema === known.schema ? event : { ...event, schema: known.schema, data: lifted.data } }
}

type Lifted = { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly issues: readonly Issue[] }

function lift({ upcasters = [] }: EventType, { schema, data }: Event): Lifted {
  let lifted = data
  for (const [index, upcaster] of upcasters.entries()) {
    if (index + 1 < schema) continue
    try {
      lifted = upcaster(lifted)
    } catch (thrown) {
      const message = `version ${index + 1} can't be lifted to ${index + 2}: ${thrown instanceof Error ? thrown.message : String(thrown)}`
      return { ok: false, issues: [{ code: 'not-liftable', path: 'data', message }] }
    }
  }
  return { ok: true, data: lifted }
}

function faultsOfData({ data: schema }: EventType, data: unknown): readonly Issue[] {
  const result = parseWith(schema, data)
  if (result.ok) return []
  return result.issues.map((issue) => ({
    ...issue,
    path: issue.path === '' || issue.path.startsWith('[') ? `data${issue.path}` : `data.${issue.path}`,
  }))
}
