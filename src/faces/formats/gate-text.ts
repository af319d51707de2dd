import { exitOfGate } from '../../gate/assemble-report'
import { findingIdPattern } from '../../gate/finding'
import type { GateOutcome, GateReport, NothingJudged } from '../../gate/gate-report'
import { hang, ledLine } from '../../text/columns'
import { cutTo, padEnd, printable } from '../../text/printable'
import { undecided } from './gate-decision'
import type { GateItem, GateRow } from './gate-items'
import { gateItems } from './gate-items'
import { rowSummaries } from './gate-rows'

/** What a page may add: the command to go on with. Without one, a page with blocking findings says how a person waives them. */
export type GateTextOptions = { readonly next?: string }

/**
 * A gate's outcome for a person: verdict first, then the six rows, always all and in one order, each with what it found; 80 columns, no colour. Words
 * of others are escaped where a terminal can't show them, and no line of it is a CI runner's command.
 */
export function gateText(outcome: GateOutcome, options: GateTextOptions = {}): string {
  const lines = outcome.verdict === 'nothing-judged' ? nothingLines(outcome, options) : reportLines(outcome, options)
  return lines.map((line) => `${disarmed(line)}\n`).join('')
}

function reportLines(report: GateReport, { next }: GateTextOptions): string[] {
  const items = gateItems(report)
  const blocking = items.filter(({ level }) => level === 'error').length
  const task = report.task_id === null ? report.mode : cutTo(printable(report.task_id), 30)
  const figure = `${task} at ${report.commits.head.slice(0, 7)}, ${report.run.kind}${blocking === 0 ? '' : `, ${blocking} blocking`}`
  const rows = rowSummaries(report).flatMap(({ mark, row, text }) => [
    ...hang(`${mark} ${padEnd(row, 10)}  `, printable(text)),
    ...items.filter((item) => item.row === row && shown(item)).flatMap(itemLines),
    ...(row === 'commands' ? logLines(report) : []),
  ])
  const open = undecided(report)
  // What can't decide must not look like an approval to whoever reads the first lines alone.
  const mark = report.verdict === 'FAIL' ? 'x' : open === undefined ? '+' : '!'
  return [
    ledLine(`${mark} ${report.verdict}  ${figure}`, `exit ${exitOfGate(report)}`),
    ...undecidedLines(open),
    '',
    ...rows,
    ...canaryLines(report),
    ...waiverLines(report),
    ...(report.run.kind === 'deciding' || open !== undefined
      ? []
      : report.run.reasons.flatMap((reason) => hang('! provisional  ', printable(reason)))),
    ...nextLines(next ?? waiveHint(report, items)),
  ]
}

function undecidedLines(open: ReturnType<typeof undecided>): string[] {
  if (open === undefined) return []
  return [
    '! this decides nothing: it was asked for as a deciding run and is provisional',
    ...open.reasons.flatMap((reason) => hang('  why         ', printable(reason))),
    ...open.remedies.flatMap((remedy) => hang('  to decide   ', printable(remedy))),
  ]
}

/** The row of commands says what failed in its own line. */
function shown({ kind }: GateItem): boolean {
  return kind !== 'check-failed' && kind !== 'check-error' && kind !== 'known-failing'
}

const levelMarks = { error: 'x', warning: '!', note: '.' } as const

function itemLines({ lines, kind, level, row, message, path, line, subject, before, after, id, waiver }: GateItem): string[] {
  const where = path === undefined ? (subject ?? '') : `${path}${line === undefined ? '' : `:${line}`}`
  return [
    ...hang(`  ${levelMarks[level]} ${padEnd(kind, 20)} `, printable(where === '' ? message : where)),
    ...(where === '' || (before !== undefined && row === 'tampering')
      ? []
      : hang('    ', `${lines === undefined ? '' : `${lines}   `}${printable(message)}`)),
    ...(before === undefined ? [] : hang('    before  ', cutTo(printable(before), 300))),
    ...(after === undefined ? [] : hang('    after   ', cutTo(printable(after), 300))),
    ...(waiver === undefined ? [] : hang(`    waived  by ${cutTo(printable(waiver.by), 30)}: `, printable(waiver.reason))),
    ...(level === 'error' && findingIdPattern.test(id) ? [`    id      ${id}`] : []),
  ]
}

/** The ends of the logs of commands that failed on their own account. */
function logLines({ validation, contracts, baseline_delta }: GateReport): string[] {
  const failed = [...validation, ...contracts].filter(({ name }) => baseline_delta.regressions.includes(name))
  return failed.flatMap(({ name, cmd, log_tail }) => [
    ...hang(`  x ${cutTo(printable(name), 30)}  `, printable(cmd)),
    ...log_tail.slice(-8).flatMap((line) => hang('    ', printable(line))),
  ])
}

function canaryLines({ canaries }: GateReport): string[] {
  if (canaries.judged === 'not-run') return []
  const all = canaries.caught.length + canaries.missed.length
  const missed = canaries.missed.length === 0 ? '' : `; missed: ${canaries.missed.join(', ')}`
  const broken = canaries.not_planted.length === 0 ? '' : `; could not be planted: ${canaries.not_planted.join(', ')}`
  const mark = missed === '' && broken === '' ? '+' : '!'
  return hang(`${mark} canaries    `, printable(`${canaries.caught.length} of ${all} caught${missed}${broken}`))
}

function waiverLines({ waivers }: GateReport): string[] {
  return waivers.unused.flatMap(({ by, why, findings }) =>
    hang('! waiver      ', printable(`by ${by.id} did nothing, ${why}: ${findings.join(', ')}`)),
  )
}

const repairs: Readonly<Record<GateRow, string>> = {
  commands: 'make the failing commands pass',
  scope: 'take the change back, or ask for the path',
  tampering: 'restore the tests',
  baseline: 'repair what held at the baseline',
  census: 'run the tests that are missing',
  originals: 'repair what the original tests check',
}

function waiveHint({ task_id }: GateReport, items: readonly GateItem[]): string | undefined {
  const errors = items.filter(({ level }) => level === 'error')
  const [first] = errors
  if (first === undefined) return undefined
  if (first.kind === 'no-op' && errors.length === 1) return noWorkHint(task_id)
  const waivable = errors.find(({ id }) => findingIdPattern.test(id))
  if (waivable === undefined) return repairs[first.row]
  const task = task_id === null ? '' : ` ${task_id}`
  return `${repairs[waivable.row]}, or: a person waives it with\nadjudicate gate${task} --waive ${waivable.id} --reason "..."`
}

function noWorkHint(task: string | null): string {
  return task === null
    ? 'commit the work or go to its branch; the base branch itself is judged by\nadjudicate gate --integration'
    : 'commit the work or go to its branch; where nothing is to change, the manifest\nsays "no_op": true'
}

function nextLines(next: string | undefined): string[] {
  if (next === undefined) return []
  const [first = '', ...more] = next.split('\n')
  return ['', ...hang('  next   ', printable(first)), ...more.flatMap((line) => hang('         ', printable(line)))]
}

function nothingLines({ issues, task_id }: NothingJudged, { next }: GateTextOptions): string[] {
  const what = task_id === null ? 'the gate' : cutTo(printable(task_id), 30)
  const faults = `${issues.length} ${issues.length === 1 ? 'fault' : 'faults'}`
  return [
    ledLine(`x not judged  ${what} has ${faults}`, 'exit 2'),
    '',
    ...issues.flatMap(({ path, message }) => hang(`  ${padEnd(cutTo(printable(path === '' ? '.' : path), 40), 26)}  `, printable(message))),
    ...nextLines(next ?? 'adjudicate gate --help'),
  ]
}

/** A runner takes `::name` at the start of a line and `##[name]` anywhere for a command to itself: their first colon or bracket is written out. */
function disarmed(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1\\u{3a}').replaceAll('##[', '##\\u{5b}')
}
