import type { Rationale } from '../consensus/ruling'
import type { Brief } from './brief'
import { doerBrief, memberBrief, planBrief, synthesisBrief } from './brief-fields'
import type { ClosingReport } from './closing-report'
import { closingReport } from './closing-report'
import { waysOpen } from './decide-person'
import type { TriageStep, VoidCause } from './member'
import { triageSteps } from './member'
import { planLenses } from './plan-lenses'
import type { CommandRun } from './report'
import type { ResolutionWay } from './resolution-way'
import type { KeptVerdict } from './ruled'
import type { FullSliceSetup, Requester } from './setup'
import type { DispatchReason, SliceState } from './state'
import { budgetsLeft, lastVerdict, streamOf } from './state'

type Left = { readonly rounds: number; readonly dispatches: number }

type Due =
  | { readonly kind: 'open'; readonly setup: FullSliceSetup }
  | { readonly kind: 'vet-plan'; readonly lens: string; readonly brief: Brief }
  | { readonly kind: 'refine-plan'; readonly plan: string; readonly critiques: readonly string[] }
  | {
      readonly kind: 'dispatch-doer'
      readonly why: DispatchReason
      readonly reasons: readonly string[]
      /** Steps of the triage still open, where the doer was blocked. */
      readonly triage: readonly TriageStep[]
      readonly left: Left
      readonly brief: Brief
    }
  | { readonly kind: 'await-report'; readonly session: string; readonly brief: Brief }
  | {
      readonly kind: 'verify-report'
      readonly address: string
      readonly commands: readonly string[]
      readonly claimed: readonly CommandRun[]
    }
  | { readonly kind: 'convene-panel'; readonly round: number; readonly left: Left; readonly brief: Brief; readonly adversaryBrief: Brief }
  | {
      readonly kind: 'replacement'
      readonly lens: string
      readonly count: number
      readonly dimensions: readonly string[]
      readonly brief: Brief
    }
  | {
      readonly kind: 'seat-member'
      readonly member: string
      readonly lens: string
      readonly adversary: boolean
      readonly why: VoidCause
      readonly session: string
      readonly brief: Brief
    }
  | {
      readonly kind: 'judge'
      readonly member: string
      readonly lens: string
      readonly adversary: boolean
      readonly session: string
      readonly brief: Brief
    }
  | { readonly kind: 'adjudicate'; readonly round: number; readonly address: string }
  | {
      readonly kind: 'synthesis'
      readonly member: string
      readonly session: string
      readonly rationales: { readonly [dimension: string]: readonly Rationale[] }
      readonly brief: Brief
    }
  | {
      readonly kind: 'ask-person'
      readonly reasons: readonly string[]
      readonly ways: readonly ResolutionWay['take'][]
      /** The last verdict with its whole package, where a panel ruled. */
      readonly verdict: KeptVerdict | null
      readonly nextStep: string
      readonly report: ClosingReport
    }
  | { readonly kind: 'deliver'; readonly requester: Requester | null; readonly report: ClosingReport }
  | {
      readonly kind: 'await-acknowledgement'
      readonly requester: Requester | null
      readonly channel: string
      readonly report: ClosingReport
    }

/** What is due. `id` is `stream@version/kind/subject`, where version is that of the event that made it due: doing it twice is seen (spec 01). */
export type SliceAction = Due & { readonly id: string }

/** What is due now; seats in the order in which they were convened. Empty before `open` without a setup, and after the acknowledgement. */
export function next(state: SliceState): SliceAction[] {
  const one = (due: Due, subject = 'slice'): SliceAction[] => [{ ...due, id: idOf(state, state.since, due.kind, subject) }]
  const { setup, plan, phase } = state
  switch (phase) {
    case 'unopened':
      return setup === null ? [] : one({ kind: 'open', setup })
    case 'vetting':
      return planLenses
        .filter(({ id }) => plan?.votes.every(({ lens }) => lens !== id) === true)
        .flatMap(({ id }) => one({ kind: 'vet-plan', lens: id, brief: planBrief(state, id) }, id))
    case 'refining':
      return one({ kind: 'refine-plan', plan: plan?.text ?? '', critiques: plan?.critiques ?? [] })
    case 'dispatching':
      return one(dispatchDue(state))
    case 'working':
      return one({ kind: 'await-report', session: state.doers.at(-1)?.session ?? '', brief: doerBrief(state) })
    case 'verifying':
      return one(verificationDue(state))
    case 'convening':
      return one(conveningDue(state))
    case 'judging':
      return state.panel.flatMap((seat) => seatDue(state, seat))
    case 'ruling':
      return one({ kind: 'adjudicate', round: state.rounds.used, address: state.address ?? '' })
    case 'synthesis':
      return synthesisDue(state)
    case 'asking':
      return one(personDue(state))
    case 'delivering':
      return one({ kind: 'deliver', requester: setup?.requester ?? null, report: closingReport(state) })
    case 'delivered': {
      const { deliveredOn } = state
      return one({
        kind: 'await-acknowledgement',
        requester: setup?.requester ?? null,
        channel: deliveredOn ?? '',
        report: closingReport(state),
      })
    }
    case 'closed':
      return []
  }
}

function idOf(state: SliceState, since: number, kind: string, subject: string): string {
  return `${streamOf(state)}@${since}/${kind}/${subject}`
}

function dispatchDue(state: SliceState): Due {
  const { why, whyReasons, triaged } = state
  const triage = why === 'blocked' ? triageSteps.filter((step) => !triaged.includes(step)) : []
  return { kind: 'dispatch-doer', why, reasons: whyReasons, triage, left: budgetsLeft(state), brief: doerBrief(state) }
}

function verificationDue(state: SliceState): Due {
  const claimed = state.reports.at(-1)?.report.runs ?? []
  return { kind: 'verify-report', address: state.address ?? '', commands: state.rubric?.commands ?? [], claimed }
}

function conveningDue(state: SliceState): Due {
  const { ruling } = state
  if (ruling?.kind === 'replacement') {
    const { lens, count, dimensions } = ruling
    return { kind: 'replacement', lens, count, dimensions, brief: memberBrief(state, { lens, adversary: lens === 'adversary' }) }
  }
  return {
    kind: 'convene-panel',
    round: state.rounds.used + 1,
    left: budgetsLeft(state),
    brief: memberBrief(state, { lens: 'quality', adversary: false }),
    adversaryBrief: memberBrief(state, { lens: 'adversary', adversary: true }),
  }
}

function seatDue(state: SliceState, seat: SliceState['panel'][number]): SliceAction[] {
  const { member, lens, adversary, session, status, since, voided } = seat
  if (status === 'answered') return []
  const shared = { member, lens, adversary, session, brief: memberBrief(state, seat) }
  if (status === 'asked') return [{ kind: 'judge', id: idOf(state, since, 'judge', member), ...shared }]
  return [{ kind: 'seat-member', id: idOf(state, since, 'seat-member', member), ...shared, why: voided.at(-1) ?? 'malformed' }]
}

function synthesisDue(state: SliceState): SliceAction[] {
  const { ruling, panel, replying, since } = state
  const rationales = ruling?.kind === 'synthesis' ? ruling.rationales : {}
  return panel
    .filter(({ member, replies }) => replying.includes(member) && replies === null)
    .map(({ member, session }) => ({
      kind: 'synthesis',
      id: idOf(state, since, 'synthesis', member),
      member,
      session,
      rationales,
      brief: synthesisBrief(state),
    }))
}

function personDue(state: SliceState): Due {
  const verdict = lastVerdict(state) ?? null
  const isRulings = state.ruling?.kind === 'verdict' && state.ruling.reasons.every((reason) => state.stuckOn.includes(reason))
  const escalated = isRulings ? undefined : state.escalations.at(-1)?.nextStep
  const nextStep = escalated ?? verdict?.escalation?.nextStep ?? 'accept what is left, have it fixed, or stop'
  return { kind: 'ask-person', reasons: state.stuckOn, ways: waysOpen(state), verdict, nextStep, report: closingReport(state) }
}
