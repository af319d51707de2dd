import { expect, test } from 'vitest'
import { newNonce, systemAmbient } from '../../../src/adapters/ambient/system'
import { parseVerdictBlock, blockMarkers } from '../../../src/blocks/verdict-block'
import { timePattern } from '../../../src/ledger/event-limits'

test("nonces and ids are fresh each time, and a nonce fits into a block's marker", () => {
  const nonces = Array.from({ length: 200 }, newNonce)
  expect(new Set(nonces).size).toBe(200)
  for (const nonce of nonces) {
    const { open, close } = blockMarkers('SCORECARD', nonce)
    expect(parseVerdictBlock(`${open}\n{}\n${close}`, 'SCORECARD', nonce).kind).toBe('block')
  }
  expect(new Set(Array.from({ length: 200 }, () => systemAmbient.newId())).size).toBe(200)
  expect(systemAmbient.newNonce()).toMatch(/^[a-z0-9]{12}$/)
})

test('the time is as the ledger writes it', () => {
  expect(systemAmbient.now()).toMatch(timePattern)
})
