import type { Issue } from '../issues'
import { shown } from '../issues'
import type { JudgeContext } from './judge-context'
import type { JudgeVerdict } from './judge-verdict'

/** Where a verdict of the right form contradicts itself, the mechanical gate or its task; empty when it doesn't (R-BUILD-49, R-BUILD-51, A-BLD-9). */
export function contradictions(verdict: JudgeVerdict, context: JudgeContext): Issue[] {
  return [
    ...wrongTask(verdict, context),
    ...againstGate(verdict, context),
    ...coverage(verdict, context),
    ...statuses(verdict, context),
    ...doneCriteria(verdict, context),
    ...blockers(verdict),
  ]
}

function wrongTask({ task_id, cycle }: JudgeVerdict, context: JudgeContext): Issue[] {
  return [
    ...(task_id === context.taskId ? [] : [issue('wrong-task', 'task_id', `found ${shown(task_id)}: expected ${shown(context.taskId)}`)]),
    ...(cycle === context.cycle ? [] : [issue('wrong-cycle', 'cycle', `found ${cycle}: expected ${context.cycle}`)]),
  ]
}

function againstGate({ verdict, machine_gate: told }: JudgeVerdict, { machineGate }: JudgeContext): Issue[] {
  const differs = told !== undefined && told.verdict !== machineGate
  const lifted = verdict === 'APPROVED' && machineGate !== 'PASS'
  return [
    ...(differs
      ? [issue('gate-contradicted', 'machine_gate.verdict', `found ${told.verdict}: the mechanical gate said ${machineGate}`)]
      : []),
    ...(lifted ? [issue('gate-not-passed', 'verdict', `APPROVED, and the mechanical gate said ${machineGate}`)] : []),
  ]
}

function coverage({ requirements }: JudgeVerdict, context: JudgeContext): Issue[] {
  const wanted = new Set(context.requirements.map(({ id }) => id))
  const seen = new Set<string>()
  const rows = requirements.flatMap(({ id }, index): Issue[] => {
    const path = `requirements[${index}].id`
    const again = seen.has(id)
    seen.add(id)
    if (again) return [issue('requirement-twice', path, `${shown(id)} is answered twice`)]
    return wanted.has(id) ? [] : [issue('requirement-unknown', path, `the task has no requirement ${shown(id)}`)]
  })
  const missing = [...wanted].filter((id) => !seen.has(id))
  return missing.length === 0
    ? rows
    : [issue('requirement-missing', 'requirements', `no answer for ${missing.map(shown).join(', ')}`), ...rows]
}

function statuses({ verdict, requirements }: JudgeVerdict, { requirements: wanted, final = false }: JudgeContext): Issue[] {
  return requirements.flatMap(({ id, status }, index): Issue[] => {
    const row = wanted.find((one) => one.id === id)
    if (row === undefined) return []
    const path = `requirements[${index}].status`
    if (row.scope === 'integration' && !final) {
      return status === 'DEFERRED' ? [] : [issue('integration-row', path, `found ${status}: before integration this row is DEFERRED`)]
    }
    if (status === 'DEFERRED') return [issue('deferred-row', path, 'found DEFERRED: this row is judged now')]
    const open = status === 'NOT_MET' && row.type !== 'GUIDANCE' && verdict === 'APPROVED'
    return open ? [issue('not-met', path, `APPROVED, and ${shown(id)} is not met`)] : []
  })
}

function doneCriteria({ verdict, definition_of_done: rows }: JudgeVerdict, { definitionOfDone = [] }: JudgeContext): Issue[] {
  const seen = new Set<string>()
  const faults = rows.flatMap(({ criterion, status }, index): Issue[] => {
    const path = `definition_of_done[${index}]`
    const again = seen.has(criterion)
    seen.add(criterion)
    if (again) return [issue('criterion-twice', `${path}.criterion`, `${shown(criterion)} is answered twice`)]
    return status === 'FAIL' && verdict === 'APPROVED'
      ? [issue('criterion-failed', `${path}.status`, `APPROVED, and ${shown(criterion)} is FAIL`)]
      : []
  })
  const missing = definitionOfDone.filter((criterion) => !seen.has(criterion))
  return missing.length === 0
    ? faults
    : [issue('criterion-missing', 'definition_of_done', `no answer for ${missing.map(shown).join(', ')}`), ...faults]
}

function blockers({ verdict, blocking_issues: list }: JudgeVerdict): Issue[] {
  if (verdict === 'APPROVED') {
    return list.length === 0 ? [] : [issue('blocking-issue-open', 'blocking_issues', `APPROVED, and ${list.length} issues block`)]
  }
  return list.length > 0 ? [] : [issue('nothing-to-fix', 'blocking_issues', `${verdict}, and nothing is named that blocks`)]
}

function issue(code: string, path: string, message: string): Issue {
  return { code, path, message }
}
