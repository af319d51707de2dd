import { warningInWords } from '../../consensus/explain'
import type { DriveOutcome } from '../../running/driver/drive-once'
import type { ClosingReport, ClosingRound } from '../../tribunal/closing-report'
import { closingReport } from '../../tribunal/closing-report'
import { next } from '../../tribunal/next'
import type { SliceState } from '../../tribunal/state'
import { lastVerdict } from '../../tribunal/state'
import { hang, ledLine, pips, shortShare } from '../../text/columns'
import { padEnd } from '../../text/printable'
import { nextBlock } from './refusal-text'
import { counted, quotedShort, shortAddress, verdictMarks } from './slice-marks'
import { nextWays } from './slice-ways'

/** A slice for a page: its state, and why the driver went where one drove. */
export type SlicePage = { readonly state: SliceState; readonly outcome?: DriveOutcome | undefined; readonly exit: number }

/** A slice for a person: how it stands and its figure first, then each round, what left the sum, what is open, the budgets, and what can be done. */
export function sliceText(page: SlicePage): string {
  const { state, exit } = page
  const report = closingReport(state)
  const lines = [
    ...headLines(page, `exit ${exit}`),
    '',
    ...report.rounds.each.flatMap((round) => roundLines(round, report)),
    ...openLines(state),
    ...timesEach(report.setbacks)
      .slice(-setbacksMax)
      .flatMap((reason) => hang('! sent back  ', reason)),
    ...report.warnings.flatMap((warning) => hang('! warning    ', quotedShort(warningInWords(warning), 120))),
    ...(report.decisions.length === 0 ? [] : report.decisions.flatMap(decisionLines)),
    '',
    `  rounds ${pips(report.rounds.used, report.rounds.max)} ${report.rounds.used} of ${report.rounds.max}    dispatches ${pips(report.dispatches.used, report.dispatches.max)} ${report.dispatches.used} of ${report.dispatches.max}`,
    ...hang(
      '  ',
      `independence ${report.independence}    rubric ${report.rubric.slice(0, 15)}    artifact ${shortAddress(report.address ?? 'none')}`,
    ),
    ...nextBlock(nextWays(page)),
  ]
  return `${lines.filter((line, index) => line !== '' || lines[index - 1] !== '').join('\n')}\n`
}

const setbacksMax = 5
/** A page says why a seat is empty; the whole list stands in `--json`. */
const becauseMax = 3

/** Each once, in the order of the first, with how often it was said. */
function timesEach(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, times]) => `${quotedShort(reason, 300)}${times === 1 ? '' : ` (${times} times)`}`)
}

function headLines({ state, outcome }: SlicePage, exit: string): string[] {
  const { mark, word, more } = headOf(state, outcome)
  const verdict = lastVerdict(state)
  const figure =
    verdict?.overall === null || verdict === undefined ? '' : ` ${shortShare(verdict.overall)}, target ${shortShare(verdict.target)}`
  const head = `${mark} ${word}  ${quotedShort(state.setup?.id ?? '?', 40)}${figure}`
  const whole = more === '' ? head : `${head}; ${more}`
  return whole.length + exit.length + 2 <= 80 ? [ledLine(whole, exit)] : [ledLine(head, exit), ...hang('  ', more)]
}

type Head = { readonly mark: string; readonly word: string; readonly more: string }

function headOf(state: SliceState, outcome: DriveOutcome | undefined): Head {
  const { ending, phase } = state
  if (ending !== null) {
    const handing = phase === 'closed' ? '' : ', its report waits to be handed over'
    if (ending === 'abandoned') return { mark: 'x', word: 'abandoned', more: `a person ended it${handing}` }
    const verdict = lastVerdict(state)?.verdict ?? 'SHIP'
    return ending === 'shipped'
      ? { mark: '+', word: 'SHIP', more: handing.slice(2) }
      : { mark: '*', word: verdict, more: `accepted by a person${handing}` }
  }
  const asked = personAsked(state)
  if (asked !== undefined) return asked
  switch (outcome?.kind) {
    case 'limit':
      return {
        mark: '^',
        word: 'waits',
        more: `the limit of ${outcome.limit} is ${outcome.max}, and the next step may take it to ${outcome.wanted}`,
      }
    case 'held':
      return { mark: '.', word: 'held', more: `another process drives it, at the latest until ${outcome.until}` }
    case 'stopped':
      return { mark: '.', word: 'stopped', more: 'all that is known is recorded, and it goes on from there' }
    case 'stuck':
      return {
        mark: 'x',
        word: 'stuck',
        more: outcome.problems.map(({ kind, because }) => `${kind}: ${quotedShort(because, 400)}`).join('; '),
      }
    default:
      return { mark: '.', word: 'under way', more: `due: ${[...new Set(next(state).map(({ kind }) => kind))].join(', ') || 'nothing'}` }
  }
}

/** What a person is asked, where one is; undefined where the work goes on without one. */
export function personAsked(state: SliceState): Head | undefined {
  const { phase, why, whyReasons, stuckOn } = state
  if (phase === 'asking') {
    const verdict = state.ruling?.kind === 'verdict' ? state.ruling.verdict : undefined
    const word = verdict === undefined || verdict === 'ITERATE' || verdict === 'SHIP' ? 'ESCALATE' : verdict
    return { mark: verdictMarks[word], word, more: stuckOn.map((reason) => quotedShort(reason)).join(', ') }
  }
  if (phase === 'refining') return { mark: '^', word: 'waits', more: 'the plan was turned down; its refinement is due' }
  if (phase !== 'dispatching' || (why !== 'context' && why !== 'blocked')) return undefined
  const reasons = whyReasons.map((reason) => quotedShort(reason, 300)).join('; ')
  return {
    mark: '^',
    word: 'waits',
    more: `${why === 'context' ? 'the doer lacks context' : 'the doer is blocked'}${reasons === '' ? '' : `: ${reasons}`}`,
  }
}

function roundLines({ index, recommendations, verdict, overall, dissents }: ClosingRound, { rounds }: ClosingReport): string[] {
  const mark = verdict === null ? '.' : verdictMarks[verdict]
  const figure = overall === null ? '' : ` ${shortShare(overall)}`
  const said = recommendations.map(({ lens, said: word }) => `${quotedShort(lens, 20)} ${quotedShort(word, 40)}`).join(', ')
  const left = dissents.flatMap(({ member, dimension, score, status, rationale }) => {
    const head = status === 'logged' ? '~ dissent    ' : status === 'refuted' ? 'x refuted    ' : '? unanchored '
    return hang(head, `${quotedShort(member, 30)} on ${quotedShort(dimension, 30)}, ${score}: "${quotedShort(rationale, 300)}"`)
  })
  const silent = recommendations.flatMap(({ member, because }) =>
    because.slice(0, becauseMax).flatMap((one) => hang('! abstained  ', `${quotedShort(member, 30)}: ${quotedShort(one, 300)}`)),
  )
  const name = rounds.each.length > 9 ? padEnd(`round ${index}`, 9) : `round ${index}  `
  return [...hang(`${mark} ${name}  `, `${verdict ?? 'not ruled yet'}${figure}    ${said}`), ...silent, ...left]
}

/** Named failures that nobody rebutted and caveats that are neither fixed nor deferred, of the ruling that stands. */
function openLines(state: SliceState): string[] {
  if (state.ending === 'abandoned') return []
  const verdict = state.ruling?.kind === 'verdict' ? state.ruling : undefined
  if (verdict === undefined) return []
  const scenarios = (verdict.escalation?.scenarios ?? []).flatMap(({ member, id, input, wrongBehaviour }) =>
    hang('  scenario  ', `${quotedShort(`${member}/${id}`, 50)}  ${quotedShort(input, 200)} -> ${quotedShort(wrongBehaviour, 200)}`),
  )
  const escalations = (verdict.escalation?.escalations ?? []).flatMap(({ member, text }) =>
    hang('  concern   ', `${quotedShort(member, 40)}  ${quotedShort(text, 300)}`),
  )
  const caveats = verdict.caveats
    .filter(({ status }) => status === 'open')
    .flatMap(({ member, id, text, fix }) => [
      ...hang('  caveat    ', `${quotedShort(`${member}/${id}`, 50)}  ${quotedShort(text, 300)}`),
      ...(fix === undefined ? [] : hang('  fix       ', quotedShort(fix, 300))),
    ])
  const all = [...scenarios, ...escalations, ...caveats]
  return all.length === 0 ? [] : ['', ...all]
}

function decisionLines({ by, took, reason }: ClosingReport['decisions'][number]): string[] {
  return hang('+ person     ', `${quotedShort(by, 40)}: ${took}${reason === undefined ? '' : `, "${quotedShort(reason, 300)}"`}`)
}

/** One line for each slice of a ledger: how it stands, its budgets, who is waited for. */
export function sliceListText(states: readonly SliceState[], exit: number): string {
  const rows = states.flatMap((state) => {
    const { mark, word, more } = headOf(state, undefined)
    const { rounds, dispatches } = state
    const budget = `rounds ${pips(rounds.used, rounds.max)} dispatches ${pips(dispatches.used, dispatches.max)}`
    return hang(
      `${mark} ${padEnd(quotedShort(state.setup?.id ?? '?', 24), 14)}  ${padEnd(word, 17)}  `,
      `${budget}  ${quotedShort(more, 200)}`.trimEnd(),
    )
  })
  const waiting = states.filter((state) => waitsForPerson(state)).length
  const head = `. ${counted(states.length, 'slice')}${waiting === 0 ? '' : `, ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for a person`}`
  return `${[ledLine(head, `exit ${exit}`), ...(rows.length === 0 ? [] : ['', ...rows])].join('\n')}\n`
}

/** Whether a person is waited for: to resolve, to supply, to hand over or to acknowledge where somebody asked for the slice. */
export function waitsForPerson(state: SliceState): boolean {
  const isHandedOver = (state.phase === 'delivering' || state.phase === 'delivered') && state.setup?.requester !== undefined
  return isHandedOver || personAsked(state) !== undefined
}
