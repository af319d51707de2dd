import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mustBeQuoted, nameOfPath, needsQuotes, pathOfName, quotedName, utf8Text } from '../../../src/text/path-name'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const bytes = (...all: number[]): Uint8Array => Uint8Array.from(all)

describe('a file name in bytes', () => {
  test('that is UTF-8 is its text', () => {
    for (const name of ['src/a.ts', 'na\u00efve', '\u6f22\u5b57', 'a b', '', 'tab\there', '"', '"a', 'a"', '\\', '\ufeffbom']) {
      expect(pathOfName(utf8(name))).toBe(name)
      expect(nameOfPath(name)).toEqual(utf8(name))
    }
  })

  test('that is not is quoted with octal escapes as git writes it', () => {
    expect(pathOfName(bytes(0x61, 0xff, 0x62))).toBe('"a\\377b"')
    expect(pathOfName(bytes(0xff, 0x22, 0x5c, 0x0a, 0x07, 0x08, 0x09, 0x0b, 0x0c, 0x0d, 0x01, 0x7f))).toBe(
      '"\\377\\"\\\\\\n\\a\\b\\t\\v\\f\\r\\001\\177"',
    )
    expect(nameOfPath('"a\\377b"')).toEqual(bytes(0x61, 0xff, 0x62))
    expect(nameOfPath('"\\377\\"\\\\\\n"')).toEqual(bytes(0xff, 0x22, 0x5c, 0x0a))
  })

  test('that reads like a quoted name is quoted too, so that no two names give one path', () => {
    const posing = utf8('"a\\377b"')
    expect(mustBeQuoted(posing)).toBe(true)
    expect(pathOfName(posing)).toBe('"\\"a\\\\377b\\""')
    expect(nameOfPath(pathOfName(posing))).toEqual(posing)
    expect(mustBeQuoted(utf8('"a"'))).toBe(false)
    expect(pathOfName(utf8('"a"'))).toBe('"a"')
  })

  test('leads to a path that leads back, and to no other name’s', () => {
    const seen = new Map<string, string>()
    let quoted = 0
    const name = fc
      .array(fc.constantFrom(0x22, 0x5c, 0x61, 0x33, 0x37, 0xff, 0x0a, 0xc3, 0xa9, 0x6e), { maxLength: 10 })
      .map((all) => Uint8Array.from(all))
    fc.assert(
      fc.property(name, (one) => {
        const path = pathOfName(one)
        if (path !== utf8Text(one)) quoted++
        expect(nameOfPath(path)).toEqual(one)
        const key = one.join()
        expect(seen.get(path) ?? key).toBe(key)
        seen.set(path, key)
      }),
      { numRuns: 500 },
    )
    expect(quoted).toBeGreaterThan(50)
  })
})

describe('quoting', () => {
  test('escapes bytes from 0x80 on where asked', () => {
    expect(quotedName(utf8('\u00e9'), true)).toBe('"\\303\\251"')
    expect(quotedName(bytes(0x7e, 0x7f, 0x80), false)).toBe('"~\\177\u0080"')
    expect(quotedName(bytes(0x1f, 0x20), false)).toBe('"\\037 "')
  })

  test('is needed for control characters, quotes and backslashes', () => {
    for (const name of ['a\nb', 'a"b', 'a\\b', 'a\u007f']) expect(needsQuotes(utf8(name))).toBe(true)
    for (const name of ['a b', '\u00e9', '~', '!', '#', '[', ']']) expect(needsQuotes(utf8(name))).toBe(false)
  })

  test('bytes that are no UTF-8 have no text, a byte order mark stays', () => {
    expect(utf8Text(bytes(0xff))).toBeUndefined()
    expect(utf8Text(bytes(0xed, 0xa0, 0x80))).toBeUndefined()
    expect(utf8Text(utf8('\ufeffa'))).toBe('\ufeffa')
  })

  test('an escape that git would not write makes no quoted name', () => {
    for (const path of ['"a\\141"', '"a\\477"', '"\\x"', '"\\3"', '"a', 'a"', '"\u00e9\\377"', '"\n\\377"']) {
      expect(nameOfPath(path)).toEqual(utf8(path))
    }
  })
})
