import type { DataOf, TribunalEvent } from '../../tribunal/event'
import type { KeptVerdict } from '../../tribunal/ruled'
import type { SliceState } from '../../tribunal/state'
import { hang, shortShare } from '../../text/columns'
import { padEnd } from '../../text/printable'
import { counted, gateRunName, quotedShort, roundOf, shortAddress, verdictMarks } from './slice-marks'

/** One finished step of a slice as a line says it: who, and what came of it, its mark in front; `round` where it isn't the one that is under way then. */
export type Step = { readonly who: string; readonly said: string; readonly round?: number }

/** The steps that an event finishes; `after` is the state that it leads to. Words of others are escaped. */
export function stepsOf(event: TribunalEvent, after: SliceState): Step[] {
  switch (event.type) {
    case 'tribunal.frozen':
      return [
        {
          who: 'rubric',
          said: `+ frozen, ${criteriaOf(event.data.rubric.criteria.length)}, target ${shortShare(event.data.rubric.target)}`,
        },
      ]
    case 'tribunal.vetted':
      return [{ who: 'plan', said: voteOf(event.data) }]
    case 'tribunal.refined':
      return [{ who: 'plan', said: '. refined' }]
    case 'tribunal.dispatched':
      return [{ who: 'doer', said: `. dispatched, ${event.data.number} of ${after.dispatches.max}${modelOf(event.data.model)}` }]
    case 'tribunal.reported':
      return [{ who: 'doer', said: reportOf(event.data) }]
    case 'tribunal.lost':
      return [{ who: 'doer', said: `x lost: ${quotedShort(event.data.reason)}` }]
    case 'tribunal.verified':
      return verificationSteps(event.data, after)
    case 'tribunal.convened':
      return [
        {
          who: 'panel',
          said: `. ${event.data.seats.map(({ member, model }) => `${quotedShort(member, 30)}${modelOf(model)}`).join(', ')}`,
        },
      ]
    case 'tribunal.voided':
      return [
        {
          who: 'panel',
          said: `! ${quotedShort(event.data.member, 30)} is asked afresh: ${event.data.cause}${firstIssue(event.data.issues)}`,
        },
      ]
    case 'tribunal.answered':
      return answerSteps(event.data, after)
    case 'tribunal.replied':
      return [{ who: 'synthesis', said: `+ ${quotedShort(event.data.member, 30)} ${replyOf(event.data)}` }]
    case 'tribunal.ruled':
      return [rulingStep(event.data)]
    default:
      return personalSteps(event)
  }
}

function criteriaOf(count: number): string {
  return count === 1 ? '1 criterion' : `${count} criteria`
}

function personalSteps(event: TribunalEvent): Step[] {
  switch (event.type) {
    case 'tribunal.escalated':
      return [{ who: 'person', said: `^ is asked: ${event.data.reasons.map((reason) => quotedShort(reason)).join(', ')}` }]
    case 'tribunal.resolved':
      return [{ who: 'person', said: `+ ${quotedShort(event.data.by.id, 40)}: ${event.data.way.take}` }]
    case 'tribunal.delivered':
      return [{ who: 'report', said: `+ delivered, ${quotedShort(event.data.channel, 60)}` }]
    case 'tribunal.acknowledged':
      return [{ who: 'report', said: `+ ${quotedShort(event.data.by, 60)} has it` }]
    default:
      return []
  }
}

/** A step on a line of its own, in plain mode: time, slice, round, who, what. */
export function stepLines({ who, said, round }: Step, at: string, state: SliceState): string[] {
  const name = quotedShort(state.setup?.id ?? '?', 20)
  return hang(`${at.slice(11, 19)}  ${name} round ${round ?? roundOf(state)}  ${padEnd(who, 9)}  `, said)
}

function voteOf({ lens, approves, critique }: DataOf<'tribunal.vetted'>): string {
  return approves ? `+ ${lens} approves` : `x ${quotedShort(lens, 20)} turns it down: ${quotedShort(critique)}`
}

function modelOf(model: { readonly id: string; readonly provider?: string } | undefined): string {
  if (model === undefined) return ''
  const { id, provider } = model
  return ` (${quotedShort(provider === undefined || provider === id ? id : `${provider} ${id}`, 40)})`
}

function reportOf({ report, follows, reasons }: DataOf<'tribunal.reported'>): string {
  if (follows === 'verify') return `. ${report.status} at ${shortAddress(report.address)}`
  const why = reasons.map((reason) => quotedShort(reason)).join('; ')
  return `! ${report.status}${why === '' ? '' : `: ${why}`}`
}

function verificationSteps({ runs, files, follows, reasons }: DataOf<'tribunal.verified'>, { address, checks }: SliceState): Step[] {
  const gate = runs.find(({ command }) => command === gateRunName)
  const judged = gate === undefined ? [] : [{ who: 'gate', said: gate.exitCode === 0 ? '+ PASS' : '# FAIL' }]
  const what = `${shortAddress(address ?? '')}, ${counted(files?.length ?? 0, 'file')}`
  const said = follows === 'panel' ? `+ ${what}, report verified` : `x ${what}, ${sentBackFor(reasons, checks.at(-2)?.reasons ?? [])}`
  return [...judged, { who: 'doer', said }]
}

/** What was said of the work before this one isn't said again. */
function sentBackFor(reasons: readonly string[], before: readonly string[]): string {
  const isSame = reasons.length > 0 && reasons.length === before.length && reasons.every((reason) => before.includes(reason))
  return isSame ? 'sent back for the same as before' : `sent back: ${reasons.map((one) => quotedShort(one)).join('; ')}`
}

function firstIssue([first]: DataOf<'tribunal.voided'>['issues']): string {
  return first === undefined ? '' : `, ${quotedShort(first.message)}`
}

function answerSteps({ member, seat, warnings }: DataOf<'tribunal.answered'>, { panel }: SliceState): Step[] {
  const inCount = panel.filter(({ status }) => status === 'answered').length
  const abstained =
    seat.outcome === 'abstained'
      ? [{ who: 'panel', said: `! ${quotedShort(member, 30)} abstained: ${seat.reason}${firstIssue(seat.issues ?? [])}` }]
      : []
  const warned = warnings.map((warning) => ({ who: 'panel', said: `! ${quotedShort(member, 30)}: ${quotedShort(warning)}` }))
  const all = inCount === panel.length ? [{ who: 'panel', said: `+ ${inCount} of ${panel.length} in` }] : []
  return [...abstained, ...warned, ...all]
}

function replyOf({ replies }: DataOf<'tribunal.replied'>): string {
  if (replies.length === 0) return 'maintains'
  return replies
    .map((reply) => `${reply.action === 'REVISE' ? `moves to ${reply.score}` : 'maintains'} on ${quotedShort(reply.dimension, 30)}`)
    .join(', ')
}

function rulingStep({ round, ruling }: DataOf<'tribunal.ruled'>): Step {
  switch (ruling.kind) {
    case 'synthesis':
      return { who: 'synthesis', said: `. disputed: ${ruling.disputed.map((one) => quotedShort(one, 30)).join(', ')}` }
    case 'replacement':
      return { who: 'panel', said: `. ${ruling.count} more of ${quotedShort(ruling.lens, 30)}: too few scores survive` }
    case 'verdict':
      return { who: 'verdict', said: verdictWords(ruling), round }
  }
}

/** A verdict in one line: its mark, its word, its figure, and what decided. */
export function verdictWords({ verdict, overall, reasons }: Pick<KeptVerdict, 'verdict' | 'overall' | 'reasons'>): string {
  const figure = overall === null ? '' : ` ${shortShare(overall)}`
  return `${verdictMarks[verdict]} ${verdict}${figure}${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}`
}
