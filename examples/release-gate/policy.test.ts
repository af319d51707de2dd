// How do I unit-test my gate? With the matchers, and with a table of cases from a file.
import { expect, test } from 'vitest'
import type { PolicyAssertions } from 'adjudicate/testing'
import { policyMatchers, testPolicy } from 'adjudicate/testing'
import cases from './cases.json' with { type: 'json' }
import { release } from './policy.js'

declare module 'vitest' {
  interface Matchers<T> extends PolicyAssertions {}
}

expect.extend(policyMatchers)

test('a freeze stops everything', () => expect(release).toGive('wait', { gate: 'pass', verdict: 'SHIP', freeze: true }).because('frozen'))

test('every rule is exercised', () => expect(testPolicy(release, cases).coverage.rules).toBe(1))

test('every case passes', () => {
  const { results } = testPolicy(release, cases)
  expect(results.filter(({ ok }) => !ok).map(({ name, why }) => `${name}: ${why}`)).toEqual([])
})
