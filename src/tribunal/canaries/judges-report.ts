import type { BootstrapOptions } from '../../consensus/bootstrap'
import { atMost } from '../../consensus/tolerance'
import { refuseData } from '../../consensus/data-check'
import type { CanaryJudgement } from './canary-judgement'
import type { JudgeFigures, JudgesFigures } from './score-judges'
import { aboveChance, scoreJudges } from './score-judges'

/** The form of the report, raised whenever a field changes its meaning. */
export const judgesReportFormat = 'judges-report@2'

/** Shares from 0 to 1 that the panel may not exceed: of the faulty variants that it did not catch, and of the clean twins that it did not pass; abstentions count in both. */
export type JudgesThresholds = { readonly missedMax?: number; readonly falseAlarmsMax?: number }

/** What was measured: the set by its hash, the seed of order and intervals, the models by lens. `unjudged` are the variants that were not reached. */
export type JudgesRun = {
  readonly run: string
  readonly set: string
  readonly pairs: number
  readonly seed: number
  readonly models: readonly { readonly member: string; readonly model: string; readonly provider?: string }[]
  readonly unjudged: number
  /** Why variants were not reached; empty when all were. */
  readonly stoppedBy: string
}

/**
 * The measure of a panel. PASS: measured to the end, everybody answered on both kinds, the panel is shown to do better than chance, and no threshold was exceeded; NOT_MEASURED: not to the end, or over nothing.
 * `because` says why it is not PASS.
 */
export type JudgesReport = JudgesRun & {
  readonly format: typeof judgesReportFormat
  readonly verdict: 'PASS' | 'FAIL' | 'NOT_MEASURED'
  readonly because: readonly string[]
  readonly thresholds: JudgesThresholds
  readonly figures: JudgesFigures
  readonly judgements: readonly CanaryJudgement[]
}

/** Scores the judgements of a run and holds the panel's figures against the thresholds. Throws `data-invalid` for thresholds that are no shares. */
export function judgesReport(
  run: JudgesRun,
  judgements: readonly CanaryJudgement[],
  thresholds: JudgesThresholds,
  bootstrap: Omit<BootstrapOptions, 'seed'> = {},
): JudgesReport {
  checkThresholds(thresholds)
  const figures = scoreJudges(judgements, { ...bootstrap, seed: run.seed })
  const open = unmeasured(run, figures)
  const because = open.length > 0 ? open : [...silences(figures), ...guesses(figures.panel), ...excesses(figures.panel, thresholds)]
  const verdict = open.length > 0 ? 'NOT_MEASURED' : because.length > 0 ? 'FAIL' : 'PASS'
  return { format: judgesReportFormat, verdict, because, ...run, thresholds, figures, judgements }
}

function unmeasured({ unjudged, stoppedBy }: JudgesRun, { items }: JudgesFigures): string[] {
  if (unjudged > 0) return [`${unjudged} variants were not judged: ${stoppedBy}`]
  return items === 0 ? ['no pair was judged'] : []
}

/** Nobody passes by saying nothing. */
function silences({ members, panel }: JudgesFigures): string[] {
  const silent = [...members, panel].filter(
    ({ caught, missed, passed, falseAlarms }) => caught + missed === 0 || passed + falseAlarms === 0,
  )
  const none = members.length === 0 ? ['no member was asked'] : []
  return [...none, ...silent.map(({ member }) => `${member} judged no faulty variant or no clean twin: it abstained`)]
}

/** A panel that passes everything, or nothing, or flips a coin tells nobody anything, whatever share of one kind it got right; and luck with few pairs is no proof. */
function guesses(panel: JudgeFigures): string[] {
  const { caught, missed, passed, falseAlarms } = panel
  // Whoever said nothing of one kind is told that, and fails for it.
  if (caught + missed === 0 || passed + falseAlarms === 0 || aboveChance(panel).low > 0) return []
  const counts = `${caught} of ${caught + missed} faults caught and ${passed} of ${passed + falseAlarms} clean twins passed`
  return [`the panel can't be told from one that guesses: ${counts}`]
}

function excesses({ sensitivity, specificity }: JudgeFigures, { missedMax, falseAlarmsMax }: JudgesThresholds): string[] {
  return [
    ...excess('of the faults were not caught', sensitivity.of - sensitivity.count, sensitivity.of, missedMax),
    ...excess('of the clean twins were not passed', specificity.of - specificity.count, specificity.of, falseAlarmsMax),
  ]
}

function excess(what: string, count: number, of: number, max: number | undefined): string[] {
  if (max === undefined || (of > 0 && atMost(count / of, max))) return []
  return [`${count} of ${of} ${what} by the panel, at most a share of ${max} may be`]
}

function checkThresholds(thresholds: JudgesThresholds): void {
  for (const [name, value] of Object.entries(thresholds)) {
    if (!(value >= 0 && value <= 1)) refuseData([name], value, 'a share from 0 to 1 is wanted')
  }
}
