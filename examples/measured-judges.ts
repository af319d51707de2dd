// How good are my judges? Known faults and their clean twins go through the panel, and its misses and false alarms are counted.
import type { Judges } from 'adjudicate/running'
import { measureJudges } from 'adjudicate/running'
import type { JudgesReport } from 'adjudicate/testing'

export async function main(judges: Judges, dir: string): Promise<{ readonly report: JudgesReport; readonly log: string[] }> {
  const report = await measureJudges({ dir, judges, pairsMax: 2, seed: 11, thresholds: { missedMax: 0.2, falseAlarmsMax: 0.1 } })
  const log = [...report.figures.members, report.figures.panel].map(
    ({ member, sensitivity, specificity }) =>
      `${member} caught ${sensitivity.count} of ${sensitivity.of}, passed ${specificity.count} of ${specificity.of}`,
  )
  return { report, log }
}
