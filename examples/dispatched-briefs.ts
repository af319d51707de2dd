// What is each session told? Writes the brief of every action that is due to a file of its own: `doer.txt`, `verifier-<lens>.txt`.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fold, openLedger } from 'adjudicate/running'
import { renderBrief, slice } from 'adjudicate/tribunal'

export async function main(ledgerAddress: string, id: string, folder: string, nonceOf: (action: string) => string): Promise<string[]> {
  const ledger = await openLedger(ledgerAddress)
  const due = slice.next(await fold(ledger, slice, `slice/${id}`))
  await ledger.close()
  await mkdir(folder, { recursive: true })
  const written: string[] = []
  for (const action of due) {
    if (action.kind !== 'await-report' && action.kind !== 'judge') continue
    const name = action.kind === 'judge' ? `verifier-${action.lens}.txt` : 'doer.txt'
    await writeFile(join(folder, name), renderBrief(action.brief, { nonce: nonceOf(action.id) }))
    written.push(name)
  }
  return written
}
