import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EvolutionCommand, EvolutionEvent, EvolutionState } from '../../src/entries/evolution'
import { evolution, findClause, foldSignature, sameCaseCount, standardsInForce, standardsOf } from '../../src/entries/evolution'
import { knownEvents } from '../../src/running/known-events'
import { approve, EvolutionRun, propose, signal, someDay } from '../support/evolution-run'
import { definePolicy } from '../../src/policy/policy'

type Step = { readonly what: string; readonly who: 'human' | 'agent' | 'engine' | 'system'; readonly n: number; readonly m: number }

// Half of the steps do what is due, so that the long ways are walked too; people act more often than others.
const step = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constant('due') },
    { weight: 3, arbitrary: fc.constant('signal') },
    {
      weight: 5,
      arbitrary: fc.constantFrom('propose', 'offer', 'approve', 'reject', 'keep', 'roll-back', 'start', 'judge', 'judge', 'merge'),
    },
  ),
  who: fc.constantFrom('human', 'human', 'human', 'human', 'agent', 'engine', 'system'),
  n: fc.nat({ max: 5 }),
  m: fc.nat({ max: 2 }),
})
const walks = fc.array(step, { minLength: 20, maxLength: 50, size: 'max' })
const signatures = ['wide scope', 'Wide_Scope ', 'tone', 'order']
const facts = { risk: 'high', tests: true }
// A small table: what is shown here doesn't hang on how large the domain is.
const table = (version: number, wide: string) =>
  definePolicy({
    id: 'light',
    version,
    facts: { risk: ['low', 'high'], tests: [true, false] },
    outcomes: ['go', 'ask', 'stop'],
    rules: [
      { id: 'tested', when: { risk: 'low', tests: true }, then: 'go' },
      { id: 'risky', when: { risk: 'high', tests: true }, then: wide },
    ],
    otherwise: 'stop',
  })
const tables = [table(2, 'ask'), table(3, 'go')] as const
const setup = {
  workflow: 'bugfix',
  standards: {
    version: 1,
    clauses: [
      { id: 'light', text: 'By the table.', policy: table(1, 'stop') },
      { id: 'tone', text: 'Short.' },
    ],
  },
} as const

function commandOf({ what, who, n, m }: Step, state: EvolutionState): EvolutionCommand {
  const by = { kind: who, id: who }
  const proposal = state.proposals.at(-1 - (m % 2))?.id ?? 'P-20260814-01'
  const signature = signatures[n % signatures.length] ?? ''
  switch (what) {
    case 'due':
      return dueCommand({ what, who, n, m }, state)
    case 'signal':
      return signal(`card-${n}-${m}`, { signature, source: `task-${n}`, by, clause: m === 0 ? 'light' : 'tone' })
    case 'propose':
      if (m === 0) return propose(signature, { change: { kind: 'policy', policy: n % 2 === 0 ? tables[0] : tables[1] }, by })
      return propose(signature, {
        clause: m === 1 ? 'tone' : `clause-${n}`,
        change: { kind: 'text', text: `Text ${n} after ${state.version}.` },
        by,
      })
    case 'offer':
      return { do: 'offer', proposal }
    case 'approve':
      return { ...approve(state, proposal), by }
    case 'start':
      return { do: 'start', task: `task-${n}${m}` }
    case 'judge':
      return { do: 'judge', task: n % 2 === 0 ? `task-${n}` : `task-${n}${m}`, card: `card-${n}-${m}`, clause: 'light', facts }
    case 'merge':
      return { do: 'merge-signatures', from: signature, into: signatures[(n + m + 1) % signatures.length] ?? '', by }
    default:
      return { do: what === 'reject' ? 'reject' : what === 'keep' ? 'keep' : 'roll-back', proposal, by, words: 'So be it.' }
  }
}

/** What the first due action asks for; a start where nothing is due. */
function dueCommand({ who, n, m }: Step, state: EvolutionState): EvolutionCommand {
  const [due] = evolution.next(state)
  switch (due?.kind) {
    case undefined:
      return commandOf({ what: 'start', who, n, m }, state)
    case 'write-proposal':
      return { ...commandOf({ what: 'propose', who, n, m }, state), signature: due.signature } as EvolutionCommand
    case 'offer-impact':
      return { do: 'offer', proposal: due.proposal }
    case 'ask-decision':
      return { ...approve(state, due.proposal), by: { kind: who, id: who } }
    case 'ask-rollback':
      return { do: m === 0 ? 'keep' : 'roll-back', proposal: due.proposal, by: { kind: who, id: who }, words: 'So be it.' }
  }
}

/** Walks, and shows each step that was carried out with the states before and after it. */
function walk(
  steps: readonly Step[],
  seen: (before: EvolutionState, after: EvolutionState, command: EvolutionCommand, events: readonly EvolutionEvent[]) => void,
): EvolutionRun {
  const run = new EvolutionRun(setup)
  run.do({ do: 'open' })
  for (const one of steps) {
    const before = run.state
    const command = commandOf(one, before)
    const decision = run.decide(command)
    if (decision.ok) seen(before, run.state, command, decision.events)
  }
  return run
}

const actorOf = (command: EvolutionCommand): string | undefined => ('by' in command ? command.by.kind : undefined)

describe('however the standards change', () => {
  test('R-EVO-06, R-EVO-09: only a human actor moves them, by an approval or a rollback, one version at a time', () => {
    const reached = { approvals: 0, rollbacks: 0 }
    fc.assert(
      fc.property(walks, (steps) => {
        walk(steps, (before, after, command) => {
          if (before.versions.length === after.versions.length) {
            expect(standardsInForce(after)).toBe(standardsInForce(before))
            return
          }
          expect(actorOf(command)).toBe('human')
          expect(['approve', 'roll-back']).toContain(command.do)
          expect(standardsInForce(after).version).toBe(standardsInForce(before).version + 1)
          if (command.do === 'approve') reached.approvals++
          else reached.rollbacks++
        })
      }),
      { numRuns: 60 },
    )
    expect(reached.approvals).toBeGreaterThan(20)
    expect(reached.rollbacks).toBeGreaterThan(5)
  })

  test('R-EVO-02, R-EVO-04: the count never exceeds the distinct targets nor the distinct tasks of people’s signals', () => {
    let counted = 0
    fc.assert(
      fc.property(walks, (steps) => {
        const { state } = walk(steps, () => undefined)
        expect(state.signals.every(({ by }) => by.kind === 'human')).toBe(true)
        const isMerged = state.merges.length > 0
        for (const signature of signatures) {
          const mine = state.signals.filter((one) => isMerged || foldSignature(one.signature) === foldSignature(signature))
          const count = sameCaseCount(state, signature)
          expect(count).toBeLessThanOrEqual(new Set(mine.map(({ target }) => target)).size)
          expect(count).toBeLessThanOrEqual(new Set(mine.map(({ source }) => source)).size)
          counted = Math.max(counted, count)
        }
        for (const one of state.proposals) expect(one.same_case_count).toBeGreaterThanOrEqual(2)
      }),
      { numRuns: 60 },
    )
    expect(counted).toBeGreaterThanOrEqual(3)
  })

  test('R-EVO-07: nothing judged under version n is decided by version n + 1, and no card is judged under two versions', () => {
    const reached = { late: 0 }
    fc.assert(
      fc.property(walks, (steps) => {
        const { state } = walk(steps, (before, after, command) => {
          if (command.do !== 'judge') return
          const judgement = after.judgements.at(-1)
          const pinned = standardsOf(before, command.task)
          expect(judgement?.standards).toBe(pinned?.version)
          expect(judgement?.policy).toBe(`light@${(pinned === undefined ? undefined : findClause(pinned, 'light'))?.policy?.version}`)
          if ((pinned?.version ?? 0) < standardsInForce(before).version) reached.late++
        })
        const versions = new Map<string, Set<number>>()
        for (const { card, standards } of state.judgements) versions.set(card, (versions.get(card) ?? new Set()).add(standards))
        expect([...versions.values()].every(({ size }) => size === 1)).toBe(true)
        for (const one of state.cases) {
          expect(state.judgements.filter(({ card }) => card === one.target).every(({ standards }) => standards === one.standards)).toBe(
            true,
          )
        }
      }),
      { numRuns: 60 },
    )
    expect(reached.late).toBeGreaterThan(5)
  })

  test('R-EVO-12: the record only grows, and no word in it changes', () => {
    let steps = 0
    fc.assert(
      fc.property(walks, (all) => {
        walk(all, (before, after) => {
          steps++
          expect(after.signals.slice(0, before.signals.length)).toEqual(before.signals)
          expect(after.versions.slice(0, before.versions.length)).toEqual(before.versions)
          expect(after.judgements.slice(0, before.judgements.length)).toEqual(before.judgements)
          expect(after.tasks.slice(0, before.tasks.length)).toEqual(before.tasks)
          expect(after.cases.slice(0, before.cases.length).map(({ id, human_said, verdict }) => [id, human_said, verdict])).toEqual(
            before.cases.map(({ id, human_said, verdict }) => [id, human_said, verdict]),
          )
          expect(after.proposals.slice(0, before.proposals.length).map(({ id, change }) => [id, change])).toEqual(
            before.proposals.map(({ id, change }) => [id, change]),
          )
        })
      }),
      { numRuns: 40 },
    )
    expect(steps).toBeGreaterThan(500)
  })

  test('the state is the fold of the events, which pass their schemas, and a refusal or a stranger’s event changes nothing', () => {
    const reached = { refused: 0, types: new Set<string>() }
    fc.assert(
      fc.property(walks, (steps) => {
        const run = walk(steps, () => undefined)
        const stored = JSON.parse(JSON.stringify(run.events)) as EvolutionEvent[]
        const folded = stored.reduce<EvolutionState>(
          (state, event) => evolution.evolve(state, event),
          evolution.initial({ workflow: 'bugfix' }),
        )
        expect(folded).toEqual(run.state)
        for (const { type, data } of stored) {
          reached.types.add(type)
          expect(knownEvents.get(type)?.data.safeParse(data).success).toBe(true)
        }
        for (const one of steps) {
          const command = commandOf(one, run.state)
          const before = JSON.stringify(run.state)
          if (!evolution.decide(run.state, command).ok) reached.refused++
          expect(JSON.stringify(run.state)).toBe(before)
        }
        const stranger = { type: 'evolution.deleted', data: {} } as unknown as EvolutionEvent
        expect(evolution.evolve(run.state, stranger)).toBe(run.state)
        for (const event of stored.slice(0, 3)) {
          const newer = { ...event, schema: 2 }
          expect(evolution.evolve(run.state, newer)).toBe(run.state)
        }
      }),
      { numRuns: 60 },
    )
    expect(reached.refused).toBeGreaterThan(100)
    expect(reached.types.size).toBe(12)
  })

  test('what is due is told with an id that changes only when something new made it due, and there is one open proposal for each signature', () => {
    let asked = 0
    fc.assert(
      fc.property(walks, (steps) => {
        walk(steps, (before, after) => {
          const due = evolution.next(after)
          expect(new Set(due.map(({ id }) => id)).size).toBe(due.length)
          if (before.version === after.version) expect(due).toEqual(evolution.next(before))
          for (const action of due) {
            if (action.kind !== 'ask-decision') continue
            asked++
            const command = { ...approve(after, action.proposal), digest: action.digest, nowMs: someDay }
            const decision = evolution.decide(after, command)
            const stale = ['other-policy', 'no-change', 'unknown-clause', 'missing-text']
            if (!decision.ok) expect(stale).toContain(decision.refusal.code)
          }
        })
      }),
      { numRuns: 60 },
    )
    expect(asked).toBeGreaterThan(100)
  })
})
