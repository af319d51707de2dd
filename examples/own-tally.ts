// How do I keep a state of my own from the record? A decider: events out of commands, state out of events, nothing else kept.
import { fold, openLedger, record } from 'adjudicate/running'
import type { Decider } from 'adjudicate/ledger'

type Counted = { readonly type: 'tally.counted'; readonly data: { readonly by: number } }
type Command = { readonly add: number }

export const tally: Decider<undefined, number, Command, Counted, never> = {
  initial: () => 0,
  decide: (total, { add }) =>
    total + add <= 10
      ? { ok: true, events: [{ type: 'tally.counted', data: { by: add } }] }
      : { ok: false, refusal: { rule: 'TALLY-1', code: 'over-ten', message: `${total} and ${add} are more than 10` } },
  evolve: (total, event) => total + event.data.by,
  next: () => [],
}

export async function main(): Promise<{ readonly total: number; readonly refusal: string }> {
  const ledger = await openLedger('memory:')
  await record(ledger, tally, 'tally/a', { add: 4 })
  await record(ledger, tally, 'tally/a', { add: 5 })
  const tooMuch = await record(ledger, tally, 'tally/a', { add: 2 })
  const total = await fold(ledger, tally, 'tally/a')
  await ledger.close()
  return { total, refusal: tooMuch.ok ? '' : tooMuch.refusal.code }
}
