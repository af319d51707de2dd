import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonLimits, readJson } from '../../../src/blocks/strict-json'

const corrected = (text: string): unknown => {
  const read = readJson(text)
  return read.ok ? [read.value, ...read.corrections] : [read.fault, read.message]
}

describe('JSON is corrected where nothing is lost', () => {
  test.each<[string, string, unknown[]]>([
    ['marks that nobody sees before and behind it', '\ufeff\u200b{"a":1}\u2060\u200d', [{ a: 1 }, 'invisible-marks']],
    ['no mark but one within a text', ' {"a":"x\u200by"}\n', [{ a: 'x\u200by' }]],
    ['a fence', '```\n{"a":1}\n```', [{ a: 1 }, 'fence']],
    ['a fence that names JSON', '```JSON \t\n{"a":1}\n```', [{ a: 1 }, 'fence']],
    ['a fence with a blank before its name, and one before its end', '``` json\n{"a":1}\n  ```', [{ a: 1 }, 'fence']],
    ['a longer fence', '````json\n{"a":1}\n````', [{ a: 1 }, 'fence']],
    ['a fence of tildes', '~~~~\n{"a":1}\n~~~~', [{ a: 1 }, 'fence']],
    ['a comma at the end of a list', '[1, ]', [[1], 'trailing-comma']],
    ['a comma at the end of an object', '{"a":[1,\n],"b":2\n,\n}', [{ a: [1], b: 2 }, 'trailing-comma']],
    ['a field called alike in another object', '{"a":{"b":1},"b":{"b":2}}', [{ a: { b: 1 }, b: { b: 2 } }]],
  ])('%s', (_, text, expected) => {
    expect(corrected(text)).toEqual(expected)
  })
})

describe('JSON that is off by anything else is refused', () => {
  test.each([
    ['a fence alone', '```'],
    ['a fence whose end is missing', '```json\n{"a":1}\n{"b":2}'],
    ['a fence whose end is longer', '```json\n{"a":1}\n````'],
    ['a fence in another language', '```json5\n{"a":1}\n```'],
    ['a fence with words behind it', '```json here\n{"a":1}\n```'],
    ['a number broken over two lines of a fence', '```\n[1\n2]\n```'],
    ['a comma that follows nothing', '[,]'],
    ['two commas at the end', '[1,,]'],
    ['a closing bracket alone', ']'],
  ])('%s', (_, text) => {
    expect(readJson(text)).toMatchObject({ ok: false, fault: 'syntax' })
  })

  test.each<[string, string, string, string]>([
    ['nothing', ' \n', 'empty', 'there is no JSON'],
    ['an empty fence', '```json\n```', 'empty', 'there is no JSON'],
    ['a fence around a blank', '```\n \n```', 'empty', 'there is no JSON'],
    ['a field twice, in an object of a list', '{"a":[{"b":1,"b":2}]}', 'duplicate-key', 'the field a[0].b stands there twice'],
    ['a field twice, with an object between', '{"a":{"b":1},"a":2}', 'duplicate-key', 'the field a stands there twice'],
  ])('%s, and says what', (_, text, fault, message) => {
    expect(corrected(text)).toEqual([fault, message])
  })

  test.each<[string, string]>([
    ['{"a":}', 'line 1, column 6, at a: found "}", expected a value'],
    ['{"a":[1,\n {"b":tru}]}', 'line 2, column 7, at a[1].b: found "tru}]}", expected a value'],
    ['{"a" 1}', 'line 1, column 6, at a: found "1}", expected a colon'],
    ['{a:1}', 'line 1, column 2: found "a:1}", expected a field name or }'],
    ['{"x":{"a":1 "b":2}}', 'line 1, column 13, at x.a: found "\\"b\\":2}}", expected a comma or }'],
    ['{"x":[{"a":1},{]}', 'line 1, column 16, at x[1]: found "]}", expected a field name or }'],
    ['[1,2', 'line 1, column 5, at [1]: found the end, expected a comma or ]'],
    ['[1] [2]', 'line 1, column 5: found "[2]", expected nothing more'],
    ['[1,,]', 'line 1, column 4, at [1]: found ",]", expected a value'],
    ['[1,],', 'line 1, column 5: found ",", expected nothing more'],
    ['{"a":01}', 'line 1, column 7, at a: found "1}", expected a comma or }'],
    ['{"a":1.}', 'line 1, column 6, at a: found "1.}", expected a whole number'],
    ['{"a":"\\d"}', 'line 1, column 6, at a: found "\\"\\\\d\\"}", expected an escape that JSON has'],
    ['{"a":"x\ny"}', 'line 1, column 6, at a: found "\\"x", expected the end of the string on this line'],
    ['{"a":\u001b[31m\u202e}', 'line 1, column 6, at a: found "\\\\u{1b}[31m\\\\u{202e}}", expected a value'],
    [`{"${'k'.repeat(70)}":\u0000}`, `line 1, column 75, at ${'k'.repeat(60)}...: found "\\\\u{0}}", expected a value`],
    ['// no\n1', 'line 1, column 1: found "// no", expected a value'],
  ])('%j is told by its place, what stands there and what may', (text, words) => {
    expect(corrected(text)).toEqual(['syntax', `no JSON: ${words}`])
  })

  test('whatever is no JSON has a place, and its words are short and move no cursor', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      'true',
      'nul',
      ' ',
      '\n',
      '\\',
      '\u0000',
      '\u009b',
      '\u2066',
      '\ud83d',
      'é',
      '//',
      '/*',
    )
    const seen = { broken: 0, deep: 0 }
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(0, 0, 3, 120), (pieces, deep) => {
        const text = `${'['.repeat(deep)}${pieces.join('')}`
        const read = readJson(text)
        if (read.ok || read.fault === 'empty' || read.fault === 'duplicate-key') return
        expect(read.message).toMatch(/line \d+, column \d+/)
        expect(read.message.length).toBeLessThan(260)
        expect(read.message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
        if (read.fault === 'syntax') seen.broken++
        else seen.deep++
      }),
      { numRuns: 400 },
    )
    expect(seen.broken).toBeGreaterThan(100)
    expect(seen.deep).toBeGreaterThan(20)
  })

  test('brackets that are no JSON are not told as too deep, however many there are', () => {
    expect(corrected(`x${'['.repeat(5000)}`)).toEqual([
      'syntax',
      expect.stringMatching(/^no JSON: line 1, column 1: found "x\[+\.\.\.", expected a value$/),
    ])
    expect(corrected(`${']'.repeat(9000)}${'['.repeat(200_000)}`)).toEqual([
      'syntax',
      expect.stringMatching(/^no JSON: line 1, column 1: /),
    ])
    expect(corrected(`{"a":]${'{'.repeat(50)}${']'.repeat(9000)}${'['.repeat(100_000)}`)).toEqual([
      'syntax',
      expect.stringMatching(/^no JSON: /),
    ])
  })

  test('as long and as deep as the limits allow, and no more', () => {
    const long = (units: number): string => `"${'x'.repeat(units - 2)}"`
    const deep = (open: string, close: string, levels: number): string => `${open.repeat(levels)}1${close.repeat(levels)}`
    expect(readJson(long(jsonLimits.charactersMax)).ok).toBe(true)
    expect(corrected(long(jsonLimits.charactersMax + 1))).toEqual(['too-long', '1048577 characters, at most 1048576 are read'])
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      expect(readJson(deep(open, close, jsonLimits.depthMax)).ok).toBe(true)
      expect(corrected(deep(open, close, jsonLimits.depthMax + 1))).toEqual([
        'too-deep',
        expect.stringMatching(/^nested 101 deep, at most 100 is read: line 1, column \d+, at [[\]0.a]+$/),
      ])
    }
    expect(readJson(`[${'[],{},'.repeat(200)}1]`).ok).toBe(true)
  })
})
