import type { EvolutionCommand } from './command'
import { decideApproval, decideKeeping, decideOffer, decideRejection, decideRollback } from './decide-change'
import { decideJudgement, decideStart } from './decide-judgement'
import { decideProposal } from './decide-proposal'
import { decideMerge, decideSignal } from './decide-signal'
import { lightFaults } from './light-clauses'
import type { EvolutionDecision } from './refusal'
import { refuse, refusedFor } from './refusal'
import type { EvolutionState } from './state'
import { standardsInForce } from './state'

/** The events that a command leads to, or the refusal with every reason (spec 09). Throws `policy-invalid` for no command that `parseEvolutionCommand` reads. */
export function decide(state: EvolutionState, command: EvolutionCommand): EvolutionDecision {
  switch (command.do) {
    case 'open':
      return decideOpening(state)
    case 'signal':
      return decideSignal(state, command)
    case 'merge-signatures':
      return decideMerge(state, command)
    case 'start':
      return decideStart(state, command)
    case 'judge':
      return decideJudgement(state, command)
    case 'propose':
      return decideProposal(state, command)
    case 'offer':
      return decideOffer(state, command)
    case 'approve':
      return decideApproval(state, command)
    case 'reject':
      return decideRejection(state, command)
    case 'keep':
      return decideKeeping(state, command)
    case 'roll-back':
      return decideRollback(state, command)
  }
}

/** Puts the setup on record, so that the stream alone says which standards it began with. */
function decideOpening(state: EvolutionState): EvolutionDecision {
  const { version, workflow, clauseBudget } = state
  if (version > 0) return refuse({ code: 'already-open', message: `the record holds ${version} events already` })
  const standards = standardsInForce(state)
  const unfit = refusedFor(lightFaults(workflow, standards.clauses))
  return unfit ?? { ok: true, events: [{ type: 'evolution.opened', data: { workflow, standards, clauseBudget } }] }
}
