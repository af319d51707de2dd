import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockMarkers } from '../../../src/blocks/verdict-block'
import { blockersThatCount } from '../../../src/build/blockers'
import { checkJudgeVerdict } from '../../../src/build/check-judge-verdict'
import type { JudgeContext } from '../../../src/build/judge-context'
import type { BlockingIssue, JudgeVerdict } from '../../../src/build/judge-verdict'
import type { MessyOutputCase } from '../../support/translate/messy-output'
import { runMessyOutputCase } from '../../support/translate/messy-output'

const context: JudgeContext = {
  taskId: 't03',
  cycle: 1,
  requirements: [{ id: 'R-004' }, { id: 'R-005', scope: 'integration' }, { id: 'R-006', type: 'GUIDANCE' }],
  definitionOfDone: ['gate exits 0'],
  machineGate: 'PASS',
  nonce: 'k3f9',
}
const approved = {
  task_id: 't03',
  cycle: 1,
  worker_model: 'a',
  judge_model: 'b',
  machine_gate: { verdict: 'PASS', report: 'gate-report.json' },
  verdict: 'APPROVED',
  requirements: [
    { id: 'R-004', status: 'MET', evidence: 'tests/a.spec.ts:14' },
    { id: 'R-005', status: 'DEFERRED', evidence: '' },
    { id: 'R-006', status: 'MET', evidence: 'test "keeps names"' },
  ],
  definition_of_done: [{ criterion: 'gate exits 0', status: 'PASS', evidence: 'gate-report.json, machine_verdict' }],
  blocking_issues: [],
  advisory_notes: [],
}
const issue: BlockingIssue = { id: 'B1', text: 'the token is reused', origin: 'new', evidence: 'src/auth/token.ts:88' }
const row = (at: number, change: object): object => ({
  requirements: approved.requirements.map((one, index) => (index === at ? { ...one, ...change } : one)),
})
const block = (value: unknown, nonce = 'k3f9'): string => {
  const { open, close } = blockMarkers('JUDGE_VERDICT', nonce)
  return `${open}\n${JSON.stringify(value)}\n${close}`
}
const check = (change: object, more: Partial<JudgeContext> = {}) =>
  checkJudgeVerdict(block({ ...approved, ...change }), { ...context, ...more })
const codes = (checked: ReturnType<typeof check>): string[] =>
  checked.kind === 'accepted' ? ['accepted'] : checked.faults.map(({ code }) => code)

describe('the messy output cases', () => {
  const rows = readFileSync(join(import.meta.dirname, '../../cases/messy_output.jsonl'), 'utf8')
    .trim()
    .split('\n')

  test('there are 34 of them', () => {
    expect(rows).toHaveLength(34)
  })

  test.each(rows.map((line) => JSON.parse(line) as MessyOutputCase).map((one) => [one.id, one] as const))('%s', (_, one) => {
    expect(runMessyOutputCase(one)).toBeUndefined()
  })
})

describe("a judge's verdict", () => {
  test('R-BUILD-50 R-BUILD-51 an approval in order is accepted, with every field of the block', () => {
    expect(check({})).toEqual({ kind: 'accepted', value: approved, corrections: [], dropped: [], advice: [] })
  })

  test.each<[string, object, string]>([
    ['R-BUILD-51 a requirement that is not met', row(0, { status: 'NOT_MET' }), 'not-met'],
    [
      'R-BUILD-51 a criterion that fails',
      { definition_of_done: [{ ...approved.definition_of_done[0], status: 'FAIL' }] },
      'criterion-failed',
    ],
    ['R-BUILD-51 a criterion left out', { definition_of_done: [] }, 'criterion-missing'],
    ['a requirement left out', { requirements: approved.requirements.slice(1) }, 'requirement-missing'],
    ['a requirement answered twice', { requirements: [...approved.requirements, approved.requirements[0]] }, 'requirement-twice'],
    [
      "R-BUILD-53 another task's requirement",
      { requirements: [...approved.requirements, { id: 'R-099', status: 'MET', evidence: 'x' }] },
      'requirement-unknown',
    ],
    ['a blocking issue', { blocking_issues: ['R-004'] }, 'blocking-issue-open'],
    ['R-BUILD-49 a claim without evidence', row(0, { evidence: ' \u200b' }), 'no-evidence'],
    [
      'R-BUILD-49 a criterion without evidence',
      { definition_of_done: [{ ...approved.definition_of_done[0], evidence: '' }] },
      'no-evidence',
    ],
    ['A-BLD-9 a deferred task row', row(0, { status: 'DEFERRED' }), 'deferred-row'],
    ['R-BUILD-49 A-BLD-9 an integration row that is not met', row(1, { status: 'NOT_MET', evidence: 'x' }), 'integration-row'],
    ['A-BLD-9 an integration row that is met already', row(1, { status: 'MET', evidence: 'x' }), 'integration-row'],
    ['R-BUILD-53 another task', { task_id: 't04' }, 'wrong-task'],
    ['another cycle', { cycle: 2 }, 'wrong-cycle'],
    ['a gate verdict of its own', { machine_gate: { verdict: 'FAIL' } }, 'gate-contradicted'],
    ['REVISE with nothing to fix', { verdict: 'REVISE' }, 'nothing-to-fix'],
  ])('%s is refused', (_, change, code) => {
    const checked = check(change)
    expect(checked.kind).toBe('refused')
    expect(codes(checked)).toContain(code)
  })

  test('R-BUILD-51 R-BUILD-48 nothing is approved against the mechanical gate', () => {
    expect(codes(check({ machine_gate: undefined }, { machineGate: 'FAIL' }))).toEqual(['gate-not-passed'])
    expect(check({ machine_gate: undefined, verdict: 'REVISE', blocking_issues: ['x'] }, { machineGate: 'FAIL' }).kind).toBe('accepted')
  })

  test('A-BLD-10 guidance that is not met needs its reason and becomes advice', () => {
    expect(check(row(2, { status: 'NOT_MET', evidence: 'names follow the old style' }))).toMatchObject({
      kind: 'accepted',
      advice: ['R-006 is not met: names follow the old style'],
    })
    expect(codes(check(row(2, { status: 'NOT_MET', evidence: '' })))).toEqual(['no-evidence'])
  })

  test('A-BLD-9 the last judgement defers nothing', () => {
    expect(codes(check({}, { final: true }))).toEqual(['deferred-row'])
    expect(check(row(1, { status: 'MET', evidence: 'e2e run 4' }), { final: true }).kind).toBe('accepted')
  })

  test('R-BUILD-49 with the corpus at hand a cited line must exist; a named test cites none', () => {
    const corpus = { sources: [{ id: 'tests/a.spec.ts', role: 'artifact' as const, text: 'x\n'.repeat(20) }], runs: [] }
    expect(check({}, { corpus }).kind).toBe('accepted')
    expect(codes(check(row(0, { evidence: 'tests/a.spec.ts:99' }), { corpus }))).toEqual(['evidence-not-found'])
    expect(codes(check(row(0, { evidence: 'tests/none.spec.ts:1-2' }), { corpus }))).toEqual(['evidence-not-found'])
  })

  test('unknown fields are left out at every depth, and told', () => {
    const checked = check({ confidence: 1, ...row(0, { sure: true }), verdict: 'REVISE', blocking_issues: [{ ...issue, severity: 9 }] })
    expect(checked).toMatchObject({ kind: 'accepted', value: { blocking_issues: [issue] } })
    expect(checked).toHaveProperty('dropped', ['requirements[0].sure', 'blocking_issues[0].severity', 'confidence'])
  })

  test('an approval said twice is a miss, a REVISE said twice is one', () => {
    expect(codes(checkJudgeVerdict(`${block(approved)}\n${block(approved)}`, context))).toEqual(['said-twice'])
    const revise = block({ ...approved, verdict: 'REVISE', blocking_issues: ['x'] })
    expect(checkJudgeVerdict(`${revise}\n${revise}`, context)).toMatchObject({ kind: 'accepted', corrections: ['repeated-block'] })
  })

  test('a model held to structured output gives the bare object with the nonce as a field', () => {
    expect(checkJudgeVerdict({ nonce: 'k3f9', ...approved }, context)).toMatchObject({ kind: 'accepted', value: approved })
    expect(codes(checkJudgeVerdict(approved, context))).toEqual(['wrong-nonce'])
    expect(codes(checkJudgeVerdict(undefined, context))).toEqual(['not-an-object'])
  })

  test('law: of 20,000 texts none is an approval but what stands in exactly one whole block with the right nonce', () => {
    const right = blockMarkers('JUDGE_VERDICT', 'k3f9')
    const other = blockMarkers('JUDGE_VERDICT', 'zzzz')
    const bare = blockMarkers('JUDGE_VERDICT')
    const json = JSON.stringify(approved)
    const lines = fc.constantFrom(
      right.open,
      right.close,
      other.open,
      other.close,
      bare.open,
      bare.close,
      json,
      json,
      json.slice(0, -1),
      `> ${right.open}`,
      `${json},`,
      '```json',
      '```',
      'APPROVED',
      '',
      '<think>',
      '</think>',
    )
    // Half of the texts start from one good block, so that many come close to an approval.
    const good = [right.open, json, right.close]
    const text = fc.tuple(fc.boolean(), fc.array(lines, { maxLength: 5 }), fc.array(lines, { maxLength: 3 }))
    let accepted = 0
    let others = 0
    fc.assert(
      fc.property(text, ([withGood, before, after]) => {
        const all = withGood ? [...before, ...good, ...after] : [...before, ...after]
        const checked = checkJudgeVerdict(all.join('\n'), context)
        if (checked.kind !== 'accepted') {
          others++
          return
        }
        accepted++
        // Read here by other means: thinking sections go, then our opening marker stands once, our JSON follows.
        const spoken = all
          .join('\n')
          .replace(/<think>[^]*?<\/think>/g, '')
          .split('\n')
        expect(spoken.filter((line) => line === right.open)).toHaveLength(1)
        const opened = spoken.indexOf(right.open)
        const closed = spoken.findIndex((line, index) => index > opened && (line === right.close || line === bare.close))
        expect(closed).toBeGreaterThan(opened)
        const body = spoken.slice(opened + 1, closed).filter((line) => line !== '' && !line.startsWith('```'))
        expect(body).toEqual([json])
      }),
      { numRuns: 20_000 },
    )
    expect(accepted).toBeGreaterThan(500)
    expect(others).toBeGreaterThan(5_000)
  }, 60_000)
})

describe('blockers of a fix cycle', () => {
  const verdict = (cycle: number, issues: JudgeVerdict['blocking_issues']): JudgeVerdict => ({
    task_id: 't03',
    cycle,
    verdict: 'REVISE',
    requirements: [],
    definition_of_done: [],
    blocking_issues: issues,
    advisory_notes: [],
  })
  const earlier = { previous: ['R-004'], machine: ['M1'] }

  test('R-BUILD-52 in the first cycle each one counts', () => {
    expect(blockersThatCount(verdict(1, ['x', issue]), earlier)).toEqual({ counting: ['x', issue], setAside: [] })
  })

  test("R-BUILD-52 A-BLD-15 later only earlier ones, the machine's, and regressions with evidence", () => {
    const machine = { ...issue, id: 'M1', origin: 'machine' } as const
    const regression = { ...issue, id: 'G1', origin: 'regression' } as const
    expect(blockersThatCount(verdict(2, ['R-004', machine, regression]), earlier).setAside).toEqual([])
    const aside = [
      'else',
      issue,
      { ...machine, id: 'M2' },
      { ...regression, evidence: ' ' },
      { ...issue, id: 'P9', origin: 'previous' as const },
    ]
    expect(blockersThatCount(verdict(2, aside), earlier)).toMatchObject({ counting: [], setAside: aside.map((one) => ({ issue: one })) })
  })
})
