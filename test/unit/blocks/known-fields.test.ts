import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { keepKnown } from '../../../src/blocks/known-fields'

const inner = z.strictObject({ b: z.string() })
const given = { a: { b: 'x', c: 1 }, d: 2 }

describe('R-JUDGE-06 only known fields are kept, at every depth', () => {
  test.each<[string, z.ZodType]>([
    ['optional', inner.optional()],
    ['exactly optional', inner.exactOptional()],
    ['nullable', inner.nullable()],
    ['read-only', inner.readonly()],
    ['filled in', inner.default({ b: '' })],
    ['one of several forms', z.union([z.string(), inner])],
    ['one of several read-only forms', z.union([z.string(), inner.readonly()])],
    ['several of these at once', inner.readonly().nullable().exactOptional()],
  ])('in a field that is %s', (_, field) => {
    expect(keepKnown(z.strictObject({ a: field }), given)).toEqual({ value: { a: { b: 'x' } }, dropped: ['a.c', 'd'] })
  })

  test('in lists of objects, with their places', () => {
    const schema = z.strictObject({ a: z.array(inner) })
    expect(keepKnown(schema, { a: [{ b: 'x' }, { b: 'y', c: 1 }] })).toEqual({
      value: { a: [{ b: 'x' }, { b: 'y' }] },
      dropped: ['a[1].c'],
    })
  })

  test('what has another form than its schema is left for the parser to refuse', () => {
    const schema = z.strictObject({ a: z.array(inner), e: z.union([z.string(), inner]), f: inner })
    const odd = { a: 'no list', e: 'a text', f: [{ c: 1 }] }
    expect(keepKnown(schema, odd)).toEqual({ value: odd, dropped: [] })
    for (const input of [null, 7, 'x', [given]]) expect(keepKnown(schema, input)).toEqual({ value: input, dropped: [] })
  })

  test('a name that every object inherits is no known field', () => {
    expect(keepKnown(inner, { b: 'x', constructor: 1, toString: 2 })).toEqual({ value: { b: 'x' }, dropped: ['constructor', 'toString'] })
  })
})
