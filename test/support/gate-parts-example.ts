import type { FindingDraft } from '../../src/gate/finding'
import { withIds } from '../../src/gate/fingerprint'
import type { CheckEntry, GateParts } from '../../src/gate/gate-parts'
import type { Violation } from '../../src/gate/violation'

const hash = (digit: string): string => `sha256:${digit.repeat(64)}`

export const passing: CheckEntry = { name: 'unit', cmd: 'npm test', exit: 0, status: 'PASS', log_tail: ['212 passed'] }
export const failing: CheckEntry = {
  name: 'lint',
  cmd: 'npm run lint',
  exit: 1,
  status: 'FAIL',
  log_tail: ['1 problem'],
  classification: 'regression',
}
const yes = { judged: 'yes' } as const

/** A task's run in which everything is in order. */
export const quiet: GateParts = {
  version: '0.1.0',
  task_id: 't05',
  mode: 'task',
  base_ref: 'main',
  generated_at: '2026-08-14T16:30:00.000Z',
  commits: { base: 'b'.repeat(40), merge_bases: ['b'.repeat(40)], head: `8d20c4e${'0'.repeat(33)}` },
  tree: 'c'.repeat(40),
  hashes: { config: hash('1'), task: hash('2'), baseline: hash('3') },
  control: { from: 'base-commit', place: 'b'.repeat(40) },
  dirty: [],
  asked: { kind: 'deciding', doubts: [] },
  validation: [{ ...passing, name: 'types', cmd: 'tsc', log_tail: [] }, passing],
  contracts: [{ ...passing, name: 'openapi.yaml', cmd: 'npm run contract', log_tail: [] }],
  scope: { ...yes, changed: ['src/a.ts', 'test/a.test.ts'], allowed: ['src/a.ts', 'test/a.test.ts'], no_op_declared: false, findings: [] },
  tampering: { ...yes, cases: 212, assertions: 640, read_as_text: [], findings: [] },
  delta: { ...yes, regressions: [], known: [], fixed: [], coarse: [] },
  census: { ...yes, checks: [{ check: 'unit', run: 212, skipped: 0, failed: 0, at_baseline: 208 }], uncounted: [], findings: [] },
  originals: { ...yes, passed: 208, run: 208, findings: [] },
  canaries: { judged: 'not-run', why: 'not asked for', caught: [], missed: [], not_planted: [] },
  waivers: { given: [] },
  times: {
    started_at: '2026-08-14T16:29:44.000Z',
    took_ms: 16_000,
    checks: [
      { kind: 'validation', name: 'types', took_ms: 4100 },
      { kind: 'validation', name: 'unit', took_ms: 9800 },
      { kind: 'contract', name: 'openapi.yaml', took_ms: 2000 },
    ],
  },
}

export function identified<T extends FindingDraft>(...drafts: T[]): (T & { readonly id: string })[] {
  return withIds(drafts)
}

export const skipped: FindingDraft = {
  kind: 'test-skipped',
  severity: 'block',
  path: 'test/refunds.test.ts',
  line: 121,
  subject: 'refuses a key used with another body',
  message: 'the case no longer runs',
  before: "test('refuses a key used with another body', async () => {",
  after: "test.skip('refuses a key used with another body', async () => {",
}

export const strayed: Omit<Violation, 'id'> = {
  kind: 'not-owned',
  severity: 'block',
  path: 'src/money.ts',
  message: 'owned by t02',
  owner: 't02',
  where: 'committed',
  added: 1,
  removed: 1,
}

// Names and words that would break out of a format that doesn't escape them.
export const hostile = {
  newline: 'src/new\nline.ts',
  command: '::error::owned',
  script: '<script>alert(1)</script>.ts',
  cdata: 'src/a]]>b&c"d\'.ts',
  bidi: 'src/\u202egpj.ts',
  table: 'a|b`c`[d](javascript:e)@team ##[error]x',
  colon: 'C:/a, b%0Ac#d?e.ts',
} as const

/** A task's run with all kinds of findings, odd names, a waiver that holds and one that doesn't. */
export function eventful(): GateParts {
  const tampering = identified(
    skipped,
    {
      ...skipped,
      kind: 'assertion-eased',
      severity: 'report',
      line: 74,
      message: 'looks less sharply',
      before: 'expect(answer.status).toBe(201)',
      after: 'expect(answer.status).toBeTruthy()',
    },
    {
      kind: 'focus-added',
      severity: 'block',
      path: hostile.script,
      line: 3,
      message: hostile.table,
      after: "test.only('x', \u0007() => {})",
    },
    { kind: 'test-deleted', severity: 'block', path: hostile.bidi, message: 'the file is gone' },
  )
  const scope = identified<Omit<Violation, 'id'>>(
    strayed,
    { ...strayed, path: hostile.newline, owner: hostile.command, message: hostile.command },
    { ...strayed, kind: 'control-plane', path: hostile.cdata, message: 'the branch edits what it is judged by' },
    { ...strayed, path: hostile.colon, message: 'owned by nobody' },
  )
  const waived = tampering.find(({ kind }) => kind === 'test-deleted')?.id ?? ''
  return {
    ...quiet,
    task_id: 't04',
    asked: { kind: 'provisional', doubts: [] },
    dirty: [hostile.newline],
    validation: [
      ...quiet.validation,
      { ...failing, log_tail: ['::error file=x::forged', '<script>alert(2)</script>', '\u001b[31mred\u001b[0m', '```'] },
      {
        name: 'slow',
        cmd: 'sleep 9000',
        exit: null,
        status: 'ERROR',
        log_tail: [],
        why: 'ended after 600 s',
        classification: 'regression',
      },
      { ...failing, name: 'old', exit: 2, classification: 'known_failing_at_baseline' },
    ],
    scope: { ...quiet.scope, changed: ['src/a.ts', ...scope.map(({ path }) => path)], findings: scope },
    tampering: { ...quiet.tampering, findings: tampering },
    delta: { ...quiet.delta, regressions: ['lint', 'slow', 'unit:test/a.test.ts > adds'], known: ['old'] },
    census: {
      ...quiet.census,
      checks: [{ check: 'unit', run: 0, skipped: 212, failed: 0, at_baseline: 208 }],
      uncounted: ['types'],
      findings: identified({ kind: 'all-skipped', severity: 'block', subject: 'unit', message: 'unit: all 212 cases were skipped' }),
    },
    originals: {
      ...quiet.originals,
      passed: 207,
      findings: identified({
        kind: 'originals-regression',
        severity: 'block',
        subject: 'refuses a key used with another body',
        message: 'fails on this code, passed at the base',
      }),
    },
    waivers: {
      given: [
        {
          findings: [waived, `test-deleted:${'0'.repeat(32)}`],
          by: { kind: 'human', id: 'ada <ada@example.org>' },
          reason: 'the feature | is gone',
        },
        { findings: [scope[0]?.id ?? ''], by: { kind: 'human', id: 'ada' }, reason: 'for a day', expires: '2026-08-01T00:00:00Z' },
      ],
    },
  }
}
