import type { CheckEntry } from '../../gate/gate-parts'
import { isKnownFailing } from '../../gate/gate-verdict'
import type { GateOutcome, GateReport } from '../../gate/gate-report'
import type { GateItem, GateRow } from './gate-items'
import { gateItems, gateRows } from './gate-items'

type Result = { readonly tag: 'failure' | 'error' | 'skipped'; readonly message: string; readonly text: string }
type Case = {
  readonly name: string
  readonly file?: string
  readonly line?: number
  readonly ms?: number
  readonly result?: Result
  readonly out?: string
}

/**
 * A gate's outcome as JUnit XML: a suite for each row, a case for each check and finding, and a last suite with the verdict itself, so that a FAIL
 * is never a green file. Characters that XML 1.0 can't hold are written as `\u{…}`.
 */
export function gateJunit(outcome: GateOutcome): string {
  const suites = outcome.verdict === 'nothing-judged' ? [nothingSuite(outcome.issues)] : suitesOf(outcome)
  const totals = suites.map(({ cases }) => cases).flat()
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="adjudicate gate"${counts(totals)}>`,
    ...suites.flatMap(({ name, cases }) => [
      `  <testsuite${attribute('name', name)}${counts(cases)}>`,
      ...cases.flatMap((one) => caseLines(name, one)),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ]
  return `${lines.join('\n')}\n`
}

type Suite = { readonly name: string; readonly cases: readonly Case[] }

function suitesOf(report: GateReport): Suite[] {
  const items = gateItems(report)
  const rows = gateRows.map((row) => ({ name: row, cases: row === 'commands' ? commandCases(report) : rowCases(row, items, report) }))
  const reasons = report.fail_reasons.join('\n')
  const verdict =
    report.verdict === 'PASS'
      ? {}
      : { result: { tag: 'failure' as const, message: `FAIL: ${report.fail_reasons[0] ?? ''}`, text: reasons } }
  return [...rows, { name: 'gate', cases: [{ name: `verdict, ${report.run.kind}`, ...verdict }] }]
}

function commandCases(report: GateReport): Case[] {
  const of = (kind: 'validation' | 'contract', check: CheckEntry): Case => {
    const ms = report.times.checks.find((time) => time.kind === kind && time.name === check.name)?.took_ms
    return { name: `${kind} ${check.name}`, ...(ms === undefined ? {} : { ms }), ...checkResult(check, report) }
  }
  return [...report.validation.map((check) => of('validation', check)), ...report.contracts.map((check) => of('contract', check))]
}

function checkResult(check: CheckEntry, report: GateReport): Pick<Case, 'result' | 'out'> {
  const log = check.log_tail.join('\n')
  const message = check.why ?? (check.exit === null ? 'no exit code' : `exit ${check.exit}`)
  if (check.status === 'PASS') return { out: log }
  if (isKnownFailing(check, report))
    return { result: { tag: 'skipped', message: `known failing at the baseline: ${message}`, text: '' }, out: log }
  return {
    result: { tag: check.status === 'FAIL' || check.status === 'FLAKY' ? 'failure' : 'error', message, text: `${check.cmd}\n${log}` },
  }
}

function rowCases(row: Exclude<GateRow, 'commands'>, items: readonly GateItem[], report: GateReport): Case[] {
  const own = items.filter((item) => item.row === row)
  if (own.length > 0) return own.map(itemCase)
  const part = row === 'baseline' ? report.delta : report[row]
  if (part.judged === 'yes') return [{ name: row }]
  return [{ name: row, result: { tag: 'skipped', message: part.why ?? 'not run', text: '' } }]
}

function itemCase({ kind, level, message, id, path, line, subject, before, after, waiver }: GateItem): Case {
  const where = [path, subject].filter((part) => part !== undefined).join(' ')
  const texts = [...(before === undefined ? [] : [`before: ${before}`]), ...(after === undefined ? [] : [`after: ${after}`])]
  const text = [message, ...texts, `id: ${id}`].join('\n')
  const place = { ...(path === undefined ? {} : { file: path }), ...(line === undefined ? {} : { line }) }
  const name = where === '' ? kind : `${kind} ${where}`
  if (level === 'error') return { name, ...place, result: { tag: 'failure', message, text } }
  if (waiver === undefined) return { name, ...place, out: `reported, does not block\n${text}` }
  return { name, ...place, result: { tag: 'skipped', message: `waived by ${waiver.by}: ${waiver.reason}`, text: '' }, out: text }
}

function nothingSuite(issues: readonly { readonly path: string; readonly code: string; readonly message: string }[]): Suite {
  const cases = issues.map(({ path, code, message }) => ({
    name: path === '' ? code : `${path} ${code}`,
    result: { tag: 'error' as const, message: `nothing judged: ${message}`, text: '' },
  }))
  return { name: 'gate', cases }
}

function counts(cases: readonly Case[]): string {
  const of = (tag: Result['tag']): number => cases.filter(({ result }) => result?.tag === tag).length
  const ms = cases.reduce((sum, one) => sum + (one.ms ?? 0), 0)
  return ` tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}" time="${seconds(ms)}"`
}

function caseLines(suite: string, { name, file, line, ms, result, out }: Case): string[] {
  const place = `${file === undefined ? '' : attribute('file', file)}${line === undefined ? '' : ` line="${line}"`}`
  const head = `    <testcase${attribute('classname', `gate.${suite}`)}${attribute('name', name)}${place} time="${seconds(ms ?? 0)}"`
  const body = [
    ...(result === undefined
      ? []
      : [`      <${result.tag}${attribute('message', result.message)}>${xmlText(result.text)}</${result.tag}>`]),
    ...(out === undefined || out === '' ? [] : [`      <system-out>${xmlText(out)}</system-out>`]),
  ]
  return body.length === 0 ? [`${head}/>`] : [`${head}>`, ...body, '    </testcase>']
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

/** An attribute with its value; line ends and tabs as references, since a reader would turn them into spaces. */
function attribute(name: string, value: string): string {
  return ` ${name}="${xmlText(value).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;')}"`
}

/** Text for an element: markup escaped, `>` too because of `]]>`, a carriage return as a reference, the impossible written out. */
export function xmlText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]|[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu, writtenOut)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('\r', '&#13;')
      // A runner that the file is printed to would take these for commands.
      .replace(/^(\s*):(?=:)/gm, '$1&#58;')
      .replaceAll('##[', '##&#91;')
  )
}

function writtenOut(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
