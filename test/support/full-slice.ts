import type { ModelRequest } from '../../src/ports/model'
import type { Hands } from '../../src/running/driver/hands'
import type { SliceSetup } from '../../src/tribunal/setup'
import { blockOf, nonceIn, scorecard, setup } from './slice-world'

// A slice that comes by every kind of action: its plan is turned down once, a member's first answer can't be read, one round needs a replacement and one a synthesis, the
// rounds run out and a person grants one, and the requester acknowledges. All that is said follows from what was asked, so that a process which starts again says the same.
export const fullSetup: SliceSetup = {
  ...setup,
  plan: 'count the requests',
  requester: { id: 'ana', channel: 'pull request 7' },
}

export const everyKind = [
  'open',
  'vet-plan',
  'refine-plan',
  'dispatch-doer',
  'await-report',
  'verify-report',
  'convene-panel',
  'judge',
  'seat-member',
  'adjudicate',
  'replacement',
  'synthesis',
  'ask-person',
  'deliver',
  'await-acknowledgement',
] as const

export const roundOf = (brief: string): number => Number(/Round (\d+) of/.exec(brief)?.[1] ?? 0)

export function fullDoer({ brief }: ModelRequest): string {
  return blockOf('DOER_REPORT', nonceIn(brief, 'DOER_REPORT'), {
    status: 'DONE',
    diffSummary: 'the limiter',
    files: ['limiter.ts'],
    runs: [{ command: 'npm test', exitCode: 0, output: 'ok' }],
    address: roundOf(brief) >= 4 ? 'bbbbbbb2' : 'aaaaaaa1',
  })
}

type Score = { readonly dimension: string; readonly score: number | null }

/** `nth` says which of a role's calls in a round this is, counted from 0 over all processes, a repeated call not counted. */
export function fullMember(request: ModelRequest, nth: (of: string) => number): string {
  const { brief, role } = request
  const round = roundOf(brief)
  if (role === 'synthesis') return blockOf('SYNTHESIS', nonceIn(brief, 'SYNTHESIS'), { replies: [] })
  if (brief.includes('|||PLAN_VOTE:')) {
    const approves = brief.includes('and close after five')
    return blockOf('PLAN_VOTE', nonceIn(brief, 'PLAN_VOTE'), { approves, critique: approves ? '' : 'it never closes' })
  }
  const nonce = nonceIn(brief, 'SCORECARD')
  if (round === 1 && role === 'fitness' && nth(`${role} ${round}`) === 0) return 'I like it.'
  const card = scorecard(role, round >= 4 ? 'bbbbbbb2' : 'aaaaaaa1') as { readonly scores: readonly Score[] }
  const change = (score: Score): object => {
    if (round === 2 && score.dimension === 'clarity' && role !== 'fitness' && nth(`${role} ${round}`) === 0)
      return { dimension: 'clarity', score: null, reason: 'nothing to go by' }
    return round === 3 && score.dimension === 'correctness' && role === 'quality' ? { ...score, score: 7 } : score
  }
  return blockOf('SCORECARD', nonce, { ...card, scores: card.scores.map(change) })
}

/** What a person does in it. */
export const fullPerson: Pick<Hands, 'refine' | 'person'> = {
  refine: async ({ plan }) => ({ plan: `${plan} and close after five` }),
  person: async () => ({ by: { kind: 'human', id: 'ana' }, way: { take: 'grant', rounds: 1, dispatches: 1 } }),
}
