import type { ClosingReport, ClosingRound } from './closing-report'
import { findingLines } from './findings-text'

/**
 * The closing report as Markdown, for a pull request or a commit message: plain lines, dissents word for word. Text that members wrote is quoted line by line, so
 * that nothing in it becomes a heading or a list of the report's own.
 */
export function renderClosingReport(report: ClosingReport): string {
  const { slice, ending, verdict, overall, target, address, rubric, independence, rounds, dispatches } = report
  const sum = overall === null ? '' : ` (${number(overall)} against a target of ${number(target ?? 0)})`
  const head = [
    `## Tribunal: ${line(slice)}`,
    '',
    `- Verdict: ${verdict ?? 'none'}${sum}${ending === null ? ', still open' : `, ${ending}`}`,
    `- Reasons: ${report.reasons.join(', ') || 'none'}`,
    `- Artifact: ${line(address ?? 'none')}`,
    `- Rubric: ${rubric}`,
    `- Rounds: ${rounds.used} of ${rounds.max}; doer dispatches: ${dispatches.used} of ${dispatches.max}`,
    `- Independence: ${independence}`,
  ]
  return [
    ...head,
    ...listed('Warnings', [...report.warnings, ...report.convergence.warnings]),
    ...listed('Findings from round to round', findingLines(report.convergence)),
    ...rounds.each.flatMap(roundLines),
    ...listed('Observations of the doer', report.observations),
    ...listed('Sent back before the panel', timesEach(report.setbacks)),
    ...listed('Skills that could not be loaded', report.skillsNotLoaded),
    ...listed(
      'Decisions of persons',
      report.decisions.map(({ by, took, reason }) => `${by}: ${took}${reason === undefined ? '' : `, ${reason}`}`),
    ),
    '',
  ].join('\n')
}

function roundLines({ index, recommendations, verdict, dissents, caveats }: ClosingRound): string[] {
  const said = recommendations.map(({ lens, said: word }) => `${line(lens)} ${word}`).join(', ')
  return [
    '',
    `### Round ${index}: ${said || 'nobody answered'} -> ${verdict ?? 'not ruled'}`,
    ...recommendations.flatMap(({ member, said: word, because }) =>
      because.length === 0 ? [] : ['', `${line(member)} ${word}:`, ...because.flatMap(quoted)],
    ),
    ...dissents.flatMap(({ member, dimension, score, status, rationale }) => [
      '',
      `Dissent (${status}) of ${line(member)} on ${line(dimension)}, score ${score}:`,
      ...quoted(rationale),
    ]),
    ...caveats.flatMap(({ member, id, text, status, reason }) => [
      '',
      `Caveat ${line(id)} of ${line(member)}, ${status}${reason === undefined ? '' : ` (${line(reason)})`}:`,
      ...quoted(text),
    ]),
  ]
}

function listed(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', `${title}:`, ...items.map((item) => `- ${line(item)}`)]
}

/** Each once, in the order of the first, with how often it was said. */
function timesEach(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([reason, times]) => (times === 1 ? reason : `${reason} (${times} times)`))
}

function quoted(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((one) => `> ${one}`)
}

function line(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
