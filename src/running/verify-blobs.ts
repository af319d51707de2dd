import { rulingEventType } from '../consensus/ruling-event'
import { gateEventType } from '../gate/gate-event'
import { isAdjudicateError } from '../errors'
import type { Event } from '../ledger/event'
import type { BlobStore } from '../ports/blobs'
import type { LedgerStore } from '../ports/ledger-store'

/** A blob that isn't as the event `seq` left it. */
export type BlobFault = { readonly seq: number; readonly address: string; readonly state: 'missing' | 'altered' }

/**
 * What became of the blobs that events name, counted by naming: `missing` ones were purged or lost, so what needs them can't be computed again; the
 * content of `altered` ones no longer has their address. `faults` lists the first hundred in the order of the events.
 */
export type BlobsVerdict = {
  readonly named: number
  readonly missing: number
  readonly altered: number
  readonly faults: readonly BlobFault[]
}

const faultsMax = 100

/** Reads every blob that an event of a known type names (spec 08). Throws what the stores throw when they can't be read. */
export async function verifyBlobs(ledger: LedgerStore, blobs: BlobStore): Promise<BlobsVerdict> {
  const found = { named: 0, whole: 0, missing: 0, altered: 0 }
  const faults: BlobFault[] = []
  for await (const event of ledger.read({ types: [rulingEventType.type, gateEventType.type] })) {
    for (const address of blobsNamedBy(event)) {
      const state = await stateOf(blobs, address)
      found.named++
      found[state]++
      if (state !== 'whole' && faults.length < faultsMax) faults.push({ seq: event.seq, address, state })
    }
  }
  const { named, missing, altered } = found
  return { named, missing, altered, faults }
}

/** The input that a ruling was made from, and the ruling; a gate's report. */
function blobsNamedBy({ type, schema, data }: Event): readonly string[] {
  if (type === gateEventType.type && schema === gateEventType.schema) {
    const gate = gateEventType.data.safeParse(data)
    return gate.success ? [gate.data.report] : []
  }
  const parsed = type === rulingEventType.type && schema === rulingEventType.schema ? rulingEventType.data.safeParse(data) : undefined
  return parsed?.success === true ? [parsed.data.input, parsed.data.ruling] : []
}

async function stateOf(blobs: BlobStore, address: string): Promise<'whole' | BlobFault['state']> {
  try {
    return (await blobs.get(address)) === undefined ? 'missing' : 'whole'
  } catch (error) {
    if (isAdjudicateError(error) && error.code === 'blob-corrupt') return 'altered'
    throw error
  }
}
