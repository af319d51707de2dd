import { isAdjudicateError } from '../errors'
import { actorFaults, claimedActor } from '../ledger/claimed-actor'
import type { Decided, Decider, Refusal } from '../ledger/decider'
import { refusal } from '../ledger/draft'
import type { Actor, Event, NewEvent } from '../ledger/event'
import type { LedgerStore } from '../ports/ledger-store'
import { release } from '../release'
import type { StreamState, WithSetup } from './fold-stream'
import { foldOn } from './fold-stream'

/**
 * `actor` is who causes the events; unless said it is whom the events name in `by`, or else the engine. `key` makes the command idempotent: the events of a key that is in the stream already are
 * given back instead of deciding again. `attemptsMax` bounds how often a command is decided anew because another writer was faster.
 */
export type RecordOptions = { readonly actor?: Actor; readonly key?: string; readonly attemptsMax?: number; readonly newKey?: () => string }

/** What came of a command: its events as recorded (`repeated`: by an earlier call with the same key), or the refusal. */
export type RecordOutcome =
  { readonly ok: true; readonly events: readonly Event[]; readonly repeated: boolean } | { readonly ok: false; readonly refusal: Refusal }

/**
 * Loads a stream, decides a command on it and appends what was decided at the version it was decided on. When another writer was faster the command is
 * decided anew on the new state, `attemptsMax` times (16) at most; then the store's `conflict` is thrown. Throws `event-refused` where an actor that is
 * not the engine would record what the event says that somebody else did.
 */
export async function record<Setup, State, Command, Change extends Decided, Action>(
  ledger: LedgerStore,
  decider: Decider<Setup, State, Command, Change, Action>,
  stream: string,
  command: Command,
  ...rest: WithSetup<Setup, RecordOptions>
): Promise<RecordOutcome> {
  const [options] = rest
  const { attemptsMax = 16, newKey = () => globalThis.crypto.randomUUID(), key = newKey() } = options ?? {}
  const earlier: Event[] = []
  let loaded: StreamState<State> = { state: decider.initial(options?.setup as Setup), version: 0, seq: 0 }
  for (let attempt = 1; ; attempt++) {
    loaded = await foldOn(ledger, decider, stream, loaded, (event) => {
      if (event.id.startsWith(`${key}/`)) earlier.push(event)
    })
    if (earlier.length > 0) return { ok: true, events: earlier, repeated: true }
    const decision = decider.decide(loaded.state, command)
    if (!decision.ok) return decision
    const actor = options?.actor ?? decision.events.map(({ data }) => claimedActor(data)).find((one) => one !== undefined) ?? engine
    const events = decision.events.map((change, index): NewEvent => asNew(change, stream, actor, `${key}/${index + 1}`))
    if (events.length === 0) return { ok: true, events: [], repeated: false }
    for (const [index, event] of events.entries()) {
      const faults = actorFaults(event)
      if (faults.length > 0) throw refusal(faults, `events[${index}]`)
    }
    try {
      return { ok: true, events: await ledger.append(events, expectedOf(decider, stream, loaded)), repeated: false }
    } catch (thrown) {
      if (attempt >= attemptsMax || !isOvertaken(thrown)) throw thrown
    }
  }
}

/** A decision holds on what it was made on: the stream, and those that the decider reads beside it. */
function expectedOf<Setup, State, Command, Change extends Decided, Action>(
  decider: Decider<Setup, State, Command, Change, Action>,
  stream: string,
  { state, version, others }: StreamState<State>,
): { readonly stream: string; readonly version: number }[] {
  const beside = (decider.alsoReads?.(state) ?? []).map((one) => ({ stream: one, version: others?.get(one) ?? 0 }))
  return [{ stream, version }, ...beside]
}

const engine: Actor = { kind: 'engine', id: `adjudicate@${release}` }

function asNew({ type, schema = 1, data }: Decided, stream: string, actor: Actor, id: string): NewEvent {
  return { stream, type, schema, actor, id, data }
}

/** `id-reused`: another writer recorded the same key in the meantime. Reading on finds what it recorded. */
function isOvertaken(thrown: unknown): boolean {
  return isAdjudicateError(thrown) && (thrown.code === 'conflict' || thrown.code === 'id-reused')
}
