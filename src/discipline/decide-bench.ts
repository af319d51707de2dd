import { hasText } from '../text/blank'
import type { Builder } from './builder'
import { can } from './builder'
import type { CommandTo } from './command'
import type { DisciplineDecision, Fault } from './refusal'
import { refuse } from './refusal'
import type { DisciplineState } from './state'
import { designatedLead, findBuilder } from './state'
import { reconstructionParts } from './words'

/** The reread is proved by the hash of the whole document in force, so that a summary proves nothing (R-REF-16, D-REREADFIRST). */
export function decideReread(state: DisciplineState, { builder, sha256 }: CommandTo<'reread'>): DisciplineDecision {
  const fault = benchFault(state, builder, 'reread')
  if (fault !== undefined) return refuse(fault)
  if (sha256 !== state.authority.sha256) {
    return refuse({
      code: 'wrong-document',
      message: `${JSON.stringify(sha256)} is not the hash of ${state.authority.id}, ${state.authority.sha256}`,
    })
  }
  return { ok: true, events: [{ type: 'discipline.reread', data: { builder, sha256 } }] }
}

/** All six parts are filled; an amendment afterwards lets the reconstruction stand (R-REF-17, D-RECONSTRUCTAGAIN). */
export function decideReconstruction(state: DisciplineState, { builder, parts }: CommandTo<'reconstruct'>): DisciplineDecision {
  const fault = benchFault(state, builder, 'reconstruct')
  if (fault !== undefined) return refuse(fault)
  const missing = reconstructionParts.filter((part) => !hasText(parts[part]))
  const [first, ...rest] = missing.map((part): Fault => ({ code: `missing-${part}`, message: `the reconstruction lacks ${part}` }))
  if (first !== undefined) return refuse(first, ...rest)
  return { ok: true, events: [{ type: 'discipline.reconstructed', data: { builder, parts } }] }
}

/** Whether a person may keep the alternate: while the primary is benched, or once it leads again and somebody else could (R-REF-19). */
export function decideKeeping(state: DisciplineState, { by }: CommandTo<'keep-alternate'>): DisciplineDecision {
  if (by.kind !== 'human')
    return refuse({ code: 'not-a-person', message: `${by.id} is no person (${by.kind}); only one keeps the alternate` })
  const primary = findBuilder(state, state.primary)
  const kept: DisciplineState = { ...state, isKept: true }
  const isBack = primary?.state === 'probation' && state.lead === state.primary && leadOf(kept) !== state.primary
  if (primary?.state !== 'benched' && !isBack) {
    return refuse({
      code: 'nothing-to-keep',
      message: `${state.primary} is ${primary?.state ?? 'gone'}, and no alternate leads or led in its place`,
    })
  }
  return { ok: true, events: [{ type: 'discipline.kept', data: { by, lead: leadOf(kept) } }] }
}

function leadOf(state: DisciplineState): string | null {
  return state.pause === 'continuation' || state.pause === 'review' ? null : designatedLead(state)
}

function benchFault(state: DisciplineState, id: string, type: 'reread' | 'reconstruct'): Fault | undefined {
  const builder: Builder | undefined = findBuilder(state, id)
  if (builder === undefined) return { code: 'unknown-builder', message: `no builder is called ${JSON.stringify(id)}` }
  return can(builder, state.limits, { type }) ? undefined : { code: 'not-benched', message: `${id} is ${builder.state}, not benched` }
}
