import type { Estimate } from '../../consensus/agreement'
import type { Rate } from '../../consensus/calibration'
import type { CanaryJudgement } from '../../tribunal/canaries/canary-judgement'
import type { JudgesReport } from '../../tribunal/canaries/judges-report'
import type { JudgeFigures } from '../../tribunal/canaries/score-judges'
import { hang, ledLine, share } from '../../text/columns'
import { cutTo, padEnd, padStart, printable } from '../../text/printable'
import { nextBlock } from './refusal-text'

/** The measure of judges for a person: the panel's figures first, then each judge with 95 % intervals, then what was missed; 80 columns, no colour. */
export function judgesText(report: JudgesReport, exit: number): string {
  const { verdict, because, figures, run, set, seed, pairs, models } = report
  const { panel, members, between } = figures
  const word = verdict === 'NOT_MEASURED' ? 'NOT MEASURED' : verdict
  const figure = `judges: ${panel.caught} of ${panel.sensitivity.of} caught, ${panel.passed} of ${panel.specificity.of} clean passed`
  const lines = [
    ledLine(`${verdict === 'PASS' ? '+' : 'x'} ${word}  ${figure}`, `exit ${exit}`),
    '',
    ...because.flatMap((why) => hang('  why    ', printable(why))),
    ...(because.length > 0 ? [''] : []),
    '  judge      caught  95 %         passed  95 %        abst  kappa  95 %',
    ...[...members, panel].map(judgeLine),
    '',
    `  between the members: Krippendorff's alpha ${estimated(between.alpha.nominal)}`,
    ...named('x missed by the panel  ', panel.missedPairs),
    ...named('x false alarms  ', panel.falseAlarmPairs),
    ...silences(report.judgements),
    '',
    ...hang('  models ', models.map(({ member, model }) => `${printable(member)} ${printable(model)}`).join(', ')),
    ...hang('  run    ', `${run}, seed ${seed}, ${pairs} pairs, set ${set.slice('sha256:'.length, 'sha256:'.length + 6)}`),
    ...nextBlock(verdict === 'NOT_MEASURED' ? [`the same command with --run ${run} goes on`] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const silencesMax = 6

/** Why there were no answers, the most frequent reason first: a panel that can't be reached looks like a silent one. */
function silences(judgements: readonly CanaryJudgement[]): string[] {
  const counts = new Map<string, number>()
  for (const { member, said, because = 'no reason given' } of judgements) {
    const words = `${member}: ${because}`
    if (said === 'abstained') counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const lines = sorted.slice(0, silencesMax).flatMap(([words, count]) => hang('. abstained  ', `${printable(words)} (${count} times)`))
  return sorted.length > silencesMax ? [...lines, `  and ${sorted.length - silencesMax} other reasons; --json lists them`] : lines
}

function judgeLine(one: JudgeFigures): string {
  const name = padEnd(cutTo(printable(one.member), 10), 10)
  const columns = [rate(one.sensitivity, 6), rate(one.specificity, 7), padStart(String(one.abstained), 4), `  ${estimated(one.kappa)}`]
  return `  ${name} ${columns.join(' ')}`.trimEnd()
}

function rate({ count, of, low, high }: Rate, width: number): string {
  return `${padStart(`${count}/${of}`, width)}  ${of === 0 ? padEnd('-', 11) : `${share(low, 2)} to ${share(high, 2)}`.padEnd(11)}`
}

function estimated(estimate: Estimate): string {
  if (estimate.value === null) return padStart('-', 5)
  const { low, high } = estimate.interval
  const value = padStart(signed(estimate.value), 5)
  return low === null ? value : `${value}  ${signed(low)} to ${signed(high)}`
}

function signed(value: number): string {
  return value.toFixed(2).replace(/^(-?)0\./, '$1.')
}

function named(head: string, pairs: readonly string[]): string[] {
  return pairs.length === 0 ? [] : hang(head, pairs.map(printable).join(', '))
}
