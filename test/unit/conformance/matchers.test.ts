import { describe, expect, test } from 'vitest'
import { release } from '../../../examples/release-gate/policy'
import { main as smallest } from '../../../examples/smallest/smallest'
import type { MatcherResult } from '../../../src/entries/testing'
import { policyMatchers, rulingMatchers } from '../../../src/entries/testing'
import type { RulingAssertions } from '../../../src/entries/testing'

declare module 'vitest' {
  interface Matchers<T> extends RulingAssertions {}
}

expect.extend(policyMatchers)
expect.extend(rulingMatchers)

const go = { gate: 'pass', verdict: 'SHIP', freeze: false }
const frozen = { ...go, freeze: true }

function saying(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'nothing was thrown'
}

describe('expect(policy).toGive(outcome, facts).because(rule)', () => {
  test('passes where outcome and rule are those, and can stand alone', () => {
    expect(release).toGive('go', go).because('green')
    expect(release).toGive('wait', frozen)
    expect(release)
      .toGive('wait', { ...go, gate: 'fail' })
      .because('otherwise')
    expect(release).not.toGive('go', frozen)
  })

  test.each<[string, () => unknown, string]>([
    ['another outcome', () => expect(release).toGive('go', frozen), 'release@1 gave wait by rule frozen: release freeze; wanted go'],
    [
      'another rule',
      () => expect(release).toGive('wait', frozen).because('green'),
      'release@1 gave wait by rule frozen: release freeze; wanted rule green',
    ],
    [
      'the outcome that was ruled out',
      () => expect(release).not.toGive('go', go),
      'release@1 gave go by rule green: gate and panel agree; wanted any but go',
    ],
  ])('fails on %s and says what came instead', (_, act, message) => {
    expect(saying(act)).toBe(message)
  })

  test.each<[string, () => unknown, RegExp]>([
    ['an outcome that the policy lacks', () => expect(release).not.toGive('stop', go), /no outcome "stop"/],
    ['a rule that the policy lacks', () => expect(release).toGive('go', go).because('gren'), /no rule "gren"/],
    ['facts that it cannot judge', () => expect(release).not.toGive('go', { gate: 'pass' }), /missing/],
    ['what is no policy', () => expect({ id: 'x' }).not.toGive('go', go), /can't be used/],
    ['no object at all', () => expect('release').not.toGive('go', go), /can't be used|expected a policy/],
    ['a rule after .not', () => expect(release).not.toGive('go', frozen).because('frozen'), /unclear/],
    ['because before toGive', () => expect({ ...release, id: 'fresh' }).because('frozen'), /follows toGive/],
  ])('throws on %s, after .not too', (_, act, message) => {
    expect(saying(act)).toMatch(message)
  })

  test('the last evaluation is kept apart for each policy', () => {
    const other = { ...release, id: 'other' }
    expect(release).toGive('go', go)
    expect(other).toGive('wait', frozen).because('frozen')
    expect(release).because('green')
  })
})

describe('expect(ruling).toShip() and expect(outcome).toRefuse(code)', () => {
  test('a ruling that ships', () => {
    expect(smallest()).toShip()
    expect({ kind: 'verdict', verdict: 'SHIP_WITH_CAVEATS', reasons: ['caveat-band'] }).not.toShip()
    expect({ kind: 'synthesis' }).not.toShip()
    expect(saying(() => expect({ kind: 'verdict', verdict: 'ITERATE', reasons: ['below-band', 'budget-rounds'] }).toShip())).toContain(
      'ITERATE (below-band, budget-rounds)',
    )
    expect(saying(() => expect({ verdict: 'ITERATE' }).not.toShip())).toMatch(/expected a ruling/)
  })

  test('a refusal of any kind, with its codes', () => {
    expect({ ok: false, refusal: { rule: 'X', code: 'over-ten', message: '' } }).toRefuse('over-ten')
    const all = [{ code: 'no-packet' }, { code: 'no-reason' }]
    expect({ ok: false, refusal: { rule: 'X', code: 'no-packet', message: '', all } }).toRefuse('no-reason')
    expect({ ok: false, issues: [{ code: 'missing-field', path: 'x', message: '' }] }).toRefuse('missing-field')
    expect({ kind: 'refused', issues: [{ code: 'weights', path: 'x', message: '' }] }).toRefuse()
    expect({ ok: true, events: [] }).not.toRefuse()
    expect({ kind: 'verdict' }).not.toRefuse()
    expect(saying(() => expect({ ok: false, issues: [] }).toRefuse('x'))).toContain('the code x')
    expect(saying(() => expect(7).not.toRefuse())).toMatch(/expected a ruling/)
  })

  test('a matcher needs no runner', () => {
    const result: MatcherResult = policyMatchers.toGive.call({ isNot: false }, release, 'go', go)
    expect(result.pass).toBe(true)
  })
})
