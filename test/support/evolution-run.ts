import type { EvolutionCommand, EvolutionDecision, EvolutionEvent, EvolutionSetup, EvolutionState } from '../../src/entries/evolution'
import { evolution, findProposal, proposalDigest } from '../../src/entries/evolution'
import { bugfix, bugfix2 } from '../../src/light/bugfix'

export const ada = { kind: 'human', id: 'ada' } as const
export const agent = { kind: 'agent', id: 'main' } as const
export const someDay = Date.UTC(2026, 7, 14, 16, 30)

export const standards = {
  version: 1,
  clauses: [
    { id: 'light', text: 'The colour is the table’s.', policy: bugfix },
    { id: 'tone', text: 'Say what is missing first.' },
  ],
}

type Signal = Extract<EvolutionCommand, { readonly do: 'signal' }>
type Propose = Extract<EvolutionCommand, { readonly do: 'propose' }>
type Outcome = Extract<EvolutionDecision, { readonly ok: true }>['events']

/** A record that is run by commands; `events` holds all that was decided. */
export class EvolutionRun {
  state: EvolutionState
  readonly events: EvolutionEvent[] = []

  constructor(setup: EvolutionSetup = { workflow: 'bugfix', standards }) {
    this.state = evolution.initial(setup)
  }

  decide(command: EvolutionCommand): EvolutionDecision {
    const decision = evolution.decide(this.state, command)
    if (decision.ok) {
      this.events.push(...decision.events)
      this.state = decision.events.reduce<EvolutionState>((state, event) => evolution.evolve(state, event), this.state)
    }
    return decision
  }

  /** The events; fails where the command was refused. */
  do(command: EvolutionCommand): Outcome {
    const decision = this.decide(command)
    if (!decision.ok) throw new Error(`refused: ${JSON.stringify(decision.refusal)}`)
    return decision.events
  }

  /** Every code that the command is refused with; none where it wasn't. */
  codes(command: EvolutionCommand): string[] {
    const decision = this.decide(command)
    return decision.ok ? [] : decision.refusal.all.map(({ code }) => code)
  }

  signal(target: string, change: Partial<Signal> = {}): Outcome {
    return this.do(signal(target, change))
  }

  /** Two signals of a signature and the proposal that they call for; its id. */
  proposed(signature: string, change: Partial<Propose> = {}): string {
    this.signal(`${signature}-1`, { signature })
    this.signal(`${signature}-2`, { signature })
    this.do(propose(signature, change))
    return this.state.proposals.at(-1)?.id ?? ''
  }

  /** Offers what there is to offer, and approves. */
  approve(proposal: string): Outcome {
    this.decide({ do: 'offer', proposal })
    return this.do(approve(this.state, proposal))
  }
}

/** A signal by a person, on a card of a task of its own. */
export function signal(target: string, change: Partial<Signal> = {}): Signal {
  const said = { quote: 'No: this should have been yellow.', verdict: 'wrong colour', signature: 'wide scope' }
  return { do: 'signal', target, ...said, kind: 'correction', source: `task-of-${target}`, by: ada, nowMs: someDay, ...change }
}

/** A whole proposal: the light’s table in its next version, unless another change is given. */
export function propose(signature: string, change: Partial<Propose> = {}): Propose {
  const parts = {
    evidence: ['two people said so'],
    counter_example: 'a change of one shared contract',
    falsify: 'a person calls such a yellow too mild',
    rollback: 'take version 1 again',
  }
  return {
    do: 'propose',
    signature,
    clause: 'light',
    change: { kind: 'policy', policy: bugfix2 },
    ...parts,
    by: agent,
    nowMs: someDay,
    ...change,
  }
}

export function approve(state: EvolutionState, proposal: string): Extract<EvolutionCommand, { readonly do: 'approve' }> {
  const found = findProposal(state, proposal)
  const digest = found === undefined ? '' : proposalDigest(state, found)
  return { do: 'approve', proposal, digest, by: ada, words: 'Yes, from the next round on.', nowMs: someDay }
}

export const textChange = (text: string): Partial<Propose> => ({ clause: 'tone', change: { kind: 'text', text } })
