// How do I run a slice with an orchestrator of my own? Four functions and a ledger: fold, ask what is due, do it, record what came of it.
import { fold, openLedger, record } from 'adjudicate/running'
import type { SliceAction, SliceCommandInput, SliceSetup, SliceState } from 'adjudicate/tribunal'
import { briefFor, closingReport, renderClosingReport, slice } from 'adjudicate/tribunal'

/** The hands of your host: who does the work, who judges it, and where its text is read. */
export type Hands = {
  work(brief: string): Promise<{ readonly summary: string; readonly commit: string; readonly output: string }>
  judge(lens: string, brief: string): Promise<unknown>
  read(commit: string): Promise<{ readonly diff: string; readonly corpus: unknown }>
}

const word = (): string => globalThis.crypto.randomUUID()
const lenses = ['adversary', 'quality', 'fitness']
const tokens = new Map<string, string>()

/** A session of its own with the secret word of its brief; the ledger keeps only that word's hash. */
function newSession(): { session: string; token: string } {
  const [session, token] = [word(), word()]
  tokens.set(session, token)
  return { session, token }
}

async function handle(action: SliceAction, state: SliceState, hands: Hands): Promise<SliceCommandInput> {
  const token = 'session' in action ? (tokens.get(action.session) ?? '') : ''
  switch (action.kind) {
    case 'dispatch-doer':
      return { do: 'dispatch', ...newSession() }
    case 'await-report': {
      const { summary, commit, output } = await hands.work(briefFor('doer', state, { nonce: word(), token }))
      const runs = action.brief.role === 'doer' ? action.brief.commands.map((command) => ({ command, exitCode: 0, output })) : []
      return { do: 'report', session: action.session, token, report: { status: 'DONE', diffSummary: summary, address: commit, runs } }
    }
    case 'verify-report': {
      const { diff } = await hands.read(action.address)
      return { do: 'verify', resolves: true, diff, runs: action.commands.map((command) => ({ command, exitCode: 0, output: '' })) }
    }
    case 'convene-panel':
      return { do: 'convene', seats: lenses.map((lens) => ({ member: lens, lens, adversary: lens === 'adversary', ...newSession() })) }
    case 'judge': {
      const { member, lens, adversary } = action
      const brief = briefFor(adversary ? 'adversary' : 'verifier', state, { nonce: word(), token, lens })
      return { do: 'scorecard', member, token, answer: await hands.judge(lens, brief) }
    }
    case 'adjudicate':
      return { do: 'adjudicate', corpus: (await hands.read(action.address)).corpus }
    case 'deliver':
      return { do: 'delivered', channel: 'the terminal' }
    case 'await-acknowledgement':
      return { do: 'acknowledge', by: 'ana' }
    default:
      throw new TypeError(`these hands can't do ${action.kind} yet`)
  }
}

export async function main(setup: SliceSetup, hands: Hands): Promise<{ readonly kinds: readonly string[]; readonly report: string }> {
  const ledger = await openLedger('memory:')
  const stream = `slice/${setup.id}`
  const kinds: string[] = []
  await record(ledger, slice, stream, { do: 'open', setup })
  for (;;) {
    const state = await fold(ledger, slice, stream)
    const due = slice.next(state)
    if (due.length === 0) break
    for (const action of due) {
      const outcome = await record(ledger, slice, stream, await handle(action, state, hands), { key: action.id })
      if (!outcome.ok) throw new TypeError(`${action.kind}: ${outcome.refusal.message}`)
      kinds.push(action.kind)
    }
  }
  const report = renderClosingReport(closingReport(await fold(ledger, slice, stream)))
  await ledger.close()
  return { kinds, report }
}
