import type { Issue } from '../issues'
import type { Actor, NewEvent } from './event'
import { actorKinds } from './event-limits'

/** Types whose `by` is the bare id of whoever causes the event; elsewhere a bare `by` names somebody who is written about. */
const ownWords: ReadonlySet<string> = new Set(['tribunal.acknowledged', 'run.acknowledged'])

/** Who the data of an event says did it: its `by` of kind and id; undefined where it says nobody. */
export function claimedActor(data: unknown): Actor | undefined {
  const by = byOf(data)
  if (typeof by !== 'object' || by === null || !('kind' in by) || !('id' in by)) return undefined
  const { kind, id } = by
  const known = actorKinds.find((one) => one === kind)
  return known === undefined || typeof id !== 'string' ? undefined : { kind: known, id }
}

/**
 * The fault of an event whose data names another doer than its envelope. The engine records what a host says that somebody did, so an event of its own
 * passes; a person, an agent and a system speak for themselves.
 */
export function actorFaults({ type, actor, data }: Pick<NewEvent, 'type' | 'actor' | 'data'>): readonly Issue[] {
  if (actor.kind === 'engine') return []
  const by = byOf(data)
  const said = typeof by === 'string' && ownWords.has(type) ? { kind: actor.kind, id: by } : claimedActor(data)
  if (said === undefined || (said.kind === actor.kind && said.id === actor.id)) return []
  const message = `${named(said)} is said to have done it, and the event is of ${named(actor)}: nobody acts for another`
  return [{ code: 'other-actor', path: 'data.by', message }]
}

function byOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, 'by') && 'by' in data ? data.by : undefined
}

function named({ kind, id }: Actor): string {
  return `${JSON.stringify(id)} (${kind})`
}
