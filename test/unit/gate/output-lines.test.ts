import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastLines, tailLinesMax } from '../../../src/adapters/commands/process-output'

test('the last lines are the same whatever pieces the output comes in, and as many as are kept', () => {
  let long = 0
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom('\n', 'a', '\0', 'bc\n'), { maxLength: 60, size: 'max' }), { maxLength: 8 }),
      (pieces) => {
        const texts = pieces.map((piece) => piece.join(''))
        const output = lastLines()
        for (const text of texts) output.take(Buffer.from(text))
        const lines = texts.join('').split('\n')
        if (lines.at(-1) === '') lines.pop()
        if (lines.length > tailLinesMax) long++
        expect(output.end()).toEqual(lines.slice(-tailLinesMax))
      },
    ),
  )
  expect(long).toBeGreaterThan(5)
})

test('forty million short lines are taken in the time of a few long ones', () => {
  const output = lastLines()
  const piece = Buffer.from('\0\n'.repeat(32_768))
  for (let count = 0; count < 1220; count++) output.take(piece)
  expect(output.end()).toEqual(Array.from({ length: tailLinesMax }, () => '\0'))
}, 5_000)
