import type { Issue } from '../issues'
import { shown } from '../issues'
import type { ReviewAnswer, ReviewPayload } from './review'

/** Where a review of the right shape breaks its contract with the payload (spec 06, R-JUDGE-13, R-JUDGE-16, R-JUDGE-20, R-JUDGE-21); every fault at once. */
export function reviewFaults(answer: ReviewAnswer, payload: ReviewPayload): Issue[] {
  return [...signalFaults(answer, payload), ...countFaults(answer, payload), ...recordFaults(answer), ...actionFaults(answer, payload)]
}

/** What a person said is repeated to the letter; a referee that rewords it would judge it. */
function signalFaults({ human_signal: signal }: ReviewAnswer, { human, card }: ReviewPayload): Issue[] {
  if (signal === null) return human === null ? [] : [issue('signal-missing', 'human_signal', 'missing: a person has spoken')]
  if (human === null) return [issue('signal-made-up', 'human_signal', 'nobody has spoken')]
  return [
    ...same('human_signal.target', signal.target, card.id),
    ...same('human_signal.quote', signal.quote, human.quote),
    ...same('human_signal.verdict', signal.verdict, human.verdict),
    ...same('human_signal.signature', signal.signature, human.signature),
  ]
}

function countFaults({ same_case_count: count }: ReviewAnswer, payload: ReviewPayload): Issue[] {
  if (count === payload.same_case_count) return []
  return [issue('count-differs', 'same_case_count', `found ${count}: the ledger counts ${payload.same_case_count}`)]
}

function recordFaults({ human_signal: signal, case_record: record }: ReviewAnswer): Issue[] {
  if (record === null || signal === null) return []
  const differs = record.signature !== signal.signature
  return [
    ...(differs
      ? [issue('signature-differs', 'case_record.signature', `found ${shown(record.signature)}: the signal has ${shown(signal.signature)}`)]
      : []),
    ...same('case_record.verdict', record.verdict, signal.verdict),
    ...same('case_record.human_said', record.human_said, signal.quote),
    ...same('case_record.source', record.source, signal.target),
  ]
}

function actionFaults(answer: ReviewAnswer, { proposal_state: state }: ReviewPayload): Issue[] {
  const { action, case_record: record, proposal, same_case_count: count, human_signal: signal } = answer
  switch (action) {
    case 'none':
      return [
        ...(signal !== null ? [issue('action-and-signal', 'action', 'found "none" beside a signal')] : []),
        ...(signal === null && count > 0 ? [issue('action-and-signal', 'action', `found "none" at a count of ${count}`)] : []),
        ...leftover('case_record', record, action),
        ...leftover('proposal', proposal, action),
      ]
    case 'record':
      return [
        ...needed('case_record', record, action),
        ...leftover('proposal', proposal, action),
        ...withSignal(answer),
        ...(count >= 2 && state === 'none'
          ? [issue('proposal-due', 'action', `found "record" at a count of ${count}, and nothing was proposed yet`)]
          : []),
      ]
    case 'propose':
      return [
        ...needed('case_record', record, action),
        ...needed('proposal', proposal, action),
        ...withSignal(answer),
        ...(count < 2 ? [issue('proposal-early', 'action', `found "propose" at a count of ${count}: at least 2 are needed`)] : []),
      ]
  }
}

function withSignal({ action, human_signal: signal }: ReviewAnswer): Issue[] {
  return signal === null ? [issue('action-and-signal', 'action', `found ${shown(action)} without a signal`)] : []
}

function needed(field: string, value: unknown, action: string): Issue[] {
  return value === null ? [issue('missing-field', field, `missing: ${shown(action)} needs it`)] : []
}

function leftover(field: string, value: unknown, action: string): Issue[] {
  return value === null ? [] : [issue('leftover', field, `${shown(action)} leaves no place for it`)]
}

function same(path: string, found: string, wanted: string): Issue[] {
  return found === wanted ? [] : [issue('differs', path, `found ${shown(found)}: expected ${shown(wanted)} to the letter`)]
}

function issue(code: string, path: string, message: string): Issue {
  return { code, path, message }
}
