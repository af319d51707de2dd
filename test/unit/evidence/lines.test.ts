import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { indexLines, withLfEnds, wholeLinesOf } from '../../../src/evidence/lines'
import { isShort, trimmed } from '../../../src/evidence/white-space'

/** The offsets at which lines begin, by the rule: a final LF starts no new line. */
function starts(text: string): number[] {
  const all = text === '' ? [] : [0]
  for (let at = 0; at < text.length - 1; at++) if (text[at] === '\n') all.push(at + 1)
  return all
}

const manyLines = Array.from({ length: 300 }, (_, index) => 'x'.repeat(index % 7)).join('\n')

describe('lines (spec 15: E-LINELF, E-FINALLF)', () => {
  test('are found by number and by offset in whatever order they are asked for', () => {
    const texts = [manyLines, `${manyLines}\n`, `\n\n${manyLines}\n\n`, 'one', 'one\n', '\n', 'a\nb']
    let asked = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(fc.tuple(fc.boolean(), fc.nat(1400)), { minLength: 20, maxLength: 40 }),
        (text, questions) => {
          const lines = indexLines(text)
          const begin = starts(text)
          for (const [byLine, value] of questions) {
            asked++
            if (byLine) {
              const line = (value % 340) - 10
              expect([line, lines.startOf(line)]).toEqual([line, begin[line - 1]])
              expect([line, lines.endOf(line)]).toEqual([line, begin[line - 1] === undefined ? undefined : (begin[line] ?? text.length)])
            } else {
              const offset = value % text.length
              expect([offset, lines.lineAt(offset)]).toEqual([offset, begin.filter((at) => at <= offset).length])
            }
          }
        },
      ),
      { numRuns: 100 },
    )
    expect(asked).toBeGreaterThan(2000)
  })

  test('an empty text has none', () => {
    const lines = indexLines('')
    expect([lines.startOf(1), lines.endOf(1), lines.startOf(0)]).toEqual([undefined, undefined, undefined])
  })

  test('a place is looked up in steps bounded by 32 lines, in either direction (spec 02, Cost)', () => {
    const text = 'line\n'.repeat(5000)
    const lines = indexLines(text)
    const searches = vi.spyOn(String.prototype, 'indexOf')
    const costOf = (work: () => unknown): number => {
      const before = searches.mock.calls.length
      work()
      return searches.mock.calls.length - before
    }
    const ahead = [costOf(() => lines.lineAt(500)), costOf(() => lines.startOf(4900))]
    const anywhere = [4899, 100, 4000, 2000, 3, 4800].flatMap((line) => [
      costOf(() => lines.startOf(line)),
      costOf(() => lines.lineAt(24_500 - line * 5)),
    ])
    lines.startOf(2000)
    const near = [() => lines.startOf(2001), () => lines.lineAt(10_000), () => lines.lineAt(10_004), () => lines.startOf(2001)].map(costOf)
    searches.mockRestore()
    expect(ahead).toEqual([100, 4799])
    expect(Math.max(...anywhere)).toBeLessThanOrEqual(33)
    expect(near).toEqual([1, 0, 0, 0])
  })

  test('a place in the line above or below costs a search at most, and so does one where 32 lines begin', () => {
    const text = 'line\n'.repeat(5000)
    const lines = indexLines(text)
    lines.startOf(5000)
    const searches = vi.spyOn(String.prototype, 'indexOf')
    const costs = [
      () => lines.lineAt(2016 * 5),
      () => lines.lineAt(2016 * 5 + 4),
      () => lines.startOf(2017),
      () => lines.endOf(2017),
      () => lines.startOf(2015),
      () => lines.startOf(2017),
      () => lines.startOf(2015),
      () => lines.lineAt(2016 * 5),
      () => lines.lineAt(2017 * 5),
    ].map((work) => {
      const before = searches.mock.calls.length
      work()
      return searches.mock.calls.length - before
    })
    const last = indexLines('a\nb\nc')
    const beforeLast = searches.mock.calls.length
    expect(last.startOf(100_000)).toBeUndefined()
    const beyond = searches.mock.calls.length - beforeLast
    searches.mockRestore()
    // Line 2,015 is the 31st from where 32 lines begin.
    expect(costs).toEqual([1, 0, 0, 0, 31, 1, 31, 1, 1])
    expect(beyond).toBe(2)
  })

  test('A-TRI-12: CRLF and lone CR become LF, nothing else changes', () => {
    expect(withLfEnds('a\r\nb\rc\nd\r\r\n\u2028\u0085e')).toBe('a\nb\nc\nd\n\n\u2028\u0085e')
    expect(withLfEnds('plain\ntext')).toBe('plain\ntext')
  })
})

describe('whole lines and short texts (spec 02 too-short, E-SHORTPERSOURCE, E-UTF16COUNT)', () => {
  test('those of the wanted texts that are a whole trimmed line, each once', () => {
    const wanted = new Map(['}', 'a b', 'last', 'exit'].map((text) => [text, true]))
    expect(wholeLinesOf('\n}\n  } \n a b\t\nexit now\na  b\nlast', wanted, 4)).toEqual(['}', 'a b', 'last'])
    expect(wholeLinesOf('', wanted, 4)).toEqual([])
    expect(wholeLinesOf('exit', wanted, 4)).toEqual(['exit'])
    expect(wholeLinesOf('\n\nexit\r', wanted, 4)).toEqual(['exit'])
  })

  test('no more lines are read than it takes to find all, and long ones are not looked up', () => {
    const asked: string[] = []
    const wanted = new Map([
      ['}', true],
      ['ok', true],
    ])
    const has = vi.spyOn(wanted, 'has')
    const searches = vi.spyOn(String.prototype, 'indexOf')
    const found = wholeLinesOf('} and more\n}\n12\n123\nok\nnot\nread\n', wanted, 2)
    const count = searches.mock.calls.length
    searches.mockRestore()
    asked.push(...has.mock.calls.map(([line]) => line))
    expect([found, count, asked]).toEqual([['}', 'ok'], 5, ['}', '12', 'ok']])
  })

  test('a text is trimmed at both ends, within the bounds given', () => {
    expect(trimmed(' \t a b \u3000\n')).toBe('a b')
    expect(trimmed('xx  a  yy', 2, 7)).toBe('a')
    expect(trimmed('   ')).toBe('')
    expect(trimmed(' a', 0, 1)).toBe('')
    expect(trimmed('abc', 1, 2)).toBe('b')
  })

  test('short are fewer than eight code points that are not white space', () => {
    const texts = [
      '',
      '1234567',
      '12345678',
      '1 2 3 4 5 6 7 \n',
      '1 2 3 4 5 6 7 8',
      '🚀🚀🚀🚀🚀🚀🚀',
      '🚀🚀🚀🚀🚀🚀🚀🚀',
      '\ud83d'.repeat(7),
      '\ud83d'.repeat(8),
    ]
    expect(texts.map(isShort)).toEqual([true, true, false, true, false, true, false, true, false])
    const half = [
      '\ude80'.repeat(8),
      `${'🚀'.repeat(7)}\ud83d`,
      '\ud83d\ue000'.repeat(4),
      '\udbff\udfff'.repeat(7),
      '\ud800\udc00'.repeat(8),
      '\ud800\udc00'.repeat(7),
      '\ud7ff\udc00'.repeat(4),
    ]
    expect(half.map(isShort)).toEqual([false, false, false, true, false, true, false])
  })
})
