import assert from 'node:assert/strict'
import { test } from 'node:test'

test('a clock of the tests stands still until it is moved', () => {
  let at = 0
  const now = () => at
  at += 5
  assert.equal(now(), 5)
})
