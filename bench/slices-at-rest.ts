import { memoryBlobs } from '../src/adapters/blobs/memory'
import { fileLedger } from '../src/adapters/ledger-store/file'
import { memoryLedger } from '../src/adapters/ledger-store/memory'
import type { LedgerStore } from '../src/ports/ledger-store'
import type { Event, NewEvent } from '../src/ledger/event'
import { platformDigest } from '../src/faces/embed/platform-digest'
import { driveOnce } from '../src/running/driver/drive-once'
import { knownEvents } from '../src/running/known-events'
import { withEventTypes } from '../src/running/typed-ledger'
import { sliceWith } from '../src/tribunal/decider'
import type { TribunalEvent } from '../src/tribunal/event'
import type { SliceState } from '../src/tribunal/state'
import { setup, sliceWorld } from '../test/support/slice-world'

const slice = sliceWith(platformDigest)

/** Drives one slice, which is to wait for a person. */
async function driveToRest(ledger: LedgerStore, id: string): Promise<void> {
  const world = sliceWorld({ member: () => ({ failure: 'refused' }) })
  const ports = { ...world.ports, hands: world.hands, digest: platformDigest, blobs: memoryBlobs() }
  const outcome = await driveOnce({ ledger, ports, setup: { ...setup, id } }, `slice/${id}`)
  if (outcome.kind !== 'waiting') throw new Error(`the slice of the bench is ${outcome.kind}`)
}

/** Fills a file ledger with so many slices whose panel escalated, each the events of one that was driven there; tells how many events. */
export async function fillWithSlices(place: string, count: number): Promise<number> {
  const made = memoryLedger()
  await driveToRest(made, 'S0')
  const one: NewEvent[] = []
  for await (const { stream, type, schema, actor, id, data } of made.read()) one.push({ stream, type, schema, actor, id, data })
  const text = JSON.stringify(one)
  const ledger = fileLedger(place)
  for (let number = 0; number < count; number++) {
    await ledger.append(
      JSON.parse(text.replaceAll('slice/S0', `slice/S${number}`).replaceAll('"id":"S0"', `"id":"S${number}"`)) as NewEvent[],
      [],
    )
  }
  await ledger.close()
  return one.length * count
}

/** Opens the ledger, brings every slice to where it stands in one reading and holds them all, as a process does that starts again; each must wait for a person. */
export async function holdAll(place: string): Promise<ReadonlyMap<string, SliceState>> {
  const ledger = withEventTypes(fileLedger(place), knownEvents)
  const held = new Map<string, SliceState>()
  for await (const event of ledger.read()) {
    if (!event.stream.startsWith('slice/')) continue
    held.set(event.stream, slice.evolve(held.get(event.stream) ?? slice.initial(undefined), event as Event & TribunalEvent))
  }
  await ledger.close()
  for (const [stream, state] of held)
    if (slice.next(state)[0]?.kind !== 'ask-person') throw new Error(`${stream} does not wait for a person`)
  return held
}
