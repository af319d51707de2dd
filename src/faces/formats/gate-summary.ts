import type { CheckEntry } from '../../gate/gate-parts'
import type { GateOutcome, GateReport } from '../../gate/gate-report'
import { printable } from '../../text/printable'
import { undecided } from './gate-decision'
import type { GateItem } from './gate-items'
import { gateItems } from './gate-items'
import { rowSummaries } from './gate-rows'

/** GitHub refuses a step's summary over 1 MiB. */
export const summaryBytesMax = 1_048_576

/**
 * A gate's outcome as Markdown for a job summary or a pull request: the verdict, the six rows, every finding and the ends of failed commands' logs.
 * Words of others stand in `code` as character references, so that they can be neither HTML, Markdown, a mention nor a command; a table row is one
 * line. What would go over `bytesMax` is left out with a notice.
 */
export function gateSummary(outcome: GateOutcome, bytesMax = summaryBytesMax): string {
  return within(outcome.verdict === 'nothing-judged' ? nothingBlocks(outcome.issues) : blocksOf(outcome), bytesMax)
}

function blocksOf(report: GateReport): string[] {
  const items = gateItems(report)
  const open = undecided(report)
  const task = report.task_id === null ? report.mode : code(report.task_id)
  return [
    `### Gate: ${report.verdict}${open === undefined ? '' : ', provisional: it decides nothing'}`,
    '',
    `${task} at ${code(report.commits.head.slice(0, 12))}, ${report.run.kind}${report.run.reasons.length === 0 ? '' : ` (${report.run.reasons.map(code).join(', ')})`}`,
    '',
    ...(open === undefined || open.remedies.length === 0 ? [] : [`To decide: ${open.remedies.map(code).join('; ')}`, '']),
    ...(report.reasons.length === 0 ? [] : [...report.reasons.map(({ message }) => `- ${code(message)}`), '']),
    '| | part | what it found |',
    '| --- | --- | --- |',
    ...rowSummaries(report).map(({ mark, row, text }) => `| ${words[mark]} | ${row} | ${code(text)} |`),
    '',
    ...findingBlocks(items),
    ...waiverBlocks(report),
    ...[...report.validation, ...report.contracts].filter(({ status }) => status !== 'PASS').map(logBlock),
  ]
}

const words = { '+': 'pass', x: '**fail**', '!': 'reported', '.': 'not run' } as const

function findingBlocks(items: readonly GateItem[]): string[] {
  if (items.length === 0) return []
  return ['| | finding | where | what | id |', '| --- | --- | --- | --- | --- |', ...items.map(itemRow), '']
}

function itemRow({ kind, level, severity, path, line, subject, message, before, after, id, waiver }: GateItem): string {
  const where = path === undefined ? subject : `${path}${line === undefined ? '' : `:${line}`}`
  const what = [
    code(message),
    ...(before === undefined ? [] : [`before ${code(before)}`]),
    ...(after === undefined ? [] : [`after ${code(after)}`]),
  ]
  const mark =
    waiver !== undefined ? 'waived' : level === 'error' ? '**blocks**' : severity === 'report' && level === 'note' ? 'known' : 'reported'
  return `| ${mark} | ${code(kind)} | ${where === undefined ? '' : code(where)} | ${what.join('<br>')} | ${code(id)} |`
}

function waiverBlocks({ waivers }: GateReport): string[] {
  const used = waivers.used.map(
    ({ by, reason, findings }) => `- waived by ${code(by.id)}: ${code(reason)} (${findings.map(code).join(', ')})`,
  )
  const unused = waivers.unused.map(
    ({ by, why, findings }) => `- a waiver by ${code(by.id)} did nothing, ${why}: ${findings.map(code).join(', ')}`,
  )
  return used.length + unused.length === 0 ? [] : [...used, ...unused, '']
}

/** Inside `pre` a blank line ends nothing, and no text can close it since `<` is a reference. */
function logBlock({ name, cmd, exit, log_tail, why }: CheckEntry): string {
  const lines = [`$ ${cmd}`, ...log_tail, why ?? `exit ${exit ?? 'none'}`].map((line) => references(printable(line)))
  return `<details><summary>${code(name)}</summary>\n<pre>${lines.join('\n')}</pre>\n</details>\n`
}

function nothingBlocks(issues: readonly { readonly code: string; readonly path: string; readonly message: string }[]): string[] {
  return [
    '### Gate: nothing judged',
    '',
    '| path | fault | |',
    '| --- | --- | --- |',
    ...issues.map((issue) => `| ${code(issue.path === '' ? '.' : issue.path)} | ${code(issue.message)} | ${code(issue.code)} |`),
    '',
  ]
}

/** Somebody's words: shown to the letter, of one line, and nothing but words. */
function code(text: string): string {
  return `<code>${references(printable(text))}</code>`
}

/** All that could mean something to Markdown, HTML or a runner as character references. */
function references(text: string): string {
  return text.replace(/[^\p{L}\p{N} ,()/=-]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`)
}

/** As many blocks as fit, and how many don't. */
function within(blocks: readonly string[], bytesMax: number): string {
  const noticeBytes = 100
  const sizes = blocks.map((block) => bytesOf(`${block}\n`))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= bytesMax) return blocks.map((block) => `${block}\n`).join('')
  let room = bytesMax - noticeBytes
  const count = sizes.findIndex((size) => (room -= size) < 0)
  const kept = blocks.slice(0, count).map((block) => `${block}\n`)
  return `${kept.join('')}\n${blocks.length - count} more blocks are left out: over the platform's cap of ${bytesMax} bytes.\n`
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
