import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashOf, sha256Hex } from '../../../src/canonical/digest'

describe('SHA-256', () => {
  test('of the published texts', () => {
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  test('equals the platform’s, beyond ASCII and beyond a block', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
      }),
      { numRuns: 100 },
    )
  })

  test('a hash names its kind and is that of the canonical JSON', () => {
    expect(hashOf({ b: 1, a: 2 })).toBe(`sha256:${sha256Hex('{"a":2,"b":1}')}`)
    expect(hashOf('x', (text) => text.toUpperCase())).toBe('sha256:"X"')
    expect(() => hashOf(Number.NaN)).toThrow(/NaN/)
  })
})
