// How do I drive a slice myself? Fold the stream, carry out what is due, record what came of it: nothing else is kept.
import type { Hands } from 'adjudicate/running'
import { fold, handle, openLedger, record } from 'adjudicate/running'
import type { ClosingReport, SliceSetup } from 'adjudicate/tribunal'
import { closingReport, slice } from 'adjudicate/tribunal'

export async function main(setup: SliceSetup, myHands: Hands, address = 'memory:'): Promise<ClosingReport> {
  const stream = `slice/${setup.id}`
  const ledger = await openLedger(address)
  for (;;) {
    const state = await fold(ledger, slice, stream, { setup })
    const due = slice.next(state)
    if (due.length === 0) return closingReport(state)
    for (const action of due) {
      const recorded = await record(ledger, slice, stream, await handle(action, myHands), { setup })
      if (!recorded.ok) throw new Error(recorded.refusal.message)
    }
  }
}
