import { canonicalJson } from '../../canonical/canonical-json'
import { discipline } from '../../discipline/decider'
import type { DisciplineEvent } from '../../discipline/event'
import type { DisciplineState } from '../../discipline/state'

// What a second time would refuse needs no care. These could be recorded again and again, so a command that is run once more after a crash would count twice.
const repeatable: ReadonlySet<string> = new Set([
  'discipline.failed',
  'discipline.reread',
  'discipline.reconstructed',
  'discipline.reviewed',
  'discipline.kept',
])

const newTurn: ReadonlySet<string> = new Set([
  'discipline.amended',
  'discipline.benched',
  'discipline.continued',
  'discipline.expelled',
  'discipline.returned',
  'discipline.reverted',
])

/** Discipline as the command line records it: what is on record to the letter, with no turn of the build after it, is not recorded again. */
export const disciplineOnce: typeof discipline = {
  ...discipline,
  decide: (state, command) => {
    const decision = discipline.decide(state, command)
    return decision.ok && isOnRecord(state, decision.events) ? { ok: true, events: [] } : decision
  },
}

function isOnRecord({ record }: DisciplineState, [first]: readonly DisciplineEvent[]): boolean {
  if (first === undefined || !repeatable.has(first.type)) return false
  const wanted = canonicalJson(first.data)
  const last = record.findLastIndex(({ type, data }) => type === first.type && canonicalJson(data) === wanted)
  return last >= 0 && !record.slice(last + 1).some(({ type }) => newTurn.has(type))
}
