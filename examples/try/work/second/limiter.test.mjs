import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limiter } from '../src/limiter.mjs'

test('a client is let through up to the limit, and again when the window is over', () => {
  let at = 0
  const allow = limiter(2, 1000, () => at)
  assert.deepEqual([allow('ann'), allow('ann'), allow('ann')], [true, true, false])
  at = 1000
  assert.equal(allow('ann'), true)
})

test('clients are counted apart', () => {
  const allow = limiter(1, 1000, () => 0)
  assert.deepEqual([allow('ann'), allow('bob')], [true, true])
})

test('a client who stays away is forgotten', () => {
  let at = 0
  const allow = limiter(2, 1000, () => at)
  for (let index = 0; index < 1000; index++) allow(`client ${index}`)
  at = 1000
  allow('ann')
  assert.equal(allow.known(), 1)
})
