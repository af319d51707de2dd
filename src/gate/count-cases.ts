import type { Census, CensusRead, CountedCase } from './census'

/** Reports longer than this many characters are refused before they are read. */
export const reportCharactersMax = 64 * 1024 * 1024

/** Reports with more cases are refused. */
export const reportCasesMax = 500_000

/** Counts cases; a name that comes again gets ` #2`, ` #3` …, since parametrised cases may share one. */
export function censusOf(found: readonly CountedCase[]): CensusRead {
  if (found.length > reportCasesMax) return unreadable('report-too-large', `found ${found.length} cases: more than ${reportCasesMax}`)
  const times = new Map<string, number>()
  const cases = found.map(({ id, outcome }) => {
    const time = (times.get(id) ?? 0) + 1
    times.set(id, time)
    return { id: time === 1 ? id : `${id} #${time}`, outcome }
  })
  return { ok: true, census: { ...countsOf(cases), cases } }
}

function countsOf(cases: readonly CountedCase[]): Omit<Census, 'cases'> {
  const skipped = cases.filter(({ outcome }) => outcome === 'skipped').length
  return { run: cases.length - skipped, skipped, failed: cases.filter(({ outcome }) => outcome === 'failed').length }
}

/** A report that can't be counted, with a stable code. */
export function unreadable(code: string, message: string): Extract<CensusRead, { ok: false }> {
  return { ok: false, code, message }
}

/** Compares what a report says in sum with what it lists: a report that contradicts itself isn't counted. Undefined totals say nothing. */
export function checkTotals(
  read: CensusRead,
  totals: { readonly all?: number | undefined; readonly failed?: number | undefined },
): CensusRead {
  if (!read.ok) return read
  const { cases, failed } = read.census
  if (totals.all !== undefined && totals.all !== cases.length) {
    return unreadable('report-contradicts-itself', `the report says ${totals.all} cases and lists ${cases.length}`)
  }
  if (totals.failed !== undefined && totals.failed !== failed) {
    return unreadable('report-contradicts-itself', `the report says ${totals.failed} failed cases and lists ${failed}`)
  }
  return read
}
