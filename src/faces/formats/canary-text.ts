import type { CanaryResult } from '../../gate/canaries/canary'
import type { CanaryReport } from '../../gate/canaries/canary-report'
import { hang, ledLine } from '../../text/columns'
import { padEnd, printable } from '../../text/printable'

/** The canaries for a person: how many were caught first, then every fault with where it was planted and what caught it; 80 columns, no colour. */
export function canaryText(report: CanaryReport): string {
  const { caught, missed } = report.canaries
  const mark = report.verdict === 'PASS' ? '+' : 'x'
  const figure = `${caught.length} of ${caught.length + missed.length} caught at ${report.head.slice(0, 7)}`
  const lines = [
    ledLine(`${mark} ${report.verdict}  canaries: ${figure}`, `exit ${report.verdict === 'PASS' ? 0 : 1}`),
    '',
    ...report.results.flatMap(resultLines),
    ...(missed.length === 0
      ? []
      : ['', ...hang('  next   ', 'let these kinds block (`severities`), or add a check that runs these tests')]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function resultLines(one: CanaryResult): string[] {
  const head = `${one.outcome === 'caught' ? '+' : one.outcome === 'missed' ? 'x' : '.'} ${padEnd(one.kind, 24)}  `
  switch (one.outcome) {
    case 'caught':
      return [...hang(head, printable(`caught by ${one.by}`)), ...hang('    ', printable(`${one.path}: ${one.what}`))]
    case 'missed':
      return [...hang(head, one.reported ? 'missed: reported only' : 'missed'), ...hang('    ', printable(`${one.path}: ${one.what}`))]
    case 'not-planted':
      return hang(one.undecided === true ? head.replace('.', 'x') : head, printable(`not planted: ${one.why}`))
  }
}
