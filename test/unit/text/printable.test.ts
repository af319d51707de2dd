import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ascii, cutTo, padEnd, padStart, pieces, printable, widthOf, wrap } from '../../../src/text/printable'

const anyText = fc.string({ unit: 'binary', maxLength: 60 })

describe('printable', () => {
  test.each<[string, string, string]>([
    ['a line feed', 'a\nb', 'a\\u{a}b'],
    ['a tab', 'a\tb', 'a\\u{9}b'],
    ['an escape', '\u001b[31m', '\\u{1b}[31m'],
    ['delete', 'a\u007f', 'a\\u{7f}'],
    ['a C1 control', '\u009b31m', '\\u{9b}31m'],
    ['a nul', '\u0000', '\\u{0}'],
    ['a direction mark', '\u202eabc', '\\u{202e}abc'],
    ['an isolate', '\u2066abc\u2069', '\\u{2066}abc\\u{2069}'],
    ['a zero width space', 'a\u200bb', 'a\\u{200b}b'],
    ['a joiner', 'a\u200db', 'a\\u{200d}b'],
    ['a soft hyphen', 'a\u00adb', 'a\\u{ad}b'],
    ['a byte order mark', '\ufeffa', '\\u{feff}a'],
    ['a line separator', 'a\u2028b\u2029c', 'a\\u{2028}b\\u{2029}c'],
    ['half a pair', 'a\ud800b', 'a\\u{fffd}b'],
    ['a private character', '\ue000', '\\u{e000}'],
    ['a tag character', '\u{e0041}', '\\u{e0041}'],
    ['nobody’s character', '\u{10ffff}', '\\u{10ffff}'],
  ])('%s is written out', (_, text, wanted) => {
    expect(printable(text)).toBe(wanted)
  })

  test('all else stays as it is', () => {
    for (const text of [
      '',
      'plain words, 1 + 1 = 2!',
      'na\u00efve',
      '\u6f22\u5b57',
      '\ud83d\ude80',
      '\u05d0\u05d1',
      'a\u0301',
      '\\u{41}',
    ]) {
      expect(printable(text)).toBe(text)
    }
  })

  test('no control, format, separator or half character is left, and doing it twice changes nothing', () => {
    let reached = 0
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = printable(text)
        if (shown !== text) reached++
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u)
        expect(printable(shown)).toBe(shown)
      }),
      { numRuns: 300 },
    )
    expect(reached).toBeGreaterThan(100)
  })
})

describe('ascii', () => {
  test('writes out all that is not, and nothing else', () => {
    expect(ascii('na\u00efve \ud83d\ude80 ~')).toBe('na\\u{ef}ve \\u{1f680} ~')
    expect(ascii('a\nb')).toBe('a\\u{a}b')
    expect(ascii(' !"#~')).toBe(' !"#~')
  })

  test('gives ASCII that can be seen, whatever comes in', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(ascii(text)).toMatch(/^[ -~]*$/)
      }),
      { numRuns: 200 },
    )
  })
})

describe('cutting', () => {
  test('leaves what is short and puts three dots where something is missing', () => {
    expect(cutTo('abcdef', 6)).toBe('abcdef')
    expect(cutTo('abcdefg', 6)).toBe('abc...')
    expect(cutTo('', 0)).toBe('')
  })

  test('never shows a half pair', () => {
    expect(cutTo('\ud83d\ude80'.repeat(7), 6)).toMatch(/^(?:\ud83d\ude80){1,3}\.\.\.$/u)
    expect(cutTo('\ud83d\ude80'.repeat(7), 6).isWellFormed()).toBe(true)
  })
})

describe('width', () => {
  test.each<[string, number]>([
    ['', 0],
    ['abc', 3],
    ['na\u00efve', 5],
    ['a\u0301', 1],
    ['a\u20dd', 1],
    ['\u6f22\u5b57', 4],
    ['\ud55c\uae00', 4],
    ['\u304b\u306a', 4],
    ['\uff21', 2],
    ['\uff71', 1],
    ['\ud83d\ude80', 2],
    ['\u1100', 2],
    ['\u05d0', 1],
    ['\u3000', 2],
    ['\u303f', 1],
  ])('of %j is %s columns', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })

  test('padding counts columns, not letters', () => {
    expect(padEnd('\u6f22', 4)).toBe('\u6f22  ')
    expect(padStart('\u6f22', 4)).toBe('  \u6f22')
    expect(padEnd('a\u0301', 2)).toBe('a\u0301 ')
    expect([padEnd('abc', 2), padStart('abc', 2), padEnd('ab', 2), padStart('ab', 2)]).toEqual(['abc', 'abc', 'ab', 'ab'])
  })
})

describe('wrapping', () => {
  test('breaks at spaces, and breaks a word that is longer than a line', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrap('one two three', 8)).toEqual(['one two', 'three'])
    expect(wrap('one two three', 13)).toEqual(['one two three'])
    expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
    expect(wrap('', 10)).toEqual([''])
    expect(wrap('\u6f22\u5b57\u6f22', 4)).toEqual(['\u6f22\u5b57', '\u6f22'])
  })

  test('keeps every line within its width and every letter that is no space', () => {
    let broken = 0
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\u6f22', '\ud83d\ude80'), minLength: 20, maxLength: 80 }),
        fc.integer({ min: 2, max: 20 }),
        (text, width) => {
          const lines = wrap(text, width)
          if (lines.length > 1) broken++
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        },
      ),
      { numRuns: 200 },
    )
    expect(broken).toBeGreaterThan(50)
  })

  test('a word in pieces is the word', () => {
    expect(pieces('abcdef', 3)).toEqual(['abc', 'def'])
    expect(pieces('abcdef', 6)).toEqual(['abcdef'])
    expect(pieces('', 3)).toEqual([''])
    expect(pieces('a\u6f22b', 2)).toEqual(['a', '\u6f22', 'b'])
  })
})
