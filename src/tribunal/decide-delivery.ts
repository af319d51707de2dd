import { shown } from '../issues'
import type { CommandTo } from './command'
import type { SliceDecision } from './refusal'
import { record, refuse } from './refusal'
import type { SliceState } from './state'

/** The closing report went out, over the channel of the request (R-TRI-78). */
export function decideDelivery(state: SliceState, { channel }: CommandTo<'delivered'>): SliceDecision {
  const early = notYet(state)
  if (early !== undefined) return early
  if (state.phase === 'delivered') return refuse('not-due', `the report went out on ${shown(state.deliveredOn)} already`)
  const wanted = state.setup?.requester?.channel
  if (wanted !== undefined && channel !== wanted)
    return refuse('other-channel', `the request came over ${shown(wanted)}, not over ${shown(channel)}`)
  return record({ type: 'tribunal.delivered', data: { channel } })
}

/** The requester has it; only then the slice is over (R-TRI-78). */
export function decideAcknowledgement(state: SliceState, { by }: CommandTo<'acknowledge'>): SliceDecision {
  const early = notYet(state)
  if (early !== undefined) return early
  const requester = state.setup?.requester?.id
  if (requester !== undefined && by !== requester)
    return refuse('not-the-requester', `${shown(by)} did not ask for it, ${shown(requester)} did`)
  return record({ type: 'tribunal.acknowledged', data: { by } })
}

function notYet({ phase }: SliceState): SliceDecision | undefined {
  if (phase === 'delivering' || phase === 'delivered') return undefined
  if (phase === 'closed') return refuse('not-due', 'the slice is closed')
  return refuse('work-not-done', `there is nothing to hand over: the slice is ${phase}`)
}
