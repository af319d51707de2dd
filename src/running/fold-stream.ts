import { assert } from '../errors'
import type { Decided, Decider } from '../ledger/decider'
import type { Event } from '../ledger/event'
import type { Folded, Projection } from '../ledger/fold'
import { foldEvents, unfolded } from '../ledger/fold'
import type { LedgerStore } from '../ports/ledger-store'

/** A decider's setup, to be given unless the decider needs none. */
export type SetupOf<Setup> = undefined extends Setup ? { readonly setup?: Setup } : { readonly setup: Setup }

/** The options of `fold` and `record`, which can be left out where the decider needs no setup. */
export type WithSetup<Setup, Options = unknown> = undefined extends Setup
  ? [options?: Options & SetupOf<Setup>]
  : [options: Options & SetupOf<Setup>]

/** A decider's state as the events of one stream leave it, with the version of the last of them (0: there is none). */
export type StreamState<State> = {
  readonly state: State
  readonly version: number
  readonly seq: number
  /** The versions of the streams that the decider reads beside its own, those without an event not among them. */
  readonly others?: ReadonlyMap<string, number>
}

const eventsAtOnce = 512

/** The state of a decider after the events of its stream; what the store throws, it throws. */
export function fold<Setup, State, Command, Change extends Decided, Action>(
  ledger: LedgerStore,
  decider: Decider<Setup, State, Command, Change, Action>,
  stream: string,
  ...rest: WithSetup<Setup>
): Promise<State>
/** A projection of the whole ledger; from a snapshot on, unless the event that it stands on is no longer in the chain: then from the start. */
export function fold<State>(
  ledger: LedgerStore,
  projection: Projection<State>,
  options?: { readonly snapshot?: Folded<State> },
): Promise<Folded<State>>
/** Either of the two, told apart by what is folded. */
export async function fold<Setup, State, Command, Change extends Decided, Action>(
  ledger: LedgerStore,
  what: Decider<Setup, State, Command, Change, Action> | Projection<State>,
  where: string | { readonly snapshot?: Folded<State> } = {},
  ...rest: WithSetup<Setup>
): Promise<State | Folded<State>> {
  if ('on' in what) return await project(ledger, what, typeof where === 'string' ? undefined : where.snapshot)
  assert(typeof where === 'string', 'a decider is folded over one stream')
  const [options] = rest
  const before = { state: what.initial(options?.setup as Setup), version: 0, seq: 0 }
  return (await foldOn(ledger, what, where, before)).state
}

/** Goes on folding a stream, and what the decider reads beside it, from where `before` stands; `seen` is shown every event of the stream on the way. */
export async function foldOn<Setup, State, Command, Change extends Decided, Action>(
  ledger: LedgerStore,
  decider: Decider<Setup, State, Command, Change, Action>,
  stream: string,
  before: StreamState<State>,
  seen: (event: Event) => void = () => undefined,
): Promise<StreamState<State>> {
  let { state, version, seq } = before
  const beside = decider.alsoReads?.(state) ?? []
  const others = new Map(before.others)
  for await (const event of ledger.read({ ...(beside.length === 0 ? { stream } : {}), fromSeq: seq + 1 })) {
    if (event.stream === stream) {
      seen(event)
      version = event.version
    } else if (beside.includes(event.stream)) others.set(event.stream, event.version)
    else continue
    // A store with event types has checked the data of every type known; `evolve` is total and leaves the rest alone.
    state = decider.evolve(state, event as Event & Change)
    seq = event.seq
  }
  return { state, version, seq, others }
}

async function project<State>(
  ledger: LedgerStore,
  projection: Projection<State>,
  snapshot: Folded<State> | undefined,
): Promise<Folded<State>> {
  const start = snapshot !== undefined && (await stands(ledger, snapshot)) ? snapshot : unfolded(projection)
  let folded = start
  let portion: Event[] = []
  for await (const event of ledger.read({ fromSeq: start.head.seq + 1 })) {
    portion.push(event)
    if (portion.length < eventsAtOnce) continue
    folded = foldEvents(projection, folded, portion)
    portion = []
  }
  return foldEvents(projection, folded, portion)
}

async function stands<State>(ledger: LedgerStore, { head }: Folded<State>): Promise<boolean> {
  if (head.seq === 0) return true
  for await (const event of ledger.read({ fromSeq: head.seq, toSeq: head.seq })) return event.hash === head.hash
  return false
}
