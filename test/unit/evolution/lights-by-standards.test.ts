import { describe, expect, test } from 'vitest'
import { memoryLedger } from '../../../src/adapters/ledger-store/memory'
import { evolution } from '../../../src/evolution/decider'
import { lightsByStandards } from '../../../src/evolution/lights-by-standards'
import { evolutionStream } from '../../../src/evolution/setup'
import { bugfix, bugfix3 } from '../../../src/light/bugfix'
import { devGate } from '../../../src/light/dev-gate'
import type { LightCommand } from '../../../src/light/light-command'
import { lightStreams } from '../../../src/light/light-record'
import { policyOf } from '../../../src/light/light-tables'
import type { Policy } from '../../../src/policy/policy'
import type { LedgerStore } from '../../../src/ports/ledger-store'
import { fold } from '../../../src/running/fold-stream'
import { knownEvents } from '../../../src/running/known-events'
import { record } from '../../../src/running/record'
import { withEventTypes } from '../../../src/running/typed-ledger'

const faults = lightsByStandards('fault')
const gates = lightsByStandards('gate')
const axes = { cause: 'RC1', solution: 'FX1', evidence: ['EV2'], scope: 'SC1', H1: 'no', H2: 'no', H3: 'no', H4: 'no' } as const
const dossier = { hypothesisedCause: 'c', supportingEvidence: 's', counterEvidence: 'n', verification: 'v', rollback: 'r' }
const day = '20261128'
const ann = { kind: 'human', id: 'Ann' } as const

/** The published table with every green made yellow or red: what a cautious house would adopt. */
function cautious(version: number, then: 'yellow' | 'red' = 'yellow'): Policy {
  const rules = bugfix.rules.map((rule) => (rule.then === 'green' ? { ...rule, id: 'cautious', then } : rule))
  return { ...bugfix, version, rules }
}

async function opened(policy: Policy, workflow: 'bugfix' | 'dev' = 'bugfix'): Promise<LedgerStore> {
  const ledger = withEventTypes(memoryLedger(), knownEvents)
  const setup = { workflow, standards: { version: 1, clauses: [{ id: 'table', text: 'the table', policy }] } }
  await record(ledger, evolution, evolutionStream(workflow), { do: 'open' }, { setup })
  return ledger
}

async function adopt(ledger: LedgerStore, policy: Policy): Promise<string> {
  const stream = evolutionStream('bugfix')
  const carriedOut = async (command: Parameters<typeof evolution.decide>[1]): Promise<void> => {
    const outcome = await record(ledger, evolution, stream, command, { setup: { workflow: 'bugfix' } })
    if (!outcome.ok) throw new Error(outcome.refusal.message)
  }
  const count = (await fold(ledger, evolution, stream, { setup: { workflow: 'bugfix' } })).signals.length
  for (const n of [count + 1, count + 2]) {
    const said = {
      target: `T-${n}`,
      source: `t${n}`,
      quote: 'No.',
      verdict: 'wrong',
      evidence: [],
      signature: `s${policy.version}`,
      kind: 'veto',
    } as const
    await carriedOut({ do: 'signal', ...said, by: ann, nowMs: n })
  }
  const parts = { evidence: ['e'], counter_example: 'c', falsify: 'f', rollback: 'r', by: { kind: 'agent', id: 'codex' } } as const
  await carriedOut({
    do: 'propose',
    signature: `s${policy.version}`,
    clause: 'table',
    change: { kind: 'policy', policy },
    ...parts,
    nowMs: 10,
  })
  const state = await fold(ledger, evolution, stream, { setup: { workflow: 'bugfix' } })
  const id = state.proposals.at(-1)?.id ?? ''
  await carriedOut({ do: 'offer', proposal: id })
  const due = evolution
    .next(await fold(ledger, evolution, stream, { setup: { workflow: 'bugfix' } }))
    .find(({ kind }) => kind === 'ask-decision')
  await carriedOut({
    do: 'approve',
    proposal: id,
    digest: due?.kind === 'ask-decision' ? due.digest : '',
    by: ann,
    words: 'yes, it recurred',
    nowMs: 11,
  })
  return id
}

async function judged(ledger: LedgerStore, payload: object = axes, more: object = {}): Promise<unknown> {
  const outcome = await record(ledger, faults, lightStreams.fault, { do: 'judge-fault', day, payload, ...more } as LightCommand)
  if (!outcome.ok) return outcome.refusal.code
  const data = outcome.events[0]?.data as { card: string; policy: string; rule: string; light: string } | undefined
  return data === undefined ? 'known' : [data.card, data.policy, data.rule, data.light]
}

describe('R-EVO-07 lights are judged by the standards in force', () => {
  test('a table that a person adopted decides, by its version, from the ledger alone', async () => {
    const ledger = await opened(bugfix)
    expect(await judged(ledger)).toEqual(['F-20261128-01', 'bugfix@1', '5', 'green'])
    await adopt(ledger, cautious(4))
    // Judged before: the case keeps the table of its card. A new one takes the table in force.
    expect(await judged(ledger)).toBe('known')
    expect(await judged(ledger, { ...axes, dossier })).toEqual(['F-20261128-02', 'bugfix@4', 'cautious', 'yellow'])
    expect(await judged(ledger, { ...axes, dossier })).toBe('known')
    expect(await judged(ledger, axes, { policy: 'bugfix@4' })).toEqual(['F-20261128-03', 'bugfix@4', 'cautious', 'red'])
    expect(await judged(ledger, axes, { policy: 'bugfix@5' })).toBe('unknown-policy')
    expect(await judged(ledger, axes, { policy: 'dev-gate@1' })).toBe('unknown-policy')
    const { cards, adopted } = await fold(ledger, faults, lightStreams.fault)
    expect(cards.map((card) => policyOf(card, adopted).rules.some(({ id }) => id === 'cautious'))).toEqual([false, true, true])
    expect(cards.map(({ policyHash }) => policyHash === undefined)).toEqual([true, false, false])
  })

  test('what is taken back leaves its cards readable, and another table of the same name is another table', async () => {
    const ledger = await opened(bugfix)
    const first = await adopt(ledger, cautious(4))
    expect(await judged(ledger, { ...axes, dossier })).toMatchObject({ 1: 'bugfix@4', 3: 'yellow' })
    const back = { do: 'roll-back', proposal: first, by: ann, words: 'too slow' } as const
    await record(ledger, evolution, evolutionStream('bugfix'), back, { setup: { workflow: 'bugfix' } })
    expect(await judged(ledger)).toMatchObject({ 1: 'bugfix@1', 3: 'green' })
    await adopt(ledger, { ...cautious(4, 'red'), version: 4 })
    expect(await judged(ledger, { ...axes, evidence: ['EV1'] })).toMatchObject({ 1: 'bugfix@4', 3: 'red' })
    const { cards, adopted } = await fold(ledger, faults, lightStreams.fault)
    const [one, , other] = cards
    expect([one?.policy, other?.policy, one?.policyHash === other?.policyHash]).toEqual(['bugfix@4', 'bugfix@4', false])
    expect([one, other].map((card) => card && policyOf(card, adopted).rules.find(({ id }) => id === 'cautious')?.then)).toEqual([
      'yellow',
      'red',
    ])
  })

  test('an authorization under an adopted table is decided by that table', async () => {
    const ledger = await opened(cautious(4))
    await judged(ledger, { ...axes, dossier })
    const asked = { do: 'authorize', day, card: 'F-20261128-01', by: ann, nowMs: 1000 } as const
    const words = 'try the current hypothesis'
    const given = await record(ledger, faults, lightStreams.fault, { ...asked, grant: 'attempt-hypothesis', words })
    expect(given.ok && given.events.map(({ type, actor }) => [type, actor])).toEqual([['light.authorized', ann]])
    const again = await record(ledger, faults, lightStreams.fault, { ...asked, grant: 'attempt-hypothesis', words })
    expect(again).toMatchObject({ ok: true, events: [] })
  })

  test('a published table in force is named without a hash, and a table that asks for other facts judges nothing', async () => {
    const ledger = await opened({ ...bugfix3 })
    expect(await judged(ledger)).toMatchObject({ 1: 'bugfix@3', 3: 'green' })
    expect((await fold(ledger, faults, lightStreams.fault)).cards[0]?.policyHash).toBeUndefined()
    const unfit: Policy[] = [
      { ...bugfix, version: 7, facts: { ...bugfix.facts, mood: ['good', 'bad'] } },
      { ...bugfix, version: 7, outcomes: ['red', 'yellow', 'green'] },
      { ...bugfix, version: 7, facts: { ...bugfix.facts, cause: ['RC3', 'RC2', 'RC1'] } },
    ]
    for (const policy of unfit) {
      const setup = { workflow: 'bugfix', standards: { version: 1, clauses: [{ id: 'table', text: 'the table', policy }] } } as const
      const refused = { ok: false, refusal: { rule: 'R-EVO-07', code: 'unfit-table' } }
      expect(evolution.decide(evolution.initial(setup), { do: 'open' })).toMatchObject(refused)
      // A record that holds one all the same lets no light be judged by it.
      const state = { ...faults.initial(undefined), adopted: [policy] }
      expect(faults.decide(state, { do: 'judge-fault', day, payload: axes })).toMatchObject(refused)
    }
  })

  test('the development gate takes its own, and neither light sees the other’s', async () => {
    const strict = { ...devGate, version: 2, rules: [{ id: 'never', when: {}, then: 'red' as const }] }
    const ledger = await opened(strict, 'dev')
    const fast = { documentationOnly: false, oneFileOnePoint: false, sharedContract: false, precedent: null, securitySensitive: false }
    const payload = { l1: [], fast, facts: { premise: 'ok', requirement: 'RQ1', solution: 'SL1', tradeoff: 'none' } }
    const outcome = await record(ledger, gates, lightStreams.gate, { do: 'judge-gate', day, payload })
    expect(outcome.ok && outcome.events.map(({ data }) => data)).toMatchObject([{ policy: 'dev-gate@2', rule: 'never', light: 'red' }])
    expect(await judged(ledger)).toMatchObject({ 1: 'bugfix@1', 3: 'green' })
  })
})
