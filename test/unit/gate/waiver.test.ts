import { describe, expect, test } from 'vitest'
import { withIds } from '../../../src/gate/fingerprint'
import { applyWaivers } from '../../../src/gate/waive'
import { parseWaiver } from '../../../src/gate/waiver'
import { skipped } from '../../support/gate-parts-example'

const id = (digit: string): string => `test-skipped:${digit.repeat(32)}`
const waiver = { findings: [id('a'), id('b')], by: { kind: 'human', id: 'ada' }, reason: 'gone on purpose' } as const

const codes = (input: unknown): string[] => {
  const read = parseWaiver(input)
  return read.ok ? [] : read.issues.map(({ code }) => code)
}

describe('a waiver', () => {
  test('is taken from a person who names findings and a reason', () => {
    expect(parseWaiver(waiver)).toEqual({ ok: true, value: waiver })
    expect(codes({ ...waiver, at: '2026-08-14T16:30:00Z', expires: '2026-09-14T16:30:00Z' })).toEqual([])
  })

  test.each<[string, object, string]>([
    ['a model', { by: { kind: 'model', id: 'm' } }, 'waiver-not-human'],
    ['an agent', { by: { kind: 'agent', id: 'm' } }, 'waiver-not-human'],
    ['the system', { by: { kind: 'system', id: 'm' } }, 'waiver-not-human'],
    ['a bare name', { by: 'ada' }, 'waiver-not-human'],
    ['a person without a name', { by: { kind: 'human', id: ' ' } }, 'waiver-no-name'],
    ['no reason', { reason: undefined }, 'waiver-no-reason'],
    ['a blank reason', { reason: ' \u200b\n' }, 'waiver-no-reason'],
    ['no finding', { findings: [] }, 'waiver-no-finding'],
    ['a kind instead of an id', { findings: ['test-skipped'] }, 'waiver-finding-id'],
    ['a pattern', { findings: ['test-skipped:*'] }, 'waiver-finding-id'],
    ['a path', { findings: ['test/a.test.ts'] }, 'waiver-finding-id'],
    ['an unknown field', { until: 'then' }, 'unknown-field'],
    ['an end that is no time', { expires: 'never' }, 'invalid-value'],
  ])('is refused with %s', (_what, change, code) => {
    expect(codes({ ...waiver, ...change })).toEqual([code])
  })

  test('is parted where some of its findings are gone', () => {
    expect(applyWaivers([id('b'), id('c')], [waiver], undefined)).toEqual({
      used: [{ ...waiver, findings: [id('b')] }],
      unused: [{ ...waiver, findings: [id('a')], why: 'no-such-finding' }],
    })
  })

  test.each<[string | undefined, string, boolean]>([
    ['2026-08-14T16:30:00Z', '2026-08-14T16:30:00.001Z', true],
    ['2026-08-14T16:30:00.5Z', '2026-08-14T16:30:00.25Z', false],
    ['2026-08-14T16:30:00Z', '2026-08-14T16:30:00.000Z', false],
    ['2026-08-14T16:30:01Z', '2026-08-14T16:30:00Z', false],
    [undefined, '2099-01-01T00:00:00Z', false],
  ])('at %s, one that expires at %s holds: %s', (at, expires, holds) => {
    const { used, unused } = applyWaivers([id('a'), id('b')], [{ ...waiver, expires }], at)
    expect([used.length, unused.map(({ why }) => why)]).toEqual(holds ? [1, []] : [0, ['expired']])
  })
})

describe('a finding’s id', () => {
  const idOf = (change: Partial<typeof skipped>): string => withIds([{ ...skipped, ...change }])[0]!.id

  test('stays while lines shift, indentation changes or the sentence is reworded', () => {
    expect(idOf({ line: 900 })).toBe(idOf({}))
    expect(idOf({ before: `    ${skipped.before}\n\n` })).toBe(idOf({}))
    expect(idOf({ message: 'said otherwise' })).toBe(idOf({}))
    expect(idOf({ severity: 'report' })).toBe(idOf({}))
  })

  test('changes with the kind, the path, the case and the texts', () => {
    const ids = [{}, { kind: 'focus-added' }, { path: 'test/b.test.ts' }, { subject: 'another' }, { before: 'x' }, { after: 'y' }].map(idOf)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('tells equal findings of one run apart, the same way every time', () => {
    const ids = withIds([skipped, skipped, skipped]).map((one) => one.id)
    expect(new Set(ids).size).toBe(3)
    expect(withIds([skipped, { ...skipped, line: 1 }, skipped]).map((one) => one.id)).toEqual(ids)
  })
})
