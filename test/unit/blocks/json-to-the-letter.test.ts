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

  test('what does not parse is told in the words of the parser', () => {
    expect(corrected('{"a":}')).toEqual(['syntax', expect.stringMatching(/^no JSON: .*token/i)])
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
      expect(corrected(deep(open, close, jsonLimits.depthMax + 1))).toEqual(['too-deep', 'nested 101 deep, at most 100 is read'])
    }
    expect(readJson(`[${'[],{},'.repeat(200)}1]`).ok).toBe(true)
  })
})
