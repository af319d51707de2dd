import type { Digest } from '../canonical/digest'
import { present } from './present'
import { shown } from '../issues'
import { hasText } from '../text/blank'
import { parseAddress } from './address'
import type { CommandTo } from './command'
import type { DataOf } from './event'
import type { TriageStep } from './member'
import { triageSteps } from './member'
import type { Fault, SliceDecision } from './refusal'
import { record, refuse, refuseFirst } from './refusal'
import type { DoerReport } from './report'
import { answerFault, sessionFault, tokenFault, tokenHash } from './sessions'
import type { SliceState } from './state'
import { budgetsLeft } from './state'

/** Sends out a doer; what must have changed since the last one depends on why it is due (R-TRI-17, R-TRI-18, R-TRI-73). */
export function decideDispatch(state: SliceState, command: CommandTo<'dispatch'>, digest: Digest): SliceDecision {
  if (state.phase !== 'dispatching') return refuse('not-due', `no doer is due: the slice is ${state.phase}`)
  if (budgetsLeft(state).dispatches === 0) return refuse('not-due', `all ${state.dispatches.max} doer dispatches are used`)
  const isFresh = state.why === 'iterate' || state.why === 'granted'
  const refused = refuseFirst([
    sessionFault(state, command.session, 'doer', isFresh),
    tokenFault(state, command.token, digest),
    ...changeFaults(state, command),
  ])
  if (refused !== undefined) return refused
  const { session, model = state.doers.at(-1)?.model, context, part, passedOver } = command
  const data = present({
    number: state.dispatches.used + 1,
    session,
    token: tokenHash(command.token, digest),
    model,
    context,
    part,
    passedOver,
    triage: state.why === 'blocked' ? triageOf(state, command) : undefined,
  })
  return record({ type: 'tribunal.dispatched', data })
}

function changeFaults(state: SliceState, command: CommandTo<'dispatch'>): (Fault | undefined)[] {
  const last = state.doers.at(-1)
  const isOther = command.model !== undefined && last?.model !== undefined && command.model.id !== last.model.id
  switch (state.why) {
    case 'context':
      return [
        hasText(command.context) ? undefined : { code: 'no-context', message: 'the doer asked for context and none is given' },
        isOther ? { code: 'model-changed', message: `the same model tries again: ${shown(last.model.id)}` } : undefined,
      ]
    case 'materialise':
      return [isOther ? { code: 'model-changed', message: `the same model tries again: ${shown(last.model.id)}` } : undefined]
    case 'blocked':
      return triageFaults(state, command)
    default:
      return []
  }
}

/** What a dispatch changes against the last one, in the order of the triage. */
function changesOf(state: SliceState, { context, model, part }: CommandTo<'dispatch'>): TriageStep[] {
  const last = state.doers.at(-1)
  const made = {
    context: hasText(context) && state.doers.every((doer) => doer.context !== context),
    model: model !== undefined && model.id !== last?.model?.id,
    split: hasText(part) && part !== last?.part,
  }
  return triageSteps.filter((step) => made[step])
}

function triageFaults(state: SliceState, command: CommandTo<'dispatch'>): (Fault | undefined)[] {
  const { passedOver = [] } = command
  const changes = changesOf(state, command)
  if (changes.length === 0)
    return [{ code: 'nothing-changed', message: 'the doer was blocked: its context, its model or the size of its task must change' }]
  const silent = passedOver.find(({ because }) => !hasText(because))
  const due = triageSteps.find((step) => !state.triaged.includes(step) && passedOver.every((passed) => passed.step !== step))
  return [
    silent === undefined ? undefined : { code: 'no-reason', message: `to pass over ${silent.step} takes a reason` },
    due === undefined || changes.includes(due)
      ? undefined
      : { code: 'triage-order', message: `${due} comes before ${changes.join(' and ')}; pass it over with a reason or take it` },
  ]
}

function triageOf(state: SliceState, command: CommandTo<'dispatch'>): TriageStep[] {
  const passed = (command.passedOver ?? []).map(({ step }) => step)
  const changes = changesOf(state, command)
  return triageSteps.filter((step) => passed.includes(step) || changes.includes(step))
}

/** Takes a doer's report and says what it leads to (R-TRI-13 to R-TRI-18). */
export function decideReport(state: SliceState, command: CommandTo<'report'>, digest: Digest): SliceDecision {
  const doer = state.doers.at(-1)
  if (state.phase !== 'working' || doer === undefined) return refuse('not-due', `no report is due: the slice is ${state.phase}`)
  const { report, session } = command
  const isElse = session !== doer.session && state.setup?.independence !== 'single-context'
  const refused = refuseFirst([
    answerFault(doer.token, command.token, digest),
    isElse ? { code: 'other-session', message: `${shown(session)} was not dispatched, ${shown(doer.session)} was` } : undefined,
    report.status === 'DONE_WITH_CONCERNS' && report.concerns.length === 0
      ? { code: 'no-concern', message: 'DONE_WITH_CONCERNS names its concerns' }
      : undefined,
  ])
  if (refused !== undefined) return refused
  return record({ type: 'tribunal.reported', data: { report, ...consequenceOf(state, report) } })
}

type Consequence = Pick<DataOf<'tribunal.reported'>, 'follows' | 'reasons'>

function consequenceOf(state: SliceState, report: DoerReport): Consequence {
  const { status, needs } = report
  const asked = hasText(needs) ? [needs] : []
  if (status === 'BLOCKED') return { follows: 'blocked', reasons: asked }
  if (status === 'NEEDS_CONTEXT') return { follows: 'context', reasons: asked }
  const grave = report.concerns.filter(({ about }) => about !== 'observation').map(({ about, text }) => `${about}: ${text}`)
  if (status === 'DONE_WITH_CONCERNS' && grave.length > 0) return { follows: 'concerns', reasons: grave }
  const address = parseAddress(report.address)
  if (!address.ok) return { follows: 'materialise', reasons: address.issues.map(({ message }) => message) }
  const missing = (state.rubric?.commands ?? []).filter((command) => report.runs.every((run) => run.command !== command))
  const gaps = [
    ...(hasText(report.diffSummary) ? [] : ['the diff is empty']),
    ...missing.map((command) => `no run of ${shown(command)} is recorded`),
  ]
  return gaps.length > 0 ? { follows: 'redo', reasons: gaps } : { follows: 'verify', reasons: [] }
}

/** A doer that will give no report any more; its dispatch stays counted. */
export function decideLoss(state: SliceState, { reason }: CommandTo<'lose-doer'>): SliceDecision {
  if (state.phase !== 'working') return refuse('not-due', `no doer is at work: the slice is ${state.phase}`)
  if (!hasText(reason)) return refuse('no-reason', 'a lost doer leaves a reason')
  return record({ type: 'tribunal.lost', data: { reason } })
}

/** A person is asked without going through the rest of the triage (R-TRI-18). */
export function decideGivingUp(state: SliceState, { reason }: CommandTo<'give-up'>): SliceDecision {
  if (state.phase !== 'dispatching' || state.why !== 'blocked') return refuse('not-due', 'only a blocked doer can be given up')
  if (!hasText(reason)) return refuse('no-reason', 'giving up takes a reason')
  return record({ type: 'tribunal.escalated', data: { reasons: ['blocked', reason], nextStep: stuckStep } })
}

export const stuckStep = 'give what the doer lacks in a new rubric or a grant, or abandon the slice'
