import { authorizationLastsMs, authorizationLastsMsMax } from '../light/authorization'
import { isBareAssent } from '../light/read-authorization'
import { hasText } from '../text/blank'
import type { CommandTo } from './command'
import { changedClause, changeOrTableFaults } from './decide-proposal'
import { notAPerson } from './decide-signal'
import { impactOf, offerOf, policiesOf, proposalDigest, validOffer } from './offer'
import type { EvolutionDecision, Fault } from './refusal'
import { refuse, refusedFor } from './refusal'
import type { EvolutionState, Proposal } from './state'
import { findClause, findProposal, standardsInForce } from './state'

/** Records that the list of what would change was offered; it is made here, of the judgements on record, and not taken from anybody. */
export function decideOffer(state: EvolutionState, { proposal: id }: CommandTo<'offer'>): EvolutionDecision {
  const proposal = findProposal(state, id)
  if (proposal === undefined) return refuse(unknown(id))
  if (proposal.status !== 'open') return refuse(notOpen(proposal))
  const moved = refusedFor(staleFaults(state, proposal))
  if (moved !== undefined) return moved
  const list = impactOf(state, proposal)
  if (list === undefined)
    return refuse({ code: 'nothing-to-offer', message: `${id} changes no table, so no past case can be tried under it` })
  return { ok: true, events: [{ type: 'evolution.offered', data: offerOf(state, id, list) }] }
}

/** A person approves what they were shown, in words of their own; it makes the next version of the standards (R-EVO-06, R-EVO-07, R-EVO-09). */
export function decideApproval(state: EvolutionState, command: CommandTo<'approve'>): EvolutionDecision {
  const { proposal: id, by, words = '', attested = 'host', digest, nowMs, givenAtMs = nowMs } = command
  const proposal = findProposal(state, id)
  if (proposal === undefined) return refuse(unknown(id))
  const expiresAtMs = command.expiresAtMs ?? givenAtMs + authorizationLastsMs
  const faults = [
    ...personFaults(by, words, 'approves'),
    ...(isBareAssent(words) ? [bareWords(words)] : []),
    ...(proposal.status === 'open' ? staleFaults(state, proposal) : [notOpen(proposal)]),
  ]
  if (policiesOf(state, proposal) !== undefined && validOffer(state, proposal) === undefined) {
    faults.push({
      code: 'impact-not-offered',
      message: `nobody was offered the list of what ${id} would change under the standards in force`,
    })
  } else if (digest !== proposalDigest(state, proposal)) {
    faults.push({
      code: 'other-digest',
      message: `the approval is bound to ${digest}, and ${id} is ${proposalDigest(state, proposal)} now`,
    })
  }
  if (givenAtMs > nowMs) faults.push({ code: 'not-yet-given', message: `the approval is dated ${givenAtMs}, after now, ${nowMs}` })
  if (!(expiresAtMs - givenAtMs <= authorizationLastsMsMax)) {
    const message = `the approval would count for ${expiresAtMs - givenAtMs} ms, and the most is ${authorizationLastsMsMax} ms`
    faults.push({ code: 'too-long', message })
  }
  if (nowMs >= expiresAtMs) faults.push({ code: 'expired', message: `the approval counted until ${expiresAtMs}, and it is ${nowMs}` })
  const refused = refusedFor(faults)
  if (refused !== undefined) return refused
  const inForce = standardsInForce(state)
  const before = findClause(inForce, proposal.clause)
  const after = changedClause(before, proposal.clause, proposal.change)
  const change = { standards: inForce.version + 1, clause: proposal.clause, before: before ?? null, after }
  return {
    ok: true,
    events: [{ type: 'evolution.approved', data: { proposal: id, digest, by, words, attested, givenAtMs, expiresAtMs, ...change } }],
  }
}

/** A person rejects: the standards stay as they are, the cases stay on file, and the count starts anew (R-EVO-07). */
export function decideRejection(state: EvolutionState, command: CommandTo<'reject'>): EvolutionDecision {
  const { proposal: id, by, words = '', attested = 'host' } = command
  const proposal = findProposal(state, id)
  if (proposal === undefined) return refuse(unknown(id))
  const refused = refusedFor([...personFaults(by, words, 'rejects'), ...(proposal.status === 'open' ? [] : [notOpen(proposal)])])
  return refused ?? { ok: true, events: [{ type: 'evolution.rejected', data: { proposal: id, by, words, attested } }] }
}

/** A person has seen what speaks against a changed clause and lets it stand (R-EVO-08). */
export function decideKeeping(state: EvolutionState, command: CommandTo<'keep'>): EvolutionDecision {
  const { proposal: id, by, words = '', attested = 'host' } = command
  const proposal = findProposal(state, id)
  if (proposal === undefined) return refuse(unknown(id))
  const faults = personFaults(by, words, 'lets a questioned clause stand')
  if (proposal.questionedAt === null) faults.push({ code: 'not-questioned', message: `nothing new speaks against ${id}` })
  return refusedFor(faults) ?? { ok: true, events: [{ type: 'evolution.kept', data: { proposal: id, by, words, attested } }] }
}

/** A person takes an adopted change back: the former entry stands again, under a version of its own (R-EVO-08). */
export function decideRollback(state: EvolutionState, command: CommandTo<'roll-back'>): EvolutionDecision {
  const { proposal: id, by, words = '', attested = 'host' } = command
  const proposal = findProposal(state, id)
  if (proposal === undefined) return refuse(unknown(id))
  const faults = personFaults(by, words, 'rolls back')
  const later = laterOn(state, proposal)
  if (proposal.status !== 'adopted')
    faults.push({ code: 'not-adopted', message: `${id} is ${proposal.status}: there is nothing to take back` })
  else if (later !== undefined) {
    faults.push({ code: 'not-the-latest', message: `${later.id} changed ${proposal.clause} after ${id}: roll that back first` })
  }
  const refused = refusedFor(faults)
  if (refused !== undefined) return refused
  const change = { standards: standardsInForce(state).version + 1, clause: proposal.clause, restored: proposal.before }
  return { ok: true, events: [{ type: 'standards.rollback', data: { proposal: id, by, words, attested, ...change } }] }
}

/** Another proposal may have changed the clause in the meantime, so that this change no longer fits it. */
function staleFaults(state: EvolutionState, { clause, change }: Proposal): Fault[] {
  return changeOrTableFaults(state, clause, change)
}

function laterOn({ proposals }: EvolutionState, { clause, adoptedAs }: Proposal): Proposal | undefined {
  return proposals.find((one) => one.status === 'adopted' && one.clause === clause && (one.adoptedAs ?? 0) > (adoptedAs ?? 0))
}

function personFaults(by: CommandTo<'approve'>['by'], words: string, deed: string): Fault[] {
  return [
    ...(by.kind === 'human' ? [] : [notAPerson(by, deed)]),
    ...(hasText(words) ? [] : [{ code: 'no-words', message: `a person ${deed} in so many words` } as const]),
  ]
}

/** "ok" says that something was read, and not why the rules should change. */
function bareWords(words: string): Fault {
  return { code: 'acknowledged-only', message: `${JSON.stringify(words)} says that it was read: a person approves by saying why` }
}

function unknown(id: string): Fault {
  return { code: 'unknown-proposal', message: `no proposal is called ${JSON.stringify(id)}` }
}

function notOpen({ id, status }: Proposal): Fault {
  return { code: 'not-open', message: `${id} is ${status} already` }
}
