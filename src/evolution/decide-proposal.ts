import { hashOf } from '../canonical/digest'
import { hasText } from '../text/blank'
import type { CommandTo } from './command'
import { casesOf, isProposalDue, openProposalFor, recurringFrom, sameCaseCount } from './count'
import { datedId } from './dated-id'
import { otherWorkflow } from './decide-signal'
import { budgetFlags } from './flags'
import { sameFacts } from './impact'
import { lightFaults } from './light-clauses'
import type { Change } from './proposal'
import type { EvolutionDecision, Fault } from './refusal'
import { refusedFor } from './refusal'
import { foldSignature } from './signature'
import type { Clause } from './standards'
import type { EvolutionState } from './state'
import { findClause, standardsInForce } from './state'

/** Whoever writes it, a proposal is recorded where its signature recurred and none is open, with every part that it needs (R-EVO-04, R-EVO-05, R-EVO-10). */
export function decideProposal(state: EvolutionState, command: CommandTo<'propose'>): EvolutionDecision {
  const { signature, clause = '', change, evidence = [], counter_example = '', falsify = '', rollback = '', by, nowMs } = command
  const told = evidence.filter(hasText)
  const faults = [
    ...otherWorkflow(state, command.workflow),
    ...notDue(state, signature),
    ...empty(clause, 'clause', 'which rule changes'),
    ...empty(told[0], 'evidence', 'why'),
    ...empty(counter_example, 'counter-example', 'a case that speaks against it'),
    ...empty(falsify, 'falsify', 'what would show it wrong'),
    ...empty(rollback, 'rollback', 'how to take it back'),
  ]
  if (change === undefined) faults.push({ code: 'missing-change', message: 'change is empty: how the clause would read' })
  else if (hasText(clause)) faults.push(...changeOrTableFaults(state, clause, change))
  const refused = refusedFor(faults)
  if (refused !== undefined || change === undefined) return refused ?? { ok: true, events: [] }
  const data = {
    id: datedId(
      'P',
      nowMs,
      state.proposals.map(({ id }) => id),
    ),
    signature: foldSignature(signature),
    clause,
    change,
    evidence: told,
    counter_example,
    falsify,
    rollback,
    cases: casesOf(state, signature)
      .filter(({ status }) => status === 'observing')
      .map(({ id }) => id),
    same_case_count: sameCaseCount(state, signature),
    by,
    flags: change.kind === 'removal' ? [] : budgetFlags(state),
  }
  return { ok: true, events: [{ type: 'evolution.proposed', data }] }
}

/** The clause as a change would leave it; null where it would be gone. */
export function changedClause(clause: Clause | undefined, id: string, change: Change): Clause | null {
  if (change.kind === 'removal') return null
  const text = change.text ?? clause?.text ?? ''
  const policy = change.kind === 'policy' ? change.policy : clause?.policy
  return { id, text, ...(policy === undefined ? {} : { policy }) }
}

function notDue(state: EvolutionState, signature: string): Fault[] {
  const open = openProposalFor(state, signature)
  if (open !== undefined) return [{ code: 'open-proposal', message: `${open.id} is open for that signature already` }]
  const count = sameCaseCount(state, signature)
  if (count < recurringFrom) {
    return [
      { code: 'not-recurring', message: `the ledger counts ${count} of ${JSON.stringify(signature)}, a proposal takes ${recurringFrom}` },
    ]
  }
  return isProposalDue(state, signature)
    ? []
    : [{ code: 'nothing-new', message: 'no signal of it was recorded since a person last decided on it' }]
}

/** Why a clause can't be changed so, or not any more: the clause may have moved on since it was proposed. */
function changeFaults(clause: Clause | undefined, id: string, change: Change): Fault[] {
  if (clause === undefined) {
    if (change.kind === 'removal') return [{ code: 'unknown-clause', message: `the standards have no clause ${id}` }]
    return empty(change.text, 'text', `${id} would be a new clause, which needs a text`)
  }
  const { policy } = clause
  if (change.kind === 'removal') {
    return policy === undefined
      ? []
      : [{ code: 'policy-not-removable', message: `past cases can't be tried without the table of ${id}: change it instead` }]
  }
  const changed = changedClause(clause, id, change)
  if (changed !== null && hashOf(changed) === hashOf(clause)) return [{ code: 'no-change', message: `${id} reads so already` }]
  if (change.kind !== 'policy' || policy === undefined) return []
  if (change.policy.id !== policy.id || change.policy.version <= policy.version) {
    const found = `${change.policy.id}@${change.policy.version}`
    return [{ code: 'other-policy', message: `${found} is no later version of ${policy.id}@${policy.version}` }]
  }
  return sameFacts(policy, change.policy)
    ? []
    : [{ code: 'other-facts', message: `past cases can't be tried under other facts: add it as a clause of its own` }]
}

/** Why a clause of the standards in force can't be changed so; a change that fits its clause must fit the light too. */
export function changeOrTableFaults(state: EvolutionState, id: string, change: Change): Fault[] {
  const faults = changeFaults(findClause(standardsInForce(state), id), id, change)
  return faults.length > 0 ? faults : tableFaults(state, id, change)
}

/** Why the standards with this change would leave the light without its table. */
function tableFaults(state: EvolutionState, id: string, change: Change): Fault[] {
  if (change.kind !== 'policy') return []
  const { clauses } = standardsInForce(state)
  const changed = changedClause(
    clauses.find((one) => one.id === id),
    id,
    change,
  )
  return changed === null ? [] : lightFaults(state.workflow, [...clauses.filter((one) => one.id !== id), changed])
}

type Part = 'clause' | 'evidence' | 'counter-example' | 'falsify' | 'rollback' | 'text'

function empty(text: string | undefined, part: Part, what: string): Fault[] {
  return hasText(text) ? [] : [{ code: `missing-${part}`, message: `${part} is empty: ${what}` }]
}
