import { rulingEventType } from '../consensus/ruling-event'
import { offeredEventType } from '../evolution/event'
import { gateEventType } from '../gate/gate-event'
import { isAdjudicateError } from '../errors'
import type { Event } from '../ledger/event'
import type { BlobStore } from '../ports/blobs'
import type { LedgerStore } from '../ports/ledger-store'
import { verifiedEventType } from '../tribunal/event'

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
  for await (const event of ledger.read({ types: naming.map(({ type }) => type) })) {
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

/** Which blobs an event names: the input that a ruling was made from and the ruling; a gate's report; a long diff that was checked; what a proposal would have changed. */
const naming = [
  { ...rulingEventType, names: read(rulingEventType.data, ({ input, ruling }) => [input, ruling]) },
  { ...gateEventType, names: read(gateEventType.data, ({ report }) => [report]) },
  { ...verifiedEventType, names: read(verifiedEventType.data, ({ diff }) => (typeof diff === 'string' ? [] : [diff.blob])) },
  { ...offeredEventType, names: read(offeredEventType.data, ({ impact }) => [impact]) },
]

type Schema<Data> = { safeParse(data: unknown): { readonly success: true; readonly data: Data } | { readonly success: false } }

function read<Data>(schema: Schema<Data>, names: (data: Data) => readonly string[]): (data: unknown) => readonly string[] {
  return (data) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? names(parsed.data) : []
  }
}

function blobsNamedBy({ type, schema, data }: Event): readonly string[] {
  return naming.find((known) => known.type === type && known.schema === schema)?.names(data) ?? []
}

async function stateOf(blobs: BlobStore, address: string): Promise<'whole' | BlobFault['state']> {
  try {
    return (await blobs.get(address)) === undefined ? 'missing' : 'whole'
  } catch (error) {
    if (isAdjudicateError(error) && error.code === 'blob-corrupt') return 'altered'
    throw error
  }
}
