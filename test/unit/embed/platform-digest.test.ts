import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../../src/canonical/digest'
import { adjudicate as pure } from '../../../src/consensus/adjudicate'
import { adjudicate } from '../../../src/faces/embed/front-door'
import { platformDigest } from '../../../src/faces/embed/platform-digest'
import { panelInput } from '../../support/panels'

test("the platform's digest is another one than the built-in, and gives the same", () => {
  let beyondAscii = 0
  expect(platformDigest).not.toBe(sha256Hex)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      if (/[^\0-\x7f]/.test(text)) beyondAscii++
      expect(platformDigest(text)).toBe(sha256Hex(text))
    }),
  )
  expect(beyondAscii).toBeGreaterThan(10)
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a ruling is the same with either', () => {
  fc.assert(
    fc.property(panelInput, (input) => {
      expect(adjudicate(input)).toEqual(pure(input))
    }),
    { numRuns: 30 },
  )
})
