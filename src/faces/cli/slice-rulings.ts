import { fileBlobs } from '../../adapters/blobs/file'
import { explainRuling } from '../../consensus/explain'
import type { Ruling } from '../../consensus/ruling'
import type { RulingData } from '../../consensus/ruling-event'
import { rulingEventType } from '../../consensus/ruling-event'
import { parseCorpus } from '../../evidence/corpus'
import type { BlobStore } from '../../ports/blobs'
import type { LedgerStore } from '../../ports/ledger-store'

/** A ruling of a slice as it was kept, whole; `page` is its account for a person. Both are left out where its blobs were purged. */
export type ToldRuling = { readonly seq: number; readonly ruling?: Ruling; readonly page?: string }

/** Every ruling of a slice with its whole account, in the order in which they were made; blobs are checked against their address. */
export async function rulingsOf(ledger: LedgerStore, folder: string, stream: string): Promise<ToldRuling[]> {
  const blobs = fileBlobs(`${folder}/blobs`)
  const told: ToldRuling[] = []
  for await (const { seq, data } of ledger.read({ stream, types: [rulingEventType.type] })) {
    const { input, ruling } = data as RulingData
    const kept = await jsonAt(blobs, ruling)
    if (kept === undefined) {
      told.push({ seq })
      continue
    }
    // What a blob holds has the hash that the record names, and the record was checked when it was written.
    const whole = kept as Ruling
    told.push({ seq, ruling: whole, page: whole.kind === 'verdict' ? pageOf(whole, await corpusAt(blobs, input)) : shortly(whole) })
  }
  return told
}

function pageOf(ruling: Ruling, kept: unknown): string {
  const parsed = parseCorpus(kept ?? {})
  return explainRuling(ruling, parsed.ok ? { corpus: parsed.value } : {})
}

/** What was asked on the way was answered, or the next ruling says that it was not. */
function shortly(ruling: Ruling): string {
  return `${explainRuling(ruling).split('\n')[0] ?? ''}\n`
}

async function jsonAt(blobs: BlobStore, address: string): Promise<unknown> {
  const bytes = await blobs.get(address)
  return bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes))
}

async function corpusAt(blobs: BlobStore, address: string): Promise<unknown> {
  const input = await jsonAt(blobs, address)
  return typeof input === 'object' && input !== null && 'corpus' in input ? input.corpus : undefined
}
