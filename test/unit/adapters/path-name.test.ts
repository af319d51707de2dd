import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameOfPath, pathOfName, quotedName, utf8Text } from '../../../src/text/path-name'

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'))

test('names in UTF-8 are their own text, others are quoted as git does it', () => {
  expect(pathOfName(Buffer.from('caf\u00e9'))).toBe('caf\u00e9')
  expect(pathOfName(bytes('tab\t"\\ caf\xe9 \x01\x7f'))).toBe('"tab\\t\\"\\\\ caf\\351 \\001\\177"')
  expect(quotedName(Buffer.from('caf\u00e9'), true)).toBe('"caf\\303\\251"')
})

test('every name comes back from its path, so no two names share one', () => {
  let quoted = 0
  let lookalikes = 0
  const piece = fc.oneof(
    fc.constantFrom('"', '\\', '\\351', '\xe9', 'a', '/', '\t'),
    fc.integer({ min: 1, max: 255 }).map((byte) => String.fromCharCode(byte)),
  )
  const pieces = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
  const name = fc.tuple(pieces, fc.integer({ min: 0, max: 2 })).map(([text, times]) => {
    let made = bytes(text)
    for (let time = 0; time < times; time++) made = bytes(quotedName(made, true))
    return made
  })
  fc.assert(
    fc.property(name, (one) => {
      const path = pathOfName(one)
      expect(Buffer.from(nameOfPath(path))).toEqual(Buffer.from(one))
      if (utf8Text(one) === undefined) quoted++
      else if (utf8Text(one) !== path) lookalikes++
    }),
    { numRuns: 2000 },
  )
  expect(quoted).toBeGreaterThan(50)
  expect(lookalikes).toBeGreaterThan(50)
})
