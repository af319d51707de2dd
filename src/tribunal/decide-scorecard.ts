import type { Digest } from '../canonical/digest'
import { present } from './present'
import type { AnsweredSeat, Seat } from '../consensus/seat'
import { parseSeat } from '../consensus/seat'
import type { Issue } from '../issues'
import { shown } from '../issues'
import { checkLeak } from './check-leak'
import type { CommandTo } from './command'
import { keptFrom, shownTo } from './kept-from'
import type { VoidCause } from './member'
import type { SliceDecision } from './refusal'
import { record, refuse, refuseFirst } from './refusal'
import { hasHalo, hasUnearnedTens, isRubberStamp } from './scorecard-checks'
import { answerFault } from './sessions'
import type { PanelSeat, SliceState } from './state'

const hostReasons: readonly unknown[] = ['infrastructure', 'timeout', 'truncated-input']

/** Takes a member's answer: it counts, it is void and its lens is dispatched again, or the seat abstains (R-TRI-21, R-TRI-28, R-TRI-29, R-TRI-36). */
export function decideScorecard(state: SliceState, command: CommandTo<'scorecard'>, digest: Digest): SliceDecision {
  const { member, token, answer, given = [] } = command
  if (state.phase !== 'judging') return refuse('not-due', `no scorecard is due: the slice is ${state.phase}`)
  const seat = state.panel.find((one) => one.member === member)
  if (seat === undefined || seat.status !== 'asked') return refuse('unknown-member', `no scorecard of ${shown(member)} is due`)
  const { outcome, reason, issues, rubric, ...rest } = fieldsOf(answer)
  // What the host says of a session that gave no answer needs no word of that session.
  const isHosts = outcome === 'abstained' && hostReasons.includes(reason)
  const isOther = typeof rubric === 'string' && rubric !== state.rubric?.hash
  const refused = refuseFirst([
    isHosts && token === undefined ? undefined : answerFault(seat.token, token, digest),
    isOther ? { code: 'other-rubric', message: `${shown(rubric)} is not this rubric, ${state.rubric?.hash ?? 'none'}` } : undefined,
  ])
  if (refused !== undefined) return refused
  if (outcome === 'abstained' && reason !== 'out-of-contract') {
    const parsed = parseSeat({ ...headOf(seat), outcome, reason, ...withIssues(issues) }, state.rubric ?? { dimensions: [] })
    return parsed.ok ? answered(seat, parsed.value) : refuse('command-invalid', parsed.issues.map(({ message }) => message).join('; '))
  }
  if (outcome === 'abstained') return voidOr(seat, 'malformed', listOf(issues), outOfContract(seat, listOf(issues)))
  const parsed = parseSeat(
    { ...rest, ...(rubric === undefined ? {} : { rubric }), ...headOf(seat), outcome: 'scorecard' },
    state.rubric ?? { dimensions: [] },
  )
  if (!parsed.ok || parsed.value.outcome !== 'scorecard') {
    const faults = parsed.ok ? [] : parsed.issues
    return voidOr(seat, 'malformed', faults, outOfContract(seat, faults))
  }
  return judged(state, seat, parsed.value, given)
}

function judged(state: SliceState, seat: PanelSeat, value: AnsweredSeat, given: readonly string[]): SliceDecision {
  const leaks = checkLeak(value, keptFrom(state, seat.member), [...shownTo(state), ...given])
  if (leaks.length > 0) {
    const issues = leaks.map(({ path, words }) => ({
      code: 'leak',
      path,
      message: `repeats what the member must not have seen: ${shown(words)}`,
    }))
    return voidOr(seat, 'leak', issues, { ...headOf(seat), outcome: 'abstained', reason: 'conflict' })
  }
  const again = (cause: VoidCause, message: string): SliceDecision => voided(seat, cause, [{ code: cause, path: '', message }])
  if (isRubberStamp(value) && !seat.voided.includes('rubber-stamp')) return again('rubber-stamp', 'it finds nothing and quotes nothing')
  if (seat.adversary && hasUnearnedTens(value) && !seat.voided.includes('unearned-tens')) {
    return again('unearned-tens', 'only 10s, and not a word of what was tried')
  }
  return answered(seat, value)
}

/** The first time a cause voids the answer; the second time the seat stands as it is then. */
function voidOr(seat: PanelSeat, cause: VoidCause, issues: readonly Issue[], otherwise: Seat): SliceDecision {
  return seat.voided.includes(cause) ? answered(seat, otherwise) : voided(seat, cause, issues)
}

function voided({ member }: PanelSeat, cause: VoidCause, issues: readonly Issue[]): SliceDecision {
  return record({ type: 'tribunal.voided', data: { member, cause, issues } })
}

function answered({ member, adversary }: PanelSeat, seat: Seat): SliceDecision {
  const warnings =
    seat.outcome === 'abstained'
      ? []
      : [
          ...(hasHalo(seat) ? ['halo'] : []),
          ...(isRubberStamp(seat) ? ['rubber-stamp'] : []),
          ...(adversary && hasUnearnedTens(seat) ? ['unearned-tens'] : []),
        ]
  return record({ type: 'tribunal.answered', data: { member, seat, warnings } })
}

function outOfContract(seat: PanelSeat, issues: readonly Issue[]): Seat {
  return { ...headOf(seat), outcome: 'abstained', reason: 'out-of-contract', issues: [...issues] }
}

/** The seat is the ledger's, whatever an answer says of itself. */
function headOf({ member, session, lens, adversary, model }: PanelSeat) {
  return present({ member, session, lens, adversary, model })
}

function fieldsOf(answer: unknown): Readonly<Record<string, unknown>> {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? { ...answer } : {}
}

/** Why a seat stays empty is kept with it; where nothing was said of that the seat has no `issues`. */
function withIssues(issues: unknown): { readonly issues?: Issue[] } {
  const listed = listOf(issues)
  return listed.length === 0 ? {} : { issues: listed }
}

const issuesMax = 20
const issueCharactersMax = 2_000

/** What an answer says of its own faults; it is kept with the seat, so no answer makes that as long as it likes. */
function listOf(issues: unknown): Issue[] {
  if (!Array.isArray(issues)) return []
  const listed = issues.flatMap((issue: unknown) => {
    const { code, path, message } = fieldsOf(issue)
    return typeof code === 'string' && typeof path === 'string' && typeof message === 'string'
      ? [{ code: within(code), path: within(path), message: within(message) }]
      : []
  })
  if (listed.length <= issuesMax) return listed
  const more = listed.length - issuesMax
  return [
    ...listed.slice(0, issuesMax),
    { code: 'more', path: '', message: `${more} more ${more === 1 ? 'fault is' : 'faults are'} not kept` },
  ]
}

/** Half of a surrogate pair at the cut goes with the rest. */
function within(text: string): string {
  return text.length <= issueCharactersMax ? text : `${text.slice(0, issueCharactersMax - 3).replace(/[\ud800-\udbff]$/, '')}...`
}
