import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { acpModel } from '../../../../src/adapters/model/acp'
import { memoryLedger } from '../../../../src/adapters/ledger-store/memory'
import { fold } from '../../../../src/running/fold-stream'
import type { Closing } from '../../../../src/running/open-tribunal'
import { tribunalOver } from '../../../../src/running/open-tribunal'
import { sliceWith } from '../../../../src/tribunal/decider'
import type { PanelSeat } from '../../../../src/tribunal/state'
import { digest, report, scorecard, setup, sliceWorld } from '../../../support/slice-world'

// A process that speaks the Agent Client Protocol sits on a panel, through the whole driver. It is a shell that finds the nonce in its brief.
const card = JSON.stringify(scorecard('adversary', 'bbbbbbb2'))
const said = (text: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  })
const result = (id: number, value: unknown): string => JSON.stringify({ jsonrpc: '2.0', id, result: value })

function agentThat(does: string) {
  const script = `read -r _; echo '${result(0, { protocolVersion: 1 })}'; read -r _; echo '${result(1, { sessionId: 's' })}'
read -r brief; nonce=$(printf '%s' "$brief" | sed 's/.*|||SCORECARD:\\([A-Za-z0-9]*\\)|||.*/\\1/')
say() { printf '%s\\n' "$1" | sed "s/NONCE/$nonce/g"; }
${does}`
  return acpModel({ program: 'sh', args: ['-c', script], cwd: tmpdir(), id: 'agent' })
}

const answer = said(`I looked.\n|||SCORECARD:NONCE|||\n${card}\n|||END_SCORECARD:NONCE|||`)
const done = result(2, { stopReason: 'end_turn' })

async function judgedBy(does: string): Promise<{ readonly closing: Closing; readonly seat: PanelSeat['answer'] | undefined }> {
  const ledger = memoryLedger()
  const world = sliceWorld({ doer: (request) => report(request).replace('aaaaaaa1', 'bbbbbbb2') })
  const hands = { ...world.hands, models: { ...world.models, adversary: agentThat(does) } }
  const closing = await tribunalOver({ ledger, ports: world.ports, hands: () => hands, digest, limits: { callRetries: 0 } }).run(setup)
  const { panel } = await fold(ledger, sliceWith(digest), 'slice/S1')
  return { closing, seat: panel.find(({ lens }) => lens === 'adversary')?.answer }
}

describe('an agent over the Agent Client Protocol on a panel', () => {
  test('judges, and the work ships', async () => {
    const { closing, seat } = await judgedBy(`say '${answer}'; echo '${done}'`)
    expect(seat).toMatchObject({ outcome: 'scorecard', recommendation: 'SHIP' })
    expect([closing.verdict, closing.ending]).toEqual(['SHIP', 'shipped'])
  })

  test.each([
    ['dies after its words', `say '${answer}'; exit 3`, 'infrastructure'],
    ['is cut off after a whole block', `say '${answer}'; echo '${result(2, { stopReason: 'max_tokens' })}'`, 'out-of-contract'],
    ['refuses', `say '${answer}'; echo '${result(2, { stopReason: 'refusal' })}'`, 'out-of-contract'],
    ['breaks the protocol', `say '${answer}'; echo APPROVED; echo '${done}'`, 'out-of-contract'],
    ['gives the nonce of another', `nonce=abcdef123; say '${answer}'; echo '${done}'`, 'out-of-contract'],
  ])('that %s abstains, and nothing ships', async (_, does, reason) => {
    const { closing, seat } = await judgedBy(does)
    expect(seat).toMatchObject({ outcome: 'abstained', reason })
    expect([closing.verdict, closing.ending]).toEqual(['ESCALATE', null])
  })
})
