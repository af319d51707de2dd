import * as z from 'zod'
import type { CensusRead, CountedCase } from './census'
import { censusOf, checkTotals, reportCharactersMax, unreadable } from './count-cases'

type Outcome = CountedCase['outcome']

const total = z.int().min(0).optional()

// Only what is counted is asked for: runners add fields as they like.
const jestSchema = z.object({
  numTotalTests: total,
  numFailedTests: total,
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string().optional(),
          title: z.string().optional(),
          ancestorTitles: z.array(z.string()).optional(),
          status: z.string(),
        }),
      ),
    }),
  ),
})
const pytestSchema = z.object({
  exitcode: z.int().optional(),
  summary: z.object({ total }),
  tests: z.array(z.object({ nodeid: z.string(), outcome: z.string() })).default([]),
  collectors: z.array(z.object({ nodeid: z.string(), outcome: z.string() })).default([]),
})
const mochaCase = z.object({ fullTitle: z.string(), file: z.string().nullish() })
const mochaSchema = z.object({
  stats: z.object({ tests: total, failures: total }),
  passes: z.array(mochaCase),
  failures: z.array(mochaCase),
  pending: z.array(mochaCase),
})

/**
 * Counts a JSON report; which one it is, its fields tell: jest's and vitest's, pytest-json-report's, mocha's. Ids are `file::full name`, `folder` is cut off
 * from absolute ones so that they are the same in every checkout. A file that failed to load is one failed case; an unknown outcome makes the report unreadable.
 */
export function readJsonReport(text: string, folder = ''): CensusRead {
  if (text.length > reportCharactersMax)
    return unreadable('report-too-large', `found ${text.length} characters: more than ${reportCharactersMax}`)
  const input = parsed(text.replace(/^\ufeff/, ''))
  if (!input.ok) return unreadable('report-unreadable', `no JSON report: ${input.message}`)
  const read = readerFor(input.value)
  if (read === undefined) return unreadable('report-unknown', 'the JSON is no report of jest, vitest, pytest-json-report or mocha')
  return read(input.value, folder)
}

function parsed(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

type Read = (input: unknown, folder: string) => CensusRead

function readerFor(input: unknown): Read | undefined {
  const has = (field: string): boolean => typeof input === 'object' && input !== null && Object.hasOwn(input, field)
  if (has('testResults')) return readJest
  if (has('summary') && (has('tests') || has('exitcode'))) return readPytest
  return has('stats') && has('passes') ? readMocha : undefined
}

const readJest: Read = (input, folder) => {
  const report = jestSchema.safeParse(input)
  if (!report.success) return malformed(report.error)
  const broken: CountedCase[] = []
  const cases: Said[] = report.data.testResults.flatMap((file) => {
    const name = within(file.name, folder)
    const named = file.assertionResults.map((one) => ({ id: `${name}::${titleOf(one)}`, said: one.status }))
    if (file.status === 'failed' && !named.some(({ said }) => said === 'failed')) broken.push({ id: `${name}::<suite>`, outcome: 'failed' })
    return named
  })
  const listed = checkTotals(countSaid(cases), { all: report.data.numTotalTests, failed: report.data.numFailedTests })
  // The runner's sums leave out files that broke off while loading.
  return listed.ok ? censusOf([...listed.census.cases, ...broken]) : listed
}

function titleOf(one: {
  readonly fullName?: string | undefined
  readonly title?: string | undefined
  readonly ancestorTitles?: string[] | undefined
}): string {
  return one.ancestorTitles !== undefined && one.title !== undefined
    ? [...one.ancestorTitles, one.title].join(' > ')
    : (one.fullName ?? one.title ?? '')
}

const readPytest: Read = (input, folder) => {
  const report = pytestSchema.safeParse(input)
  if (!report.success) return malformed(report.error)
  const { tests, collectors, summary } = report.data
  const listed = checkTotals(countSaid(tests.map(({ nodeid, outcome }) => ({ id: within(nodeid, folder), said: outcome }))), {
    all: summary.total,
  })
  const broken = collectors.filter(({ outcome }) => outcome === 'failed' || outcome === 'error')
  return listed.ok
    ? censusOf([...listed.census.cases, ...broken.map(({ nodeid }) => ({ id: `${nodeid}::<suite>`, outcome: 'failed' as const }))])
    : listed
}

const readMocha: Read = (input, folder) => {
  const report = mochaSchema.safeParse(input)
  if (!report.success) return malformed(report.error)
  const { stats, passes, failures, pending } = report.data
  const of = (list: typeof passes, outcome: Outcome): CountedCase[] =>
    list.map(({ fullTitle, file }) => ({ id: `${within(file ?? '', folder)}::${fullTitle}`, outcome }))
  return checkTotals(censusOf([...of(passes, 'passed'), ...of(failures, 'failed'), ...of(pending, 'skipped')]), { failed: stats.failures })
}

type Said = { readonly id: string; readonly said: string }

const outcomes: Readonly<Record<string, Outcome>> = {
  passed: 'passed',
  xpassed: 'passed',
  failed: 'failed',
  error: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  todo: 'skipped',
  disabled: 'skipped',
  xfailed: 'skipped',
}

function countSaid(cases: readonly Said[]): CensusRead {
  const known: CountedCase[] = []
  for (const { id, said } of cases) {
    const outcome = Object.hasOwn(outcomes, said) ? outcomes[said] : undefined
    if (outcome === undefined)
      return unreadable('report-unreadable', `case ${JSON.stringify(id)} has the unknown outcome ${JSON.stringify(said)}`)
    known.push({ id, outcome })
  }
  return censusOf(known)
}

function within(file: string, folder: string): string {
  const base = folder.replace(/\/+$/, '')
  return base !== '' && file.startsWith(`${base}/`) ? file.slice(base.length + 1) : file
}

function malformed(error: z.ZodError): CensusRead {
  const [first] = error.issues
  return unreadable('report-unreadable', `${first?.path.map(String).join('.') ?? ''}: ${first?.message ?? 'malformed'}`)
}
