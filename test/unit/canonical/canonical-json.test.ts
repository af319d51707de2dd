import canonicalize from 'canonicalize'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, depthMax } from '../../../src/canonical/canonical-json'
import { isAdjudicateError } from '../../../src/errors'

function refusal(value: unknown): { code: string; message: string; path: unknown } | undefined {
  try {
    canonicalJson(value)
    return undefined
  } catch (error) {
    if (!isAdjudicateError(error)) throw error
    return { code: error.code, message: error.message, path: error.details['path'] }
  }
}

function nested(levels: number, leaf: unknown = 1): unknown {
  let value = leaf
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

describe('canonical JSON', () => {
  test.each<[unknown, string]>([
    [null, 'null'],
    [true, 'true'],
    [0, '0'],
    [-0, '0'],
    [1.5, '1.5'],
    [1e-7, '1e-7'],
    [2 ** 53 - 1, '9007199254740991'],
    [-(2 ** 53) + 1, '-9007199254740991'],
    ['', '""'],
    ['a"b\\c\u0008\u000c\n\r\t\u0001\u007f', '"a\\"b\\\\c\\b\\f\\n\\r\\t\\u0001\u007f"'],
    ['\u20ac\ud83d\ude80', '"\u20ac\ud83d\ude80"'],
    [[], '[]'],
    [[1, 'a', null], '[1,"a",null]'],
    [{}, '{}'],
    [{ b: 1, a: [2, { d: 3, c: 4 }] }, '{"a":[2,{"c":4,"d":3}],"b":1}'],
  ])('of %j is %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  test('keys stand in the order of their UTF-16 units', () => {
    const value = { '\ufb33': 1, '\ud83d\ude00': 2, '\u20ac': 3, '\r': 4, 1: 5, '\u0080': 6, '\u00f6': 7, A: 8, a: 9 }
    expect(Object.keys(JSON.parse(canonicalJson(value)) as object).length).toBe(9)
    expect(canonicalJson(value)).toBe('{"\\r":4,"1":5,"A":8,"a":9,"\u0080":6,"\u00f6":7,"\u20ac":3,"\ud83d\ude00":2,"\ufb33":1}')
  })

  test('objects without a prototype are objects', () => {
    expect(canonicalJson(Object.assign(Object.create(null) as object, { b: 1, a: 2 }))).toBe('{"a":2,"b":1}')
  })

  test('equals RFC 8785 as another program writes it', () => {
    let reached = 0
    const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' })
    fc.assert(
      fc.property(json, (value) => {
        if (refusal(value) !== undefined) return
        reached++
        expect(canonicalJson(value)).toBe(canonicalize(value))
      }),
      { numRuns: 300 },
    )
    expect(reached).toBeGreaterThan(100)
  })

  test('depends on the values alone, not on the order of keys', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1, maxLength: 5 }).filter((key) => !/proto|constructor/.test(key)),
          fc.integer(),
        ),
        (value) => {
          const turned = Object.fromEntries(Object.entries(value).reverse())
          expect(canonicalJson(turned)).toBe(canonicalJson(value))
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('what JSON can’t hold exactly', () => {
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'a value of type undefined'],
    ['NaN', Number.NaN, 'the number NaN'],
    ['Infinity', Number.POSITIVE_INFINITY, 'the number Infinity'],
    ['-Infinity', Number.NEGATIVE_INFINITY, 'the number -Infinity'],
    ['2^53', 2 ** 53, 'the integer 9007199254740992, beyond 2^53,'],
    ['-2^53', -(2 ** 53), 'the integer -9007199254740992, beyond 2^53,'],
    ['1e300', 1e300, 'the integer 1e+300, beyond 2^53,'],
    ['a bigint', 1n, 'a value of type bigint'],
    ['a symbol', Symbol('x'), 'a value of type symbol'],
    ['a function', () => 1, 'a value of type function'],
    ['half a pair', 'a\ud800', 'a lone surrogate'],
    ['a date', new Date(0), 'an object that is not plain'],
    ['a map', new Map(), 'an object that is not plain'],
    [
      'a class',
      new (class Thing {
        readonly a = 1
      })(),
      'an object that is not plain',
    ],
    ['a boxed number', new Number(1), 'an object that is not plain'],
  ])('%s is refused, at the top and inside, by its path', (_, value, what) => {
    expect(refusal(value)).toEqual({ code: 'not-canonical', message: `JSON can't hold ${what} exactly, at the top`, path: '' })
    expect(refusal([0, { a: [value] }])).toEqual({
      code: 'not-canonical',
      message: `JSON can't hold ${what} exactly, at [1].a[0]`,
      path: '[1].a[0]',
    })
  })

  test('keys that could be taken for a prototype are, at every depth', () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const value: unknown = JSON.parse(`{"a":[{"${key}":1}]}`)
      expect(refusal(value)).toEqual({
        code: 'not-canonical',
        message: `JSON can't hold the key ${key} exactly, at a[0].${key}`,
        path: `a[0].${key}`,
      })
    }
    expect(refusal({ toString: 1, valueOf: 2 })).toBeUndefined()
  })

  test('a key with half a pair is', () => {
    expect(refusal({ 'a\ud800': 1 })?.message).toBe('JSON can\'t hold a key with a lone surrogate exactly, at ["a\\ud800"]')
  })

  test('a hole of an array is nothing', () => {
    const holed: unknown[] = [1]
    holed[2] = 3
    expect(refusal(holed)?.path).toBe('[1]')
  })

  test('of several the first in canonical order is named', () => {
    expect(refusal({ b: Number.NaN, a: [1, undefined] })?.path).toBe('a[1]')
    expect(refusal({ constructor: 1, a: undefined })?.path).toBe('a')
    expect(refusal({ constructor: Number.NaN })?.path).toBe('constructor')
  })

  test('nesting of 200 is written, one more is not, and a cycle is not', () => {
    expect(depthMax).toBe(200)
    expect(refusal(nested(200))).toBeUndefined()
    const tooDeep = refusal(nested(201))
    expect(tooDeep?.message).toMatch(/^JSON can't hold nesting deeper than 200 exactly, at /)
    expect(refusal(nested(201, []))?.code).toBe('not-canonical')
    expect(refusal(nested(199, {}))).toBeUndefined()
    expect(refusal(nested(200, []))?.message).toContain('nesting deeper than 200')
    const cycle: unknown[] = []
    cycle.push(cycle)
    expect(refusal(cycle)).toMatchObject({ code: 'not-canonical', path: '[0][0][0][0][0][0][0][0]' })
  })

  test('whatever comes in is written or refused, and what is written is read back the same', () => {
    let written = 0
    let refused = 0
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), (value) => {
        if (refusal(value) !== undefined) {
          refused++
          return
        }
        written++
        const text = canonicalJson(value)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
    expect([written > 50, refused > 50]).toEqual([true, true])
  })
})
