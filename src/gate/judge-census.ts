import type { Census, CensusRead } from './census'

/** What is wrong with a count: `code` is stable, `message` names the numbers. All are red until a person waives them. */
export type CensusFault = {
  readonly code: 'report-unreadable' | 'nothing-run' | 'all-skipped' | 'fewer-run' | 'failed-with-exit-0'
  readonly message: string
}

/** Counted with what is wrong with it, or `uncounted`: the check names no report, so its exit code is all there is. */
export type CensusVerdict =
  | { readonly kind: 'uncounted' }
  | { readonly kind: 'counted'; readonly census: Census; readonly atBaseline: number | undefined; readonly faults: readonly CensusFault[] }
  | { readonly kind: 'unreadable'; readonly faults: readonly [CensusFault] }

/**
 * Judges what a check's report counts against the baseline's number of cases run (spec 10, census): nothing run, everything skipped, fewer run than before, a report
 * that can't be read, and failed cases under an exit code of 0 are red. `read` is undefined where the check names no report.
 */
export function judgeCensus(read: CensusRead | undefined, exit: number | null, ranAtBaseline?: number): CensusVerdict {
  if (read === undefined) return { kind: 'uncounted' }
  if (!read.ok) return { kind: 'unreadable', faults: [{ code: 'report-unreadable', message: read.message }] }
  return { kind: 'counted', census: read.census, atBaseline: ranAtBaseline, faults: faultsOf(read.census, exit, ranAtBaseline) }
}

function faultsOf({ run, skipped, failed }: Census, exit: number | null, ranAtBaseline: number | undefined): CensusFault[] {
  const faults: CensusFault[] = []
  if (run === 0 && skipped > 0) faults.push({ code: 'all-skipped', message: `all ${skipped} cases were skipped` })
  else if (run === 0) faults.push({ code: 'nothing-run', message: 'no case was run' })
  else if (ranAtBaseline !== undefined && run < ranAtBaseline) {
    faults.push({ code: 'fewer-run', message: `${run} cases were run, ${ranAtBaseline} at the baseline` })
  }
  if (failed > 0 && exit === 0) faults.push({ code: 'failed-with-exit-0', message: `${failed} cases failed and the exit code is 0` })
  return faults
}
