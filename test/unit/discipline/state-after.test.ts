import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DisciplineCommand } from '../../../src/entries/discipline'
import { discipline } from '../../../src/entries/discipline'
import type { Citation } from '../../../src/entries/evidence'
import { after, card, codesOf, corpus, corpusAfter, correction, fresh, proof } from '../../support/discipline-build'

type Correct = Extract<DisciplineCommand, { do: 'correct' }>
const one = after(fresh, card('p1'))

function codes(change: Partial<Correct>, state = one): string[] {
  return codesOf(discipline.decide(state, { ...correction('k1'), ...change } as DisciplineCommand))
}

const packageOf = (text: string, more: object = {}): object => ({ artifact: { 'package.json': text }, ...more })
const quote = (text: string): Citation => ({ kind: 'quote', text })
const still = '{\n  "dependencies": { "left-pad": "1.3.0" }\n}\n'

describe('R-REF-12 a correction shows the state after the breach', () => {
  test('in the state in which the card was given nothing shows a correction, whatever is quoted', () => {
    for (const evidence of [
      proof,
      [quote('"dependencies"')],
      [{ kind: 'output', command: 'npm test', text: '1 failing: api.test.ts' } as const],
    ])
      expect(codes({ evidence, corpus })).toEqual(['nothing-changed'])
  })

  test('the card’s own evidence shows the breach, in whichever form it is cited', () => {
    const elsewhere = packageOf(still, { runs: [{ command: 'npm run build', exitCode: 0, output: 'built in 3 s\n' }] })
    const own: Citation[] = [
      ...proof,
      quote('"left-pad"'),
      quote('"left-pad": "1.3.0" }'),
      quote('left-pad": "1.3'),
      quote('"dependencies": { "left-pad": "1.3.0" }'),
      { kind: 'line', file: 'package.json', line: 2 },
      { kind: 'line', file: 'package.json', line: 1, endLine: 3 },
    ]
    for (const citation of own)
      expect([citation, codes({ evidence: [citation], corpus: elsewhere })]).toEqual([citation, ['shows-the-breach']])
    expect(codes({ evidence: own, corpus: elsewhere })).toEqual(['shows-the-breach'])
    expect(codes({ evidence: [...own, { kind: 'output', command: 'npm run build', text: 'built in 3 s' }], corpus: elsewhere })).toEqual([])
  })

  test('a blank line shows nothing', () => {
    const blank = { evidence: [{ kind: 'line', file: 'package.json', line: 1 }], corpus: packageOf('\n') } as const
    expect(codes(blank)).toEqual(['shows-the-breach'])
  })

  test('the same line with another text is the state after it', () => {
    expect(codes({ evidence: [{ kind: 'line', file: 'package.json', line: 2 }], corpus: corpusAfter })).toEqual([])
    expect(codes({})).toEqual([])
  })

  test('what was removed is shown by its deleted lines, and what was put back by the text that stands again', () => {
    const removal = { diff: { 'package.json': '-  "left-pad": "1.3.0"\n+  "none": "0.0.0"\n' } }
    expect(codes({ evidence: [quote('"left-pad": "1.3.0"')], corpus: removal })).toEqual([])
    const deleted = { diff: { 'a.test.ts': '-test("refunds once", refundsOnce)\n' } }
    const cut = after(fresh, card('p1', { evidence: [quote('test("refunds once", refundsOnce)')], corpus: deleted }))
    expect(cut.cards[0]?.evidence[0]?.deleted).toBe(true)
    const back = { artifact: { 'a.test.ts': 'test("refunds once", refundsOnce)\n' } }
    expect(codes({ evidence: [quote('test("refunds once", refundsOnce)')], corpus: back }, cut)).toEqual([])
    expect(codes({ evidence: [quote('test("refunds once", refundsOnce)')], corpus: { ...deleted, runs: [] } }, cut)).toEqual([
      'nothing-changed',
    ])
  })

  test('law: no quotation of the breach’s own words or of a part of them lets a packet go on, and other words do', () => {
    let parts = 0
    let others = 0
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', '{ }', '"x"')
    const lines = fc.array(fc.array(word, { minLength: 3, maxLength: 5 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), fc.constantFrom(' ', '  ', '\t'), (breach, from, count, gap) => {
        const text = breach.map((line) => line.join(' ')).join('\n')
        const given = after(fresh, card('p1', { evidence: [quote(text)], corpus: packageOf(`${text}\n`) }))
        const start = from % text.length
        const part = text.slice(start, start + 8 + (count % text.length))
        const respaced = `${breach.map((line) => line.join(gap)).join('\n')}\nwhat was put right\n`
        for (const corpusNow of [packageOf(`${text}\nwhat was put right\n`), packageOf(respaced)]) {
          const found = codes({ evidence: [quote(part)], corpus: corpusNow }, given)
          expect(['shows-the-breach', 'no-anchored-evidence']).toContain(found[0])
          if (found[0] === 'shows-the-breach') parts++
          expect(codes({ evidence: [quote('what was put right')], corpus: corpusNow }, given)).toEqual([])
          others++
        }
      }),
    )
    expect(Math.min(parts, others)).toBeGreaterThan(30)
  })
})
