import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/canonical/canonical-json'
import { defined, plainCopy } from '../../../src/canonical/plain'

const codes = (input: unknown): string[] => plainCopy(input).issues.map(({ code, path }) => `${code} ${path}`)

describe('an object without its undefined members', () => {
  test('loses those of its first level and nothing else', () => {
    const inner = { c: undefined }
    const copy = defined({ a: 1, b: undefined, n: null, inner })
    expect(Object.keys(copy)).toEqual(['a', 'n', 'inner'])
    expect(copy.inner).toBe(inner)
    expect(defined({})).toEqual({})
  })
})

describe('a plain copy', () => {
  test('holds the same values in other objects, without undefined members', () => {
    const input = { a: [1, { b: undefined, c: 'x' }], d: null, e: undefined, f: false }
    const { copy, issues } = plainCopy(input)
    expect(copy).toEqual({ a: [1, { c: 'x' }], d: null, f: false })
    expect(canonicalJson(copy)).toBe('{"a":[1,{"c":"x"}],"d":null,"f":false}')
    expect(issues).toEqual([])
    expect(copy).not.toBe(input)
    expect((copy as typeof input).a).not.toBe(input.a)
    expect((copy as typeof input).a[1]).not.toBe(input.a[1])
  })

  test('of a bare value is that value', () => {
    for (const value of [1, 'x', null, undefined, true, 7n]) expect(plainCopy(value)).toEqual({ copy: value, issues: [] })
  })

  test('of an object without a prototype has its members', () => {
    expect(plainCopy(Object.assign(Object.create(null) as object, { a: 1 })).copy).toEqual({ a: 1 })
  })

  test('keeps an own __proto__ as a member and sets no prototype', () => {
    const { copy } = plainCopy(JSON.parse('{"__proto__":{"polluted":1},"a":1}'))
    expect(Object.getOwnPropertyNames(copy)).toEqual(['__proto__', 'a'])
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect((copy as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Object.keys(copy as object)).toContain('__proto__')
  })

  test('names half surrogate pairs by their path', () => {
    expect(codes({ a: ['x', 'half \ud800'], b: '\udc00' })).toEqual(['lone-surrogate a[1]', 'lone-surrogate b'])
    expect(codes('\ud800')).toEqual(['lone-surrogate '])
    expect(codes('\ud83d\ude80')).toEqual([])
    expect(plainCopy('\ud800').issues[0]?.message).toBe('a text with half a surrogate pair')
  })

  test('names nesting beyond 200, once for each place, and goes on beside it', () => {
    let deep: unknown = 1
    for (let level = 0; level < 201; level++) deep = { a: deep }
    const { copy, issues } = plainCopy({ deep, beside: '\ud800' })
    expect(issues).toEqual([
      { code: 'too-deep', path: 'deep.a.a.a', message: 'nesting deeper than 200' },
      { code: 'lone-surrogate', path: 'beside', message: 'a text with half a surrogate pair' },
    ])
    expect(() => canonicalJson(copy)).not.toThrow(/nesting/)
    let just: unknown = 1
    for (let level = 0; level < 200; level++) just = [just]
    expect(codes(just)).toEqual([])
    expect(codes([just])).toEqual(['too-deep [0][0][0][0]'])
  })

  test('of an array with holes has nothing in them', () => {
    const holed: unknown[] = []
    holed[1] = 1
    expect(plainCopy(holed).copy).toEqual([null, 1])
  })
})
