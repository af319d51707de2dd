// Can somebody later show what was decided, and from what? Record the ruling, then verify the whole ledger.
import { adjudicate } from 'adjudicate'
import { fileBlobs } from 'adjudicate/adapters/blobs/file'
import { openLedger, recordRuling, verify } from 'adjudicate/running'
import type { LedgerVerdict } from 'adjudicate/running'

export async function main(folder: string, input: Record<string, unknown>): Promise<LedgerVerdict> {
  const ledger = await openLedger(`file:${folder}`)
  try {
    const ruling = adjudicate(input)
    if (ruling.kind === 'refused') throw new TypeError(ruling.issues.map(({ path, message }) => `${path}: ${message}`).join('\n'))
    const { hash } = await recordRuling({ ledger, blobs: fileBlobs(`${folder}/blobs`) }, input, ruling)
    return await verify(ledger, { expectHead: hash })
  } finally {
    await ledger.close()
  }
}
