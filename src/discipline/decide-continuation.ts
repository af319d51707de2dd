import { hasText } from '../text/blank'
import type { DisciplineActor } from './actor'
import type { CommandTo } from './command'
import type { DisciplineDecision, Fault } from './refusal'
import { refuse } from './refusal'
import type { DisciplineState } from './state'
import { findBuilder, isAble } from './state'
import type { Diagnosis } from './words'
import { diagnoses } from './words'

/** The diagnosis of a drift-root review, recorded by whoever has the authority; none is made up here (R-REF-27, R-REF-30, R-REF-37). */
export function decideReview(_state: DisciplineState, { by, diagnosis }: CommandTo<'review'>): DisciplineDecision {
  const faults: Fault[] = hasAuthority(by) ? [] : [notAuthorized(by)]
  if (isDiagnosis(diagnosis) && faults.length === 0) return { ok: true, events: [{ type: 'discipline.reviewed', data: { by, diagnosis } }] }
  if (!isDiagnosis(diagnosis)) {
    faults.push({ code: 'unknown-diagnosis', message: `${JSON.stringify(diagnosis)} is not one of ${diagnoses.join(', ')}` })
  }
  const [first, ...rest] = faults
  return refuse(first ?? notAuthorized(by), ...rest)
}

/** One way on after the primary's expulsion, or when nobody is left to lead (R-REF-26). A pause needs no review: it is what one is made in. */
export function decideContinuation(state: DisciplineState, command: CommandTo<'continue'>): DisciplineDecision {
  const { by, path, builder = '' } = command
  if (!hasAuthority(by)) return refuse(notAuthorized(by))
  if (state.pause === null)
    return refuse({ code: 'nothing-to-choose', message: `${state.lead ?? 'nobody'} leads, and the build is not paused` })
  if (path === 'pause') return { ok: true, events: [{ type: 'discipline.continued', data: { by, path, builder: null } }] }
  const fault = reviewFault(state) ?? (path === 'replace' ? replacementFault(state, builder) : undefined)
  if (fault !== undefined) return refuse(fault)
  const chosen = path === 'replace' ? builder : state.builders.find((one) => one.id !== state.primary && isAble(one, state))?.id
  if (chosen === undefined) return refuse({ code: 'no-backup', message: 'no alternate is active or on probation' })
  return { ok: true, events: [{ type: 'discipline.continued', data: { by, path, builder: chosen } }] }
}

/** What the review of an expulsion still asks for before another model gets the work (R-REF-27 to R-REF-30, D-DIAGNOSISFREE). */
export function reviewFault({ expelled, review }: DisciplineState): Fault | undefined {
  if (expelled === null) return undefined
  if (review === null) return { code: 'review-required', message: `no drift-root review is recorded since ${expelled} was expelled` }
  const { diagnosis, isAmendedSince } = review
  if (diagnosis === 'MIXED' || diagnosis === 'UNKNOWN')
    return { code: 'diagnosis-open', message: `the review found ${diagnosis}: the build stays paused` }
  if (diagnosis === 'PROMPT-INDUCED DRIFT' && !isAmendedSince) {
    return { code: 'prompt-not-rewritten', message: 'the review found PROMPT-INDUCED DRIFT, and the authority is not amended since' }
  }
  return undefined
}

function replacementFault(state: DisciplineState, builder: string): Fault | undefined {
  if (!hasText(builder)) return { code: 'no-builder', message: 'a replacement has a name' }
  if (findBuilder(state, builder) === undefined) return undefined
  return { code: 'known-builder', message: `${builder} is a builder of this build already; a replacement is a new one` }
}

/** A person, or the automation that runs the build; never an agent, which could be the builder itself. */
function hasAuthority({ kind }: DisciplineActor): boolean {
  return kind === 'human' || kind === 'engine'
}

function notAuthorized({ id, kind }: DisciplineActor): Fault {
  return { code: 'not-authorized', message: `${id} (${kind}) is neither a person nor the automation that has this right` }
}

function isDiagnosis(text: string): text is Diagnosis {
  return (diagnoses as readonly string[]).includes(text)
}
