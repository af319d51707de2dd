import type { EvolutionCommand, EvolutionEvent, EvolutionState } from '../../../src/entries/evolution'
import {
  evolution,
  findClause,
  parseEvolutionCommand,
  proposalDigest,
  sameCaseCount,
  standardsInForce,
  standardsOf,
} from '../../../src/entries/evolution'
import { bugfix, bugfix2 } from '../../../src/light/bugfix'
import { differencesOf } from './differences'

type Said = { readonly signature: string; readonly by: 'human' | 'agent'; readonly source: string }
type Input = {
  readonly signals: readonly Said[]
  readonly decision?: { readonly by: 'human' | 'agent'; readonly approve: boolean; readonly round?: number }
  readonly active_rules?: number
  readonly reported_count?: number
  readonly count_override?: number
}
export type EvolutionCase = { readonly id: string; readonly input: Input; readonly expected: Readonly<Record<string, unknown>> }

const nowMs = Date.UTC(2026, 7, 14)
const facts = { cause: 'RC1', solution: 'FX1', evidence: 'EV1', scope: 'SC2', H1: 'no', H2: 'no', H3: 'no', H4: 'no' }

/** Runs one case of human signals; undefined where all that is expected came out. */
export function runEvolutionCase({ input, expected }: EvolutionCase): string | undefined {
  const run = started(input)
  input.signals.forEach((said, index) => run.do(signalOf(said, index, input)))
  const due = evolution.next(run.state)[0]
  const signature = due?.kind === 'write-proposal' ? due.signature : (input.signals.at(-1)?.signature ?? '')
  const count = sameCaseCount(run.state, signature)
  const flags = run.state.cases.flatMap((one) => one.flags)
  const action = due?.kind === 'write-proposal' ? 'propose' : run.state.cases.length > 0 ? 'record' : 'none'
  const found = {
    action,
    count,
    ...(flags[0] === undefined ? {} : { flag: flags[0] }),
    ...('auto_applied' in expected ? { auto_applied: isChanged(run.state) || !isOverrideRefused(input) } : {}),
    ...(input.decision === undefined ? {} : decided(run, input.decision)),
  }
  return differencesOf(expected, found)
}

type Run = { state: EvolutionState; do(command: EvolutionCommand): boolean }

/** The clause at issue, and as many others as the case says are active besides. */
function started({ active_rules: active = 1 }: Input): Run {
  const others = Array.from({ length: active - 1 }, (_, index) => ({ id: `other-${index}`, text: `Rule ${index}.` }))
  const standards = { version: 1, clauses: [{ id: 'light', text: 'The table of the light.', policy: bugfix }, ...others] }
  const run: Run = {
    state: evolution.initial({ workflow: 'bugfix', standards }),
    do(command) {
      const decision = evolution.decide(run.state, command)
      if (decision.ok)
        run.state = decision.events.reduce<EvolutionState>((state, event: EvolutionEvent) => evolution.evolve(state, event), run.state)
      return decision.ok
    },
  }
  return run
}

function signalOf({ signature, by, source }: Said, index: number, input: Input): EvolutionCommand {
  return {
    do: 'signal',
    target: `card-of-${source}`,
    quote: `No, that is wrong (${index}).`,
    verdict: 'wrong',
    signature,
    kind: 'correction',
    source,
    by: { kind: by, id: by },
    nowMs,
    ...(input.reported_count === undefined ? {} : { reportedCount: input.reported_count }),
  }
}

/** No field of a signal sets the count: one that tries is not even read. */
function isOverrideRefused({ signals: [said], count_override: count }: Input): boolean {
  return said === undefined || !parseEvolutionCommand({ ...signalOf(said, 0, { signals: [] }), count }).ok
}

function isChanged(state: EvolutionState): boolean {
  return findClause(standardsInForce(state), 'light')?.policy?.version !== bugfix.version
}

/** Tasks stand for rounds: the one that the decision falls into has begun before it, the next begins after it. */
function decided(run: Run, { by, approve, round = 1 }: NonNullable<Input['decision']>): Readonly<Record<string, unknown>> {
  const task = (which: number): string => `round-${which}`
  run.do({ do: 'start', task: task(round) })
  const signature = run.state.cases[0]?.signature ?? ''
  const person = { kind: by, id: 'someone' } as const
  const parts = { evidence: ['twice'], counter_example: 'a lone typo', falsify: 'a yellow that should be green', rollback: 'take it back' }
  run.do({
    do: 'propose',
    signature,
    clause: 'light',
    change: { kind: 'policy', policy: bugfix2 },
    ...parts,
    by: { kind: 'agent', id: 'main' },
    nowMs,
  })
  const proposal = run.state.proposals[0]
  if (proposal === undefined) return { applied: false, kept_case: false }
  run.do({ do: 'offer', proposal: proposal.id })
  const offered = run.state.proposals[0] ?? proposal
  const command = approve
    ? ({
        do: 'approve',
        proposal: proposal.id,
        digest: proposalDigest(run.state, offered),
        by: person,
        words: 'Yes, it recurred.',
        nowMs,
      } as const)
    : ({ do: 'reject', proposal: proposal.id, by: person, words: 'No.' } as const)
  run.do(command)
  run.do({ do: 'start', task: task(round + 1) })
  const at = (which: number): number | undefined => {
    const standards = standardsOf(run.state, task(which))
    return standards === undefined ? undefined : findClause(standards, 'light')?.policy?.version
  }
  run.do({ do: 'judge', task: task(round), card: 'in-that-round', clause: 'light', facts })
  return {
    applied: isChanged(run.state),
    kept_case: run.state.cases.length > 0,
    effective_round: [round, round + 1].find((which) => at(which) === bugfix2.version) ?? null,
    case_in_round_5_rejudged: run.state.judgements.some(({ policy }) => policy !== 'bugfix@1'),
  }
}
