import { canonicalJson } from '../canonical/canonical-json'
import { plainCopy } from '../canonical/plain'
import type { Ruling } from '../consensus/ruling'
import type { RulingData } from '../consensus/ruling-event'
import { rulingEventType } from '../consensus/ruling-event'
import type { BlobStore } from '../ports/blobs'
import type { LedgerStore } from '../ports/ledger-store'
import { release } from '../release'

/** Where a ruling stands in the ledger. */
export type Recorded = { readonly stream: string; readonly seq: number; readonly version: number; readonly hash: string }

type Stores = { readonly ledger: LedgerStore; readonly blobs: BlobStore }

/**
 * Records a ruling with, by hash, the whole input it was decided from and the whole ruling, both kept as blobs (spec 08). The same
 * input again gives the event that is there already. `input` is what `adjudicate` was given. Throws what the two stores throw.
 */
export async function recordRuling(
  { ledger, blobs }: Stores,
  input: unknown,
  ruling: Exclude<Ruling, { kind: 'refused' }>,
): Promise<Recorded> {
  const inputHash = await blobs.put(canonicalJson(plainCopy(input).copy))
  const rulingHash = await blobs.put(canonicalJson(ruling))
  const stream = `rulings/${ruling.boundTo.rubric.slice('sha256:'.length, 'sha256:'.length + 12)}`
  const data = dataOf(ruling, inputHash, rulingHash)
  const { type, schema } = rulingEventType
  const event = {
    stream,
    type,
    schema,
    actor: { kind: 'engine' as const, id: `adjudicate@${release}` },
    id: `${inputHash}/${rulingHash}`,
    data,
  }
  const [recorded] = await ledger.append([event], [{ stream, version: 'any' }])
  if (recorded === undefined) throw new TypeError('a store that appends gives the event back')
  return { stream, seq: recorded.seq, version: recorded.version, hash: recorded.hash }
}

function dataOf(ruling: Exclude<Ruling, { kind: 'refused' }>, input: string, hash: string): RulingData {
  const common = { rules: ruling.rules, kind: ruling.kind, boundTo: ruling.boundTo, input, ruling: hash }
  if (ruling.kind !== 'verdict') return common
  const { verdict, reasons, overall, target } = ruling
  return { ...common, verdict, reasons: [...reasons], overall, target }
}
