import { evaluate } from '../policy/evaluate'
import { parseFacts } from '../policy/table'
import type { CommandTo } from './command'
import { otherWorkflow } from './decide-signal'
import type { EvolutionDecision } from './refusal'
import { refuse, refusedFor } from './refusal'
import type { EvolutionState } from './state'
import { findClause, standardsInForce, standardsOf } from './state'

/** A task pins the version in force as it begins; one that has begun keeps its own, and nothing new is recorded (R-EVO-07). */
export function decideStart(state: EvolutionState, { task, workflow }: CommandTo<'start'>): EvolutionDecision {
  const refused = refusedFor(otherWorkflow(state, workflow))
  if (refused !== undefined) return refused
  if (state.tasks.some((one) => one.task === task)) return { ok: true, events: [] }
  return { ok: true, events: [{ type: 'evolution.started', data: { task, standards: standardsInForce(state).version } }] }
}

/** Judges by the clause as it stood when the task began, whatever was approved since (R-EVO-07). */
export function decideJudgement(state: EvolutionState, command: CommandTo<'judge'>): EvolutionDecision {
  const { task, card, clause: id, facts } = command
  const refused = refusedFor(otherWorkflow(state, command.workflow))
  if (refused !== undefined) return refused
  const standards = standardsOf(state, task)
  if (standards === undefined)
    return refuse({ code: 'not-started', message: `${task} has not begun, so no version of the standards is pinned` })
  const owner = ownerOf(state, card)
  if (owner !== undefined && owner !== task) {
    return refuse({ code: 'other-task', message: `${card} is a card of ${owner}: a case is not judged again by what came of it` })
  }
  const clause = findClause(standards, id)
  if (clause === undefined) return refuse({ code: 'unknown-clause', message: `version ${standards.version} has no clause ${id}` })
  if (clause.policy === undefined) return refuse({ code: 'no-policy', message: `the clause ${id} is text alone: no table decides it` })
  const parsed = parseFacts(clause.policy, facts)
  if (!parsed.ok) {
    return refuse({ code: 'facts-invalid', message: parsed.issues.map(({ path, message }) => `${path}: ${message}`).join('; ') })
  }
  const { outcome, rule } = evaluate(clause.policy, parsed.value)
  const policy = `${clause.policy.id}@${clause.policy.version}`
  const data = { card, task, standards: standards.version, clause: id, policy, facts: parsed.value, outcome, rule }
  return { ok: true, events: [{ type: 'evolution.judged', data }] }
}

/** The task that a card was made in: by its first judgement, or by what the first signal on it says. */
function ownerOf({ judgements, signals }: EvolutionState, card: string): string | undefined {
  return judgements.find((one) => one.card === card)?.task ?? signals.find(({ target }) => target === card)?.source
}
