import type { Light } from '../../light/bugfix'
import type { FaultCard, GateCard } from '../../light/light-event'
import { judgedCard } from '../../light/judged-card'
import { lightCardMarkdown } from '../../light/light-card'
import type { Facts, Policy } from '../../policy/policy'
import { otherwiseId } from '../../policy/policy'
import { hang, ledLine } from '../../text/columns'
import { padEnd, printable } from '../../text/printable'
import { axesLines, faultAxes, gateAxes, mandatoryLine } from './light-axes'
import type { Way } from './light-ways'
import { bewares, factsOf, waysOut } from './light-ways'
import { changesText } from './policy-text'
import { nextBlock } from './refusal-text'

const waysMax = 6

/** A light as a mark: its place, then its letter. */
export const lightMarks: Readonly<Record<Light, string>> = { green: '[..G]', yellow: '[.Y.]', red: '[R..]' }

/** What a page of a light says besides the card: the exit code, the file to judge again, an authorization that was used. */
export type LightTextOptions = { readonly exit: number; readonly file?: string; readonly used?: string } & Followed

/** What became of a yellow since: the card it was judged anew under, or an authorization that still counts. */
export type Followed = { readonly anew?: string; readonly given?: string }

/** A judged light for a person: colour, id and rule; the axes; the ways out and what to beware of; what can be done next. */
export function lightText(card: FaultCard | GateCard, policy: Policy<Light>, options: LightTextOptions): string {
  const axes = card.kind === 'fault' ? faultLines(card) : gateLines(card)
  const first = ledLine(
    `${lightMarks[card.light]} ${card.light}  ${card.card}, ${card.policy} rule ${ruleName(card.rule, policy)}`,
    `exit ${options.exit}`,
  )
  const ways = wayLines(card, policy)
  const chosen = card.kind === 'fault' ? card.insteadOf : undefined
  const lines = [
    ...(chosen === undefined
      ? []
      : hang('! ', printable(`not the table in force (${chosen}): this shows what ${card.policy} says, and lets nothing go on`))),
    first,
    '',
    ...axes,
    ...(ways.length === 0 ? [] : ['', '  ways out', ...ways]),
    '',
    ...payloadLines(card),
    ...cardLines(card),
    ...endLines(card, options),
  ]
  return `${lines.join('\n')}\n`
}

/** A red is a person's to settle, so its card says which payload it is about (A-GATE-12); the whole hash stands in `--json`. */
function payloadLines({ light, payloadHash }: FaultCard | GateCard): string[] {
  return light === 'red' ? hang('. payload   ', payloadHash.slice(0, 19)) : []
}

/** The card in Markdown, never wrapped; where nobody wrote it, what it would state. */
function cardLines(judged: FaultCard | GateCard): string[] {
  const made = judgedCard(judged)
  if (made.kind === 'written') return lightCardMarkdown(made.card).trimEnd().split('\n')
  return hang('. card      ', `not written; "card" in the file states ${made.lacks.join(', ')}`)
}

/** The rules that were read before the one that decided are `policy explain`'s; here they are named with what decided. */
export function ruleName(rule: string, policy: Policy): string {
  return rule === otherwiseId && policy.id === 'bugfix' ? '7' : printable(rule)
}

function faultLines({ facts, demoted, missing, whenAuthorized, table }: FaultCard): string[] {
  return [
    ...axesLines(faultAxes, facts),
    mandatoryLine(facts),
    ...(demoted === null ? [] : hang('! demoted   ', printable(`cause ${demoted.from} is read as ${demoted.to}: ${demoted.because}`))),
    ...(missing.length === 0 ? [] : hang('x dossier   ', `the table says ${table}; a yellow must state ${missing.join(', ')}`)),
    ...(whenAuthorized === null || whenAuthorized === table
      ? []
      : hang('! masked    ', `once authorized the table says ${whenAuthorized}`)),
  ]
}

function gateLines({ payload, path, because, redChecks }: GateCard): string[] {
  const checks = payload.l1.length === 0 ? 'none' : payload.l1.map(({ name, result }) => `${printable(name)} ${result}`).join(', ')
  const mark = redChecks.length > 0 ? 'x' : payload.l1.length === 0 ? '.' : '+'
  return [
    ...hang(`${mark} pre-checks  `, checks),
    ...hang(
      `${path === 'l2' ? '+' : '.'} fast path   `,
      path === 'l2' ? printable(because) : path === 'l1' ? 'closed: a pre-check is red' : 'closed',
    ),
    ...(path === 'table' ? axesLines(gateAxes, payload.facts) : ['. two axes    not compared']),
  ]
}

function wayLines(card: FaultCard | GateCard, policy: Policy<Light>): string[] {
  const facts = factsOf(card) ?? {}
  const dossier = card.kind === 'fault' && card.missing.length > 0
  const ways = waysOut(card, policy).filter(({ changes }) => bettersOnly(facts, changes, policy))
  const stated = dossier && card.table === 'yellow' ? [way('yellow', `state ${card.missing.join(', ')}`)] : []
  return [
    ...stated.flat(),
    ...ways
      .slice(0, waysMax)
      .flatMap(({ to, changes }) => way(to, `${changesText(facts, changes)}${dossier && to === 'yellow' ? ', with a whole dossier' : ''}`)),
    ...(ways.length > waysMax ? [`  and ${ways.length - waysMax} more; --json lists them`] : []),
    ...bewares(card, policy).flatMap((one) => way(one.to, beware(one, policy))),
  ]
}

/** A worse fact that gets a better colour is an inversion of the table, and no way that a page points out. */
function bettersOnly(facts: Facts, changes: Facts, policy: Policy): boolean {
  return Object.entries(changes).every(([fact, value]) => {
    const values = policy.facts[fact] ?? []
    return values.indexOf(value) < values.indexOf(facts[fact] ?? '')
  })
}

function way(to: Light, text: string): string[] {
  return hang(`  ${lightMarks[to]} ${padEnd(to, 7)} `, text)
}

function beware({ changes, rule }: Way, policy: Policy): string {
  return `beware: ${changesAlone(changes)} alone (rule ${ruleName(rule, policy)}, a known inversion of ${policy.id}@${policy.version})`
}

function changesAlone(changes: Facts): string {
  return Object.entries(changes)
    .map(([fact, value]) => `${printable(fact)} ${printable(String(value))}`)
    .join(', ')
}

function endLines(card: FaultCard | GateCard, { file = 'FILE', used, anew, given }: LightTextOptions): string[] {
  if (used !== undefined) return ['', ...hang('+ ', `authorized by ${printable(used)}, which counts no more`)]
  if (card.kind === 'gate') {
    if (card.light === 'yellow') return ['', '! goes on with its risk on record; a person may interrupt at any time']
    return card.light === 'red' ? nextBlock([`a person decides, or the payload is changed: adjudicate light ${file}`]) : []
  }
  if (card.insteadOf !== undefined) return nextBlock([`judge it by the table in force: adjudicate light ${file}`])
  if (card.light === 'red') return nextBlock([`add evidence or a verifiable hypothesis: adjudicate light ${file}`])
  if (card.light === 'green') return []
  if (anew !== undefined) return ['', `. authorized and judged anew as ${anew}:`, `  next   adjudicate light explain ${anew}`]
  if (given !== undefined) return ['', `^ a person authorized it by ${given}:`, `  next   adjudicate light ${file} --use ${given}`]
  // An operation without a name can't be authorized.
  if (card.facts['H4'] === 'needed-contained' && card.operation === undefined) {
    return [
      '',
      '^ a person authorizes an operation by its name, which the card lacks:',
      `  next   adjudicate light ${file} --operation NAME`,
    ]
  }
  return ['', '^ go on as it is only when a person authorizes it:', `  next   adjudicate authorize ${card.card} --grant ${grantOf(card)}`]
}

function grantOf({ facts, operation }: FaultCard): string {
  if (facts['H2'] === 'needed') return 'verification-fix'
  if (facts['H4'] !== 'needed-contained') return 'attempt-hypothesis'
  return `dangerous-operation --operation ${JSON.stringify(printable(operation ?? ''))}`
}
