import type { Head } from './chain'
import { emptyHead } from './chain'
import type { Event } from './event'

/** How events become a state: one total function for each type of event that matters; all other types are skipped and counted. */
export type Projection<State> = {
  readonly initial: State
  readonly on: Readonly<Record<string, (state: State, event: Event) => State>>
}

/** The state after the event at `head`, with how many events made it and how many of which type were skipped. A snapshot is one of these. */
export type Folded<State> = {
  readonly state: State
  readonly head: Head
  readonly applied: number
  readonly skipped: Readonly<Record<string, number>>
}

/** The fold of nothing. */
export function unfolded<State>({ initial }: Projection<State>): Folded<State> {
  return { state: initial, head: emptyHead, applied: 0, skipped: {} }
}

/** Goes on folding from where `before` stands: folding in any portions gives the same as folding at once. Total; drops nothing silently. */
export function foldEvents<State>(projection: Projection<State>, before: Folded<State>, events: Iterable<Event>): Folded<State> {
  const skipped = new Map(Object.entries(before.skipped))
  let { state, head, applied } = before
  for (const event of events) {
    head = { seq: event.seq, hash: event.hash }
    const step = Object.hasOwn(projection.on, event.type) ? projection.on[event.type] : undefined
    if (step === undefined) {
      skipped.set(event.type, (skipped.get(event.type) ?? 0) + 1)
    } else {
      state = step(state, event)
      applied++
    }
  }
  return { state, head, applied, skipped: Object.fromEntries(skipped) }
}
