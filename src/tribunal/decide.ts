import type { Digest } from '../canonical/digest'
import type { SliceCommand, SliceCommandInput } from './command'
import { parseSliceCommand } from './command'
import { decideAcknowledgement, decideDelivery } from './decide-delivery'
import { decideDispatch, decideGivingUp, decideLoss, decideReport, stuckStep } from './decide-doer'
import { decideOpening, decideRefinement, decideVote, said } from './decide-opening'
import { decideConvening, decideSeating } from './decide-panel'
import { decideResolution } from './decide-person'
import { decideReply, decideRuling } from './decide-ruling'
import { decideScorecard } from './decide-scorecard'
import { decideVerification } from './decide-verification'
import type { TribunalEvent } from './event'
import { evolve } from './evolve'
import { triageSteps } from './member'
import type { SliceDecision } from './refusal'
import { refuse } from './refusal'
import type { SliceState } from './state'
import { budgetsLeft } from './state'

/** The events that a command leads to, an escalation that follows included, or the refusal (spec 04). Never throws on a command. */
export function decide(state: SliceState, command: SliceCommandInput, digest: Digest): SliceDecision {
  const read = parseSliceCommand(command)
  if (!read.ok) return refuse('command-invalid', said(read.issues))
  const decision = asked(state, read.value, digest)
  if (!decision.ok) return decision
  return { ok: true, events: [...decision.events, ...exhaustion(decision.events.reduce(evolve, state))] }
}

function asked(state: SliceState, command: SliceCommand, digest: Digest): SliceDecision {
  switch (command.do) {
    case 'open':
      return decideOpening(state, command, digest)
    case 'vet':
      return decideVote(state, command)
    case 'refine-plan':
      return decideRefinement(state, command, digest)
    case 'dispatch':
      return decideDispatch(state, command, digest)
    case 'report':
      return decideReport(state, command, digest)
    case 'lose-doer':
      return decideLoss(state, command)
    case 'give-up':
      return decideGivingUp(state, command)
    case 'verify':
      return decideVerification(state, command)
    case 'convene':
      return decideConvening(state, command, digest)
    case 'seat':
      return decideSeating(state, command, digest)
    case 'scorecard':
      return decideScorecard(state, command, digest)
    case 'adjudicate':
      return decideRuling(state, command, digest)
    case 'reply':
      return decideReply(state, command, digest)
    case 'resolve':
      return decideResolution(state, command, digest)
    case 'delivered':
      return decideDelivery(state, command)
    case 'acknowledge':
      return decideAcknowledgement(state, command)
  }
}

/** Whatever is used up first, rounds, dispatches or the triage, a person decides (R-TRI-70, R-TRI-18). */
function exhaustion(state: SliceState): TribunalEvent[] {
  const left = budgetsLeft(state)
  const escalated = (reasons: readonly string[], nextStep: string): TribunalEvent[] => [
    { type: 'tribunal.escalated', data: { reasons, nextStep } },
  ]
  if (state.phase === 'dispatching') {
    if (left.dispatches === 0) return escalated(['budget-dispatches'], 'grant a dispatch, accept what is there, or abandon the slice')
    if (state.why === 'blocked' && triageSteps.every((step) => state.triaged.includes(step))) return escalated(['blocked'], stuckStep)
  }
  if (state.phase === 'convening' && state.ruling?.kind !== 'replacement' && left.rounds === 0) {
    return escalated(['budget-rounds'], 'grant a round, accept what is there, or abandon the slice')
  }
  return []
}
