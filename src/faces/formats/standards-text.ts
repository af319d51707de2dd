import type { Impact } from '../../evolution/impact'
import type { EvolutionEvent } from '../../evolution/event'
import type { EvolutionAction } from '../../evolution/next'
import { next } from '../../evolution/next'
import type { Change } from '../../evolution/proposal'
import type { EvolutionState, Proposal } from '../../evolution/state'
import { standardsInForce } from '../../evolution/state'
import type { Policy } from '../../policy/policy'
import { hang, ledLine } from '../../text/columns'
import { padEnd, printable } from '../../text/printable'
import { policyName } from './policy-text'
import { nextBlock } from './refusal-text'

const shownMax = 10

/** What was recorded about the standards, and what is due. */
export function standardsChanged(state: EvolutionState, events: readonly EvolutionEvent[], exit: number): string {
  const [first, ...rest] = events.flatMap((event) => saidOf(event))
  return `${[ledLine(first ?? '. nothing changed', `exit ${exit}`), ...rest, ...nextBlock(nextLines(state))].join('\n')}\n`
}

/** The standards in force, what is open, and what is due. */
export function standardsText(state: EvolutionState, exit: number): string {
  const { version, clauses } = standardsInForce(state)
  const lines = clauses.flatMap(({ id, text, policy }) => [
    ...hang(`  ${printable(id)}  `, printable(text)),
    ...(policy === undefined ? [] : [`    decided by ${policyName(policy)}`]),
  ])
  const open = state.proposals.flatMap(({ id, status, clause }) => [`  ${printable(id)}  ${status}, clause ${printable(clause)}`])
  const counted = `${clauses.length} ${clauses.length === 1 ? 'clause' : 'clauses'}, ${state.signals.length} ${state.signals.length === 1 ? 'signal' : 'signals'}`
  const head = ledLine(`+ standards  ${state.workflow} version ${version}, ${counted}`, `exit ${exit}`)
  return `${[head, ...(lines.length === 0 ? [] : ['', ...lines]), ...(open.length === 0 ? [] : ['', ...open]), ...nextBlock(nextLines(state))].join('\n')}\n`
}

/** All that a person decides on: the proposal whole, what would take it back, and what it would have changed. */
export function proposalText(proposal: Proposal, impact: Impact | undefined, before?: Policy): string {
  const { id, clause, change, evidence, counter_example: counter, falsify, rollback, same_case_count: count, flags } = proposal
  return `${[
    `^ ${printable(id)}  clause ${printable(clause)}, ${count} cases${flags.length === 0 ? '' : `, flagged ${flags.join(', ')}`}`,
    '',
    ...hang('  change    ', changeOf(change)),
    ...(change.kind === 'policy' ? ruleLines(before, change.policy) : []),
    ...evidence.flatMap((one) => hang('  evidence  ', printable(one))),
    ...hang('  against   ', printable(counter)),
    ...hang('  falsify   ', printable(falsify)),
    ...hang('  rollback  ', printable(rollback)),
    ...(impact === undefined ? ['. impact    it changes no table in force: no past case can be tried'] : impactLines(impact)),
    ...(impact === undefined || proposal.status !== 'adopted'
      ? []
      : ['            tried anew under both tables; each card keeps the colour it has on record']),
  ].join('\n')}\n`
}

/** The rules that a change brings, alters, moves or takes away: a table is approved for what it says, not for its name. */
function ruleLines(before: Policy | undefined, after: Policy): string[] {
  const [was, is] = [saidByRule(before), saidByRule(after)]
  const line = (mark: string, [id, said]: readonly [string, string]): string[] => hang(`            ${mark} `, `${printable(id)}: ${said}`)
  const kept = (rules: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string =>
    [...rules.keys()].filter((id) => others.has(id)).join(' ')
  return [
    ...[...was].filter(([id, said]) => is.get(id) !== said).flatMap((rule) => line('-', rule)),
    ...[...is].filter(([id, said]) => was.get(id) !== said).flatMap((rule) => line('+', rule)),
    ...(before !== undefined && kept(was, is) !== kept(is, was) ? ['!           the rules that stay stand in another order'] : []),
  ]
}

function saidByRule(policy: Policy | undefined): ReadonlyMap<string, string> {
  if (policy === undefined) return new Map()
  const rules = policy.rules.map(({ id, when, then }): [string, string] => {
    const conditions = Object.entries(when)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([fact, wanted]) =>
          `${printable(fact)} ${[wanted]
            .flat()
            .map((one) => printable(String(one)))
            .join('|')}`,
      )
    return [id, `${conditions.length === 0 ? 'always' : conditions.join(', ')} -> ${printable(then)}`]
  })
  return new Map([...rules, ['otherwise', `-> ${printable(policy.otherwise)}`]])
}

/** What a change of a table would have done to the cases of the past. */
export function impactLines({ policies, judged, notJudged, flips, inversions, cells }: Impact): string[] {
  return [
    `  impact    ${printable(policies.from)} -> ${printable(policies.to)}: ${flips.length} of ${judged} past cases would flip`,
    ...flips
      .slice(0, shownMax)
      .flatMap(({ card, from, to, signals }) => [
        ...hang('            ', `${printable(card)}  ${printable(from.outcome)} -> ${printable(to.outcome)} (rule ${printable(to.rule)})`),
        ...signals.flatMap(({ quote }) => hang('            ', `said then: "${printable(quote)}"`)),
      ]),
    ...(flips.length > shownMax ? [`            and ${flips.length - shownMax} more; --json lists them`] : []),
    `            ${cells.changed} of ${cells.all} inputs change, inversions ${inversions.gained.length} gained, ${inversions.lost.length} lost`,
    ...(notJudged.length === 0 ? [] : [`!           ${notJudged.length} past cases can't be tried: their facts don't fit`]),
  ]
}

function changeOf(change: Change): string {
  if (change.kind === 'removal') return 'the clause goes'
  const text = change.text === undefined ? '' : `"${printable(change.text)}"`
  return change.kind === 'text' ? text : `${policyName(change.policy)} ${text}`.trimEnd()
}

function saidOf({ type, data }: EvolutionEvent): string[] {
  switch (type) {
    case 'evolution.opened':
      return [`+ opened  ${data.workflow} standards, version ${data.standards.version}`]
    case 'evolution.signal':
      return hang(`+ ${printable(data.signal)}  `, `${data.kind} on ${printable(data.target)}: "${printable(data.quote)}"`)
    case 'evolution.case':
      return [`  ${padEnd(data.id, 16)} signature ${printable(data.signature)}`]
    case 'evolution.proposed':
      return [`+ ${data.id}  proposed for clause ${printable(data.clause)}`]
    case 'evolution.offered':
      return [`  offered  ${data.flips} of ${data.judged} past cases would flip, ${data.cells.changed} of ${data.cells.all} inputs`]
    case 'evolution.approved':
      return [`+ approved  ${printable(data.proposal)} by ${printable(data.by.id)}; version ${data.standards} for what begins from now on`]
    case 'evolution.rejected':
      return [`x rejected  ${printable(data.proposal)} by ${printable(data.by.id)}; the count begins anew`]
    case 'evolution.kept':
      return [`+ kept  ${printable(data.proposal)} by ${printable(data.by.id)}`]
    case 'standards.rollback':
      return [`+ taken back  ${printable(data.proposal)} by ${printable(data.by.id)}; version ${data.standards} restores the clause`]
    default:
      return [`+ recorded  ${type}`]
  }
}

function nextLines(state: EvolutionState): string[] {
  return next(state).map((action) => printable(dueLine(action, state)))
}

function dueLine(action: EvolutionAction, { workflow }: EvolutionState): string {
  const where = workflow === 'bugfix' ? '' : ` --workflow ${workflow}`
  switch (action.kind) {
    case 'write-proposal':
      return `adjudicate propose FILE${where} (${action.signature} recurred, ${action.count} cases)`
    case 'offer-impact':
      return `adjudicate propose --offer ${action.proposal}${where} (tries it on the cases of the past)`
    case 'ask-decision':
      return `a person: adjudicate approve ${action.proposal}${where}, or with --reject`
    case 'ask-rollback':
      return `a person: adjudicate approve ${action.proposal}${where} --rescind, or --keep; it should fall when: ${action.falsify}`
  }
}
