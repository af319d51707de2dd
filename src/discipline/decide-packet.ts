import { hasText } from '../text/blank'
import { can } from './builder'
import type { CommandTo } from './command'
import type { DisciplineDecision, Fault } from './refusal'
import { refuse } from './refusal'
import type { DisciplineState } from './state'
import { findBuilder, findPacket, isStopped } from './state'

/** The lead of the moment completes a packet that isn't stopped; benches count it (R-REF-09, R-REF-14, R-REF-15, R-REF-18). */
export function decideCompletion(state: DisciplineState, { packet, by, size, instructions }: CommandTo<'complete'>): DisciplineDecision {
  const fault = leadFault(state, packet, by)
  if (fault !== undefined) return refuse(fault)
  if (isStopped(state, packet)) {
    return refuse({ code: 'packet-stopped', message: `${packet} is stopped until each open card on it is corrected, amended or struck` })
  }
  const more = { ...(size === undefined ? {} : { size }), ...(instructions === undefined ? {} : { instructions }) }
  return { ok: true, events: [{ type: 'discipline.completed', data: { packet, by, ...more } }] }
}

/** A failed or abandoned packet is noted and counts for no bench (R-REF-18). */
export function decideFailure(state: DisciplineState, { packet, by }: CommandTo<'fail'>): DisciplineDecision {
  const fault = leadFault(state, packet, by)
  return fault === undefined ? { ok: true, events: [{ type: 'discipline.failed', data: { packet, by } }] } : refuse(fault)
}

/** A completed packet whose gate failed after all is taken off again while a bench lasts. */
export function decideReversal(state: DisciplineState, { packet }: CommandTo<'revert'>): DisciplineDecision {
  if (findPacket(state, packet)?.end !== 'completed')
    return refuse({ code: 'not-completed', message: `${JSON.stringify(packet)} is not completed` })
  return { ok: true, events: [{ type: 'discipline.reverted', data: { packet } }] }
}

/** The builder's own state is told before the pause of the build, and the build's before the packet's. */
function leadFault(state: DisciplineState, packet: string, by: string): Fault | undefined {
  if (!hasText(packet)) return { code: 'no-packet', message: 'the packet has no name' }
  const builder = findBuilder(state, by)
  if (builder === undefined) return { code: 'unknown-builder', message: `no builder is called ${JSON.stringify(by)}` }
  if (!can(builder, state.limits, { type: 'lead' })) {
    return builder.state === 'expelled'
      ? { code: 'expelled-builder', message: `${by} is expelled for the rest of this build` }
      : { code: 'benched-builder', message: `${by} is benched` }
  }
  if (state.pause !== null) return { code: 'build-paused', message: `the build is paused: ${state.pause}` }
  if (state.lead !== by) return { code: 'not-the-lead', message: `${state.lead ?? 'nobody'} leads, not ${by}` }
  if (findPacket(state, packet)?.end === 'completed') return { code: 'already-completed', message: `${packet} is completed already` }
  return undefined
}
