import type { DisciplineCommand } from './command'
import { decideKeeping, decideReconstruction, decideReread } from './decide-bench'
import { decideCard } from './decide-card'
import { decideContinuation, decideReview } from './decide-continuation'
import { decideCompletion, decideFailure, decideReversal } from './decide-packet'
import { decideAmendment, decideCorrection, decideRescission } from './decide-status'
import type { DisciplineEvent } from './event'
import { evolve } from './evolve'
import type { DisciplineDecision } from './refusal'
import { refuse } from './refusal'
import type { DisciplineState } from './state'

/** The events that a command leads to, what follows from them included, or the refusal with every reason (spec 07). Never throws on a command. */
export function decide(state: DisciplineState, command: DisciplineCommand): DisciplineDecision {
  const decision = asked(state, command)
  if (!decision.ok) return decision
  return { ok: true, events: decision.events.flatMap((event) => [event, ...consequences(state, evolve(state, event))]) }
}

function asked(state: DisciplineState, command: DisciplineCommand): DisciplineDecision {
  switch (command.do) {
    case 'open':
      return decideOpening(state)
    case 'give-card':
      return decideCard(state, command)
    case 'correct':
      return decideCorrection(state, command)
    case 'amend':
      return decideAmendment(state, command)
    case 'rescind':
      return decideRescission(state, command)
    case 'complete':
      return decideCompletion(state, command)
    case 'fail':
      return decideFailure(state, command)
    case 'revert':
      return decideReversal(state, command)
    case 'reread':
      return decideReread(state, command)
    case 'reconstruct':
      return decideReconstruction(state, command)
    case 'keep-alternate':
      return decideKeeping(state, command)
    case 'review':
      return decideReview(state, command)
    case 'continue':
      return decideContinuation(state, command)
  }
}

/** Puts the setup on record, so that the stream alone says what its events were decided on. */
function decideOpening({ authority, primary, builders, limits, record }: DisciplineState): DisciplineDecision {
  if (record.length > 0) return refuse({ code: 'already-open', message: `the record holds ${record.length} events already` })
  const alternates = builders.map(({ id }) => id).filter((id) => id !== primary)
  return { ok: true, events: [{ type: 'discipline.opened', data: { authority, primary, alternates, limits } }] }
}

/** A builder that the chart moved on: benched, expelled or back on probation. */
function consequences(before: DisciplineState, after: DisciplineState): DisciplineEvent[] {
  return after.builders.flatMap(({ id, state }, index): DisciplineEvent[] => {
    if (state === (before.builders[index]?.state ?? 'active')) return []
    const { lead } = after
    if (state === 'benched') return [{ type: 'discipline.benched', data: { builder: id, packets: after.limits.benchPackets, lead } }]
    if (state === 'expelled') return [{ type: 'discipline.expelled', data: { builder: id, lead } }]
    return [{ type: 'discipline.returned', data: { builder: id, lead } }]
  })
}
