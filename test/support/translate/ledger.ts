import type { Bench, Json } from './ledger-bench'
import { clearBench, eventsOf, fileOf, newBench, openedFor, verdictOf } from './ledger-bench'
import { bytesOf } from './ledger-lines'
import { operate } from './ledger-ops'

/** One row of test/cases/ledger.jsonl. */
export type LedgerCase = { readonly id: string; readonly input: unknown; readonly expected: unknown }

/**
 * Runs one case on a file ledger in a folder of its own; undefined means that all that is expected came out, else one line says what didn't. An
 * operation or an expectation that isn't known here is a failure.
 */
export async function runLedgerCase({ id, input, expected }: LedgerCase): Promise<string | undefined> {
  const wanted = expected as Json
  const bench = newBench(!('append' in wanted))
  try {
    for (const operation of (input as { readonly ops: readonly Json[] }).ops) await operate(bench, operation)
    bench.verdict ??= await verdictOf(bench)
    const entries = Object.entries(wanted)
    if (entries.length === 0) return `${id}: nothing is expected`
    const faults: string[] = []
    for (const [name, value] of entries) {
      const check = Object.hasOwn(expectations, name) ? expectations[name] : undefined
      const got = check === undefined ? 'is not known here' : await check(bench, value)
      if (got !== undefined) faults.push(`${name}: wanted ${JSON.stringify(value)}, ${got}`)
    }
    return faults.length === 0 ? undefined : `${id}: ${faults.join('; ')}`
  } catch (thrown) {
    return `${id}: ${thrown instanceof Error ? thrown.message : String(thrown)}`
  } finally {
    await clearBench(bench)
  }
}

/** Gives what was found where that isn't what is wanted. */
type Expectation = (bench: Bench, wanted: unknown) => string | undefined | Promise<string | undefined>

const expectations: Readonly<Record<string, Expectation>> = {
  verify: (bench, wanted) => (verifyOf(bench) === wanted ? undefined : found(bench.verdict)),
  first_bad: (bench, wanted) =>
    compared(bench.opened?.firstBad ?? (bench.verdict?.state === 'broken' ? bench.verdict.seq : undefined), wanted),
  kind: (bench, wanted) => (kindsOf(bench).includes(String(wanted)) ? undefined : `found ${kindsOf(bench).join(', ')}`),
  reason: (bench, wanted) => (kindsOf(bench).includes(String(wanted)) ? undefined : `found ${kindsOf(bench).join(', ')}`),
  events: async (bench, wanted) => compared((await eventsOf(bench)).length, wanted),
  contains: async (bench, wanted) => {
    const numbers = await numbersOf(bench)
    const missing = (wanted as unknown[]).filter((n) => !numbers.includes(n))
    return missing.length === 0 ? undefined : `found ${JSON.stringify(numbers)}`
  },
  order: async (bench, wanted) => compared(await numbersOf(bench), wanted),
  open: async (bench, wanted) => {
    bench.opened ??= await openedFor(bench)
    return compared(bench.opened.outcome, wanted)
  },
  append: (bench, wanted) => {
    const got = appendedOf(bench, bench.appends.length - 1)
    return String(wanted)
      .split('|')
      .some((one) => got.includes(one))
      ? undefined
      : `found ${got.join(', ')}`
  },
  first_append: (bench, wanted) => nthAppend(bench, 0, wanted),
  second_append: (bench, wanted) => nthAppend(bench, 1, wanted),
  third_append: (bench, wanted) => nthAppend(bench, 2, wanted),
  never: async (bench, wanted) => {
    if (wanted !== 'partial') throw new Error(`no such thing never to be: ${JSON.stringify(wanted)}`)
    const recorded = bench.appends.reduce((sum, one) => sum + ('events' in one ? one.events.length : 0), 0)
    const whole = bench.verdict?.state !== 'broken' && bench.verdict?.tail === undefined && (await eventsOf(bench)).length === recorded
    return whole ? undefined : found(bench.verdict)
  },
  verdict_effect: async (bench, wanted) => {
    if (wanted !== 'none-issued') throw new Error(`no such effect: ${JSON.stringify(wanted)}`)
    const failed = bench.appends.length > 0 && bench.appends.every((one) => 'error' in one)
    return failed && (await eventsOf(bench)).length === 0 ? undefined : 'something was recorded'
  },
  with_anchor: async (bench, wanted) => await anchored(bench, wanted),
  with_expected_head: async (bench, wanted) => await anchored(bench, wanted),
  reports: (bench, wanted) => (reportsOf(bench).includes(String(wanted)) ? undefined : `found ${reportsOf(bench).join(', ')}`),
  reported: (bench, wanted) => (reportsOf(bench).includes(String(wanted)) ? undefined : `found ${reportsOf(bench).join(', ')}`),
  distinct: async (bench, wanted) => {
    const events = await eventsOf(bench)
    const hashes = new Set(events.map(({ hash }) => hash))
    const texts = new Set(
      events.map(({ data }) => JSON.stringify(Object.entries(Object(data) as Json).filter(([, value]) => typeof value === 'string'))),
    )
    const asGiven = JSON.stringify(events.map(({ data }) => data)) === JSON.stringify(bench.given)
    return compared(asGiven && hashes.size === events.length && texts.size === events.length, wanted)
  },
  no_pollution: (_, wanted) => compared(Object.keys(Object.prototype).length === 0 && !('approved' in {}), wanted),
  own_key_kept_or_rejected: async (bench, wanted) => {
    const last = bench.appends.at(-1)
    const kept = (await eventsOf(bench)).some(({ data }) => Object.hasOwn(Object(data) as object, '__proto__'))
    return compared(kept || (last !== undefined && 'error' in last), wanted)
  },
  old_lines_unchanged: (bench, wanted) => {
    const { untouched } = bench
    return compared(untouched !== undefined && bytesOf(fileOf(bench)).subarray(0, untouched.length).equals(untouched), wanted)
  },
  unknown: async (bench, wanted) => compared((await eventsOf(bench)).filter(({ type }) => type !== 'card').length, wanted),
  unknown_kept: async (bench, wanted) =>
    compared(
      (await eventsOf(bench)).some(({ type }) => type !== 'card'),
      wanted,
    ),
  unverified_prefix: ({ verdict }, wanted) => compared(verdict?.state === 'broken' ? 'broken' : (verdict?.unverifiedPrefix ?? 0), wanted),
}

function verifyOf({ verdict }: Bench): 'ok' | 'broken' {
  return verdict?.state === 'broken' ? 'broken' : 'ok'
}

async function anchored(bench: Bench, wanted: unknown): Promise<string | undefined> {
  if (bench.anchor === undefined) return 'there was no head to keep'
  const verdict = await verdictOf(bench, bench.anchor)
  return compared(verdict.state === 'broken' ? 'broken' : 'ok', wanted)
}

/** The names under which the cases may speak of a break. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  content: ['edited', 'altered', 'changed', 'hash-mismatch'],
  're-spelled': ['edited', 'altered', 'rewritten', 'bytes'],
  gap: ['deleted', 'missing', 'removed', 'reordered', 'swapped'],
  duplicate: ['duplicated', 'repeated'],
  fork: ['branch', 'forked'],
  head: ['truncated', 'cut', 'cut-tail'],
  bom: ['edited', 'altered'],
  'not-json': ['malformed', 'corrupt', 'invalid-json'],
}

function kindsOf({ verdict, opened }: Bench): string[] {
  const reasons = [verdict?.state === 'broken' ? verdict.reason : undefined, opened?.reason].filter((reason) => reason !== undefined)
  return reasons.map(String).flatMap((reason) => [reason, ...(alsoCalled[reason] ?? [])])
}

function reportsOf(bench: Bench): string[] {
  const { verdict, notices } = bench
  const tail = verdict?.state === 'broken' ? undefined : verdict?.tail?.kind
  return [verdict?.state ?? '', ...kindsOf(bench), ...notices.map(({ kind }) => kind), tail === undefined ? '' : `${tail}-tail`].filter(
    (one) => one !== '',
  )
}

function nthAppend(bench: Bench, index: number, wanted: unknown): string | undefined {
  const got = appendedOf(bench, index)
  return got.includes(String(wanted)) ? undefined : `found ${got.join(', ')}`
}

/** `duplicate`: it gave events that were there before. */
function appendedOf({ appends }: Bench, index: number): string[] {
  const one = appends[index]
  if (one === undefined) return ['no append']
  if ('error' in one) return ['error', 'refused', 'rejected', one.error, ...(one.error === 'id-reused' ? ['conflict'] : [])]
  return one.events.every(({ seq }) => seq <= one.before) ? ['ok', 'duplicate'] : ['ok']
}

async function numbersOf(bench: Bench): Promise<unknown[]> {
  return (await eventsOf(bench)).map(({ data }) => (Object(data) as Json)['n'] ?? (Object(data) as Json)['count'])
}

function compared(got: unknown, wanted: unknown): string | undefined {
  return JSON.stringify(got) === JSON.stringify(wanted) ? undefined : `found ${JSON.stringify(got)}`
}

function found(verdict: unknown): string {
  return `found ${JSON.stringify(verdict)}`
}
