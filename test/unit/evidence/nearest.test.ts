import { describe, expect, test } from 'vitest'
import type { Corpus, Source } from '../../../src/evidence/corpus'
import { differences, nearestLine } from '../../../src/evidence/nearest'

const refunds = [
  'import { conflict } from "./answers"',
  'export function refund(key: string, req: Request) {',
  '  const seen = answers.get(key)',
  '  if (seen.digest !== digestOf(req)) return conflict(key)',
  '  return answer(seen)',
  '}',
].join('\n')

function corpus(...sources: readonly Partial<Source>[]): Corpus {
  return { sources: sources.map((source, index) => ({ id: `s${index}`, role: 'artifact', text: '', ...source })), runs: [] }
}

describe('the nearest line', () => {
  test('R-TRI-46: for a refuted quote the line that was probably meant', () => {
    const nearest = nearestLine(
      'if (seen.digest !== digestOf(req.body)) throw new KeyReused(key)',
      corpus({ path: 'src/refunds.ts', text: refunds }),
    )
    expect(nearest).toMatchObject({
      source: 's0',
      path: 'src/refunds.ts',
      line: 4,
      text: '  if (seen.digest !== digestOf(req)) return conflict(key)',
    })
    expect(nearest?.similarity).toBeGreaterThan(0.6)
    expect(nearest?.similarity).toBeLessThan(1)
  })

  test('nothing is given when nothing is like it', () => {
    expect(nearestLine('the lease of a worker that died runs out', corpus({ text: refunds }))).toBeUndefined()
    expect(nearestLine('', corpus({ text: refunds }))).toBeUndefined()
    expect(nearestLine(' \n ', corpus({ text: refunds }))).toBeUndefined()
    expect(nearestLine('if (seen.digest)', { sources: [], runs: [] })).toBeUndefined()
  })

  test('artifact and diff come before the other sources, which are looked at when nothing there is like it', () => {
    const wanted = 'return answer(seen, key)'
    const inSpec: Partial<Source> = { role: 'spec', text: 'return answer(seen, keys)' }
    expect(nearestLine(wanted, corpus(inSpec, { text: refunds }))).toMatchObject({ source: 's1', line: 5 })
    expect(nearestLine(wanted, corpus(inSpec, { role: 'diff', text: `+${refunds}` }))).toMatchObject({ source: 's1' })
    expect(nearestLine(wanted, corpus(inSpec, { text: 'nothing of the kind' }))).toMatchObject({ source: 's0', line: 1 })
  })

  test('the longest line of a longer quote is compared, line ends do not matter', () => {
    const quote = '}\r\nexport function refunds(key: string, req: Request) {\r\n  const x'
    expect(nearestLine(quote, corpus({ text: refunds.replaceAll('\n', '\r\n') }))).toMatchObject({
      line: 2,
      text: 'export function refund(key: string, req: Request) {',
    })
  })

  test('of equal lines the first, however often they are repeated', () => {
    const text = `${'return iat + 15 * 60;\n'.repeat(100)}return iat + 60 * 16;\n`
    expect(nearestLine('return iat + 15 * 61;', corpus({ text }))).toMatchObject({ line: 1 })
    expect(nearestLine('return iat + 60 * 15;', corpus({ text }))).toMatchObject({ line: 101 })
  })

  test('a quote may be like a part of a longer line; a line beyond 2,000 units is passed over', () => {
    const long = `const x = () => { return iat + 15 * 60; } // ${'and so on '.repeat(20)}`
    expect(nearestLine('return iat + 60 * 15;', corpus({ text: long }))).toMatchObject({ line: 1 })
    expect(nearestLine('return iat + 60 * 15;', corpus({ text: `${long}${'x'.repeat(2000)}\nreturn iat + 14 * 60;` }))).toMatchObject({
      line: 2,
    })
  })
})

describe('differences', () => {
  test('the columns where the nearest line begins to differ, one for each difference', () => {
    const quoted = 'if (seen.digest !== digestOf(req.body)) throw new KeyReused(key)'
    const nearest = 'if (seen.digest !== digestOf(req)) return conflict(key)'
    expect(differences(quoted, nearest)).toEqual([nearest.indexOf(')) return'), nearest.indexOf('return')])
  })

  test('what is lacking is marked where it would stand, also at the end', () => {
    expect(differences('same text', 'same text')).toEqual([])
    expect(differences('a b c', 'a c')).toEqual([2])
    expect(differences('a c', 'a b c')).toEqual([2])
    expect(differences('one two', 'one')).toEqual([3])
    expect(differences('', 'new')).toEqual([0])
    expect(differences('old', '')).toEqual([0])
    expect(differences('', '')).toEqual([])
  })

  test('columns count UTF-16 units and are bounded for long texts', () => {
    expect(differences('🚀 fly high', '🚀 fly low')).toEqual([7])
    expect(differences('a'.repeat(5000), 'b '.repeat(5000))).toEqual([0])
  })
})
