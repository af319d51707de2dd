import { describe, expect, test } from 'vitest'
import { gateAnnotations } from '../../../src/faces/formats/gate-github'
import { ruleText } from '../../../src/faces/formats/gate-rules'
import { gateSummary, summaryBytesMax } from '../../../src/faces/formats/gate-summary'
import { gateText } from '../../../src/faces/formats/gate-text'
import { uriOfPath } from '../../../src/faces/formats/uri-path'
import { assembleReport } from '../../../src/gate/assemble-report'
import type { GateOutcome } from '../../../src/gate/gate-report'
import { tamperKinds } from '../../../src/gate/tampering/tamper-kind'
import { identified, quiet, skipped } from '../../support/gate-parts-example'

function withFindings(blocks: number, reports: number): GateOutcome {
  const drafts = [...Array(blocks).keys()].map((n) => ({ ...skipped, subject: `b${n}` }))
  const soft = [...Array(reports).keys()].map((n) => ({ ...skipped, subject: `r${n}`, severity: 'report' as const }))
  return assembleReport({ ...quiet, tampering: { ...quiet.tampering, findings: identified(...drafts, ...soft) } })
}

const levels = (text: string): Record<string, number> => {
  const found = text.split('\n').flatMap((line) => /^::(\w+)/.exec(line)?.[1] ?? [])
  return Object.fromEntries(['error', 'warning', 'notice'].map((level) => [level, found.filter((one) => one === level).length]))
}

describe('GitHub’s caps', () => {
  test('up to them nothing is left out and nothing said', () => {
    expect(levels(gateAnnotations(withFindings(10, 10)))).toEqual({ error: 10, warning: 10, notice: 0 })
  })

  test('over 10 of a level a notice counts what is left out', () => {
    const text = gateAnnotations(withFindings(13, 11))
    expect(levels(text)).toEqual({ error: 10, warning: 10, notice: 1 })
    expect(text).toContain('3 errors, 1 warning more')
  })

  test('of a job that has room for 5 the errors come first and the notice has its place', () => {
    const text = gateAnnotations(withFindings(4, 8), 5)
    expect(levels(text)).toEqual({ error: 4, warning: 0, notice: 1 })
    expect(text).toContain('8 warnings more')
    expect(gateAnnotations(withFindings(4, 8), 0)).toBe('')
  })

  test('a summary over 1 MiB is cut between blocks, and says by how many', () => {
    const outcome = withFindings(4000, 0)
    const whole = gateSummary(outcome, Number.MAX_SAFE_INTEGER)
    const cut = gateSummary(outcome)
    const bytes = (text: string): number => new TextEncoder().encode(text).length
    expect(bytes(whole)).toBeGreaterThan(summaryBytesMax)
    expect(bytes(cut)).toBeLessThanOrEqual(summaryBytesMax)
    const left = /(\d+) more blocks are left out/.exec(cut)?.[1]
    const kept = cut.split('\n').filter((line) => line.startsWith('| **blocks**')).length
    const rest = whole.split('\n').filter((line) => line.startsWith('| **blocks**')).length - kept
    expect(rest).toBeGreaterThan(0)
    expect(Number(left)).toBeGreaterThanOrEqual(rest)
  })

  test('a summary of any size stays within its cap', () => {
    for (const bytesMax of [200, 1000, 3000]) expect(gateSummary(withFindings(20, 0), bytesMax).length).toBeLessThanOrEqual(bytesMax)
  })
})

describe('a path as a URI', () => {
  test.each([
    ['src/a-b_c.~1.ts', 'src/a-b_c.~1.ts'],
    ['na\u00efve.ts', 'na%C3%AFve.ts'],
    ['a b\n%#?:.ts', 'a%20b%0A%25%23%3F%3A.ts'],
    ['"src/caf\\351.ts"', 'src/caf%E9.ts'],
    ['[id]/(group)/\ud83d\ude00.ts', '%5Bid%5D/%28group%29/%F0%9F%98%80.ts'],
  ])('%j is %s', (path, uri) => {
    expect(uriOfPath(path)).toBe(uri)
  })
})

test('every kind of tampering has a sentence of its own', () => {
  expect(tamperKinds.filter((kind) => ruleText(kind).startsWith('The gate found'))).toEqual([])
})

describe('the marks of the six rows', () => {
  const marks = (outcome: GateOutcome): string[] =>
    gateText(outcome)
      .split('\n')
      .slice(2, 8)
      .map((line) => line.slice(0, 11).trimEnd())

  test('a part that only reports is marked, and the gate passes', () => {
    expect(marks(withFindings(0, 1))).toContain('! tampering')
    expect(gateText(withFindings(0, 1))).toMatch(/^\+ PASS {2}/)
  })

  test('a part that did not run has a dot and says why', () => {
    const text = gateText(assembleReport({ ...quiet, originals: { ...quiet.originals, judged: 'not-run', why: 'no command for them' } }))
    expect(text).toContain('\n. originals   not run: no command for them\n')
  })

  test('a part that could not be judged fails', () => {
    const text = gateText(assembleReport({ ...quiet, scope: { ...quiet.scope, judged: 'error', why: 'git failed' } }))
    expect(text).toContain('\nx scope       not judged: git failed\n')
    expect(text).toMatch(/^x FAIL {2}/)
  })
})
