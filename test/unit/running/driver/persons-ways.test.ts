import { describe, expect, test } from 'vitest'
import { memoryBlobs } from '../../../../src/adapters/blobs/memory'
import { memoryLedger } from '../../../../src/adapters/ledger-store/memory'
import type { LedgerStore } from '../../../../src/ports/ledger-store'
import type { ModelRequest } from '../../../../src/ports/model'
import type { DriveOutcome } from '../../../../src/running/driver/drive-once'
import { driveOnce } from '../../../../src/running/driver/drive-once'
import type { Hands } from '../../../../src/running/driver/hands'
import { fold } from '../../../../src/running/fold-stream'
import { knownEvents } from '../../../../src/running/known-events'
import { record } from '../../../../src/running/record'
import { withEventTypes } from '../../../../src/running/typed-ledger'
import { sliceWith } from '../../../../src/tribunal/decider'
import type { SliceCommandInput } from '../../../../src/tribunal/command'
import type { SliceState } from '../../../../src/tribunal/state'
import type { World } from '../../../support/slice-world'
import { blockOf, digest, nonceIn, report, scorecard, setup, sliceWorld } from '../../../support/slice-world'

const stream = 'slice/S1'
const slice = sliceWith(digest)
type StuckWorld = Pick<World, 'ports'> & { readonly handsFor: (state: SliceState) => Hands }
type Way = Extract<SliceCommandInput, { do: 'resolve' }>['way']

/** The adversary names one failure in the first round under the first rubric; a hand holds it to be so where `verdict` is BLOCK. */
function stuckWorld(verdict: 'BLOCK' | 'ESCALATE'): StuckWorld {
  const repair = verdict === 'BLOCK' ? 'structural' : 'local'
  const citations = [{ kind: 'quote', text: 'export const closed = after(limit)' }]
  const scenario = { id: 'sc1', input: 'limit 0', wrongBehaviour: 'lets one through', class: 'correctness', repair, citations }
  const member = ({ role, brief }: ModelRequest): string => {
    const isFirst = brief.includes('Round 1 of') && brief.includes('At most five requests')
    const scenarios = role === 'adversary' && isFirst ? [scenario] : []
    return blockOf('SCORECARD', nonceIn(brief, 'SCORECARD'), { ...(scorecard(role, 'bbbbbbb2') as object), scenarios })
  }
  const world = sliceWorld({ doer: (request) => report(request).replace('aaaaaaa1', 'bbbbbbb2'), member })
  const upheld = { member: 'adversary', scenario: 'sc1', outcome: 'upheld', citations, by: { kind: 'human', id: 'ana' } }
  const handsFor = (state: SliceState): Hands => ({
    ...world.hands,
    evidence: async (action) => {
      const isNamed = state.panel.some(({ answer }) => answer?.outcome === 'scorecard' && answer.scenarios.length > 0)
      return { ...(await world.hands.evidence(action)), ...(isNamed && verdict === 'BLOCK' ? { adjudications: [upheld] } : {}) }
    },
  })
  return { ports: world.ports, handsFor }
}

async function driven(ledger: LedgerStore, { ports, handsFor }: StuckWorld): Promise<DriveOutcome> {
  return driveOnce({ ledger, ports: { ...ports, hands: handsFor, digest, blobs: memoryBlobs() }, setup }, stream)
}

/** Drives until a person is asked, records what the person says as a command of its own, and drives on from there. */
async function after(verdict: 'BLOCK' | 'ESCALATE', way: Way): Promise<{ readonly outcome: DriveOutcome; readonly state: SliceState }> {
  const ledger = withEventTypes(memoryLedger(), knownEvents)
  expect(await driven(ledger, stuckWorld(verdict))).toMatchObject({ kind: 'waiting', actions: [{ kind: 'ask-person' }] })
  const stuck = await fold(ledger, slice, stream)
  expect(stuck).toMatchObject({ phase: 'asking', ruling: { verdict }, ending: null })
  // At rest: nothing is written while nobody answers.
  const { seq } = await ledger.head()
  await driven(ledger, stuckWorld(verdict))
  expect((await ledger.head()).seq).toBe(seq)
  const told = await record(ledger, slice, stream, { do: 'resolve', by: { kind: 'human', id: 'ana' }, way })
  expect(told).toMatchObject({ ok: true })
  const outcome = await driven(ledger, stuckWorld(verdict))
  return { outcome, state: await fold(ledger, slice, stream) }
}

const citations = [{ kind: 'quote', text: 'export const limit = 5' }] as const

describe.each(['ESCALATE', 'BLOCK'] as const)('R-TRI-74 a person’s ways out of %s, each of which carries the run on', (verdict) => {
  test('accept and abandon hand it over as it is', async () => {
    for (const [take, ending] of [
      ['accept', 'accepted'],
      ['abandon', 'abandoned'],
    ] as const) {
      const { outcome, state } = await after(verdict, { take, reason: 'enough is known' })
      expect(outcome).toEqual({ kind: 'idle' })
      expect(state).toMatchObject({ phase: 'closed', ending, rounds: { used: 1 }, dispatches: { used: 1 } })
    }
  })

  test('grant has a fresh doer and a fresh panel at work, and both counters go on', async () => {
    const { outcome, state } = await after(verdict, { take: 'grant', rounds: 1, dispatches: 1 })
    expect(outcome).toEqual({ kind: 'idle' })
    expect(state).toMatchObject({ ending: 'shipped', rounds: { used: 2, max: 4 }, dispatches: { used: 2, max: 6 } })
    expect(new Set(state.sessions.map(({ session }) => session)).size).toBe(state.sessions.length)
  })

  test('new-rubric begins again from 1 under the new criteria', async () => {
    const rubric = { criteria: ['Closes after five'], dimensions: ['correctness', 'clarity'], commands: ['npm test'] }
    const { outcome, state } = await after(verdict, { take: 'new-rubric', rubric })
    expect(outcome).toEqual({ kind: 'idle' })
    expect(state).toMatchObject({ ending: 'shipped', rubricVersion: 2, rounds: { used: 1, max: 3 }, dispatches: { used: 1, max: 5 } })
    expect(state.rubric?.criteria.map(({ text }) => text)).toEqual(['Closes after five'])
  })
})

describe('R-TRI-33 a rebuttal with evidence', () => {
  const way: Way = { take: 'rebut', member: 'adversary', scenario: 'sc1', reason: 'the limit is five, not 0', citations: [...citations] }
  test('ships what only an open scenario held up', async () => {
    const { outcome, state } = await after('ESCALATE', way)
    expect(outcome).toEqual({ kind: 'idle' })
    expect(state).toMatchObject({ ending: 'shipped', rounds: { used: 1 }, dispatches: { used: 1 } })
  })

  test('does nothing against what a hand has upheld: a person is asked again', async () => {
    const { outcome, state } = await after('BLOCK', way)
    expect(outcome).toMatchObject({ kind: 'waiting', actions: [{ kind: 'ask-person' }] })
    expect(state).toMatchObject({ phase: 'asking', ruling: { verdict: 'BLOCK' }, ending: null })
  })
})
